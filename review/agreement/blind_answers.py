"""Agreement on what reviewers answered for themselves before they saw the reference. Pure.

Labels: for each task, and each side of a transition, alpha with the MASI and the Jaccard distance, how often both gave
the very same set, and which label stood for which. Stages: Kendall's tau of the two orders of each trajectory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from review.agreement.label_sets import LabelConfusion, LabelSet, Pair, confusion, set_alpha
from review.agreement.stage_orders import kendall_tau
from review.agreement.statistic import NotComputable, Statistic, not_computable


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """One reviewer's own answer: a set of labels by side ('' where the task has none), and an order of stages."""

    labels: Mapping[str, LabelSet] = field(default_factory=dict)
    stages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BlindItem:
    """One closed round with the own answers of its two reviewers; None for one who gave none."""

    granularity: str
    task: str
    answers: tuple[OwnAnswer | None, OwnAnswer | None]


@dataclass(frozen=True, slots=True)
class LabelAgreement:
    """Agreement on the labels of one task and side. `confusion` has the labels that somebody gave."""

    granularity: str
    task: str
    side: str
    n: int
    same_sets: int
    masi: Statistic
    jaccard: Statistic
    confusion: Sequence[LabelConfusion]


@dataclass(frozen=True, slots=True)
class StageAgreement:
    """Agreement on the order of stages of one task: the mean tau over `n` items, and how many had the same order."""

    granularity: str
    task: str
    n: int
    same_orders: int
    mean_tau: Statistic


@dataclass(frozen=True, slots=True)
class BlindReport:
    """`excluded` counts items with one own answer or none: `one_answer`, `no_answer`."""

    labels: Sequence[LabelAgreement]
    stages: Sequence[StageAgreement]
    excluded: Mapping[str, int]


def blind_report(items: Sequence[BlindItem], *, labels: Sequence[str]) -> BlindReport:
    """The agreement of these items, by task in order of name; `labels` are all that there are, in their order."""
    pairs: dict[tuple[str, str, str], list[Pair]] = {}
    orders: dict[tuple[str, str], list[tuple[Sequence[str], Sequence[str]]]] = {}
    excluded: Counter[str] = Counter()
    for item in items:
        first, second = item.answers
        if first is None or second is None:
            excluded["no_answer" if first is None and second is None else "one_answer"] += 1
            continue
        task = (item.granularity, item.task)
        for side in sorted({*first.labels, *second.labels}):
            empty: LabelSet = frozenset()
            pair = (first.labels.get(side, empty), second.labels.get(side, empty))
            pairs.setdefault((*task, side), []).append(pair)
        if first.stages and second.stages:
            orders.setdefault(task, []).append((first.stages, second.stages))
    return BlindReport(
        labels=[_labels(*key, found, labels) for key, found in sorted(pairs.items(), key=_before_first)],
        stages=[_stages(*key, found) for key, found in sorted(orders.items())],
        excluded=dict(sorted(excluded.items())),
    )


def _before_first(found: tuple[tuple[str, str, str], object]) -> tuple[str, str, bool]:
    (granularity, task, side), _ = found
    return granularity, task, side == "after"


def _labels(
    granularity: str, task: str, side: str, pairs: Sequence[Pair], labels: Sequence[str]
) -> LabelAgreement:
    return LabelAgreement(
        granularity=granularity,
        task=task,
        side=side,
        n=len(pairs),
        same_sets=sum(first == second for first, second in pairs),
        masi=set_alpha(pairs, distance="masi"),
        jaccard=set_alpha(pairs, distance="jaccard"),
        confusion=[row for row in confusion(pairs, labels) if row.agreement is not None],
    )


def _stages(
    granularity: str, task: str, orders: Sequence[tuple[Sequence[str], Sequence[str]]]
) -> StageAgreement:
    taus = [
        found.value for first, second in orders if (found := kendall_tau(first, second).tau).value is not None
    ]
    mean = Statistic(sum(taus) / len(taus)) if taus else not_computable(NotComputable.NO_ITEMS)
    return StageAgreement(
        granularity=granularity,
        task=task,
        n=len(taus),
        same_orders=sum(tau == 1.0 for tau in taus),
        mean_tau=mean,
    )
