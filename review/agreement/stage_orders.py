"""Agreement of two people on the order of a trajectory's stages. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from review.agreement.statistic import NotComputable, Statistic, not_computable


@dataclass(frozen=True, slots=True)
class OrderAgreement:
    """`tau` over the stages that both have; `compared` of them, and `left_out` that only one has."""

    tau: Statistic
    compared: int
    left_out: int


def kendall_tau(first: Sequence[str], second: Sequence[str]) -> OrderAgreement:
    """Kendall's tau of two orders of stages, each stage once in an order.

    (concordant - discordant pairs) / all pairs: 1 for the same order, -1 for the reverse (M. G. Kendall, 1938). An
    order has no ties, so all variants of tau agree. Not computable with fewer than two shared stages: `no_items`.
    Raises ValueError when a stage is twice in one order.
    """
    for order in (first, second):
        if len(set(order)) != len(order):
            raise ValueError(f"a stage has one place in an order; got {list(order)}")
    place = {stage: number for number, stage in enumerate(second)}
    shared = [place[stage] for stage in first if stage in place]
    left_out = len(first) + len(second) - 2 * len(shared)
    pairs = len(shared) * (len(shared) - 1) // 2
    if not pairs:
        return OrderAgreement(not_computable(NotComputable.NO_ITEMS), len(shared), left_out)
    concordant = sum(earlier < later for earlier, later in combinations(shared, 2))
    return OrderAgreement(Statistic((2 * concordant - pairs) / pairs), len(shared), left_out)
