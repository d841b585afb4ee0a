"""What the API shows beside a question: its history, its record, and the words to choose from."""

from __future__ import annotations

import json

from django.db import transaction

from annotation.questions.transitions import lock_question, move_question
from annotation.questions.workflow import Event
from tests.annotation.questions.making import make_draft, make_submitted, newest
from tests.annotation.questions.samples import CONTEXTUAL
from tests.annotation.questions.test_api import BASE
from tests.personas import People, client_of


def test_history_hides_who_judged_when_the_author_asks(people: People) -> None:
    question = make_submitted(people, CONTEXTUAL)
    with transaction.atomic():
        move_question(
            question=lock_question(question_id=question.pk),
            event=Event.ACCEPT,
            actor=people.reviewer_b,
            revision=newest(question),
        )
    rows = client_of(people.annotator).get(f"{BASE}/{question.pk}/history").json()["results"]
    assert [(r["event"], r["from_state"], r["to_state"], r["revision_number"]) for r in rows] == [
        ("create", "", "draft", None),
        ("submit", "draft", "in_review", 1),
        ("accept", "in_review", "accepted", 1),
    ]
    assert [row["actor"] and row["actor"]["name"] for row in rows] == ["Annotator", "Annotator", None]
    rows = client_of(people.admin).get(f"{BASE}/{question.pk}/history").json()["results"]
    assert rows[2]["actor"]["name"] == "Reviewer B"


def test_record_is_what_would_be_exported_when_the_draft_is_whole(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    data = client_of(people.annotator).get(f"{BASE}/{question.pk}/record").json()
    assert (data["frozen"], data["issues"], data["revision_number"]) == (False, [], 1)
    assert json.loads(data["record_json"])["answer"] == ["affection", "peace"]
    assert data["model_view"] == {
        "question_id": "G1_Q000001",
        "video_id": "G1_V000001",
        "granularity": "clip",
        "type": "contextual emotion",
        "question": "What does the woman in the red coat feel during the meal?",
        "subtitles": ["This one?", "那就是。"],
    }
    client_of(people.annotator).post(f"{BASE}/{question.pk}/submission", {"version": 2}, format="json")
    frozen = client_of(people.admin).get(f"{BASE}/{question.pk}/record").json()
    assert frozen == data | {"frozen": True}
    assert frozen["record_sha256"] == newest(question).record_sha256


def test_record_has_issues_when_the_draft_is_unfinished(people: People) -> None:
    question = make_draft(people, CONTEXTUAL, filled=False)
    data = client_of(people.annotator).get(f"{BASE}/{question.pk}/record").json()
    assert (data["record_json"], data["record_sha256"]) == (None, None)
    assert [(one["field"], one["code"]) for one in data["issues"]] == [
        ("question", "empty"),
        ("answer", "empty"),
    ]
    assert data["model_view"]["question"] == ""


def test_vocabulary_has_all_a_form_needs_when_asked(people: People) -> None:
    data = client_of(people.reviewer_a).get("/api/v1/vocabulary").json()
    assert [(task["granularity"], task["published_count"]) for task in data["tasks"]] == [
        ("clip", 178),
        ("clip", 115),
        ("clip", 552),
        ("clip", 212),
        ("clip", 360),
        ("episode", 194),
        ("episode", 235),
        ("episode", 129),
    ]
    assert data["tasks"][7] == {
        "granularity": "episode",
        "type": "emotional reasoning",
        "answer_form": "text",
        "item_kinds": ["C", "R"],
        "min_items": 0,
        "rubric_families": ["result", "cause"],
        "default_rubric_family": "result",
        "is_judged": True,
        "question_prefix": "G2_Q",
        "published_count": 129,
    }
    assert (len(data["labels"]), data["labels"][11]["name"]) == (26, "doubt/confusion")
    assert data["whole_video_share"] == 0.98
    assert {label["group"] for label in data["labels"]} <= set(data["label_groups"])
    assert [sorted(rubric["scores"]) for rubric in data["rubrics"]] == [
        ["0", "1"],
        ["0", "1", "2", "3", "4"],
        ["0", "1", "2", "3"],
    ]
    assert (data["modalities"], len(data["domains"])) == (["face", "voice", "words", "body", "context"], 8)
