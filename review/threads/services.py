"""Writes of threads. Lock order: question, then thread."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from annotation.public import Question, Revision, lock_question
from kernel.errors import Conflict, FieldError, Forbidden, Invalid
from kernel.texts import shown
from review.notifications.services import tell_of_comment
from review.rounds.policies import SETTLED
from review.threads.models import Post, PostKind, Stance, Thread
from review.threads.policies import get_discussed, may_settle, not_found, stance_in
from review.verdicts.models import Verdict
from review.verdicts.services import COMMENT_ROOTS

MAX_LENGTH: Final = 5_000


@dataclass(frozen=True, slots=True)
class Anchor:
    """What a thread is about: a field of the record and a time (seconds of the original), or what "reviewer 1" or
    "reviewer 2" said in a closed round; nothing of it: the question as a whole."""

    field: str = ""
    time: Decimal | None = None
    round_number: int | None = None
    reviewer: int | None = None


WHOLE: Final = Anchor()


@transaction.atomic
def start_thread(
    *, user: User, question_id: int, text: str, anchor: Anchor = WHOLE, with_reviewers: bool = False
) -> Thread:
    """Begins a thread with its first comment; for the question's author and admins.

    `with_reviewers`: those who judged the question take part; only once it is settled, since before that one of them
    may be asked to judge it again. Raises NotFound and Forbidden as get_discussed does, Conflict `not_settled`,
    Invalid for an empty or too long text and for an anchor that is not there.
    """
    get_discussed(user=user, question_id=question_id)
    lock_question(question_id=question_id)
    question, stance = get_discussed(user=user, question_id=question_id)
    if with_reviewers and question.state not in SETTLED:
        raise Conflict(
            "not_settled",
            f"{question.public_id} is not settled, so a reviewer may have to judge it again: they can be asked once "
            "it is accepted, removed or withdrawn.",
            extra={"state": question.state},
        )
    thread = Thread.objects.create(
        project_id=question.project_id,
        question=question,
        started_by=user,
        with_reviewers=with_reviewers,
        field=_known_field(anchor.field),
        time=_time_within(question, anchor.time),
        verdict=_verdict_of(question, anchor),
    )
    _add(thread, user, stance, PostKind.COMMENT, _words(text))
    return thread


@transaction.atomic
def reply(*, user: User, thread_id: UUID, text: str) -> Thread:
    """Adds a comment. Raises NotFound for who takes no part, Conflict `thread_resolved`, Invalid for its text."""
    thread, stance = _lock(user, thread_id)
    words = _words(text)
    if thread.resolved_at is not None:
        raise Conflict(
            "thread_resolved",
            "This thread is resolved. Whoever began it, or an admin, opens it again; or begin another one.",
        )
    _add(thread, user, stance, PostKind.COMMENT, words)
    return thread


@transaction.atomic
def resolve(*, user: User, thread_id: UUID) -> Thread:
    """Marks the thread as settled; twice is the same as once. Raises NotFound, Forbidden `not_yours_to_settle`."""
    thread, stance = _lock_to_settle(user, thread_id)
    if thread.resolved_at is None:
        thread.resolved_at = timezone.now()
        thread.save(update_fields=["resolved_at"])
        _add(thread, user, stance, PostKind.RESOLVED)
    return thread


@transaction.atomic
def reopen(*, user: User, thread_id: UUID) -> Thread:
    """Opens a resolved thread again; twice is the same as once. Raises as resolve does."""
    thread, stance = _lock_to_settle(user, thread_id)
    if thread.resolved_at is not None:
        thread.resolved_at = None
        thread.save(update_fields=["resolved_at"])
        _add(thread, user, stance, PostKind.REOPENED)
    return thread


def _lock(user: User, thread_id: UUID) -> tuple[Thread, Stance]:
    found = Thread.objects.filter(pk=thread_id).values_list("question_id", flat=True).first()
    if found is None:
        raise not_found()
    # Whether reviewers take part depends on the question's state.
    lock_question(question_id=found)
    thread = (
        Thread.objects.select_for_update(of=("self",), no_key=True)
        .select_related("question")
        .get(pk=thread_id)
    )
    return thread, stance_in(user=user, thread=thread)


def _lock_to_settle(user: User, thread_id: UUID) -> tuple[Thread, Stance]:
    thread, stance = _lock(user, thread_id)
    if not may_settle(user=user, thread=thread, stance=stance):
        raise Forbidden(
            "not_yours_to_settle", "A thread is resolved and opened again by who began it, or by an admin."
        )
    return thread, stance


def _add(thread: Thread, user: User, stance: Stance, kind: PostKind, text: str = "") -> None:
    Post.objects.create(thread=thread, kind=kind, writer=user, stance=stance, text=text)
    if kind != PostKind.RESOLVED:
        tell_of_comment(thread=thread, writer=user)


def _words(text: str) -> str:
    words = shown(text)
    if not words:
        raise _refuse("text", "required", "Write what you have to say.")
    if len(words) > MAX_LENGTH:
        raise _refuse(
            "text", "too_long", f"A comment has at most {MAX_LENGTH} characters; this one has {len(words)}."
        )
    return words


def _known_field(field: str) -> str:
    if field and field.split(".")[0] not in COMMENT_ROOTS:
        known = ", ".join(sorted(COMMENT_ROOTS))
        raise _refuse("field", "unknown", f"A thread is about one of {known}, or a part of it.")
    return field


def _time_within(question: Question, time: Decimal | None) -> Decimal | None:
    if time is None:
        return None
    newest = Revision.objects.filter(question=question).select_related("clip__video").order_by("-number")[0]
    duration = newest.clip.video.duration
    if time < 0 or (duration is not None and time > duration):
        raise _refuse(
            "time", "out_of_range", f"The original video is {duration} s long; the time {time} is not in it."
        )
    return time


def _verdict_of(question: Question, anchor: Anchor) -> Verdict | None:
    """The verdict that "reviewer 1" or "reviewer 2" gave in a closed round, numbered as feedback numbers them."""
    if anchor.round_number is None and anchor.reviewer is None:
        return None
    if anchor.field or anchor.time is not None:
        raise _refuse("reviewer", "not_both", "A thread is about a place of the question or about a verdict.")
    # Both slots of a closed round have a verdict: they are the numbers that feedback gives them.
    given = Verdict.objects.filter(
        assignment__round__question=question,
        assignment__round__number=anchor.round_number or 0,
        assignment__round__closed_at__isnull=False,
        assignment__slot=anchor.reviewer or 0,
    ).first()
    if given is None:
        raise _refuse(
            "reviewer",
            "unknown",
            f"Reviewer {anchor.reviewer} said nothing in a closed round {anchor.round_number}.",
        )
    return given


def _refuse(field: str, code: str, message: str) -> Invalid:
    return Invalid("invalid", message, errors=[FieldError(field, code, message)])
