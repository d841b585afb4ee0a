"""Threads over HTTP. Thin: one service call or one read each."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.views import PROJECT, person, project_parameter
from review.threads import selectors, services
from review.threads import serializers as shapes
from review.threads.models import Stance, Thread
from review.threads.policies import get_discussed, stance_in
from review.verdicts.views import choice_parameter

STATE = OpenApiParameter("state", str, enum=["open", "resolved"], description="Default: both.")


class _ThreadList(generics.GenericAPIView[Thread]):
    queryset = Thread.objects.none()
    serializer_class = shapes.ThreadSerializer
    filter_backends = []

    def answer(self, request: Request, threads: QuerySet[Thread], stance: Stance | None) -> Response:
        """A page of `threads`; `stance` None: as each question's author or an admin."""
        state = choice_parameter(request, "state", ["open", "resolved"])
        if state is not None:
            threads = threads.filter(resolved_at__isnull=state == "open")
        user = person(request)
        page = self.paginate_queryset(selectors.in_full(threads)) or []
        shown = [_shown(thread, user, stance or _own_stance(user, thread)) for thread in page]
        return self.get_paginated_response(shapes.ThreadSerializer(shown, many=True).data)


class QuestionThreadsView(_ThreadList):
    @extend_schema(
        operation_id="question_threads",
        parameters=[STATE],
        responses={200: shapes.ThreadSerializer(many=True)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """The threads of a question, newest first, for its author and admins.

        403 `may_still_review` for an admin who could still be asked to judge it.
        """
        question, stance = get_discussed(user=person(request), question_id=pk)
        return self.answer(request, selectors.threads_of(question=question), stance)

    @extend_schema(
        operation_id="question_thread_start",
        request=shapes.StartThreadSerializer,
        responses={201: shapes.ThreadSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Begin a thread. 409 `not_settled` for one with reviewers while the question is not settled."""
        data = shapes.StartThreadSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        given: dict[str, Any] = data.validated_data
        user = person(request)
        thread = services.start_thread(
            user=user,
            question_id=pk,
            text=given["text"],
            anchor=services.Anchor(
                field=given.get("field", ""),
                time=given.get("time"),
                round_number=given.get("round"),
                reviewer=given.get("reviewer"),
            ),
            with_reviewers=given.get("with_reviewers", False),
        )
        return _answer(user, thread.pk, status.HTTP_201_CREATED)


class AssignmentThreadsView(_ThreadList):
    @extend_schema(
        operation_id="assignment_threads",
        parameters=[STATE],
        responses={200: shapes.ThreadSerializer(many=True)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """The threads that the author or an admin began with me about a settled question that I judged."""
        found = selectors.threads_for_reviewer(reviewer=person(request), round_id=pk)
        return self.answer(request, found, Stance.REVIEWER)


class ThreadListView(_ThreadList):
    @extend_schema(
        operation_id="threads_list",
        parameters=[PROJECT, STATE],
        responses={200: shapes.ThreadSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """The threads of a project's questions, newest first: of my own questions, and as an admin of all."""
        user, project_id = person(request), project_parameter(request)
        return self.answer(request, selectors.threads_in_project(user=user, project_id=project_id), None)


class ThreadPostView(APIView):
    @extend_schema(
        operation_id="thread_reply",
        request=shapes.ReplySerializer,
        responses={201: shapes.ThreadSerializer},
    )
    def post(self, request: Request, pk: UUID) -> Response:
        """Add a comment. 409 `thread_resolved` once it is resolved."""
        data = shapes.ReplySerializer(data=request.data)
        data.is_valid(raise_exception=True)
        user = person(request)
        services.reply(user=user, thread_id=pk, text=data.validated_data["text"])
        return _answer(user, pk, status.HTTP_201_CREATED)


class ThreadResolutionView(APIView):
    @extend_schema(operation_id="thread_resolve", request=None, responses={200: shapes.ThreadSerializer})
    def post(self, request: Request, pk: UUID) -> Response:
        """Resolve the thread: who began it, or an admin. Twice is the same as once."""
        user = person(request)
        services.resolve(user=user, thread_id=pk)
        return _answer(user, pk)


class ThreadReopeningView(APIView):
    @extend_schema(operation_id="thread_reopen", request=None, responses={200: shapes.ThreadSerializer})
    def post(self, request: Request, pk: UUID) -> Response:
        """Open a resolved thread again: who began it, or an admin. Twice is the same as once."""
        user = person(request)
        services.reopen(user=user, thread_id=pk)
        return _answer(user, pk)


def _answer(user: User, thread_id: UUID, code: int = status.HTTP_200_OK) -> Response:
    thread = selectors.in_full(Thread.objects.filter(pk=thread_id)).get()
    shown = _shown(thread, user, stance_in(user=user, thread=thread))
    return Response(shapes.ThreadSerializer(shown).data, status=code)


def _own_stance(user: User, thread: Thread) -> Stance:
    return Stance.AUTHOR if thread.question.author_id == user.pk else Stance.ADMIN


def _shown(thread: Thread, user: User, stance: Stance) -> dict[str, Any]:
    found = selectors.thread_view(thread=thread, viewer=user, stance=stance)
    return {
        "thread": found.thread,
        "question": None if stance == Stance.REVIEWER else thread.question_id,
        "round_number": found.round_number,
        "reviewer": found.reviewer,
        "mine": found.mine,
        "actions": found.actions,
        "posts": found.posts,
    }
