"""Answers and changes over HTTP."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import person
from annotation.public import get_visible_question
from review.points import selectors, services
from review.points import serializers as shapes
from review.rounds.selectors import closed_rounds
from review.rounds.serializers import FeedbackSerializer


class PointAnswerView(APIView):
    @extend_schema(
        operation_id="question_answer_point",
        request=shapes.AnswerPointSerializer,
        responses={200: FeedbackSerializer},
    )
    def put(self, request: Request, pk: int, number: int, reviewer: int) -> Response:
        """Answer what a reviewer of the last closed round said, while revising; for the author."""
        data = shapes.AnswerPointSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        user = person(request)
        services.answer_point(
            author=user,
            question_id=pk,
            round_number=number,
            reviewer=reviewer,
            text=data.validated_data["text"],
        )
        question = get_visible_question(user=user, question_id=pk)
        return Response(FeedbackSerializer({"rounds": closed_rounds(question=question)}).data)


class QuestionChangesView(APIView):
    @extend_schema(operation_id="question_changes", responses={200: shapes.ChangesSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """What the newest revision changes of the one before it."""
        question = get_visible_question(user=person(request), question_id=pk)
        return Response(shapes.ChangesSerializer(selectors.changes_of_question(question=question)).data)


class AssignmentChangesView(APIView):
    @extend_schema(operation_id="assignment_changes", responses={200: shapes.ChangesSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """In a renewed review, once the reference is open: what changed, and what the author says about it."""
        found = selectors.changes_for_reviewer(reviewer=person(request), round_id=pk)
        return Response(shapes.ChangesSerializer(found).data)
