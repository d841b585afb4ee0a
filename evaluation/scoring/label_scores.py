"""Scores of label answers: set F1, and for transitions the mean of the two sides (the paper's equations 5,
6).

Exact: scores are Fractions, so that means and percentages are rounded once, at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
