"""The states of an assignment and what may happen in each, as data. Pure: writing is in the services.

(none) -> held -> submitted
          held -> released                (skipped or handed back; the slot is free again)
          held -> expired -> held         (the same person takes it up again)
                  expired -> released
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from review.assignments.models import AssignmentState

_S = AssignmentState

#: event -> {state before: state after}. What is not here is not possible.
TABLE: Final[Mapping[str, Mapping[AssignmentState, AssignmentState]]] = MappingProxyType(
    {
        "submit": {_S.HELD: _S.SUBMITTED},
        "release": {_S.HELD: _S.RELEASED, _S.EXPIRED: _S.RELEASED},
        "expire": {_S.HELD: _S.EXPIRED},
        "take_up": {_S.EXPIRED: _S.HELD},
    }
)

#: States that take one of the round's two slots (a held one only while its lease lives).
OCCUPYING: Final = (_S.HELD, _S.SUBMITTED)

#: With a row in one of these, a person is not offered the same round again.
DONE_WITH: Final = (_S.SUBMITTED, _S.RELEASED)
