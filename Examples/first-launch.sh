#!/usr/bin/env bash
# The first launch of an app in app-review mode, call by call, as an SDK client makes it.
#
#   Examples/first-launch.sh [READY_FILE]
#
# READY_FILE is what `mockuem serve --ready-file FILE` writes; without it the console that was started in
# this folder is asked. Every answer is checked the way a client depends on it; the first that is not as a client
# needs it ends the script with a sentence and exit code 1.
set -euo pipefail
# --help is the comment above.
case ${1-} in -h | --help) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" && exit ;; esac

fail() {
    # The first failure is said, and no other.
    [ ! -e "${scratch-}/failed" ] || exit 1
    printf 'first-launch: %s\n' "$*" >&2
    # A command substitution among the arguments of a command ends only itself: the command looks for this.
    [ "${BASH_SUBSHELL:-0}" = 0 ] || : > "$scratch/failed"
    exit 1
}

# shellcheck source-path=SCRIPTDIR source=console.sh
. "$(dirname "${BASH_SOURCE[0]}")/console.sh"
find_console "$@"
scratch=$(mktemp -d "${TMPDIR:-/tmp}/first-launch.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

server=$(origin "$https")
device=$(new_device)
commonGroup=ABCDE12345.$bundleId
json='application/json; charset=utf-8'
step=0

# --- Asking and checking ------------------------------------------------------------------------------------------

# Sends a request; its answer is in $status, $version, and the files head and body.
#
# $1  Method   $2  Path and query   $3…  More arguments for curl
call() {
    local method=$1 path=$2
    shift 2
    request="$method $path"
    [ "$method" != HEAD ] || set -- --head "$@"
    [ "$method" = HEAD ] || set -- --request "$method" "$@"
    : > "$scratch/body"
    status=$(curl --silent --show-error --max-time 30 --cacert "$ca" --dump-header "$scratch/head" \
        --output "$scratch/body" --write-out '%{http_code}' "$@" "$server$path") ||
        fail "$request got no answer. Is MockUEM running at $server?"
    version=$(tr -d '\r' < "$scratch/head" | sed -n 's/^x-aw-version: *//p' | sed -n '$p')
}

# Sends a request of the app, signed with the token of its login.
#
# $1  Method   $2  Path and query   $3  Content-Type   $4  Body, or nothing
signed() {
    local date file=''
    date=$(date -u +%Y-%m-%dT%H:%M:%S)
    if [ -n "${4-}" ]; then
        file=$scratch/sent
        printf '%s' "$4" > "$file"
    fi
    call "$1" "$2" -H "Content-Type: $3" -H "DATE: $date" -H "aw-device-uid: $device" \
        -H "aw-auth-group-id: $bundleId" -H 'AW-AUTH-SIGNATURE-VERSION: 1' -H 'AW-AUTH-REALM: device' \
        -H 'AW-AUTH-SIGNATURE-METHOD: HMAC-SHA256' \
        -H "AUTHORIZATION: $device:$(signature "$token" "$1" "$server$2" "$3" "$date" "$device" "$file")" \
        ${file:+--data-binary "@$file"}
}

# Sends a request as the administrator.
admin() {
    call GET "$1" -H "Authorization: Bearer $adminToken"
    [ "$status" = 200 ] || fail "$request answered $status instead of 200: $(text)"
}

# The body of the answer, cut to a readable length.
text() {
    head -c 300 "$scratch/body"
}

# A string of the JSON object in the body; a missing one ends the script.
string() {
    local value
    value=$(json_string "$1" < "$scratch/body")
    [ -n "$value" ] || fail "$request answered without \"$1\": $(text)"
    printf '%s' "$value"
}

# What every answer has to have: the status, and the console's version, without which a client discards it.
expect() {
    [ "$status" = "$1" ] || fail "$request answered $status instead of $1: $(text)"
    [ -n "$version" ] || fail "$request answered without x-aw-version; a client discards that."
}

# The body has to contain a text.
expect_text() {
    grep -qF -- "$1" "$scratch/body" || fail "$request answered without $1: $(text)"
}

# Prints, unless finding out what to print has failed.
show() {
    [ ! -e "$scratch/failed" ] || exit 1
    # shellcheck disable=SC2059
    printf "$@"
}

# One line for a step that went well: what was called, the status, the interesting fact.
say() {
    step=$((step + 1))
    show '%2d  %-28s %s  %s\n' "$step" "$1" "$status" "$2"
}

# --- Is there a console? ------------------------------------------------------------------------------------------

printf 'First launch of %s on device %s\nat %s\n\n' "$bundleId" "$device" "$server"

call HEAD / -H 'User-Agent: Airwatch'
expect 200
say 'HEAD /' "a console, version $version"

call HEAD /deviceservices/AuthenticationEndpoint.aws -H 'User-Agent: Airwatch'
expect 200
say 'HEAD AuthenticationEndpoint' "a console, version $version"

# An app with autodiscovery asks for the domain of the address a user types; others have server and group typed.
if [ -n "$emailDomain" ]; then
    call GET "/autodiscovery/awcredentials.aws/v2/domainlookup/domain/$emailDomain"
    if [ "$status" = 204 ]; then
        say 'Autodiscovery' "no group lists $emailDomain any more: server and group are typed"
    else
        expect 200
        say 'Autodiscovery' "$emailDomain leads to $(string GroupId)"
    fi
fi

call HEAD /deviceservices/awmdmsdk/v1/platform/2/uid/abcdef1234567890abcdef1234567890abcdef12/status
expect 200
say 'HEAD status' 'reachable'

# --- Signing in ---------------------------------------------------------------------------------------------------

call GET /deviceservices/AuthenticationEndpoint.aws -H "ActivationCode: $groupId" -H "Udid: $device" \
    -H 'DeviceType: 2' -H "BundleId: $bundleId" -H "RequestingApp: $bundleId" -H 'AuthenticationType: 1' \
    -H "AuthenticationGroup: $commonGroup" -H 'RedirectUrl: sdksampleApp://SAMLAuthentication?'
expect 200
[ -s "$scratch/body" ] || fail "$request answered without a body; that crashes a client."
say 'SAML probe' "$(text): user name and password, no SAML"

# Signs in for an authentication group; the secret of the credential is then in $token.
log_in() {
    call POST /deviceservices/AuthenticationEndpoint.aws -H 'Content-Type: application/json' \
        -H 'Accept: application/json' --data-binary "{
    \"Username\": \"$(escape_json "$user")\",
    \"Password\": \"$(escape_json "$password")\",
    \"ActivationCode\": \"$groupId\",
    \"Udid\": \"$device\",
    \"DeviceType\": \"2\",
    \"BundleId\": \"$bundleId\",
    \"RequestingApp\": \"$bundleId\",
    \"AuthenticationType\": \"2\",
    \"AuthenticationGroup\": \"$1\"
}"
    expect 200
    code=$(string StatusCode)
    [ "$code" = AUTH-0 ] || fail "The login was refused with $code: $(text)"
    token=$(string AWHMACKey | unescape_json)
    userId=$(string UserId)
    string Username > /dev/null
    string IsEulaAcceptanceRequired > /dev/null
}

log_in "$commonGroup"
say 'Login, common group' "AUTH-0, user $userId, a key of ${#token} characters"
log_in "$bundleId"
say 'Login, app' "AUTH-0, user $userId, a key of ${#token} characters"

# --- With the credential of the app -------------------------------------------------------------------------------

signed GET "/DeviceServices/iOS/SettingsEndpoint.aspx?bundleid=$bundleId&configtypeid=21&deviceType=2&groupid=$groupId&uid=$device" \
    text/html
expect 200
expect_text '<plist'
expect_text PasscodePoliciesV2
say 'SDK profile' "a property list of $(($(wc -c < "$scratch/body"))) bytes with $(grep -o '[A-Za-z]*V2<' \
    "$scratch/body" | sort -u | wc -l | tr -d ' ') payloads"

signed GET "/deviceservices/awmdmsdk/v1/platform/2/uid/$device/user" "$json"
expect 200
[ "$(string UserId)" = "$userId" ] || fail "$request names user $(string UserId), the login named $userId."
say 'User' "$(string UserName) in $(string LocationGroup), active: $(string IsActive)"

signed GET "/deviceservices/awmdmsdk/v3/users/userid/$userId" "$json"
expect 200
[ "$(string UserId)" = "$userId" ] || fail "$request names user $(string UserId), the login named $userId."
say 'User details' "$(string FirstName) $(string LastName), $(string Email)"

signed POST /deviceservices/awmdmsdk/v3/processor "$json" "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<plist version=\"1.0\"><dict>
    <key>Status</key><integer>4</integer>
    <key>UDID</key><string>$device</string>
    <key>CommandUUID</key><string></string>
    <key>Requestor</key><string>$bundleId</string>
</dict></plist>"
expect 200
[ ! -s "$scratch/body" ] || fail "$request has a command for a device nobody knows: $(text)"
say 'Command processor, idle' 'nothing to do'

signed POST /deviceservices/AirWatchBeacon.svc/checkin "$json" "{\"payLoad\": {
    \"DeviceIdentifier\": \"$device\", \"DeviceType\": \"2\", \"BundleId\": \"$bundleId\",
    \"Name\": \"Example iPhone\", \"FriendlyName\": \"Example iPhone\", \"Model\": \"iPhone\", \"OsVersion\": \"17.3\",
    \"AWVersion\": \"1.0.0\", \"IsCompromised\": \"0\", \"TransactionIdentifier\": \"$(date +%s)\"
}}"
expect 200
expect_text '{"d":{"Status":1}}'
say 'Beacon' "$(text)"

signed POST "/deviceServices/awmdmsdk/v1/platform/2/uid/$device/logging" "$json" "{
    \"BundleId\": \"$bundleId\", \"AppVersion\": \"1.0.0\", \"LogType\": \"1\", \"LogLevel\": \"1\",
    \"LogData\": \"Example iPhone, 17.3\\n\\n10:20:30 The first launch worked.\\n\"
}"
expect 200
say 'Log upload' 'accepted'

# --- The next launch asks for the status --------------------------------------------------------------------------

call GET "/deviceservices/awmdmsdk/v1/platform/2/uid/$device/status" -H "Content-Type: $json"
expect 200
for setting in ismanaged enrollmentstatus compliancestatus managedby groupcode devicelocationgroup; do
    expect_text "\"$setting\""
done
tr -d ' \n' < "$scratch/body" | tr '}' '\n' | grep '"enrollmentstatus"' | grep -Eq '"SettingValue":"?4"?(,|$)' ||
    fail "$request does not call the device enrolled: $(text)"
say 'Status' 'enrolled'

# --- What the console knows now -----------------------------------------------------------------------------------

# A number of the JSON object in the body.
number() {
    sed -n 's/.*"'"$1"'" *: *\([0-9]*\).*/\1/p' "$scratch/body" | sed -n 1p
}

printf '\nThe console knows\n'
admin "/_mock/devices/$device"
[ "$(string user)" = "$user" ] || fail "$request names user $(string user) instead of $user."
show '    device   %s, %s, iOS %s, %s in %s\n' "$(string friendlyName)" "$(string model)" "$(string osVersion)" \
    "$(string enrollmentStatus)" "$(string groupName)"

admin "/_mock/devices/$device/beacons"
[ "$(number total)" = 1 ] || fail "$request lists $(number total) beacons instead of 1."
show '    beacons  1, received %s\n' "$(string receivedAt)"

admin "/_mock/devices/$device/logs"
[ "$(number total)" = 1 ] || fail "$request lists $(number total) logs instead of 1."
log=$(number id)
admin "/_mock/devices/$device/logs/$log"
expect_text 'The first launch worked.'
show '    logs     1: %s\n' "$(tail -n 1 "$scratch/body")"

printf '\nEverything is as a client needs it.\n'
