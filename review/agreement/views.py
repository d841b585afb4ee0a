"""Agreement over HTTP, for admins. Thin: a scope is read from the address, a report is made of it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.views import PROJECT, person, project_parameter
from annotation.public import GRANULARITIES
from kernel.errors import FieldError, Invalid
from kernel.parameters import read_id
from review.agreement import selectors
from review.agreement.decision_files import FIRST_ROUND
from review.agreement.own_answers import answer_rows, own_answer_document, read_answers
from review.agreement.policies import require_admin
from review.agreement.reports import Report, kind_of, make_report
from review.agreement.scopes import GROUPINGS, ClosedItem, Scope, days_of_week, group_of
from review.agreement.serializers import (
    KINDS,
    AgreementItemSerializer,
    AgreementSerializer,
    OwnAnswersSerializer,
)
from review.rounds.models import Round
from review.verdicts.models import Decision
from review.verdicts.serializers import TASK_NAMES
from review.verdicts.views import choice_parameter

SCOPE = [
    PROJECT,
    OpenApiParameter("granularity", str, enum=list(GRANULARITIES)),
    OpenApiParameter("task", str, enum=TASK_NAMES),
    OpenApiParameter("reviewer", int, description="Who made one of the decisions."),
    OpenApiParameter("other_reviewer", int, description="Who made the other one."),
    OpenApiParameter("video", int, description="Id of the source video."),
    OpenApiParameter("week", str, description="ISO week in which the round closed (UTC), such as 2026-W49."),
    OpenApiParameter("round", str, description="A number, or `all`. Default: 1, the initial decisions."),
]
BY = OpenApiParameter("by", str, enum=list(GROUPINGS), description="Default: granularity.")
FORMULA_STARTS = "=+-@\t\r"


class AgreementView(generics.GenericAPIView[Round]):
    queryset = Round.objects.none()
    serializer_class = AgreementSerializer
    filter_backends = []

    @extend_schema(operation_id="agreement", parameters=[*SCOPE, BY], responses={200: AgreementSerializer})
    def get(self, request: Request) -> Response:
        """Agreement of the two reviewers over a scope and for each of its groups, from closed rounds only.

        By round, all rounds count unless one is named.
        """
        user, scope, by, judges = _asked(request)
        report = make_report(scope, by=by, viewer=user, may_still_review=judges)
        # The paginator slices any sequence; only the groups of the page are computed.
        page: list[Any] = self.paginate_queryset(report.groups) or []
        paged = self.get_paginated_response([report.group(key) for key in page]).data
        answer = {
            "by": by,
            "round": "all" if scope.round_number is None else str(scope.round_number),
            "may_still_review": judges,
            "overall": report.overall(),
            "holds_without_verdict": selectors.holds_without_verdict(scope),
            **paged,
        }
        return Response(AgreementSerializer(answer).data)


class AgreementItemsView(generics.GenericAPIView[Round]):
    queryset = Round.objects.none()
    serializer_class = AgreementItemSerializer
    filter_backends = []

    @extend_schema(
        operation_id="agreement_items",
        parameters=[*SCOPE, OpenApiParameter("kind", str, enum=list(KINDS))],
        responses={200: AgreementItemSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """The items behind the figure of a scope, by question and round; `kind` leaves those decided so."""
        user, scope, by, judges = _asked(request)
        kind = choice_parameter(request, "kind", list(KINDS))
        report = make_report(scope, by=by, viewer=user, may_still_review=judges)
        items = [item for item in _items(report) if kind in (None, kind_of(item))]
        page: list[Any] = self.paginate_queryset(items) or []
        rows = [_row(item, report.people) for item in page]
        return self.get_paginated_response(AgreementItemSerializer(rows, many=True).data)


class AgreementDecisionsView(APIView):
    @extend_schema(
        operation_id="agreement_decisions",
        parameters=[*SCOPE, BY],
        responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.BINARY, "One row a decision.")},
    )
    def get(self, request: Request) -> HttpResponse:
        """The decisions behind the figure of a scope as CSV; `manage.py agreement` computes the same from it.

        Its stratum is the group.
        """
        user, scope, by, judges = _asked(request)
        report = make_report(scope, by=by, viewer=user, may_still_review=judges)
        header = ["item", "reviewer", "decision", "stratum", "round", "video"]
        rows = (
            [
                item.public_id,
                report.people[reviewer]["email"],
                Decision.ACCEPT.value if accepts else Decision.REJECT.value,
                group_of(item, by),
                item.round_number,
                item.video_id,
            ]
            for item in _items(report)
            for reviewer, accepts in item.decisions
        )
        return _csv(f"decisions-{scope.project_id}.csv", [header, *rows])


class OwnAnswersView(APIView):
    @extend_schema(
        operation_id="agreement_own_answers", parameters=SCOPE, responses={200: OwnAnswersSerializer}
    )
    def get(self, request: Request) -> Response:
        """Agreement on what reviewers answered before they saw the reference, by task.

        Alpha with the MASI and the Jaccard distance, which label stood for which, and Kendall's tau of stage orders.
        """
        user, scope, _, judges = _asked(request)
        found = read_answers(scope, viewer=user, may_still_review=judges)
        return Response(OwnAnswersSerializer(own_answer_document(*found)).data)


class OwnAnswersFileView(APIView):
    @extend_schema(
        operation_id="agreement_own_answers_file",
        parameters=SCOPE,
        responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.BINARY, "One row a set or an order.")},
    )
    def get(self, request: Request) -> HttpResponse:
        """The own answers behind the figures of a scope as CSV; labels and stages are separated by ` | `."""
        user, scope, _, judges = _asked(request)
        items, answers, _ = read_answers(scope, viewer=user, may_still_review=judges)
        people = selectors.people({reviewer for item in items for reviewer, _ in item.decisions})
        header = ["item", "round", "granularity", "task", "reviewer", "side", "labels", "stages"]
        return _csv(f"own-answers-{scope.project_id}.csv", [header, *answer_rows(items, answers, people)])


def _csv(name: str, rows: Iterable[Sequence[str | int]]) -> HttpResponse:
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n").writerows(
        [_as_text(str(cell)) for cell in row] for row in rows
    )
    response = HttpResponse(written.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _as_text(value: str) -> str:
    """A cell that no spreadsheet takes for a formula; the same reviewer stays the same."""
    return f"'{value}" if value.startswith(tuple(FORMULA_STARTS)) else value


def _items(report: Report) -> list[ClosedItem]:
    found = [item for items in report.counted.values() for item in items]
    return sorted(found, key=lambda item: (item.public_id, item.round_number))


def _row(item: ClosedItem, people: Mapping[int, Mapping[str, Any]]) -> dict[str, Any]:
    return {
        "question": item.question_id,
        "question_id": item.public_id,
        "granularity": item.granularity,
        "task": item.task,
        "round": item.round_number,
        "video": {"id": item.video_id, "title": item.video_title},
        "closed_at": item.closed_at,
        "outcome": item.outcome,
        "kind": kind_of(item),
        "decisions": [
            {"reviewer": people[reviewer], "decision": Decision.ACCEPT if accepts else Decision.REJECT}
            for reviewer, accepts in item.decisions
        ],
    }


def _asked(request: Request) -> tuple[User, Scope, str, bool]:
    """Who asks for what: the person, the scope, the grouping, and whether the person may still have to judge."""
    user = person(request)
    project_id = project_parameter(request)
    judges = require_admin(user=user, project_id=project_id)
    by = choice_parameter(request, "by", list(GROUPINGS)) or "granularity"
    reviewers = (_number(request, "reviewer"), _number(request, "other_reviewer"))
    scope = Scope(
        project_id=project_id,
        granularity=choice_parameter(request, "granularity", list(GRANULARITIES)),
        task=choice_parameter(request, "task", TASK_NAMES),
        reviewers=tuple(each for each in reviewers if each is not None),
        video_id=_number(request, "video"),
        week=_week(request),
        round_number=_round(request, None if by == "round" else FIRST_ROUND),
    )
    return user, scope, by, judges


def _refuse(name: str, code: str, message: str) -> Invalid:
    return Invalid("invalid", message, errors=[FieldError(name, code, message)])


def _number(request: Request, name: str) -> int | None:
    value = request.query_params.get(name)
    if value is None:
        return None
    return read_id(value, field=name, message=f"{name} is an id, such as {name}=1.", code="not_an_id")


def _week(request: Request) -> str | None:
    value = request.query_params.get("week")
    if value is not None:
        try:
            days_of_week(value)
        except ValueError:
            raise _refuse("week", "not_a_week", "week is an ISO week, such as week=2026-W49.") from None
    return value


def _round(request: Request, default: int | None) -> int | None:
    value = request.query_params.get("round")
    if value is None:
        return default
    if value == "all":
        return None
    if not (value.isascii() and value.isdigit() and len(value) < 10 and int(value) > 0):
        raise _refuse("round", "not_a_round", "round is a whole number from 1, or all.")
    return int(value)
