"""What training is left for a person, and whether it is enough for a role. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

TrainedRole = Literal["annotator", "reviewer"]
TRAINED_ROLES: Final[tuple[TrainedRole, ...]] = ("annotator", "reviewer")

Step = Literal["reading", "hours", "practice"]


@dataclass(frozen=True, slots=True)
class Demands:
    """What a project asks for. `thresholds`: share of right verdicts in one run, by role."""

    required: frozenset[TrainedRole]
    hours: float
    practice_length: int
    max_runs: int
    thresholds: dict[TrainedRole, float]


@dataclass(frozen=True, slots=True)
class Run:
    """One practice run: `right` of `answered` verdicts of `length` items."""

    number: int
    right: int
    answered: int
    length: int
    finished_at: datetime | None

    @property
    def score(self) -> float | None:
        """Share of right verdicts; None until the run is finished."""
        return self.right / self.length if self.finished_at is not None and self.length else None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a person is. `pages` of the newest guideline; `runs_allowed` with those an admin has added."""

    pages: int
    pages_read: int
    seconds: float
    runs: tuple[Run, ...]
    runs_allowed: int
    items_available: int

    @property
    def best_score(self) -> float | None:
        scores = [run.score for run in self.runs if run.score is not None]
        return max(scores, default=None)

    @property
    def runs_left(self) -> int:
        """Runs that can still be begun."""
        return max(0, self.runs_allowed - len(self.runs))


def steps_left(progress: Progress, demands: Demands, role: TrainedRole) -> list[Step]:
    """What is missing for `role`, in the order in which it is done. A guideline without text asks for no reading,
    a threshold of 0 for no practice."""
    left: list[Step] = []
    if progress.pages_read < progress.pages:
        left.append("reading")
    if progress.seconds < demands.hours * 3600:
        left.append("hours")
    best = progress.best_score
    # 0.8 is met by 8 of 10 whatever floats make of it.
    if demands.thresholds[role] > 0 and (best is None or best + 1e-9 < demands.thresholds[role]):
        left.append("practice")
    return left


def is_qualified(events: Sequence[str]) -> bool:
    """Whether the deciding events of a person and role, oldest first, leave them qualified."""
    return bool(events) and events[-1] != "revoked"
