"""Reviewers, author, admin, undo and time in any order: the question never leaves the table of its states.

A small model in the test says what has to happen; the services have to agree at every step.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.test import override_settings
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.models import User
from annotation.projects.models import Project
from annotation.questions.models import Question, QuestionTransition, Revision
from annotation.questions.transitions import lock_question, move_question
from annotation.questions.workflow import Event
from kernel.errors import Conflict, DomainError, NotFound
from review.assignments.models import Assignment
from review.assignments.services import claim_next, heartbeat, release
from review.rounds.models import Round
from review.rounds.services import close_due
from review.verdicts.models import Verdict
from review.verdicts.undo import take_back
from tests.personas import add_member, make_people, make_user
from tests.review import rows
from tests.review.rows import ACCEPT, REJECT, judge

#: From the design, written out by hand: what may follow what.
MAY_FOLLOW = {
    "in_review": {"accepted", "returned", "removed"},
    "returned": {"in_review", "withdrawn"},
    "accepted": {"returned"},
    "removed": set(),
    "withdrawn": set(),
}
WHO = st.sampled_from(["a", "b", "c", "d"])
#: Who hands items back now and then; were it everybody, most stories would soon stand still.
FICKLE = st.sampled_from(["c", "d"])


class Reviews(RuleBasedStateMachine):
    """One question, four reviewers."""

    def __init__(self) -> None:
        super().__init__()
        self.undo_time = override_settings(REVIEW_UNDO=timedelta(seconds=10))
        self.undo_time.enable()
        self.block = transaction.atomic()
        self.block.__enter__()
        people = make_people()
        self.people = people
        self.reviewers: dict[str, User] = {"a": people.reviewer_a, "b": people.reviewer_b}
        for name in ("c", "d"):
            self.reviewers[name] = make_user(f"reviewer {name}")
            add_member(people.project, self.reviewers[name], reviewer=True)
        self.state = "in_review"
        self.attempt = 1
        self.seen_states = ["in_review"]
        self.judged_before: set[str] = set()
        self.begin_round()

    def begin_round(self) -> None:
        self.holds: set[str] = set()
        self.verdicts: dict[str, str] = {}
        self.final: set[str] = set()
        self.handed_back: set[str] = set()

    @initialize(max_rounds=st.integers(1, 3), double=st.sampled_from(["remove", "return"]))
    def begin(self, max_rounds: int, double: str) -> None:
        self.max_rounds, self.double = max_rounds, double
        Project.objects.update(max_rounds=max_rounds, double_rejection=double)
        self.people.project.refresh_from_db()
        self.round = rows.make_item(self.people.project, self.people.annotator)

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.block.__exit__(None, None, None)
        self.undo_time.disable()

    # --- what has to happen ---------------------------------------------------------------------------------------

    def may_claim(self, who: str) -> bool:
        if self.state != "in_review" or who in self.verdicts or who in self.handed_back:
            return False
        free = 2 - len(self.holds) - len(self.verdicts)
        if who in self.judged_before:
            gone = {*self.holds, *self.verdicts, *self.handed_back, *self.judged_before}
            return free > len(set(self.reviewers) - gone)
        return free > 0

    def move(self, state: str) -> None:
        self.state = state
        self.seen_states.append(state)

    def close(self) -> None:
        decisions = sorted(self.verdicts.values())
        self.judged_before |= set(self.verdicts)
        if decisions == ["accept", "accept"]:
            self.move("accepted")
            self.attempt = 0
        elif self.attempt >= self.max_rounds or (
            decisions == ["reject", "reject"] and self.double == "remove"
        ):
            self.move("removed")
        else:
            self.move("returned")

    # --- what people do -------------------------------------------------------------------------------------------

    @rule(who=WHO)
    def claim(self, who: str) -> None:
        given = claim_next(reviewer=self.reviewers[who], project_id=self.people.project.pk)
        if who in self.holds:
            assert (given.round_id, given.is_new) == (self.round.pk, False)
        elif self.may_claim(who):
            assert (given.round_id, given.is_new) == (self.round.pk, True)
            self.holds.add(who)
        else:
            assert given.round_id is None

    @rule(who=WHO, accepts=st.booleans())
    def judge(self, who: str, accepts: bool) -> None:
        judgement = ACCEPT if accepts else REJECT
        held = who in self.holds
        again = self.verdicts.get(who) == judgement.decision
        try:
            judge(self.reviewers[who], self.round, judgement)
        except (Conflict, NotFound):
            assert not held
            assert not again
            return
        assert held or again
        if held:
            self.holds.discard(who)
            self.verdicts[who] = judgement.decision

    @rule(who=WHO)
    def undo(self, who: str) -> None:
        given = who in self.verdicts and who not in self.final
        try:
            take_back(reviewer=self.reviewers[who], round_id=self.round.pk)
        except DomainError:
            assert not given
            assert who not in self.holds
            return
        # Taken back already is no error.
        assert given or who in self.holds
        if given:
            del self.verdicts[who]
            self.holds.add(who)

    @rule()
    def time_to_undo_ends(self) -> None:
        ended = timezone.now() - timedelta(seconds=1)
        Verdict.objects.filter(final_at__gt=ended).update(final_at=ended)
        Round.objects.filter(closes_at__gt=ended).update(closes_at=ended)
        self.final |= set(self.verdicts)

    @rule()
    def sweep(self) -> None:
        due = self.state == "in_review" and len(self.verdicts) == len(self.final) == 2
        assert close_due() == due
        if due:
            self.close()

    @rule(who=WHO, accepts=st.booleans())
    def review(self, who: str, accepts: bool) -> None:
        self.claim(who)
        self.judge(who, accepts)

    @rule(
        order=st.permutations(["a", "b", "c", "d"]), accepts=st.lists(st.booleans(), min_size=4, max_size=4)
    )
    def review_by_all(self, order: list[str], accepts: list[bool]) -> None:
        """Everybody who can does one review; this brings stories to their later rounds."""
        for who, accepted in zip(order, accepts, strict=True):
            self.review(who, accepted)
        self.time_to_undo_ends()
        self.sweep()

    @rule(who=FICKLE)
    def hand_back(self, who: str) -> None:
        try:
            release(reviewer=self.reviewers[who], round_id=self.round.pk)
        except DomainError:
            assert who not in self.holds
            return
        assert who not in self.verdicts
        self.holds.discard(who)
        self.handed_back.add(who)

    @rule(who=WHO)
    def work(self, who: str) -> None:
        try:
            heartbeat(reviewer=self.reviewers[who], round_id=self.round.pk, watched=[[0, 1]])
        except DomainError:
            assert who not in self.holds
            return
        assert who in self.holds

    @rule(who=WHO)
    def run_out(self, who: str) -> None:
        rows.let_run_out(self.reviewers[who])
        self.holds.discard(who)

    @precondition(lambda self: self.state == "returned")
    @rule()
    def revise_and_submit(self) -> None:
        self.round = rows.submit_again(self.round)
        self.attempt += 1
        self.begin_round()
        self.move("in_review")

    @rule(event=st.sampled_from([Event.WITHDRAW, Event.REOPEN]))
    def withdraw_or_reopen(self, event: Event) -> None:
        target = {("returned", Event.WITHDRAW): "withdrawn", ("accepted", Event.REOPEN): "returned"}
        revision = Revision.objects.get(pk=self.round.revision_id)
        try:
            with transaction.atomic():
                question = lock_question(question_id=self.round.question_id)
                move_question(
                    question=question, event=event, actor=self.people.admin, revision=revision, reason="So."
                )
        except Conflict:
            assert (self.state, event) not in target
            return
        self.move(target[self.state, event])

    # --- what always holds ----------------------------------------------------------------------------------------

    @invariant()
    def question_is_where_the_model_says(self) -> None:
        if not hasattr(self, "round"):
            return
        question = Question.objects.get(pk=self.round.question_id)
        assert question.state == self.state
        for before, after in zip(self.seen_states, self.seen_states[1:], strict=False):
            assert after in MAY_FOLLOW[before]
        closing = QuestionTransition.objects.filter(event__in=["accept", "return", "remove"])
        assert closing.count() == Round.objects.filter(closed_at__isnull=False).count()
        assert Round.objects.filter(closed_at__isnull=True).count() == (self.state == "in_review")

    @invariant()
    def round_has_at_most_two_people(self) -> None:
        if not hasattr(self, "round"):
            return
        submitted = Assignment.objects.filter(round=self.round, state="submitted")
        assert {row.reviewer_id for row in submitted} == {self.reviewers[who].pk for who in self.verdicts}
        assert Verdict.objects.filter(assignment__round=self.round).count() == len(self.verdicts) <= 2
        assert len(self.holds) + len(self.verdicts) <= 2
        # The reminder is there exactly while both verdicts are in.
        stored = Round.objects.get(pk=self.round.pk)
        assert (stored.closes_at is not None) == (len(self.verdicts) == 2)


@pytest.mark.slow
@pytest.mark.django_db
def test_question_never_leaves_the_table_when_people_and_time_interleave() -> None:
    run_state_machine_as_test(
        Reviews,
        settings=settings(
            max_examples=50,
            stateful_step_count=30,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
