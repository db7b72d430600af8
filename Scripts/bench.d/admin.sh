# shellcheck shell=bash
# How long the admin REST API takes with 100,000 devices, 10,000 users and 50 smart groups. Sourced by Scripts/bench.
# Variables are set there, and read there.
# shellcheck disable=SC2034,SC2154

# shellcheck source-path=SCRIPTDIR source=estate.sh
. "$root/Scripts/bench.d/estate.sh"

# What every other list must not take longer than, in milliseconds, for 95 of 100 requests.
list_limit=150

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

fill_estate
measure_bare
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

judge_estate
