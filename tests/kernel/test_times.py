"""Times that somebody gives us: exact, or refused at once, however large their exponent is."""

from __future__ import annotations

from decimal import Decimal

import pytest

from kernel.times import LONGEST, read_seconds, to_seconds


@pytest.mark.parametrize(
    "value",
    [
        "1e999999999",
        "-1e999999999",
        "1e-999999999",
        "1e" + "9" * 400,
        Decimal("1e999999"),
        10**5000,
        1e308,
        float("inf"),
        "nan",
        "sNaN",
        "Infinity",
        "x",
        "9" * 5000,
        "0." + "1" * 5000,
        LONGEST + Decimal("0.001"),
    ],
    ids=lambda value: str(type(value).__name__),
)
def test_time_is_refused_when_nothing_can_calculate_with_it(value: Decimal | int | float | str) -> None:
    with pytest.raises(ValueError) as refusal:
        read_seconds(value)
    assert len(str(refusal.value)) < 200
    with pytest.raises(ValueError):
        to_seconds(value)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (LONGEST, "9999999.999"),
        ("0", "0.000"),
        (687.6, "687.600"),
        ("1e3", "1000.000"),
        (-1, "-1.000"),
        ("0e999999", "0.000"),
    ],
)
def test_time_is_exact_when_it_is_a_time(value: Decimal | int | float | str, seconds: str) -> None:
    assert str(to_seconds(value)) == seconds


def test_finer_times_are_kept_when_they_are_only_read() -> None:
    assert read_seconds("0.0000001") == Decimal("1e-7")
    with pytest.raises(ValueError, match="more than three decimals"):
        to_seconds("0.0001")
