"""Requests that no view could read: refused with a problem document, never with a 500 or a page."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import resolve

from accounts.models import Membership
from accounts.selectors import Role
from accounts.services import invite
from config.logs import JsonFormatter, PlainFormatter
from kernel.parsers import MAX_DEPTH
from tests.personas import PASSWORD, People, client_of

PROBLEM = "application/problem+json"
LARGEST = 2**63 - 1


def problem_of(response: Any) -> tuple[int, str]:
    """Status and code of an answer that must be a problem document."""
    assert response["Content-Type"] == PROBLEM
    body = json.loads(response.content)
    assert body["status"] == response.status_code
    return response.status_code, body["code"]


def post(client: Any, path: str, body: bytes | str) -> Any:
    client.raise_request_exception = False
    return client.post(f"/api/v1/{path}", body, content_type="application/json")


# --- bodies ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 900, 100_000])
def test_body_is_refused_when_it_is_nested_too_deeply(people: People, depth: int) -> None:
    response = post(client_of(people.admin), "projects", "[" * depth + "]" * depth)
    assert problem_of(response) == (400, "json_too_deep")


def test_body_is_not_too_deep_when_it_has_exactly_the_most_levels(people: People) -> None:
    response = post(client_of(people.admin), "projects", "[" * MAX_DEPTH + "]" * MAX_DEPTH)
    assert problem_of(response) == (400, "invalid")


@pytest.mark.parametrize(
    "body",
    ["[" * 100_000, b"\xff\xfe", "{", '{"a": NaN}', "1" * 5000],
    ids=["open", "utf16", "brace", "nan", "digits"],
)
def test_body_is_refused_when_it_is_no_json(people: People, body: bytes | str) -> None:
    assert problem_of(post(client_of(people.admin), "projects", body))[0] == 400


def test_body_is_too_large_when_it_passes_the_limit(people: People, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    response = post(client_of(people.admin), "projects", json.dumps({"name": "x" * 200}))
    assert problem_of(response) == (413, "body_too_large")


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (str(LARGEST + 1), "number_too_large"),
        (str(-(2**63) - 1), "number_too_large"),
        ("1e999", "not_finite"),
        (r'"a\u0000b"', "null_characters_not_allowed"),
        (r'"a\ud800b"', "surrogate_characters_not_allowed"),
    ],
)
def test_body_is_refused_at_the_place_when_no_column_holds_a_value(
    people: People, value: str, code: str
) -> None:
    response = post(client_of(people.admin), "projects", f'{{"name": "Road", "any": [1, {{"x": {value}}}]}}')
    assert problem_of(response) == (400, "invalid")
    assert [(e["field"], e["code"]) for e in response.json()["errors"]] == [("any.1.x", code)]


def test_text_is_read_as_utf8_alone_when_a_charset_is_named(people: People) -> None:
    client = client_of(people.admin)
    client.raise_request_exception = False
    for charset in ("hex", "latin-1", "nonsense"):
        response = client.get("/api/v1/projects", HTTP_CONTENT_TYPE=f"text/plain; charset={charset}")
        assert response.status_code == 200 or problem_of(response) == (415, "charset")
        response = client.generic(
            "POST", "/api/v1/projects", "{}", content_type=f"application/json; charset={charset}"
        )
        assert problem_of(response) == (415, "charset")


# --- numbers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [str(LARGEST + 1), "9" * 30, "9" * 5000], ids=["64", "100", "many"])
@pytest.mark.parametrize(
    "path",
    [
        "projects/{}",
        "videos/{}",
        "clips/{}",
        "questions/{}",
        "jobs/{}",
        "exports/{}",
        "releases/{}",
        "assignments/{}/media",
    ],
)
def test_address_is_unknown_when_its_number_fits_no_column(people: People, path: str, number: str) -> None:
    assert problem_of(client_of(people.admin).get(f"/api/v1/{path.format(number)}")) == (404, "not_found")


def test_address_is_looked_up_when_its_number_is_the_largest_of_all(people: People) -> None:
    assert resolve(f"/api/v1/projects/{LARGEST}").kwargs == {"pk": LARGEST}
    assert problem_of(client_of(people.admin).get(f"/api/v1/projects/{LARGEST}")) == (404, "not_found")


@pytest.mark.parametrize("number", [2**31, LARGEST, LARGEST + 1])
def test_row_is_unknown_when_the_address_has_a_number_of_no_narrow_column(
    people: People, number: int
) -> None:
    response = client_of(people.admin).get(f"/api/v1/videos/1/utterances/{number}")
    assert problem_of(response)[0] in {404, 405}


@pytest.mark.parametrize(
    "path", ["members", "jobs", "videos", "questions", "clips", "exports", "releases", "training"]
)
def test_parameter_is_refused_when_no_column_holds_it(people: People, path: str) -> None:
    response = client_of(people.admin).get(f"/api/v1/{path}?project={LARGEST + 1}")
    assert problem_of(response) == (400, "invalid")
    assert response.json()["errors"][0]["field"] == "project"


def test_body_number_is_refused_when_its_column_is_narrow(people: People) -> None:
    body = json.dumps({"project": people.project.pk, "version": 2**31, "page": 1})
    response = post(client_of(people.annotator), "training/readings", body)
    assert problem_of(response) == (400, "invalid")
    assert [(e["field"], e["code"]) for e in response.json()["errors"]] == [("version", "max_value")]


def test_jobs_are_not_guessed_when_active_is_left_empty(people: People) -> None:
    response = client_of(people.admin).get("/api/v1/jobs?active=")
    assert problem_of(response) == (400, "invalid")
    assert response.json()["errors"][0]["field"] == "active"


def test_null_is_no_segment_when_a_clip_is_made(people: People) -> None:
    body = json.dumps({"video": 1, "granularity": "G1", "segments": [None]})
    response = post(client_of(people.annotator), "clips", body)
    assert problem_of(response) == (400, "invalid")
    assert [e["field"] for e in response.json()["errors"] if e["code"] == "null"] == ["segments.0"]


# --- characters, tokens, hosts --------------------------------------------------------------------------------


def test_nul_is_refused_when_it_stands_in_an_address_or_a_parameter(people: People) -> None:
    client = client_of(people.admin)
    assert problem_of(client.delete("/api/v1/tokens/a%00b")) == (404, "not_found")
    response = client.get(f"/api/v1/videos?project={people.project.pk}&domain=a%00b")
    assert problem_of(response) == (400, "invalid")
    assert response.json()["errors"][0]["field"] == "domain"


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["\xff\xfe", "ä", "a-b", "0" * 64])
def test_token_is_refused_when_it_cannot_be_one_of_ours(token: str) -> None:
    client = Client(raise_request_exception=False)
    response = client.get("/api/v1/me", HTTP_AUTHORIZATION=f"Token {token}")
    assert problem_of(response)[0] == 401


@pytest.mark.django_db
def test_host_is_refused_with_a_problem_when_it_is_not_ours() -> None:
    with override_settings(ALLOWED_HOSTS=["studio.lab.example"]):
        assert problem_of(Client().get("/api/v1/me", HTTP_HOST="evil.example")) == (400, "bad_host")


def test_error_of_ours_is_a_problem_when_a_view_breaks(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr("accounts.views._with_memberships", broken)
    client = client_of(people.admin)
    client.raise_request_exception = False
    response = client.get("/api/v1/me")
    assert problem_of(response) == (500, "server_error")
    assert response.json()["request_id"] == response["X-Request-Id"]
    assert "broken on purpose" not in response.content.decode()


# --- CSRF -----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["session", "invitations/by-token/abc/acceptance"])
def test_csrf_refusal_is_a_problem_when_the_token_is_missing(path: str) -> None:
    client = Client(enforce_csrf_checks=True)
    assert problem_of(post(client, path, "{}")) == (403, "csrf_failed")


def test_csrf_refusal_is_a_problem_when_a_logged_in_page_sends_no_token(people: People) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people.admin, backend="django.contrib.auth.backends.ModelBackend")
    assert problem_of(post(client, "tokens", "{}")) == (403, "csrf_failed")


def test_invitation_is_accepted_when_a_script_has_a_token_and_no_csrf(people: People) -> None:
    outsider = Client(enforce_csrf_checks=True)
    token = client_of(people.outsider).post("/api/v1/tokens").json()["token"]
    new = invite(actor=people.admin, project_id=people.project.pk, roles=frozenset({Role.REVIEWER}), email="")
    path = f"/api/v1/invitations/by-token/{new.token}/acceptance"
    answer = outsider.post(path, "{}", content_type="application/json", HTTP_AUTHORIZATION=f"Token {token}")
    assert (answer.status_code, answer.json()["email"]) == (200, people.outsider.email)
    assert Membership.objects.get(user=people.outsider).is_reviewer


def test_log_in_works_when_the_page_sends_its_token(people: People) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/api/v1/csrf")
    answer = client.post(
        "/api/v1/session",
        json.dumps({"email": people.admin.email, "password": PASSWORD}),
        content_type="application/json",
        HTTP_X_CSRFTOKEN=client.cookies["csrftoken"].value,
    )
    assert (answer.status_code, answer.json()["email"]) == (200, people.admin.email)


# --- logs -----------------------------------------------------------------------------------------------------

FORGED = "GET /api/v1/a\n2026-01-01 ERROR root: forged\r\x1b[2J\x00\u2028 404"


def _record(**change: Any) -> logging.LogRecord:
    record = logging.LogRecord("longemo.request", logging.WARNING, __file__, 1, FORGED, None, None)
    record.__dict__.update(change)
    return record


def test_line_stays_one_when_a_path_holds_control_characters() -> None:
    line = PlainFormatter("%(levelname)s %(message)s").format(_record())
    assert line == ("WARNING GET /api/v1/a\\n2026-01-01 ERROR root: forged\\r\\x1b[2J\\x00\\u2028 404")


def test_json_line_stays_one_and_readable_when_a_path_holds_control_characters() -> None:
    line = JsonFormatter().format(_record())
    assert not any(sign in line for sign in "\n\r\x1b\x00\u2028")
    assert json.loads(line)["message"] == FORGED


def test_traceback_is_indented_when_an_error_quotes_lines() -> None:
    try:
        raise ValueError("first\nERROR root: forged")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    lines = PlainFormatter("%(message)s").format(_record(msg="broke", exc_info=info)).split("\n")
    assert lines[0] == "broke"
    assert all(line.startswith("    ") for line in lines[1:])


@pytest.mark.django_db
def test_request_makes_one_line_when_its_path_holds_line_ends(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="longemo.request"):
        Client().get("/api/v1/x%0aERROR%20forged")
    record = next(record for record in caplog.records if record.name == "longemo.request")
    line = PlainFormatter("%(message)s").format(record)
    assert line == "GET /api/v1/x\\nERROR forged 404"
