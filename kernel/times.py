"""Media times: seconds with three decimals on the original timeline, as Decimal."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Final

MILLISECOND: Final = Decimal("0.001")
#: The longest time that a column holds: about 115 days, longer than any video.
LONGEST: Final = Decimal("9999999.999")
#: A decimal place finer than this says nothing about a frame, and an exponent of a billion would never be read.
FINEST_PLACE: Final = -30


def to_seconds(value: Decimal | int | float | str) -> Decimal:
    """`value` as Decimal seconds with exactly three decimals.

    Raises ValueError for anything that is not finite, lies beyond LONGEST or has more than three decimals (a float is
    read by its shortest text, so 687.6 is 687.600): rounding a time that somebody gave us would move a frame silently.
    """
    exact = read_seconds(value)
    rounded = exact.quantize(MILLISECOND)
    if rounded != exact:
        raise ValueError(f"{value} has more than three decimals; give seconds to the millisecond")
    return rounded


def read_seconds(value: Decimal | int | float | str) -> Decimal:
    """`value` as exact seconds that are safe to calculate with: finite, within LONGEST of 0, of sane fineness.

    Raises ValueError for anything else. Every time that somebody gives us passes through here.
    """
    try:
        exact = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    except (InvalidOperation, TypeError):
        raise ValueError(f"{_shown(value)} is not a number of seconds") from None
    if not exact.is_finite():
        raise ValueError(f"{_shown(value)} is not a finite number of seconds")
    if exact.copy_abs() > LONGEST:  # abs() would round, and overflow for large exponents
        raise ValueError(f"{_shown(value)} is more than {LONGEST} seconds")
    if exact.as_tuple().exponent < FINEST_PLACE:  # type: ignore[operator]  # finite: a number
        raise ValueError(f"{_shown(value)} has more decimals than a time can have")
    return exact


def _shown(value: object) -> str:
    """A value as a message quotes it; a number of thousands of digits is not printed."""
    if isinstance(value, int) and abs(value) > 10**40:
        return "a number of more than 40 digits"
    text = repr(value) if isinstance(value, str | float) else str(value)
    return text if len(text) <= 60 else f"{text[:60]}..."


def to_json_number(seconds: Decimal) -> int | float:
    """Seconds as the shortest JSON number: 778.000 -> 778, 687.600 -> 687.6."""
    return int(seconds) if seconds == seconds.to_integral_value() else float(seconds)
