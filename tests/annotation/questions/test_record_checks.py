"""One broken point a record: the field and the code that name it."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from annotation.questions.record_checks import check_record
from annotation.questions.record_shape import FIELDS
from annotation.questions.tasks import TASKS, Task, get_task
from tests.annotation.questions.samples import (
    CAUSE,
    COMPARISON,
    CONTEXTUAL,
    LONG_TRAJECTORY,
    REASONING,
    TRAJECTORY,
    TRANSITION,
    record_for,
)

Change = Callable[[dict[str, Any]], Any]


def issues_of(task: Task, change: Change | None = None, **fields: Any) -> list[tuple[str, str]]:
    record = record_for(task, **fields)
    if change is not None:
        change(record)
    return [(issue.field, issue.code) for issue in check_record(record)]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task.granularity} {task.type}")
def test_record_has_no_issue_when_it_is_sound(task: Task) -> None:
    assert issues_of(task) == []


@pytest.mark.parametrize("field", FIELDS)
def test_field_is_named_when_it_is_missing(field: str) -> None:
    assert (field, "missing_field") in issues_of(TRAJECTORY, lambda record: record.pop(field))


def test_field_is_named_when_a_record_has_an_eleventh() -> None:
    assert issues_of(CONTEXTUAL, modality="face") == [("modality", "unknown_field")]


def test_order_is_an_issue_when_fields_are_moved() -> None:
    assert issues_of(CONTEXTUAL, lambda record: record.update(video_id=record.pop("video_id"))) == [
        ("", "field_order")
    ]


@pytest.mark.parametrize("value", [None, 1, "x", [], True])
def test_value_is_no_record_when_it_is_no_object(value: Any) -> None:
    assert [(issue.field, issue.code) for issue in check_record(value)] == [("", "not_an_object")]


@pytest.mark.parametrize("value", ["", "_Q1", "G1 Q1", "Q1/2", "问1", "Q1\n", "-Q"])
@pytest.mark.parametrize("field", ["question_id", "video_id"])
def test_id_is_an_issue_when_it_breaks_the_pattern(field: str, value: str) -> None:
    assert issues_of(CONTEXTUAL, lambda record: record.update({field: value})) == [(field, "bad_id")]


@pytest.mark.parametrize("value", ["1", "G1_Q000126", "a.b-c_d", "Q"])
def test_id_is_accepted_when_it_fits_the_pattern(value: str) -> None:
    assert issues_of(CONTEXTUAL, question_id=value) == []


@pytest.mark.parametrize("value", [None, 7, ["Q1"]])
def test_id_is_an_issue_when_it_is_no_text(value: Any) -> None:
    assert issues_of(CONTEXTUAL, question_id=value) == [("question_id", "wrong_type")]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"granularity": "scene"}, ("granularity", "unknown_granularity")),
        ({"granularity": None}, ("granularity", "unknown_granularity")),
        ({"type": "emotion"}, ("type", "unknown_type")),
        ({"type": ["contextual emotion"]}, ("type", "unknown_type")),
        ({"type": "emotional reasoning"}, ("type", "unknown_type")),
        ({"question": " \n"}, ("question", "empty")),
        ({"question": None}, ("question", "wrong_type")),
    ],
)
def test_head_field_is_an_issue_when_wrong(fields: dict[str, Any], expected: tuple[str, str]) -> None:
    assert issues_of(CONTEXTUAL, **fields) == [expected]


def source(*segments: Any) -> dict[str, Any]:
    return {"from": "Friends S01E08", "segments": list(segments)}


def part(start: Any, end: Any) -> dict[str, Any]:
    return {"start": start, "end": end}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, [("source", "wrong_type")]),
        ({"from": "x"}, [("source", "wrong_keys")]),
        ({"from": "", "segments": None}, [("source.from", "empty")]),
        ({"from": "x", "segments": None, "fps": 25}, [("source", "wrong_keys")]),
        ({"from": "x", "segments": {}}, [("source.segments", "wrong_type")]),
        (source(), [("source.segments", "empty")]),
        (source([1, 2]), [("source.segments.0", "wrong_type")]),
        (source({"start": 1}), [("source.segments.0", "wrong_keys")]),
        (source(part("1", 2)), [("source.segments.0.start", "wrong_type")]),
        (source(part(True, 2)), [("source.segments.0.start", "wrong_type")]),
        (source(part(1, None)), [("source.segments.0.end", "wrong_type")]),
        (source(part(1, float("nan"))), [("source.segments.0.end", "not_finite")]),
        (source(part(1, Decimal("1e999"))), [("source.segments.0.end", "not_finite")]),
        (source(part(1, 10**400)), [("source.segments.0.end", "not_finite")]),
        (source(part(-1, 2)), [("source.segments.0.start", "negative_time")]),
        (source(part(2, 2)), [("source.segments.0", "bad_interval")]),
        (source(part(3, 2)), [("source.segments.0", "bad_interval")]),
        (source(part(0, 5), part(4.999, 6)), [("source.segments.1", "overlap")]),
        (source(part(10, 20), part(5, 11)), [("source.segments.0", "overlap")]),
        (source(part(1, 9), part(2, 3), part(4, 5)), [(f"source.segments.{n}", "overlap") for n in (1, 2)]),
    ],
)  # fmt: skip
def test_source_is_an_issue_when_wrong(value: Any, expected: list[tuple[str, str]]) -> None:
    assert issues_of(CONTEXTUAL, source=value) == expected


@pytest.mark.parametrize(
    "segments", [None, [part(5, 6), part(0, 5)], [part(0, Decimal("0.001"))], [part(0, 1), part(1, 2)]]
)
def test_segments_are_accepted_when_they_touch_or_go_back(segments: Any) -> None:
    assert issues_of(CONTEXTUAL, source={"from": "x", "segments": segments}) == []


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("peace", [("answer", "wrong_type")]),
        ([], [("answer", "empty")]),
        (["joy"], [("answer.0", "unknown_label")]),
        (["peace", "Anger"], [("answer.1", "label_form")]),
        (["peace", " anger"], [("answer.1", "label_form")]),
        (["peace", "peace"], [("answer.1", "duplicate_label")]),
        (["peace", "Peace"], [("answer.1", "label_form"), ("answer.1", "duplicate_label")]),
        (["peace", None], [("answer.1", "wrong_type")]),
        ({"before": ["peace"], "after": ["anger"]}, [("answer", "wrong_type")]),
    ],
)
def test_label_set_is_an_issue_when_wrong(answer: Any, expected: list[tuple[str, str]]) -> None:
    assert issues_of(CONTEXTUAL, answer=answer) == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (["peace"], [("answer", "wrong_type")]),
        ({"before": ["peace"]}, [("answer", "wrong_keys")]),
        ({"before": ["peace"], "after": ["anger"], "note": ""}, [("answer", "wrong_keys")]),
        ({"before": [], "after": ["anger"]}, [("answer.before", "empty")]),
        ({"before": ["peace"], "after": "anger"}, [("answer.after", "wrong_type")]),
        ({"before": ["peace"], "after": ["anger", "mad"]}, [("answer.after.1", "unknown_label")]),
        ({"before": ["peace", "fear"], "after": ["fear", "peace"]}, [("answer", "transition_unchanged")]),
    ],
)
def test_transition_is_an_issue_when_wrong(answer: Any, expected: list[tuple[str, str]]) -> None:
    assert issues_of(TRANSITION, answer=answer) == expected


@pytest.mark.parametrize(("answer", "code"), [("", "empty"), (None, "wrong_type"), (["peace"], "wrong_type")])
def test_text_answer_is_an_issue_when_wrong(answer: Any, code: str) -> None:
    assert issues_of(CAUSE, answer=answer) == [("answer", code)]


def stage(number: int, **changes: Any) -> dict[str, Any]:
    return {
        "id": f"S{number}",
        "description": "d",
        "anchor": None,
        "emotion": "e",
        "intensity": None,
    } | changes


def details(*items: Any, description: Any = "d") -> dict[str, Any]:
    return {"description": description, "items": list(items)}


ITEMS = "answer_details.items"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, [("answer_details", "too_few_stages")]),
        ([], [("answer_details", "wrong_type")]),
        ({"items": []}, [("answer_details", "wrong_keys")]),
        (details(), [("answer_details", "too_few_stages")]),
        (details(stage(1)), [("answer_details", "too_few_stages")]),
        (details(stage(1), stage(2), description=" "), [("answer_details.description", "empty")]),
        (details(stage(1), stage(2), description=None), [("answer_details.description", "wrong_type")]),
        ({"description": "d", "items": {"S1": 1}}, [(ITEMS, "wrong_type")]),
        (details(stage(1), "S2"), [(f"{ITEMS}.1", "wrong_item")]),
        (details(stage(1), stage(2, id="R2")), [(f"{ITEMS}.1", "wrong_item")]),
        (details(stage(1), stage(3)), [(f"{ITEMS}.1.id", "item_id")]),
        (details(stage(2), stage(1)), [(f"{ITEMS}.0.id", "item_id"), (f"{ITEMS}.1.id", "item_id")]),
        (details(stage(1), stage(2, id="S02")), [(f"{ITEMS}.1.id", "item_id")]),
        (details(stage(1), {"id": "S2", "description": "d"}), [(f"{ITEMS}.1", "wrong_keys")]),
        (details(stage(1), stage(2, time=1)), [(f"{ITEMS}.1", "wrong_keys")]),
        (details(stage(1), stage(2, description="")), [(f"{ITEMS}.1.description", "empty")]),
        (details(stage(1), stage(2, emotion="")), [(f"{ITEMS}.1.emotion", "empty")]),
        (details(stage(1), stage(2, emotion=None)), [(f"{ITEMS}.1.emotion", "wrong_type")]),
        (details(stage(1), stage(2, anchor=3)), [(f"{ITEMS}.1.anchor", "wrong_type")]),
        (details(stage(1), stage(2, intensity=["high"])), [(f"{ITEMS}.1.intensity", "wrong_type")]),
    ],
)
def test_stages_are_an_issue_when_wrong(value: Any, expected: list[tuple[str, str]]) -> None:
    assert issues_of(TRAJECTORY, answer_details=value) == expected


@pytest.mark.parametrize("value", [None, details(), details(stage(1))])
def test_few_stages_are_accepted_when_an_episode_trajectory_is_read(value: Any) -> None:
    assert issues_of(LONG_TRAJECTORY, answer_details=value) == []


def item(name: str, **changes: Any) -> dict[str, Any]:
    return {"id": name, "description": "d"} | changes


@pytest.mark.parametrize(
    ("task", "value", "expected"),
    [
        (CAUSE, details(item("R1"), item("R2")), []),
        (CAUSE, details(item("C1")), [(f"{ITEMS}.0", "wrong_item")]),
        (CAUSE, details(item("R1", emotion="e")), [(f"{ITEMS}.0", "wrong_keys")]),
        (CAUSE, details(), [(ITEMS, "empty")]),
        (COMPARISON, details(item("C1")), []),
        (COMPARISON, details(item("R1")), [(f"{ITEMS}.0", "wrong_item")]),
        (REASONING, details(item("R1"), item("R2")), []),
        (REASONING, details(item("C1"), item("C2")), []),
        (REASONING, details(item("C1"), item("R2")), [(f"{ITEMS}.1.id", "item_id")]),
        (CONTEXTUAL, details(item("C1")), [("answer_details", "not_null")]),
    ],
)
def test_items_fit_their_task_when_read(task: Task, value: Any, expected: list[tuple[str, str]]) -> None:
    assert issues_of(task, answer_details=value) == expected


def rubric(levels: str, **changes: Any) -> dict[str, Any]:
    return {"criterion": "c", "scores": dict.fromkeys(levels.split(), "text")} | changes


@pytest.mark.parametrize(
    ("task", "value", "expected"),
    [
        (CONTEXTUAL, rubric("1 0"), [("rubric", "not_null")]),
        (TRANSITION, {}, [("rubric", "not_null")]),
        (CAUSE, None, [("rubric", "missing_rubric")]),
        (CAUSE, {"scores": {}}, [("rubric", "wrong_keys")]),
        (CAUSE, rubric("3 2 1 0", criterion=""), [("rubric.criterion", "empty")]),
        (CAUSE, rubric("", scores=[1, 0]), [("rubric.scores", "wrong_type")]),
        (CAUSE, rubric(""), [("rubric.scores", "score_levels")]),
        (CAUSE, rubric("4 3 2 1 0"), [("rubric.scores", "score_levels")]),
        (CAUSE, rubric("3 2 1"), [("rubric.scores", "score_levels")]),
        (CAUSE, rubric("0 1 2 3"), []),
        (CAUSE, rubric("3 2 1 0 x"), [("rubric.scores.x", "score_key"), ("rubric.scores", "score_levels")]),
        (CAUSE, rubric("3 2 1 00"), [("rubric.scores.00", "score_key"), ("rubric.scores", "score_levels")]),
        (CAUSE, rubric("", scores={"3": "a", "2": "b", "1": "", "0": "d"}), [("rubric.scores.1", "empty")]),
        (REASONING, rubric("1 0"), []),
        (REASONING, rubric("3 2 1 0"), []),
        (REASONING, rubric("4 3 2 1 0"), [("rubric.scores", "score_levels")]),
    ],
)
def test_rubric_is_an_issue_when_wrong(task: Task, value: Any, expected: list[tuple[str, str]]) -> None:
    assert issues_of(task, rubric=value) == expected


def row(number: int, **changes: Any) -> dict[str, Any]:
    return {"id": f"U{number}", "t": [1, 2.5], "speaker": None, "text": "x"} | changes


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (None, []),
        ([], []),
        ([row(1, t=[5, 6]), row(2, t=[1, 1])], []),
        ({}, [("subtitles", "wrong_type")]),
        (["x"], [("subtitles.0", "wrong_type")]),
        ([row(1, lang="en")], [("subtitles.0", "wrong_keys")]),
        ([{"id": "U1", "t": [1, 2], "text": "x"}], [("subtitles.0", "wrong_keys")]),
        ([row(2)], [("subtitles.0.id", "subtitle_id")]),
        ([row(1), row(1)], [("subtitles.1.id", "subtitle_id")]),
        ([row(1, t=[1])], [("subtitles.0.t", "wrong_type")]),
        ([row(1, t="1-2")], [("subtitles.0.t", "wrong_type")]),
        ([row(1, t=[1, "2"])], [("subtitles.0.t.1", "wrong_type")]),
        ([row(1, t=[1, float("inf")])], [("subtitles.0.t.1", "not_finite")]),
        ([row(1, t=[2, 1])], [("subtitles.0.t", "bad_interval")]),
        ([row(1, t=[-2, 1])], [("subtitles.0.t.0", "negative_time")]),
        ([row(1, speaker=4)], [("subtitles.0.speaker", "wrong_type")]),
        ([row(1, text=None)], [("subtitles.0.text", "wrong_type")]),
        ([row(1, text="")], [("subtitles.0.text", "empty")]),
    ],
)
def test_subtitles_are_an_issue_when_wrong(rows: Any, expected: list[tuple[str, str]]) -> None:
    assert issues_of(CONTEXTUAL, subtitles=rows) == expected


def test_message_says_what_to_write_when_a_label_is_not_lower_case() -> None:
    record = record_for(get_task("clip", "emotion influence"), answer=["Doubt/Confusion"])
    (issue,) = check_record(record)
    assert issue.message == "Write 'Doubt/Confusion' as 'doubt/confusion': labels are lower-case."
