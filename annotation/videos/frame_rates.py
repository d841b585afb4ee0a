"""Whether frames come at a constant rate, told from their times."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Final

_USUAL_RATES: Final = (
    *(Fraction(n) for n in (25, 30, 24, 50, 60)),
    *(Fraction(n * 1000, 1001) for n in (30, 24, 60, 120)),
    *(Fraction(n) for n in (5, 8, 10, 12, 15, 16, 18, 20, 48, 100, 120)),
    *(Fraction(n, 2) for n in (15, 25)),
)
#: Containers round times to a millisecond; a frame that far off the grid still belongs to it.
_ROUNDING: Final = Fraction(1, 1000)


def find_constant_rate(
    pts: Sequence[int], time_base: Fraction, *, tick: Fraction, candidates: Sequence[Fraction]
) -> Fraction | None:
    """The rate on whose grid all frames lie, or None where there is none.

    `pts` are ascending, in units of `time_base`. A time may be off the grid by one `tick` of the stream in the file or
    by a millisecond, but never by more than an eighth of a frame. `candidates` are tried first, then the usual rates,
    then the mean rate of the times themselves.
    """
    if len(pts) < 2:
        return candidates[0] if candidates else None
    span = (pts[-1] - pts[0]) * time_base
    mean = (len(pts) - 1) / span
    for rate in (*candidates, *_USUAL_RATES, mean.limit_denominator(1001)):
        if rate <= 0:
            continue
        slack = min(max(tick, _ROUNDING), 1 / rate / 8)
        # A rate that is far off at the end needs no look at every frame.
        if abs(span - (len(pts) - 1) / rate) <= 2 * slack and _fits(pts, time_base, rate, slack):
            return rate
    return None


def _fits(pts: Sequence[int], time_base: Fraction, rate: Fraction, slack: Fraction) -> bool:
    """Say whether one grid of this rate, placed best, passes every time within the slack.

    All in integers of a common unit: an hour has 200,000 frames, and fractions are slow.
    """
    unit = lcm(time_base.denominator, rate.numerator, slack.denominator)
    step = int(unit / rate)
    scale = int(unit * time_base)
    offsets = [tick * scale - n * step for n, tick in enumerate(pts)]
    return max(offsets) - min(offsets) <= 2 * int(slack * unit)
