"""Reads about questions, scoped to what a person may see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Collate

from accounts.models import User
from accounts.selectors import Role, member_project_ids
from annotation.clips.models import Clip
from annotation.projects.models import Project
from annotation.questions.changes import Change, changed_fields
from annotation.questions.documents import hides_actor, revision_document
from annotation.questions.models import Question, QuestionState, QuestionTransition, Revision
from annotation.questions.revisions import CONTENT_ROWS, read_content
from kernel.errors import NotFound


def visible_to(user: User) -> QuerySet[Question]:
    """Questions that `user` may see outside a review: their own, and as an admin all of the project.

    Reviewers see none here: what they may see comes with an assignment. People who left a project see nothing
    of it.
    """
    if user.is_superuser:
        return Question.objects.all()
    return Question.objects.filter(
        Q(author=user, project_id__in=member_project_ids(user=user))
        | Q(project_id__in=member_project_ids(user=user, roles=[Role.ADMIN]))
    )


def get_visible(*, user: User, question_id: int) -> Question:
    """One question with author, project and waiver joined; NotFound when `user` may not see it."""
    question = (
        visible_to(user).select_related("author", "project", "watch_waived_by").filter(pk=question_id).first()
    )
    if question is None:
        raise NotFound("not_found", f"There is no question {question_id}, or you may not see it.")
    return question


def newest_revisions() -> QuerySet[Revision]:
    """The revision with the highest number of each question."""
    later = Revision.objects.filter(question=OuterRef("question"), number__gt=OuterRef("number"))
    return Revision.objects.filter(~Exists(later))


def with_newest_revision(questions: QuerySet[Question]) -> QuerySet[Question]:
    """Joins what a list shows: author, and as `newest` a list of the one newest revision with clip and video."""
    return questions.select_related("author").prefetch_related(
        Prefetch("revisions", queryset=newest_revisions().select_related("clip__video"), to_attr="newest")
    )


def of_video(questions: QuerySet[Question], *, video_id: int) -> QuerySet[Question]:
    """Questions whose newest revision is about a clip of the video."""
    return questions.filter(
        Exists(newest_revisions().filter(question=OuterRef("pk"), clip__video_id=video_id))
    )


def matching(questions: QuerySet[Question], *, text: str) -> QuerySet[Question]:
    """Questions whose public id or newest wording contains `text`, in any case."""
    worded = newest_revisions().filter(question=OuterRef("pk"), question_text__icontains=text)
    return questions.filter(Q(public_id__icontains=text) | Exists(worded))


def neighbours_of(question: Question, clip: Clip) -> tuple[tuple[str, str], ...]:
    """Public id and newest wording of the other questions of the same task about `clip`, without those given up."""
    gone = (QuestionState.REMOVED, QuestionState.WITHDRAWN)
    rows = (
        newest_revisions()
        .filter(clip=clip, question__granularity=question.granularity, question__task=question.task)
        .exclude(question=question)
        .exclude(question__state__in=gone)
        .order_by("question")
    )
    return tuple(rows.values_list("question__public_id", "question_text"))


def current_revision(*, question: Question) -> Revision:
    """The newest revision with clip, video, segments and content rows: open, or else the last submitted one."""
    return (
        Revision.objects.filter(question=question)
        .select_related("clip__video", "written_by")
        .prefetch_related("clip__segments", *CONTENT_ROWS)
        .order_by("-number")[0]
    )


def history_of(*, question: Question) -> QuerySet[QuestionTransition]:
    """All changes of a question's state, oldest first, with actor and revision joined."""
    return question.transitions.select_related("actor", "revision").order_by("id")


@dataclass(frozen=True, slots=True)
class StateChange:
    """One change of a question's state. `is_hidden`: somebody did it whom the reader is not told of."""

    at: datetime
    event: str
    to_state: str
    revision_number: int | None
    actor: User | None
    is_hidden: bool
    reason: str


def state_changes(*, question: Question, for_admin: bool) -> list[StateChange]:
    """All changes of a question's state, oldest first; only admins learn whose verdict closed a round. One query."""
    changes = []
    for row in history_of(question=question).defer("revision__record_json"):
        hidden = row.actor is not None and hides_actor(row, for_admin=for_admin)
        changes.append(
            StateChange(
                at=row.at,
                event=row.event,
                to_state=row.to_state,
                revision_number=row.revision.number if row.revision else None,
                actor=None if hidden else row.actor,
                is_hidden=hidden,
                reason=row.reason,
            )
        )
    return changes


def count_by_state(questions: QuerySet[Question]) -> dict[str, int]:
    """How many of `questions` are in each state; every state is there, 0 where none."""
    counts = dict.fromkeys(QuestionState.values, 0)
    for row in questions.order_by().values("state").annotate(n=Count("pk")):
        counts[row["state"]] = row["n"]
    return counts


def changes_of(*, before: Revision, after: Revision) -> list[Change]:
    """What differs between two revisions; clip with segments and CONTENT_ROWS are prefetched by the caller."""
    return changed_fields(
        revision_document(before, read_content(before)), revision_document(after, read_content(after))
    )


def revisions_in_full(*, question_id: int) -> QuerySet[Revision]:
    """The revisions of a question with all that is compared, the newest first."""
    return (
        Revision.objects.filter(question_id=question_id)
        .select_related("clip__video", "written_by")
        .prefetch_related("clip__segments", *CONTENT_ROWS)
        .order_by("-number")
    )


# --- for review and evaluation -------------------------------------------------------------------


def submitted_revision(*, revision_id: int) -> Revision:
    """A submitted revision with question, author, clip and video joined; NotFound for others."""
    revision = (
        Revision.objects.filter(pk=revision_id, submitted_at__isnull=False)
        .select_related("question__author", "question__project", "clip__video", "written_by")
        .first()
    )
    if revision is None:
        raise NotFound("not_found", f"There is no submitted revision {revision_id}.")
    return revision


def last_submitted_revision(*, question_id: int) -> Revision | None:
    """The submitted revision with the highest number, None when nothing was submitted yet."""
    return (
        Revision.objects.filter(question_id=question_id, submitted_at__isnull=False)
        .select_related("question__author", "question__project", "clip__video", "written_by")
        .order_by("-number")
        .first()
    )


@dataclass(frozen=True, slots=True)
class AcceptedRecord:
    """One accepted question as it is exported: `record_json` is the frozen canonical text."""

    question_id: int
    revision_id: int
    public_id: str
    granularity: str
    task: str
    record_json: str
    record_sha256: str


def accepted_records(project_id: int) -> Iterator[AcceptedRecord]:
    """The accepted records of a project by granularity (clip, then episode) and public id in code point order.

    Streams: memory does not grow with their number.
    """
    rows = (
        newest_revisions()
        .filter(question__project_id=project_id, question__state=QuestionState.ACCEPTED)
        .order_by("question__granularity", Collate("question__public_id", _binary_collation()))
        .values_list(
            "question_id",
            "pk",
            "question__public_id",
            "question__granularity",
            "question__task",
            "record_json",
            "record_sha256",
        )
    )
    for row in rows.iterator(chunk_size=40):
        yield AcceptedRecord(*row)


def accepted_revisions(*, project_id: int) -> QuerySet[Revision]:
    """The revisions behind accepted_records, in the same order, with question, clip and video joined.

    Their clips' segments are prefetched; stream them with `iterator(chunk_size=...)`.
    """
    return (
        newest_revisions()
        .filter(question__project_id=project_id, question__state=QuestionState.ACCEPTED)
        .select_related("question", "clip__video")
        .prefetch_related("clip__segments")
        .order_by("question__granularity", Collate("question__public_id", _binary_collation()))
    )


def count_accepted(*, project_id: int) -> int:
    """How many records accepted_records gives."""
    return Question.objects.filter(project_id=project_id, state=QuestionState.ACCEPTED).count()


def find_project(id_or_name: str) -> int:
    """The id of the project with that id or exact name, as commands take it; LookupError that names those there are.

    A name made of digits is found when no project has that number as its id.
    """
    if id_or_name.isascii() and id_or_name.isdecimal() and len(id_or_name) < 19:
        found = Project.objects.filter(pk=int(id_or_name)).first()
        if found is not None:
            return found.pk
    found = Project.objects.filter(name=id_or_name).first()
    if found is None:
        names = ", ".join(f"{pk} ({name})" for pk, name in Project.objects.values_list("pk", "name")[:20])
        raise LookupError(f"There is no project {id_or_name!r}; there are: {names or 'none yet'}.")
    return found.pk


def _binary_collation() -> str:
    """Sorts by code point on both databases, so that an export is the same everywhere."""
    return "C" if connection.vendor == "postgresql" else "BINARY"
