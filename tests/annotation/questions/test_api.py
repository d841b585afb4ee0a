"""Questions over HTTP: shapes, denials, and no more queries for more rows."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.questions.models import Question, QuestionTransition, Revision
from annotation.questions.workflow import Event
from annotation.videos.models import WatchedRange
from tests.annotation.questions.making import (
    close_round,
    make_clip,
    make_draft,
    make_submitted,
    make_video,
    newest,
)
from tests.annotation.questions.samples import COMPARISON, CONTEXTUAL, TRAJECTORY
from tests.personas import People, client_of

BASE = "/api/v1/questions"

STAGE = {
    "kind": "S",
    "description": "She opens the letter.",
    "anchor": "the letter",
    "anchor_time": 100.25,
    "emotion": "hope",
    "intensity": "",
}


def body_of(question: Question, **changes: Any) -> dict[str, Any]:
    """What the page sends to save a question: what it got, with changes."""
    client = client_of(question.author)
    revision = client.get(f"{BASE}/{question.pk}").json()["revision"]
    fields = (
        "question_text labels answer_text items details_description components_rule rubric_family "
        "rubric_criterion rubric_scores evidence include_subtitles author_note version"
    )
    return {name: revision[name] for name in fields.split()} | changes


def test_question_is_made_when_an_annotator_posts(people: People) -> None:
    clip = make_clip(make_video(people.project, added_by=people.admin))
    answer = client_of(people.annotator).post(BASE, {"clip": clip.pk, "task": "emotion cause"}, format="json")
    assert answer.status_code == 201
    data = answer.json()
    assert {name: data[name] for name in ("public_id", "project", "granularity", "task", "state")} == {
        "public_id": "G1_Q000001",
        "project": people.project.pk,
        "granularity": "clip",
        "task": "emotion cause",
        "state": "draft",
    }
    assert data["author"] == {"id": people.annotator.pk, "name": "Annotator"}
    assert data["actions"] == ["edit", "submit", "withdraw"]
    assert (data["watched_share"], data["watch_waiver"]) == (None, None)
    revision = data["revision"]
    assert (revision["number"], revision["version"], revision["is_open"]) == (1, 1, True)
    assert sorted(revision["rubric_scores"]) == ["0", "1", "2", "3"]
    assert revision["clip"] == {
        "id": clip.pk,
        "public_id": "G1_V000001",
        "state": "ready",
        "whole_video": False,
        "segments": [{"start": 90, "end": 120}],
        "duration": None,
        "video": {"id": clip.video_id, "title": "Episode", "state": "ready", "duration": 1200},
    }
    assert [(one["field"], one["level"]) for one in data["findings"]][:2] == [
        ("question_text", "error"),
        ("answer_text", "error"),
    ]


def test_draft_comes_back_with_its_findings_when_saved(people: People) -> None:
    question = make_draft(people, TRAJECTORY)
    body = body_of(question, items=[STAGE], question_text=" How does she feel? ")
    answer = client_of(people.annotator).put(f"{BASE}/{question.pk}/draft", body, format="json")
    assert answer.status_code == 200
    data = answer.json()
    assert data["revision"]["version"] == 3
    assert data["revision"]["items"] == [STAGE]
    assert data["revision"]["question_text"] == " How does she feel? "
    assert data["revision"]["evidence"] == [
        {"start": 96.5, "end": 112, "modalities": ["face", "voice"], "note": "", "event": None}
    ]
    assert "stages_too_few" in [one["code"] for one in data["findings"]]


def test_stale_save_is_a_409_with_what_is_saved_when_somebody_was_faster(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    body = body_of(question, version=1, question_text="What does he feel?")
    answer = client_of(people.annotator).put(f"{BASE}/{question.pk}/draft", body, format="json")
    assert answer.status_code == 409
    problem = answer.json()
    assert (problem["code"], problem["current_version"]) == ("stale_version", 2)
    assert problem["saved"]["question_text"] == newest(question).question_text
    assert problem["saved"]["evidence"][0]["start"] == 96.5
    assert newest(question).version == 2


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"labels": [{"side": "", "label": "joy"}]}, "labels", "label_unknown"),
        ({"items": [STAGE]}, "items.0.kind", "item_kind"),
        ({"items": [STAGE | {"kind": "X"}]}, "items.0.kind", "invalid_choice"),
        (
            {"evidence": [{"start": 1.0001, "end": 2, "modalities": [], "note": ""}]},
            "evidence.0.start",
            "max_decimal_places",
        ),
        ({"question_text": "half \x00 of it"}, "question_text", "null_characters_not_allowed"),
        ({"version": 0}, "version", "min_value"),
        ({"clip": 999}, "clip", "clip_unknown"),
    ],
)
def test_save_is_a_400_by_field_when_the_content_is_bad(
    people: People, changes: dict[str, Any], field: str, code: str
) -> None:
    question = make_draft(people, CONTEXTUAL)
    body = body_of(question, **changes)
    answer = client_of(people.annotator).put(f"{BASE}/{question.pk}/draft", body, format="json")
    assert answer.status_code == 400
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [(field, code)]
    assert newest(question).version == 2


@pytest.mark.parametrize("field", ["items", "labels", "question_text", "include_subtitles", "version"])
def test_save_is_a_400_when_a_field_is_left_out(people: People, field: str) -> None:
    question = make_draft(people, CONTEXTUAL)
    body = body_of(question, question_text="What does he feel?")
    del body[field]
    answer = client_of(people.annotator).put(f"{BASE}/{question.pk}/draft", body, format="json")
    assert answer.status_code == 400
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [(field, "required")]
    assert newest(question).version == 2


def test_question_is_in_review_when_submitted_twice(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    client = client_of(people.annotator)
    for _ in range(2):
        answer = client.post(f"{BASE}/{question.pk}/submission", {"version": 2}, format="json")
        assert (answer.status_code, answer.json()["state"]) == (200, "in_review")
        assert (answer.json()["actions"], answer.json()["findings"]) == ([], [])
        assert answer.json()["revision"]["is_open"] is False
    assert QuestionTransition.objects.filter(event="submit").count() == 1


def test_submission_is_a_400_by_field_when_a_check_fails(people: People) -> None:
    question = make_draft(people, COMPARISON)
    WatchedRange.objects.all().delete()
    answer = client_of(people.annotator).post(
        f"{BASE}/{question.pk}/submission", {"version": 2}, format="json"
    )
    assert answer.status_code == 400
    assert [error["code"] for error in answer.json()["errors"]] == ["not_watched"]
    assert Question.objects.get().state == "draft"


def test_state_changes_through_the_api_when_allowed(people: People) -> None:
    admin, author = client_of(people.admin), client_of(people.annotator)
    accepted = make_submitted(people, CONTEXTUAL)
    close_round(accepted, Event.ACCEPT)
    answer = admin.post(f"{BASE}/{accepted.pk}/reopening", {"reason": "A label is missing."}, format="json")
    assert (answer.status_code, answer.json()["state"]) == (200, "returned")
    assert answer.json()["actions"] == ["withdraw"]
    answer = author.post(f"{BASE}/{accepted.pk}/withdrawal", {"reason": "It is wrong."}, format="json")
    assert (answer.status_code, answer.json()["state"]) == (200, "withdrawn")
    episode = make_draft(people, COMPARISON)
    answer = admin.post(f"{BASE}/{episode.pk}/watch-waiver", {"reason": "Saw it on TV."}, format="json")
    assert answer.json()["watch_waiver"] == {
        "by": {"id": people.admin.pk, "name": "Admin"},
        "reason": "Saw it on TV.",
    }
    for address in ("withdrawal", "reopening", "watch-waiver"):
        answer = admin.post(f"{BASE}/{episode.pk}/{address}", {"reason": " "}, format="json")
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "reason")


READS = ["", "/history", "/record"]
WRITES = ["submission", "withdrawal", "reopening", "watch-waiver"]


@pytest.mark.parametrize("who", ["second_annotator", "reviewer_a", "outsider"])
def test_everything_is_a_404_when_the_person_may_not_know(people: People, who: str) -> None:
    question = make_draft(people, CONTEXTUAL)
    body = body_of(question, question_text="Mine?")
    before = list(Question.objects.values()), list(Revision.objects.values())
    client = client_of(getattr(people, who))
    for address in READS:
        assert client.get(f"{BASE}/{question.pk}{address}").status_code == 404
    for address in WRITES:
        answer = client.post(f"{BASE}/{question.pk}/{address}", {"version": 2, "reason": "x"}, format="json")
        assert answer.status_code == 404
    assert client.put(f"{BASE}/{question.pk}/draft", body, format="json").status_code == 404
    assert (list(Question.objects.values()), list(Revision.objects.values())) == before


def test_everything_is_a_401_when_nobody_is_logged_in(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    client = client_of(None)
    for address in READS:
        assert client.get(f"{BASE}/{question.pk}{address}").status_code == 401
    for address in WRITES:
        assert client.post(f"{BASE}/{question.pk}/{address}", {}, format="json").status_code == 401
    assert client.get("/api/v1/vocabulary").status_code == 401
    assert client.get(f"{BASE}?project={people.project.pk}").status_code == 401
    assert Question.objects.get().state == "draft"


# --- lists ---------------------------------------------------------------------------------------


def listed(people: People, who: str, query: str = "") -> list[str]:
    answer = client_of(getattr(people, who)).get(f"{BASE}?project={people.project.pk}{query}")
    assert answer.status_code == 200
    return [row["public_id"] for row in answer.json()["results"]]


def test_list_has_a_row_for_each_question_when_asked(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    answer = client_of(people.annotator).get(f"{BASE}?project={people.project.pk}")
    question.refresh_from_db()
    revision = newest(question)
    (row,) = answer.json()["results"]
    assert row | {"created_at": "", "changed_at": ""} == {
        "id": question.pk,
        "public_id": "G1_Q000001",
        "project": people.project.pk,
        "granularity": "clip",
        "task": "contextual emotion",
        "state": "draft",
        "author": {"id": people.annotator.pk, "name": "Annotator"},
        "created_at": "",
        "changed_at": "",
        "question_text": "What does the woman in the red coat feel during the meal?",
        "revision_number": 1,
        "version": 2,
        "clip": {"id": revision.clip_id, "public_id": "G1_V000001", "state": "ready"},
        "video": {"id": revision.clip.video_id, "title": "Episode"},
    }


def test_list_is_filtered_when_told_by_what(people: People) -> None:
    make_draft(people, CONTEXTUAL)
    make_submitted(people, TRAJECTORY)
    make_draft(people, COMPARISON)
    video = Revision.objects.get(question__task="emotion trajectory").clip.video_id
    assert listed(people, "admin") == ["G2_Q000001", "G1_Q000002", "G1_Q000001"]
    assert listed(people, "annotator") == ["G2_Q000001", "G1_Q000002", "G1_Q000001"]
    assert listed(people, "second_annotator") == listed(people, "reviewer_a") == []
    assert listed(people, "admin", "&author=me") == []
    assert listed(people, "annotator", "&state=in_review") == ["G1_Q000002"]
    assert listed(people, "annotator", "&granularity=episode") == ["G2_Q000001"]
    assert listed(people, "annotator", "&task=contextual%20emotion") == ["G1_Q000001"]
    assert listed(people, "annotator", f"&video={video}") == ["G1_Q000002"]
    assert listed(people, "annotator", "&search=red%20COAT&task=contextual%20emotion") == ["G1_Q000001"]
    assert listed(people, "annotator", "&search=g2_q") == ["G2_Q000001"]
    assert listed(people, "annotator", "&search=nowhere") == []
    assert listed(people, "annotator", "&ordering=public_id") == ["G1_Q000001", "G1_Q000002", "G2_Q000001"]


def test_list_is_refused_when_the_address_is_wrong(people: People) -> None:
    client = client_of(people.annotator)
    assert client.get(BASE).json()["errors"][0]["field"] == "project"
    assert client_of(people.outsider).get(f"{BASE}?project={people.project.pk}").status_code == 404
    for name, value in (
        ("state", "done"),
        ("task", "love"),
        ("author", "7"),
        ("granularity", "x"),
        ("video", "x"),
        ("ordering", "author"),
    ):
        answer = client.get(f"{BASE}?project={people.project.pk}&{name}={value}")
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, name)


@pytest.mark.parametrize("address", ["list", "question", "history", "record"])
def test_queries_do_not_grow_when_there_are_more_rows(people: People, address: str) -> None:
    client = client_of(people.admin)
    clip = make_clip(make_video(people.project, added_by=people.admin))
    question = make_submitted(people, CONTEXTUAL, clip=clip)
    where = {
        "list": f"{BASE}?project={people.project.pk}&state=in_review&video={clip.video_id}",
        "question": f"{BASE}/{question.pk}",
        "history": f"{BASE}/{question.pk}/history",
        "record": f"{BASE}/{question.pk}/record",
    }[address]
    numbers = []
    for rows in (1, 20):
        while Question.objects.count() < rows:
            make_submitted(people, CONTEXTUAL, clip=clip)
            close_round(question, Event.RETURN)
            client_of(people.annotator).post(
                f"{BASE}/{question.pk}/submission", {"version": newest(question).version}, format="json"
            )
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(where)
        assert answer.status_code == 200
        numbers.append(len(queries))
    assert numbers[0] == numbers[1]
    if address == "list":
        assert len(answer.json()["results"]) == 20
