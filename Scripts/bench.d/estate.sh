# shellcheck shell=bash
# A console with 100,000 devices, and how long its answers take. Sourced by what Scripts/bench sources.
# Variables are set there, and read there.
# shellcheck disable=SC2034,SC2154

require python3

connections=$(getconf _NPROCESSORS_ONLN)
[ "$connections" -le 4 ] || connections=4
# What must not take longer, in milliseconds, for 95 of 100 requests.
limit=100
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

# Fills the database of a console that has been started once.
#
# $1… Options of seed.py
fill_estate() {
    announce "$(uname -sm), $(getconf _NPROCESSORS_ONLN) processors; $connections connections, $seconds s each; 100,000 devices"
    start_console estate
    find_console "$scratch/ready.json"
    stop_server
    announce 'Filling the database'
    python3 "$root/Scripts/bench.d/seed.py" "$scratch/estate" "$@" > "$scratch/estate.json"
}

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

# The head of the table, and the framework alone.
measure_bare() {
    local port
    printf '\n%-44s %10s %9s %9s %9s %7s %7s\n' Route requests/s 'p50 ms' 'p95 ms' 'p99 ms' refused lost
    port=$(free_port)
    "$mockuem" bare --port "$port" > /dev/null 2>> "$scratch/log" &
    server=$!
    wait_for_answer "$port" /
    origin=http://127.0.0.1:$port
    measure_latency 'bare framework, text' / '' ''
    stop_server
}

# What was not as it has to be, if anything.
judge_estate() {
    [ ! -s "$scratch/log" ] || { printf '\nThe servers said:\n' && sed -n 1,20p "$scratch/log"; }
    [ -z "$missing_routes" ] || fail "Not answered well: ${missing_routes#, }."
    [ -z "$slow_routes" ] || fail "More than 5 of 100 requests took longer than they may: ${slow_routes#, }."
}
