"""Requests at the edge: counts by state, odd numbers, odd texts. None is a server error."""

from __future__ import annotations

import json
from typing import Any

import pytest

from annotation.questions.models import Question
from tests.annotation.questions.making import make_draft, make_submitted, newest
from tests.annotation.questions.samples import CAUSE, CONTEXTUAL
from tests.annotation.questions.test_api import BASE, body_of
from tests.personas import People, client_of

NONE = {"draft": 0, "in_review": 0, "returned": 0, "accepted": 0, "removed": 0, "withdrawn": 0, "total": 0}


def test_own_questions_are_counted_when_asked(people: People) -> None:
    make_draft(people, CONTEXTUAL)
    make_submitted(people, CAUSE)
    where = f"{BASE}/counts?project={people.project.pk}"
    counted = NONE | {"draft": 1, "in_review": 1, "total": 2}
    assert client_of(people.annotator).get(where).json() == counted
    assert client_of(people.admin).get(where).json() == counted
    assert client_of(people.admin).get(f"{where}&author=me").json() == NONE
    assert client_of(people.reviewer_a).get(where).json() == NONE
    assert client_of(people.outsider).get(where).status_code == 404
    assert client_of(people.annotator).get(f"{BASE}/counts").status_code == 400


@pytest.mark.parametrize("number", [2**31, 2**63, 10**30])
def test_numbers_too_large_for_a_column_are_unknown_things_when_sent(people: People, number: int) -> None:
    question = make_draft(people, CONTEXTUAL)
    client = client_of(people.annotator)
    assert client.get(f"{BASE}/{number}").status_code == 404
    answer = client.post(BASE, {"clip": number, "task": "emotion cause"}, format="json")
    assert answer.status_code in (400, 404)
    answer = client.post(f"{BASE}/{question.pk}/submission", {"version": number}, format="json")
    assert answer.status_code in (400, 409)
    changed = body_of(question, question_text="Other?")
    for name in ("version", "clip"):
        answer = client.put(f"{BASE}/{question.pk}/draft", changed | {name: number}, format="json")
        assert answer.status_code in (400, 409)
    assert (Question.objects.get().state, newest(question).version) == ("draft", 2)


@pytest.mark.parametrize(
    "changes",
    [
        {"rubric_scores": {"\x00": "x"}},
        {"rubric_scores": {"\ud800": "x"}},
        {"rubric_scores": {"best": "x"}},
        {"rubric_scores": {"1": "\x00"}},
        {"rubric_scores": []},
        {"question_text": "\ud800"},
        {"question_text": "x" * 20_001},
        {"question_text": None},
        {"labels": "anger"},
        {"labels": [{"side": "\ud800", "label": "anger"}]},
        {"labels": [{"side": "", "label": "\ud800"}]},
        {"components_rule": "\ud800"},
        {"labels": [{"side": "", "label": "x" * 101}]},
        {"items": [None]},
        {"items": [{}] * 501},
        {"evidence": [{"start": "NaN", "end": 2, "modalities": [], "note": ""}]},
        {"evidence": [{"start": 1e30, "end": 2, "modalities": [], "note": ""}]},
        {"include_subtitles": "perhaps"},
    ],
)
def test_odd_content_is_a_400_when_saved(people: People, changes: dict[str, Any]) -> None:
    question = make_draft(people, CAUSE)
    # Half surrogates travel as JSON escapes: there is no other way to send them.
    body = json.dumps(body_of(question, **changes))
    address = f"{BASE}/{question.pk}/draft"
    answer = client_of(people.annotator).put(address, body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"].startswith(next(iter(changes)))
    assert newest(question).version == 2


@pytest.mark.parametrize("body", [[], "text", 7, {"version": "two"}, {"version": None}, {}])
def test_odd_bodies_are_a_400_when_posted(people: People, body: Any) -> None:
    question = make_draft(people, CONTEXTUAL)
    client = client_of(people.annotator)
    assert client.post(f"{BASE}/{question.pk}/submission", body, format="json").status_code == 400
    assert client.post(BASE, body, format="json").status_code == 400
    assert client.put(f"{BASE}/{question.pk}/draft", body, format="json").status_code == 400
    assert (Question.objects.get().state, newest(question).version) == ("draft", 2)


def test_search_is_a_400_when_it_holds_no_text(people: People) -> None:
    answer = client_of(people.annotator).get(f"{BASE}?project={people.project.pk}&search=%00")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "search")
