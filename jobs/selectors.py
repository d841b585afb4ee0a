"""Reads of jobs, scoped by who asks."""

from __future__ import annotations

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import FilteredRelation, Q, QuerySet
from django.utils import timezone

from jobs.models import ACTIVE_STATES, Job, JobState
from kernel.errors import NotFound


def visible_to(user: AbstractBaseUser | AnonymousUser) -> QuerySet[Job]:
    """The jobs that `user` may know of, newest first, with their owners: the user's own, and those of projects
    the user is an admin of.

    Nobody else sees a job, whatever it is: who is at work on what, and when, can tell a reviewer about the
    other one. Somebody who has left a project sees nothing of it, not even what they once asked for.
    """
    jobs = Job.objects.select_related("owner").order_by("-pk")
    if not isinstance(user, AbstractBaseUser) or not user.is_active:
        return jobs.none()
    if getattr(user, "is_superuser", False):
        return jobs
    # Through the project, since jobs import nothing of accounts. One membership row per person and project,
    # so the join repeats no job.
    live = Q(project__memberships__user=user.pk, project__memberships__ended_at__isnull=True)
    return jobs.annotate(mine=FilteredRelation("project__memberships", condition=live)).filter(
        Q(owner=user.pk, project__isnull=True) | Q(owner=user.pk, mine__isnull=False) | Q(mine__is_admin=True)
    )


def next_in_line(*, job_id: int) -> int:
    """Which job a wake-up for `job_id` is spent on: the due one of the smallest priority in that job's queue.

    `job_id` itself where none is more urgent. One that has been taken meanwhile gives way to the next that waits, so
    as many jobs begin as there were wake-ups.
    """
    told = Job.objects.filter(pk=job_id).first()
    now = timezone.now()
    if told is None or (told.lease_expires_at is not None and told.lease_expires_at < now):
        return job_id  # its worker is lost: it is to be had as well
    due = Job.objects.filter(
        queue=told.queue, state=JobState.QUEUED, run_after__lte=now, cancel_requested_at__isnull=True
    )
    if told.state == JobState.QUEUED and told.run_after <= now:
        due = due.filter(priority__lt=told.priority)
    return due.order_by("priority", "pk").values_list("pk", flat=True).first() or job_id


def get_visible(*, user: AbstractBaseUser | AnonymousUser, job_id: int) -> Job:
    """One job that `user` may know of. Raises NotFound for any other."""
    job = visible_to(user).filter(pk=job_id).first()
    if job is None:
        raise NotFound("not_found", f"There is no job {job_id}, or you may not see it.")
    return job


def filtered(
    jobs: QuerySet[Job], *, project_id: int | None = None, active: bool | None = None
) -> QuerySet[Job]:
    """`jobs` of one project, and only those at work (queued or running) or only those that have ended."""
    if project_id is not None:
        jobs = jobs.filter(project_id=project_id)
    if active is not None:
        jobs = jobs.filter(state__in=ACTIVE_STATES) if active else jobs.exclude(state__in=ACTIVE_STATES)
    return jobs
