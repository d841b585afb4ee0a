"""Writes of questions before review: create, save, submit. Each is one transaction under the question's lock."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.policies import require_role
from accounts.selectors import Role
from annotation.clips.models import Clip, ClipState, Granularity
from annotation.events.models import Event as VideoEvent
from annotation.projects.counters import next_public_id
from annotation.questions import previews
from annotation.questions.checks import blocking
from annotation.questions.content import RevisionContent
from annotation.questions.documents import revision_document
from annotation.questions.findings import Finding
from annotation.questions.gates import require_may_author
from annotation.questions.models import Question, QuestionState, Revision, Source
from annotation.questions.policies import require_admin, require_author, require_author_or_admin
from annotation.questions.records import InvalidRecord, canonical_json, record_sha256
from annotation.questions.refusals import refuse_content
from annotation.questions.revisions import put_content, read_content, replace_rows
from annotation.questions.rubrics import RUBRIC_FAMILIES
from annotation.questions.selectors import current_revision, get_visible, last_submitted_revision
from annotation.questions.submission import announce_submitted
from annotation.questions.tasks import find_task, get_task, tasks_of
from annotation.questions.transitions import begin_question, lock_question, move_question, require_possible
from annotation.questions.workflow import EDITABLE, Event
from annotation.videos.models import VideoState
from kernel.errors import Conflict, FieldError, Invalid, NotFound
from kernel.texts import shown


@dataclass(frozen=True, slots=True)
class DraftContent:
    """What a save replaces: the content and what goes with it. `clip_id` None leaves the clip as it is."""

    content: RevisionContent
    include_subtitles: bool = True
    author_note: str = ""
    clip_id: int | None = None


@transaction.atomic
def create_question(*, actor: User, clip_id: int, task: str) -> Question:
    """A draft for one task about a clip that is cut or being cut, with a public id and the task's own rubric.

    For annotators of the clip's project. Raises NotFound for a clip that `actor` may not know of, Conflict
    `clip_not_usable` for one without a file, Invalid `task_unknown` for a task of another granularity.
    """
    clip = Clip.objects.select_related("video").filter(pk=clip_id).first()
    if clip is None:
        raise _no_clip(clip_id)
    try:
        require_role(user=actor, project_id=clip.project_id, any_of=(Role.ANNOTATOR,))
    except NotFound:
        raise _no_clip(clip_id) from None
    require_may_author(actor=actor, project_id=clip.project_id)
    found = find_task(clip.granularity, task)
    if found is None:
        known = ", ".join(one.type for one in tasks_of(clip.granularity))
        message = f"{clip.public_id} is for {clip.granularity} questions, which are: {known}; not {task!r}."
        raise Invalid("task_unknown", message, errors=[FieldError("task", "task_unknown", message)])
    _require_usable(clip)
    question = Question(
        project_id=clip.project_id,
        public_id=next_public_id(project_id=clip.project_id, prefix=found.question_prefix),
        granularity=found.granularity,
        task=found.type,
        author=actor,
    )
    begin_question(question=question, event=Event.CREATE, actor=actor)
    family = RUBRIC_FAMILIES[found.default_rubric_family] if found.default_rubric_family else None
    Revision.objects.create(
        question=question,
        number=1,
        clip=clip,
        rubric_family=family.name if family else "",
        rubric_criterion=family.criterion if family else "",
        rubric_scores=dict(family.scores) if family else {},
        source=Source.HUMAN,
        written_by=actor,
    )
    return question


@transaction.atomic
def save_draft(*, actor: User, question_id: int, version: int, draft: DraftContent) -> Revision:
    """Replaces the content of the open revision; returns it with `version` one higher, rows prefetched.

    `version` is the one that `actor` started from. Content equal to what is saved changes nothing and is no
    error, whatever the version: a save that is sent again because its answer was lost is one save.

    Raises Conflict `not_editable` (extra: `state`, `current_version`) outside draft and returned, Conflict
    `stale_version` (extra: `current_version`, `saved`: what is saved now) for an older version, Invalid with
    field errors for content that cannot be stored. Nothing is written then.
    """
    question, revision = _lock_for_author(actor=actor, question_id=question_id)
    if question.state not in EDITABLE:
        raise _not_editable(question, current_version=revision.version)
    if _is_saved(revision, draft):
        return revision
    _require_version(question, revision, version)
    errors = refuse_content(task=get_task(question.granularity, question.task), content=draft.content)
    if errors:
        raise Invalid("content_invalid", _told(errors), errors=errors)
    if draft.clip_id is not None and draft.clip_id != revision.clip_id:
        revision.clip = _other_clip(revision.clip, draft.clip_id)
    _require_events(revision.clip, draft.content)
    put_content(revision, draft.content)
    revision.include_subtitles = draft.include_subtitles
    revision.author_note = draft.author_note
    revision.written_by = actor
    revision.version += 1
    revision.saved_at = timezone.now()
    revision.save()
    replace_rows(revision, draft.content)
    Question.objects.filter(pk=question.pk).update(changed_at=revision.saved_at)
    return current_revision(question=question)


@dataclass(frozen=True, slots=True)
class Submission:
    """`is_new` is False when this version had been submitted before and nothing was done."""

    question: Question
    revision: Revision
    is_new: bool


@transaction.atomic
def submit_question(*, actor: User, question_id: int, version: int) -> Submission:
    """Freezes the open revision as its ten-field record and sends the question to review.

    The same version submitted again is the same submission. Raises Conflict `illegal_transition` outside draft
    and returned, `stale_version` when something newer is saved, `clip_not_ready` while the clip has no file;
    Invalid `checks_failed` with a field error for each finding that blocks. Nothing is written then.
    """
    question, revision = _lock_for_author(actor=actor, question_id=question_id)
    earlier = Revision.objects.filter(question=question, submitted_at__isnull=False, version=version).first()
    if earlier is not None:
        return Submission(question, earlier, is_new=False)
    require_may_author(actor=actor, project_id=question.project_id)
    require_possible(question=question, event=Event.SUBMIT)
    _require_version(question, revision, version)
    clip = revision.clip
    if clip.state != ClipState.READY:
        raise Conflict(
            "clip_not_ready",
            f"The clip {clip.public_id} is {ClipState(clip.state).label.lower()}; submit when it is ready.",
            extra={"clip_state": clip.state},
        )
    content = read_content(revision)
    facts = previews.clip_facts(clip)
    findings = previews.findings_of(question, revision, content, facts)
    errors = [FieldError(one.field, one.code, one.message) for one in blocking(findings)]
    if errors:
        raise Invalid("checks_failed", _told(errors), errors=errors)
    try:
        text = canonical_json(previews.record_of(question, revision, content, facts))
    except InvalidRecord as problem:
        told = [FieldError(f"record.{one.field}", one.code, one.message) for one in problem.issues]
        raise Invalid("record_invalid", str(problem), errors=told) from None
    revision.warnings = [warning_document(one) for one in findings if one.level == "warning"]
    revision.record_json = text
    revision.record_sha256 = record_sha256(text)
    revision.submitted_at = timezone.now()
    revision.save(update_fields=["warnings", "record_json", "record_sha256", "submitted_at"])
    move_question(question=question, event=Event.SUBMIT, actor=actor, revision=revision)
    announce_submitted(question, revision)
    return Submission(question, revision, is_new=True)


@transaction.atomic
def withdraw_question(*, actor: User, question_id: int, reason: str) -> Question:
    """Takes a draft or a returned question out for good. For its author and for admins.

    Withdrawn already = nothing to do. Raises Conflict `illegal_transition` in other states, Invalid
    `reason_required` without a reason.
    """
    get_visible(user=actor, question_id=question_id)
    question = lock_question(question_id=question_id)
    require_author_or_admin(user=actor, question=question)
    if question.state != QuestionState.WITHDRAWN:
        move_question(question=question, event=Event.WITHDRAW, actor=actor, reason=reason)
    return question


@transaction.atomic
def reopen_question(*, actor: User, question_id: int, reason: str) -> Question:
    """Gives an accepted question back to its author; exports made before stay as they are. For admins.

    Reopened already = nothing to do. Raises Conflict `illegal_transition` in other states, Invalid
    `reason_required` without a reason.
    """
    get_visible(user=actor, question_id=question_id)
    question = lock_question(question_id=question_id)
    require_admin(user=actor, question=question)
    last = question.transitions.order_by("-id").first()
    if last is None or last.event != Event.REOPEN:
        revision = last_submitted_revision(question_id=question_id)
        if revision is None:
            require_possible(question=question, event=Event.REOPEN)
        move_question(question=question, event=Event.REOPEN, actor=actor, revision=revision, reason=reason)
    return question


@transaction.atomic
def waive_watching(*, actor: User, question_id: int, reason: str) -> Question:
    """Lets an episode question pass though its author has not watched the whole video. For admins.

    Waived already for the same reason = nothing to do; another reason replaces it. Raises Invalid for a clip
    question or without a reason, Conflict `not_editable` once it is submitted.
    """
    get_visible(user=actor, question_id=question_id)
    question = lock_question(question_id=question_id)
    require_admin(user=actor, question=question)
    reason = shown(reason)
    if question.granularity != Granularity.EPISODE:
        raise Invalid("not_an_episode", f"{question.public_id} is a clip question: nothing has to be waived.")
    if not reason:
        message = "Write why the question may pass; reviewers see the reason."
        raise Invalid("reason_required", message, errors=[FieldError("reason", "required", message)])
    if question.watch_waiver_reason == reason:
        return question
    if question.state not in EDITABLE:
        raise _not_editable(question)
    question.watch_waived_by = actor
    question.watch_waiver_reason = reason
    question.save(update_fields=["watch_waived_by", "watch_waiver_reason"])
    return question


def warning_document(finding: Finding) -> dict[str, str]:
    """A warning as it is kept with the revision for the reviewers: field, code and message."""
    return {"field": finding.field, "code": finding.code, "message": finding.message}


def _lock_for_author(*, actor: User, question_id: int) -> tuple[Question, Revision]:
    """The locked question of `actor` and its newest revision; NotFound or Forbidden for others."""
    get_visible(user=actor, question_id=question_id)
    question = lock_question(question_id=question_id)
    require_author(user=actor, question=question)
    return question, current_revision(question=question)


def _is_saved(revision: Revision, draft: DraftContent) -> bool:
    return (
        draft.clip_id in (None, revision.clip_id)
        and draft.include_subtitles == revision.include_subtitles
        and draft.author_note == revision.author_note
        and draft.content == read_content(revision)
    )


def _not_editable(question: Question, **extra: int) -> Conflict:
    return Conflict(
        "not_editable",
        f"{question.public_id} is {QuestionState(question.state).label.lower()}: it can no longer be changed. "
        "Nothing was saved.",
        extra={"state": question.state, **extra},
    )


def _require_version(question: Question, revision: Revision, version: int) -> None:
    if revision.version != version:
        raise Conflict(
            "stale_version",
            f"{question.public_id} has been saved as version {revision.version} since you opened version {version}. "
            "Nothing was changed; compare with what is saved now and save again.",
            extra={
                "current_version": revision.version,
                "saved": revision_document(revision, read_content(revision)),
            },
        )


def _other_clip(old: Clip, clip_id: int) -> Clip:
    """The clip that an open revision is moved to: another one of the same video and granularity."""
    clip = Clip.objects.select_related("video").filter(pk=clip_id, project_id=old.project_id).first()
    if clip is None:
        raise Invalid(
            "clip_unknown",
            f"There is no clip {clip_id} in this project.",
            errors=[FieldError("clip", "clip_unknown", f"There is no clip {clip_id} in this project.")],
        )
    if clip.granularity != old.granularity or clip.video_id != old.video_id:
        message = (
            f"{clip.public_id} is not a {old.granularity} clip of the same video as {old.public_id}; "
            "write a new question about it."
        )
        raise Invalid("clip_unfit", message, errors=[FieldError("clip", "clip_unfit", message)])
    _require_usable(clip)
    return clip


def _require_events(clip: Clip, content: RevisionContent) -> None:
    """Raises Invalid when evidence names an event that is not one of the clip's video; removed ones may be named."""
    named = {part.event for part in content.evidence if part.event is not None}
    if not named:
        return
    known = set(VideoEvent.objects.filter(pk__in=named, video=clip.video_id).values_list("pk", flat=True))
    errors = [
        FieldError(
            f"evidence.{place}.event",
            "event_unknown",
            f"{clip.video.title!r} has no event {part.event}; leave it out, or take the evidence from an event again.",
        )
        for place, part in enumerate(content.evidence)
        if part.event is not None and part.event not in known
    ]
    if errors:
        raise Invalid("content_invalid", _told(errors), errors=errors)


def _require_usable(clip: Clip) -> None:
    if clip.state not in (ClipState.READY, ClipState.CUTTING) or clip.video.state != VideoState.READY:
        way_out = (
            "cut it again or choose another clip" if clip.state == ClipState.FAILED else "choose another clip"
        )
        told = (
            f"{ClipState(clip.state).label.lower()}, its video {VideoState(clip.video.state).label.lower()}"
        )
        raise Conflict(
            "clip_not_usable",
            f"The clip {clip.public_id} is {told}; {way_out}.",
            extra={"clip_state": clip.state, "video_state": clip.video.state},
        )


def _no_clip(clip_id: int) -> NotFound:
    return NotFound("not_found", f"There is no clip {clip_id}, or you may not see it.")


def _told(errors: list[FieldError]) -> str:
    first = errors[0].message
    return first if len(errors) == 1 else f"{first} And {len(errors) - 1} more."
