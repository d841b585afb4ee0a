"""The ten-field record: built from what was entered, written in one canonical form, read back into content.

Canonical form (what `record_json` freezes and exports carry, byte for byte): UTF-8 without byte order mark;
the fields in the order of FIELDS, nested keys in the order given below; indented by two spaces, `": "` and
newline (LF) separators, one newline at the end; characters beyond ASCII as themselves; seconds as the
shortest JSON number with at most three decimals (687.6, 778, 0.04); NaN and Infinity never.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, cast

from annotation.questions.content import (
    ComponentsRule,
    ItemKind,
    LabelRow,
    ReferenceItem,
    RevisionContent,
    Segment,
    SubtitleLine,
    labels_of_side,
)
from annotation.questions.record_checks import RecordIssue, check_record
from annotation.questions.record_shape import FIELDS
from annotation.questions.rubrics import RUBRIC_FAMILIES
from annotation.questions.tasks import Task, get_task
from kernel.times import to_json_number, to_seconds

#: Of a double, which is what readers of JSON make of a number.
LARGEST_EXPONENT: Final = 307

__all__ = [
    "COMPONENTS_SENTENCES",
    "DEFAULT_DESCRIPTIONS",
    "FIELDS",
    "InvalidRecord",
    "RecordIssue",
    "build_record",
    "canonical_json",
    "check_record",
    "read_content",
    "record_sha256",
]

#: What `answer_details.description` says about the items when the author wrote nothing.
DEFAULT_DESCRIPTIONS: Final[Mapping[ItemKind, str]] = {
    "S": "The required stages, in the order in which they happen. Judge each stage's emotion and how the stages "
    "lead into each other.",
    "R": "The factors that together make up the explanation. Consider them jointly.",
    "C": "The components of the result.",
}

#: The sentence that ends `answer_details.description` for components, by the rule that the author chose.
COMPONENTS_SENTENCES: Final[Mapping[str, str]] = {
    "all": "All of the items are required.",
    "any": "The items are alternatives: any one of them is enough.",
}


class InvalidRecord(ValueError):
    """What was to become a record breaks the format. `issues` says where; the checks find it before
    submission.
    """

    def __init__(self, question_id: str, issues: Sequence[RecordIssue]) -> None:
        self.issues = tuple(issues)
        told = "; ".join(f"{issue.field}: {issue.message}" for issue in issues)
        super().__init__(f"{question_id} cannot be written as a record: {told}")


def build_record(
    *,
    question_id: str,
    video_id: str,
    source_from: str,
    segments: Sequence[Segment] | None,
    task: Task,
    content: RevisionContent,
    subtitles: Sequence[SubtitleLine] | None,
) -> dict[str, Any]:
    """The record of one question, ready for canonical_json.

    `source_from` is the URL or "Friends S01E08". `segments` are in the order in which they are played, None
    for the complete original. `subtitles` are the lines of the prepared video in ITS order
    (subtitles_of_segments) and are numbered U1.. as they come; None leaves them out. No text is trimmed or
    corrected. Raises InvalidRecord where the result would break the format, and ValueError for times finer
    than a millisecond.
    """
    record: dict[str, Any] = {
        "question_id": question_id,
        "video_id": video_id,
        "source": {
            "from": source_from,
            "segments": None
            if segments is None
            else [{"start": _number(part.start), "end": _number(part.end)} for part in segments],
        },
        "granularity": task.granularity,
        "type": task.type,
        "question": content.question_text,
        "answer": _answer(task, content),
        "answer_details": _details(content),
        "rubric": _rubric(task, content),
        "subtitles": None
        if subtitles is None
        else [
            {
                "id": f"U{place}",
                "t": [_number(line.start), _number(line.end)],
                "speaker": line.speaker or None,
                "text": line.text,
            }
            for place, line in enumerate(subtitles, start=1)
        ],
    }
    issues = check_record(record)
    if issues:
        raise InvalidRecord(question_id, issues)
    return record


def canonical_json(record: Mapping[str, Any]) -> str:
    """The one text of a record (see the module's head).

    Takes what build_record returns or what a reader of this package returned (numbers may be Decimal).
    Fields come out in the canonical order whatever order they came in. Raises ValueError for a field that
    is missing or too many, and for a number that is not finite.
    """
    if set(record) != set(FIELDS):
        raise ValueError(f"a record has exactly the fields {', '.join(FIELDS)}; got {', '.join(record)}")
    ordered = {field: _plain(record[field]) for field in FIELDS}
    return json.dumps(ordered, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def record_sha256(text: str) -> str:
    """Hex digest of the UTF-8 bytes of a canonical text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def read_content(record: Mapping[str, Any]) -> RevisionContent:
    """What an author would have entered to get this record, evidence excepted (records carry none).

    The record must be free of issues (check_record). For every record with subtitles numbered as the format
    says, building from this content gives the same record again. The components rule is set only where the
    description ends with our own sentence for it; any other wording stays in the description.
    """
    task = get_task(record["granularity"], record["type"])
    details = record["answer_details"]
    items = tuple(_read_item(item) for item in details["items"]) if details else ()
    description: str = details["description"] if details else ""
    rule: str = ""
    if items and items[0].kind == "C":
        for name, sentence in COMPONENTS_SENTENCES.items():
            if description == sentence or description.endswith(" " + sentence):
                rule, description = name, description[: -len(sentence)].removesuffix(" ")
    rubric = record["rubric"]
    scores = dict(rubric["scores"]) if rubric else {}
    return RevisionContent(
        question_text=record["question"],
        labels=_read_labels(record["answer"]),
        answer_text=record["answer"] if task.answer_form == "text" else "",
        items=items,
        details_description=description,
        components_rule=cast(ComponentsRule, rule),
        rubric_family=next(
            (name for name in task.rubric_families if set(RUBRIC_FAMILIES[name].levels) == set(scores)), ""
        ),
        rubric_criterion=rubric["criterion"] if rubric else "",
        rubric_scores=scores,
    )


def _number(seconds: Decimal) -> int | float:
    return to_json_number(to_seconds(seconds))


def _answer(task: Task, content: RevisionContent) -> Any:
    if task.answer_form == "labels":
        return labels_of_side(content.labels, "")
    if task.answer_form == "transition":
        return {
            "before": labels_of_side(content.labels, "before"),
            "after": labels_of_side(content.labels, "after"),
        }
    return content.answer_text


def _details(content: RevisionContent) -> dict[str, Any] | None:
    if not content.items:
        return None
    counts: dict[str, int] = {}
    rows: list[dict[str, Any]] = []
    for item in content.items:
        counts[item.kind] = counts.get(item.kind, 0) + 1
        row: dict[str, Any] = {"id": f"{item.kind}{counts[item.kind]}", "description": item.description}
        if item.kind == "S":
            row["anchor"] = item.anchor or None
            row["emotion"] = item.emotion
            row["intensity"] = item.intensity or None
        rows.append(row)
    return {"description": _description(content), "items": rows}


def _description(content: RevisionContent) -> str:
    kind = content.items[0].kind
    sentence = COMPONENTS_SENTENCES.get(content.components_rule, "") if kind == "C" else ""
    written = content.details_description
    if not written:
        return sentence or DEFAULT_DESCRIPTIONS[kind]
    return written if not sentence or written.endswith(sentence) else f"{written} {sentence}"


def _rubric(task: Task, content: RevisionContent) -> dict[str, Any] | None:
    if not task.is_judged:
        return None
    # Best level first, as the paper prints them; levels that are no numbers are left to the record's checks.
    levels = sorted(content.rubric_scores, key=lambda level: (level.isdecimal(), level), reverse=True)
    return {
        "criterion": content.rubric_criterion,
        "scores": {level: content.rubric_scores[level] for level in levels},
    }


def _plain(value: Any) -> Any:
    """`value` with every number in its one JSON form and every container as dict or list."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    if isinstance(value, Decimal | float):
        exact = Decimal(repr(value)) if isinstance(value, float) else value
        # As a whole number, 1e999999999 would fill the memory.
        if not exact.is_finite() or exact.adjusted() > LARGEST_EXPONENT:
            raise ValueError(f"{value!r} cannot be written as a JSON number")
        return to_json_number(exact)
    return value


def _read_item(item: Mapping[str, Any]) -> ReferenceItem:
    kind = cast(ItemKind, item["id"][0])
    if kind != "S":
        return ReferenceItem(kind, item["description"])
    return ReferenceItem(
        kind,
        item["description"],
        anchor=item["anchor"] or "",
        emotion=item["emotion"],
        intensity=item["intensity"] or "",
    )


def _read_labels(answer: Any) -> tuple[LabelRow, ...]:
    if isinstance(answer, str):
        return ()
    if isinstance(answer, Mapping):
        return tuple(LabelRow(label, side) for side in ("before", "after") for label in answer[side])
    return tuple(LabelRow(label) for label in answer)
