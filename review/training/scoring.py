"""How practice and gold verdicts are counted. Pure."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

#: The two-sided 95 % point of the normal distribution.
Z_95: Final = 1.959963984540054


def is_right(*, gold: str, named_by: Collection[str], decision: str, reasons: Collection[str]) -> bool:
    """Whether a verdict is the gold one: the same decision, and for a flawed item at least one reason that names it.

    A rejection for another reason has not found the flaw. `named_by` is empty where any rejection is right.
    """
    if decision != gold:
        return False
    return decision == "accept" or not named_by or not set(named_by).isdisjoint(reasons)


def choose_items(items: Collection[int], *, seen: Mapping[int, int], length: int, key: str) -> list[int]:
    """`length` of the items (all when there are fewer), those seen least often first, in an order made from `key`.

    The same arguments give the same list on every machine; another key gives another order.
    """

    def place(item: int) -> str:
        return hashlib.sha256(f"{key}:{item}".encode()).hexdigest()

    least_seen = sorted(items, key=lambda item: (seen.get(item, 0), place(item)))[:length]
    return sorted(least_seen, key=place)


@dataclass(frozen=True, slots=True)
class Proportion:
    """`hits` of `n`, with the 95 % Wilson interval; rate and bounds are None for n = 0."""

    hits: int
    n: int

    @property
    def rate(self) -> float | None:
        return self.hits / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson (1927), without continuity correction: exact 0 and 1 at the ends."""
        if not self.n:
            return None
        n, p, z = self.n, self.hits / self.n, Z_95
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        low = 0.0 if self.hits == 0 else max(0.0, centre - half)
        high = 1.0 if self.hits == n else min(1.0, centre + half)
        return low, high


@dataclass(frozen=True, slots=True)
class GoldVerdict:
    """One verdict on a gold item: what it should have been, and whether it was right (is_right)."""

    gold: str
    decision: str
    right: bool


def detection(verdicts: Sequence[GoldVerdict]) -> Proportion:
    """How many of the flawed items were rejected for a reason that names the flaw."""
    flawed = [one for one in verdicts if one.gold == "reject"]
    return Proportion(sum(one.right for one in flawed), len(flawed))


def false_rejects(verdicts: Sequence[GoldVerdict]) -> Proportion:
    """How many of the sound items were rejected."""
    sound = [one for one in verdicts if one.gold == "accept"]
    return Proportion(sum(one.decision == "reject" for one in sound), len(sound))
