"""Krippendorff's alpha, computed by the `krippendorff` package; what the package leaves open is decided here. Pure.

Source: K. Krippendorff, Computing Krippendorff's alpha-reliability (2011). alpha = 1 - D_o / D_e.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import krippendorff
import numpy as np
import numpy.typing as npt

from review.agreement.statistic import NotComputable, Statistic, not_computable

Level = Literal["nominal", "ordinal", "interval", "ratio"]


def alpha_of_value_counts(
    value_counts: npt.NDArray[np.integer[Any]],
    *,
    level: Level = "nominal",
    values: Sequence[float] | None = None,
) -> Statistic:
    """Alpha of a table with one row for each unit and one column for each value: how many observers gave it.

    The package would take a table of observers x units lying on its side without a word, which is why this form is
    asked for; and its own default is the interval level. `values` are the columns' values, ascending, for every level
    but the nominal one (0, 1, 2, ... when not given).

    Not computable: `no_items` when no unit has two values, `one_value` when all values of such units are the same.
    """
    pairable = value_counts[value_counts.sum(axis=1) >= 2]
    if not len(pairable):
        return not_computable(NotComputable.NO_ITEMS)
    if np.count_nonzero(pairable.sum(axis=0)) < 2:
        return not_computable(NotComputable.ONE_VALUE)
    found = krippendorff.alpha(value_counts=pairable, value_domain=values, level_of_measurement=level)
    return Statistic(float(found))


def alpha_of_observers(rows: Sequence[Sequence[float | None]], *, level: Level) -> Statistic:
    """Alpha of one row for each observer and one column for each unit; None where nothing was said.

    Raises ValueError when the rows differ in length or a value is not finite.
    """
    lengths = {len(row) for row in rows}
    if len(lengths) > 1:
        raise ValueError(f"each observer has one place for each unit; got rows of {sorted(lengths)} places")
    given = [value for row in rows for value in row if value is not None]
    if not np.isfinite(given).all():
        raise ValueError("a value is a finite number, or None where nothing was said")
    values = sorted(set(given))
    column = {value: place for place, value in enumerate(values)}
    counts = np.zeros((max(lengths, default=0), max(len(values), 1)), dtype=np.int64)
    for row in rows:
        for unit, value in enumerate(row):
            if value is not None:
                counts[unit, column[value]] += 1
    return alpha_of_value_counts(counts, level=level, values=values or None)
