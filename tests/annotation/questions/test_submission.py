"""Submitting, and what happens to a question afterwards."""

from __future__ import annotations

import hashlib
import json
from decimal import Decimal

import pytest

from annotation.clips.models import Clip, ClipState
from annotation.questions import submission
from annotation.questions.content import LabelRow
from annotation.questions.models import Question, Revision
from annotation.questions.record_shape import FIELDS
from annotation.questions.services import (
    DraftContent,
    reopen_question,
    save_draft,
    submit_question,
    waive_watching,
    withdraw_question,
)
from annotation.questions.tasks import TASKS, Task
from annotation.questions.workflow import Event
from annotation.videos.models import WatchedRange
from kernel.errors import Conflict, DomainError, Forbidden, Invalid, NotFound
from tests.annotation.questions.making import close_round, make_draft, make_submitted, newest
from tests.annotation.questions.samples import COMPARISON, CONTEXTUAL, TRAJECTORY, content_for
from tests.annotation.questions.test_services import everything
from tests.annotation.questions.test_transitions import history
from tests.personas import People


@pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task.granularity} {task.type}")
def test_record_is_frozen_when_submitted(people: People, task: Task) -> None:
    question = make_draft(people, task)
    result = submit_question(actor=people.annotator, question_id=question.pk, version=2)
    assert (result.is_new, result.question.state) == (True, "in_review")
    revision = Revision.objects.get(question=question)
    record = json.loads(revision.record_json)
    assert tuple(record) == FIELDS
    assert record["question_id"] == question.public_id
    assert record["video_id"] == revision.clip.public_id
    assert record["question"] == content_for(task).question_text
    if task.granularity == "clip":
        assert record["source"] == {"from": "Friends S01E08", "segments": [{"start": 90, "end": 120}]}
        assert record["subtitles"] == [
            {"id": "U1", "t": [91.5, 93], "speaker": "Ross", "text": "This one?"},
            {"id": "U2", "t": [100.25, 101], "speaker": None, "text": "那就是。"},
        ]
    else:
        assert record["source"] == {"from": "Friends S01E08", "segments": None}
        assert [row["text"] for row in record["subtitles"]] == ["Not in the clip.", "This one?", "那就是。"]
    assert revision.record_sha256 == hashlib.sha256(revision.record_json.encode()).hexdigest()


def test_same_submission_is_one_when_sent_twice(people: People) -> None:
    question = make_submitted(people, CONTEXTUAL)
    before = everything(question)
    again = submit_question(actor=people.annotator, question_id=question.pk, version=2)
    assert (again.is_new, again.revision.pk, again.question.state) == (
        False,
        newest(question).pk,
        "in_review",
    )
    assert everything(question) == before


def test_late_repeat_does_not_submit_the_next_revision_when_it_was_returned(people: People) -> None:
    question = make_submitted(people, CONTEXTUAL)
    close_round(question, Event.RETURN)
    again = submit_question(actor=people.annotator, question_id=question.pk, version=2)
    assert (again.is_new, again.question.state, again.revision.number) == (False, "returned", 1)
    assert Revision.objects.get(question=question, number=2).submitted_at is None


def test_next_revision_goes_to_review_when_a_returned_question_is_submitted(people: People) -> None:
    question = make_submitted(people, CONTEXTUAL)
    close_round(question, Event.RETURN)
    content = content_for(CONTEXTUAL, labels=(LabelRow("happiness"),))
    save_draft(
        actor=people.annotator, question_id=question.pk, version=3, draft=DraftContent(content=content)
    )
    result = submit_question(actor=people.annotator, question_id=question.pk, version=4)
    assert (result.is_new, result.revision.number, result.question.state) == (True, 2, "in_review")
    records = (
        Revision.objects.filter(question=question).order_by("number").values_list("record_json", flat=True)
    )
    assert [json.loads(text)["answer"] for text in records] == [["affection", "peace"], ["happiness"]]


def test_stale_version_is_refused_when_submitted(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    before = everything(question)
    with pytest.raises(Conflict) as refusal:
        submit_question(actor=people.annotator, question_id=question.pk, version=1)
    assert (refusal.value.code, refusal.value.extra["current_version"]) == ("stale_version", 2)
    assert everything(question) == before


def test_findings_block_by_field_when_they_are_errors(people: People) -> None:
    question = make_draft(people, TRAJECTORY)
    content = content_for(TRAJECTORY, items=(), question_text=" ")
    save_draft(
        actor=people.annotator, question_id=question.pk, version=2, draft=DraftContent(content=content)
    )
    before = everything(question)
    with pytest.raises(Invalid) as refusal:
        submit_question(actor=people.annotator, question_id=question.pk, version=3)
    assert refusal.value.code == "checks_failed"
    assert [error.field for error in refusal.value.errors] == ["question_text", "items"]
    assert refusal.value.errors[1].code == "stages_too_few"
    assert everything(question) == before


def test_warnings_go_to_the_reviewers_when_nothing_blocks(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    content = content_for(CONTEXTUAL, evidence=())
    save_draft(
        actor=people.annotator, question_id=question.pk, version=2, draft=DraftContent(content=content)
    )
    submit_question(actor=people.annotator, question_id=question.pk, version=3)
    warnings = newest(question).warnings
    assert [(one["field"], one["code"]) for one in warnings] == [("evidence", "evidence_missing")]
    assert warnings[0]["message"].startswith("Mark where the evidence is")


@pytest.mark.parametrize("state", [ClipState.CUTTING, ClipState.FAILED, ClipState.AWAITING_MEDIA])
def test_submission_waits_when_the_clip_is_not_ready(people: People, state: ClipState) -> None:
    question = make_draft(people, CONTEXTUAL)
    Clip.objects.update(state=state)
    before = everything(question)
    with pytest.raises(Conflict) as refusal:
        submit_question(actor=people.annotator, question_id=question.pk, version=2)
    assert (refusal.value.code, refusal.value.extra) == ("clip_not_ready", {"clip_state": state.value})
    assert everything(question) == before


def test_subtitles_are_null_in_the_record_when_left_out(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    draft = DraftContent(content=content_for(CONTEXTUAL), include_subtitles=False)
    save_draft(actor=people.annotator, question_id=question.pk, version=2, draft=draft)
    submit_question(actor=people.annotator, question_id=question.pk, version=3)
    assert json.loads(newest(question).record_json)["subtitles"] is None


def test_submission_is_undone_when_a_listener_fails(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(question: Question, revision: Revision) -> None:
        assert (question.state, revision.submitted_at is None) == ("in_review", False)
        raise RuntimeError("no round today")

    monkeypatch.setattr(submission, "_callbacks", [fail])
    question = make_draft(people, CONTEXTUAL)
    before = everything(question)
    with pytest.raises(RuntimeError, match="no round today"):
        submit_question(actor=people.annotator, question_id=question.pk, version=2)
    assert everything(question) == before


def test_listener_is_called_once_when_registered_twice(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[tuple[int, int]] = []

    def listen(question: Question, revision: Revision) -> None:
        heard.append((question.pk, revision.pk))

    monkeypatch.setattr(submission, "_callbacks", [])
    submission.on_submitted(listen)
    submission.on_submitted(listen)
    question = make_submitted(people, CONTEXTUAL)
    submit_question(actor=people.annotator, question_id=question.pk, version=2)
    assert heard == [(question.pk, newest(question).pk)]


# --- watching ------------------------------------------------------------------------------------


def unwatched(people: People) -> Question:
    question = make_draft(people, COMPARISON)
    WatchedRange.objects.update(end=Decimal(600))
    return question


def test_submission_is_blocked_when_the_episode_was_not_watched(people: People) -> None:
    question = unwatched(people)
    before = everything(question)
    with pytest.raises(Invalid) as refusal:
        submit_question(actor=people.annotator, question_id=question.pk, version=2)
    assert [(e.field, e.code) for e in refusal.value.errors] == [("watched_share", "not_watched")]
    assert refusal.value.errors[0].message.startswith("50% of the video has been watched")
    assert everything(question) == before


def test_submission_passes_with_a_warning_when_an_admin_waived_watching(people: People) -> None:
    question = unwatched(people)
    waived = waive_watching(actor=people.admin, question_id=question.pk, reason=" Wrote the series. ")
    assert (waived.watch_waived_by, waived.watch_waiver_reason) == (people.admin, "Wrote the series.")
    submit_question(actor=people.annotator, question_id=question.pk, version=2)
    assert [one["code"] for one in newest(question).warnings] == ["not_watched_waived"]


@pytest.mark.parametrize(
    ("who", "error"),
    [
        ("annotator", Forbidden),
        ("second_annotator", NotFound),
        ("reviewer_a", NotFound),
        ("outsider", NotFound),
    ],
)
def test_waiver_is_refused_when_the_person_is_no_admin(
    people: People, who: str, error: type[DomainError]
) -> None:
    question = unwatched(people)
    before = everything(question)
    with pytest.raises(error):
        waive_watching(actor=getattr(people, who), question_id=question.pk, reason="Trust me.")
    assert everything(question) == before


def test_waiver_is_refused_when_it_makes_no_sense(people: People) -> None:
    episode, clip = unwatched(people), make_draft(people, CONTEXTUAL)
    before = everything(episode), everything(clip)
    with pytest.raises(Invalid) as refusal:
        waive_watching(actor=people.admin, question_id=episode.pk, reason="  ")
    assert refusal.value.code == "reason_required"
    with pytest.raises(Invalid) as refusal:
        waive_watching(actor=people.admin, question_id=clip.pk, reason="Why not.")
    assert refusal.value.code == "not_an_episode"
    assert (everything(episode), everything(clip)) == before


# --- withdraw and reopen -------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["annotator", "admin"])
def test_draft_is_withdrawn_once_when_asked_twice(people: People, who: str) -> None:
    question = make_draft(people, CONTEXTUAL)
    actor = getattr(people, who)
    for reason in ("Off topic.", "Again."):
        withdrawn = withdraw_question(actor=actor, question_id=question.pk, reason=reason)
        assert withdrawn.state == "withdrawn"
    assert history(question)[1:] == [("withdraw", "draft", "withdrawn", None, actor.name, "Off topic.")]


def test_returned_question_is_withdrawn_when_asked(people: People) -> None:
    question = make_submitted(people, CONTEXTUAL)
    close_round(question, Event.RETURN)
    withdraw_question(actor=people.annotator, question_id=question.pk, reason="Reviewers are right.")
    assert Question.objects.get(pk=question.pk).state == "withdrawn"


def test_withdrawing_is_refused_when_the_question_is_in_review(people: People) -> None:
    question = make_submitted(people, CONTEXTUAL)
    before = everything(question)
    with pytest.raises(Conflict) as refusal:
        withdraw_question(actor=people.annotator, question_id=question.pk, reason="Sorry.")
    assert refusal.value.code == "illegal_transition"
    assert everything(question) == before


@pytest.mark.parametrize("who", ["second_annotator", "reviewer_a", "outsider"])
def test_withdrawing_is_not_found_when_the_person_may_not_see_it(people: People, who: str) -> None:
    question = make_draft(people, CONTEXTUAL)
    before = everything(question)
    with pytest.raises(NotFound):
        withdraw_question(actor=getattr(people, who), question_id=question.pk, reason="Mine is better.")
    assert everything(question) == before


def test_accepted_question_is_reopened_once_when_asked_twice(people: People) -> None:
    question = make_submitted(people, CONTEXTUAL)
    close_round(question, Event.ACCEPT)
    for reason in ("A label is missing.", "Again."):
        reopened = reopen_question(actor=people.admin, question_id=question.pk, reason=reason)
        assert reopened.state == "returned"
    assert history(question)[3:] == [("reopen", "accepted", "returned", 1, "Admin", "A label is missing.")]
    assert Revision.objects.filter(question=question, submitted_at=None).get().number == 2


@pytest.mark.parametrize(
    ("who", "error"), [("annotator", Forbidden), ("reviewer_a", NotFound), ("outsider", NotFound)]
)
def test_reopening_is_refused_when_the_person_is_no_admin(
    people: People, who: str, error: type[DomainError]
) -> None:
    question = make_submitted(people, CONTEXTUAL)
    close_round(question, Event.ACCEPT)
    before = everything(question)
    with pytest.raises(error):
        reopen_question(actor=getattr(people, who), question_id=question.pk, reason="Please.")
    assert everything(question) == before


def test_reopening_is_refused_when_the_question_is_a_draft_or_in_review(people: People) -> None:
    for question in (make_draft(people, CONTEXTUAL), make_submitted(people, CONTEXTUAL)):
        before = everything(question)
        with pytest.raises(Conflict) as refusal:
            reopen_question(actor=people.admin, question_id=question.pk, reason="Please.")
        assert refusal.value.code == "illegal_transition"
        assert everything(question) == before
