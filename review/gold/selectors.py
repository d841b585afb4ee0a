"""Reads about gold items, for admins. Like everything of reviews, only once a round has closed."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from accounts.models import User
from review.gold.models import GoldPlacement
from review.training.models import SeededItem, Use
from review.training.scoring import GoldVerdict, Proportion, detection, false_rejects, is_right
from review.verdicts.models import Verdict


@dataclass(frozen=True, slots=True)
class ReviewerGold:
    """How one reviewer did: flawed items found, sound items rejected."""

    user: User
    detection: Proportion
    false_rejects: Proportion


@dataclass(frozen=True, slots=True)
class GoldReport:
    """All reviewers by name, all together, and how many items wait to be placed or were."""

    reviewers: list[ReviewerGold]
    detection: Proportion
    false_rejects: Proportion
    waiting: int
    placed: int


def gold_report(*, project_id: int) -> GoldReport:
    """The rates of a project, from closed gold rounds; three queries."""
    rows = (
        Verdict.objects.filter(
            assignment__project_id=project_id,
            assignment__round__is_gold=True,
            assignment__round__closed_at__isnull=False,
        )
        .select_related("assignment__reviewer", "assignment__round__gold__item")
        .defer("assignment__watched", "assignment__draft", "assignment__round__gold__item__record_json")
    )
    people: dict[int, User] = {}
    given: dict[int, list[GoldVerdict]] = defaultdict(list)
    for row in rows:
        item = row.assignment.round.gold.item
        people[row.assignment.reviewer_id] = row.assignment.reviewer
        right = is_right(gold=item.gold, named_by=item.named_by, decision=row.decision, reasons=row.reasons)
        given[row.assignment.reviewer_id].append(GoldVerdict(item.gold, row.decision, right))
    everybody = [verdict for verdicts in given.values() for verdict in verdicts]
    items = SeededItem.objects.filter(project_id=project_id, use=Use.GOLD)
    return GoldReport(
        reviewers=[
            ReviewerGold(people[user_id], detection(given[user_id]), false_rejects(given[user_id]))
            for user_id in sorted(people, key=lambda key: (people[key].name, key))
        ],
        detection=detection(everybody),
        false_rejects=false_rejects(everybody),
        waiting=items.filter(retired_at__isnull=True, placement__isnull=True).count(),
        placed=GoldPlacement.objects.filter(item__project_id=project_id).count(),
    )
