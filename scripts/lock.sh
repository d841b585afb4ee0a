#!/usr/bin/env bash
# Compiles requirements*.in into requirements*.txt: exact versions for every platform, with hashes, and without the
# address of the registry they were seen on. Arguments (such as --upgrade) are handed to uv.
source "$(dirname "${BASH_SOURCE[0]}")/console.sh"

OPTIONS=(--universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links -q
    --custom-compile-command "make lock")
# uv takes its index from pip's configuration on this machine, where there is one.
INDEX="$(.venv/bin/python -m pip config get global.index-url 2>/dev/null || true)"
[ -z "$INDEX" ] || export UV_DEFAULT_INDEX="${UV_DEFAULT_INDEX:-$INDEX}"

for name in requirements requirements-dev; do
    say "locking $name.in -> $name.txt"
    .venv/bin/uv pip compile "${OPTIONS[@]}" "$@" "$name.in" -o "$name.txt"
done
