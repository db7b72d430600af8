#!/usr/bin/env bash
# The first ten minutes with curl: a device signs in, gets its profile and a command, and reports; the console says
# what it knows, and why. The bearer token of the login opens what a client signs for.
#
#   Examples/curl-tour.sh [READY_FILE]
#
# READY_FILE is what `mockuem serve --ready-file FILE` writes; without it the console that was started in
# this folder is asked. Every command is shown before it runs; the first that fails ends the script. The app gets a
# copy of its SDK profile to change, and at the end the profile it had: of the tour only the device and what it sent
# stay.
set -euo pipefail
# --help is the comment above.
case ${1-} in -h | --help) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" && exit ;; esac

fail() {
    printf 'curl-tour: %s\n' "$*" >&2
    exit 1
}

# shellcheck source-path=SCRIPTDIR source=console.sh
. "$(dirname "${BASH_SOURCE[0]}")/console.sh"
find_console "$@"
device=$(new_device)

# --- Asking and showing -------------------------------------------------------------------------------------------

# Prints a word of a command as a shell reads it; what stands in a variable is shown as that variable.
# shellcheck disable=SC2001,SC2016
shown() {
    case $1 in
    "$admin") printf ' "$ADMIN"' ;;
    "${bearer:-none}") printf ' "$BEARER"' ;;
    "$https"*) printf ' "$SERVER%s"' "${1#"$https"}" ;;
    *[!A-Za-z0-9_:/.=-]*) printf " '%s'" "$(sed "s/'/'\\\\''/g" <<< "$1")" ;;
    *) printf ' %s' "$1" ;;
    esac
}

# Shows a command ready to paste, runs it, and shows the beginning of what it prints, or with $only the lines that
# contain a word and those after them. The whole answer is in $answer.
# shellcheck disable=SC2016
show() {
    local argument
    printf '\n$ curl --cacert "$CA"'
    for argument; do shown "$argument"; done
    printf '%s\n' "${only:+ | grep -A 1 $only}"
    answer=$(curl --silent --show-error --fail-with-body --max-time 30 --cacert "$ca" "$@") ||
        fail "That failed. ${answer:-Is MockUEM running at $https?}"
    if [ -n "${only-}" ]; then
        grep -A 1 -- "$only" <<< "$answer" || fail "There is no $only in: $(head -c 300 <<< "$answer")"
    elif [ -n "$answer" ]; then
        sed -n "1,${lines:-4}p" <<< "$answer" | cut -c 1-300
    fi
}

# A text of the answer; a missing one ends the script.
text() {
    local found
    found=$(json_string "$1" <<< "$answer" | unescape_json)
    [ -n "$found" ] || fail "There is no \"$1\" in: $(head -c 300 <<< "$answer")"
    printf '%s' "$found"
}

# The answer has to contain a text.
expect() {
    case $answer in *"$1"*) ;; *) fail "$1 is missing in: $(head -c 600 <<< "$answer")" ;; esac
}

# The heading of a part.
part() {
    printf '\n--- %s\n' "$*"
}

# What a device answers the command processor with.
#
# $1  Status: 4 asks for a command, 1 says that one was carried out   $2  CommandUUID, or nothing
processor_message() {
    printf '<plist version="1.0"><dict><key>Status</key><integer>%s</integer><key>UDID</key><string>%s</string>' \
        "$1" "$device"
    printf '<key>CommandUUID</key><string>%s</string><key>Requestor</key><string>%s</string></dict></plist>' \
        "$2" "$bundleId"
}

# Gives the app back the profile it had, and removes the copy, also when the tour ends early.
put_back() {
    [ -n "${before-}" ] || return 0
    curl --silent --output /dev/null --fail --max-time 30 --cacert "$ca" -H "$admin" -X PUT \
        "$https/_mock/applications/$app/profile" -d "$before" &&
        curl --silent --output /dev/null --fail --max-time 30 --cacert "$ca" -H "$admin" -X DELETE \
            "$https/_mock/profiles/$copy" || printf 'curl-tour: %s keeps the profile of the tour.\n' "$bundleId" >&2
}
trap put_back EXIT

devices=$https/deviceservices/awmdmsdk/v1/platform/2/uid/$device
settings=$https/deviceservices/iOS/SettingsEndpoint.aspx
login='{"Username":"'$(escape_json "$user")'","Password":"'$(escape_json "$password")'","ActivationCode":"'$groupId'",
 "Udid":"'$device'","DeviceType":"2","BundleId":"'$bundleId'","AuthenticationType":"2"}'
beacon='{"payLoad":{"DeviceIdentifier":"'$device'","BundleId":"'$bundleId'","Name":"curl","DeviceType":"2","IsCompromised":"0"}}'
log='{"BundleId":"'$bundleId'","AppVersion":"1.0","LogType":"1","LogLevel":"1","LogData":"Sent by curl.\n"}'
events='{"events":[{"name":"open_report","value":42}]}'
json='Content-Type: application/json'
admin="Authorization: Bearer $adminToken"

printf "$ CA='%s' SERVER='%s'\n$ ADMIN='%s'\n" "$ca" "$https" "$admin"

part 'The app signs in'
show --head "$https/deviceservices/AuthenticationEndpoint.aws"
if [ -n "$emailDomain" ]; then
    # An app with autodiscovery asks this for the address a user types, here any of the group's e-mail domain.
    show "$https/autodiscovery/awcredentials.aws/v2/domainlookup/domain/$user%40$emailDomain"
fi
show "$https/deviceservices/AuthenticationEndpoint.aws" -H "$json" -d "$login"
bearer="Authorization: Bearer $(text AccessToken)"
printf "\n$ BEARER='%s'\n" "$bearer"
show "$devices/status"
show -H "$bearer" "$devices/user"

part 'It gets its SDK profile, and the console says why'
only=LoggingLevel show -H "$bearer" "$settings?bundleid=$bundleId&configtypeid=21&uid=$device"
show -H "$admin" "$https/_mock/devices/$device/explain?bundleId=$bundleId"
expect '"outcome":"profile"'

part 'A setting of the profile is changed, in a copy of it, and served'
show -H "$admin" "$https/_mock/applications?bundleId=$bundleId&group=$groupId"
app=$(text uuid)
mode=$(text mode)
profile=$(sed -nE 's/.*"profiles":\[\{[^}]*"uuid":"([^"]*)".*/\1/p' <<< "$answer")
[ -n "$profile" ] || fail "$bundleId has no SDK profile."
show -H "$admin" "$https/_mock/profiles/$profile/copy" -d '{"name":"Tour '"$(openssl rand -hex 4)"'"}'
copy=$(text uuid)
before='{"mode":"'$mode'"}'
[ "$mode" != custom ] || before='{"profile":"'$profile'"}'
show -H "$admin" -X PUT "$https/_mock/applications/$app/profile" -d '{"profile":"'"$copy"'"}'
show -H "$admin" -X PATCH "$https/_mock/profiles/$copy" -d '{"payloads":{"LoggingSettingsV2":{"LoggingLevel":"error"}}}'
only=LoggingLevel show -H "$bearer" "$settings?bundleid=$bundleId&configtypeid=21&uid=$device"
expect '<integer>0</integer>'

part 'A command is queued, handed out and acknowledged'
show -H "$admin" "$https/_mock/devices/$device/commands" -d '{"requestType":"ShowMessage","settings":{"Text":"Hello"}}'
command=$(text uuid)
lines=20 show -H "$bearer" "$https/deviceservices/awmdmsdk/v3/processor" -d "$(processor_message 4 '')"
expect "$command"
show -H "$bearer" "$https/deviceservices/awmdmsdk/v3/processor" -d "$(processor_message 1 "$command")"
show -H "$admin" "$https/_mock/devices/$device/commands"
expect '"status":"acknowledged"'

part 'The app sends a beacon, a log and an event'
show -H "$bearer" "$https/deviceservices/AirWatchBeacon.svc/checkin" -H "$json" -d "$beacon"
show -H "$bearer" "$devices/logging" -H "$json" -d "$log"
show -H "$bearer" "$https/deviceservices/analytics" -H "$json" -d "$events"

part 'The console has them'
show -H "$admin" "$https/_mock/devices/$device"
for kind in beacons logs analytics; do
    show -H "$admin" "$https/_mock/devices/$device/$kind"
    expect '"total":1'
done

part 'The app gets the profile back that it had'
show -H "$admin" -X PUT "$https/_mock/applications/$app/profile" -d "$before"
show -H "$admin" -X DELETE "$https/_mock/profiles/$copy"
before=''

printf '\nThe console knows device %s: a profile changed and served, a command acknowledged,\n' "$device"
printf 'a beacon, a log and an event received.\n'
