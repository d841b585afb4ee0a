"""The review API: shapes, and who gets what."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from rest_framework.test import APIClient

from accounts.models import Membership
from annotation.projects.models import Project
from review.assignments.models import Assignment
from review.rounds.models import Round
from tests.personas import People, add_member, client_of, make_user
from tests.review import rows
from tests.review.rows import REJECT, claim, claim_and_judge, judge, let_run_out, make_item

pytestmark = pytest.mark.django_db

API = "/api/v1"
ACCEPTING = {"decision": "accept", "watched": [[0, 10]], "seconds_spent": 61.5}
REJECTING = {**ACCEPTING, "decision": "reject", "reasons": ["other"], "comment": "It ends too early."}


@pytest.fixture
def a(people: People) -> APIClient:
    return client_of(people.reviewer_a)


def ask(client: APIClient, people: People, **filters: str) -> Any:
    return client.post(f"{API}/assignments/next", {"project": people.project.pk, **filters}, format="json")


def open_reference(client: APIClient, item: Round, **answer: Any) -> Any:
    return client.post(f"{API}/assignments/{item.pk}/reference", answer, format="json")


def as_told(moment: Any) -> str:
    """A moment as the API writes it."""
    return str(moment.isoformat().replace("+00:00", "Z"))


def listed_of(client: APIClient, people: People, **query: str) -> Any:
    return client.get(f"{API}/assignments", {"project": str(people.project.pk), **query}).json()


def test_next_shows_the_item_in_two_steps_when_claimed(people: People, a: APIClient) -> None:
    item = make_item(people.project, people.annotator, task="emotion trajectory")
    answer = ask(a, people)
    assert answer.status_code == 201
    shown = answer.json()["assignment"]
    row = Assignment.objects.get()
    assert {
        key: shown[key] for key in ("id", "state", "question_id", "granularity", "task", "round_number")
    } == {
        "id": item.pk,
        "state": "held",
        "question_id": "G1_Q000001",
        "granularity": "clip",
        "task": "emotion trajectory",
        "round_number": 1,
    }
    assert (shown["reference"], shown["revealed_at"]) == (None, None)
    assert not any(word in json.dumps(shown) for word in ("She goes from hope", "Look at the hands", "Mia"))
    shown = open_reference(a, item).json()
    assert shown["revealed_at"] == as_told(Assignment.objects.get().revealed_at)
    assert shown["as_model_sees"] == {
        "question_id": "G1_Q000001",
        "video_id": "V000001clip",
        "granularity": "clip",
        "type": "emotion trajectory",
        "question": "How does she feel in G1_Q000001?",
        "subtitles": ["There you are.", "I thought you had gone."],
    }
    record = json.loads(item.revision.record_json)
    reference = shown["reference"]
    assert {key: reference[key] for key in ("answer", "answer_details", "rubric", "source", "subtitles")} == {
        key: record[key] for key in ("answer", "answer_details", "rubric", "source", "subtitles")
    }
    assert reference["author_note"] == "Look at the hands."
    assert reference["warnings"] == [
        {"field": "question_text", "code": "gives_away", "message": "It names the label."}
    ]
    assert shown["media"] == {
        "url": f"{API}/assignments/{item.pk}/media",
        "duration": 10,
        "segments": [{"start": 20, "end": 26}, {"start": 40, "end": 44}],
        "cues": [
            {"id": "U1", "start": 0, "end": 1.25, "text": "There you are."},
            {"id": "U2", "start": 9, "end": 10, "text": "I thought you had gone."},
        ],
    }
    assert (shown["watched_share"], shown["required_share"], shown["missing_seconds"]) == (0.0, 0.8, 8.0)
    assert (shown["author"], shown["verdict"]) == (None, None)
    assert shown["draft"] == {
        "decision": "",
        "reasons": [],
        "comment": "",
        "comment_field": "",
        "comment_time": None,
        "seconds_spent": 0.0,
    }
    assert "slot" not in json.dumps(shown)
    assert row.round_id == item.pk


def test_next_answers_200_when_the_item_is_held_already(people: People, a: APIClient) -> None:
    item = make_item(people.project, people.annotator)
    assert ask(a, people).status_code == 201
    again = ask(a, people)
    assert (again.status_code, again.json()["assignment"]["id"]) == (200, item.pk)
    assert (again.json()["held"], again.json()["frees_at"]) == (None, None)


def test_next_tells_held_and_frees_at_when_all_slots_are_taken(people: People, a: APIClient) -> None:
    third = make_user("reviewer c")
    add_member(people.project, third, reviewer=True)
    make_item(people.project, people.annotator)
    claim(people.reviewer_b, people.project)
    claim(third, people.project)
    lease = Assignment.objects.get(reviewer=people.reviewer_b).lease_expires_at
    answer = ask(a, people)
    assert answer.status_code == 200
    assert answer.json() == {
        "assignment": None,
        "held": 1,
        "frees_at": lease.isoformat().replace("+00:00", "Z"),
    }


@pytest.mark.parametrize(
    ("who", "status"), [("annotator", 403), ("admin", 403), ("outsider", 404), (None, 401)]
)
def test_next_is_refused_when_the_person_is_no_reviewer(people: People, who: str | None, status: int) -> None:
    make_item(people.project, people.annotator)
    answer = ask(client_of(getattr(people, who) if who else None), people)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert Assignment.objects.count() == 0


def test_author_is_named_when_the_project_does_not_hide_authors(people: People, a: APIClient) -> None:
    Project.objects.update(hide_author=False)
    make_item(people.project, people.annotator)
    shown = ask(a, people).json()["assignment"]
    assert shown["author"] == {"id": people.annotator.pk, "name": "Annotator"}


def test_heartbeat_and_draft_come_back_when_the_item_is_opened_again(people: People, a: APIClient) -> None:
    item = make_item(people.project, people.annotator)
    ask(a, people)
    beat = a.post(f"{API}/assignments/{item.pk}/heartbeat", {"watched": [[0, 4]]}, format="json")
    assert beat.status_code == 200
    assert {key: beat.json()[key] for key in ("watched", "watched_share", "missing_seconds")} == {
        "watched": [[0, 4]],
        "watched_share": 0.4,
        "missing_seconds": 4.0,
    }
    draft = {
        "decision": "reject",
        "reasons": ["other"],
        "comment": " half a sen",
        "comment_field": "answer",
        "comment_time": 41.5,
        "seconds_spent": 12.0,
    }
    saved = a.put(f"{API}/assignments/{item.pk}/verdict-draft", draft, format="json")
    assert (saved.status_code, saved.json()) == (200, draft)
    opened = a.get(f"{API}/assignments/{item.pk}").json()
    assert (opened["draft"], opened["watched"]) == (draft, [[0, 4]])


def test_hold_is_shown_as_expired_when_its_lease_has_run_out(people: People, a: APIClient) -> None:
    item = make_item(people.project, people.annotator)
    ask(a, people)
    let_run_out(people.reviewer_a)
    assert a.get(f"{API}/assignments/{item.pk}").json()["state"] == "expired"
    for state, n in (("expired", 1), ("held", 0)):
        listed = listed_of(a, people, state=state)
        assert listed["count"] == n
    beat = a.post(f"{API}/assignments/{item.pk}/heartbeat", {}, format="json")
    assert (beat.status_code, beat.json()["code"]) == (409, "lease_expired")


def test_verdict_answers_with_the_item_when_given_and_given_again(people: People, a: APIClient) -> None:
    item = make_item(people.project, people.annotator)
    ask(a, people)
    unseen = a.post(f"{API}/assignments/{item.pk}/verdict", REJECTING, format="json")
    assert (unseen.status_code, unseen.json()["code"]) == (409, "reference_not_shown")
    open_reference(a, item)
    first = a.post(f"{API}/assignments/{item.pk}/verdict", REJECTING, format="json")
    again = a.post(f"{API}/assignments/{item.pk}/verdict", REJECTING, format="json")
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    given = first.json()["verdict"]
    assert (given["decision"], given["reasons"], given["comment"]) == (
        "reject",
        ["other"],
        "It ends too early.",
    )
    assert (given["watched_share"], given["seconds_spent"]) == (1.0, 61.5)
    other = a.post(f"{API}/assignments/{item.pk}/verdict", ACCEPTING, format="json")
    assert (other.status_code, other.json()["code"]) == (409, "verdict_differs")


def test_verdict_says_how_much_is_missing_when_too_little_was_played(people: People, a: APIClient) -> None:
    item = make_item(people.project, people.annotator)
    ask(a, people)
    open_reference(a, item)
    answer = a.post(f"{API}/assignments/{item.pk}/verdict", {**ACCEPTING, "watched": [[0, 6]]}, format="json")
    assert answer.status_code == 400
    told = answer.json()
    assert {key: told[key] for key in ("code", "missing_seconds", "watched_share", "required_share")} == {
        "code": "not_watched_enough",
        "missing_seconds": 2.0,
        "watched_share": 0.6,
        "required_share": 0.8,
    }


def test_closing_verdict_answers_like_any_other_when_it_closes_the_round(
    people: People, a: APIClient
) -> None:
    """Nothing in the answer tells the second reviewer that they were the second."""
    first = make_item(people.project, people.annotator)
    second = make_item(people.project, people.annotator, number=2)
    claim_and_judge(people.reviewer_b, people.project)
    told = []
    for item in (first, second):
        ask(a, people)
        open_reference(a, item)
        answer = a.post(f"{API}/assignments/{item.pk}/verdict", ACCEPTING, format="json").json()
        assert answer.pop("id") == item.pk
        assert answer.pop("ended_at") == answer["verdict"].pop("created_at")
        answer["verdict"].pop("undo_until")
        told.append(answer)
    assert Round.objects.get(pk=first.pk).outcome == "accepted"
    assert Round.objects.get(pk=second.pk).outcome == ""
    assert told[0] == told[1]


def test_list_has_only_my_assignments_when_others_have_some(people: People, a: APIClient) -> None:
    first = make_item(people.project, people.annotator)
    make_item(people.project, people.annotator, number=2)
    claim_and_judge(people.reviewer_a, people.project, REJECT)
    claim_and_judge(people.reviewer_b, people.project)
    claim(people.reviewer_a, people.project)
    listed = a.get(f"{API}/assignments", {"project": people.project.pk}).json()
    assert [(row["question_id"], row["state"], row["decision"]) for row in listed["results"]] == [
        ("G1_Q000002", "held", None),
        ("G1_Q000001", "submitted", "reject"),
    ]
    assert a.get(f"{API}/assignments").json()["errors"][0]["field"] == "project"
    assert listed_of(a, people, state="x")["code"] == "invalid"
    assert (
        client_of(people.reviewer_b).get(f"{API}/assignments/{first.pk}").json()["verdict"]["decision"]
        == "accept"
    )


def test_media_answers_ranges_when_the_assignment_is_mine_and_not_handed_back(
    people: People, a: APIClient
) -> None:
    item = make_item(people.project, people.annotator)
    default_storage.save(item.revision.clip.file_key, ContentFile(b"0123456789"))
    ask(a, people)
    address = f"{API}/assignments/{item.pk}/media"
    part = a.get(address, HTTP_RANGE="bytes=2-4")
    assert (part.status_code, b"".join(part.streaming_content), part["Content-Range"]) == (  # type: ignore[attr-defined]
        206,
        b"234",
        "bytes 2-4/10",
    )
    assert client_of(people.reviewer_b).get(address).status_code == 404
    assert client_of(people.admin).get(address).status_code == 404
    a.post(f"{API}/assignments/{item.pk}/release")
    assert a.get(address).json()["code"] == "assignment_released"


def test_reasons_are_those_of_the_task_when_it_is_named(people: People, a: APIClient) -> None:
    def codes(**query: str) -> set[str]:
        return {row["code"] for row in a.get(f"{API}/review-reasons", query).json()["reasons"]}

    labels = codes(granularity="clip", task="contextual emotion")
    stages = codes(granularity="clip", task="emotion trajectory")
    assert {"label_wrong", "other"} <= labels
    assert "stage_order" not in labels
    assert {"stage_order", "rubric_unfit"} <= stages
    assert "label_wrong" not in stages
    assert codes(granularity="episode", task="emotion cause") == set()
    assert a.get(f"{API}/review-reasons", {"task": "x"}).status_code == 400


# --- feedback -----------------------------------------------------------------------------------------------------


def feedback(people: People, who: str, item: Round) -> Any:
    return client_of(getattr(people, who)).get(f"{API}/questions/{item.question_id}/feedback")


def test_author_reads_nothing_when_the_round_is_open(people: People) -> None:
    item = make_item(people.project, people.annotator)
    before = feedback(people, "annotator", item).json()
    claim_and_judge(people.reviewer_a, people.project, REJECT)
    assert feedback(people, "annotator", item).json() == before == {"rounds": []}
    assert feedback(people, "admin", item).json() == {"rounds": []}


def test_author_reads_reasons_without_names_when_the_round_is_closed(people: People) -> None:
    item = make_item(people.project, people.annotator)
    claim_and_judge(people.reviewer_a, people.project, REJECT)
    claim_and_judge(people.reviewer_b, people.project)
    answer = feedback(people, "annotator", item)
    (told,) = answer.json()["rounds"]
    assert (told["number"], told["revision_number"], told["outcome"]) == (1, 1, "returned")
    assert told["verdicts"] == [
        {
            "reviewer": 1,
            "decision": "reject",
            "reasons": [{"code": "other", "title": "Something else"}],
            "comment": "The clip ends before the turn.",
            "comment_field": "",
            "comment_time": None,
            "answer": "",
        },
        {
            "reviewer": 2,
            "decision": "accept",
            "reasons": [],
            "comment": "",
            "comment_field": "",
            "comment_time": None,
            "answer": "",
        },
    ]
    for person in (people.reviewer_a, people.reviewer_b):
        assert person.name not in answer.content.decode()
    assert feedback(people, "admin", item).json() == answer.json()


@pytest.mark.parametrize("who", ["reviewer_a", "reviewer_b", "second_annotator", "outsider"])
def test_feedback_is_not_found_when_the_person_is_neither_author_nor_admin(people: People, who: str) -> None:
    item = make_item(people.project, people.annotator)
    claim_and_judge(people.reviewer_a, people.project, REJECT)
    claim_and_judge(people.reviewer_b, people.project)
    assert feedback(people, who, item).status_code == 404


def test_admin_reads_feedback_of_settled_questions_only_when_a_reviewer_too(people: People) -> None:
    Membership.objects.filter(user=people.admin).update(is_reviewer=True)
    item = make_item(people.project, people.annotator)
    judged = [make_item(people.project, people.annotator, number=2)]
    for reviewer, verdict in ((people.reviewer_a, REJECT), (people.reviewer_b, rows.ACCEPT)):
        claim(reviewer, people.project)
        judge(reviewer, item, verdict)
        claim(reviewer, people.project)
        judge(reviewer, judged[0])
    returned = feedback(people, "admin", item)
    assert (returned.status_code, returned.json()["code"]) == (403, "may_still_review")
    assert len(feedback(people, "admin", judged[0]).json()["rounds"]) == 1
