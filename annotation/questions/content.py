"""What an annotator enters for one question, as plain data.

The database models mirror these classes; records are built from them and the guideline checks read them.
Nothing here knows the database. Times are Decimal seconds with three decimals on the ORIGINAL timeline.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import Final, Literal

from annotation.clips.segments import Segment as Segment
from annotation.subtitles.cutting import select_cues

Side = Literal["", "before", "after"]
ItemKind = Literal["S", "R", "C"]
ComponentsRule = Literal["", "all", "any"]

#: What can carry evidence: faces, voices, spoken or written words, bodies and actions, the situation.
MODALITIES: Final = ("face", "voice", "words", "body", "context")

_NO_SCORES: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class LabelRow:
    """One EMOTIC label by its record name. `side` is '' for label sets, 'before' or 'after' for
    transitions.
    """

    label: str
    side: Side = ""


@dataclass(frozen=True, slots=True)
class ReferenceItem:
    """A stage (S), factor (R) or component (C). Its id in the record is its kind and its place among its
    kind.

    `anchor`, `anchor_time`, `emotion` and `intensity` belong to stages. '' means "not given"; `anchor_time`
    is never exported.
    """

    kind: ItemKind
    description: str
    anchor: str = ""
    anchor_time: Decimal | None = None
    emotion: str = ""
    intensity: str = ""


@dataclass(frozen=True, slots=True)
class EvidenceInterval:
    """Where the evidence lies: [start, end) seconds, and which of MODALITIES carry it. Never exported.

    `event` is the id of the video's event that it was taken from.
    """

    start: Decimal
    end: Decimal
    modalities: tuple[str, ...] = ()
    note: str = ""
    event: int | None = None


@dataclass(frozen=True, slots=True)
class SubtitleLine:
    """One utterance on the original timeline; `speaker` is '' where nobody is named."""

    start: Decimal
    end: Decimal
    text: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class RevisionContent:
    """Everything an annotator writes for one revision of a question.

    `labels` keep the order in which they were entered; `items` theirs. `rubric_scores` maps the score as text
    ("0".."4") to its criterion. Fields that a task does not use are empty.
    """

    question_text: str
    labels: tuple[LabelRow, ...] = ()
    answer_text: str = ""
    items: tuple[ReferenceItem, ...] = ()
    details_description: str = ""
    components_rule: ComponentsRule = ""
    rubric_family: str = ""
    rubric_criterion: str = ""
    rubric_scores: Mapping[str, str] = field(default_factory=lambda: _NO_SCORES)
    evidence: tuple[EvidenceInterval, ...] = ()


def labels_of_side(labels: Sequence[LabelRow], side: Side) -> list[str]:
    """The labels of one side, in the order entered."""
    return [row.label for row in labels if row.side == side]


def subtitles_of_segments(
    lines: Sequence[SubtitleLine], segments: Sequence[Segment] | None, *, duration: Decimal | None = None
) -> tuple[SubtitleLine, ...]:
    """The subtitle lines heard in a prepared video, in ITS order, each with its times on the original
    timeline.

    `lines` are in the original's order; `segments` None means that the complete original is played, all `duration`
    seconds of it: a line that would begin later is never heard. Which lines a selection has is the rule of
    `subtitles.cutting.select_cues`.
    """
    if segments is None:
        return tuple(line for line in lines if duration is None or line.start < duration)
    return tuple(lines[index] for index in select_cues([(line.start, line.end) for line in lines], segments))
