"""95 % bootstrap intervals, clustered by video. Pure, and the same for the same data each time.

Items of one video are not independent: a hard scene is hard for all its questions. So whole videos are drawn with
replacement, as many as there are, and the statistic is computed on each resample; the interval reaches from the 2.5th
to the 97.5th percentile of what came out (percentile method, linear between neighbours).

Videos with the same tally cannot be told apart by any of the statistics. Drawing videos is therefore drawing how
often each DISTINCT tally comes up, which is one multinomial draw a resample: exact, and the cost does not grow with
the number of items.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from review.agreement.statistic import NotComputable
from review.agreement.tallies import STATISTICS, Counts, many

SEED: Final = 20_260_101
RESAMPLES: Final = 2000
_ENDS: Final = (0.025, 0.975)


@dataclass(frozen=True, slots=True)
class Interval:
    """`low` and `high`, or None with the `reason`; `computable` of the resamples had a value and made the interval."""

    low: float | None
    high: float | None
    computable: int
    reason: NotComputable | None = None


def distinct_tallies(tallies: Counts) -> tuple[Counts, Counts]:
    """The distinct rows of a (clusters x 3) table in a fixed order, and how many clusters have each."""
    if not len(tallies):
        return tallies.reshape(0, 3), np.zeros(0, dtype=np.int64)
    base = int(tallies.max()) + 1
    if base**3 >= 2**63:
        rows, times = np.unique(tallies, axis=0, return_counts=True)
        return rows, times
    # One number a row sorts many times faster than rows do.
    keys, times = np.unique((tallies[:, 0] * base + tallies[:, 1]) * base + tallies[:, 2], return_counts=True)
    rows = np.stack([keys // base**2, keys // base % base, keys % base], axis=1)
    return rows, times


def resample(rows: Counts, times: Counts, *, resamples: int, seed: int) -> Counts:
    """Totals (both accept, disagree, both reject) of each resample of `times.sum()` clusters."""
    clusters = int(times.sum())
    generator = np.random.Generator(np.random.PCG64(seed))
    drawn: Counts = generator.multinomial(clusters, times / clusters, size=resamples) @ rows
    return drawn


def clustered_intervals(
    rows: Counts, times: Counts, *, resamples: int = RESAMPLES, seed: int = SEED
) -> Mapping[str, Interval]:
    """The interval of each statistic of `tallies.STATISTICS`, from distinct cluster tallies and their numbers.

    Clusters without items are drawn, too, and add nothing. Resamples on which a statistic is not computable (alpha
    where every decision is the same) are left out of its interval and counted. Not computable: `no_items`,
    `one_cluster`, `one_value` where no resample has a value.
    """
    if not len(rows) or not rows.sum():
        return {name: Interval(None, None, 0, NotComputable.NO_ITEMS) for name in STATISTICS}
    if times.sum() < 2:
        return {name: Interval(None, None, 0, NotComputable.ONE_CLUSTER) for name in STATISTICS}
    found = many(resample(rows, times, resamples=resamples, seed=seed))
    intervals: dict[str, Interval] = {}
    for name in STATISTICS:
        values = found[name][~np.isnan(found[name])]
        if not len(values):
            intervals[name] = Interval(None, None, 0, NotComputable.ONE_VALUE)
        else:
            low, high = np.quantile(values, _ENDS)
            intervals[name] = Interval(float(low), float(high), len(values))
    return intervals
