"""How long a reviewer holds an item, and what may be told about it. Pure: nothing here reads a clock.

A lease always ends on the assignment's own grid: a whole number of steps after it was claimed. A heartbeat moves
the end to the first grid point that is at least a full lease away. That is what makes `next_possible_end` honest
without looking at heartbeats or verdicts: from outside, an item that is being worked on and one whose verdict is
in look the same (docs/decisions/blindness.md).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

STEPS_PER_LEASE: Final = 6


def step_of(lease: timedelta) -> timedelta:
    """The grid's step: 5 minutes for a lease of 30."""
    return lease / STEPS_PER_LEASE


def lease_end(*, claimed_at: datetime, now: datetime, lease: timedelta) -> datetime:
    """The first grid point not earlier than `now + lease`: a lease lasts 6/6 to 7/6 of its setting."""
    return _grid_point(claimed_at, now + lease, step_of(lease))


def next_possible_end(*, claimed_at: datetime, now: datetime, lease: timedelta) -> datetime:
    """The earliest moment after `now` at which the hold that began at `claimed_at` could end by itself.

    Never earlier than the first full lease. It depends on `claimed_at` and the clock alone.
    """
    first = claimed_at + lease
    if now < first:
        return first
    step = step_of(lease)
    point = _grid_point(claimed_at, now, step)
    return point if point > now else point + step


def _grid_point(start: datetime, at_least: datetime, step: timedelta) -> datetime:
    steps = -((start - at_least) // step)
    return start + steps * step
