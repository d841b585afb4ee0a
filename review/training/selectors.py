"""Reads about training: how far people are, and the items to practise on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from accounts.models import Membership, User
from accounts.selectors import membership_roles
from annotation.public import GuidelineVersion, newest_guideline
from kernel.errors import NotFound
from review.activity.models import TRAINING_PARTS
from review.activity.selectors import seconds_by_user
from review.training.models import (
    DECIDING,
    GuidelineReading,
    PracticeAnswer,
    PracticeRun,
    QualificationChange,
    QualificationEvent,
    SeededItem,
    TrainingPlan,
    Use,
)
from review.training.pages import pages_of
from review.training.policies import require_trainee
from review.training.workflow import (
    TRAINED_ROLES,
    Demands,
    Progress,
    Run,
    Step,
    TrainedRole,
    is_qualified,
    steps_left,
)


def plan_of(*, project_id: int) -> TrainingPlan:
    """The project's plan; one with the defaults, not stored, where it has none."""
    return TrainingPlan.objects.filter(pk=project_id).first() or TrainingPlan(project_id=project_id)


def demands_of(plan: TrainingPlan) -> Demands:
    """The plan as the pure rules read it."""
    required = {"annotator": plan.annotator_required, "reviewer": plan.reviewer_required}
    return Demands(
        required=frozenset(role for role in TRAINED_ROLES if required[role]),
        hours=plan.hours_required,
        practice_length=plan.practice_length,
        max_runs=plan.max_runs,
        thresholds={"annotator": plan.annotator_threshold, "reviewer": plan.reviewer_threshold},
    )


@dataclass(frozen=True, slots=True)
class RoleStanding:
    """How a person stands for one role; `last` is the event that decided it, None for none yet."""

    role: TrainedRole
    required: bool
    threshold: float
    qualified: bool
    steps_left: list[Step]
    last: QualificationEvent | None


@dataclass(frozen=True, slots=True)
class Standing:
    """One person's training in a project; `roles` are the trained roles that the person has there."""

    user: User
    member_id: int | None
    progress: Progress
    read_at: datetime | None
    guideline_version: int
    roles: list[RoleStanding]

    @property
    def is_blocked(self) -> bool:
        """Whether the person cannot do live work in a role of theirs for want of training."""
        return any(role.required and not role.qualified for role in self.roles)


def standings(*, project_id: int, user_ids: Iterable[int] | None = None) -> list[Standing]:
    """How the members (those of `user_ids`, all when None) stand, by name. Eight queries, however many they are."""
    plan = plan_of(project_id=project_id)
    members = Membership.objects.filter(project_id=project_id, ended_at__isnull=True).select_related("user")
    if user_ids is not None:
        members = members.filter(user_id__in=list(user_ids))
    found = list(members.order_by("user__name", "user_id"))
    people = [member.user_id for member in found]
    guideline = newest_guideline(project_id=project_id)
    progress = _progress(plan, guideline, people)
    readings = _readings(guideline, people)
    events: dict[tuple[int, str], list[QualificationEvent]] = defaultdict(list)
    for event in (
        QualificationEvent.objects.filter(project_id=project_id, user_id__in=people, event__in=DECIDING)
        .select_related("actor")
        .order_by("pk")
    ):
        events[event.user_id, event.role].append(event)
    demands = demands_of(plan)
    listed = []
    for member in found:
        own = progress[member.user_id]
        reading = readings.get(member.user_id)
        roles = []
        for role in TRAINED_ROLES:
            if role not in membership_roles(member):
                continue
            decided = events[member.user_id, role]
            roles.append(
                RoleStanding(
                    role=role,
                    required=role in demands.required,
                    threshold=demands.thresholds[role],
                    qualified=is_qualified([event.event for event in decided]),
                    steps_left=steps_left(own, demands, role),
                    last=decided[-1] if decided else None,
                )
            )
        listed.append(
            Standing(
                user=member.user,
                member_id=member.pk,
                progress=own,
                read_at=reading.read_at if reading else None,
                guideline_version=guideline.number,
                roles=roles,
            )
        )
    return listed


def standing_of(*, user: User, project_id: int) -> Standing:
    """How one member stands. Somebody without a membership (who runs the server) has no role to train for."""
    found = standings(project_id=project_id, user_ids=[user.pk])
    if found:
        return found[0]
    guideline = newest_guideline(project_id=project_id)
    progress = _progress(plan_of(project_id=project_id), guideline, [user.pk])[user.pk]
    reading = _readings(guideline, [user.pk]).get(user.pk)
    return Standing(user, None, progress, reading.read_at if reading else None, guideline.number, [])


def _readings(guideline: GuidelineVersion, people: list[int]) -> dict[int, GuidelineReading]:
    if guideline.number == 0:
        return {}
    rows = GuidelineReading.objects.filter(version=guideline, user_id__in=people)
    return {reading.user_id: reading for reading in rows}


def _progress(plan: TrainingPlan, guideline: GuidelineVersion, people: list[int]) -> dict[int, Progress]:
    project_id = plan.project_id
    pages = len(pages_of(guideline.text))
    readings = _readings(guideline, people)
    seconds = seconds_by_user(project_id=project_id, parts=TRAINING_PARTS, user_ids=people)
    runs: dict[int, list[Run]] = defaultdict(list)
    counted = PracticeRun.objects.filter(project_id=project_id, user_id__in=people).annotate(
        length=Count("answers"),
        answered=Count("answers", filter=~Q(answers__decision="")),
        right=Count("answers", filter=Q(answers__right=True)),
    )
    for run in counted.order_by("number"):
        runs[run.user_id].append(Run(run.number, run.right, run.answered, run.length, run.finished_at))
    added = dict(
        QualificationEvent.objects.filter(
            project_id=project_id, user_id__in=people, event=QualificationChange.RUNS_ADDED
        )
        .order_by()
        .values("user_id")
        .annotate(n=Count("pk"))
        .values_list("user_id", "n")
    )
    items = practice_items(project_id=project_id).count()
    return {
        user_id: Progress(
            pages=pages,
            pages_read=len(readings[user_id].pages) if user_id in readings else 0,
            seconds=seconds.get(user_id, 0.0),
            runs=tuple(runs[user_id]),
            runs_allowed=plan.max_runs * (1 + added.get(user_id, 0)),
            items_available=items,
        )
        for user_id in people
    }


def practice_items(*, project_id: int) -> QuerySet[SeededItem]:
    """The items that a new practice run is chosen from."""
    return SeededItem.objects.filter(project_id=project_id, use=Use.PRACTICE, retired_at__isnull=True)


def seeded_items(*, project_id: int, use: str | None) -> QuerySet[SeededItem]:
    """All seeded items of a project, newest first, with what a list shows."""
    rows = SeededItem.objects.filter(project_id=project_id)
    if use is not None:
        rows = rows.filter(use=use)
    return (
        rows.select_related("revision__question", "created_by")
        .defer("revision__record_json")
        .annotate(
            answers_given=Count("answers", filter=~Q(answers__decision="")),
            answers_right=Count("answers", filter=Q(answers__right=True)),
        )
        .order_by("-pk")
    )


def runs_of(*, user: User, project_id: int) -> QuerySet[PracticeRun]:
    """The person's runs, newest first, each with its answers and their items; two queries."""
    return (
        PracticeRun.objects.filter(user=user, project_id=project_id)
        .prefetch_related("answers__item__revision__question")
        .order_by("-number")
    )


def own_answer(*, user: User, answer_id: int) -> PracticeAnswer:
    """An answer of a run of the person's, with item, clip and video; NotFound for anybody else's."""
    answer = (
        PracticeAnswer.objects.filter(pk=answer_id, run__user=user)
        .select_related("run", "item__revision__question", "item__revision__clip__video")
        .first()
    )
    if answer is None:
        raise NotFound("not_found", "You have no such practice item. Open Training and begin a run.")
    require_trainee(user=user, project_id=answer.run.project_id)
    return answer


def audit_of(*, project_id: int, user_id: int | None = None) -> QuerySet[QualificationEvent]:
    """Every qualification event of a project, newest first."""
    rows = QualificationEvent.objects.filter(project_id=project_id)
    if user_id is not None:
        rows = rows.filter(user_id=user_id)
    return rows.select_related("user", "actor").order_by("-pk")
