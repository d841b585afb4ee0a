"""The vocabulary: the 26 categories in the paper's order, and how labels are compared."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.emotic.labels import GROUPS, LABEL_NAMES, LABELS, is_label, normalise_label

PAPER_ORDER = [
    "Peace",
    "Affection",
    "Esteem",
    "Anticipation",
    "Engagement",
    "Confidence",
    "Happiness",
    "Pleasure",
    "Excitement",
    "Surprise",
    "Sympathy",
    "Doubt/Confusion",
    "Disconnection",
    "Fatigue",
    "Embarrassment",
    "Yearning",
    "Disapproval",
    "Aversion",
    "Annoyance",
    "Anger",
    "Sensitivity",
    "Sadness",
    "Disquietment",
    "Fear",
    "Pain",
    "Suffering",
]


def test_labels_are_the_26_in_the_papers_order_when_listed() -> None:
    assert [label.display for label in LABELS] == PAPER_ORDER
    assert tuple(name.lower() for name in PAPER_ORDER) == LABEL_NAMES
    assert len(set(LABEL_NAMES)) == 26


def test_every_label_has_group_definition_and_synonyms_when_read() -> None:
    assert {label.group for label in LABELS} == set(GROUPS)
    assert all(label.definition.endswith(".") and label.synonyms for label in LABELS)
    assert all(synonym == synonym.strip().lower() for label in LABELS for synonym in label.synonyms)


def test_synonym_finds_one_label_when_typed() -> None:
    all_synonyms = [synonym for label in LABELS for synonym in label.synonyms]
    assert len(all_synonyms) == len(set(all_synonyms))
    assert not set(all_synonyms) & set(LABEL_NAMES)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Doubt/Confusion ", "doubt/confusion"),
        ("SADNESS", "sadness"),
        ("looking \t\n forward", "looking forward"),
        ("", ""),
    ],
)
def test_normalise_label_lowers_trims_and_collapses_when_given_loose_text(text: str, name: str) -> None:
    assert normalise_label(text) == name


@given(st.text())
def test_normalise_label_changes_nothing_when_applied_again(text: str) -> None:
    once = normalise_label(text)
    assert normalise_label(once) == once
    assert not re.search(r"\s\s|^\s|\s$", once)


def test_is_label_wants_the_record_form_when_asked() -> None:
    assert is_label("doubt/confusion")
    assert not is_label("Doubt/Confusion")
    assert not is_label("joy")
