"""F1 of label sets and of transitions, exact."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.public import TASKS
from evaluation.scoring.label_scores import set_f1, set_measures, transition_f1, transition_measures
from evaluation.scoring.text_answers import read_transition
from tests.shared_files import shared_path

NAMES = [
    "peace",
    "anger",
    "fear",
    "sadness",
    "doubt/confusion",
    "joy",
    " Peace",
    "FEAR ",
    "doubt/confusion\t",
]
label_lists = st.lists(st.sampled_from(NAMES), max_size=6)


def cases(part: str) -> Any:
    return json.loads(shared_path("cases/label_scores.json").read_text(encoding="utf-8"))[part]


@pytest.mark.parametrize(
    ("reference", "prediction", "score"),
    [
        (["anger", "fear"], ["fear", "anger"], Fraction(1)),
        (["happiness"], ["happiness", "surprise"], Fraction(2, 3)),
        (["doubt/confusion", "sadness"], ["  Doubt/Confusion ", "SADNESS", "sadness"], Fraction(1)),
        (["happiness", "sadness"], ["happiness", "happiness", "nonexistent"], Fraction(1, 2)),
        (["peace"], [], Fraction(0)),
        (["peace"], ["anger"], Fraction(0)),
        ([], [], Fraction(0)),
    ],
)
def test_set_f1_is_exact_when_sets_are_given(
    reference: list[str], prediction: list[str], score: Fraction
) -> None:
    assert set_f1(reference, prediction) == score


def test_set_f1_agrees_with_the_shared_cases_when_they_are_there() -> None:
    for case in cases("sets"):
        score = set_f1(case["reference"], case["prediction"])
        assert (score, float(score)) == (Fraction(case["exact"]), case["f1"]), case["name"]


def test_transition_agrees_with_the_shared_cases_when_they_are_there() -> None:
    for case in cases("transitions"):
        assert float(transition_f1(case["reference"], case["prediction"])) == case["score"], case["name"]
        read = read_transition(case["prediction"])
        assert float(transition_f1(case["reference"], read.sides)) == case["score"], case["name"]


@pytest.mark.parametrize(
    ("prediction", "score"),
    [
        ({"before": ["fear"], "after": ["peace"]}, Fraction(5, 6)),
        ({"after": ["peace"]}, Fraction(1, 2)),
        ({"before": ["fear", "sadness"]}, Fraction(1, 2)),
        ({"before": ["peace"], "after": ["fear", "sadness"]}, Fraction(0)),
        ({}, Fraction(0)),
    ],
)
def test_transition_is_the_mean_of_both_sides_when_scored(prediction: Any, score: Fraction) -> None:
    assert transition_f1({"before": ["fear", "sadness"], "after": ["peace"]}, prediction) == score


@given(label_lists, label_lists)
def test_set_f1_is_symmetric_and_within_bounds_when_sets_swap(left: list[str], right: list[str]) -> None:
    score = set_f1(left, right)
    assert score == set_f1(right, left)
    assert 0 <= score <= 1


@given(st.lists(st.sampled_from(NAMES), min_size=1), st.randoms())
def test_set_f1_ignores_order_and_repetition_when_labels_are_shuffled(labels: list[str], random: Any) -> None:
    shuffled = labels * 2
    random.shuffle(shuffled)
    assert set_f1(labels, shuffled) == 1
    assert set_f1(["peace", "pain"], shuffled) == set_f1(["peace", "pain"], labels)


@given(label_lists, label_lists, label_lists, label_lists)
def test_transition_stays_at_half_when_one_side_is_missing(
    before: list[str], after: list[str], first: list[str], second: list[str]
) -> None:
    reference = {"before": before, "after": after}
    both = transition_f1(reference, {"before": first, "after": second})
    parts = [transition_f1(reference, {"before": first}), transition_f1(reference, {"after": second})]
    assert both == sum(parts)
    assert all(part <= Fraction(1, 2) for part in parts)


def test_label_tasks_are_the_three_with_f1_when_listed() -> None:
    assert [task.type for task in TASKS if not task.is_judged] == [
        "contextual emotion",
        "emotion transition",
        "emotion influence",
    ]


def test_precision_recall_and_exact_match_when_sets_overlap() -> None:
    found = set_measures(["Fear", "sadness", "anger"], ["fear", "peace"])
    assert (found.f1, found.precision, found.recall, found.exact) == (
        Fraction(2, 5),
        Fraction(1, 2),
        Fraction(1, 3),
        Fraction(0),
    )
    assert set_measures(["fear"], [" FEAR"]).exact == 1
    assert set_measures(["fear"], []).precision == 0
    sides = transition_measures({"before": ["fear"], "after": ["peace"]}, {"after": ["peace", "anger"]})
    assert (sides.f1, sides.precision, sides.recall, sides.exact) == (
        Fraction(1, 3),
        Fraction(1, 4),
        Fraction(1, 2),
        Fraction(0),
    )
