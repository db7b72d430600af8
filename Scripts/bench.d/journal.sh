# What the journal costs: a part of Scripts/bench, which has everything that is used here.
# shellcheck shell=bash disable=SC2154

rounds=3
[ -z "$is_counting" ] || rounds=1

# Measures the hot paths once.
#
# $1 off or on   $2 Value of journal.enabled
hot_paths() {
    start_console "journal-$1" --set database.synchronous=normal --set "journal.enabled=$2"
    sign_in
    measure "profile, signed; journal $1" GET "$profile" "$(signed GET "$profile" text/html)"
    measure "beacon, signed; journal $1" POST "$beacon" "$(signed POST "$beacon" "$json" "$scratch/beacon")" "$scratch/beacon"
    measure "log of 2 KB, signed; journal $1" POST "$logging" \
        "$(signed POST "$logging" "$json" "$scratch/log-upload")" "$scratch/log-upload"
    stop_server
}

for ((round = 1; round <= rounds; round++)); do
    hot_paths off false
    hot_paths on true
done

# The median of the figures of a route.
median_of() {
    grep -F "$1"$'\t' "$scratch/figures" | cut -f 2 | sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'
}
printf '\n%-38s %10s %10s %6s\n' 'Median of all rounds' 'off' 'on' 'on/off'
for name in 'profile, signed' 'beacon, signed' 'log of 2 KB, signed'; do
    off=$(median_of "$name; journal off") on=$(median_of "$name; journal on")
    printf '%-38s %10s %10s %6s\n' "$name" "$off" "$on" "$(awk -v a="$on" -v b="$off" 'BEGIN { printf "%.3f", a / b }')"
done
[ -z "$is_counting" ] || exit 0

# --- Searching ----------------------------------------------------------------------------------------------------

start_console journal-search --set journal.entries=100000 --set journal.bytes=1000000000
sign_in
find_console "$scratch/ready.json"
printf '%s\n' "Authorization: Bearer $bearer" > "$scratch/headers"
while :; do
    BENCH_METHOD=GET BENCH_HEADERS=$scratch/headers wrk --threads 2 --connections 32 --duration 5s \
        --script "$root/Scripts/bench.d/request.lua" "$origin$profile" > /dev/null
    held=$(curl --silent --header "Authorization: Bearer $adminToken" "$origin/_mock/journal?pageSize=1" |
        sed -n 's/.*"entries":\([0-9]*\).*/\1/p')
    [ "${held:-0}" -lt 100000 ] || break
done
printf '\n%-58s %9s %9s\n' "Search among $held entries, 100 times each" 'p50 ms' 'p95 ms'
for query in "device=$device&status=200" 'status=404' 'path=/deviceservices/none' 'method=POST&after=5' \
    'text=no%20such%20text%20anywhere' 'user=demo&group=demo' 'match=%7B%22query%22%3A%7B%22uid%22%3A%22x%22%7D%7D'; do
    for ((i = 0; i < 100; i++)); do
        curl --silent --output "$scratch/answer" --write-out '%{time_starttransfer} %{http_code}\n' \
            --header "Authorization: Bearer $adminToken" "$origin/_mock/journal?$query"
    done > "$scratch/times"
    ! grep -qv ' 200$' "$scratch/times" || fail "A search was not answered: $(head -c 300 "$scratch/answer")"
    sort -n "$scratch/times" | awk -v q="$query" '{ t[NR] = $1 * 1000 }
        END { printf "%-58s %9.1f %9.1f\n", q, t[50], t[95] }'
done
stop_server
[ -z "$failed" ] || fail 'Some answers were not good: see above.'
