"""The files that the architecture tests read: everything in the work tree that git does not ignore."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("config", "kernel", "accounts", "jobs", "llm", "annotation", "review", "evaluation")
#: Generated and committed: checked by generating them again, not by reading them.
GENERATED = {"frontend/src/api/schema.d.ts", "openapi.yaml", "frontend/package-lock.json"}


@cache
def project_files() -> tuple[str, ...]:
    """Paths, relative to the root, of the files that are tracked or about to be."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return tuple(sorted(name for name in set(listed.split("\0")) if name and (ROOT / name).is_file()))


def is_migration(name: str) -> bool:
    """Say whether a path is a Django migration."""
    return "/migrations/" in name


def text_of(name: str) -> str:
    """The text of a project file; binary files give an empty one."""
    try:
        return (ROOT / name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def product_modules() -> Iterator[tuple[str, ast.Module]]:
    """Every Python module of the product (no tests, no migrations) with its syntax tree."""
    for name in project_files():
        if name.endswith(".py") and name.split("/")[0] in APPS and not is_migration(name):
            yield name, ast.parse(text_of(name), filename=name)
