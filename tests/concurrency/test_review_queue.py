"""The review queue under many reviewers at once, on whichever database the tests run."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from kernel.errors import Conflict
from review.assignments.models import Assignment, AssignmentState
from review.assignments.services import Claim, claim_next, heartbeat, release
from review.rounds.models import Round
from review.rounds.services import close_due
from review.verdicts.models import Verdict
from review.verdicts.services import Judgement
from review.verdicts.undo import take_back
from tests.concurrency.threads import at_once
from tests.review.queues import assert_closed_once, assert_two_each, make_queue
from tests.review.rows import ACCEPT, REJECT, judge

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

REVIEWERS = 20
#: On SQLite writers queue one behind the other; fewer items show the same.
ITEMS = 1000 if connection.vendor == "postgresql" else 300


def finish(reviewer: User, round_id: int) -> None:
    """Ends a hold as a verdict does, without the rest of it: here only the queue is looked at."""
    Assignment.objects.filter(reviewer=reviewer, round_id=round_id, state=AssignmentState.HELD).update(
        state=AssignmentState.SUBMITTED, ended_at=timezone.now()
    )


@pytest.mark.slow
def test_every_item_goes_to_two_people_once_when_twenty_claim_at_once() -> None:
    project, people, rounds = make_queue(REVIEWERS, ITEMS)

    def work(reviewer: User) -> list[int]:
        got: list[int] = []
        while (given := claim_next(reviewer=reviewer, project_id=project.pk)).round_id is not None:
            assert given.is_new
            got.append(given.round_id)
            finish(reviewer, given.round_id)
        return got

    started = time.monotonic()
    got = at_once([partial(work, person) for person in people])
    print(f"{2 * ITEMS} claims by {REVIEWERS} in {time.monotonic() - started:.1f} s on {connection.vendor}")
    assert all(len(set(each)) == len(each) for each in got)
    assert Counter(round_id for each in got for round_id in each) == {each.pk: 2 for each in rounds}
    assert_two_each(rounds)
    # No claim was ever made that is not accounted for.
    assert Assignment.objects.count() == 2 * ITEMS


@pytest.mark.slow
def test_no_item_gets_a_third_person_when_leases_run_out_and_items_are_handed_back() -> None:
    items = ITEMS // 5
    project, people, rounds = make_queue(REVIEWERS, items)
    deadline = time.monotonic() + 60

    def work(reviewer: User, seed: int) -> Counter[str]:
        dice = random.Random(seed)
        did: Counter[str] = Counter()
        while time.monotonic() < deadline:
            given = claim_next(reviewer=reviewer, project_id=project.pk)
            if given.round_id is None:
                if not given.held:
                    break
                time.sleep(0.05)
                continue
            chance = dice.random()
            if chance < 0.08:
                release(reviewer=reviewer, round_id=given.round_id)
                did["handed back"] += 1
            elif chance < 0.20:
                # The page was closed: the lease ends, and now and then somebody comes back to it.
                Assignment.objects.filter(
                    reviewer=reviewer, round_id=given.round_id, state=AssignmentState.HELD
                ).update(lease_expires_at=timezone.now() - timedelta(microseconds=1))
                did["ran out"] += 1
            else:
                try:
                    heartbeat(reviewer=reviewer, round_id=given.round_id)
                    judge(
                        reviewer,
                        Round(pk=given.round_id),
                        ACCEPT if dice.random() < 0.7 else REJECT,
                    )
                    did["judged"] += 1
                except Conflict as lost:
                    did[lost.code] += 1
        return did

    started = time.monotonic()
    did: Counter[str] = sum(at_once([partial(work, person, n) for n, person in enumerate(people)]), Counter())
    print(f"{dict(did)} in {time.monotonic() - started:.1f} s on {connection.vendor}")
    assert min(did["handed back"], did["ran out"]) > items // 20
    assert_two_each(rounds)
    assert Verdict.objects.count() == did["judged"] == 2 * items
    assert Round.objects.filter(closed_at__isnull=True).count() == 0
    assert_closed_once(rounds)


@pytest.mark.slow
def test_round_closes_once_when_two_verdicts_arrive_at_the_same_instant() -> None:
    items = 40
    project, people, rounds = make_queue(2, items)
    verdicts = [(ACCEPT, ACCEPT), (ACCEPT, REJECT), (REJECT, ACCEPT), (REJECT, REJECT)]
    started = time.monotonic()
    for number, each in enumerate(rounds):
        for person in people:
            assert claim_next(reviewer=person, project_id=project.pk).round_id == each.pk
        pair = verdicts[number % 4]
        at_once([partial(judge, person, each, what) for person, what in zip(people, pair, strict=True)])
    print(f"{items} pairs in {time.monotonic() - started:.1f} s on {connection.vendor}")
    assert_two_each(rounds)
    assert_closed_once(rounds)


def test_round_closes_once_when_each_verdict_is_sent_three_times_at_once() -> None:
    project, people, rounds = make_queue(2, 1)
    for person in people:
        claim_next(reviewer=person, project_id=project.pk)
    at_once([partial(judge, person, rounds[0], ACCEPT) for person in people for _ in range(3)])
    assert Verdict.objects.count() == 2
    assert_closed_once(rounds)


def test_one_verdict_stands_when_the_same_person_sends_two_different_ones_at_once() -> None:
    project, people, rounds = make_queue(1, 1)
    claim_next(reviewer=people[0], project_id=project.pk)

    def send(what: Judgement) -> str:
        try:
            judge(people[0], rounds[0], what)
        except Conflict as refused:
            return refused.code
        return what.decision

    answers = at_once([partial(send, what) for what in (ACCEPT, REJECT)])
    stored = Verdict.objects.get().decision
    assert sorted(answers) == sorted([stored, "verdict_differs"])


def test_one_lease_is_given_when_the_same_person_asks_in_many_tabs() -> None:
    project, people, _ = make_queue(1, 30)

    def ask() -> Claim:
        return claim_next(reviewer=people[0], project_id=project.pk)

    answers = at_once([ask] * 8)
    assert Assignment.objects.count() == 1
    assert {answer.round_id for answer in answers} == {Assignment.objects.get().round_id}
    assert sum(answer.is_new for answer in answers) == 1


def test_nobody_is_sent_away_when_two_ask_at_once_for_the_last_item() -> None:
    project, people, rounds = make_queue(2, 1)
    asks: list[Callable[[], Claim]] = [
        partial(claim_next, reviewer=person, project_id=project.pk) for person in people
    ]
    for _ in range(15):
        answers = at_once(asks)
        assert [answer.round_id for answer in answers] == [rounds[0].pk] * 2
        Assignment.objects.all().delete()


@pytest.mark.slow
def test_round_closes_on_verdicts_that_stand_when_undo_and_closing_meet(settings: Any) -> None:
    """Two verdicts whose time is just running out; each giver takes theirs back while three sweeps close."""
    settings.REVIEW_UNDO = timedelta(milliseconds=120)
    items = 25
    project, people, rounds = make_queue(2, items)
    outcomes: Counter[str] = Counter()

    def undo(person: User, each: Round, wait: float) -> str:
        time.sleep(wait)
        try:
            take_back(reviewer=person, round_id=each.pk)
        except Conflict as refused:
            return refused.code
        return "taken back"

    def sweep(wait: float) -> int:
        time.sleep(wait)
        return close_due()

    for number, each in enumerate(rounds):
        for person in people:
            assert claim_next(reviewer=person, project_id=project.pk).round_id == each.pk
            judge(person, each, ACCEPT)
        wait = 0.06 + 0.004 * number
        answers = at_once(
            [partial(undo, person, each, wait) for person in people] + [partial(sweep, 0.12)] * 3
        )
        settings.REVIEW_UNDO = timedelta(0)
        taken = answers[:2].count("taken back")
        each.refresh_from_db()
        standing = Verdict.objects.filter(assignment__round=each).count()
        assert standing == 2 - taken
        assert (each.closed_at is not None) <= (standing == 2)
        outcomes["closed" if each.closed_at else f"{standing} verdicts"] += 1
        for person in people:
            judge(person, each, ACCEPT)
        close_due(now=timezone.now() + timedelta(seconds=1))
        each.refresh_from_db()
        assert each.outcome == "accepted"
        settings.REVIEW_UNDO = timedelta(milliseconds=120)
    print(f"{dict(outcomes)} on {connection.vendor}")
    assert_two_each(rounds)
    assert_closed_once(rounds)


def test_one_lease_stands_when_undo_and_next_meet(settings: Any) -> None:
    settings.REVIEW_UNDO = timedelta(seconds=10)
    project, people, rounds = make_queue(1, 12)
    person = people[0]
    for each in rounds[:10]:
        given = claim_next(reviewer=person, project_id=project.pk)
        assert given.round_id == each.pk
        judge(person, each, ACCEPT)
        at_once(
            [
                partial(claim_next, reviewer=person, project_id=project.pk),
                partial(take_back, reviewer=person, round_id=each.pk),
            ]
        )
        assert Assignment.objects.filter(reviewer=person, state=AssignmentState.HELD).count() == 1
        # Whoever came first, the verdict is back.
        assert Assignment.objects.get(round=each, reviewer=person).state == AssignmentState.HELD
        judge(person, each, ACCEPT)
        Verdict.objects.update(final_at=timezone.now())
    assert Verdict.objects.count() == 10
