"""The table of states, read as a whole."""

from __future__ import annotations

import pytest

from annotation.questions.models import QuestionState
from annotation.questions.workflow import (
    ABOUT_A_REVISION,
    EDITABLE,
    NOT_YET,
    Event,
    next_state,
    possible_events,
)

MOVES = {
    ("", "create"): "draft",
    ("", "import_draft"): "draft",
    ("", "import_accepted"): "accepted",
    ("draft", "submit"): "in_review",
    ("returned", "submit"): "in_review",
    ("in_review", "accept"): "accepted",
    ("in_review", "return"): "returned",
    ("in_review", "remove"): "removed",
    ("draft", "withdraw"): "withdrawn",
    ("returned", "withdraw"): "withdrawn",
    ("accepted", "reopen"): "returned",
}


@pytest.mark.parametrize("event", list(Event))
@pytest.mark.parametrize("state", [NOT_YET, *QuestionState.values])
def test_next_state_is_the_designs_when_asked_for_every_pair(state: str, event: Event) -> None:
    assert next_state(state=state, event=event) == MOVES.get((state, event.value))


def test_possible_events_are_listed_when_a_state_is_given() -> None:
    assert [event.value for event in possible_events("draft")] == ["submit", "withdraw"]
    assert [event.value for event in possible_events("in_review")] == ["accept", "return", "remove"]
    assert possible_events("removed") == possible_events("withdrawn") == ()


def test_content_is_editable_when_the_question_can_be_submitted() -> None:
    assert {s for s in QuestionState.values if next_state(state=s, event=Event.SUBMIT)} == set(EDITABLE)


def test_every_verdict_names_its_revision_when_it_moves_a_question() -> None:
    assert {Event.ACCEPT, Event.RETURN, Event.REMOVE} < ABOUT_A_REVISION
