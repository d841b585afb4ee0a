"""Reads of jobs, scoped by who asks."""

from __future__ import annotations

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import FilteredRelation, Q, QuerySet

from jobs.models import ACTIVE_STATES, Job
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
