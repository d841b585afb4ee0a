"""Guideline checks: a sound draft of each task has no finding; each break has exactly its own."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from annotation.questions.checks import blocking, check_draft
from annotation.questions.content import EvidenceInterval, LabelRow, ReferenceItem, Segment
from annotation.questions.placement import merged, playing_time
from annotation.questions.tasks import TASKS, Task
from tests.annotation.questions.samples import (
    CAUSE,
    COMPARISON,
    COMPONENTS,
    CONTEXTUAL,
    FACTORS,
    LONG_TRAJECTORY,
    REASONING,
    STAGES,
    TRAJECTORY,
    TRANSITION,
    D,
    draft_for,
)

E, W = "error", "warning"
MIXED = (E, "items", "item_kinds_mixed")
EMPTY_FACTOR = replace(FACTORS[0], description="")
DIFFER = (W, "rubric_family", "items_and_rubric_differ")


def findings(task: Task, **changes: Any) -> list[tuple[str, str, str]]:
    return [(found.level, found.field, found.code) for found in check_draft(draft_for(task, **changes))]


def labels(*names: str, before: str = "", after: str = "") -> tuple[LabelRow, ...]:
    return (
        *(LabelRow(name) for name in names),
        *(LabelRow(name, "before") for name in before.split()),
        *(LabelRow(name, "after") for name in after.split()),
    )


@pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task.granularity} {task.type}")
def test_draft_has_no_finding_when_it_is_sound(task: Task) -> None:
    assert findings(task) == []


@pytest.mark.parametrize(
    ("task", "rows", "expected"),
    [
        (CONTEXTUAL, (), [(E, "labels", "labels_missing")]),
        (CONTEXTUAL, labels("joy"), [(E, "labels", "label_unknown")]),
        (CONTEXTUAL, labels("Peace"), [(E, "labels", "label_unknown")]),
        (CONTEXTUAL, labels("peace", "anger", "peace"), [(E, "labels", "label_duplicate")]),
        (CONTEXTUAL, labels("peace", before="anger"), [(E, "labels", "label_side")]),
        (TRANSITION, labels(before="peace"), [(E, "labels.after", "labels_missing")]),
        (TRANSITION, labels(after="peace"), [(E, "labels.before", "labels_missing")]),
        (TRANSITION, labels(before="fear fear", after="anger"), [(E, "labels.before", "label_duplicate")]),
        (TRANSITION, labels(before="fear pain", after="pain fear"), [(E, "labels", "transition_unchanged")]),
        (TRANSITION, labels(before="fear", after="fear pain"), []),
        (CAUSE, labels("fear"), [(E, "labels", "answer_form")]),
    ],
)
def test_labels_are_found_when_wrong(task: Task, rows: Any, expected: list[tuple[str, str, str]]) -> None:
    assert findings(task, labels=rows) == expected


def stage(**changes: Any) -> ReferenceItem:
    return replace(STAGES[1], **changes)


@pytest.mark.parametrize("task", [TRAJECTORY, LONG_TRAJECTORY])
@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ((), [(E, "items", "stages_too_few")]),
        (STAGES[:1], [(E, "items", "stages_too_few")]),
        ((STAGES[0], stage(description=" ")), [(E, "items.1.description", "item_description_missing")]),
        ((STAGES[0], stage(emotion="")), [(E, "items.1.emotion", "stage_emotion_missing")]),
        ((STAGES[0], stage(anchor="")), [(W, "items.1.anchor", "stage_anchor_missing")]),
        ((STAGES[1], STAGES[0]), [(E, "items.1.anchor_time", "stages_out_of_order")]),
        ((STAGES[0], stage(anchor_time=D("5000"))), [(E, "items.1.anchor_time", "stage_outside_clip")]),
        ((STAGES[0], stage(anchor_time=None)), []),
        ((*STAGES, FACTORS[0]), [(E, "items", "item_kind")]),
    ],
)
def test_stages_are_found_when_wrong(task: Task, items: Any, expected: list[tuple[str, str, str]]) -> None:
    assert findings(task, items=items) == expected


def test_stages_follow_the_played_order_when_the_clip_goes_back_in_time() -> None:
    segments = (Segment(D("105"), D("120")), Segment(D("90"), D("105")))
    assert findings(TRAJECTORY, segments=segments) == [(E, "items.1.anchor_time", "stages_out_of_order")]
    assert findings(TRAJECTORY, segments=segments, items=(STAGES[1], STAGES[0])) == []


@pytest.mark.parametrize(
    ("task", "changes", "expected"),
    [
        (CAUSE, {"answer_text": ""}, [(E, "answer_text", "answer_missing")]),
        (CONTEXTUAL, {"answer_text": "peace"}, [(E, "answer_text", "answer_form")]),
        (CONTEXTUAL, {"items": FACTORS}, [(E, "items", "item_kind")]),
        (CAUSE, {"items": COMPONENTS, "components_rule": "all"}, [(E, "items", "item_kind")]),
        (COMPARISON, {"items": COMPONENTS}, [(E, "components_rule", "components_rule_missing")]),
        (COMPARISON, {"items": COMPONENTS, "components_rule": "any"}, []),
        (COMPARISON, {"components_rule": "all"}, [(E, "components_rule", "components_rule_unused")]),
        (CAUSE, {"details_description": "Both."}, [(E, "details_description", "description_unused")]),
        (CAUSE, {"items": (replace(FACTORS[0], emotion="joy"),)}, [(E, "items.0", "item_field_unused")]),
        (CAUSE, {"items": (EMPTY_FACTOR,)}, [(E, "items.0.description", "item_description_missing")]),
        (REASONING, {"items": (*COMPONENTS, *FACTORS), "components_rule": "all"}, [MIXED, DIFFER]),
        (REASONING, {"items": FACTORS}, [DIFFER]),
        (CONTEXTUAL, {"rubric_family": "cause"}, [(E, "rubric_family", "rubric_unused")]),
        (CAUSE, {"rubric_family": "result"}, [(E, "rubric_family", "rubric_family")]),
        (CAUSE, {"rubric_family": ""}, [(E, "rubric_family", "rubric_family")]),
        (CAUSE, {"rubric_criterion": " "}, [(E, "rubric_criterion", "rubric_criterion_missing")]),
        (REASONING, {"rubric_scores": {"1": "a"}}, [(E, "rubric_scores.0", "rubric_score_missing")]),
        (REASONING, {"rubric_scores": {"1": "a", "0": " "}}, [(E, "rubric_scores.0", "rubric_score_missing")]),
        (REASONING, {"rubric_scores": dict.fromkeys("210", "x")}, [(E, "rubric_scores.2", "rubric_score_unknown")]),
    ],
)  # fmt: skip
def test_reference_is_found_when_wrong(
    task: Task, changes: dict[str, Any], expected: list[tuple[str, str, str]]
) -> None:
    assert findings(task, **changes) == expected


@pytest.mark.parametrize(
    ("changes", "warned"),
    [
        ({"answer_text": "He cries after she leaves the room."}, True),
        ({"answer_text": "He cries, then she leaves."}, True),
        ({"answer_text": "He cries because she leaves."}, False),
        ({"answer_text": "他哭了，因为她走了。"}, False),
        ({"answer_text": "He cries after she leaves.", "items": FACTORS}, False),
    ],
)
def test_cause_is_warned_about_when_only_succession_is_told(changes: dict[str, Any], warned: bool) -> None:
    assert findings(CAUSE, **changes) == ([(W, "items", "cause_without_factor")] if warned else [])


def test_cause_warning_follows_the_rubric_when_reasoning() -> None:
    answer = {"answer_text": "He leaves after lunch."}
    scores = {str(level): "x" for level in range(4)}
    assert findings(REASONING, **answer) == []
    assert findings(REASONING, **answer, rubric_family="cause", rubric_scores=scores) == [
        (W, "items", "cause_without_factor")
    ]


def cut(*parts: tuple[str, str]) -> tuple[Segment, ...]:
    return tuple(Segment(D(start), D(end)) for start, end in parts)


@pytest.mark.parametrize(
    ("segments", "expected"),
    [
        (cut(), [(E, "segments", "segments_missing")]),
        (cut(("90", "120"), ("130", "130")), [(E, "segments.1", "segment_reversed")]),
        (cut(("90", "120"), ("140", "130")), [(E, "segments.1", "segment_reversed")]),
        (cut(("90", "120"), ("1199", "1200.001")), [(E, "segments.1", "segment_outside_video")]),
        (cut(("90", "120"), ("-1", "5")), [(E, "segments.1", "segment_outside_video")]),
        (cut(("90", "120"), ("119.999", "125")), [(E, "segments.1", "segments_overlap")]),
        (cut(("119.999", "125"), ("90", "120")), [(E, "segments.1", "segments_overlap")]),
        (cut(("90", "120"), ("120", "125")), []),
        (cut(("90", "120"), ("80", "85")), []),
    ],
)
def test_segments_are_found_when_wrong(segments: Any, expected: list[tuple[str, str, str]]) -> None:
    evidence = (EvidenceInterval(D("96.5"), D("112")),) if segments else ()
    found = [item for item in findings(CONTEXTUAL, segments=segments, evidence=evidence) if item[0] == E]
    assert found == expected


def marks(*parts: tuple[str, str], carried_by: tuple[str, ...] = ("face",)) -> tuple[EvidenceInterval, ...]:
    return tuple(EvidenceInterval(D(start), D(end), carried_by) for start, end in parts)


SMELL = marks(("95", "115"), carried_by=("smell",))


@pytest.mark.parametrize(
    ("segments", "evidence", "expected"),
    [
        (cut(("90", "120")), (), [(W, "evidence", "evidence_missing")]),
        (cut(("90", "120")), marks(("100", "99")), [(E, "evidence.0", "evidence_reversed")]),
        (cut(("90", "120")), marks(("100", "1201")), [(E, "evidence.0", "evidence_outside_video")]),
        (cut(("90", "120")), marks(("95", "115"), ("119", "121")), [(E, "evidence.1", "evidence_outside_clip")]),
        (cut(("90", "105"), ("105", "120")), marks(("100", "110")), []),
        (cut(("105", "120"), ("90", "105")), marks(("100", "110")), []),
        (cut(("90", "104"), ("105", "120")), marks(("100", "110")), [(E, "evidence.0", "evidence_outside_clip")]),
        (cut(("90", "121")), marks(("100", "110")), [(W, "segments", "clip_too_long")]),
        (cut(("90", "120")), marks(("100", "110")), []),
        (cut(("90", "121")), marks(("91", "92"), ("110", "120")), []),
        (cut(("90", "98")), marks(("90", "91")), []),
        (None, marks(("100", "110")), [(W, "segments", "clip_too_long")]),
        (cut(("90", "120")), SMELL, [(E, "evidence.0.modalities", "modality_unknown")]),
    ],
)  # fmt: skip
def test_scene_evidence_is_found_when_wrong(
    segments: Any, evidence: Any, expected: list[tuple[str, str, str]]
) -> None:
    assert findings(CONTEXTUAL, segments=segments, evidence=evidence) == expected


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [
        ((), [(E, "evidence", "evidence_too_few")]),
        (marks(("20", "30")), [(E, "evidence", "evidence_too_few")]),
        (marks(("20", "30"), ("30", "40")), [(E, "evidence", "evidence_one_part")]),
        (marks(("20", "30"), ("89.999", "100")), [(E, "evidence", "evidence_one_part")]),
        (marks(("20", "30"), ("90", "100")), []),
        (marks(("90", "100"), ("20", "30")), []),
        (
            marks(("20", "30"), ("40", "50"), ("60", "75"), ("100", "110")),
            [(E, "evidence", "evidence_one_part")],
        ),
        (
            marks(("20", "30"), ("800", "810"), carried_by=("words",)),
            [(W, "evidence", "evidence_words_only")],
        ),
    ],
)
def test_episode_evidence_is_found_when_not_spread(
    evidence: Any, expected: list[tuple[str, str, str]]
) -> None:
    assert findings(LONG_TRAJECTORY, evidence=evidence) == expected


@pytest.mark.parametrize(
    ("task", "share", "waiver", "expected"),
    [
        (REASONING, 0.5, "", [(E, "watched_share", "not_watched")]),
        (REASONING, Decimal("0.979"), " ", [(E, "watched_share", "not_watched")]),
        (REASONING, 0.98, "", []),
        (REASONING, None, "", []),
        (REASONING, 0.0, "Watched on paper tape.", [(W, "watched_share", "not_watched_waived")]),
        (CONTEXTUAL, 0.1, "", []),
    ],
)
def test_watching_is_found_when_an_episode_was_not_seen_whole(
    task: Task, share: Any, waiver: str, expected: list[tuple[str, str, str]]
) -> None:
    assert findings(task, watched_share=share, watch_waiver=waiver) == expected


def test_errors_come_first_and_block_when_mixed() -> None:
    draft = draft_for(TRAJECTORY, items=(STAGES[0], stage(anchor="", emotion="")))
    found = check_draft(draft)
    assert [item.level for item in found] == [E, W]
    assert [item.code for item in blocking(found)] == ["stage_emotion_missing"]
    assert found[0].message == "Name the emotion of this stage."


@pytest.mark.parametrize(
    ("time", "segments", "played"),
    [
        ("5", None, "5"),
        ("1200", None, "1200"),
        ("1200.001", None, None),
        ("12", cut(("10", "15"), ("2", "4")), "2"),
        ("3", cut(("10", "15"), ("2", "4")), "6"),
        ("4", cut(("10", "15"), ("2", "4")), "7"),
        ("5", cut(("10", "15"), ("2", "4")), None),
        ("4", cut(("2", "4"), ("9", "10"), ("4", "6")), "3"),
    ],
)
def test_playing_time_is_where_the_clip_shows_it_when_asked(
    time: str, segments: Any, played: str | None
) -> None:
    assert playing_time(D(time), segments, D("1200")) == (None if played is None else D(played))


def test_intervals_are_joined_when_nearer_than_the_gap() -> None:
    parts = [(D("20"), D("30")), (D("0"), D("10")), (D("5"), D("7")), (D("32"), D("33"))]
    assert merged(parts, gap=D("0")) == [(D("0"), D("10")), (D("20"), D("30")), (D("32"), D("33"))]
    assert merged(parts, gap=D("3")) == [(D("0"), D("10")), (D("20"), D("33"))]
