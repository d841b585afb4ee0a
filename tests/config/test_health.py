"""/healthz and /readyz: what each looks at, and what it does not give away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from config import health
from jobs import broker


@pytest.fixture(autouse=True)
def asked_anew() -> Iterator[None]:
    broker.prepare()
    health._answer.forget()
    yield
    health._answer.forget()


def test_process_is_up_when_it_answers(django_assert_num_queries: Any, db: None) -> None:
    with django_assert_num_queries(0):
        answer = Client().get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"ok": True})
    assert "no-store" in answer["Cache-Control"]
    assert Client().post("/healthz").status_code == 405


@pytest.mark.django_db
def test_server_is_ready_when_every_part_works() -> None:
    answer = Client().get("/readyz")
    assert answer.json() == {
        "ok": True,
        "parts": {name: {"ok": True} for name in ("database", "migrations", "broker", "storage")},
    }
    assert answer.status_code == 200
    assert default_storage.listdir("health") == ([], [])


@pytest.mark.django_db
@pytest.mark.parametrize("part", ["database", "migrations", "broker", "storage"])
def test_part_is_named_without_secrets_when_it_fails(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    def fail() -> None:
        raise DatabaseError("connection to postgres://longemo:pass-word@db.lab/longemo failed")

    monkeypatch.setitem(health.PARTS, part, fail)
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    body = answer.json()
    assert body["ok"] is False
    assert [name for name, found in body["parts"].items() if not found["ok"]] == [part]
    assert "DatabaseError" in body["parts"][part]["reason"]
    assert b"pass-word" not in answer.content
    assert b"db.lab" not in answer.content


@pytest.mark.django_db
def test_server_is_not_ready_when_a_migration_is_missing() -> None:
    last = MigrationRecorder(connection).migration_qs.filter(app="evaluation").order_by("name").last()
    assert last is not None
    last.delete()
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["parts"]["migrations"] == {
        "ok": False,
        "reason": "1 migrations are not applied; run manage.py migrate.",
    }


@pytest.mark.django_db
def test_storage_is_written_once_when_asked_many_times(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    monkeypatch.setitem(health.PARTS, "storage", lambda: looks.append(1))
    for _ in range(20):
        assert Client().get("/readyz").status_code == 200
    assert len(looks) == 1


@pytest.mark.django_db
def test_storage_fails_when_it_gives_back_other_content(monkeypatch: pytest.MonkeyPatch) -> None:
    saved = default_storage.save

    def garble(name: str, content: Any) -> str:
        from django.core.files.base import ContentFile

        return saved(name, ContentFile(b"something else"))

    monkeypatch.setattr(default_storage, "save", garble)
    body = Client().get("/readyz").json()
    assert body["parts"]["storage"] == {
        "ok": False,
        "reason": "A file came back from the storage with other content.",
    }
    assert default_storage.listdir("health") == ([], [])
