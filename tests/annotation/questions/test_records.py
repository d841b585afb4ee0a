"""Building, canonical text and reading back of the ten-field record."""

import hashlib
import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.emotic.labels import LABEL_NAMES
from annotation.questions.content import (
    LabelRow,
    ReferenceItem,
    RevisionContent,
    Segment,
    SubtitleLine,
    subtitles_of_segments,
)
from annotation.questions.records import (
    COMPONENTS_SENTENCES,
    DEFAULT_DESCRIPTIONS,
    FIELDS,
    InvalidRecord,
    build_record,
    canonical_json,
    check_record,
    read_content,
    record_sha256,
)
from annotation.questions.tasks import TASKS, Task
from kernel.texts import shows_anything
from tests.annotation.questions.samples import (
    COMPARISON,
    COMPONENTS,
    CONTEXTUAL,
    FACTORS,
    LONG_TRAJECTORY,
    REASONING,
    TRAJECTORY,
    TRANSITION,
    D,
    content_for,
    record_for,
)


def built(task: Task, content: RevisionContent, **changes: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "question_id": "Q1",
        "video_id": "V1",
        "source_from": "Friends S01E08",
        "segments": None,
        "subtitles": None,
    }
    return build_record(task=task, content=content, **(given | changes))


def test_record_is_the_papers_example_when_a_transition_is_built() -> None:
    content = RevisionContent(
        question_text="What does the man in blue feel before and after?",
        labels=(
            LabelRow("engagement", "before"),
            LabelRow("sadness", "after"),
            LabelRow("annoyance", "before"),
            LabelRow("sensitivity", "after"),
        ),
    )
    record = build_record(
        question_id="G1_Q000126",
        video_id="G1_V000116",
        source_from="Friends S01E08",
        segments=[Segment(D("687.600"), D("778.000"))],
        task=TRANSITION,
        content=content,
        subtitles=[SubtitleLine(D("687.610"), D("688.820"), "This one?", "Ross")],
    )
    assert list(record) == list(FIELDS)
    assert canonical_json(record) == (
        "{\n"
        '  "question_id": "G1_Q000126",\n'
        '  "video_id": "G1_V000116",\n'
        '  "source": {\n'
        '    "from": "Friends S01E08",\n'
        '    "segments": [\n'
        "      {\n"
        '        "start": 687.6,\n'
        '        "end": 778\n'
        "      }\n"
        "    ]\n"
        "  },\n"
        '  "granularity": "clip",\n'
        '  "type": "emotion transition",\n'
        '  "question": "What does the man in blue feel before and after?",\n'
        '  "answer": {\n'
        '    "before": [\n'
        '      "engagement",\n'
        '      "annoyance"\n'
        "    ],\n"
        '    "after": [\n'
        '      "sadness",\n'
        '      "sensitivity"\n'
        "    ]\n"
        "  },\n"
        '  "answer_details": null,\n'
        '  "rubric": null,\n'
        '  "subtitles": [\n'
        "    {\n"
        '      "id": "U1",\n'
        '      "t": [\n'
        "        687.61,\n"
        "        688.82\n"
        "      ],\n"
        '      "speaker": "Ross",\n'
        '      "text": "This one?"\n'
        "    }\n"
        "  ]\n"
        "}\n"
    )


def test_stage_carries_null_for_what_is_not_given_when_built() -> None:
    record = record_for(LONG_TRAJECTORY)
    assert record["answer_details"] == {
        "description": DEFAULT_DESCRIPTIONS["S"],
        "items": [
            {
                "id": "S1",
                "description": "She opens the letter, full of hope.",
                "anchor": "the letter",
                "emotion": "hope",
                "intensity": None,
            },
            {
                "id": "S2",
                "description": "Reading it, she loses heart.",
                "anchor": "the second page",
                "emotion": "disappointment",
                "intensity": "grows",
            },
        ],
    }
    assert list(record["rubric"]["scores"]) == ["4", "3", "2", "1", "0"]
    assert record["source"]["segments"] is None
    assert record["subtitles"] is None


def test_segments_keep_their_order_when_the_clip_goes_back_in_time() -> None:
    segments = [Segment(D("50"), D("60.25")), Segment(D("0.04"), D("10"))]
    record = built(CONTEXTUAL, content_for(CONTEXTUAL), segments=segments)
    assert record["source"]["segments"] == [{"start": 50, "end": 60.25}, {"start": 0.04, "end": 10}]


@pytest.mark.parametrize(
    ("written", "rule", "description"),
    [
        ("", "all", COMPONENTS_SENTENCES["all"]),
        ("", "any", COMPONENTS_SENTENCES["any"]),
        ("Two moments.", "any", f"Two moments. {COMPONENTS_SENTENCES['any']}"),
        ("Either will do.", "", "Either will do."),
        ("", "", DEFAULT_DESCRIPTIONS["C"]),
    ],
)
def test_description_says_the_components_rule_when_built(written: str, rule: str, description: str) -> None:
    content = content_for(COMPARISON, items=COMPONENTS, details_description=written, components_rule=rule)
    record = built(COMPARISON, content)
    assert record["answer_details"] == {
        "description": description,
        "items": [
            {"id": "C1", "description": "The kiss at the laundry."},
            {"id": "C2", "description": "The party."},
        ],
    }
    again = read_content(record)
    assert again.components_rule == rule
    assert built(COMPARISON, again) == record


def test_factor_has_two_keys_when_built() -> None:
    content = content_for(
        REASONING,
        items=FACTORS,
        rubric_family="cause",
        rubric_scores={str(level): "text" for level in range(4)},
    )
    record = built(REASONING, content)
    assert record["answer_details"]["items"][1] == {"id": "R2", "description": "She had given up on going."}
    assert list(record["rubric"]["scores"]) == ["3", "2", "1", "0"]
    assert read_content(record).rubric_family == "cause"


def test_building_is_refused_with_every_issue_when_content_is_unfit() -> None:
    content = content_for(TRAJECTORY, question_text=" ", items=())
    with pytest.raises(InvalidRecord, match="Q1 cannot be written as a record: question: ") as caught:
        built(TRAJECTORY, content)
    assert [(issue.field, issue.code) for issue in caught.value.issues] == [
        ("question", "empty"),
        ("answer_details", "too_few_stages"),
    ]


def test_building_is_refused_when_a_time_is_finer_than_a_millisecond() -> None:
    with pytest.raises(ValueError, match="more than three decimals"):
        built(CONTEXTUAL, content_for(CONTEXTUAL), segments=[Segment(D("1.0001"), D("2"))])


def test_canonical_text_is_the_same_when_fields_come_in_another_order() -> None:
    record = record_for(TRANSITION)
    shuffled = {name: record[name] for name in reversed(FIELDS)}
    assert canonical_json(shuffled) == canonical_json(record)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (D("778.000"), "778"),
        (D("687.600"), "687.6"),
        (D("0.001"), "0.001"),
        (D("7E+2"), "700"),
        (687.6, "687.6"),
        (12, "12"),
        (0.0, "0"),
    ],
)
def test_seconds_have_one_form_when_written(number: Any, text: str) -> None:
    source = {"from": "x", "segments": [{"start": number, "end": 900}]}
    assert f'"start": {text},\n' in canonical_json(record_for(CONTEXTUAL, source=source))


@pytest.mark.parametrize("number", [float("nan"), float("inf"), D("NaN"), D("-Infinity")])
def test_canonical_text_is_refused_when_a_number_is_not_finite(number: Any) -> None:
    with pytest.raises(ValueError, match="cannot be written as a JSON number"):
        canonical_json(record_for(CONTEXTUAL, source={"from": "x", "segments": number}))


def test_canonical_text_is_refused_when_a_field_is_missing() -> None:
    record = record_for(CONTEXTUAL)
    del record["rubric"]
    with pytest.raises(ValueError, match="a record has exactly the fields question_id"):
        canonical_json(record)


def test_text_beyond_ascii_stands_as_itself_when_written() -> None:
    text = canonical_json(record_for(CONTEXTUAL, question="这个人“感觉”如何？\n\t\u2028"))
    assert '"question": "这个人“感觉”如何？\\n\\t\u2028"' in text
    assert record_sha256(text) == hashlib.sha256(text.encode()).hexdigest()


words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(shows_anything)
optional = st.one_of(st.just(""), words)
seconds = st.integers(0, 10**7).map(lambda ms: Decimal(ms).scaleb(-3))


@st.composite
def subtitle_lines(draw: st.DrawFn) -> SubtitleLine:
    start, end = sorted((draw(seconds), draw(seconds)))
    return SubtitleLine(start, end, draw(words), draw(optional))


@st.composite
def contents(draw: st.DrawFn, task: Task) -> RevisionContent:
    labels: list[LabelRow] = []
    if task.answer_form == "labels":
        names = draw(st.lists(st.sampled_from(LABEL_NAMES), min_size=1, max_size=5, unique=True))
        labels = [LabelRow(name) for name in names]
    elif task.answer_form == "transition":
        names = draw(st.lists(st.sampled_from(LABEL_NAMES), min_size=2, max_size=6, unique=True))
        labels = [LabelRow(names[0], "before"), *(LabelRow(name, "after") for name in names[1:])]
    if not task.is_judged:
        return RevisionContent(draw(words), tuple(labels))
    kind = draw(st.sampled_from(task.item_kinds))
    item = st.builds(
        ReferenceItem,
        kind=st.just(kind),
        description=words,
        anchor=optional if kind == "S" else st.just(""),
        emotion=words if kind == "S" else st.just(""),
        intensity=optional if kind == "S" else st.just(""),
    )
    items = tuple(draw(st.lists(item, min_size=task.min_items, max_size=4)))
    family = draw(st.sampled_from(task.rubric_families))
    maximum = {"result": 1, "trajectory": 4, "cause": 3}[family]
    return RevisionContent(
        draw(words),
        answer_text=draw(words),
        items=items,
        details_description=draw(words) if items else "",
        components_rule=draw(st.sampled_from(["", "all", "any"])) if items and kind == "C" else "",
        rubric_family=family,
        rubric_criterion=draw(words),
        rubric_scores={str(level): draw(words) for level in range(maximum, -1, -1)},
    )


@given(st.data())
def test_record_survives_text_and_back_when_built_from_anything_sound(data: st.DataObject) -> None:
    task = data.draw(st.sampled_from(TASKS))
    content = data.draw(contents(task))
    lines = data.draw(st.one_of(st.none(), st.lists(subtitle_lines(), max_size=3)))
    start, end = sorted(data.draw(st.lists(seconds, min_size=2, max_size=2, unique=True)))
    record = built(task, content, segments=[Segment(start, end)], subtitles=lines)
    text = canonical_json(record)
    parsed = json.loads(text)
    assert parsed == record
    assert list(parsed) == list(FIELDS)
    assert check_record(parsed) == []
    assert canonical_json(json.loads(text, parse_float=Decimal)) == text
    assert read_content(parsed) == content
    assert (
        canonical_json(built(task, read_content(parsed), segments=[Segment(start, end)], subtitles=lines))
        == text
    )


def line(start: str, end: str, text: str) -> SubtitleLine:
    return SubtitleLine(D(start), D(end), text)


LINES = [line("0", "2", "a"), line("3", "6", "b"), line("6", "6", "beep"), line("7", "9", "c")]


@pytest.mark.parametrize(
    ("segments", "heard"),
    [
        (None, ["a", "b", "beep", "c"]),
        ([("2", "3")], []),
        ([("1", "4")], ["a", "b"]),
        ([("7", "10"), ("0", "3")], ["c", "a"]),
        ([("3", "4"), ("5", "7")], ["b", "beep"]),
        ([("3", "4"), ("7", "8"), ("5", "6")], ["b", "c", "b"]),
        ([("5", "6")], ["b"]),
        ([("6", "7")], ["beep"]),
    ],
)
def test_subtitles_follow_the_prepared_video_when_segments_are_chosen(
    segments: list[tuple[str, str]] | None, heard: list[str]
) -> None:
    played = None if segments is None else [Segment(D(start), D(end)) for start, end in segments]
    assert [found.text for found in subtitles_of_segments(LINES, played)] == heard
