"""Scores of label answers: set F1, and for transitions the mean of the two sides (the paper's equations 5,
6).

Exact: scores are Fractions, so that means and percentages are rounded once, at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from annotation.public import normalise_label


def set_f1(reference: Iterable[str], prediction: Iterable[str]) -> Fraction:
    """F1 = 2 |Y and P| / (|Y| + |P|) of two label sets, 0..1.

    Labels are lower-cased, trimmed, inner white space collapsed, then deduplicated. A label outside the 26
    stays in its set, so in a prediction it counts as wrong. An empty set on either side scores 0.
    """
    wanted = {normalise_label(label) for label in reference}
    given = {normalise_label(label) for label in prediction}
    if not wanted or not given:
        return Fraction(0)
    return Fraction(2 * len(wanted & given), len(wanted) + len(given))


def transition_f1(
    reference: Mapping[str, Iterable[str]], prediction: Mapping[str, Iterable[str]]
) -> Fraction:
    """The mean of the F1 of `before` and of `after`, 0..1. A side missing in the prediction scores 0, so
    one side alone earns at most half."""
    before, after = (set_f1(reference[side], prediction.get(side, ())) for side in ("before", "after"))
    return (before + after) / 2


@dataclass(frozen=True, slots=True)
class LabelMeasures:
    """How a label set fits its reference, each 0..1; of a transition, the means of the two sides."""

    f1: Fraction
    precision: Fraction
    recall: Fraction
    exact: Fraction


def set_measures(reference: Iterable[str], prediction: Iterable[str]) -> LabelMeasures:
    """F1, precision |Y and P| / |P|, recall |Y and P| / |Y|, and exact match (1 where the sets are equal).

    Labels are read as in `set_f1`; an empty set on either side scores 0 in all four.
    """
    wanted = {normalise_label(label) for label in reference}
    given = {normalise_label(label) for label in prediction}
    if not wanted or not given:
        return LabelMeasures(Fraction(0), Fraction(0), Fraction(0), Fraction(0))
    right = len(wanted & given)
    return LabelMeasures(
        set_f1(wanted, given),
        Fraction(right, len(given)),
        Fraction(right, len(wanted)),
        Fraction(int(wanted == given)),
    )


def transition_measures(
    reference: Mapping[str, Iterable[str]], prediction: Mapping[str, Iterable[str]]
) -> LabelMeasures:
    """The means of the measures of `before` and of `after`; a missing side scores 0."""
    before, after = (set_measures(reference[side], prediction.get(side, ())) for side in ("before", "after"))
    return LabelMeasures(
        (before.f1 + after.f1) / 2,
        (before.precision + after.precision) / 2,
        (before.recall + after.recall) / 2,
        (before.exact + after.exact) / 2,
    )
