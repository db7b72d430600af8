#!/usr/bin/env bash
# A test with curl alone: in a sandbox an app meets a console that is down, signs in, and is verified.
#
#   Examples/mock-control.sh [READY_FILE]
#
# READY_FILE is what `mockuem serve --ready-file FILE` writes; without it the console that was started in this folder is
# asked. The first step that fails ends the script, and the sandbox is deleted in any case.
set -euo pipefail
# --help is the comment above.
case ${1-} in -h | --help) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" && exit ;; esac

fail() {
    printf 'mock-control: %s\n' "$*" >&2
    exit 1
}

# shellcheck source-path=SCRIPTDIR source=console.sh
. "$(dirname "${BASH_SOURCE[0]}")/console.sh"
find_console "$@"
device=$(new_device)

# Calls a route below /_mock with a token: $1 token, $2 method, $3 path, $4 body
mock() {
    curl --silent --show-error --fail-with-body --max-time 60 --header "Authorization: Bearer $1" \
        --request "$2" "$http/_mock/$3" ${4:+--data "$4"} || fail "$2 /_mock/$3 failed."
}

# Fails unless a verification passed, and says what came nearest.
passed() {
    case $1 in
    *'"passed":true'*) printf 'passed: %s\n' "$2" ;;
    *) fail "$2: $1" ;;
    esac
}

# The app: signs in and prints the status of the answer.
sign_in() {
    curl --silent --output /dev/null --write-out '%{http_code}' --max-time 30 \
        "$sandbox_http/deviceservices/AuthenticationEndpoint.aws" --data '{"Username":"'"$user"'","Password":"'"$password"'",
        "ActivationCode":"'"$groupId"'","Udid":"'"$device"'","DeviceType":"2","BundleId":"'"$bundleId"'",
        "AuthenticationType":"2"}'
}

sandbox=$(mock "$adminToken" POST sandboxes '{}')
id=$(json_string id <<< "$sandbox")
trap 'mock "$adminToken" DELETE "sandboxes/$id" > /dev/null' EXIT
token=$(json_string adminToken <<< "$sandbox") groupId=$(json_string groupId <<< "$sandbox")
user=$(json_string user <<< "$sandbox") password=$(json_string password <<< "$sandbox")
bundleId=$(json_string bundleId <<< "$sandbox")
sandbox_http=$(json_string http <<< "$sandbox" | unescape_json)
printf 'sandbox %s, organization group %s\n' "$id" "$groupId"

mock "$token" POST faults '{"match":{"path":"/deviceservices/**"},"action":{"status":503},"times":1}' > /dev/null
[ "$(sign_in)" = 503 ] || fail 'The console is not down.'
[ "$(sign_in)" = 200 ] || fail 'The app cannot sign in.'

passed "$(mock "$token" POST wait '{"state":{"device":"'"$device"'","enrollment":"enrolled"},"timeoutSeconds":5}')" \
    'the device is enrolled'
passed "$(mock "$token" POST verify '{"sequence":[{"method":"POST","status":503},{"method":"POST","status":200}]}')" \
    'the app has tried again'
passed "$(mock "$token" POST verify '{"match":{"path":"/deviceservices/**"},"exactly":2}')" 'it has sent nothing else'
mock "$token" POST "clocks/$groupId/advance" '{"days":1}' > /dev/null
printf 'passed: a day\n'
