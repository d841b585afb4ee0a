"""Closed rounds over HTTP."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import person
from annotation.public import get_visible_question
from review.rounds.policies import require_may_read_feedback
from review.rounds.selectors import closed_rounds
from review.rounds.serializers import FeedbackSerializer


class QuestionFeedbackView(APIView):
    @extend_schema(operation_id="question_feedback", responses={200: FeedbackSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """What reviewers said of a question, for its author and admins, of closed rounds only.

        403 `may_still_review` for an admin who could still be asked to judge it.
        """
        user = person(request)
        question = get_visible_question(user=user, question_id=pk)
        require_may_read_feedback(user=user, question=question)
        return Response(FeedbackSerializer({"rounds": closed_rounds(question=question)}).data)
