"""What every file of the project keeps to: its length, its name, and nothing that ties it to one machine."""

import json
import re
from pathlib import PurePosixPath

from tests.architecture.sources import GENERATED, ROOT, is_migration, project_files, text_of

LINE_LIMIT = 400
CODE = (".py", ".ts", ".tsx", ".css", ".sh")
BANNED_MODULES = {"utils", "util", "helpers", "helper", "common", "misc", "signals"}

# Written in halves, so that this file does not contain what it looks for.
REGISTRY_HOSTS = (
    "pypi" + ".org",
    "python" + "hosted.org",
    "registry." + "npmjs.org",
    "deb." + "debian.org",
    "archive." + "ubuntu.com",
    "node" + "source.com",
    "index-" + "url http",
)
MACHINE_PATH = re.compile(r"(?<![\w./-])/(" + "wo" + "rk|ro" + r"ot)(?=/|[\s'\"`)]|$)", re.MULTILINE)
LEFTOVER = re.compile(r"\b(" + "TO" + "DO|FIX" + "ME|X" + r"XX)\b")


def test_no_code_file_is_longer_than_the_limit_when_counted() -> None:
    lengths = {
        name: text_of(name).count("\n")
        for name in project_files()
        if name.endswith(CODE) and name not in GENERATED and not is_migration(name)
    }
    assert {name: lines for name, lines in lengths.items() if lines > LINE_LIMIT} == {}


def test_no_module_has_a_name_that_says_nothing_when_listed() -> None:
    named = [name for name in project_files() if name.endswith((".py", ".ts", ".tsx"))]
    assert [n for n in named if PurePosixPath(n).name.split(".")[0].lower() in BANNED_MODULES] == []
    folders = {part for name in named for part in PurePosixPath(name).parts[:-1]}
    assert folders & BANNED_MODULES == set()


def test_no_file_names_a_registry_host_when_searched() -> None:
    found = [(name, host) for name in project_files() for host in REGISTRY_HOSTS if host in text_of(name)]
    assert found == []


def test_no_file_names_a_path_of_one_machine_when_searched() -> None:
    found = [
        (name, match.group(0))
        for name in project_files()
        if name not in GENERATED
        for match in [MACHINE_PATH.search(text_of(name))]
        if match
    ]
    assert found == []


def test_no_leftover_mark_stays_in_code_when_searched() -> None:
    found = [
        name
        for name in project_files()
        if name.endswith((*CODE, ".js", ".yml")) and LEFTOVER.search(text_of(name))
    ]
    assert found == []


def test_package_lock_names_no_download_address_when_read() -> None:
    lock = json.loads((ROOT / "frontend/package-lock.json").read_text())
    assert [path for path, entry in lock["packages"].items() if "resolved" in entry] == []


def test_python_locks_have_a_hash_for_every_package_when_read() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        pinned = re.findall(r"^[A-Za-z0-9._-]+(?:\[[^\]]*\])?==[^\n]*\n[^\n]*", text_of(name), re.MULTILINE)
        assert pinned, name
        assert [entry for entry in pinned if "--hash=sha256:" not in entry] == []


def test_every_decision_is_in_the_index_when_listed() -> None:
    index = text_of("docs/decisions/README.md")
    pages = [PurePosixPath(n).name for n in project_files() if n.startswith("docs/decisions/")]
    assert [page for page in pages if page != "README.md" and f"({page})" not in index] == []


def test_documents_link_to_files_that_exist_when_read() -> None:
    documents = [name for name in project_files() if name.endswith(".md")]
    broken = [
        (name, target)
        for name in documents
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text_of(name))
        if not (ROOT / name).parent.joinpath(target).exists()
    ]
    assert broken == []
