"""What the question's wording gives away or lacks."""

from dataclasses import replace
from typing import Any

import pytest

from annotation.questions.checks import check_draft
from annotation.questions.content import LabelRow
from annotation.questions.tasks import Task
from tests.annotation.questions.samples import (
    CAUSE,
    COMPARISON,
    CONTEXTUAL,
    LONG_TRAJECTORY,
    REASONING,
    STAGES,
    TRAJECTORY,
    draft_for,
)


def wording(task: Task, question: str, **changes: Any) -> list[tuple[str, str]]:
    found = check_draft(draft_for(task, question_text=question, **changes))
    # Whom a question means is the subject of another module.
    found = [finding for finding in found if finding.code != "question_pronoun"]
    assert all(finding.field == "question_text" for finding in found)
    return [(finding.level, finding.code) for finding in found]


@pytest.mark.parametrize("question", ["", "  \n"])
def test_question_is_an_error_when_empty(question: str) -> None:
    assert wording(CONTEXTUAL, question) == [("error", "question_empty")]


@pytest.mark.parametrize(
    "question",
    [
        "What does she feel? A. calm B. rage C. nothing",
        "What does she feel?\n(A) calm\n(B) rage",
        "她感觉如何？A、平静 B、生气",
        "Which of the following does she feel?",
        "What does she show? Select all that apply.",
        "以下哪种情绪最符合？",
    ],
)
def test_question_is_an_error_when_it_offers_options(question: str) -> None:
    assert wording(CAUSE, question) == [("error", "question_multiple_choice")]


@pytest.mark.parametrize(
    "question", ["Is the man at the door tense?", "Did she like it?", "他是否紧张？", "他紧张吗？"]
)
def test_question_is_warned_about_when_closed(question: str) -> None:
    assert wording(CAUSE, question) == [("warning", "question_closed")]


def test_yes_or_no_is_fine_when_a_definite_result_is_asked_for() -> None:
    assert wording(REASONING, "Does the man forgive his father in the end?") == []


@pytest.mark.parametrize(
    "question",
    [
        "What does player A do when B. arrives late?",
        "How do Ross’s emotions change throughout the poker game?",
        "Whose reaction to the test is visible, and what is it?",
    ],
)
def test_question_has_no_finding_when_open(question: str) -> None:
    assert wording(TRAJECTORY, question) == []


@pytest.mark.parametrize(
    ("label", "question", "named"),
    [
        ("sadness", "Why is there sadness in the eyes of the woman, and what does she feel?", "sadness"),
        ("sadness", "What else does the Sad man feel?", "sad"),
        ("doubt/confusion", "What does the man feel in his confusion?", "confusion"),
        ("peace", "What do the guests feel while at ease on the sofa?", "at ease"),
    ],
)
def test_question_is_warned_about_when_it_names_a_label(label: str, question: str, named: str) -> None:
    draft = draft_for(CONTEXTUAL, question_text=question, labels=(LabelRow(label),))
    (finding,) = check_draft(draft)
    assert (finding.level, finding.code) == ("warning", "question_names_label")
    assert repr(named) in finding.message


@pytest.mark.parametrize(
    ("label", "question"),
    [
        ("fear", "What do the fearless climbers feel?"),
        ("sadness", "How does the man in Sadler's Wells feel?"),
    ],
)
def test_label_is_not_given_away_when_only_a_longer_word_holds_it(label: str, question: str) -> None:
    assert wording(CONTEXTUAL, question, labels=(LabelRow(label),)) == []


@pytest.mark.parametrize(
    ("question", "warned"),
    [
        ("How does her hope develop?", True),
        ("How do her feelings develop once she opens the letter, full of hope or not?", True),
        ("What does she feel when she opens the letter, full of questions?", True),
        ("How do her feelings develop when she opens the letter?", True),
        ("How do her feelings develop on the sofa?", False),
    ],
)
def test_question_is_warned_about_when_it_uses_a_stages_wording(question: str, warned: bool) -> None:
    assert wording(TRAJECTORY, question) == ([("warning", "question_names_stage")] if warned else [])


def test_every_named_stage_is_found_when_there_are_several() -> None:
    found = check_draft(draft_for(LONG_TRAJECTORY, question_text="How does hope become disappointment?"))
    assert [finding.message.split(".")[0] for finding in found] == [
        "The question says 'hope', which is the wording of stage 1",
        "The question says 'disappointment', which is the wording of stage 2",
    ]


def test_chinese_emotion_is_found_when_it_stands_in_the_question() -> None:
    items = (replace(STAGES[0], emotion="希望、期待"), replace(STAGES[1], emotion="失望"))
    assert wording(TRAJECTORY, "她从期待开始，情绪如何变化？", items=items) == [
        ("warning", "question_names_stage")
    ]


def test_question_is_warned_about_when_it_holds_the_short_answer() -> None:
    question = "Which food does she enjoy most, even more than fried chicken?"
    assert wording(COMPARISON, question, answer_text="Fried chicken.") == [
        ("warning", "question_names_answer")
    ]
    assert wording(COMPARISON, question, answer_text="Scotch egg.") == []


@pytest.mark.parametrize(
    ("question", "codes"),
    [
        ("When does Ross seem most surprised in this episode?", []),
        ("Which chef looks happiest before the start?", []),
        ("Is he calmer at home than at work?", []),
        ("他在什么时候最惊讶？", []),
        ("When does Ross seem surprised in this episode?", ["comparison_without_extremum"]),
        ("What interest does the guest show?", ["comparison_without_extremum"]),
        ("When is he most tense, at 01:20 or 14:05?", ["comparison_lists_candidates"]),
        ("Is he most tense when the bell rings or when the door opens?", ["comparison_lists_candidates"]),
        ("Where is she happiest: the plane, the bedroom, or the party?", ["comparison_lists_candidates"]),
        ("他在哪里最高兴，飞机上还是家里？", ["comparison_lists_candidates"]),
    ],
)
def test_comparison_is_warned_about_when_it_lists_or_lacks_an_extremum(
    question: str, codes: list[str]
) -> None:
    assert [code for _, code in wording(COMPARISON, question)] == codes


def test_comparison_is_warned_about_when_the_answer_is_a_tie() -> None:
    (finding,) = check_draft(draft_for(COMPARISON, answer_text="Both enjoy it equally."))
    assert (finding.field, finding.code) == ("answer_text", "comparison_without_extremum")
