"""Dashboards over HTTP: for admins, but for a person's own week."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_date
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.policies import require_role
from accounts.selectors import Role
from accounts.views import PROJECT, person, project_parameter
from annotation.public import GRANULARITIES, Question, QuestionState
from kernel.errors import FieldError, Invalid
from review.dashboards import selectors
from review.dashboards import serializers as shapes
from review.dashboards.figures import share
from review.rounds.models import Round
from review.verdicts.reasons import find_reason
from review.verdicts.views import choice_parameter

STATES = [state.value for state in selectors.WAITING]
_DAY = "A day (UTC), e.g. 2026-01-31."


def _admins_project(request: Request) -> int:
    project_id = project_parameter(request)
    require_role(user=person(request), project_id=project_id, any_of=(Role.ADMIN,))
    return project_id


def _day(request: Request, name: str) -> datetime | None:
    """Midnight (UTC) at the start of a day given as a parameter; None when it is not given. Raises Invalid."""
    value = request.query_params.get(name)
    if not value:
        return None
    try:
        day = parse_date(value)
    except ValueError:
        day = None
    if day is None:
        message = f"{name} is a day such as 2026-01-31, not {value!r}."
        raise Invalid("invalid", message, errors=[FieldError(name, "invalid", message)])
    return datetime.combine(day, time(), tzinfo=UTC)


class PipelineView(APIView):
    @extend_schema(
        operation_id="dashboard_pipeline", parameters=[PROJECT], responses={200: shapes.PipelineSerializer}
    )
    def get(self, request: Request) -> Response:
        """How many videos, clips and questions are at each step (admins)."""
        found = selectors.pipeline_of(project_id=_admins_project(request))
        rows: list[dict[str, Any]] = []
        for granularity in GRANULARITIES:
            states = found.questions.get(granularity, {})
            counts = {state: states.get(state, 0) for state in QuestionState.values}
            rows.append(
                {
                    "granularity": granularity,
                    "begun": sum(counts.values()),
                    "submitted": found.submitted.get(granularity, 0),
                    **counts,
                }
            )
        body = {
            "videos": found.videos,
            "videos_ready": found.videos_ready,
            "clips": found.clips,
            "clips_ready": found.clips_ready,
            "questions": rows,
        }
        return Response(shapes.PipelineSerializer(body).data)


class AgeingView(APIView):
    @extend_schema(
        operation_id="dashboard_ageing", parameters=[PROJECT], responses={200: shapes.AgeingSerializer}
    )
    def get(self, request: Request) -> Response:
        """How long drafts, questions in review and returned ones have been so (admins)."""
        ages = selectors.ages_of(project_id=_admins_project(request), now=timezone.now())
        states = [
            {
                "state": one.state,
                "n": one.n,
                "steps": [{"step": name, "n": n} for name, n in one.steps.items()],
                "oldest_since": one.oldest_since,
            }
            for one in ages
        ]
        return Response(shapes.AgeingSerializer({"states": states}).data)


class WaitingListView(generics.GenericAPIView[Question]):
    queryset = Question.objects.none()
    serializer_class = shapes.WaitingQuestionSerializer
    filter_backends = []

    @extend_schema(
        operation_id="dashboard_waiting",
        parameters=[PROJECT, OpenApiParameter("state", str, enum=STATES)],
        responses={200: shapes.WaitingQuestionSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """The questions that wait, longest in their state first (admins)."""
        project_id = _admins_project(request)
        rows = selectors.waiting_questions(
            project_id=project_id, state=choice_parameter(request, "state", STATES)
        )
        page = self.paginate_queryset(rows) or []
        return self.get_paginated_response(shapes.WaitingQuestionSerializer(page, many=True).data)


class WorkView(APIView):
    @extend_schema(
        operation_id="dashboard_work",
        parameters=[
            PROJECT,
            OpenApiParameter("since", str, description=f"{_DAY} From its beginning."),
            OpenApiParameter("until", str, description=f"{_DAY} To its end."),
        ],
        responses={200: shapes.WorkSerializer},
    )
    def get(self, request: Request) -> Response:
        """What each member did, by name (admins). Reviews count once their round has closed."""
        project_id = _admins_project(request)
        until = _day(request, "until")
        work = selectors.work_of(
            project_id=project_id,
            since=_day(request, "since"),
            until=None if until is None else until + timedelta(days=1),
        )
        people = [
            {
                "user": one.user,
                "roles": one.roles,
                "submitted": one.submitted,
                "decided": one.decided,
                "returned": one.returned,
                "removed": one.removed,
                "return_rate": share(one.returned, one.decided),
                "reviewed": one.reviewed,
                "rejected": one.rejected,
                "reject_rate": share(one.rejected, one.reviewed),
                **{
                    f"{part}_hours": one.seconds.get(part, 0.0) / 3600
                    for part in ("authoring", "review", "training")
                },
            }
            for one in work.people
        ]
        body = {
            "people": people,
            "gini_submitted": work.gini_submitted,
            "gini_reviewed": work.gini_reviewed,
        }
        return Response(shapes.WorkSerializer(body).data)


class DisagreementListView(generics.GenericAPIView[Round]):
    queryset = Round.objects.none()
    serializer_class = shapes.DisagreementSerializer
    filter_backends = []

    @extend_schema(
        operation_id="dashboard_disagreements",
        parameters=[
            PROJECT,
            OpenApiParameter("page", int, description="From 1."),
            OpenApiParameter("page_size", int, description="Up to 200."),
        ],
        responses={200: shapes.DisagreementPageSerializer},
    )
    def get(self, request: Request) -> Response:
        """Closed rounds whose two verdicts differ, newest first (admins)."""
        project_id = _admins_project(request)
        rows, withheld = selectors.disagreements(user=person(request), project_id=project_id)
        page = self.paginate_queryset(rows) or []
        body = {
            "count": rows.count(),
            "withheld": withheld,
            "results": [_disagreement(one) for one in page],
        }
        return Response(shapes.DisagreementPageSerializer(body).data)


def _disagreement(row: Any) -> dict[str, Any]:
    return {
        "id": row.pk,
        "question": row.question_id,
        "public_id": row.question.public_id,
        "question_text": row.revision.question_text,
        "granularity": row.granularity,
        "task": row.task,
        "state": row.question.state,
        "round_number": row.number,
        "outcome": row.outcome,
        "closed_at": row.closed_at,
        "verdicts": [
            {
                "reviewer": one.reviewer,
                "decision": one.verdict.decision,
                "reasons": [
                    {"code": code, "title": reason.title if (reason := find_reason(code)) else code}
                    for code in one.verdict.reasons
                ],
                "comment": one.verdict.comment,
            }
            for one in row.judged
        ],
    }


class WeekView(APIView):
    @extend_schema(operation_id="my_week", parameters=[PROJECT], responses={200: shapes.WeekSerializer})
    def get(self, request: Request) -> Response:
        """My own numbers in a project since Monday."""
        user, project_id = person(request), project_parameter(request)
        require_role(user=user, project_id=project_id)
        now = timezone.now().astimezone(UTC)
        monday = datetime.combine(now.date() - timedelta(days=now.weekday()), time(), tzinfo=UTC)
        week = selectors.week_of(user=user, project_id=project_id, since=monday)
        return Response(shapes.WeekSerializer(week).data)
