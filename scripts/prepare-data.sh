#!/usr/bin/env bash
# Brings the database up to date and makes the demo project where there is none. Harmless when repeated.
source "$(dirname "${BASH_SOURCE[0]}")/console.sh"

say "database: applying what is new"
.venv/bin/python manage.py migrate --no-input -v 0 || fail "the database could not be brought up to date." \
    "See the message above. The data of a local set-up lie in ${LONGEMO_DATA_DIR:-var/}."
if [ "${LONGEMO_DEMO:-yes}" = no ]; then
    say "demo: left out, as LONGEMO_DEMO=no asks"
else
    .venv/bin/python manage.py demo || fail "the demo project could not be made." \
        "See the message above. To start without it: LONGEMO_DEMO=no make run"
fi
