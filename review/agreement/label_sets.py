"""Agreement of two reviewers on sets of labels: alpha with a set distance, and which labels are taken for which. Pure.

Sources: R. Passonneau, Measuring Agreement on Set-valued Items (MASI) (2006); P. Jaccard (1912); alpha as in
Krippendorff's report, with the distance in the place of the metric.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from review.agreement.statistic import NotComputable, Statistic, not_computable

LabelSet = frozenset[str]
Pair = tuple[LabelSet, LabelSet]
DistanceName = Literal["masi", "jaccard"]


def jaccard_distance(first: LabelSet, second: LabelSet) -> float:
    """1 - |A & B| / |A | B|; 0 for two empty sets."""
    union = first | second
    return 1 - len(first & second) / len(union) if union else 0.0


def masi_distance(first: LabelSet, second: LabelSet) -> float:
    """1 - J M: J the Jaccard similarity, M how the sets lie to each other.

    M is 1 for equal sets, 2/3 where one holds the other, 1/3 where they only overlap, 0 where they share nothing.
    """
    if first == second:
        return 0.0
    if not first & second:
        return 1.0
    weight = 2 / 3 if first < second or second < first else 1 / 3
    return 1 - weight * (1 - jaccard_distance(first, second))


DISTANCES: Final[dict[DistanceName, Callable[[LabelSet, LabelSet], float]]] = {
    "masi": masi_distance,
    "jaccard": jaccard_distance,
}


def set_alpha(pairs: Sequence[Pair], *, distance: DistanceName) -> Statistic:
    """Alpha of two reviewers who gave each item a set of labels.

    1 - D_o / D_e: D_o is the mean distance within the pairs, D_e the mean distance of any two of all 2n sets. Each
    distinct pair of sets is measured once. Not computable: `no_items`, `one_value` when all sets are the same.
    """
    if not pairs:
        return not_computable(NotComputable.NO_ITEMS)
    counts = Counter(each for pair in pairs for each in pair)
    if len(counts) < 2:
        return not_computable(NotComputable.ONE_VALUE)
    place = {each: number for number, each in enumerate(counts)}
    matrix = _distances(list(counts), DISTANCES[distance])
    first, second = (np.array([place[pair[side]] for pair in pairs]) for side in (0, 1))
    within = matrix[first, second].mean()
    times = np.array(list(counts.values()), dtype=np.float64)
    amount = times.sum()
    by_chance = times @ matrix @ times / (amount * (amount - 1))
    return Statistic(float(1 - within / by_chance))


def _distances(
    sets: Sequence[LabelSet], distance: Callable[[LabelSet, LabelSet], float]
) -> npt.NDArray[np.float64]:
    matrix = np.zeros((len(sets), len(sets)))
    for row, first in enumerate(sets):
        for column in range(row):
            matrix[row, column] = matrix[column, row] = distance(first, sets[column])
    return matrix


@dataclass(frozen=True, slots=True)
class LabelConfusion:
    """How two reviewers used one label over all their items. `instead` are labels that only the one gave where only
    the other gave this label, most frequent first.
    """

    label: str
    both: int
    only_first: int
    only_second: int
    neither: int
    instead: tuple[tuple[str, int], ...]

    @property
    def agreement(self) -> float | None:
        """Dice: twice the items on which both gave it, over all times it was given; None when nobody did."""
        given = 2 * self.both + self.only_first + self.only_second
        return 2 * self.both / given if given else None


def confusion(pairs: Iterable[Pair], labels: Sequence[str]) -> list[LabelConfusion]:
    """One row for each of `labels`, in their order. Raises ValueError for a label that is not among them."""
    pairs = list(pairs)
    strange = {label for pair in pairs for each in pair for label in each} - set(labels)
    if strange:
        raise ValueError(f"these are none of the labels: {sorted(strange)}")
    rows = []
    for label in labels:
        both = sum(label in first and label in second for first, second in pairs)
        only_first = [(first, second) for first, second in pairs if label in first and label not in second]
        only_second = [(second, first) for first, second in pairs if label in second and label not in first]
        # What only the reviewer without this label gave: labels that both gave are no substitute for it.
        instead = Counter(
            other for having, lacking in (*only_first, *only_second) for other in lacking - having
        )
        rows.append(
            LabelConfusion(
                label=label,
                both=both,
                only_first=len(only_first),
                only_second=len(only_second),
                neither=len(pairs) - both - len(only_first) - len(only_second),
                instead=tuple(sorted(instead.items(), key=lambda found: (-found[1], found[0]))),
            )
        )
    return rows
