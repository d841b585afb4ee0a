#!/usr/bin/env bash
# Installs the page's locked npm packages; does nothing when the lock has not changed.
source "$(dirname "${BASH_SOURCE[0]}")/console.sh"

STAMP=frontend/node_modules/.longemo-installed
WANTED="$(fingerprint frontend/package.json frontend/package-lock.json) $(node --version)"
if [ -f "$STAMP" ] && [ "$(cat "$STAMP")" = "$WANTED" ]; then
    say "npm packages: as locked, nothing to do"
    exit 0
fi
say "npm packages: installing what frontend/package-lock.json locks (half a minute the first time)"
# Its output stays visible: silenced, it has hidden a failure.
(cd frontend && npm ci) || fail "npm could not install the packages that frontend/package-lock.json locks." \
    "See its message above. Behind a mirror or proxy: set it in npm's own configuration (npm config), then again."
printf '%s\n' "$WANTED" >"$STAMP"
