# shellcheck shell=bash
# How long pages of the web console take with 100,000 devices, a million beacons and 100,000 entries of the journal.
# Sourced by Scripts/bench.
# shellcheck disable=SC2034,SC2154

# shellcheck source-path=SCRIPTDIR source=estate.sh
. "$root/Scripts/bench.d/estate.sh"

# How much longer than the start page a page may take, and what no machine has to be below, in milliseconds.
times=10 goal=50

fill_estate --beacons 1000000
measure_bare
start_console estate --set admin.dailyQuota=0 --set journal.entries=100000 --set journal.bytes=2000000000
find_console "$scratch/ready.json"

announce 'Filling the journal'
: > "$scratch/headers"
while :; do
    BENCH_METHOD=GET BENCH_HEADERS=$scratch/headers wrk --threads 2 --connections 16 --duration 5s \
        --script "$root/Scripts/bench.d/request.lua" "$origin/deviceservices/awmdmsdk/v1/none" > /dev/null
    held=$(curl --silent --header "Authorization: Bearer $adminToken" "$origin/_mock/journal?pageSize=1" |
        sed -n 's/.*"entries":\([0-9]*\).*/\1/p')
    [ "${held:-0}" -lt 100000 ] || break
done

administrator=$(json_string adminUser < "$scratch/ready.json") word=$(json_string adminPassword < "$scratch/ready.json")
cookie=$(curl --silent --output /dev/null --dump-header - --data-urlencode "name=$administrator" \
    --data-urlencode "password=$word" "$origin/console/sign-in" | tr -d '\r' | sed -n 's/^[Ss]et-[Cc]ookie: \([^;]*\).*/\1/p')
[ -n "$cookie" ] || fail 'Nobody can sign in to the console.'
browser=$(printf 'Cookie: %s\nAccept: text/html' "$cookie")
# What stands on the page of a list leads to one of its rows.
first_of() {
    curl --silent --header "Cookie: $cookie" --header 'Accept: text/html' "$origin$1" |
        grep -o "href=\"$2[^\"?#]*\"" | sed -n '1s/href="\(.*\)"/\1/p'
}

printf '\n%-44s %10s %9s %9s %9s %7s %7s\n' "Page ($held entries)" requests/s 'p50 ms' 'p95 ms' 'p99 ms' refused lost
start_page=$(measure_latency 'start page' / '' '')
printf '%s\n' "$start_page"
most=$(awk -v goal="$goal" -v times="$times" '{ most = times * $(NF - 3); print (most > goal ? most : goal) }' <<< "$start_page")
device=$(first_of /console/devices /console/devices/)
entry=$(first_of /console/journal /console/journal/)
app=$(first_of /console/apps/internal /console/apps/internal/[0-9])
for path in / /devices '/devices?text=000042' '/devices?page=1000' "${device#/console}" "${device#/console}/beacons" \
    "${device#/console}/profile" "${device#/console}/commands" /users /user-groups /administrators /groups /settings \
    /settings/security-policies /settings/app-settings /smart-groups /profiles /apps/internal \
    "${app#/console}" "${app#/console}/devices" "${app#/console}/assignment" /app-logs /compliance /terms-of-use \
    /event-notifications /geofences /journal \
    '/journal?status=404' "${entry#/console}" /lint /faults /scenarios /clocks /snapshots /sandboxes /review \
    /documentation '/find?q=42' '/find.json?q=phone' /parts; do
    measure_latency "/console$path" "/console$path" "$browser" "$most"
done
printf '\nA page may take %s ms (%s times the start page, or %s ms).\n' "$most" "$times" "$goal"
stop_server
judge_estate
