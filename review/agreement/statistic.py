"""One number, or the reason why there is none. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class NotComputable(StrEnum):
    """Why a number is not there. Never told as 0 or 1."""

    NO_ITEMS = "no_items"  # nothing was judged by two reviewers
    ONE_VALUE = "one_value"  # every decision is the same, so there is no chance agreement to correct for
    ONE_CLUSTER = "one_cluster"  # nothing to resample: all items are of one video


@dataclass(frozen=True, slots=True)
class Statistic:
    """`value`, or None with the `reason`."""

    value: float | None
    reason: NotComputable | None = None


def not_computable(reason: NotComputable) -> Statistic:
    return Statistic(None, reason)
