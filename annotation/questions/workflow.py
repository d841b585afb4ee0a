"""The states of a question and what may happen in each, as data. Pure: writing is in transitions.py.

draft -> in_review -> accepted
                   -> returned -> in_review (next revision, next round)
                   -> removed
draft | returned -> withdrawn      accepted -> returned (admin, with a reason)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from annotation.questions.models import QuestionState

#: The state of a question that is about to be created.
NOT_YET: Final = ""


class Event(StrEnum):
    """What can happen to a question. The value is what the history row carries."""

    CREATE = "create"
    IMPORT_DRAFT = "import_draft"
    IMPORT_ACCEPTED = "import_accepted"
    SUBMIT = "submit"
    ACCEPT = "accept"
    RETURN = "return"
    REMOVE = "remove"
    WITHDRAW = "withdraw"
    REOPEN = "reopen"


_S = QuestionState

#: event -> {state before: state after}. What is not here is not possible.
TABLE: Final[Mapping[Event, Mapping[str, QuestionState]]] = MappingProxyType(
    {
        Event.CREATE: {NOT_YET: _S.DRAFT},
        Event.IMPORT_DRAFT: {NOT_YET: _S.DRAFT},
        Event.IMPORT_ACCEPTED: {NOT_YET: _S.ACCEPTED},
        Event.SUBMIT: {_S.DRAFT: _S.IN_REVIEW, _S.RETURNED: _S.IN_REVIEW},
        Event.ACCEPT: {_S.IN_REVIEW: _S.ACCEPTED},
        Event.RETURN: {_S.IN_REVIEW: _S.RETURNED},
        Event.REMOVE: {_S.IN_REVIEW: _S.REMOVED},
        Event.WITHDRAW: {_S.DRAFT: _S.WITHDRAWN, _S.RETURNED: _S.WITHDRAWN},
        Event.REOPEN: {_S.ACCEPTED: _S.RETURNED},
    }
)

#: Events that nobody understands later without a sentence.
NEEDS_REASON: Final = frozenset({Event.WITHDRAW, Event.REOPEN})

#: States in which the author may change the content.
EDITABLE: Final = frozenset({QuestionState.DRAFT, QuestionState.RETURNED})

#: Events that are about one submitted revision; their history row names it.
ABOUT_A_REVISION: Final = frozenset({Event.SUBMIT, Event.ACCEPT, Event.RETURN, Event.REMOVE, Event.REOPEN})


def next_state(*, state: str, event: Event) -> QuestionState | None:
    """The state that `event` leads to from `state` (NOT_YET for a new question); None when it is not possible."""
    return TABLE[event].get(state)


def possible_events(state: str) -> tuple[Event, ...]:
    """What can happen in `state`, in the order of the table; empty for the final states."""
    return tuple(event for event, moves in TABLE.items() if state in moves)
