"""The audit trail over HTTP."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.views import person
from review.threads.policies import get_discussed
from review.trail.models import Step
from review.trail.selectors import trail_of
from review.trail.serializers import TrailEntrySerializer


class QuestionTrailView(generics.GenericAPIView[Step]):
    queryset = Step.objects.none()
    serializer_class = TrailEntrySerializer
    filter_backends = []

    @extend_schema(operation_id="question_trail", responses={200: TrailEntrySerializer(many=True)})
    def get(self, request: Request, pk: int) -> Response:
        """Every step of a question, oldest first, for its author and admins; of rounds only once they are closed.

        Admins read who held and judged it; the author reads no reviewer's name. 403 `may_still_review` for an admin
        who could still be asked to judge it.
        """
        question, stance = get_discussed(user=person(request), question_id=pk)
        page = self.paginate_queryset(trail_of(question=question, stance=stance)) or []
        return self.get_paginated_response(TrailEntrySerializer(page, many=True).data)
