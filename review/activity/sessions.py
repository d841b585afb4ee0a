"""Hours of work from sessions that pages report. Pure.

A page counts the seconds in which somebody is at work on it (no idle time) and reports their sum. Sessions that ran
at the same time (two tabs, two machines) never count for more than the clock went on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Session:
    """One page that was open from `start` to `end`, with `seconds` of work in it."""

    start: datetime
    end: datetime
    seconds: float


def seconds_worked(sessions: Iterable[Session]) -> float:
    """Seconds of work in all sessions together.

    Sessions that overlap form a group, which counts its seconds, but at most the time from its first start to its
    last end.
    """
    total = 0.0
    group: list[Session] = []
    group_end: datetime | None = None
    for session in sorted(sessions, key=lambda one: (one.start, one.end)):
        if group_end is not None and session.start >= group_end:
            total += _of_group(group)
            group, group_end = [], None
        group.append(session)
        group_end = session.end if group_end is None else max(group_end, session.end)
    return total + _of_group(group)


def _of_group(group: list[Session]) -> float:
    if not group:
        return 0.0
    clock = (max(one.end for one in group) - min(one.start for one in group)).total_seconds()
    worked = sum(one.seconds for one in group)
    # One session alone has been held to the clock when it was stored, with a little slack for slow lines.
    return worked if len(group) == 1 else min(worked, clock)
