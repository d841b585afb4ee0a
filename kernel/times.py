"""Media times: seconds with three decimals on the original timeline, as Decimal."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Final

MILLISECOND: Final = Decimal("0.001")


def to_seconds(value: Decimal | int | float | str) -> Decimal:
    """`value` as Decimal seconds with exactly three decimals.

    Raises ValueError for anything that is not finite or that has more than three decimals (a float is read by
    its shortest text, so 687.6 is 687.600): rounding a time that somebody gave us would move a frame silently.
    """
    try:
        exact = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    except InvalidOperation:
        raise ValueError(f"{value!r} is not a number of seconds") from None
    if not exact.is_finite():
        raise ValueError(f"{value!r} is not a finite number of seconds")
    rounded = exact.quantize(MILLISECOND)
    if rounded != exact:
        raise ValueError(f"{value} has more than three decimals; give seconds to the millisecond")
    return rounded


def to_json_number(seconds: Decimal) -> int | float:
    """Seconds as the shortest JSON number: 778.000 -> 778, 687.600 -> 687.6."""
    return int(seconds) if seconds == seconds.to_integral_value() else float(seconds)
