"""What a question does not say, says twice, or takes from outside its clip."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from annotation.questions.checks import check_draft
from annotation.questions.content import ReferenceItem, SubtitleLine
from annotation.questions.previews import clip_facts, findings_of
from annotation.questions.revisions import read_content
from annotation.questions.selectors import current_revision, neighbours_of
from annotation.questions.services import (
    DraftContent,
    create_question,
    save_draft,
    submit_question,
    withdraw_question,
)
from annotation.questions.tasks import Task
from annotation.subtitles.models import SubtitleFile, Utterance
from tests.annotation.questions.making import make_clip, make_draft, make_submitted, make_video
from tests.annotation.questions.samples import (
    CAUSE,
    CONTEXTUAL,
    REASONING,
    STAGES,
    TRAJECTORY,
    content_for,
    draft_for,
)
from tests.personas import People

D = Decimal
INSIDE = SubtitleLine(D("91"), D("93"), "I cannot go there again.", "Monica")
OUTSIDE = SubtitleLine(D("300"), D("303"), "You said it would be over by now.", "Ross")


def found(task: Task, **changes: Any) -> list[tuple[str, str]]:
    return [(finding.field, finding.code) for finding in check_draft(draft_for(task, **changes))]


@pytest.mark.parametrize(
    "question",
    [
        "What does he feel during the meal?",
        "How does she react when the phone rings?",
        "Why do they leave?",
        "What is shown by her face?",
        "When the phone rings, what do they feel?",
        "他在餐桌上感受到什么？",
        "她为什么离开？",
    ],
)
def test_question_is_warned_about_when_nobody_was_described(question: str) -> None:
    assert found(CONTEXTUAL, question_text=question) == [("question_text", "question_pronoun")]


@pytest.mark.parametrize(
    "question",
    [
        "What does the man at the door feel when he hears the news?",
        "Ross hears the news. What does he feel?",
        "What does Ross's face show when he hears the news?",
        "What does monica feel when she hears the news?",
        "What do the two contestants feel when they hear the news?",
        "How do the feelings develop during the meal?",
        "穿红衣的女人听到消息时她感受如何？",
        "Ross 听到消息时他感受如何？",
        "其他东西发生了什么变化？",
        "What is felt in the theatre, in hiss and thunder?",
    ],
)
def test_nothing_is_said_when_a_person_was_described(question: str) -> None:
    assert found(CONTEXTUAL, question_text=question, subtitles=(INSIDE,)) == []


@pytest.mark.parametrize(
    ("other", "warned"),
    [
        ("What moves the woman at the table to tears?", True),
        ("What moves the woman at the table to tears", True),
        ("what moves the woman at this table to tears?", False),
        ("What moves the young woman at the table to tears?", True),
        ("What makes the man at the door laugh?", False),
        ("", False),
    ],
)
def test_question_is_warned_about_when_another_asks_nearly_the_same(other: str, warned: bool) -> None:
    expected = [("question_text", "question_duplicate")] if warned else []
    assert found(CAUSE, neighbours=(("G1_Q000007", other),)) == expected


def test_chinese_questions_are_compared_by_sign_when_alike() -> None:
    other = (("G1_Q000007", "桌边的女人为什么哭了出来？"),)
    assert found(CAUSE, question_text="桌边的女人为什么哭出来？", neighbours=other) == [
        ("question_text", "question_duplicate")
    ]
    assert found(CAUSE, question_text="门口的男人为什么笑？", neighbours=other) == []


def test_answer_is_warned_about_when_it_quotes_what_is_said_elsewhere() -> None:
    quoting = "She cries because he said “it would be over by now”."
    lines = {"subtitles": (INSIDE,), "lines_outside": (OUTSIDE,)}
    assert found(CAUSE, answer_text=quoting, **lines) == [("answer_text", "answer_outside_clip")]
    # Said in the clip too, too short to tell, in no line at all, or the whole video is played: nothing to say.
    again = SubtitleLine(D("95"), D("97"), "It would be over by now!", "Ross")
    assert found(CAUSE, answer_text=quoting, subtitles=(again,), lines_outside=(OUTSIDE,)) == []
    assert found(CAUSE, answer_text="She cries because he said “by now”.", **lines) == []
    assert found(CAUSE, answer_text="She cries because he said “nobody said this ever”.", **lines) == []
    assert found(REASONING, answer_text=quoting, **lines) == []


def test_stage_is_warned_about_when_it_names_a_time_outside_the_clip() -> None:
    first, second = STAGES
    late = ReferenceItem("S", "At 5:01 she loses heart.", second.anchor, second.anchor_time, second.emotion)
    assert found(TRAJECTORY, items=(first, late)) == [("items.1.description", "answer_outside_clip")]
    early = ReferenceItem("S", "At 1:40 she loses heart.", second.anchor, second.anchor_time, second.emotion)
    assert found(TRAJECTORY, items=(first, early)) == []


def test_neighbours_are_the_live_questions_of_the_task_when_the_clip_is_shared(people: People) -> None:
    clip = make_clip(make_video(people.project, added_by=people.admin))
    first = make_submitted(people, CAUSE, clip=clip)
    second = make_draft(people, CAUSE, clip=clip)
    make_draft(people, CONTEXTUAL, clip=clip)
    make_draft(people, CAUSE)
    given_up = make_draft(people, CAUSE, clip=clip)
    withdraw_question(actor=people.annotator, question_id=given_up.pk, reason="asked twice")
    wording = content_for(CAUSE).question_text
    assert neighbours_of(second, clip) == ((first.public_id, wording),)
    assert neighbours_of(first, clip) == ((second.public_id, wording),)


def test_reviewers_are_told_when_a_duplicate_is_submitted(people: People) -> None:
    clip = make_clip(make_video(people.project, added_by=people.admin))
    first = make_submitted(people, CAUSE, clip=clip)
    question = create_question(actor=people.annotator, clip_id=clip.pk, task=CAUSE.type)
    draft = DraftContent(content=content_for(CAUSE))
    save_draft(actor=people.annotator, question_id=question.pk, version=1, draft=draft)
    assert current_revision(question=question).warnings == []
    second = make_submitted(people, CAUSE, clip=clip)
    warnings = current_revision(question=second).warnings
    assert [row["code"] for row in warnings] == ["question_duplicate", "question_duplicate"]
    assert first.public_id in warnings[0]["message"]


def test_subtitles_past_the_end_are_told_and_left_out_when_the_whole_video_is_played(people: People) -> None:
    question = make_draft(people, REASONING)
    revision = current_revision(question=question)
    video = revision.clip.video
    Utterance.objects.filter(number=3).update(start=D("1200"), end=D("1201"))
    file = SubtitleFile.objects.get(video=video)
    Utterance.objects.create(
        subtitle_file=file, number=4, start=D("1199.999"), end=D("1201"), text="Still heard."
    )
    facts = clip_facts(revision.clip)
    assert [line.text for line in facts.subtitles or ()] == ["Not in the clip.", "This one?", "Still heard."]
    assert [
        (one.level, one.field, one.code)
        for one in findings_of(question, revision, read_content(revision), facts)
    ] == [("warning", "include_subtitles", "subtitles_past_end")]
    record = json.loads(
        submit_question(actor=people.annotator, question_id=question.pk, version=2).revision.record_json
    )
    assert [(row["id"], row["text"]) for row in record["subtitles"]] == [
        ("U1", "Not in the clip."),
        ("U2", "This one?"),
        ("U3", "Still heard."),
    ]
