"""How often two reviewers decided alike, and the statistics of that. Pure; counts only, no rows.

A tally is what all figures of two reviewers and two decisions depend on. The formulas here work on one tally and on
an array of many, which is how resamples are computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from review.agreement.alpha import alpha_of_value_counts
from review.agreement.statistic import NotComputable, Statistic, not_computable

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

#: The statistics of a tally, in the order in which they are told.
STATISTICS: Final = ("observed", "alpha", "ac1")
#: Rows of value counts (accepts, rejects) of an item of each kind.
_VALUE_COUNTS: Final = np.array([[2, 0], [1, 1], [0, 2]], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Tally:
    """Items that both accepted, that were split, and that both rejected."""

    both_accept: int
    disagree: int
    both_reject: int

    @property
    def n(self) -> int:
        return self.both_accept + self.disagree + self.both_reject

    @property
    def accepts(self) -> int:
        """Accepting decisions, of `2 n` in all."""
        return 2 * self.both_accept + self.disagree


def observed(tally: Tally) -> Statistic:
    """Share of the items on which both decided alike."""
    if tally.n == 0:
        return not_computable(NotComputable.NO_ITEMS)
    return Statistic((tally.both_accept + tally.both_reject) / tally.n)


def alpha(tally: Tally) -> Statistic:
    """Nominal Krippendorff alpha; the package computes it from all items, not from the counts."""
    kinds = np.repeat(_VALUE_COUNTS, [tally.both_accept, tally.disagree, tally.both_reject], axis=0)
    return alpha_of_value_counts(kinds, level="nominal")


def ac1(tally: Tally) -> Statistic:
    """Gwet's AC1 for two reviewers and two decisions.

    (p_a - p_e) / (1 - p_e) with p_e = 2 q (1 - q), q the mean share of accepts (K. L. Gwet, 2008). p_e is at most
    one half, so it is computable wherever there are items: 1 when everything is accepted.
    """
    if tally.n == 0:
        return not_computable(NotComputable.NO_ITEMS)
    agreed = (tally.both_accept + tally.both_reject) / tally.n
    share = tally.accepts / (2 * tally.n)
    by_chance = 2 * share * (1 - share)
    return Statistic((agreed - by_chance) / (1 - by_chance))


def expected(tally: Tally) -> Statistic:
    """The agreement that alpha expects by chance: the share of equal pairs among all pairs of decisions.

    alpha = 1 - (1 - observed) / (1 - expected).
    """
    if tally.n == 0:
        return not_computable(NotComputable.NO_ITEMS)
    accepts, rejects = tally.accepts, 2 * tally.n - tally.accepts
    return Statistic(1 - 2 * accepts * rejects / (2 * tally.n * (2 * tally.n - 1)))


def many(totals: npt.NDArray[np.integer[Any]]) -> dict[str, Floats]:
    """The statistics of many tallies at once: one row (both accept, disagree, both reject) each.

    NaN where not computable. Alpha by the closed form for two reviewers and two values,
    1 - (2n - 1) d / ((2a + d)(2r + d)): the package would have to see each item of each resample.
    """
    accept, split, reject = (column.astype(np.float64) for column in totals.T)
    n = accept + split + reject
    with np.errstate(divide="ignore", invalid="ignore"):
        agreed = (accept + reject) / n
        product = (2 * accept + split) * (2 * reject + split)
        found_alpha = np.where(product > 0, 1 - (2 * n - 1) * split / product, np.nan)
        share = (2 * accept + split) / (2 * n)
        by_chance = 2 * share * (1 - share)
        found_ac1 = (agreed - by_chance) / (1 - by_chance)
    return {"observed": agreed, "alpha": found_alpha, "ac1": found_ac1}
