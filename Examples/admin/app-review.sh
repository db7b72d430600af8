#!/usr/bin/env bash
# An environment for App Review, made from nothing: through the admin REST API of a real console, and through /_mock
# for what that cannot do.
#
#   Examples/admin/app-review.sh [READY_FILE] [--ipa FILE] [--bundle-id ID] [--output FILE]
#
# READY_FILE is what `mockuem serve --ready-file FILE` writes; without it the console that was started in
# this folder is asked. Without --ipa a small package is made here. What a device needs to sign in is written to FILE
# (app-review.json), in the form of a ready file: try it with
#
#   Examples/first-launch.sh app-review.json
#
# Needs bash 3.2, curl, openssl and, without --ipa, python3. The first answer that is not as it has to be ends the
# script with a sentence and exit code 1.
set -euo pipefail
# --help is the comment above.
case ${1-} in -h | --help) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" && exit ;; esac

fail() {
    # The first failure is said, and no other.
    [ ! -e "${scratch-}/failed" ] || exit 1
    printf 'app-review: %s\n' "$*" >&2
    # A command substitution among the arguments of a command ends only itself: the command looks for this.
    [ "${BASH_SUBSHELL:-0}" = 0 ] || : > "$scratch/failed"
    exit 1
}

ready='' ipa='' bundle=com.example.review output=app-review.json
while [ $# -gt 0 ]; do
    case $1 in
    --ipa | --bundle-id | --output)
        [ $# -gt 1 ] || fail "$1 takes a value."
        case $1 in
        --ipa) ipa=$2 ;;
        --bundle-id) bundle=$2 ;;
        --output) output=$2 ;;
        esac
        shift 2
        ;;
    -*) fail "There is no option $1, only --ipa, --bundle-id and --output." ;;
    *) ready=$1 && shift ;;
    esac
done

# shellcheck source-path=SCRIPTDIR source=../console.sh
. "$(dirname "${BASH_SOURCE[0]}")/../console.sh"
find_console ${ready:+"$ready"}
adminUser=$(console_value adminUser) adminPassword=$(console_value adminPassword)
tenantCode=$(console_value tenantCode)
[ -n "$adminUser" ] && [ -n "$tenantCode" ] || fail "$console_file does not say adminUser and tenantCode."
[ -z "$ipa" ] || [ -r "$ipa" ] || fail "The package $ipa cannot be read."

scratch=$(mktemp -d "${TMPDIR:-/tmp}/app-review.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
server=$(origin "$https")
step=0

# --- Asking and checking ------------------------------------------------------------------------------------------

# Sends a request as the administrator; its answer is in $status and the file body.
#
# $1  Method   $2  Path and query   $3  Status it has to have   $4…  More arguments for curl
call() {
    local method=$1 path=$2 wanted=$3
    shift 3
    request="$method $path"
    : > "$scratch/body"
    status=$(curl --silent --show-error --max-time 600 --cacert "$ca" --user "$adminUser:$adminPassword" \
        --header "aw-tenant-code: $tenantCode" --header "Accept: application/json;version=${version:-1}" \
        --request "$method" --output "$scratch/body" --write-out '%{http_code}' "$@" "$server$path") ||
        fail "$request got no answer. Is MockUEM running at $server?"
    [ "$status" = "$wanted" ] || fail "$request answered $status instead of $wanted: $(head -c 500 "$scratch/body")"
}

# Sends JSON.
#
# $1  Method   $2  Path and query   $3  Status it has to have   $4  Body
send() {
    call "$1" "$2" "$3" --header 'Content-Type: application/json' --data-binary "$4"
}

# A text of the JSON in the body, or a number; a missing one ends the script.
value() {
    local found
    found=$(json_string "$1" < "$scratch/body" | unescape_json)
    [ -n "$found" ] || found=$(sed -nE 's/.*"'"$1"'" *: *([0-9]+).*/\1/p' "$scratch/body" | sed -n 1p)
    [ -n "$found" ] || fail "$request answered without \"$1\": $(head -c 500 "$scratch/body")"
    printf '%s' "$found"
}

# The body has to contain a text.
expect_text() {
    grep -qF -- "$1" "$scratch/body" || fail "$request answered without $1: $(head -c 2000 "$scratch/body")"
}

# One line for a step that went well.
say() {
    [ ! -e "$scratch/failed" ] || exit 1
    step=$((step + 1))
    printf '%2d  %-34s %s  %s\n' "$step" "$1" "$status" "$2"
}

# --- The organization group and its reviewer ----------------------------------------------------------------------

printf 'An environment for App Review at %s\n\n' "$server"

call GET /api/system/info 200
say 'System information' "version $(value ProductVersion)"

code=review-$(openssl rand -hex 3)
version=2 send POST /api/system/groups/7 200 "{
    \"Name\": \"App Review\", \"GroupId\": \"$code\", \"LocationGroupType\": \"Customer\",
    \"Country\": \"United States\", \"Locale\": \"English (United States)\", \"EnableRestApiAccess\": true
}"
group=$(value Id)
# From here on with the group's own key, which sees nothing else.
tenantCode=$(value DefaultAdminApiKey)
say 'Organization group' "$code, id $group, with an API key"

password=$(openssl rand -hex 8)
send POST /api/system/users/adduser 200 "{
    \"UserName\": \"reviewer\", \"Password\": \"$password\", \"SecurityType\": \"2\", \"Status\": \"true\",
    \"FirstName\": \"App\", \"LastName\": \"Review\", \"Email\": \"reviewer@example.test\", \"LocationGroupId\": \"$group\"
}"
user=$(value Value)
say 'User' "reviewer, id $user"

# A console requires MDM enrollment until a group switches it off, and reviewers do not enroll with MDM.
send PATCH "/_mock/groups/$code/settings" 200 '{
    "requireMDMEnrollment": false, "forceToken": false, "authenticationTypes": ["usernameAndPassword"]
}'
say 'Settings of the group' 'no MDM enrollment, user name and password'

# --- Who gets the app, and how it behaves -------------------------------------------------------------------------

send POST /api/mdm/smartgroups 201 "{
    \"Name\": \"Review devices\", \"CriteriaType\": \"UserDevice\", \"ManagedByOrganizationGroupId\": \"$group\",
    \"UserAdditions\": [{\"Id\": \"$user\"}]
}"
smartGroup=$(value Value)
say 'Smart group' "id $smartGroup, with the reviewer as an added user"

send POST /_mock/profiles 201 "{
    \"name\": \"App Review\", \"group\": \"$code\", \"payloads\": [
        {\"PayloadType\": \"PasscodePoliciesV2\", \"AuthenticationType\": 0, \"PasscodeMode\": 0,
         \"EnableSingleSignOn\": false},
        {\"PayloadType\": \"LoggingSettingsV2\", \"LoggingLevel\": 2}
    ]
}"
profile=$(value uuid)
say 'SDK profile' "$profile"

# --- The app ------------------------------------------------------------------------------------------------------

if [ -z "$ipa" ]; then
    ipa=$scratch/Review.ipa
    python3 - "$ipa" "$bundle" <<'PYTHON'
import plistlib, sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("Payload/Review.app/Info.plist", plistlib.dumps({
        "CFBundleIdentifier": sys.argv[2], "CFBundleName": "Review", "CFBundleDisplayName": "Review",
        "CFBundleShortVersionString": "1.0.0", "CFBundleVersion": "1", "MinimumOSVersion": "16.0",
        "UIDeviceFamily": [1, 2], "DTPlatformName": "iphoneos"}, fmt=plistlib.FMT_BINARY))
    archive.writestr("Payload/Review.app/Review", bytes(64 * 1024))
PYTHON
fi

call POST "/api/mam/blobs/uploadblob?fileName=Review.ipa&organizationGroupId=$group" 200 \
    --header 'Content-Type: application/octet-stream' --data-binary "@$ipa"
blob=$(value Value)
say 'Package uploaded' "blob $blob, $(wc -c < "$ipa" | tr -d ' ') bytes"

send POST /api/mam/apps/internal/begininstall 200 "{
    \"BlobId\": \"$blob\", \"FileName\": \"Review.ipa\", \"DeviceType\": \"Apple\", \"ApplicationName\": \"Review\",
    \"SupportedModels\": {\"Model\": [{\"ModelId\": 1, \"ModelName\": \"iPhone\"}]}, \"PushMode\": \"Auto\",
    \"LocationGroupId\": \"$group\"
}"
app=$(sed -nE 's/.*"Id":\{"Value":([0-9]+)\}.*/\1/p' "$scratch/body")
[ -n "$app" ] || fail "$request answered without an id: $(head -c 500 "$scratch/body")"
appUUID=$(value Uuid)
bundle=$(value BundleId)
say 'App' "$bundle, version $(value AppVersion), id $app"

send PUT "/_mock/applications/$appUUID/profile" 200 "{\"mode\": \"custom\", \"profile\": \"$profile\"}"
say 'SDK profile of the app' 'its own'

send POST "/api/mam/apps/internal/$app/assignments" 201 "{
    \"SmartGroupIds\": [$smartGroup],
    \"DeploymentParameters\": {\"PushMode\": \"Auto\", \"RemoveOnUnEnroll\": true, \"VisibleInAppCatalog\": true}
}"
say 'Assignment' "to smart group $smartGroup"

# --- Is it what it has to be? -------------------------------------------------------------------------------------

call GET "/api/mam/apps/internal/$app" 200
expect_text '"Status":"Active"'
expect_text "\"ManagedBy\":\"$group\""
expect_text "\"SmartGroupId\":$smartGroup"
expect_text "\"SdkProfileUuid\":\"$profile\""
say 'App, read back' 'active, assigned, with its SDK profile'

call GET "/api/mam/apps/search?bundleid=$bundle&locationgroupid=$group" 200
expect_text '"Total":1'
say 'App, searched' 'found once'

# The form of a ready file, for first-launch.sh.
umask 077
cat > "$output" <<JSON
{
  "http" : "$http",
  "https" : "$https",
  "ca" : "$ca",
  "groupId" : "$code",
  "user" : "reviewer",
  "password" : "$password",
  "bundleId" : "$bundle",
  "adminUser" : "$adminUser",
  "adminPassword" : "$(escape_json "$adminPassword")",
  "tenantCode" : "$tenantCode",
  "adminToken" : "$adminToken"
}
JSON

printf '\nThe environment is ready: reviewer signs in to %s. Try it: Examples/first-launch.sh %s\n' "$code" "$output"
