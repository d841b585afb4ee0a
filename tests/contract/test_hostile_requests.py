"""No request ends in a 500, and every error is a problem document with a code: for everybody, on every operation."""

from __future__ import annotations

import json
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.db import transaction
from django.test import Client, override_settings

from annotation.questions.models import Question
from annotation.videos.models import Upload, Video
from annotation.videos.registration import queue_probe
from evaluation.exports.models import Export
from jobs.models import Job
from review.assignments.models import Assignment
from review.assignments.services import claim_next
from review.rounds.services import open_round
from tests.contract.hostile import HostileRequest, Maker
from tests.personas import People, client_of
from tests.review.rows import make_clip, make_question, make_video

DOCUMENT = Path(__file__).resolve().parents[2] / "openapi.yaml"
SEED = 20_261_130
#: Of each operation for each person; all of them take some ten seconds.
ROUNDS = 1
METHODS = ("get", "post", "put", "patch", "delete")
#: Answers of players and caches have no document.
WITHOUT_A_DOCUMENT = {416}


@pytest.fixture
def ids(people: People) -> dict[str, list[str]]:
    """A small project with something of every kind, and the ids of it by the name that addresses and bodies use."""
    video = make_video(people.project, people.admin)
    clip = make_clip(video, people.annotator, public_id="G1_V000001")
    for number in (1, 2):
        question = make_question(people.project, people.annotator, clip, number=number, filled=True)
        open_round(question, question.revisions.get())
    claim_next(reviewer=people.reviewer_a, project_id=people.project.pk)
    queue_probe(video=video, owner=people.admin)
    Export.objects.create(project=people.project, created_by=people.admin)
    Upload.objects.create(
        project=people.project,
        owner=people.admin,
        filename="x.mp4",
        size=10,
        expires_at="2999-01-01T00:00:00Z",
    )
    return {
        "projects": [str(people.project.pk)],
        "videos": [str(pk) for pk in Video.objects.values_list("pk", flat=True)],
        "clips": [str(clip.pk)],
        "questions": [str(pk) for pk in Question.objects.values_list("pk", flat=True)],
        "assignments": [str(pk) for pk in Assignment.objects.values_list("pk", flat=True)],
        "jobs": [str(pk) for pk in Job.objects.values_list("pk", flat=True)],
        "users": [str(user.pk) for user in people.members],
        "uploads": [str(Upload.objects.get().pk)],
    }


def flaw_of(response: Any) -> str:
    """What is wrong with an answer; '' when nothing is."""
    if response.status_code >= 500 and response.status_code != 507:
        return f"status {response.status_code}"
    if response.status_code < 400 or response.status_code in WITHOUT_A_DOCUMENT:
        return ""
    if response["Content-Type"] != "application/problem+json":
        return f"status {response.status_code} as {response['Content-Type']}"
    body = json.loads(response.content)
    if body.get("status") != response.status_code or not body.get("code") or not body.get("detail"):
        return f"no code or no reason in {body}"
    return ""


def send(client: Client, request: HostileRequest) -> str:
    """The flaw of the answer; whatever the request changed is undone."""
    with transaction.atomic():
        try:
            response = client.generic(
                request.method.upper(),
                request.address,
                request.body,
                content_type=request.content_type,
                headers=dict(request.headers),
            )
            if getattr(response, "streaming", False):
                b"".join(response.streaming_content)  # type: ignore[attr-defined]
            flaw = flaw_of(response)
            broken = getattr(response, "exc_info", None)
            return f"{flaw}: {broken[1]!r}"[:400] if flaw and broken else flaw
        finally:
            transaction.set_rollback(True)


@pytest.mark.parametrize("who", ["admin", "annotator", "reviewer_a", "outsider", "nobody"])
def test_no_request_breaks_the_api_when_it_is_hostile(
    people: People, ids: dict[str, list[str]], who: str, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    document = yaml.safe_load(DOCUMENT.read_text(encoding="utf-8"))
    maker = Maker(document, ids, SEED + sum(map(ord, who)))
    flaws: list[str] = []
    sent = 0
    client = client_of(getattr(people, who, None))
    client.raise_request_exception = False
    logged_in = {name: morsel.value for name, morsel in client.cookies.items()}
    with override_settings(AXES_ENABLED=False):
        for path, operations in sorted(document["paths"].items()):
            for method in METHODS:
                for _ in range(ROUNDS if method in operations else 0):
                    # A log-out is undone in the database; what the client threw away is given back here.
                    client.cookies = SimpleCookie(logged_in)
                    request = maker.make(path, method, operations[method])
                    flaw = send(client, request)
                    sent += 1
                    if flaw:
                        flaws.append(f"{flaw} <- {request}")
        # Until the end the requests were those of the person, not of a stranger.
        client.cookies = SimpleCookie(logged_in)
        assert client.get("/api/v1/me").status_code == (401 if who == "nobody" else 200)
    assert flaws == []
    assert sent >= 100


def test_every_whole_number_of_a_body_has_a_bound_when_the_document_is_read() -> None:
    """A number without one reaches a column that may not hold it."""
    document = yaml.safe_load(DOCUMENT.read_text(encoding="utf-8"))
    schemas = document["components"]["schemas"]
    unbound: list[str] = []

    def look(where: str, schema: dict[str, Any], seen: frozenset[str]) -> None:
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            if name not in seen:
                look(name, schemas[name], seen | {name})
        elif schema.get("type") == "integer" and "enum" not in schema and "maximum" not in schema:
            unbound.append(where)
        for name, inner in schema.get("properties", {}).items():
            look(f"{where}.{name}", inner, seen)
        for inner in (schema.get("items"), *schema.get("allOf", []), *schema.get("oneOf", [])):
            if inner:
                look(where, inner, seen)

    for operations in document["paths"].values():
        for operation in operations.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                look("", content.get("schema", {}), frozenset())
    assert sorted(set(unbound)) == []
