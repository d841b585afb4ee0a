# Sourced by the other scripts: where we are, how we speak, how we become root. Not run on its own.
# shellcheck shell=bash

set -euo pipefail

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$ROOT"

# A first word that stands out, so that our own lines are found among those of apt, pip and npm.
say() { printf 'longemo: %s\n' "$*"; }
warn() { printf 'longemo: %s\n' "$*" >&2; }

# Ends the script, saying what is missing and what to do about it.
fail() {
    printf 'longemo: STOPPED: %s\n' "$1" >&2
    shift
    local line
    for line in "$@"; do printf 'longemo:   -> %s\n' "$line" >&2; done
    exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# Runs a command as root: as it is when we are root, else through sudo.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# The fingerprint of some files and words; a step whose fingerprint is the recorded one has nothing to do.
fingerprint() { cat "$@" | sha256sum | cut -d' ' -f1; }
