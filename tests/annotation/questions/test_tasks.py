"""The table of tasks against the protocol's facts."""

import pytest

from annotation.questions.rubrics import RUBRIC_FAMILIES, get_family
from annotation.questions.tasks import (
    DOMAINS,
    QUESTION_PREFIXES,
    TASKS,
    VIDEO_PREFIXES,
    find_task,
    format_public_id,
    get_task,
    tasks_of,
)


def test_tasks_are_the_eight_of_the_paper_when_listed() -> None:
    assert [
        (t.granularity, t.type, t.answer_form, t.item_kinds, t.rubric_families, t.metric) for t in TASKS
    ] == [
        ("clip", "contextual emotion", "labels", (), (), "f1"),
        ("clip", "emotion transition", "transition", (), (), "transition_f1"),
        ("clip", "emotion trajectory", "text", ("S",), ("trajectory",), "judge"),
        ("clip", "emotion cause", "text", ("R",), ("cause",), "judge"),
        ("clip", "emotion influence", "labels", (), (), "f1"),
        ("episode", "emotional intensity comparison", "text", ("C",), ("result",), "judge"),
        ("episode", "emotion trajectory", "text", ("S",), ("trajectory",), "judge"),
        ("episode", "emotional reasoning", "text", ("C", "R"), ("result", "cause"), "judge"),
    ]


def test_published_counts_add_up_when_summed() -> None:
    assert sum(task.published_count for task in tasks_of("clip")) == 1417
    assert sum(task.published_count for task in tasks_of("episode")) == 558


def test_rubric_default_is_there_exactly_for_judged_tasks_when_read() -> None:
    assert all((task.default_rubric_family is not None) == task.is_judged for task in TASKS)
    assert get_task("episode", "emotional reasoning").default_rubric_family == "result"


def test_same_type_is_another_task_when_granularity_differs() -> None:
    assert find_task("clip", "emotion trajectory") is not find_task("episode", "emotion trajectory")
    assert find_task("episode", "emotion cause") is None


def test_get_task_names_the_way_out_when_task_is_unknown() -> None:
    with pytest.raises(ValueError, match="its tasks are: emotional intensity comparison, emotion trajectory"):
        get_task("episode", "emotion cause")
    with pytest.raises(ValueError, match="use 'clip' or 'episode'"):
        get_task("scene", "emotion cause")


def test_prefixes_follow_the_granularity_when_read() -> None:
    assert QUESTION_PREFIXES == {"clip": "G1_Q", "episode": "G2_Q"}
    assert VIDEO_PREFIXES == {"clip": "G1_V", "episode": "G2_V"}
    assert get_task("episode", "emotion trajectory").question_prefix == "G2_Q"
    assert get_task("clip", "emotion cause").video_prefix == "G1_V"


def test_public_id_has_six_digits_when_formatted() -> None:
    assert format_public_id("G1_Q", 126) == "G1_Q000126"
    assert format_public_id("G2_V", 1234567) == "G2_V1234567"
    with pytest.raises(ValueError, match="count from 1"):
        format_public_id("G1_Q", 0)


def test_domains_are_the_papers_when_listed() -> None:
    assert len(DOMAINS) == 8
    assert DOMAINS[0] == "sitcom"


@pytest.mark.parametrize(("name", "levels"), [("result", "10"), ("trajectory", "43210"), ("cause", "3210")])
def test_rubric_family_has_every_level_best_first_when_read(name: str, levels: str) -> None:
    family = get_family(name)
    assert family.levels == tuple(levels)
    assert family.maximum == int(levels[0])
    assert all(text.strip() for text in (family.criterion, *family.scores.values()))


def test_get_family_names_the_three_when_unknown() -> None:
    with pytest.raises(ValueError, match="result, trajectory, cause"):
        get_family("score")
    assert set(RUBRIC_FAMILIES) == {"result", "trajectory", "cause"}
