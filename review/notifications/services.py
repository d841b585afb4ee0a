"""Writes of notifications. What happens elsewhere tells them here, in its own transaction (review/apps.py).

A notice of what became of a question goes to its author alone and only when its round is closed, since it comes with
the change of state that closes it; one of a comment goes to those who can read it. A reviewer is told that a revised
question waits, never which, and from the moment of its submission: nothing here depends on a verdict of an open round.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import Membership, User
from annotation.public import Event, GuidelineVersion, Question, QuestionTransition, Revision
from kernel.errors import NotFound
from review.assignments.models import Assignment
from review.notifications.models import Digest, Kind, Notification, NotificationSettings
from review.rounds.policies import SETTLED
from review.threads.models import Thread
from review.training.models import QualificationChange, QualificationEvent
from review.verdicts.models import Verdict

_TO_AUTHOR: Final = {
    Event.RETURN.value: Kind.RETURNED,
    Event.REMOVE.value: Kind.REMOVED,
    Event.REOPEN.value: Kind.REOPENED,
}
_ABOUT_QUALIFICATION: Final = {
    QualificationChange.EARNED.value: Kind.QUALIFIED,
    QualificationChange.GRANTED.value: Kind.QUALIFIED,
    QualificationChange.REVOKED.value: Kind.QUALIFICATION_REVOKED,
    QualificationChange.RUNS_ADDED.value: Kind.RUNS_ADDED,
}


def tell_author(question: Question, transition: QuestionTransition) -> None:
    """Tells the author that a question was returned, removed or reopened; not of what they did themselves."""
    kind = _TO_AUTHOR.get(transition.event)
    if kind is None or transition.actor_id == question.author_id:
        return
    Notification.objects.create(
        user_id=question.author_id,
        project_id=question.project_id,
        kind=kind,
        question=question,
        created_at=transition.at,
    )


def tell_reviewers(question: Question, revision: Revision) -> None:
    """Tells reviewers that a revised question waits: those who may have it first, else all but who wrote it.

    One unread notice a person and project is enough, whatever number of questions waits.
    """
    earlier = Revision.objects.filter(question=question, submitted_at__isnull=False).exclude(pk=revision.pk)
    if not earlier.exists():
        return
    wrote = Revision.objects.filter(question=question, written_by=OuterRef("user_id"))
    judged = Verdict.objects.filter(
        assignment__reviewer=OuterRef("user_id"), assignment__round__question=question
    )
    possible = Membership.objects.filter(
        ~Exists(wrote),
        project_id=question.project_id,
        is_reviewer=True,
        ended_at__isnull=True,
        user__is_active=True,
    ).exclude(user_id=question.author_id)
    people = list(possible.filter(~Exists(judged)).values_list("user_id", flat=True))
    if not people:
        people = list(possible.values_list("user_id", flat=True))
    Notification.objects.bulk_create(
        (
            Notification(user_id=user_id, project_id=question.project_id, kind=Kind.REVIEW_AGAIN)
            for user_id in people
        ),
        # An unread one is there already: the constraint notification_one_unread_review_again.
        ignore_conflicts=True,
    )


def tell_of_comment(*, thread: Thread, writer: User) -> None:
    """Tells those who can read the thread that something was written: that, and on which question; never what.

    Author and admins; reviewers only of a thread that is with them, while the question is settled. One unread notice a
    person and question is enough. Runs in the transaction of the comment; `thread.question` is joined.
    """
    question = thread.question
    settled = question.state in SETTLED
    live = Membership.objects.filter(
        project_id=question.project_id, ended_at__isnull=True, user__is_active=True
    )
    admins = live.filter(is_admin=True)
    if not settled:
        # They could be asked to judge it, so they cannot read the thread either.
        admins = admins.filter(is_reviewer=False)
    people: dict[int, int | None] = {}
    if thread.with_reviewers and settled:
        judged = Assignment.objects.filter(
            round__question=question,
            round__closed_at__isnull=False,
            verdict__isnull=False,
            reviewer_id__in=live.filter(is_reviewer=True).values("user_id"),
        )
        people |= dict(judged.order_by("round__number").values_list("reviewer_id", "round_id"))
    people |= dict.fromkeys(admins.values_list("user_id", flat=True))
    people |= dict.fromkeys(live.filter(user_id=question.author_id).values_list("user_id", flat=True))
    people.pop(writer.pk, None)
    Notification.objects.bulk_create(
        (
            Notification(
                user_id=user_id,
                project_id=question.project_id,
                kind=Kind.COMMENTED,
                question=question,
                round_id=round_id,
            )
            for user_id, round_id in people.items()
        ),
        # An unread one is there already: the constraint notification_one_unread_commented.
        ignore_conflicts=True,
    )


def tell_of_guideline(actor: User, version: GuidelineVersion) -> None:
    """Tells every member but its writer of a new version of the guideline."""
    if not version.text.strip():
        return
    members = Membership.objects.filter(
        project_id=version.project_id, ended_at__isnull=True, user__is_active=True
    ).exclude(user=actor)
    Notification.objects.bulk_create(
        Notification(
            user_id=user_id, project_id=version.project_id, kind=Kind.GUIDELINE, version=version.number
        )
        for user_id in members.values_list("user_id", flat=True)
    )


def tell_of_qualification(event: QualificationEvent) -> None:
    """Tells the person what became of their qualification; not of what they decided themselves."""
    if event.actor_id == event.user_id:
        return
    Notification.objects.create(
        user_id=event.user_id,
        project_id=event.project_id,
        kind=_ABOUT_QUALIFICATION[event.event],
        role=event.role,
        created_at=event.at,
    )


@transaction.atomic
def mark_read(*, user: User, notification_id: UUID) -> Notification:
    """Marks one of the person's notices as read; twice is the same as once. NotFound for anybody else's."""
    found = Notification.objects.select_for_update().filter(pk=notification_id, user=user).first()
    if found is None:
        raise NotFound("not_found", "You have no such notice.")
    if found.read_at is None:
        found.read_at = timezone.now()
        found.save(update_fields=["read_at"])
    return found


def mark_all_read(*, user: User) -> int:
    """Marks all of the person's notices as read; how many were not."""
    return Notification.objects.filter(user=user, read_at__isnull=True).update(read_at=timezone.now())


@transaction.atomic
def change_settings(
    *, user: User, digest: Digest | None = None, language: str | None = None
) -> NotificationSettings:
    """Changes how the person is told; None leaves a setting as it is."""
    found, _ = NotificationSettings.objects.select_for_update().get_or_create(user=user)
    if digest is not None:
        found.digest = digest
    if language is not None:
        found.language = language
    found.save()
    return found
