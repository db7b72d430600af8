# shellcheck shell=bash
# How long pages of the web console take with 100,000 devices, a million beacons and 100,000 entries of the journal;
# pages.txt lists them. Sourced by Scripts/bench.
# shellcheck disable=SC2034,SC2154

# shellcheck source-path=SCRIPTDIR source=estate.sh
. "$root/Scripts/bench.d/estate.sh"

# How much longer than the start page a page may take, and what no machine has to be below, in milliseconds.
times=10 goal=50

fill_estate --beacons 1000000
measure_bare
start_console estate --set admin.dailyQuota=0 --set journal.entries=100000 --set journal.bytes=2000000000 \
    --set retention.beacons=2000000 --set notifications.allowPrivateTargets=true
find_console "$scratch/ready.json"

announce 'Making one of everything that has a page'
PYTHONPATH=$root/Scripts/conformance.d PYTHONDONTWRITEBYTECODE=1 python3 - "$origin" "$adminToken" << 'END'
import sys

import fill

stock = fill.Stock(*sys.argv[1:])
for kind in ("userGroup", "signInToken", "apiKey", "oauthClient", "profile", "profileVersion", "geofence", "application", "rule",
             "target", "delivery", "location", "analyticsEvent", "log", "acceptance", "command", "scenario", "sandbox"):
    stock[kind]
END
# A device of the user of the portal.
sign_in

announce 'Filling the journal'
: > "$scratch/headers"
while :; do
    BENCH_METHOD=GET BENCH_HEADERS=$scratch/headers wrk --threads 2 --connections 16 --duration 5s \
        --script "$root/Scripts/bench.d/request.lua" "$origin/deviceservices/awmdmsdk/v1/none" > /dev/null
    held=$(curl --silent --header "Authorization: Bearer $adminToken" "$origin/_mock/journal?pageSize=1" |
        sed -n 's/.*"entries":\([0-9]*\).*/\1/p')
    [ "${held:-0}" -lt 100000 ] || break
done

# Signs in to pages; the headers of a browser.
#
# $1 Root   $2… Fields
cookie_of() {
    local fields=() cookie place=$1
    shift
    while [ $# -gt 0 ]; do fields+=(--data-urlencode "$1") && shift; done
    cookie=$(curl --silent --output /dev/null --dump-header - "${fields[@]}" "$origin$place/sign-in" | tr -d '\r' |
        sed -n 's/^[Ss]et-[Cc]ookie: \([^;]*\).*/\1/p')
    [ -n "$cookie" ] || fail "Nobody can sign in at $place."
    printf 'Cookie: %s\nAccept: text/html' "$cookie"
}
administrator=$(cookie_of /console "name=$(json_string adminUser < "$scratch/ready.json")" \
    "password=$(json_string adminPassword < "$scratch/ready.json")")
person=$(cookie_of /mydevice "group=$groupId" "name=$user" "password=$password")

# Last parts of addresses that are no name of a thing.
no_thing='new|arrive|deliveries|download|queue|acceptances'
# The first link of a page that begins so, and leads to a thing.
first_of() {
    printf '%s\n' "$browser" > "$scratch/headers"
    curl --silent --header "@$scratch/headers" "$origin$1" | grep -o "href=\"$2[^\"?#/]*\"" |
        grep -E -v "/($no_thing)\"" | sed -n '1s/href="\(.*\)"/\1/p'
}

# Names of pages.txt in braces, and what they stand for.
names=() stands=()
# A text with what its names stand for.
resolved() {
    local text=$1 index
    for index in "${!names[@]}"; do text=${text//"{${names[index]}}"/${stands[index]}}; done
    printf '%s' "$text"
}

# Measures every page.
measure_pages() {
    local word one page prefix found
    while read -r word one page prefix; do
        case $word in
        '' | '#'*) ;;
        as) [ "$one" = user ] && browser=$person || browser=$administrator ;;
        first)
            found=$(first_of "$(resolved "$page")" "$(resolved "$prefix")") || true
            [ -n "$found" ] || fail "$page leads to no {$one}."
            names+=("$one") stands+=("$found")
            ;;
        *) measure_latency "$word" "$(resolved "$word")" "$browser" "$most" ;;
        esac
    done < "$root/Scripts/bench.d/pages.txt"
}

printf '\n%-44s %10s %9s %9s %9s %7s %7s\n' "Page ($held entries)" requests/s 'p50 ms' 'p95 ms' 'p99 ms' refused lost
start_page=$(measure_latency 'start page' / '' '')
printf '%s\n' "$start_page"
most=$(awk -v goal="$goal" -v times="$times" '{ most = times * $(NF - 3); print (most > goal ? most : goal) }' <<< "$start_page")
measure_pages
printf '\nA page may take %s ms (%s times the start page, or %s ms).\n' "$most" "$times" "$goal"
stop_server
judge_estate
