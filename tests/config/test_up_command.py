"""`manage.py up` says what is in the way, and the way out, before it starts anything."""

from __future__ import annotations

import fcntl
import socket
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from config.management.commands import up
from jobs import broker


@pytest.fixture(autouse=True)
def nothing_starts(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> None:
    """A start that goes too far fails the test; each test has a data folder of its own to lock."""

    def refuse(*args: Any, **kwargs: Any) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr("config.supervisor.subprocess.Popen", refuse)
    settings.LONGEMO_DATA_DIR = tmp_path


def refusal(**options: Any) -> str:
    with pytest.raises(CommandError) as refused:
        call_command("up", **{"port": 0, "no_migrate": False, **options})
    return str(refused.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"workers": 0}, "--workers is 0; at least one worker is needed."),
        ({"stop_seconds": -1}, "--stop-seconds is -1; give 0 or more."),
        ({"host": "192.0.2.1"}, "Cannot listen on 192.0.2.1, port 0:"),
        ({"port": 70000}, "Cannot listen on 127.0.0.1, port 70000:"),
    ],
)
def test_start_is_refused_when_an_option_is_wrong(options: dict[str, Any], words: str) -> None:
    assert words in refusal(**options)


def test_start_is_refused_when_the_port_is_taken() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        said = refusal(port=port)
    assert said == (
        f"Port {port} on 127.0.0.1 is taken by another program. Stop that one, or choose another port: "
        f"manage.py up --port {port + 1}"
    )


def test_start_is_refused_when_the_data_folder_is_in_use(tmp_path: Path) -> None:
    with (tmp_path / "up.lock").open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert f"is running on the data folder {tmp_path} already" in refusal()


def test_start_is_refused_when_the_data_folder_cannot_be_written(settings: Any) -> None:
    settings.LONGEMO_DATA_DIR = Path("/proc/nowhere")
    assert "The data folder /proc/nowhere cannot be written" in refusal()


def test_start_is_refused_when_redis_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def check() -> None:
        raise ConnectionError("redis://:pass-word@host")

    monkeypatch.setattr(broker, "check", check)
    said = refusal()
    assert said.startswith("Redis does not answer at the address in REDIS_URL (ConnectionError).")
    assert "pass-word" not in said


def test_start_is_refused_when_the_database_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def migrate(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(up, "call_command", migrate)
    assert "The database in DATABASE_URL cannot be used: connection refused" in refusal()


@pytest.mark.django_db(transaction=True)
def test_start_is_refused_when_a_migration_is_missing_and_may_not_be_applied() -> None:
    last = MigrationRecorder(connection).migration_qs.filter(app="evaluation").order_by("name").last()
    assert last is not None
    last.delete()
    try:
        said = refusal(no_migrate=True)
    finally:
        MigrationRecorder(connection).record_applied(last.app, last.name)
    assert said == "The database is not up to date. Run it without --no-migrate, or migrate first."
