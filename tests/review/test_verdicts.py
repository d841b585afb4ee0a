"""Verdicts, and what the second one does."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.clips.models import Clip
from annotation.projects.models import Project
from annotation.questions.models import Question, QuestionTransition, Revision
from annotation.questions.transitions import lock_question, move_question
from annotation.questions.workflow import Event
from kernel.errors import Conflict, Invalid, NotFound
from review.assignments.models import Assignment
from review.assignments.services import release
from review.rounds.models import Round
from review.rounds.services import open_round
from review.verdicts.models import Verdict
from review.verdicts.services import Judgement, submit_verdict
from tests.personas import People
from tests.review import rows
from tests.review.rows import ACCEPT, REJECT, claim, claim_and_judge, judge, let_run_out, make_item

pytestmark = pytest.mark.django_db


@pytest.fixture
def item(people: People) -> Round:
    made = make_item(people.project, people.annotator)
    claim(people.reviewer_a, people.project)
    rows.reveal(people.reviewer_a, made)
    return made


def state_of(item: Round) -> str:
    return Question.objects.get(pk=item.question_id).state


def test_verdict_is_stored_when_given(people: People, item: Round) -> None:
    judgement = Judgement(
        "reject",
        reasons=("other", "label_wrong", "other"),
        comment="  Not sadness at the end. ",
        comment_field="answer",
        comment_time=Decimal("41.500"),
        seconds_spent=73.5,
    )
    submit_verdict(reviewer=people.reviewer_a, round_id=item.pk, judgement=judgement, watched=[[0, 9]])
    verdict = Verdict.objects.get()
    assert (verdict.decision, verdict.reasons, verdict.comment) == (
        "reject",
        ["label_wrong", "other"],
        "Not sadness at the end.",
    )
    assert (verdict.comment_field, verdict.comment_time) == ("answer", Decimal("41.500"))
    assert (verdict.watched_share, verdict.seconds_spent) == (0.9, 73.5)
    row = Assignment.objects.get()
    assert (row.state, row.ended_at) == ("submitted", verdict.created_at)
    assert state_of(item) == "in_review"


def test_same_verdict_again_changes_nothing_when_sent_twice(people: People, item: Round) -> None:
    judge(people.reviewer_a, item, REJECT)
    before = rows.everything(), list(Verdict.objects.values())
    again = Judgement("reject", reasons=REJECT.reasons, comment=f" {REJECT.comment}", seconds_spent=99)
    submit_verdict(reviewer=people.reviewer_a, round_id=item.pk, judgement=again)
    assert (rows.everything(), list(Verdict.objects.values())) == before


def test_same_verdict_again_changes_nothing_when_the_round_has_closed(people: People, item: Round) -> None:
    judge(people.reviewer_a, item)
    claim_and_judge(people.reviewer_b, people.project)
    before = rows.everything()
    judge(people.reviewer_a, item)
    assert rows.everything() == before
    assert QuestionTransition.objects.count() == 1


@pytest.mark.parametrize(
    "other", [REJECT, Judgement("accept", comment="Fine."), Judgement("accept", comment_field="answer")]
)
def test_another_verdict_is_refused_when_one_is_given(people: People, item: Round, other: Judgement) -> None:
    judge(people.reviewer_a, item)
    before = rows.everything(), list(Verdict.objects.values())
    with pytest.raises(Conflict) as refused:
        judge(people.reviewer_a, item, other)
    assert refused.value.code == "verdict_differs"
    assert (rows.everything(), list(Verdict.objects.values())) == before


@pytest.mark.parametrize(
    ("judgement", "fields"),
    [
        (Judgement("maybe"), ["decision"]),
        (Judgement("reject"), ["reasons", "comment"]),
        (Judgement("reject", reasons=("other",), comment="  "), ["comment"]),
        (Judgement("reject", comment="No."), ["reasons"]),
        (Judgement("reject", reasons=("nonsense",), comment="No."), ["reasons"]),
        (Judgement("reject", reasons=("stage_order",), comment="No."), ["reasons"]),
        (Judgement("accept", reasons=("other",)), ["reasons"]),
        (Judgement("accept", comment="x", comment_field="colour"), ["comment_field"]),
        (Judgement("accept", comment="x", comment_time=Decimal("100.001")), ["comment_time"]),
        (Judgement("accept", seconds_spent=float("nan")), ["seconds_spent"]),
        (Judgement("accept", seconds_spent=-1), ["seconds_spent"]),
    ],
)
def test_verdict_is_refused_by_field_when_it_is_wrong(
    people: People, item: Round, judgement: Judgement, fields: list[str]
) -> None:
    before = rows.everything()
    with pytest.raises(Invalid) as refused:
        judge(people.reviewer_a, item, judgement)
    assert [error.field for error in refused.value.errors] == fields
    assert (rows.everything(), Verdict.objects.count()) == (before, 0)


def test_verdict_is_refused_when_too_little_was_played(people: People, item: Round) -> None:
    before = rows.everything()
    with pytest.raises(Invalid) as refused:
        submit_verdict(
            reviewer=people.reviewer_a, round_id=item.pk, judgement=ACCEPT, watched=[[0, 4], [2, 7.5]]
        )
    assert refused.value.code == "not_watched_enough"
    assert refused.value.extra == {"watched_share": 0.75, "required_share": 0.8, "missing_seconds": 0.5}
    assert (rows.everything(), Verdict.objects.count()) == (before, 0)


@pytest.mark.parametrize(("required", "stored"), [(0.8, None), (0.0, 0.0)])
def test_verdict_needs_a_known_length_when_a_share_is_required(
    people: People, item: Round, required: float, stored: float | None
) -> None:
    Clip.objects.update(duration=None)
    Project.objects.update(min_watched_share=required)
    if stored is None:
        with pytest.raises(Conflict) as refused:
            submit_verdict(reviewer=people.reviewer_a, round_id=item.pk, judgement=ACCEPT)
        assert refused.value.code == "media_not_ready"
    else:
        submit_verdict(reviewer=people.reviewer_a, round_id=item.pk, judgement=ACCEPT)
        assert Verdict.objects.get().watched_share == stored


def test_share_is_of_the_whole_video_when_the_clip_is_all_of_it(people: People, item: Round) -> None:
    Clip.objects.update(duration=None, whole_video=True)
    with pytest.raises(Invalid) as refused:
        judge(people.reviewer_a, item)
    assert refused.value.extra["missing_seconds"] == 70.0


@pytest.mark.parametrize("who", ["reviewer_b", "annotator", "admin", "outsider"])
def test_verdict_is_refused_when_the_item_is_not_held_by_the_person(
    people: People, item: Round, who: str
) -> None:
    before = rows.everything()
    with pytest.raises(NotFound):
        judge(getattr(people, who), item)
    assert (rows.everything(), Verdict.objects.count()) == (before, 0)


@pytest.mark.parametrize("ended", ["lease_expired", "assignment_released"])
def test_verdict_is_refused_when_the_hold_is_over(people: People, item: Round, ended: str) -> None:
    if ended == "lease_expired":
        let_run_out(people.reviewer_a)
    else:
        release(reviewer=people.reviewer_a, round_id=item.pk)
    before = rows.everything()
    with pytest.raises(Conflict) as refused:
        judge(people.reviewer_a, item)
    assert refused.value.code == ended
    assert (rows.everything(), Verdict.objects.count()) == (before, 0)


# --- closing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "setting", "outcome"),
    [
        (ACCEPT, ACCEPT, "remove", "accepted"),
        (ACCEPT, REJECT, "remove", "returned"),
        (REJECT, ACCEPT, "return", "returned"),
        (REJECT, REJECT, "remove", "removed"),
        (REJECT, REJECT, "return", "returned"),
    ],
)
def test_second_verdict_closes_the_round_and_moves_the_question_when_given(
    people: People, item: Round, first: Judgement, second: Judgement, setting: str, outcome: str
) -> None:
    Project.objects.update(double_rejection=setting)
    judge(people.reviewer_a, item, first)
    assert Round.objects.get(pk=item.pk).closed_at is None
    closed = claim_and_judge(people.reviewer_b, people.project, second)
    assert (closed.pk, closed.outcome, state_of(item)) == (item.pk, outcome, outcome)
    row = QuestionTransition.objects.get()
    event = {"accepted": Event.ACCEPT, "returned": Event.RETURN, "removed": Event.REMOVE}[outcome]
    assert (row.event, row.from_state, row.to_state, row.actor) == (event.value, "in_review", outcome, None)
    assert row.revision_id == item.revision_id
    opened = Revision.objects.filter(submitted_at__isnull=True).count()
    assert opened == (1 if outcome == "returned" else 0)


def test_question_is_removed_when_no_agreement_is_reached_in_three_rounds(
    people: People, item: Round
) -> None:
    outcomes = []
    for number in (1, 2, 3):
        claim(people.reviewer_a, people.project)
        judge(people.reviewer_a, item, ACCEPT)
        closed = claim_and_judge(people.reviewer_b, people.project, REJECT)
        outcomes.append(closed.outcome)
        if number < 3:
            item = rows.submit_again(closed)
    assert outcomes == ["returned", "returned", "removed"]
    assert state_of(item) == "removed"
    assert list(Round.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3]


def test_count_of_rounds_starts_anew_when_an_accepted_question_was_reopened(
    people: People, item: Round
) -> None:
    Project.objects.update(max_rounds=1)
    judge(people.reviewer_a, item)
    closed = claim_and_judge(people.reviewer_b, people.project)
    assert closed.outcome == "accepted"
    with transaction.atomic():
        question = lock_question(question_id=item.question_id)
        move_question(
            question=question,
            event=Event.REOPEN,
            actor=people.admin,
            revision=item.revision,
            reason="A label was misspelt.",
        )
    Project.objects.update(max_rounds=2)
    renewed = rows.submit_again(closed)
    assert renewed.number == 2
    claim(people.reviewer_a, people.project)
    judge(people.reviewer_a, renewed, ACCEPT)
    assert claim_and_judge(people.reviewer_b, people.project, REJECT).outcome == "returned"


def test_submission_fails_when_its_round_cannot_be_opened(people: People, item: Round) -> None:
    question = Question.objects.get(pk=item.question_id)
    clip = item.revision.clip
    revision = rows.add_submitted_revision(question, clip, number=2)
    with pytest.raises(IntegrityError), transaction.atomic():
        open_round(question, revision)
    assert Round.objects.count() == 1


def test_database_refuses_a_second_verdict_or_round_when_the_services_are_gone_round(
    people: People, item: Round
) -> None:
    judge(people.reviewer_a, item)
    with pytest.raises(IntegrityError), transaction.atomic():
        Verdict.objects.create(
            assignment=Assignment.objects.get(), decision="accept", watched_share=1, seconds_spent=1
        )
    wrong: list[dict[str, Any]] = [{"closed_at": timezone.now()}, {"outcome": "accepted"}]
    for values in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            Round.objects.update(**values)
    assert Verdict.objects.count() == 1
