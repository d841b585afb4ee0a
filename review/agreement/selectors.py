"""Reads of closed rounds with their decisions. An open round is counted and never looked into."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from accounts.models import User
from review.agreement.blind_answers import OwnAnswer
from review.agreement.scopes import ClosedItem, Scope, days_of_week
from review.assignments.models import Assignment, AssignmentState
from review.blind.models import BlindLabel
from review.rounds.models import Round
from review.rounds.policies import SETTLED
from review.verdicts.models import Decision, Verdict

#: What a group of open rounds is known by without looking into them.
OPEN_BY = {
    "granularity": ("granularity",),
    "task": ("granularity", "task"),
    "video": ("revision__clip__video_id",),
    "round": ("number",),
}


@dataclass(frozen=True, slots=True)
class Found:
    """What a scope holds: `counted` rounds with two decisions, and the closed rounds left out, each with its reason."""

    counted: list[ClosedItem]
    left_out: list[tuple[ClosedItem, str]]


def closed_items(scope: Scope, *, viewer: User, may_still_review: bool) -> Found:
    """The closed rounds of a scope, oldest id first; two queries.

    `may_still_review`: the viewer is a reviewer of the project, so rounds of questions that are not settled, and not
    the viewer's own, are left out. Other reasons: `later_round` and `earlier_round`, `no_decision`, `single_review`.
    """
    rounds = _in_scope(scope).filter(closed_at__isnull=False)
    verdicts = Verdict.objects.filter(assignment__round__in=rounds.values("pk"))
    for reviewer in scope.reviewers:
        rounds = rounds.filter(assignments__reviewer_id=reviewer, assignments__verdict__isnull=False)
    given: dict[int, list[tuple[int, bool]]] = {}
    for round_id, reviewer_id, decision in (
        verdicts.order_by("assignment__slot")
        .values_list("assignment__round_id", "assignment__reviewer_id", "decision")
        .iterator()
    ):
        given.setdefault(round_id, []).append((reviewer_id, decision == Decision.ACCEPT))
    found = Found([], [])
    columns = (
        "pk question_id question__public_id granularity task number outcome closed_at revision__clip__video_id "
        "revision__clip__video__title question__state question__author_id"
    )
    facts: list[Any]
    for *facts, state, author_id in rounds.order_by("pk").values_list(*columns.split()).iterator():
        item = ClosedItem(*(*facts, tuple(given.get(facts[0], ()))))
        hidden = may_still_review and state not in SETTLED and author_id != viewer.pk
        reason = "may_still_review" if hidden else _why_not(item, scope)
        if reason is None:
            found.counted.append(item)
        else:
            found.left_out.append((item, reason))
    return found


def _why_not(item: ClosedItem, scope: Scope) -> str | None:
    wanted = scope.round_number
    if wanted is not None and item.round_number != wanted:
        return "later_round" if item.round_number > wanted else "earlier_round"
    if len(item.decisions) == 2:
        return None
    return "single_review" if item.decisions else "no_decision"


def _in_scope(scope: Scope) -> QuerySet[Round]:
    """Rounds of all numbers in the scope, open ones too; reviewers are not looked at."""
    rounds = Round.objects.filter(project_id=scope.project_id, is_gold=False)
    if scope.granularity is not None:
        rounds = rounds.filter(granularity=scope.granularity)
    if scope.task is not None:
        rounds = rounds.filter(task=scope.task)
    if scope.video_id is not None:
        rounds = rounds.filter(revision__clip__video_id=scope.video_id)
    if scope.week is not None:
        start, end = days_of_week(scope.week)
        rounds = rounds.filter(closed_at__gte=start, closed_at__lt=end)
    return rounds


def open_rounds(scope: Scope, *, by: str) -> Mapping[str, int]:
    """How many rounds are open, by group key; under "" those of all groups. One query, or none.

    Groups by pair or week have none: who reviews an open round is not looked at, and it has not ended. For the same
    reason nothing is counted where the scope asks for reviewers or a week.
    """
    if scope.asks_for_outcome:
        return {}
    columns = OPEN_BY.get(by, ())
    rows = (
        _in_scope(scope)
        .filter(closed_at__isnull=True)
        .order_by()
        .values(*columns or ("project_id",))
        .annotate(n=Count("pk"))
    )
    counts: Counter[str] = Counter()
    for row in rows:
        counts[""] += row["n"]
        if columns:
            counts[" / ".join(str(row[name]) for name in columns)] += row["n"]
    return {key: number for key, number in counts.items() if number}


def holds_without_verdict(scope: Scope) -> dict[str, int]:
    """Holds of CLOSED rounds of the scope that ended without a verdict: `expired`, `released`. One query."""
    rounds = _in_scope(scope).filter(closed_at__isnull=False)
    if scope.round_number is not None:
        rounds = rounds.filter(number=scope.round_number)
    for reviewer in scope.reviewers:
        rounds = rounds.filter(assignments__reviewer_id=reviewer, assignments__verdict__isnull=False)
    rows = (
        Assignment.objects.filter(
            round__in=rounds.values("pk"), state__in=(AssignmentState.EXPIRED, AssignmentState.RELEASED)
        )
        .order_by()
        .values_list("state")
        .annotate(n=Count("pk"))
    )
    counts: dict[str, int] = {AssignmentState.EXPIRED.value: 0, AssignmentState.RELEASED.value: 0}
    return {**counts, **dict(rows)}


def people(ids: set[int]) -> dict[int, dict[str, Any]]:
    """Id, name and email of reviewers, by id. One query, or none."""
    if not ids:
        return {}
    rows = User.objects.filter(pk__in=ids).values("id", "name", "email")
    return {row["id"]: dict(row) for row in rows}


def own_answers(items: Sequence[ClosedItem], scope: Scope) -> dict[tuple[int, int], OwnAnswer]:
    """What reviewers of these closed rounds answered before they saw the reference, by (round, reviewer).

    Only for tasks that ask for labels or for an order of stages; whoever gave neither has no entry. Two queries.
    """
    wanted = {item.round_id for item in items}
    closed = _in_scope(scope).filter(closed_at__isnull=False).values("pk")
    labels: dict[tuple[int, int], dict[str, set[str]]] = {}
    given = BlindLabel.objects.filter(assignment__round__in=closed, assignment__verdict__isnull=False)
    for round_id, reviewer_id, side, label in given.values_list(
        "assignment__round_id", "assignment__reviewer_id", "side", "label"
    ).iterator():
        labels.setdefault((round_id, reviewer_id), {}).setdefault(side, set()).add(label)
    orders = Assignment.objects.filter(round__in=closed, verdict__isnull=False).exclude(stage_order=[])
    stages = {
        (round_id, reviewer_id): tuple(order)
        for round_id, reviewer_id, order in orders.values_list("round_id", "reviewer_id", "stage_order")
    }
    return {
        key: OwnAnswer(
            {side: frozenset(found) for side, found in labels.get(key, {}).items()}, stages.get(key, ())
        )
        for key in sorted({*labels, *stages})
        if key[0] in wanted
    }
