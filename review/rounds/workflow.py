"""What two verdicts make of a question. Pure; docs/decisions/rounds.md says why each rule is as it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

Decision = Literal["accept", "reject"]
Outcome = Literal["accepted", "returned", "removed"]
DoubleRejection = Literal["remove", "return"]

#: Reviews that every round has.
SLOTS: Final = (1, 2)
VERDICTS_NEEDED: Final = len(SLOTS)


def is_complete(decisions: Sequence[object]) -> bool:
    """Whether a round has all its verdicts."""
    return len(decisions) >= VERDICTS_NEEDED


def attempts_so_far(*, number: int, last_accepted: int | None) -> int:
    """How many rounds the question has had in this run, the present one included.

    `number` is the present round's; `last_accepted` the number of the newest earlier round that ended in
    acceptance. A question that an admin reopened starts a new run: what was agreed on once is not removed by the
    first disagreement about its correction.
    """
    return number - (last_accepted or 0)


def outcome_of(decisions: Sequence[str], *, attempt: int, max_rounds: int, double_rejection: str) -> Outcome:
    """The outcome of a round with exactly two verdicts, in whatever order they came.

    Both accept: accepted. Otherwise, when `attempt` has reached `max_rounds`: removed, for want of agreement.
    Before that, both reject: removed, or returned where the project says so; they disagree: returned.
    Raises ValueError for anything but two known decisions and a known setting.
    """
    if len(decisions) != VERDICTS_NEEDED or not set(decisions) <= {"accept", "reject"}:
        raise ValueError(f"a round is decided by two verdicts, accept or reject; got {list(decisions)}")
    if double_rejection not in {"remove", "return"}:
        raise ValueError(f"double_rejection is 'remove' or 'return', not {double_rejection!r}")
    accepts = sum(decision == "accept" for decision in decisions)
    if accepts == VERDICTS_NEEDED:
        return "accepted"
    if attempt >= max_rounds:
        return "removed"
    if accepts == 0 and double_rejection == "remove":
        return "removed"
    return "returned"
