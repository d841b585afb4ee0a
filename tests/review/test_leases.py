"""When a hold ends, and what may be said about it."""

from datetime import UTC, datetime, timedelta

import pytest

from review.assignments.leases import lease_end, next_possible_end

LEASE = timedelta(minutes=30)
START = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("now", "end"), [(0, 30), (0.5, 35), (1, 35), (5, 35), (5.01, 40), (29.9, 60), (60, 90)]
)
def test_lease_ends_on_the_grid_when_renewed(now: float, end: float) -> None:
    assert lease_end(claimed_at=START, now=at(now), lease=LEASE) == at(end)


@pytest.mark.parametrize(("now", "end"), [(0, 30), (29.9, 30), (30, 35), (34.9, 35), (35, 40), (119.5, 120)])
def test_next_possible_end_follows_the_clock_alone_when_asked(now: float, end: float) -> None:
    assert next_possible_end(claimed_at=START, now=at(now), lease=LEASE) == at(end)


def test_no_hold_ends_between_the_moments_told_when_renewed_at_any_time() -> None:
    told = {
        next_possible_end(claimed_at=START, now=at(quarter / 4), lease=LEASE) for quarter in range(4 * 180)
    }
    ends = {lease_end(claimed_at=START, now=at(quarter / 4), lease=LEASE) for quarter in range(4 * 140)}
    assert ends <= told
