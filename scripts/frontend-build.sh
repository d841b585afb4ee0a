#!/usr/bin/env bash
# Builds the page into frontend/dist; does nothing when its sources are those of the last build.
source "$(dirname "${BASH_SOURCE[0]}")/console.sh"

STAMP=frontend/node_modules/.longemo-built
# Names count as well as content: a file that went away is a change too.
WANTED="$(
    find frontend -path frontend/node_modules -prune -o -path frontend/dist -prune -o -type f \
        ! -name '*.tsbuildinfo' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
)"
if [ -f frontend/dist/index.html ] && [ -f "$STAMP" ] && [ "$(cat "$STAMP")" = "$WANTED" ]; then
    say "page: built from these sources already"
    exit 0
fi
say "page: building frontend/dist"
rm -f "$STAMP"
(cd frontend && npm run build) || fail "the page could not be built." "See the message of tsc or vite above."
printf '%s\n' "$WANTED" >"$STAMP"
