"""The arithmetic of the dashboards on values worked out by hand."""

from __future__ import annotations

from datetime import timedelta

import pytest

from review.dashboards.figures import age_step, gini, share


@pytest.mark.parametrize(
    ("loads", "expected"),
    [
        ([5, 5, 5, 5], 0.0),
        ([0, 0, 0, 8], 0.75),  # one of four carries all: (n - 1) / n
        ([1, 2, 3, 4], 0.25),  # (-3*1 - 1*2 + 1*3 + 3*4) / (4*10)
        ([4, 1, 3, 2], 0.25),
        ([1, 3], 0.25),  # |1-3| pairs: mean difference 1, mean 2: 1 / (2*2)
        ([0, 10, 20], 4 / 9),  # (0 + 0*10 + 2*20) / (3*30)
        ([7], 0.0),
    ],
)
def test_gini_is_the_worked_value_when_loads_are_given(loads: list[float], expected: float) -> None:
    assert gini(loads) == pytest.approx(expected, abs=1e-12)
    assert gini([1000 * load for load in loads]) == pytest.approx(expected, abs=1e-12)


def test_gini_equals_half_the_mean_difference_over_the_mean_when_computed_from_pairs() -> None:
    loads = [0, 2, 2, 9, 13, 40]
    pairs = sum(abs(one - other) for one in loads for other in loads)
    assert gini(loads) == pytest.approx(pairs / (2 * len(loads) * sum(loads)), abs=1e-12)


def test_gini_is_none_when_there_is_no_load_and_an_error_when_one_is_negative() -> None:
    assert (gini([]), gini([0, 0])) == (None, None)
    with pytest.raises(ValueError, match="-1"):
        gini([3, -1])


def test_age_falls_into_the_first_step_it_is_younger_than_when_sorted() -> None:
    hours = [0, 23.99, 24, 71.9, 72, 167, 168, 719, 720, 5000]
    assert [age_step(timedelta(hours=hour)) for hour in hours] == [
        "under_1_day",
        "under_1_day",
        "under_3_days",
        "under_3_days",
        "under_7_days",
        "under_7_days",
        "under_30_days",
        "under_30_days",
        "from_30_days",
        "from_30_days",
    ]


def test_share_is_none_when_there_is_nothing() -> None:
    assert (share(1, 4), share(0, 3), share(0, 0)) == (0.25, 0.0, None)
