# shellcheck shell=bash
# What the examples share: where the console is, and how a device signs a request.
#
# Sourced by first-launch.sh, curl-tour.sh and Scripts/bench. Needs bash 3.2, curl and openssl (or LibreSSL).

# Finds a console and sets http, https, ca, groupId, user, password, bundleId, adminToken, tenantCode, oauthClientId,
# oauthClientSecret and emailDomain, the first domain that autodiscovery finds the group by (empty if there is none).
#
# $1  The file `mockuem serve --ready-file FILE` has written; without it, the console that was started here, whatever its ports.
find_console() {
    local folder=.mockuem key
    if [ $# -gt 0 ]; then
        [ -e "$1" ] || fail "The ready file $1 is missing."
        [ -r "$1" ] || fail "The ready file $1 cannot be read."
        console_file=$1
    else
        [ -d "$folder" ] || folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/.mockuem
        # There as long as a console runs, with its URLs; the other has what an earlier version kept.
        console_file=$folder/ready.json
        [ -r "$console_file" ] || console_file=$folder/credentials.json
        [ -r "$console_file" ] || fail "There is no $console_file: start MockUEM here, or name its ready file."
    fi
    http=$(console_value http) https=$(console_value https) ca=$(console_value ca)
    : "${http:=http://localhost:8080}" "${https:=https://localhost:8443}" "${ca:=$folder/ca.pem}"
    for key in groupId user password bundleId adminToken; do
        [ -n "$(console_value "$key")" ] || fail "$console_file does not say the $key."
    done
    groupId=$(console_value groupId) user=$(console_value user) password=$(console_value password)
    bundleId=$(console_value bundleId) adminToken=$(console_value adminToken)
    tenantCode=$(console_value tenantCode) oauthClientId=$(console_value oauthClientId)
    oauthClientSecret=$(console_value oauthClientSecret) emailDomain=$(console_value emailDomains)
    emailDomain=${emailDomain%%,*}
    [ -r "$ca" ] || fail "The certificate $ca cannot be read."
    export http https ca groupId user password bundleId adminToken tenantCode oauthClientId oauthClientSecret
    export emailDomain
}

# The value of a key in the console's file, which has one key a line.
console_value() {
    json_string "$1" < "$console_file" | unescape_json
}

# A string with this name in the JSON on standard input, escaped as it stands there. It knows no nesting: meant for
# a file with one key a line, or an object with each name once.
json_string() {
    sed -nE 's/.*"'"$1"'" *: *"(([^"\\]|\\.)*)".*/\1/p' | sed -n 1p
}

# Undoes the escapes of slash, quote and backslash.
unescape_json() {
    sed -e 's/\\\([\/"\\]\)/\1/g'
}

# A text as the inside of a JSON string.
escape_json() {
    printf '%s' "$1" | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g'
}

# The HMAC-SHA256 signature of a device request.
#
# $1  HMAC token of the login: its bytes are the key, whatever they look like
# $2  Method, in upper case
# $3  URL as it is requested
# $4  Content-Type, or nothing
# $5  DATE
# $6  Device identifier (the header aw-device-uid)
# $7  File with the body, or nothing
signature() {
    local resource=${3#*://} digest='' key
    resource=$(printf '%s' "${resource%%\?*}" | tr '[:upper:]' '[:lower:]')
    [ -z "${7-}" ] || digest=$(openssl dgst -sha256 -binary "$7" | openssl base64 -A)
    key=$(printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n')
    # After the method come nine header lines: Content-Encoding, Content-Language, Content-Type, DATE,
    # If-Modified-Since, If-Match, If-None-Match, If-Unmodified-Since, Range; then the aw- headers, the
    # resource without query, and the digest of the body.
    printf '%s\n\n\n%s\n%s\n\n\n\n\n\naw-device-uid:%s\n%s%s' "$2" "$4" "$5" "$6" "$resource" "$digest" |
        openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A
}

# An origin as curl requests it: lower case, without the port that goes without saying.
origin() {
    printf '%s' "$1" | tr '[:upper:]' '[:lower:]' | sed -e 's#^\(https://.*\):443$#\1#' -e 's#^\(http://.*\):80$#\1#'
}

# A device identifier nobody had before: 40 hexadecimal digits.
new_device() {
    openssl rand -hex 20
}
