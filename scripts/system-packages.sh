#!/usr/bin/env bash
# Installs the Debian/Ubuntu packages that are missing, and only those: scripts/system-packages.sh run|test|image
#
#   run    what `make run` needs
#   test   what `make test` needs on top of it
#   image  what the container image needs (no optional packages, no package lists left behind)
source "$(dirname "${BASH_SOURCE[0]}")/console.sh"

PURPOSE="${1:-}"
NEEDED=()   # without these it cannot work
OPTIONAL=() # without these it works with less

python_program() { printf '%s' "${PYTHON:-python3}"; }

need() { NEEDED+=("$1"); }
like() { OPTIONAL+=("$1"); }

look_for_run() {
    { have ffmpeg && have ffprobe; } || need ffmpeg
    "$(python_program)" -c 'import ensurepip, venv' >/dev/null 2>&1 || need python3-venv
    # The people in the demo video speak through it; without it they are silent.
    have espeak-ng || like espeak-ng
}

look_for_test() {
    compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || have postgres || need postgresql
    have redis-server || need redis-server
    if ! have chromium && ! have google-chrome && [ -z "${LONGEMO_CHROMIUM:-}" ]; then
        # Ubuntu's package of that name only fetches a snap, which a container or a server cannot run.
        if grep -qs '^ID=ubuntu' /etc/os-release; then
            fail "no Chromium for the browser tests, and Ubuntu has none as a package." \
                "Install Google Chrome, or have one fetched: .venv/bin/playwright install --with-deps chromium" \
                "and name it: LONGEMO_CHROMIUM=/path/to/chrome make test"
        fi
        need chromium
    fi
    have fc-list || need fontconfig
    if ! have fc-list || [ -z "$(fc-list :lang=en 2>/dev/null | head -1)" ]; then need fonts-dejavu-core; fi
}

case "$PURPOSE" in
    run) look_for_run ;;
    test) look_for_run; look_for_test ;;
    image) have ffmpeg || need ffmpeg ;;
    *) fail "scripts/system-packages.sh wants run, test or image, not '$PURPOSE'" ;;
esac

have "$(python_program)" || fail "python3 is not installed." "Install Python 3.11 or newer: apt-get install python3"
"$(python_program)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail \
    "$("$(python_program)" --version 2>&1) is too old: Python 3.11 or newer is needed." \
    "Install a newer one and name it: make PYTHON=python3.12 ..."

if [ "$PURPOSE" != image ]; then
    have node && have npm || fail "node and npm are not installed." \
        "Install Node.js 20.19 or newer with npm (on Debian 12, whose own is older, from the NodeSource packages)."
    node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' \
        || fail "Node.js $(node --version) is too old: 20.19 or newer is needed." \
            "Install Node.js 20 with npm (on Debian 12, whose own is older, from the NodeSource packages)."
fi

if [ ${#NEEDED[@]} -eq 0 ] && [ ${#OPTIONAL[@]} -eq 0 ]; then
    say "system packages: nothing missing"
    exit 0
fi

if ! have apt-get; then
    [ ${#NEEDED[@]} -eq 0 ] && { warn "without apt-get, optional packages stay missing: ${OPTIONAL[*]}"; exit 0; }
    fail "missing here, and there is no apt-get to install them with: ${NEEDED[*]}" \
        "Install them by this system's own means (names as in Debian), then run the command again."
fi
if [ "$(id -u)" -ne 0 ] && ! have sudo; then
    [ ${#NEEDED[@]} -eq 0 ] && { warn "without root or sudo, optional packages stay missing: ${OPTIONAL[*]}"; exit 0; }
    fail "missing here, and installing needs root or sudo: ${NEEDED[*]}" \
        "As root: apt-get update && apt-get install --no-install-recommends ${NEEDED[*]}" \
        "Then run the command again."
fi

install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends --no-upgrade \
        -o DPkg::Lock::Timeout=300 "$@"
}

say "system packages: installing what is missing: ${NEEDED[*]} ${OPTIONAL[*]}"
as_root apt-get update -q || warn "apt-get update failed; going on with the package lists at hand"
if [ ${#NEEDED[@]} -gt 0 ]; then
    install "${NEEDED[@]}" || fail "apt-get could not install: ${NEEDED[*]}" \
        "See its message above; then: apt-get install --no-install-recommends ${NEEDED[*]}" \
        "Chromium under another name? Point to it: LONGEMO_CHROMIUM=/path/to/chrome make test"
fi
for package in "${OPTIONAL[@]}"; do
    install "$package" || warn "optional package $package could not be installed; going on without it"
done
if [ "$PURPOSE" = image ]; then
    as_root rm -rf /var/lib/apt/lists
fi
