"""What part of a project's reviews a figure is about, and how it is taken apart further. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final, Literal, get_args

from review.agreement.decision_files import FIRST_ROUND

Grouping = Literal["granularity", "task", "pair", "video", "week", "round"]
GROUPINGS: Final[tuple[str, ...]] = get_args(Grouping)

_WEEK = re.compile(r"([0-9]{4})-W([0-9]{2})")


@dataclass(frozen=True, slots=True)
class Scope:
    """Filters that all have to hold; None: any. `round_number` None: all rounds, an item once for each.

    `reviewers` are the ids of people who each made one of the two decisions. `week` is an ISO week such as 2026-W49,
    of the moment in UTC at which the round closed.
    """

    project_id: int
    granularity: str | None = None
    task: str | None = None
    reviewers: tuple[int, ...] = ()
    video_id: int | None = None
    week: str | None = None
    round_number: int | None = FIRST_ROUND

    @property
    def asks_for_outcome(self) -> bool:
        """Whether it picks rounds by what only a closed one has: its reviewers, the time of its end."""
        return bool(self.reviewers) or self.week is not None


@dataclass(frozen=True, slots=True)
class ClosedItem:
    """One closed round with its decisions, (reviewer's id, accepted) by slot; two, unless something is amiss."""

    round_id: int
    question_id: int
    public_id: str
    granularity: str
    task: str
    round_number: int
    outcome: str
    closed_at: datetime
    video_id: int
    video_title: str
    decisions: tuple[tuple[int, bool], ...]


def week_of(moment: datetime) -> str:
    """The ISO week of a moment in UTC: 2026-W49."""
    year, week, _ = moment.astimezone(UTC).isocalendar()
    return f"{year:04d}-W{week:02d}"


def days_of_week(week: str) -> tuple[datetime, datetime]:
    """The first moment of an ISO week and the first after it, UTC. Raises ValueError for what is no week."""
    found = _WEEK.fullmatch(week)
    if found is None:
        raise ValueError(f"{week!r} is no week such as 2026-W49")
    start = datetime.combine(date.fromisocalendar(int(found[1]), int(found[2]), 1), time(), UTC)
    try:
        return start, start + timedelta(days=7)
    except OverflowError:
        raise ValueError(f"{week!r} ends after the last day that there is") from None


def group_of(item: ClosedItem, by: str) -> str:
    """The key of the item's group: sorts as the groups are listed, and is the CSV's stratum."""
    if by == "granularity":
        return item.granularity
    if by == "task":
        return f"{item.granularity} / {item.task}"
    if by == "pair":
        return " / ".join(f"{reviewer}" for reviewer in sorted(reviewer for reviewer, _ in item.decisions))
    if by == "video":
        return str(item.video_id)
    if by == "week":
        return week_of(item.closed_at)
    return str(item.round_number)


def sort_key(key: str) -> tuple[Any, ...]:
    """Orders group keys with numbers by value: 2 before 10."""
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in key.split(" / "))


def facts_of(item: ClosedItem, by: str) -> Mapping[str, Any]:
    """What all items of the item's group have in common, under the names of the filters that select the group."""
    common: dict[str, Mapping[str, Any]] = {
        "granularity": {"granularity": item.granularity},
        "task": {"granularity": item.granularity, "task": item.task},
        "pair": {"reviewers": sorted(reviewer for reviewer, _ in item.decisions)},
        "video": {"video": {"id": item.video_id, "title": item.video_title}},
        "week": {"week": week_of(item.closed_at)},
        "round": {"round": item.round_number},
    }
    return common[by]
