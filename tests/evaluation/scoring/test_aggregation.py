"""Means, coverage and rounding, against the published tables and one run's groups."""

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.public import TASKS
from evaluation.scoring.aggregation import (
    QuestionScore,
    aggregate,
    count_weighted_mean,
    round_half_up,
    round_percent,
    summarise,
    weighted_reasoning_mean,
)
from tests.shared_files import shared_path

COLUMNS = {
    "table2": {
        "contextual": "contextual emotion",
        "transition": "emotion transition",
        "trajectory": "emotion trajectory",
        "cause": "emotion cause",
        "influence": "emotion influence",
    },
    "table3": {
        "EIC": "emotional intensity comparison",
        "ET": "emotion trajectory",
        "ER": "emotional reasoning",
    },
}


def shared(name: str) -> Any:
    return json.loads(shared_path(f"cases/{name}.json").read_text(encoding="utf-8"), parse_float=Decimal)


def published_overall(table: str, row: dict[str, Any]) -> Decimal:
    granularity = {"table2": "clip", "table3": "episode"}[table]
    counts = {task.type: task.published_count for task in TASKS if task.granularity == granularity}
    return round_half_up(
        count_weighted_mean((counts[kind], row[key]) for key, kind in COLUMNS[table].items())
    )


def test_overall_is_the_printed_one_when_task_scores_are_the_papers() -> None:
    longemo = shared("paper_tables")["longemo"]
    rows = [(table, row) for table in COLUMNS for row in longemo[table]]
    off = {
        (table, row["method"]): (published_overall(table, row), row["overall_printed"])
        for table, row in rows
        if published_overall(table, row) != row["overall_printed"]
    }
    assert len(rows) == 22
    assert off == {
        ("table3", "LongVideoAgent"): (Decimal("14.66"), Decimal("14.67")),
        ("table3", "LongEmo (Ours)"): (Decimal("60.05"), Decimal("60.24")),
    }


def test_counts_are_the_published_ones_when_compared() -> None:
    counts = shared("paper_tables")["longemo"]["counts"]
    for granularity, key in (("clip", "G1"), ("episode", "G2")):
        ours = {task.type: task.published_count for task in TASKS if task.granularity == granularity}
        assert ours == counts[key]


def spread(points: int, maximum: int, n: int) -> list[Fraction]:
    """n scores of 0..maximum that add up to `points`."""
    full, rest = divmod(points, maximum)
    scores = [maximum] * full + ([rest] if rest else [])
    return [Fraction(score, maximum) for score in scores + [0] * (n - len(scores))]


def test_run_with_two_rubrics_has_its_expected_percentages_when_aggregated() -> None:
    case = shared("aggregation")
    groups = [(group["type"], spread(group["points"], group["max"], group["n"])) for group in case["groups"]]
    scores: list[tuple[str, Fraction | None]] = [(kind, score) for kind, listed in groups for score in listed]
    unscored = case["benchmark_size"] - len(scores)
    scores += [("emotion trajectory", None)] * unscored
    found = aggregate(
        QuestionScore(f"Q{n}", "episode", kind, score) for n, (kind, score) in enumerate(scores)
    )
    expected = case["expected_percent"]

    def six_digits(mean: Fraction | None) -> float:
        assert mean is not None
        return round(float(mean * 100), 6)

    assert six_digits(found.tasks["emotional intensity comparison"].mean) == float(expected["comparison"])
    assert six_digits(found.tasks["emotion trajectory"].mean) == float(expected["trajectory"])
    assert six_digits(found.tasks["emotional reasoning"].mean) == float(expected["reasoning"])
    assert six_digits(found.overall.mean) == float(expected["overall"])
    result, cause = (summarise(listed) for kind, listed in groups if kind == "emotional reasoning")
    assert six_digits(weighted_reasoning_mean(result, cause)) == float(expected["reasoning_60_40"])
    assert (
        (found.overall.n_scored, found.overall.n_total)
        == (case["scored"], case["benchmark_size"])
        == (511, 558)
    )
    assert found.overall.percent == Decimal("60.24")
    assert found.overall.percent_missing_as_zero == Decimal("55.17")
    assert not found.overall.is_complete
    assert found.tasks["emotional reasoning"].is_complete


def test_missing_counts_in_one_mean_only_when_summarised() -> None:
    summary = summarise([Fraction(1), Fraction(2, 3), None, Fraction(0)])
    assert (summary.n_total, summary.n_scored) == (4, 3)
    assert summary.mean == Fraction(5, 9)
    assert summary.percent == Decimal("55.56")
    assert summary.mean_missing_as_zero == Fraction(5, 12)
    assert summary.percent_missing_as_zero == Decimal("41.67")


def test_mean_is_none_when_nothing_is_scored() -> None:
    unscored = summarise([None, None])
    assert (unscored.mean, unscored.percent, unscored.percent_missing_as_zero) == (
        None,
        None,
        Decimal("0.00"),
    )
    empty = summarise([])
    assert (empty.mean, empty.percent, empty.percent_missing_as_zero) == (None, None, None)
    assert weighted_reasoning_mean(unscored, summarise([Fraction(1)])) is None


def test_aggregate_is_refused_when_granularities_are_mixed() -> None:
    scores = [
        QuestionScore("A", "clip", "emotion cause", None),
        QuestionScore("B", "episode", "emotion trajectory", None),
    ]
    with pytest.raises(ValueError, match="summarised separately"):
        aggregate(scores)


@pytest.mark.parametrize(
    ("share", "percent"),
    [
        (Fraction(1, 800), "0.13"),
        (Fraction(1, 1600), "0.06"),
        (Fraction(3, 800), "0.38"),
        (Fraction(2, 3), "66.67"),
        (Fraction(1), "100.00"),
        (Fraction(0), "0.00"),
        (Fraction(10001, 20000), "50.01"),
    ],
)
def test_percent_is_rounded_half_up_when_exactly_between(share: Fraction, percent: str) -> None:
    assert str(round_percent(share)) == percent


@given(st.fractions(0, 1))
def test_percent_is_within_half_a_hundredth_when_rounded(share: Fraction) -> None:
    error = Fraction(round_percent(share)) - share * 100
    assert Fraction(-1, 200) < error <= Fraction(1, 200)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.one_of(st.none(), st.fractions(0, 1))), min_size=1))
def test_overall_is_the_count_weighted_mean_of_the_tasks_when_aggregated(rows: list[tuple[str, Any]]) -> None:
    found = aggregate(QuestionScore(str(n), "clip", kind, score) for n, (kind, score) in enumerate(rows))
    parts = [(task.n_scored, task.mean) for task in found.tasks.values() if task.mean is not None]
    assert sum(task.n_total for task in found.tasks.values()) == found.overall.n_total == len(rows)
    assert found.overall.mean == (count_weighted_mean(parts) if parts else None)


def test_weighted_mean_is_refused_when_there_is_no_question() -> None:
    with pytest.raises(ValueError, match="at least one question"):
        count_weighted_mean([])
