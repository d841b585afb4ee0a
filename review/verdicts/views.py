"""Verdicts over HTTP. Thin: one service call each."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import person
from annotation.public import GRANULARITIES
from kernel.errors import FieldError, Invalid
from review.assignments.documents import full_document, given_document
from review.assignments.selectors import get_mine_in_full
from review.assignments.serializers import AssignmentSerializer, GivenVerdictSerializer
from review.verdicts.reasons import reasons_for
from review.verdicts.serializers import (
    TASK_NAMES,
    GiveVerdictSerializer,
    ReasonsSerializer,
)
from review.verdicts.services import Judgement, submit_verdict
from review.verdicts.undo import take_back


class VerdictView(APIView):
    @extend_schema(
        operation_id="assignment_verdict",
        request=GiveVerdictSerializer,
        responses={200: GivenVerdictSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Give the verdict of an item that you hold; the same verdict again changes nothing.

        409 `verdict_differs`, `lease_expired`, `assignment_released`, `reference_not_shown`, `media_not_ready`; 400
        `not_watched_enough` with `missing_seconds`, `watched_share` and `required_share`.
        """
        data = GiveVerdictSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        given: dict[str, Any] = data.validated_data
        judged = submit_verdict(
            reviewer=person(request),
            round_id=pk,
            judgement=Judgement(
                decision=given["decision"],
                reasons=tuple(given.get("reasons", ())),
                comment=given.get("comment", ""),
                comment_field=given.get("comment_field", ""),
                comment_time=given.get("comment_time"),
                seconds_spent=given.get("seconds_spent", 0.0),
            ),
            watched=given.get("watched", ()),
        )
        return Response(GivenVerdictSerializer(given_document(judged)).data)


class VerdictUndoView(APIView):
    @extend_schema(
        operation_id="assignment_verdict_undo", request=None, responses={200: AssignmentSerializer}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Take your verdict back while its `undo_until` has not passed; the item is yours again, as a draft.

        An item that you hold meanwhile is set aside. 409 `undo_over` once the time has passed.
        """
        user = person(request)
        take_back(reviewer=user, round_id=pk)
        found = get_mine_in_full(reviewer=user, round_id=pk)
        return Response(AssignmentSerializer(full_document(found)).data)


class ReasonsView(APIView):
    @extend_schema(
        operation_id="review_reasons",
        parameters=[
            OpenApiParameter("granularity", str, enum=list(GRANULARITIES)),
            OpenApiParameter("task", str, enum=TASK_NAMES),
        ],
        responses={200: ReasonsSerializer},
    )
    def get(self, request: Request) -> Response:
        """The reasons for a rejection, in the order in which they are shown."""
        granularity = choice_parameter(request, "granularity", list(GRANULARITIES))
        task = choice_parameter(request, "task", TASK_NAMES)
        found = reasons_for(granularity=granularity, task=task)
        return Response(ReasonsSerializer({"reasons": found}).data)


def choice_parameter(request: Request, name: str, known: list[str]) -> str | None:
    """An optional query parameter with known values; raises Invalid for another one."""
    value = request.query_params.get(name)
    if value is None or value in known:
        return value
    message = f"{name} is one of: {', '.join(known)}."
    raise Invalid("invalid", message, errors=[FieldError(name, "unknown", message)])
