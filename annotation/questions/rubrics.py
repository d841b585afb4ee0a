"""The three families of scoring rubric: what each level means, in our words.

The meaning is fixed by the paper (its Tables 6 to 8); the sentences are ours. A question stores its own copy,
so a new version here never changes a question that is already written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

FamilyName = Literal["result", "trajectory", "cause"]

#: Raised with every change of the wording below.
RUBRIC_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class RubricFamily:
    """One family. `scores` maps each level as text, best first, to what earns it; `maximum` is the best
    level.
    """

    name: FamilyName
    maximum: int
    criterion: str
    scores: Mapping[str, str]

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels as text, best first: ("4", "3", "2", "1", "0")."""
        return tuple(self.scores)


def _family(name: FamilyName, criterion: str, *best_first: str) -> RubricFamily:
    maximum = len(best_first) - 1
    scores = {str(maximum - place): text for place, text in enumerate(best_first)}
    return RubricFamily(name, maximum, criterion, MappingProxyType(scores))


_RESULT: Final = _family(
    "result",
    "Decide whether the answer gives the result that the question asks for. Any wording with the same "
    "meaning counts. Where answer_details are given, their description says which of the items have to be "
    "met.",
    "Gives the result asked for, in full, and says nothing that would make it wrong.",
    "Gives no answer or a wrong one, leaves out something the question asks for, or contradicts itself.",
)

_TRAJECTORY: Final = _family(
    "trajectory",
    "Judge how truly and how completely the answer rebuilds the emotional stages that the question "
    "requires and the way they lead into each other, with changes of intensity and recurring patterns "
    "where they matter. Give one score for the whole, held against the reference answer and its stages. "
    "Anchors only show which stage is meant: they earn nothing and need not be repeated.",
    "Rebuilds every required stage and how the stages relate, correctly and in full.",
    "Has every required stage in the right order with its main emotion and change; only details within "
    "stages are missing or inexact.",
    "Rebuilds a part of the course, but leaves out a required stage, puts one in the wrong place, or "
    "takes its main emotion for another.",
    "Gets single stages right without joining them into any coherent part of the course.",
    "Gets no relevant stage and no relation between stages right.",
)

_CAUSE: Final = _family(
    "cause",
    "Judge whether the answer explains, correctly and sufficiently, what caused the emotion in question, "
    "or which emotional motive or intention lies behind the behaviour in question. Only what the question "
    "asks for counts.",
    "Explains the cause, motive or intention correctly and sufficiently, with no causal error of substance.",
    "Gives a correct explanation as far as it goes, with no causal error of substance, but leaves out a "
    "required cause or a part of its meaning.",
    "Holds a correct part of the explanation next to causal errors of substance.",
    "Does not explain the cause, motive or intention, or explains it wrongly throughout.",
)

RUBRIC_FAMILIES: Final[Mapping[str, RubricFamily]] = MappingProxyType(
    {family.name: family for family in (_RESULT, _TRAJECTORY, _CAUSE)}
)


def get_family(name: str) -> RubricFamily:
    """The family of that name; raises ValueError that names the three there are."""
    try:
        return RUBRIC_FAMILIES[name]
    except KeyError:
        raise ValueError(f"no rubric family {name!r}; there are {', '.join(RUBRIC_FAMILIES)}") from None
