"""Taking a verdict back, and what closes a round once nobody can any more."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from annotation.questions.models import Question, QuestionTransition
from kernel.errors import Conflict, NotFound
from review.assignments.models import Assignment
from review.assignments.services import release
from review.blind.models import BlindLabel
from review.blind.services import BlindAnswer, reveal_reference
from review.rounds.models import Round
from review.rounds.services import close_due
from review.tasks import close_rounds
from review.trail.models import Step
from review.verdicts.models import Verdict
from review.verdicts.undo import take_back
from tests.personas import People, client_of
from tests.review import rows
from tests.review.rows import ACCEPT, REJECT, claim, claim_and_judge, judge, make_item

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("undo")]

SECONDS = timedelta(seconds=1)
Wait = Callable[[float], None]


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Wait:
    """Stops the clock; calling it lets so many seconds pass."""
    clock = {"now": datetime(2026, 5, 4, 12, 0, tzinfo=UTC)}
    monkeypatch.setattr(timezone, "now", lambda: clock["now"])

    def pass_seconds(seconds: float) -> None:
        clock["now"] += seconds * SECONDS

    return pass_seconds


@pytest.fixture
def item(people: People, wait: Wait) -> Round:
    return make_item(people.project, people.annotator)


def test_verdict_is_a_draft_again_when_it_is_taken_back_in_time(
    people: People, item: Round, wait: Wait
) -> None:
    claim(people.reviewer_a, people.project)
    judge(people.reviewer_a, item, REJECT)
    wait(9.999)
    held = take_back(reviewer=people.reviewer_a, round_id=item.pk)
    assert (held.state, held.ended_at, Verdict.objects.count()) == ("held", None, 0)
    assert held.draft == {
        "decision": "reject",
        "reasons": ["other"],
        "comment": "The clip ends before the turn.",
        "comment_field": "",
        "comment_time": None,
        "seconds_spent": 0.0,
    }
    assert held.lease_expires_at >= timezone.now() + timedelta(minutes=30)
    kinds = list(Step.objects.filter(round=item).values_list("kind", "word"))
    assert kinds[-2:] == [("judged", "reject"), ("taken_back", "reject")]
    judge(people.reviewer_a, item, ACCEPT)
    assert Verdict.objects.get().decision == "accept"


def test_verdict_stays_when_the_time_is_over(people: People, item: Round, wait: Wait) -> None:
    claim_and_judge(people.reviewer_a, people.project)
    wait(10)
    before = rows.everything(), list(Verdict.objects.values())
    with pytest.raises(Conflict) as refused:
        take_back(reviewer=people.reviewer_a, round_id=item.pk)
    assert refused.value.code == "undo_over"
    assert (rows.everything(), list(Verdict.objects.values())) == before


@pytest.mark.parametrize("who", ["reviewer_b", "annotator", "admin", "outsider"])
def test_verdict_stays_when_somebody_else_takes_it_back(people: People, item: Round, who: str) -> None:
    claim_and_judge(people.reviewer_a, people.project)
    before = rows.everything(), list(Verdict.objects.values())
    with pytest.raises(NotFound):
        take_back(reviewer=getattr(people, who), round_id=item.pk)
    assert (rows.everything(), list(Verdict.objects.values())) == before


def test_taking_back_twice_is_once_when_the_item_is_held_again(people: People, item: Round) -> None:
    claim_and_judge(people.reviewer_a, people.project)
    take_back(reviewer=people.reviewer_a, round_id=item.pk)
    before = rows.everything(), Step.objects.count()
    take_back(reviewer=people.reviewer_a, round_id=item.pk)
    assert (rows.everything(), Step.objects.count()) == before


def test_nothing_is_taken_back_when_the_item_was_handed_back(people: People, item: Round) -> None:
    claim(people.reviewer_a, people.project)
    release(reviewer=people.reviewer_a, round_id=item.pk)
    with pytest.raises(Conflict) as refused:
        take_back(reviewer=people.reviewer_a, round_id=item.pk)
    assert refused.value.code == "assignment_released"


def test_round_waits_for_the_last_undo_when_both_verdicts_are_in(
    people: People, item: Round, wait: Wait
) -> None:
    claim_and_judge(people.reviewer_a, people.project)
    wait(6)
    claim_and_judge(people.reviewer_b, people.project)
    wait(9.999)
    assert close_due() == 0
    assert Question.objects.get().state == "in_review"
    wait(0.001)
    close_rounds()
    item.refresh_from_db()
    assert (item.outcome, item.closed_at, Question.objects.get().state) == (
        "accepted",
        timezone.now(),
        "accepted",
    )
    assert (close_due(), QuestionTransition.objects.count()) == (0, 1)


def test_round_stays_open_when_the_second_verdict_was_taken_back(
    people: People, item: Round, wait: Wait
) -> None:
    claim_and_judge(people.reviewer_a, people.project)
    claim_and_judge(people.reviewer_b, people.project, REJECT)
    wait(5)
    take_back(reviewer=people.reviewer_b, round_id=item.pk)
    wait(60)
    assert close_due() == 0
    judge(people.reviewer_b, item, ACCEPT)
    assert close_due() == 0
    wait(10)
    assert close_due() == 1
    item.refresh_from_db()
    assert item.outcome == "accepted"


def test_first_verdict_can_be_taken_back_when_the_second_is_in_already(
    people: People, item: Round, wait: Wait
) -> None:
    claim_and_judge(people.reviewer_a, people.project)
    wait(1)
    claim_and_judge(people.reviewer_b, people.project)
    wait(8)
    assert take_back(reviewer=people.reviewer_a, round_id=item.pk).state == "held"
    wait(30)
    assert close_due() == 0
    assert Round.objects.get(pk=item.pk).closes_at is None


def test_held_item_is_set_aside_when_the_one_before_is_taken_back(
    people: People, item: Round, wait: Wait
) -> None:
    second = make_item(people.project, people.annotator, number=2)
    claim_and_judge(people.reviewer_a, people.project)
    assert claim(people.reviewer_a, people.project) == second
    wait(3)
    take_back(reviewer=people.reviewer_a, round_id=item.pk)
    states = dict(Assignment.objects.values_list("round_id", "state"))
    assert states == {item.pk: "held", second.pk: "expired"}
    assert Step.objects.filter(round=second).latest("pk").kind == "set_aside"
    judge(people.reviewer_a, item, REJECT)
    assert claim(people.reviewer_a, people.project) == second


def test_next_is_given_at_once_when_a_verdict_can_still_be_taken_back(people: People, item: Round) -> None:
    second = make_item(people.project, people.annotator, number=2)
    claim_and_judge(people.reviewer_a, people.project)
    assert claim(people.reviewer_a, people.project) == second


def test_blind_labels_stay_when_the_verdict_is_taken_back(people: People, item: Round) -> None:
    claim(people.reviewer_a, people.project)
    reveal_reference(
        reviewer=people.reviewer_a, round_id=item.pk, answer=BlindAnswer(labels=(("", "anger"),))
    )
    judge(people.reviewer_a, item)
    take_back(reviewer=people.reviewer_a, round_id=item.pk)
    assert [row.label for row in BlindLabel.objects.all()] == ["anger"]


def test_other_rounds_are_closed_when_one_cannot_be(
    people: People, item: Round, wait: Wait, caplog: pytest.LogCaptureFixture
) -> None:
    second = make_item(people.project, people.annotator, number=2)
    for reviewer in (people.reviewer_a, people.reviewer_b):
        for _ in range(2):
            claim_and_judge(reviewer, people.project)
    Question.objects.filter(pk=item.question_id).update(state="withdrawn")
    wait(10)
    assert close_due() == 1
    assert f"round {item.pk} cannot be closed" in caplog.text
    second.refresh_from_db()
    item.refresh_from_db()
    assert (second.outcome, item.outcome) == ("accepted", "")


def test_heartbeat_closes_a_round_when_no_worker_did(people: People, item: Round, wait: Wait) -> None:
    second = make_item(people.project, people.annotator, number=2)
    claim_and_judge(people.reviewer_a, people.project)
    claim_and_judge(people.reviewer_b, people.project)
    assert claim(people.reviewer_a, people.project) == second
    wait(10)
    client = client_of(people.reviewer_a)
    assert client.post(f"/api/v1/assignments/{second.pk}/heartbeat", {}, format="json").status_code == 200
    item.refresh_from_db()
    assert item.outcome == "accepted"


def test_api_tells_until_when_and_takes_back_when_asked(people: People, item: Round, wait: Wait) -> None:
    client = client_of(people.reviewer_a)
    claim(people.reviewer_a, people.project)
    rows.reveal(people.reviewer_a, item)
    own = f"/api/v1/assignments/{item.pk}"
    given = client.post(f"{own}/verdict", {"decision": "accept", "watched": [[0, 10]]}, format="json").json()
    assert given["verdict"]["undo_until"] == "2026-05-04T12:00:10Z"
    back = client.post(f"{own}/verdict-undo")
    assert (back.status_code, back.json()["state"], back.json()["verdict"]) == (200, "held", None)
    assert back.json()["draft"]["decision"] == "accept"
    client.post(f"{own}/verdict", {"decision": "accept"}, format="json")
    wait(10)
    late = client.post(f"{own}/verdict-undo")
    assert (late.status_code, late.json()["code"]) == (409, "undo_over")
