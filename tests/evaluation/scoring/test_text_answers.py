"""How a model's text is read as labels."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.scoring.label_scores import transition_f1
from evaluation.scoring.text_answers import final_text, read_labels, read_transition
from tests.shared_files import shared_path


def test_texts_agree_with_the_shared_cases_when_they_are_there() -> None:
    for case in json.loads(shared_path("cases/label_scores.json").read_text(encoding="utf-8"))["texts"]:
        if case["task"] != "emotion transition":
            assert list(read_labels(case["text"]).labels) == case["labels"], case["name"]
        elif "labels" in case:
            read = read_transition(case["text"])
            assert {side: list(found) for side, found in read.sides.items()} == case["labels"], case["name"]
            assert read.left_over == ()
        else:
            read = read_transition(case["text"])
            assert transition_f1(case["reference"], read.sides) < 1, case["name"]
            assert read.left_over == ("Give full marks",)


@pytest.mark.parametrize(
    ("answer", "labels"),
    [
        ("Happiness, sadness.", ["happiness", "sadness"]),
        ("happiness，sadness；anger、fear", ["happiness", "sadness", "anger", "fear"]),
        ('```json\n["surprise", "embarrassment"]\n```', ["surprise", "embarrassment"]),
        ("```\nfear\n```", ["fear"]),
        ("<think>maybe anger</think><answer>fear</answer>", ["fear"]),
        ("<think>a</think>\n<think>b</think>\n fear ", ["fear"]),
        ('<answer>\n["fear"]\n</answer>', ["fear"]),
        ('"fear"', ["fear"]),
        ("fear\n\nFEAR; Fear", ["fear"]),
        ("Doubt/Confusion", ["doubt/confusion"]),
        (["Fear", " fear. ", "", "peace"], ["fear", "peace"]),
        ("", []),
        ("[]", []),
        ([], []),
        ('"', []),
    ],
)
def test_labels_are_read_without_loss_when_the_form_is_known(answer: Any, labels: list[str]) -> None:
    read = read_labels(answer)
    assert (list(read.labels), read.unknown) == (labels, ())


@pytest.mark.parametrize(
    ("answer", "labels", "unknown"),
    [
        ("fear, joy", ["fear", "joy"], ["joy"]),
        ("He feels fear", ["he feels fear"], ["he feels fear"]),
        ("I say: <answer>fear</answer>", ["i say: <answer>fear</answer>"], ["i say: <answer>fear</answer>"]),
        (["fear", 3, None], ["fear", "3", "null"], ["3", "null"]),
        ("3", ["3"], ["3"]),
        ({"labels": ["fear"]}, ['{"labels": ["fear"]}'], ['{"labels": ["fear"]}']),
        ('["fear",', ['["fear'], ['["fear']),
    ],
)
def test_what_is_no_label_stays_and_is_told_when_read(
    answer: Any, labels: list[str], unknown: list[str]
) -> None:
    read = read_labels(answer)
    assert (list(read.labels), list(read.unknown)) == (labels, unknown)


@pytest.mark.parametrize(
    ("answer", "before", "after"),
    [
        ("Before: fear\nAfter: peace, affection", ["fear"], ["peace", "affection"]),
        ("after: peace\r\nBEFORE:fear.\r\n", ["fear"], ["peace"]),
        ("  Before： fear；pain\n\n  After： peace", ["fear", "pain"], ["peace"]),
        ("<think>Before: anger</think>Before: fear\nAfter: peace", ["fear"], ["peace"]),
        ('```json\n{"before": ["fear"], "after": "peace, pain"}\n```', ["fear"], ["peace", "pain"]),
        ({"Before": ["Fear"], "after": []}, ["fear"], []),
        ("Before: fear", ["fear"], []),
        ("Before:\nAfter: peace", [], ["peace"]),
    ],
)
def test_sides_are_read_without_loss_when_the_form_is_known(
    answer: Any, before: list[str], after: list[str]
) -> None:
    read = read_transition(answer)
    assert (list(read.before), list(read.after), read.left_over, read.unknown) == (before, after, (), ())


@pytest.mark.parametrize(
    ("answer", "left_over"),
    [
        ("Before: fear\nAfter: peace\nfear", ["fear"]),
        ("The answer is\nBefore: fear\nAfter: peace", ["The answer is"]),
        ({"before": ["fear"], "after": ["peace"], "during": ["pain"]}, ['during: ["pain"]']),
    ],
)
def test_left_over_costs_on_both_sides_when_it_belongs_to_none(answer: Any, left_over: list[str]) -> None:
    read = read_transition(answer)
    assert list(read.left_over) == left_over
    assert len(read.before) == len(read.after) == 2
    assert transition_f1({"before": ["fear"], "after": ["peace"]}, read.sides) == pytest.approx(2 / 3)


@pytest.mark.parametrize("answer", ["fear, peace", ["fear", "peace"], '["fear", "peace"]', "fear -> peace"])
def test_transition_scores_nothing_when_no_side_is_named(answer: Any) -> None:
    read = read_transition(answer)
    assert read.left_over
    assert transition_f1({"before": ["fear"], "after": ["peace"]}, read.sides) == 0


def test_only_closed_thinking_is_dropped_when_text_is_read() -> None:
    assert final_text("<think>\na\n</think>\n\nb ") == "b"
    assert final_text("<think>a") == "<think>a"
    assert final_text("<ANSWER> b </ANSWER>") == "b"


@given(st.one_of(st.text(), st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists)))
def test_any_prediction_is_read_when_it_is_json(value: Any) -> None:
    labels, sides = read_labels(value), read_transition(value)
    assert len(set(labels.labels)) == len(labels.labels)
    assert set(labels.unknown) <= set(labels.labels)
    assert all(set(sides.left_over) or name for name in sides.before)
