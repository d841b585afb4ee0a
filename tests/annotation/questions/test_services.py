"""Creating, saving and submitting questions."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from annotation.clips.models import Clip, ClipState
from annotation.questions.content import EvidenceInterval, LabelRow, ReferenceItem
from annotation.questions.models import Question, QuestionTransition, Revision
from annotation.questions.revisions import read_content
from annotation.questions.rubrics import RUBRIC_FAMILIES
from annotation.questions.services import (
    DraftContent,
    create_question,
    save_draft,
    submit_question,
)
from annotation.questions.tasks import TASKS, Task
from annotation.videos.models import VideoState
from kernel.errors import Conflict, DomainError, Forbidden, Invalid, NotFound
from tests.annotation.questions.making import (
    make_clip,
    make_draft,
    make_submitted,
    make_video,
    newest,
)
from tests.annotation.questions.samples import (
    CAUSE,
    CONTEXTUAL,
    TRAJECTORY,
    TRANSITION,
    content_for,
)
from tests.personas import People

FIELDS_OF_A_REVISION = [f.attname for f in Revision._meta.concrete_fields]


def everything(question: Question) -> list[Any]:
    """All that a refused request must leave as it was."""
    revisions = list(Revision.objects.filter(question=question).order_by("number"))
    return [
        Question.objects.filter(pk=question.pk).values().get(),
        list(Revision.objects.filter(question=question).order_by("number").values()),
        [read_content(revision) for revision in revisions],
        list(QuestionTransition.objects.filter(question=question).values()),
    ]


# --- create --------------------------------------------------------------------------------------


@pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task.granularity} {task.type}")
def test_question_begins_with_an_id_and_its_rubric_when_created(people: People, task: Task) -> None:
    clip = make_clip(make_video(people.project, added_by=people.admin), granularity=task.granularity)
    question = create_question(actor=people.annotator, clip_id=clip.pk, task=task.type)
    second = create_question(actor=people.second_annotator, clip_id=clip.pk, task=task.type)
    prefix = "G1_Q" if task.granularity == "clip" else "G2_Q"
    assert [question.public_id, second.public_id] == [f"{prefix}000001", f"{prefix}000002"]
    assert (question.state, question.granularity, question.task) == ("draft", task.granularity, task.type)
    revision = newest(question)
    assert (revision.number, revision.version, revision.clip_id) == (1, 1, clip.pk)
    assert (revision.written_by, revision.source, revision.submitted_at) == (people.annotator, "human", None)
    family = task.default_rubric_family
    assert revision.rubric_family == (family or "")
    assert revision.rubric_scores == (dict(RUBRIC_FAMILIES[family].scores) if family else {})
    assert revision.rubric_criterion == (RUBRIC_FAMILIES[family].criterion if family else "")


def test_question_can_begin_when_the_clip_is_still_being_cut(people: People) -> None:
    clip = make_clip(make_video(people.project, added_by=people.admin), state=ClipState.CUTTING)
    assert create_question(actor=people.annotator, clip_id=clip.pk, task="emotion cause").state == "draft"


@pytest.mark.parametrize("state", [ClipState.FAILED, ClipState.AWAITING_MEDIA])
def test_question_is_refused_when_the_clip_has_no_file(people: People, state: ClipState) -> None:
    clip = make_clip(make_video(people.project, added_by=people.admin), state=state)
    with pytest.raises(Conflict) as refusal:
        create_question(actor=people.annotator, clip_id=clip.pk, task="emotion cause")
    assert refusal.value.code == "clip_not_usable"
    assert refusal.value.extra == {"clip_state": state.value, "video_state": "ready"}
    assert Question.objects.count() == 0


def test_question_is_refused_when_its_video_is_retired(people: People) -> None:
    clip = make_clip(make_video(people.project, added_by=people.admin))
    clip.video.state = VideoState.RETIRED
    clip.video.save()
    with pytest.raises(Conflict) as refusal:
        create_question(actor=people.annotator, clip_id=clip.pk, task="emotion cause")
    assert refusal.value.code == "clip_not_usable"
    assert Question.objects.count() == 0


def test_question_is_refused_when_the_task_is_of_the_other_granularity(people: People) -> None:
    clip = make_clip(make_video(people.project, added_by=people.admin), granularity="episode")
    with pytest.raises(Invalid) as refusal:
        create_question(actor=people.annotator, clip_id=clip.pk, task="emotion transition")
    assert (refusal.value.code, refusal.value.errors[0].field) == ("task_unknown", "task")
    assert "emotional intensity comparison, emotion trajectory, emotional reasoning" in refusal.value.detail
    assert Question.objects.count() == 0


@pytest.mark.parametrize(
    ("who", "error"),
    [("admin", Forbidden), ("reviewer_a", Forbidden), ("outsider", NotFound)],
)
def test_question_is_refused_when_the_person_is_no_annotator(
    people: People, who: str, error: type[DomainError]
) -> None:
    clip = make_clip(make_video(people.project, added_by=people.admin))
    with pytest.raises(error):
        create_question(actor=getattr(people, who), clip_id=clip.pk, task="emotion cause")
    assert Question.objects.count() == 0


# --- save ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task.granularity} {task.type}")
def test_content_comes_back_exactly_when_saved(people: People, task: Task) -> None:
    question = make_draft(people, task, filled=False)
    content = content_for(task, question_text="  Kept, with its spaces? \n")
    draft = DraftContent(content=content, include_subtitles=False, author_note=" note ")
    revision = save_draft(actor=people.annotator, question_id=question.pk, version=1, draft=draft)
    assert (revision.version, revision.number, revision.submitted_at) == (2, 1, None)
    again = newest(question)
    assert read_content(again) == content
    assert (again.include_subtitles, again.author_note, again.version) == (False, " note ", 2)


def test_rows_are_replaced_when_saved_again(people: People) -> None:
    question = make_draft(people, TRANSITION)
    content = content_for(
        TRANSITION, labels=(LabelRow("fear", "after"), LabelRow("anger", "before")), evidence=()
    )
    save_draft(
        actor=people.annotator, question_id=question.pk, version=2, draft=DraftContent(content=content)
    )
    assert read_content(newest(question)) == content
    assert newest(question).version == 3


def test_stale_save_is_a_conflict_with_what_is_saved_when_the_version_is_older(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    before = everything(question)
    changed = DraftContent(content=content_for(CONTEXTUAL, question_text="What does he feel?"))
    with pytest.raises(Conflict) as refusal:
        save_draft(actor=people.annotator, question_id=question.pk, version=1, draft=changed)
    assert refusal.value.code == "stale_version"
    assert refusal.value.extra["current_version"] == 2
    saved = refusal.value.extra["saved"]
    assert saved["question_text"] == "What does the woman in the red coat feel during the meal?"
    assert saved["labels"] == [{"side": "", "label": "affection"}, {"side": "", "label": "peace"}]
    assert everything(question) == before


def test_version_from_the_future_is_a_conflict_when_saved(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    with pytest.raises(Conflict):
        save_draft(
            actor=people.annotator,
            question_id=question.pk,
            version=9,
            draft=DraftContent(content=content_for(CONTEXTUAL, question_text="New?")),
        )
    assert newest(question).version == 2


def test_nothing_changes_when_the_same_content_is_sent_again(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    before = everything(question)
    for version in (1, 2):  # the answer to the first save was lost, so it is sent again as it was
        revision = save_draft(
            actor=people.annotator,
            question_id=question.pk,
            version=version,
            draft=DraftContent(content=content_for(CONTEXTUAL)),
        )
        assert revision.version == 2
    assert everything(question) == before


def test_late_save_is_refused_without_harm_when_the_question_is_submitted(people: People) -> None:
    question = make_submitted(people, CONTEXTUAL)
    before = everything(question)
    for content in (content_for(CONTEXTUAL), content_for(CONTEXTUAL, question_text="Too late?")):
        with pytest.raises(Conflict) as refusal:
            save_draft(
                actor=people.annotator,
                question_id=question.pk,
                version=2,
                draft=DraftContent(content=content),
            )
        assert refusal.value.code == "not_editable"
        assert refusal.value.extra == {"state": "in_review", "current_version": 2}
    assert everything(question) == before


@pytest.mark.parametrize(
    ("task", "changes", "field", "code"),
    [
        (CONTEXTUAL, {"labels": (LabelRow("joy"),)}, "labels", "label_unknown"),
        (CONTEXTUAL, {"labels": (LabelRow("Anger"),)}, "labels", "label_unknown"),
        (CONTEXTUAL, {"labels": (LabelRow("fear"), LabelRow("fear"))}, "labels", "label_duplicate"),
        (CONTEXTUAL, {"labels": (LabelRow("fear", "before"),)}, "labels.before", "label_side"),
        (TRANSITION, {"labels": (LabelRow("fear"),)}, "labels", "label_side"),
        (CAUSE, {"items": (ReferenceItem("S", "A stage."),)}, "items.0.kind", "item_kind"),
        (CONTEXTUAL, {"items": (ReferenceItem("R", "A factor."),)}, "items.0.kind", "item_kind"),
        (CAUSE, {"rubric_family": "trajectory"}, "rubric_family", "rubric_family"),
        (
            CAUSE,
            {"evidence": (EvidenceInterval(Decimal(5), Decimal(5)),)},
            "evidence.0",
            "evidence_reversed",
        ),
        (CAUSE, {"evidence": (EvidenceInterval(Decimal(-1), Decimal(5)),)}, "evidence.0.start", "time"),
        (CAUSE, {"evidence": (EvidenceInterval(Decimal("1.0005"), Decimal(5)),)}, "evidence.0.start", "time"),
        (
            CAUSE,
            {"evidence": (EvidenceInterval(Decimal(1), Decimal(5), ("smell",)),)},
            "evidence.0.modalities",
            "modality_unknown",
        ),
        (
            TRAJECTORY,
            {"items": (ReferenceItem("S", "A stage.", anchor_time=Decimal(10_000_000)),)},
            "items.0.anchor_time",
            "time",
        ),
    ],
)
def test_save_is_refused_by_field_when_the_content_cannot_be_kept(
    people: People, task: Task, changes: dict[str, Any], field: str, code: str
) -> None:
    question = make_draft(people, task)
    before = everything(question)
    with pytest.raises(Invalid) as refusal:
        save_draft(
            actor=people.annotator,
            question_id=question.pk,
            version=2,
            draft=DraftContent(content=content_for(task, **changes)),
        )
    assert refusal.value.code == "content_invalid"
    assert [(error.field, error.code) for error in refusal.value.errors] == [(field, code)]
    assert everything(question) == before


@pytest.mark.parametrize(
    ("who", "error"),
    [("admin", Forbidden), ("second_annotator", NotFound), ("reviewer_a", NotFound), ("outsider", NotFound)],
)
def test_save_and_submit_are_refused_when_the_person_is_not_the_author(
    people: People, who: str, error: type[DomainError]
) -> None:
    question = make_draft(people, CONTEXTUAL)
    before = everything(question)
    other = DraftContent(content=content_for(CONTEXTUAL, question_text="Mine?"))
    with pytest.raises(error):
        save_draft(actor=getattr(people, who), question_id=question.pk, version=2, draft=other)
    with pytest.raises(error):
        submit_question(actor=getattr(people, who), question_id=question.pk, version=2)
    assert everything(question) == before


def test_save_is_refused_when_the_author_is_no_annotator_any_more(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    people.annotator.memberships.update(is_annotator=False, is_reviewer=True)
    before = everything(question)
    with pytest.raises(Forbidden):
        save_draft(
            actor=people.annotator,
            question_id=question.pk,
            version=2,
            draft=DraftContent(content=content_for(CONTEXTUAL, question_text="Mine?")),
        )
    assert everything(question) == before


# --- another clip --------------------------------------------------------------------------------


def test_open_revision_moves_when_given_another_clip_of_the_video(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    other = make_clip(newest(question).clip.video, segments=[(Decimal(80), Decimal(130))])
    draft = DraftContent(content=content_for(CONTEXTUAL), clip_id=other.pk)
    revision = save_draft(actor=people.annotator, question_id=question.pk, version=2, draft=draft)
    assert (revision.clip_id, revision.version) == (other.pk, 3)


def test_clip_is_refused_when_it_does_not_fit(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    video = newest(question).clip.video
    before = everything(question)
    unfit: list[tuple[Clip, str]] = [
        (make_clip(make_video(people.project, added_by=people.admin)), "clip_unfit"),
        (make_clip(video, granularity="episode"), "clip_unfit"),
        (make_clip(video, segments=[(Decimal(1), Decimal(2))], state=ClipState.FAILED), "clip_not_usable"),
    ]
    for clip, code in unfit:
        with pytest.raises(DomainError) as refusal:
            save_draft(
                actor=people.annotator,
                question_id=question.pk,
                version=2,
                draft=DraftContent(content=content_for(CONTEXTUAL), clip_id=clip.pk),
            )
        assert refusal.value.code == code
    with pytest.raises(Invalid) as missing:
        save_draft(
            actor=people.annotator,
            question_id=question.pk,
            version=2,
            draft=DraftContent(content=content_for(CONTEXTUAL), clip_id=999),
        )
    assert (missing.value.code, missing.value.errors[0].field) == ("clip_unknown", "clip")
    assert everything(question) == before
