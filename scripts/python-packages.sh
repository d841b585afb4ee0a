#!/usr/bin/env bash
# Makes .venv and installs the locked Python packages in it: scripts/python-packages.sh run|test
#
# Every package is checked against the hash in the lock. Nothing is done when the locks have not changed.
source "$(dirname "${BASH_SOURCE[0]}")/console.sh"

PURPOSE="${1:-}"
PYTHON="${PYTHON:-python3}"
case "$PURPOSE" in
    run) LOCKS=(requirements.txt) ;;
    test) LOCKS=(requirements.txt requirements-dev.txt) ;;
    *) fail "scripts/python-packages.sh wants run or test, not '$PURPOSE'" ;;
esac

if [ -x .venv/bin/python ] && ! .venv/bin/python -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    fail ".venv does not run, or is older than Python 3.11." "Remove it and run the command again: rm -r .venv"
fi
if [ ! -x .venv/bin/python ]; then
    say "Python packages: making .venv with $("$PYTHON" --version)"
    "$PYTHON" -m venv .venv || fail "the virtual environment could not be made." \
        "On Debian and Ubuntu: apt-get install python3-venv, then: rm -rf .venv and run the command again."
fi

STAMP=".venv/longemo-installed-$PURPOSE"
WANTED="$(fingerprint "${LOCKS[@]}") $(.venv/bin/python --version)"
if [ -f "$STAMP" ] && [ "$(cat "$STAMP")" = "$WANTED" ]; then
    say "Python packages: as locked, nothing to do"
    exit 0
fi

ARGUMENTS=()
for lock in "${LOCKS[@]}"; do ARGUMENTS+=(-r "$lock"); done
say "Python packages: installing what ${LOCKS[*]} lock (a minute or two the first time)"
.venv/bin/python -m pip install --disable-pip-version-check --no-input -q --require-hashes "${ARGUMENTS[@]}" \
    || fail "pip could not install the packages that ${LOCKS[*]} lock." \
        "See its message above. Behind a mirror or proxy: set it in pip's own configuration (pip config), then again."
printf '%s\n' "$WANTED" >"$STAMP"
