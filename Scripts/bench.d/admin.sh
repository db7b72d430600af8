# shellcheck shell=bash
# How long the admin REST API takes with 100,000 devices, 10,000 users and 50 smart groups. Sourced by Scripts/bench.
# Variables are set there, and read there.
# shellcheck disable=SC2034,SC2154

require python3

# What must not take longer, in milliseconds, for 95 of 100 requests.
limit=100
# The same for every other list.
list_limit=150
connections=$(getconf _NPROCESSORS_ONLN)
[ "$connections" -le 4 ] || connections=4
slow_routes='' missing_routes=''

# Measures one route and adds a line to the table.
#
# $1 Name   $2 Path   $3 Headers, one a line   $4 "limited" if the limit holds for it, or another limit in milliseconds
measure_latency() {
    local status result
    printf '%s' "${3:+$3
}" > "$scratch/headers"
    status=$(curl --silent --max-time 60 --output "$scratch/answer" --write-out '%{http_code}' \
        --header "@$scratch/headers" "$origin$2") || fail "$1 got no answer."
    if [ "$status" != 200 ]; then
        printf '%-44s is answered %s\n' "$1" "$status"
        missing_routes="$missing_routes, $1"
        return
    fi
    result=$(BENCH_METHOD=GET BENCH_HEADERS=$scratch/headers BENCH_BODY='' wrk --threads 1 \
        --connections "$connections" --duration "${seconds}s" --timeout 30s \
        --script "$root/Scripts/bench.d/request.lua" "$origin$2" | sed -n 's/^BENCH //p')
    [ -n "$result" ] || fail "wrk measured nothing for $1."
    # shellcheck disable=SC2086
    set -- "$1" "$4" $result
    printf '%-44s %10s %9s %9s %9s %7s %7s\n' "$1" "$3" "$4" "$5" "$6" "$7" "$8"
    [ "$7" = 0 ] && [ "$8" = 0 ] || missing_routes="$missing_routes, $1"
    local most=$2
    [ "$most" != limited ] || most=$limit
    if [ -n "$most" ] && awk -v p="$5" -v l="$most" 'BEGIN { exit !(p > l) }'; then
        slow_routes="$slow_routes, $1 ($5 ms, not $most)"
    fi
}

# Measures every list of the admin REST API.
measure_lists() {
    local version path
    while read -r version path; do
        case $version in '' | '#'*) continue ;; esac
        measure_latency "v$version ${path#/api/}" "$(estate_path "$path")" \
            "$(printf '%s\nAccept: application/json;version=%s' "$admin" "$version")" "$list_limit"
    done < "$root/Scripts/bench.d/lists.txt"
}

# Moves a device in and out of smart groups until it is killed.
keep_changing() {
    while :; do
        for ownership in EmployeeOwned CorporateDedicated; do
            curl --silent --output /dev/null --max-time 10 --request PATCH --header "@$scratch/admin" \
                --data "{\"ownership\":\"$ownership\"}" "$origin/_mock/devices/$device" || return 0
            sleep 0.1
        done
    done
}

announce "$(uname -sm), $(getconf _NPROCESSORS_ONLN) processors; $connections connections, $seconds s each; 100,000 devices"
start_console estate
find_console "$scratch/ready.json"
stop_server
announce 'Filling the database'
python3 "$root/Scripts/bench.d/seed.py" "$scratch/estate" > "$scratch/estate.json"
# The value of a key in what was filled in; of a list, its nth element.
estate() {
    python3 -c 'import json, sys
value = json.load(open(sys.argv[1]))[sys.argv[2]]
print(value[int(sys.argv[3])] if len(sys.argv) > 3 else value)' "$scratch/estate.json" "$@"
}

# A path with what its $names stand for.
estate_path() {
    python3 -c 'import json, string, sys
print(string.Template(sys.argv[2]).substitute(json.load(open(sys.argv[1]))))' "$scratch/estate.json" "$1"
}

printf '\n%-44s %10s %9s %9s %9s %7s %7s\n' Route requests/s 'p50 ms' 'p95 ms' 'p99 ms' refused lost
port=$(free_port)
"$mockuem" bare --port "$port" > /dev/null 2>> "$scratch/log" &
server=$!
wait_for_answer "$port" /
origin=http://127.0.0.1:$port
measure_latency 'bare framework, text' / '' ''
stop_server

start_console estate --set admin.dailyQuota=0
find_console "$scratch/ready.json"
admin="Authorization: Bearer $adminToken"
printf '%s\n' "$admin" > "$scratch/admin"
device=$(curl --silent --header "@$scratch/admin" "$origin/_mock/devices?pageSize=1&page=50000" | json_string udid)
[ -n "$device" ] || fail 'The console does not list its devices.'
first=$(printf '%s\nAccept: application/json' "$admin")
second=$(printf '%s\nAccept: application/json;version=2' "$admin")
third=$(printf '%s\nAccept: application/json;version=3' "$admin")
group=$(estate group) search=/api/mdm/devices/search
measure_latency 'devices/search v1, first 500' "$search?pagesize=500" "$first" limited
measure_latency 'devices/search v2, first 500' "$search?pagesize=500" "$second" limited
measure_latency 'devices/search v3, first 500' "$search?page_size=500" "$third" limited
measure_latency 'devices/search v1, page 150 of 500' "$search?pagesize=500&page=150" "$first" limited
measure_latency 'devices/search v1, last by id first' "$search?pagesize=500&orderby=deviceid&sortorder=DESC" "$first" limited
measure_latency 'devices/search v1, a platform' "$search?pagesize=500&platform=Android" "$first" limited
measure_latency 'devices/search v1, a user' "$search?pagesize=500&user=$(estate user)" "$first" limited
measure_latency 'devices/search v1, a group' "$search?pagesize=500&lgid=$group" "$first" limited
measure_latency 'smartgroups/{id}, every device' "/api/mdm/smartgroups/$(estate smartGroups 0)" "$first" limited
measure_latency 'smartgroups/{id}, one criterion' "/api/mdm/smartgroups/$(estate smartGroups 2)" "$first" limited
measure_latency 'smartgroups/{id}, many criteria' "/api/mdm/smartgroups/$(estate smartGroups 48)" "$first" limited
measure_latency 'smartgroups/search, all 50' "/api/mdm/smartgroups/search?pagesize=500" "$first" limited
measure_latency 'smartgroups/{id}/devices, first 500' "/api/mdm/smartgroups/$(estate smartGroups 0)/devices" "$first" ''
measure_latency 'apps/search' /api/mam/apps/search "$first" ''
measure_lists
keep_changing &
changer=$!
measure_latency 'smartgroups/{id} while a device changes' "/api/mdm/smartgroups/$(estate smartGroups 0)" "$first" limited
measure_latency 'smartgroups/search while a device changes' '/api/mdm/smartgroups/search?pagesize=500' "$first" limited
kill "$changer" 2> /dev/null && wait "$changer" 2> /dev/null || true
printf '\nMemory              %s, %s of it anonymous\n' "$(memory VmRSS)" "$(memory RssAnon)"
stop_server

[ ! -s "$scratch/log" ] || { printf '\nThe servers said:\n' && sed -n 1,20p "$scratch/log"; }
[ -z "$missing_routes" ] || fail "Not answered well: ${missing_routes#, }."
[ -z "$slow_routes" ] || fail "More than 5 of 100 requests took longer than they may: ${slow_routes#, }."
