"""Reads about rounds. A round that is open has nothing to show, to anybody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Prefetch, Q, QuerySet

from annotation.public import Question
from review.assignments.models import Assignment
from review.rounds.models import Round, RoundOutcome
from review.verdicts.models import Decision, Verdict


@dataclass(frozen=True, slots=True)
class ClosedRound:
    """A closed round with its two verdicts; the place in the list, from 1, stands for the reviewer."""

    number: int
    revision_number: int
    outcome: str
    closed_at: datetime | None
    verdicts: list[tuple[int, Verdict]]


def closed_rounds(*, question: Question) -> list[ClosedRound]:
    """The closed rounds of a question, newest first; two queries.

    Reviewers are numbered by slot: which of them judged first, and whether the same person was there in an earlier
    round, cannot be told.
    """
    given = (
        Assignment.objects.filter(verdict__isnull=False).select_related("verdict__answer").order_by("slot")
    )
    rounds = (
        Round.objects.filter(question=question, closed_at__isnull=False)
        .select_related("revision")
        .defer("revision__record_json")
        .prefetch_related(Prefetch("assignments", queryset=given, to_attr="judged"))
        .order_by("-number")
    )
    found: list[ClosedRound] = []
    for each in rounds:
        judged: list[Assignment] = each.judged
        found.append(
            ClosedRound(
                number=each.number,
                revision_number=each.revision.number,
                outcome=each.outcome,
                closed_at=each.closed_at,
                verdicts=[(place, row.verdict) for place, row in enumerate(judged, start=1)],
            )
        )
    return found


def twice_accepted() -> QuerySet[Round]:
    """The closed rounds, of all projects, in which two reviewers accepted; gold ones are none."""
    accepts = Count("assignments__verdict", filter=Q(assignments__verdict__decision=Decision.ACCEPT))
    return (
        Round.objects.filter(is_gold=False, outcome=RoundOutcome.ACCEPTED)
        .annotate(accepts=accepts)
        .filter(accepts=2)
    )
