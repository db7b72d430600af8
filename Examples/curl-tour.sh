#!/usr/bin/env bash
# A device in ten lines of curl: the bearer token of the login opens what a client signs for.
#
#   Examples/curl-tour.sh [READY_FILE]
#
# READY_FILE is what `mockuem serve --ready-file FILE` writes; without it the console of a start with defaults in
# this folder is asked. Every command is shown before it runs; the first that fails ends the script.
set -euo pipefail

fail() {
    printf 'curl-tour: %s\n' "$*" >&2
    exit 1
}

# shellcheck source-path=SCRIPTDIR source=console.sh
. "$(dirname "${BASH_SOURCE[0]}")/console.sh"
find_console "$@"
device=$(new_device)

# Shows a command ready to paste, runs it, and shows the beginning of what it prints.
show() {
    local argument
    printf '\n$ curl --cacert %s' "$ca"
    for argument; do
        case $argument in
        *[!A-Za-z0-9_:/.=-]*) printf " '%s'" "$argument" ;;
        *) printf ' %s' "$argument" ;;
        esac
    done
    printf '\n'
    answer=$(curl --silent --show-error --fail-with-body --max-time 30 --cacert "$ca" "$@") ||
        fail "That failed. ${answer:-Is MockUEM running at $https?}"
    printf '%s\n' "$answer" | sed -n "1,${lines:-4}p" | cut -c 1-300
}

devices=$https/deviceservices/awmdmsdk/v1/platform/2/uid/$device
login='{"Username":"'$(escape_json "$user")'","Password":"'$(escape_json "$password")'","ActivationCode":"'$groupId'",
 "Udid":"'$device'","DeviceType":"2","BundleId":"'$bundleId'","AuthenticationType":"2"}'
beacon='{"payLoad":{"DeviceIdentifier":"'$device'","BundleId":"'$bundleId'","Name":"curl","DeviceType":"2","IsCompromised":"0"}}'
log='{"BundleId":"'$bundleId'","AppVersion":"1.0","LogType":"1","LogLevel":"1","LogData":"Sent by curl.\n"}'
json='Content-Type: application/json'

show --head "$https/deviceservices/AuthenticationEndpoint.aws"
if [ -n "$emailDomain" ]; then
    # An app with autodiscovery asks this for the address a user types, here any of the group's e-mail domain.
    show "$https/autodiscovery/awcredentials.aws/v2/domainlookup/domain/$user%40$emailDomain"
fi
show "$https/deviceservices/AuthenticationEndpoint.aws" -H "$json" -d "$login"
bearer="Authorization: Bearer $(printf '%s' "$answer" | json_string AccessToken | unescape_json)"
lines=12 show -H "$bearer" "$https/deviceservices/iOS/SettingsEndpoint.aspx?bundleid=$bundleId&configtypeid=21&uid=$device"
show -H "$bearer" "$devices/user"
show -H "$bearer" "$https/deviceservices/AirWatchBeacon.svc/checkin" -H "$json" -d "$beacon"
show -H "$bearer" "$devices/logging" -H "$json" -d "$log"
show "$devices/status"
show -H "Authorization: Bearer $adminToken" "$https/_mock/devices/$device"
show -H "Authorization: Bearer $adminToken" "$https/_mock/devices/$device/beacons"
show -H "Authorization: Bearer $adminToken" "$https/_mock/devices/$device/logs"

printf '\nThe console knows device %s: a profile fetched, a beacon and a log received.\n' "$device"
