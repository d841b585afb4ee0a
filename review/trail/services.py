"""Adding to the trail, in the transaction of what happened."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from review.trail.models import Step, StepKind


def note_step(*, round_id: int, kind: StepKind, actor_id: int | None, at: datetime, word: str = "") -> None:
    """One more step of a round; `actor_id` None means that the rules did it. One statement."""
    Step.objects.create(round_id=round_id, kind=kind, actor_id=actor_id, word=word, at=at)


def note_steps(steps: Iterable[tuple[StepKind, int, int]], *, at: datetime) -> None:
    """Several steps at once, each (kind, round id, actor id), in this order. One statement, none for no steps."""
    Step.objects.bulk_create(
        Step(kind=kind, round_id=round_id, actor_id=actor_id, at=at) for kind, round_id, actor_id in steps
    )
