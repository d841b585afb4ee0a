"""The arithmetic of the dashboards. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

#: Ages are told in these steps: younger than each, then the rest.
AGE_STEPS: Final[tuple[tuple[str, timedelta], ...]] = (
    ("under_1_day", timedelta(days=1)),
    ("under_3_days", timedelta(days=3)),
    ("under_7_days", timedelta(days=7)),
    ("under_30_days", timedelta(days=30)),
)
OLDEST_STEP: Final = "from_30_days"


def age_step(age: timedelta) -> str:
    """The name of the first step that `age` is younger than; OLDEST_STEP for the rest."""
    return next((name for name, limit in AGE_STEPS if age < limit), OLDEST_STEP)


def gini(loads: Iterable[float]) -> float | None:
    """How unevenly a load is spread: 0 when all carry the same, (n - 1) / n when one of n carries it all.

    G = sum((2 i - n - 1) x_i) / (n sum(x)), the x ascending, i from 1: half the mean absolute difference over the
    mean. None for no people or no load. Raises ValueError for a negative load.
    """
    ordered = sorted(loads)
    if ordered and ordered[0] < 0:
        raise ValueError(f"a load is not negative, as {ordered[0]} is")
    n, total = len(ordered), sum(ordered)
    if not n or not total:
        return None
    return sum((2 * place - n - 1) * load for place, load in enumerate(ordered, start=1)) / (n * total)


def share(part: int, whole: int) -> float | None:
    """`part` of `whole`; None for nothing."""
    return part / whole if whole else None
