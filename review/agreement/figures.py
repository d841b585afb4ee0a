"""The figures of a set of reviewed items: agreement, its intervals, what was left out, and what it means. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from review.agreement import tallies
from review.agreement.intervals import RESAMPLES, SEED, Interval, clustered_intervals, distinct_tallies
from review.agreement.statistic import Statistic
from review.agreement.tallies import Counts, Tally

#: From this share on, one decision prevails so much that alpha and observed agreement tell different stories.
PREVAILS: Final = 0.75
#: Below this Krippendorff advises against even tentative conclusions.
LOW_ALPHA: Final = 0.667


class Explanation(StrEnum):
    """What has to be said beside the figures."""

    MOSTLY_ACCEPTED = "mostly_accepted"
    MOSTLY_REJECTED = "mostly_rejected"
    ONE_DECISION = "one_decision"


class Reviewed(NamedTuple):
    """One item in one round with its two decisions (True: accept) and who made them. `cluster` is its video."""

    cluster: Hashable
    reviewers: tuple[str, str]
    accepts: tuple[bool, bool]


@dataclass(frozen=True, slots=True)
class AcceptRate:
    """How many of the decisions of one reviewer are accepts."""

    reviewer: str
    n: int
    accepts: int

    @property
    def rate(self) -> float:
        return self.accepts / self.n


@dataclass(frozen=True, slots=True)
class Figure:
    """Everything that is told of one set of items. `excluded` counts by reason what was not taken in."""

    tally: Tally
    statistics: Mapping[str, Statistic]
    intervals: Mapping[str, Interval]
    clusters: int
    expected: Statistic
    rates: Sequence[AcceptRate]
    explanation: Explanation | None
    excluded: Mapping[str, int] = field(default_factory=dict)
    resamples: int = RESAMPLES
    seed: int = SEED


def figure_of(
    reviewed: Sequence[Reviewed],
    *,
    excluded: Mapping[str, int] | None = None,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Figure:
    """The figures of these items, clustered by `Reviewed.cluster`; the order of the items is of no matter."""
    codes: dict[Hashable, int] = {}
    clusters = [codes.setdefault(each.cluster, len(codes)) for each in reviewed]
    kinds = [2 - first - second for _, _, (first, second) in reviewed]
    return figure_of_kinds(
        np.array(kinds, dtype=np.int64),
        np.array(clusters, dtype=np.int64),
        rates=accept_rates(reviewed),
        excluded=excluded,
        resamples=resamples,
        seed=seed,
    )


def figure_of_kinds(
    kinds: Counts,
    clusters: Counts | None,
    *,
    rates: Sequence[AcceptRate] = (),
    excluded: Mapping[str, int] | None = None,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Figure:
    """The figures of items given as arrays: the kind of each (0 both accept, 1 split, 2 both reject) and the number
    of its cluster, from 0 (None: each item is a cluster of its own).
    """
    total = np.bincount(kinds, minlength=3)
    if clusters is None:
        rows, times = np.eye(3, dtype=np.int64)[total > 0], total[total > 0]
    else:
        amount = int(clusters.max()) + 1 if len(clusters) else 0
        table = np.bincount(clusters * 3 + kinds, minlength=amount * 3).reshape(amount, 3)
        rows, times = distinct_tallies(table)
    tally = Tally(*(int(number) for number in total))
    statistics = {
        "observed": tallies.observed(tally),
        "alpha": tallies.alpha(tally),
        "ac1": tallies.ac1(tally),
    }
    return Figure(
        tally=tally,
        statistics=statistics,
        intervals={
            name: _or_why_not(interval, statistics[name])
            for name, interval in clustered_intervals(rows, times, resamples=resamples, seed=seed).items()
        },
        clusters=int(times.sum()),
        expected=tallies.expected(tally),
        rates=rates,
        explanation=_explain(tally, statistics["alpha"]),
        excluded=dict(excluded or {}),
        resamples=resamples,
        seed=seed,
    )


def accept_rates(reviewed: Sequence[Reviewed]) -> list[AcceptRate]:
    """One row for each reviewer, by name."""
    given = Counter(zip(*_unzipped(reviewed), strict=True))
    names = sorted({name for name, _ in given})
    return [AcceptRate(name, given[name, True] + given[name, False], given[name, True]) for name in names]


def _unzipped(reviewed: Sequence[Reviewed]) -> tuple[Iterator[str], Iterator[bool]]:
    """All reviewers and all decisions, in the same order."""
    return (
        chain.from_iterable(each.reviewers for each in reviewed),
        chain.from_iterable(each.accepts for each in reviewed),
    )


def _or_why_not(interval: Interval, statistic: Statistic) -> Interval:
    """A statistic that is not computable has no interval, for its own reason."""
    return (
        interval if statistic.reason is None else Interval(None, None, interval.computable, statistic.reason)
    )


def _explain(tally: Tally, alpha: Statistic) -> Explanation | None:
    if tally.n == 0:
        return None
    if alpha.value is None:
        return Explanation.ONE_DECISION
    share = tally.accepts / (2 * tally.n)
    # A low alpha with little agreement needs no explaining: it says what it seems to say.
    if alpha.value >= LOW_ALPHA or 2 * tally.disagree >= tally.n:
        return None
    if share >= PREVAILS:
        return Explanation.MOSTLY_ACCEPTED
    return Explanation.MOSTLY_REJECTED if 1 - share >= PREVAILS else None
