"""Reads for admins: how the work stands. Nothing here looks at a round that is open.

What is counted of reviews is counted by when its round closed, so that no figure moves before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count, F, FloatField, OuterRef, Prefetch, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from accounts.models import Membership, User
from accounts.selectors import Role, membership_roles, roles_of
from annotation.public import Event, Question, QuestionState, QuestionTransition, project_summary
from review.activity.models import TRAINING_PARTS, Part
from review.activity.selectors import seconds_by_user
from review.assignments.models import Assignment
from review.dashboards.figures import AGE_STEPS, OLDEST_STEP, age_step, gini
from review.rounds.models import Round, RoundOutcome
from review.rounds.policies import SETTLED
from review.training.models import PracticeAnswer
from review.verdicts.models import Decision, Verdict

#: States in which a question waits for somebody.
WAITING = (QuestionState.DRAFT, QuestionState.IN_REVIEW, QuestionState.RETURNED)


@dataclass(frozen=True, slots=True)
class Pipeline:
    """How many there are at each step, by granularity for questions (`clip`, `episode`)."""

    videos: int
    videos_ready: int
    clips: int
    clips_ready: int
    questions: dict[str, dict[str, int]]
    submitted: dict[str, int]


def pipeline_of(*, project_id: int) -> Pipeline:
    """The funnel from videos to accepted questions. `submitted`: questions that were in review at least once."""
    summary = project_summary(project_id=project_id)
    sent = (
        QuestionTransition.objects.filter(question__project_id=project_id, event=Event.SUBMIT)
        .values("question__granularity")
        .annotate(n=Count("question", distinct=True))
        .order_by()
    )
    return Pipeline(
        videos=sum(n for state, n in summary.videos.items() if state != "retired"),
        videos_ready=summary.videos.get("ready", 0),
        clips=sum(summary.clips.values()),
        clips_ready=summary.clips.get("ready", 0),
        questions=summary.by_granularity,
        submitted={row["question__granularity"]: row["n"] for row in sent},
    )


def waiting_questions(*, project_id: int, state: str | None = None) -> QuerySet[Any]:
    """Questions that wait, longest in their state first; each has `since`, when it came into it."""
    last = QuestionTransition.objects.filter(question=OuterRef("pk")).order_by("-pk").values("at")[:1]
    rows: QuerySet[Any] = Question.objects.filter(
        project_id=project_id, state__in=WAITING if state is None else [state]
    ).annotate(since=Coalesce(Subquery(last), F("created_at")))
    return rows.select_related("author").order_by("since", "pk")


@dataclass(frozen=True, slots=True)
class Ages:
    """How many questions of one state are how old; `oldest_since` None for none."""

    state: str
    n: int
    steps: dict[str, int]
    oldest_since: datetime | None


def ages_of(*, project_id: int, now: datetime) -> list[Ages]:
    """The ages of what waits, by state; one query."""
    counts: dict[str, Counter[str]] = {state: Counter() for state in WAITING}
    oldest: dict[str, datetime] = {}
    rows = waiting_questions(project_id=project_id).select_related(None)
    for state, since in rows.values_list("state", "since").iterator():
        counts[state][age_step(now - since)] += 1
        oldest.setdefault(state, since)
    names = [name for name, _ in AGE_STEPS] + [OLDEST_STEP]
    return [
        Ages(
            state=state,
            n=sum(counts[state].values()),
            steps={name: counts[state][name] for name in names},
            oldest_since=oldest.get(state),
        )
        for state in WAITING
    ]


@dataclass(slots=True)
class PersonWork:
    """What one person did in a period. Seconds are without idle time; reviews are those of rounds that have closed."""

    user: User
    roles: list[Role]
    submitted: int = 0
    decided: int = 0
    returned: int = 0
    removed: int = 0
    reviewed: int = 0
    rejected: int = 0
    seconds: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Work:
    """The work of all members, by name, and how evenly it is spread (Gini; None without any)."""

    people: list[PersonWork]
    gini_submitted: float | None
    gini_reviewed: float | None


def work_of(*, project_id: int, since: datetime | None, until: datetime | None) -> Work:
    """What every member did in [since, until), in eight queries; by name, never by speed.

    `submitted` counts submissions, `decided` closed rounds of the person's questions, `returned` and `removed` those
    of them that ended so. The spread is over the people who have the role now, those without any work included.
    """
    members = (
        Membership.objects.filter(project_id=project_id)
        .select_related("user")
        .order_by("user__name", "user_id")
    )
    people = {
        member.user_id: PersonWork(
            member.user, [] if member.ended_at is not None else membership_roles(member)
        )
        for member in members
    }
    for row in _submissions(project_id, since, until):
        if row["actor"] in people:
            people[row["actor"]].submitted = row["n"]
    for row in _outcomes(project_id, since, until):
        person = people.get(row["question__author"])
        if person is not None:
            person.decided, person.returned, person.removed = row["n"], row["returned"], row["removed"]
    for row in _reviews(project_id, since, until):
        person = people.get(row["assignment__reviewer"])
        if person is not None:
            person.reviewed, person.rejected = row["n"], row["rejected"]
            person.seconds["review"] = row["seconds"]
    parts: tuple[tuple[str, Iterable[str]], ...] = (
        ("training", TRAINING_PARTS),
        ("authoring", (Part.AUTHORING,)),
    )
    for name, counted in parts:
        found = seconds_by_user(project_id=project_id, parts=counted, since=since, until=until)
        for user_id, seconds in found.items():
            if user_id in people:
                people[user_id].seconds[name] = seconds
    # Somebody who has left is shown for what they did, not for having done nothing.
    listed = [one for one in people.values() if one.roles or one.submitted or one.reviewed or one.decided]
    return Work(
        people=listed,
        gini_submitted=gini(one.submitted for one in listed if Role.ANNOTATOR in one.roles),
        gini_reviewed=gini(one.reviewed for one in listed if Role.REVIEWER in one.roles),
    )


def _in_period(field_name: str, since: datetime | None, until: datetime | None) -> Q:
    period = Q()
    if since is not None:
        period &= Q(**{f"{field_name}__gte": since})
    if until is not None:
        period &= Q(**{f"{field_name}__lt": until})
    return period


def _submissions(project_id: int, since: datetime | None, until: datetime | None) -> QuerySet[Any, Any]:
    rows = QuestionTransition.objects.filter(
        _in_period("at", since, until), question__project_id=project_id, event=Event.SUBMIT
    )
    return rows.values("actor").annotate(n=Count("pk")).order_by()


def _outcomes(project_id: int, since: datetime | None, until: datetime | None) -> QuerySet[Any, Any]:
    rows = Round.objects.filter(
        _in_period("closed_at", since, until),
        project_id=project_id,
        closed_at__isnull=False,
        is_gold=False,
    )
    return (
        rows.values("question__author")
        .annotate(
            n=Count("pk"),
            returned=Count("pk", filter=Q(outcome=RoundOutcome.RETURNED)),
            removed=Count("pk", filter=Q(outcome=RoundOutcome.REMOVED)),
        )
        .order_by()
    )


def _reviews(project_id: int, since: datetime | None, until: datetime | None) -> QuerySet[Any, Any]:
    rows = Verdict.objects.filter(
        _in_period("assignment__round__closed_at", since, until),
        assignment__round__project_id=project_id,
        assignment__round__closed_at__isnull=False,
        assignment__round__is_gold=False,
    )
    return (
        rows.values("assignment__reviewer")
        .annotate(
            n=Count("pk"),
            rejected=Count("pk", filter=Q(decision=Decision.REJECT)),
            seconds=Sum("seconds_spent", output_field=FloatField()),
        )
        .order_by()
    )


def disagreements(*, user: User, project_id: int) -> tuple[QuerySet[Any], int]:
    """Closed rounds whose two verdicts differ, newest first, and how many are withheld from `user`.

    An admin who is a reviewer, too, sees those of settled questions only, as with feedback (rounds/policies.py).
    """
    given = (
        Assignment.objects.filter(verdict__isnull=False)
        .select_related("verdict", "reviewer")
        .defer("watched", "draft")
        .order_by("slot")
    )
    split: QuerySet[Any] = (
        Round.objects.filter(project_id=project_id, closed_at__isnull=False, is_gold=False)
        .annotate(
            accepts=Count("assignments", filter=Q(assignments__verdict__decision=Decision.ACCEPT)),
            rejects=Count("assignments", filter=Q(assignments__verdict__decision=Decision.REJECT)),
        )
        .filter(accepts__gt=0, rejects__gt=0)
    )
    shown, withheld = split, 0
    if Role.REVIEWER in roles_of(user=user, project_id=project_id):
        shown = split.filter(question__state__in=SETTLED)
        withheld = split.count() - shown.count()
    rows = (
        shown.select_related("question", "revision")
        .defer("revision__record_json", "revision__warnings")
        .prefetch_related(Prefetch("assignments", queryset=given, to_attr="judged"))
        .order_by("-closed_at", "-pk")
    )
    return rows, withheld


@dataclass(frozen=True, slots=True)
class Week:
    """A person's own numbers since `since`; only what they did themselves, and what became of their questions."""

    since: datetime
    begun: int
    submitted: int
    accepted: int
    returned: int
    verdicts: int
    practised: int
    seconds: float


def week_of(*, user: User, project_id: int, since: datetime) -> Week:
    """The numbers of one person; six queries. Verdicts are their own, so they say nothing of anybody else's."""
    moved = QuestionTransition.objects.filter(
        question__project_id=project_id, question__author=user, at__gte=since
    )
    events = dict(moved.values("event").annotate(n=Count("pk")).order_by().values_list("event", "n"))
    verdicts = Verdict.objects.filter(
        assignment__reviewer=user, assignment__project_id=project_id, created_at__gte=since
    ).aggregate(n=Count("pk"), seconds=Sum("seconds_spent"))
    worked = seconds_by_user(
        project_id=project_id, parts=[part.value for part in Part], user_ids=[user.pk], since=since
    )
    return Week(
        since=since,
        begun=events.get(Event.CREATE.value, 0),
        submitted=events.get(Event.SUBMIT.value, 0),
        accepted=events.get(Event.ACCEPT.value, 0),
        returned=events.get(Event.RETURN.value, 0),
        verdicts=verdicts["n"],
        practised=PracticeAnswer.objects.filter(
            run__user=user, run__project_id=project_id, answered_at__gte=since
        ).count(),
        seconds=(verdicts["seconds"] or 0.0) + worked.get(user.pk, 0.0),
    )
