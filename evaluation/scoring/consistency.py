"""Can a printed table be true? Which task means no set of question scores of the stated size can give.

A judged question scores a whole number of points of its maximum, so the mean of `count` of them is one of
count * maximum + 1 values. A printed mean that none of them rounds to was not taken over `count` questions: most often
some were left out, and the row is compared at unequal coverage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import prod
from typing import Final

from evaluation.scoring.aggregation import count_weighted_mean, round_half_up

#: Half of the last printed digit, in percent.
HALF_DIGIT: Final = Fraction(1, 200)
#: More combinations of points than this are not tried: long before, every overall value can be reached.
MOST_COMBINATIONS: Final = 100_000


@dataclass(frozen=True, slots=True)
class PrintedTask:
    """A task of a table. `maximum` is the number of points a question can earn (the largest step that all of its
    rubrics share: 3 where 0-1 and 0-3 are mixed), None where scores are not on such a grid (F1)."""

    name: str
    count: int
    maximum: int | None


@dataclass(frozen=True, slots=True)
class RowCheck:
    """What the printed parts of one row allow.

    `from_parts`: the count-weighted mean of the printed means, two decimals half up. `from_points`: the Overall values,
    ascending, that points behind the printed means can give; None where a task has no grid, a part is impossible, or
    too many points fit. `within_rounding`: the printed Overall can come from parts that round to the printed ones.
    `impossible`: tasks whose printed mean cannot come from their number of questions.
    """

    from_parts: Decimal
    from_points: tuple[Decimal, ...] | None
    within_rounding: bool
    impossible: tuple[str, ...]


def possible_points(printed: Decimal, *, count: int, maximum: int) -> list[int]:
    """The sums of points of `count` questions whose mean, in percent with two decimals half up, is `printed`.

    Raises ValueError where `count` or `maximum` is not positive.
    """
    if count <= 0 or maximum <= 0:
        raise ValueError("a mean needs questions that can earn points")
    most = count * maximum
    lowest = (Fraction(printed) - HALF_DIGIT) * most / 100
    first = max(0, int(lowest) - 1)
    last = min(most, int(lowest + HALF_DIGIT * most / 50) + 2)
    return [sum_ for sum_ in range(first, last + 1) if round_half_up(Fraction(100 * sum_, most)) == printed]


def check_row(tasks: Sequence[PrintedTask], printed: Mapping[str, Decimal], overall: Decimal) -> RowCheck:
    """Checks one row of a table in percent with two decimals; `printed` has the mean of each of `tasks`."""
    mean = count_weighted_mean((task.count, printed[task.name]) for task in tasks)
    points = {
        task.name: possible_points(printed[task.name], count=task.count, maximum=task.maximum)
        for task in tasks
        if task.maximum is not None
    }
    # Each part is off by at most half a digit, so their mean is as well, and the printed Overall once more.
    return RowCheck(
        round_half_up(mean),
        _overall_from(tasks, points),
        abs(mean - Fraction(overall)) <= 2 * HALF_DIGIT,
        tuple(name for name, found in points.items() if not found),
    )


def _overall_from(
    tasks: Sequence[PrintedTask], points: Mapping[str, list[int]]
) -> tuple[Decimal, ...] | None:
    if len(points) < len(tasks) or not 0 < prod(map(len, points.values())) <= MOST_COMBINATIONS:
        return None
    total = sum(task.count for task in tasks)
    found = {
        round_half_up(
            100
            * sum((Fraction(n, task.maximum or 1) for n, task in zip(sums, tasks, strict=True)), Fraction(0))
            / total
        )
        for sums in product(*(points[task.name] for task in tasks))
    }
    return tuple(sorted(found))
