"""What makes a record valid: pure checks over one parsed record, each finding with the field it is about.

The same checks guard what we write and what we read. They are lenient in one point, as the released data
is: a G2 trajectory may have fewer than two stages (authoring refuses that, see checks.py).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from annotation.emotic.labels import LABEL_NAMES, is_label, normalise_label
from annotation.questions.record_shape import (
    DETAILS_KEYS,
    FIELDS,
    ID_PATTERN,
    ITEM_KEYS,
    RUBRIC_KEYS,
    SCORE_PATTERN,
    SEGMENT_KEYS,
    SIDES,
    SOURCE_KEYS,
    SUBTITLE_KEYS,
)
from annotation.questions.rubrics import RUBRIC_FAMILIES
from annotation.questions.tasks import GRANULARITIES, Task, find_task, tasks_of
from kernel.texts import shown


@dataclass(frozen=True, slots=True)
class RecordIssue:
    """One thing wrong with one record. `field` is a dotted path (`source.segments.0.end`), '' for the
    whole.
    """

    field: str
    code: str
    message: str


def check_record(record: Any) -> list[RecordIssue]:
    """Everything that breaks the format, in field order; empty for a valid record.

    `record` is parsed JSON; numbers may be int, float or Decimal. Uniqueness of ids needs the other records
    and is checked by record_files.py.
    """
    if not isinstance(record, Mapping):
        return [RecordIssue("", "not_an_object", f"A record is a JSON object, not {describe(record)}.")]
    return list(_check(record))


def describe(value: Any) -> str:
    """What kind of JSON value this is, for messages."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, str):
        return "text"
    if isinstance(value, int | float | Decimal):
        return "a number"
    return "an object" if isinstance(value, Mapping) else "a list"


def _check(record: Mapping[str, Any]) -> Iterator[RecordIssue]:
    yield from _fields(record)
    for name in ("question_id", "video_id"):
        if name in record:
            yield from _identifier(name, record[name])
    if "source" in record:
        yield from _source(record["source"])
    task: Task | None = None
    if "granularity" in record and "type" in record:
        found = _task(record["granularity"], record["type"])
        if isinstance(found, RecordIssue):
            yield found
        else:
            task = found
    if "question" in record:
        yield from _text("question", record["question"])
    if task is not None:
        if "answer" in record:
            yield from _answer(task, record["answer"])
        if "answer_details" in record:
            yield from _details(task, record["answer_details"])
        if "rubric" in record:
            yield from _rubric(task, record["rubric"])
    if "subtitles" in record and record["subtitles"] is not None:
        yield from _subtitles(record["subtitles"])


def _fields(record: Mapping[str, Any]) -> Iterator[RecordIssue]:
    for name in FIELDS:
        if name not in record:
            yield RecordIssue(
                name, "missing_field", f"The field {name!r} is missing; use null where it may be empty."
            )
    for name in record:
        if name not in FIELDS:
            yield RecordIssue(
                str(name), "unknown_field", f"A record has ten fields and {name!r} is none of them."
            )
    present = [name for name in record if name in FIELDS]
    if present != [name for name in FIELDS if name in record]:
        yield RecordIssue(
            "", "field_order", f"The fields are out of order; the order is {', '.join(FIELDS)}."
        )


def _identifier(name: str, value: Any) -> Iterator[RecordIssue]:
    if not isinstance(value, str):
        yield RecordIssue(name, "wrong_type", f"{name} is text, not {describe(value)}.")
    elif not ID_PATTERN.fullmatch(value):
        yield RecordIssue(
            name,
            "bad_id",
            f"{value!r} is no id: start with a letter or digit, then letters, digits, '_', '.' and '-' only.",
        )


def _task(granularity: Any, task_type: Any) -> Task | RecordIssue:
    if not isinstance(granularity, str) or granularity not in GRANULARITIES:
        return RecordIssue("granularity", "unknown_granularity", "granularity is 'clip' or 'episode'.")
    task = find_task(granularity, task_type) if isinstance(task_type, str) else None
    if task is not None:
        return task
    known = ", ".join(repr(task.type) for task in tasks_of(granularity))
    return RecordIssue("type", "unknown_type", f"type of a {granularity} question is one of {known}.")


def _text(path: str, value: Any, *, nullable: bool = False) -> Iterator[RecordIssue]:
    if value is None and nullable:
        return
    if not isinstance(value, str):
        allowed = "text or null" if nullable else "text"
        yield RecordIssue(path, "wrong_type", f"{path} is {allowed}, not {describe(value)}.")
    elif not shown(value) and not nullable:
        yield RecordIssue(path, "empty", f"{path} must not be empty.")


def _keys(path: str, value: Any, keys: Sequence[str]) -> RecordIssue | None:
    """The issue with an object that must have exactly these keys; None when it has."""
    listed = ", ".join(keys)
    if not isinstance(value, Mapping):
        return RecordIssue(path, "wrong_type", f"{path} is an object with {listed}, not {describe(value)}.")
    if set(value) != set(keys):
        found = ", ".join(map(str, value)) or "none"
        return RecordIssue(path, "wrong_keys", f"{path} has exactly the keys {listed}; found {found}.")
    return None


def _seconds(path: str, value: Any) -> RecordIssue | None:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return RecordIssue(path, "wrong_type", f"{path} is a number of seconds, not {describe(value)}.")
    try:
        finite = math.isfinite(value)
    except OverflowError:
        finite = False
    if not finite:
        return RecordIssue(path, "not_finite", f"{path} is not a finite number of seconds.")
    if value < 0:
        return RecordIssue(path, "negative_time", f"{path} is {value}; times on the original start at 0.")
    return None


def _source(source: Any) -> Iterator[RecordIssue]:
    issue = _keys("source", source, SOURCE_KEYS)
    if issue is not None:
        yield issue
        return
    yield from _text("source.from", source["from"])
    segments = source["segments"]
    if segments is None:
        return
    if not isinstance(segments, list) or not segments:
        yield RecordIssue(
            "source.segments",
            "wrong_type" if segments != [] else "empty",
            "source.segments is a list of at least one {start, end}, or null for the complete original.",
        )
        return
    sound: list[tuple[Any, Any, int]] = []
    for place, segment in enumerate(segments):
        path = f"source.segments.{place}"
        issues = list(_segment(path, segment))
        yield from issues
        if not issues:
            sound.append((segment["start"], segment["end"], place))
    # Against the one that reaches furthest so far, not the neighbour: a long segment may hold several short ones.
    furthest: tuple[Any, int] | None = None
    for start, end, place in sorted(sound):
        if furthest is not None and start < furthest[0]:
            yield RecordIssue(
                f"source.segments.{place}",
                "overlap",
                f"Segment {place} overlaps segment {furthest[1]} (both from 0).",
            )
        if furthest is None or end > furthest[0]:
            furthest = (end, place)


def _segment(path: str, segment: Any) -> Iterator[RecordIssue]:
    issue = _keys(path, segment, SEGMENT_KEYS)
    if issue is not None:
        yield issue
        return
    times = [_seconds(f"{path}.{key}", segment[key]) for key in SEGMENT_KEYS]
    if any(times):
        yield from (time for time in times if time is not None)
    elif not segment["start"] < segment["end"]:
        yield RecordIssue(path, "bad_interval", f"{path} starts at {segment['start']}, not before its end.")


def _answer(task: Task, answer: Any) -> Iterator[RecordIssue]:
    if task.answer_form == "text":
        yield from _text("answer", answer)
    elif task.answer_form == "labels":
        yield from _labels("answer", answer)
    else:
        issue = _keys("answer", answer, SIDES)
        if issue is not None:
            yield issue
            return
        problems = [issue for side in SIDES for issue in _labels(f"answer.{side}", answer[side])]
        yield from problems
        if not problems and set(answer["before"]) == set(answer["after"]):
            yield RecordIssue(
                "answer",
                "transition_unchanged",
                "before and after hold the same labels; a change of intensity alone is an emotion trajectory.",
            )


def _labels(path: str, labels: Any) -> Iterator[RecordIssue]:
    if not isinstance(labels, list):
        yield RecordIssue(path, "wrong_type", f"{path} is a list of labels, not {describe(labels)}.")
        return
    if not labels:
        yield RecordIssue(path, "empty", f"{path} needs at least one label.")
    seen: set[str] = set()
    for place, label in enumerate(labels):
        here = f"{path}.{place}"
        if not isinstance(label, str):
            yield RecordIssue(here, "wrong_type", f"{here} is a label, not {describe(label)}.")
            continue
        name = normalise_label(label)
        if not is_label(name):
            yield RecordIssue(
                here, "unknown_label", f"{label!r} is not among the 26: {', '.join(LABEL_NAMES)}."
            )
        elif label != name:
            yield RecordIssue(here, "label_form", f"Write {label!r} as {name!r}: labels are lower-case.")
        if name in seen:
            yield RecordIssue(here, "duplicate_label", f"{path} names {name!r} more than once.")
        seen.add(name)


def _details(task: Task, details: Any) -> Iterator[RecordIssue]:
    few_stages_pass = task.granularity == "episode"
    if details is None:
        if task.min_items and not few_stages_pass:
            yield _too_few(task, 0)
        return
    if not task.item_kinds:
        yield RecordIssue("answer_details", "not_null", f"answer_details of a {task.type} question is null.")
        return
    issue = _keys("answer_details", details, DETAILS_KEYS)
    if issue is not None:
        yield issue
        return
    yield from _text("answer_details.description", details["description"])
    items = details["items"]
    if not isinstance(items, list):
        yield RecordIssue(
            "answer_details.items", "wrong_type", f"answer_details.items is a list, not {describe(items)}."
        )
        return
    if len(items) < task.min_items and not few_stages_pass:
        yield _too_few(task, len(items))
    elif not items and not task.min_items:
        yield RecordIssue("answer_details.items", "empty", "No items: make answer_details null instead.")
    yield from _items(task, items)


def _too_few(task: Task, count: int) -> RecordIssue:
    return RecordIssue(
        "answer_details",
        "too_few_stages",
        f"An {task.type} needs at least {task.min_items} stages; it has {count}.",
    )


def _items(task: Task, items: list[Any]) -> Iterator[RecordIssue]:
    kinds = " or ".join(task.item_kinds)
    kind = ""
    for place, item in enumerate(items):
        path = f"answer_details.items.{place}"
        item_id = item.get("id") if isinstance(item, Mapping) else None
        if not isinstance(item_id, str) or item_id[:1] not in task.item_kinds:
            yield RecordIssue(
                path,
                "wrong_item",
                f"{path} needs an id that starts with {kinds}, as in {task.item_kinds[0]}1.",
            )
            continue
        kind = kind or item_id[0]
        if item_id != f"{kind}{place + 1}":
            yield RecordIssue(
                f"{path}.id", "item_id", f"Item ids count up from 1: {item_id!r} should be {kind}{place + 1}."
            )
        issue = _keys(path, item, ITEM_KEYS[item_id[0]])
        if issue is not None:
            yield issue
            continue
        yield from _text(f"{path}.description", item["description"])
        if item_id[0] == "S":
            yield from _text(f"{path}.anchor", item["anchor"], nullable=True)
            yield from _text(f"{path}.emotion", item["emotion"])
            yield from _text(f"{path}.intensity", item["intensity"], nullable=True)


def _rubric(task: Task, rubric: Any) -> Iterator[RecordIssue]:
    if not task.is_judged:
        if rubric is not None:
            yield RecordIssue(
                "rubric", "not_null", f"rubric of a {task.type} question is null: labels are compared."
            )
        return
    if rubric is None:
        yield RecordIssue(
            "rubric", "missing_rubric", f"An {task.type} question is judged and needs its rubric."
        )
        return
    issue = _keys("rubric", rubric, RUBRIC_KEYS)
    if issue is not None:
        yield issue
        return
    yield from _text("rubric.criterion", rubric["criterion"])
    scores = rubric["scores"]
    if not isinstance(scores, Mapping):
        yield RecordIssue(
            "rubric.scores", "wrong_type", f"rubric.scores is an object, not {describe(scores)}."
        )
        return
    for level, text in scores.items():
        if not SCORE_PATTERN.fullmatch(level):
            yield RecordIssue(
                f"rubric.scores.{level}", "score_key", f"{level!r} is no score: use whole numbers from 0."
            )
        yield from _text(f"rubric.scores.{level}", text)
    families = [RUBRIC_FAMILIES[name] for name in task.rubric_families]
    if not any(set(scores) == set(family.levels) for family in families):
        expected = " or ".join(f"0 to {family.maximum} ({family.name})" for family in families)
        found = ", ".join(map(str, scores)) or "none"
        yield RecordIssue(
            "rubric.scores", "score_levels", f"An {task.type} is scored {expected}; found levels {found}."
        )


def _subtitles(rows: Any) -> Iterator[RecordIssue]:
    if not isinstance(rows, list):
        yield RecordIssue("subtitles", "wrong_type", f"subtitles is a list or null, not {describe(rows)}.")
        return
    for place, row in enumerate(rows):
        path = f"subtitles.{place}"
        issue = _keys(path, row, SUBTITLE_KEYS)
        if issue is not None:
            yield issue
            continue
        if row["id"] != f"U{place + 1}":
            yield RecordIssue(
                f"{path}.id", "subtitle_id", f"Subtitle ids count up from U1; expected U{place + 1}."
            )
        yield from _row_times(f"{path}.t", row["t"])
        yield from _text(f"{path}.speaker", row["speaker"], nullable=True)
        yield from _text(f"{path}.text", row["text"])


def _row_times(path: str, times: Any) -> Iterator[RecordIssue]:
    if not isinstance(times, list) or len(times) != 2:
        yield RecordIssue(path, "wrong_type", f"{path} is [start, end] in seconds.")
        return
    issues = [_seconds(f"{path}.{place}", time) for place, time in enumerate(times)]
    if any(issues):
        yield from (issue for issue in issues if issue is not None)
    elif times[1] < times[0]:
        yield RecordIssue(path, "bad_interval", f"{path} ends at {times[1]}, before it starts at {times[0]}.")
