"""The step to the reference over HTTP."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import person
from review.assignments import serializers as shapes
from review.assignments.documents import full_document
from review.assignments.selectors import get_mine_in_full
from review.blind.services import BlindAnswer, reveal_reference, show_stages


class AssignmentReferenceView(APIView):
    @extend_schema(
        operation_id="assignment_reference",
        request=shapes.RevealSerializer,
        responses={200: shapes.AssignmentSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Open the reference of an item that you hold, with your own answer before it where there is one.

        400 `blind_answer_required` where the project wants labels first; 409 `reference_shown` for another answer
        once it is open.
        """
        data = shapes.RevealSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        given = data.validated_data
        user = person(request)
        answer = BlindAnswer(
            labels=tuple((row["side"], row["label"]) for row in given.get("labels", ())),
            stages=tuple(given.get("stages", ())),
        )
        reveal_reference(reviewer=user, round_id=pk, answer=answer)
        found = get_mine_in_full(reviewer=user, round_id=pk)
        return Response(shapes.AssignmentSerializer(full_document(found)).data)


class AssignmentStagesView(APIView):
    @extend_schema(
        operation_id="assignment_stages", request=None, responses={200: shapes.ShuffledStagesSerializer}
    )
    def post(self, request: Request, pk: int) -> Response:
        """See the stages in a shuffled order, to put them in order yourself before the reference is open."""
        stages = show_stages(reviewer=person(request), round_id=pk)
        return Response(shapes.ShuffledStagesSerializer({"stages": stages}).data)
