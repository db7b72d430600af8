# shellcheck shell=bash
# What the scripts need on a machine, and how they get it. Sourced by the other scripts.

# Folder of the package.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export root

# Ends the script with a sentence.
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# Says what comes next.
announce() {
    printf '\n== %s\n' "$*"
}

# Puts a Swift of at least version 6.2 on the path.
require_swift() {
    local folder version
    for folder in '' /opt/swift/usr/bin /opt/swift/bin; do
        version=$(PATH=${folder:+$folder:}$PATH swift --version 2> /dev/null |
            sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p') || true
        # Two words: major and minor.
        # shellcheck disable=SC2086
        if is_new_enough $version; then
            PATH=${folder:+$folder:}$PATH
            export PATH
            return
        fi
    done
    if [ "$(uname)" = Darwin ]; then
        fail 'Swift 6.2 or newer is missing. Install Xcode 26, then: sudo xcode-select --switch /Applications/Xcode.app'
    fi
    fail 'Swift 6.2 or newer is missing: see https://www.swift.org/install, and put it on the PATH or in /opt/swift.'
}

is_new_enough() {
    [ $# -eq 2 ] && { [ "$1" -gt 6 ] || { [ "$1" -eq 6 ] && [ "$2" -ge 2 ]; }; }
}

# Installs Debian packages that are missing, or says how to.
#
# $1…  sqlite, zlib, requests and jsonschema (of Python), pip, venv, strip, chromedriver, or a program named as its package:
#      git, curl, wrk, chromium
require() {
    local tool missing=''
    for tool; do
        case $tool in
        sqlite) has_header sqlite3.h || missing="$missing libsqlite3-dev" ;;
        zlib) has_header zlib.h || missing="$missing zlib1g-dev" ;;
        requests | jsonschema) python3 -c "import $tool" 2> /dev/null || missing="$missing python3-$tool" ;;
        pip) python3 -m pip --version > /dev/null 2>&1 || missing="$missing python3-pip" ;;
        strip) command -v strip > /dev/null || missing="$missing binutils" ;;
        venv) python3 -c 'import ensurepip, venv' 2> /dev/null || missing="$missing python3-venv" ;;
        chromedriver) command -v chromedriver > /dev/null || missing="$missing chromium-driver" ;;
        *) command -v "$tool" > /dev/null || missing="$missing $tool" ;;
        esac
    done
    missing=${missing# }
    [ -n "$missing" ] || return 0
    if [ "$(uname)" = Darwin ]; then
        missing=${missing/libsqlite3-dev/sqlite}
        fail "Missing: $missing. Install them with: brew install ${missing/zlib1g-dev/zlib}"
    fi
    command -v apt-get > /dev/null ||
        fail "Missing: $missing (names of Debian's packages). Install them with your package manager."
    if [ "$(id -u)" = 0 ]; then
        install_packages '' "$missing"
    elif sudo -n true 2> /dev/null; then
        install_packages 'sudo -n' "$missing"
    else
        fail "Missing: $missing. Install them with: sudo apt-get update && sudo apt-get install --yes $missing"
    fi
}

# A header of a system library that is built against; on macOS they come with Xcode.
has_header() {
    [ "$(uname)" = Darwin ] || [ -e "/usr/include/$1" ] || [ -e "/usr/local/include/$1" ]
}

# $1 Prefix of the commands   $2 Packages, separated by spaces
install_packages() {
    announce "Installing $2"
    # Several words each.
    # shellcheck disable=SC2086
    {
        $1 apt-get -qq update < /dev/null &&
            $1 env DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends $2 < /dev/null
    } > /dev/null || fail "Installing failed. By hand: ${1:+sudo }apt-get install --yes $2"
}

# A port nobody listens on.
free_port() {
    local port
    while :; do
        port=$((20000 + RANDOM))
        if ! (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then
            printf '%s' "$port"
            return
        fi
    done
}

# Runs a build or tests, leaves of the output what a person should read, and shows how far it is. The variable "tests" has
# the number of tests there are, if it is known.
with_progress() {
    if command -v python3 > /dev/null; then
        python3 "$root/Scripts/progress.py" "${tests-0}" "$@"
    else
        "$@" < /dev/null 2>&1
    fi
}
