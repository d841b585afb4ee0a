"""Real processes for the fault tests: `manage.py up` or a lone worker, on the test's own database and broker.

Each is marked by a variable in its environment, which its children inherit: so a test can tell what is left of it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from tests.services import die_with_parent

ROOT = Path(__file__).resolve().parents[2]
MARK = "LONGEMO_TEST_MARK"
LEASE_SECONDS = 3
SWEEP_SECONDS = 1


def wait_for(what: Callable[[], Any], *, seconds: float, why: str) -> float:
    """Seconds until `what()` was true; fails the test when it never is."""
    started = time.monotonic()
    while time.monotonic() - started < seconds:
        if what():
            return time.monotonic() - started
        time.sleep(0.05)
    raise AssertionError(f"after {seconds} s still not: {why}")


def database_url() -> str:
    """The address of the database that this test runs on (Django's test database, not the one in DATABASE_URL)."""
    given = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{given['NAME']}"
    return f"postgres://{given['USER']}:{given['PASSWORD']}@{given['HOST']}:{given['PORT']}/{given['NAME']}"


def environment(mark: str) -> dict[str, str]:
    """What the processes find: this session's data folder and broker, and short times."""
    return {
        **os.environ,
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
        "JOB_LEASE_SECONDS": str(LEASE_SECONDS),
        "JOB_SWEEP_SECONDS": str(SWEEP_SECONDS),
        "PYTHONPATH": str(ROOT),
        MARK: mark,
    }


def marked(mark: str) -> dict[int, str]:
    """Every living process with the mark: its number and its command line."""
    found: dict[int, str] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={mark}".encode() not in (folder / "environ").read_bytes().split(b"\0"):
                continue
            # The state follows the name, which is in parentheses; a zombie has ended.
            if (folder / "stat").read_text().rpartition(")")[2].split()[0] == "Z":
                continue
            found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
    return found


class Product:
    """A running `manage.py up`."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.mark = uuid.uuid4().hex
        self._out = folder / f"up-{self.mark}.out"
        self.log = folder / f"up-{self.mark}.log"
        command = [sys.executable, "manage.py", "up", "--port", "0", "--json", *arguments]
        with self._out.open("wb") as out, self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment(self.mark),
                stdout=out,
                stderr=log,
                preexec_fn=die_with_parent,
            )

    def events(self) -> list[dict[str, Any]]:
        """What it has said so far."""
        return [json.loads(line) for line in self._out.read_text().splitlines() if line.endswith("}")]

    def event(self, name: str) -> dict[str, Any] | None:
        return next((event for event in self.events() if event["event"] == name), None)

    def wait_ready(self) -> str:
        """The address, once it answers there."""
        wait_for(
            lambda: self.event("ready") or self.process.poll() is not None,
            seconds=60,
            why=f"ready; see {self.log}",
        )
        ready = self.event("ready")
        assert ready is not None, self.log.read_text()[-3000:]
        return str(ready["address"])

    def children(self, words: str) -> list[int]:
        """Numbers of its living processes whose command line has `words` in it."""
        return sorted(pid for pid, command in marked(self.mark).items() if words in command)

    def first_child(self, words: str) -> int:
        """The oldest of them: a program that has just forked to start ffmpeg shows twice for a moment."""
        return self.children(words)[0]

    def interrupt(self, *, seconds: float = 60) -> int:
        """Ctrl-C, and the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(seconds)

    def end(self) -> None:
        """Whatever happened, nothing of it lives afterwards."""
        for pid in marked(self.mark):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self.process.wait(10)


@contextmanager
def product(folder: Path, *arguments: str) -> Iterator[Product]:
    """`manage.py up` on the test's database, ready to work; killed at the end if it still runs."""
    running = Product(folder, *arguments)
    try:
        running.wait_ready()
        yield running
    finally:
        running.end()


@contextmanager
def lone_worker(folder: Path, name: str) -> Iterator[subprocess.Popen[bytes]]:
    """A media worker with nobody to look after it: no scheduler, nobody who notices when it dies."""
    mark = uuid.uuid4().hex
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "-n", f"{name}@host", "-Q", "media"]
    quiet = ["--pool", "solo", "--without-gossip", "--without-mingle", "--without-heartbeat", "-l", "WARNING"]
    with (folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            [*command, *quiet],
            cwd=ROOT,
            env=environment(mark),
            stdout=log,
            stderr=log,
            preexec_fn=die_with_parent,
        )
    try:
        yield process
    finally:
        for pid in marked(mark):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        process.wait(10)


def set_up_name() -> str:
    """The set-up at hand, in words, for messages."""
    return f"{connection.vendor} + {'Redis' if settings.REDIS_URL else 'files'}"
