"""Reads about projects."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Prefetch, QuerySet, Subquery

from accounts.models import Membership, User
from accounts.selectors import Role, member_project_ids, membership_roles
from annotation.clips.models import Clip, Granularity
from annotation.projects.models import GuidelineVersion, Project
from annotation.projects.quota import Room, room_of
from annotation.questions.models import Question
from annotation.questions.tasks import TASKS
from annotation.videos.models import Video
from jobs.models import ACTIVE_STATES, Job


def visible_to(user: User) -> QuerySet[Project]:
    """Projects in which `user` has a role (all for superusers), with the current guideline and own membership.

    Adds `guideline_text` and `guideline_version` (null when there is none yet) and `own_memberships`.
    """
    newest = GuidelineVersion.objects.filter(project=OuterRef("pk")).order_by("-number")
    own = Membership.objects.filter(user=user, ended_at__isnull=True)
    projects = Project.objects.annotate(
        guideline_text=Subquery(newest.values("text")[:1]),
        guideline_version=Subquery(newest.values("number")[:1]),
    ).prefetch_related(Prefetch("memberships", queryset=own, to_attr="own_memberships"))
    if user.is_superuser:
        return projects.filter(is_store=False)
    return projects.filter(pk__in=member_project_ids(user=user))


def newest_guideline(*, project_id: int) -> GuidelineVersion:
    """The guideline as it is now; a version 0 without text, not stored, where there is none yet."""
    found = GuidelineVersion.objects.filter(project_id=project_id).order_by("-number").first()
    return found or GuidelineVersion(project_id=project_id, number=0, text="")


def own_roles(project: Project, user: User) -> list[Role]:
    """Roles of `user` in a project that `visible_to(user)` gave, without a query."""
    memberships: list[Membership] = project.own_memberships  # type: ignore[attr-defined]
    roles = {role for membership in memberships for role in membership_roles(membership)}
    if user.is_superuser:
        roles.add(Role.ADMIN)
    return [role for role in Role if role in roles]


@dataclass(frozen=True)
class TaskCount:
    """Questions of one task, by state; `target` is how many accepted ones are wanted, None where none is set."""

    granularity: str
    task: str
    target: int | None
    by_state: dict[str, int]


@dataclass(frozen=True)
class Summary:
    """How far a project is: questions by task and state, videos and clips by state, active jobs, and its room."""

    tasks: list[TaskCount]
    videos: dict[str, int]
    clips: dict[str, int]
    jobs_active: int
    room: Room

    @property
    def by_state(self) -> dict[str, int]:
        states: Counter[str] = Counter()
        for task in self.tasks:
            states.update(task.by_state)
        return dict(states)

    @property
    def by_granularity(self) -> dict[str, dict[str, int]]:
        found: dict[str, Counter[str]] = {granularity: Counter() for granularity in Granularity.values}
        for task in self.tasks:
            found[task.granularity].update(task.by_state)
        return {granularity: dict(states) for granularity, states in found.items()}


def summary_of(*, project_id: int) -> Summary:
    """The counts of a project, in nine queries; each task that has questions or a target, in the protocol's order."""
    rows = (
        Question.objects.filter(project_id=project_id)
        .values("granularity", "task", "state")
        .annotate(n=Count("pk"))
        .order_by()
    )
    targets = Project.objects.values_list("targets", flat=True).get(pk=project_id)
    tasks: dict[tuple[str, str], dict[str, int]] = {}
    for row in rows:
        tasks.setdefault((row["granularity"], row["task"]), {})[row["state"]] = row["n"]
    return Summary(
        tasks=[
            TaskCount(task.granularity, task.type, target, states)
            for task in TASKS
            for target in [targets.get(task.granularity, {}).get(task.type)]
            for states in [tasks.get((task.granularity, task.type), {})]
            if states or target
        ],
        videos=_by_state(Video.objects.filter(project_id=project_id)),
        clips=_by_state(Clip.objects.filter(project_id=project_id)),
        jobs_active=Job.objects.filter(project_id=project_id, state__in=ACTIVE_STATES).count(),
        room=room_of(project_id=project_id),
    )


def _by_state(rows: QuerySet[Video] | QuerySet[Clip]) -> dict[str, int]:
    return {row["state"]: row["n"] for row in rows.values("state").annotate(n=Count("pk")).order_by("state")}
