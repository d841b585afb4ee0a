#!/usr/bin/env bash
# Runs the named parts of the test suite, all of them even when one fails: scripts/test.sh PART...
#
# At the end it lists how each part went and how long it took; it exits 0 only when every part passed.
source "$(dirname "${BASH_SOURCE[0]}")/console.sh"

PATH="$ROOT/.venv/bin:$PATH"
WORKERS="${TEST_WORKERS:-2}"
NAMES=()
RESULTS=()
FAILED=0

# part NAME COMMAND...: runs one command and notes the outcome.
part() {
    local name="$1" started=$SECONDS code=0
    shift
    say "---- $name"
    "$@" || code=$?
    note "$name" "$code" $((SECONDS - started))
}

# note NAME CODE SECONDS: keeps the outcome of one part for the list at the end.
note() {
    local name="$1" code="$2" took="$3"
    NAMES+=("$name")
    if [ "$code" -eq 0 ]; then
        RESULTS+=("passed  ${took} s")
    else
        RESULTS+=("FAILED  ${took} s (exit code $code)")
        FAILED=1
    fi
}

migrations_complete() { python manage.py makemigrations --check --dry-run; }

# The committed API description and the page's types must be what the code generates now.
api_description_current() {
    local fresh
    fresh="$(mktemp -d)"
    python manage.py spectacular --fail-on-warn --validate --file "$fresh/openapi.yaml" \
        && diff -u openapi.yaml "$fresh/openapi.yaml" \
        && (cd frontend && npx --no-install openapi-typescript ../openapi.yaml -o "$fresh/schema.d.ts" >/dev/null) \
        && diff -u frontend/src/api/schema.d.ts "$fresh/schema.d.ts"
    local code=$?
    rm -rf "$fresh"
    [ "$code" -eq 0 ] || warn "the API description is stale: run 'make openapi' and commit what it changes"
    return "$code"
}

scripts_parse() {
    local script
    for script in scripts/*.sh deploy/*.sh .ci/run; do bash -n "$script" || return 1; done
}

python_checks() {
    part "ruff: rules" ruff check .
    part "ruff: format" ruff format --check .
    part "mypy --strict" mypy
    part "import directions" lint-imports
    part "migrations complete" migrations_complete
}

frontend_checks() {
    part "ESLint" npm --prefix frontend run --silent lint
    part "tsc" npm --prefix frontend run --silent typecheck
    part "vitest" npm --prefix frontend test --silent
}

deploy_checks() {
    part "compose file" check-jsonschema --builtin-schema vendor.compose-spec docker-compose.yml
    part "Dockerfile" hadolint Dockerfile
    part "shell scripts" scripts_parse
}

# Tests that measure races or kill processes run alone; everything else shares the cores.
TOGETHER="not browser and not concurrency and not faults"
ALONE="(concurrency or faults) and not browser"

unit_sqlite() { pytest -q -m "$TOGETHER" -n "$WORKERS" tests; }
alone_sqlite() { pytest -q -m "$ALONE" tests; }
postgres_services() { python tests/with_services.py --only postgres,redis "$@"; }
unit_postgres() { postgres_services pytest -q -m "$TOGETHER" --database-only -n "$WORKERS" tests; }
alone_postgres() { postgres_services pytest -q -m "$ALONE" tests; }
browser() { pytest -q -m browser -n "$WORKERS" --maxschedchunk 1 tests/browser; }

# What shares nothing runs side by side, as one alone does not fill two cores: the pass on PostgreSQL beside the one on
# SQLite; the tests of races and killed processes, which mostly wait, on both databases, beside the page's checks. What
# those behind say is kept and shown after the first.
passes() {
    local output
    output="$(mktemp -d)"
    behind "$output/postgres" unit_postgres &
    part "unit and API, SQLite" unit_sqlite
    wait
    shown "unit and API, PostgreSQL + Redis" "$output/postgres"
    rm -rf "$output"
}

waiting() {
    local output
    output="$(mktemp -d)"
    behind "$output/postgres" alone_postgres &
    behind "$output/sqlite" alone_sqlite &
    frontend_checks
    wait
    shown "concurrency and faults, SQLite" "$output/sqlite"
    shown "concurrency and faults, PostgreSQL + Redis" "$output/postgres"
    rm -rf "$output"
}

# behind FILE COMMAND...: runs a command with its output in FILE, its exit code and seconds in FILE.outcome.
behind() {
    local file="$1" started=$SECONDS code=0
    shift
    "$@" >"$file" 2>&1 || code=$?
    echo "$code $((SECONDS - started))" >"$file.outcome"
}

# shown NAME FILE: shows what ran behind, and notes its outcome; one that left none has failed.
shown() {
    local code=1 took=0
    say "---- $1 (ran beside the parts above)"
    cat "$2"
    if [ -s "$2.outcome" ]; then read -r code took <"$2.outcome"; fi
    note "$1" "$code" "$took"
}

[ $# -gt 0 ] || fail "name the parts to run: page python frontend deploy api unit alone postgres postgres-alone browser passes waiting"
for wanted in "$@"; do
    case "$wanted" in
        page) part "page built" scripts/frontend-build.sh ;;
        python) python_checks ;;
        frontend) frontend_checks ;;
        deploy) deploy_checks ;;
        api) part "API description" api_description_current ;;
        unit) part "unit and API, SQLite" unit_sqlite ;;
        alone) part "concurrency and faults, SQLite" alone_sqlite ;;
        postgres) part "unit and API, PostgreSQL + Redis" unit_postgres ;;
        passes) passes ;;
        waiting) waiting ;;
        postgres-alone) part "concurrency and faults, PostgreSQL + Redis" alone_postgres ;;
        browser) part "browser, built page" browser ;;
        *) fail "there is no part called '$wanted'" ;;
    esac
done

printf '\n'
say "how it went (${SECONDS} s in all)"
for index in "${!NAMES[@]}"; do printf 'longemo:   %-46s %s\n' "${NAMES[$index]}" "${RESULTS[$index]}"; done
exit "$FAILED"
