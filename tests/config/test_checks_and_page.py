"""An unsafe production set-up is refused; unknown API addresses and the page answer as they should."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from config.checks import production_is_safe
from config.logs import JsonFormatter, MaskSecrets

SAFE: dict[str, Any] = {
    "LONGEMO_MODE": "production",
    "DEBUG": False,
    "SECRET_KEY": "k" * 50,
    "SECRET_KEY_MISSING": False,
    "ALLOWED_HOSTS": ["studio.lab.example"],
    "HTTPS_ONLY": True,
    "DATABASES": {"default": {"ENGINE": "django.db.backends.postgresql"}},
    "REDIS_URL": "redis://redis:6379/0",
    "MEDIA_DELIVERY": "x-accel",
}


def ids(settings: Any, **change: Any) -> list[str | None]:
    for name, value in {**SAFE, **change}.items():
        setattr(settings, name, value)
    return [message.id for message in production_is_safe(None)]


def test_production_is_accepted_when_everything_is_safe(settings: Any) -> None:
    assert ids(settings) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"LONGEMO_MODE": "prod"}, "longemo.E001"),
        ({"DEBUG": True}, "longemo.E002"),
        ({"SECRET_KEY": "short"}, "longemo.E003"),
        ({"SECRET_KEY_MISSING": True}, "longemo.E003"),
        ({"ALLOWED_HOSTS": []}, "longemo.E004"),
        ({"ALLOWED_HOSTS": ["*"]}, "longemo.E004"),
        ({"HTTPS_ONLY": False}, "longemo.E005"),
        ({"DATABASES": {"default": {"ENGINE": "django.db.backends.sqlite3"}}}, "longemo.E006"),
        ({"REDIS_URL": ""}, "longemo.E007"),
        ({"MEDIA_DELIVERY": "ftp"}, "longemo.E008"),
    ],
)
def test_production_is_refused_when_one_setting_is_unsafe(
    settings: Any, change: dict[str, Any], expected: str
) -> None:
    assert ids(settings, **change) == [expected]


@pytest.mark.django_db
def test_unknown_api_address_is_a_problem_document() -> None:
    answer = Client().get("/api/v1/nonsense")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    assert answer.json()["code"] == "not_found"


@pytest.mark.django_db
def test_page_answers_every_other_address_when_it_is_built(settings: Any, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<html>app</html>")
    settings.FRONTEND_DIST = tmp_path
    answer = Client().get("/projects/1/videos?t=687.6")
    assert (answer.status_code, answer.content) == (200, b"<html>app</html>")
    assert "csrftoken" in answer.cookies
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_page_says_how_to_build_when_it_is_not_built(settings: Any, tmp_path: Path) -> None:
    settings.FRONTEND_DIST = tmp_path
    answer = Client().get("/")
    assert answer.status_code == 503
    assert b"make build" in answer.content


@pytest.mark.django_db
def test_log_holds_neither_bodies_nor_tokens(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "longemo.request"):
        Client().get("/api/v1/invitations/by-token/SECRETTOKEN-0123456789?x=SECRETQUERY")
        Client().post(
            "/api/v1/session",
            {"email": "a@b.example", "password": "SECRETWORD"},
            content_type="application/json",
        )
    records = [record for record in caplog.records if MaskSecrets().filter(record)]
    lines = [json.loads(JsonFormatter().format(record)) for record in records]
    text = json.dumps(lines)
    assert [line["status"] for line in lines if line["logger"] == "longemo.request"] == [404, 400]
    assert "SECRET" not in text
