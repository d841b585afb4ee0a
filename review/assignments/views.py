"""The queue and a reviewer's own assignments over HTTP. Thin: one service call or one read each."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import PROJECT, person, project_parameter
from annotation.public import Granularity, serve_file
from review.assignments import documents, selectors, services
from review.assignments import serializers as shapes
from review.assignments.grants import is_granted
from review.assignments.models import Assignment, AssignmentState
from review.assignments.policies import require_reviewer
from review.rounds.services import close_due
from review.verdicts.serializers import TASK_NAMES, VerdictDraftSerializer
from review.verdicts.views import choice_parameter

MINE = "Only your own assignments; another reviewer's are not found."


class NextAssignmentView(APIView):
    @extend_schema(
        operation_id="assignment_next",
        request=shapes.AskNextSerializer,
        responses={
            200: OpenApiResponse(
                shapes.NextAssignmentSerializer, description="The item you hold already, or none."
            ),
            201: OpenApiResponse(shapes.NextAssignmentSerializer, description="A new item."),
        },
    )
    def post(self, request: Request) -> Response:
        """Get the next item to judge: the one you hold, else the oldest that is free for you.

        409 `lease_elsewhere` (with `project` and `assignment`) while you hold an item of another project.
        """
        data = shapes.AskNextSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        asked = data.validated_data
        user = person(request)
        claim = services.claim_next(
            reviewer=user,
            project_id=asked["project"],
            granularity=asked.get("granularity"),
            task=asked.get("task"),
        )
        found = None
        if claim.round_id is not None:
            found = selectors.mine_in_full(user).get(round_id=claim.round_id)
        body = shapes.NextAssignmentSerializer(documents.next_document(claim, found)).data
        return Response(body, status=status.HTTP_201_CREATED if claim.is_new else status.HTTP_200_OK)


class UpcomingAssignmentView(APIView):
    @extend_schema(
        operation_id="assignment_upcoming",
        parameters=[
            PROJECT,
            OpenApiParameter("granularity", str, enum=Granularity.values),
            OpenApiParameter("task", str, enum=TASK_NAMES),
        ],
        responses={200: shapes.UpcomingSerializer},
    )
    def get(self, request: Request) -> Response:
        """What will most likely come next, so that its video can be loaded. Nothing is taken by looking."""
        user = person(request)
        project_id = project_parameter(request)
        require_reviewer(user=user, project_id=project_id)
        wish = selectors.Wish(
            user,
            project_id,
            choice_parameter(request, "granularity", list(Granularity.values)),
            choice_parameter(request, "task", TASK_NAMES),
        )
        found = selectors.upcoming(wish, timezone.now())
        return Response(shapes.UpcomingSerializer(documents.upcoming_document(user, found)).data)


class AssignmentListView(generics.GenericAPIView[Assignment]):
    queryset = Assignment.objects.none()
    serializer_class = shapes.AssignmentRowSerializer
    filter_backends = []

    @extend_schema(
        operation_id="assignments_list",
        parameters=[
            PROJECT,
            OpenApiParameter("state", str, enum=AssignmentState.values, description="Only those."),
        ],
        responses={200: shapes.AssignmentRowSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """My assignments in a project, newest first."""
        user = person(request)
        project_id = project_parameter(request)
        require_reviewer(user=user, project_id=project_id)
        rows = selectors.in_state(
            selectors.mine(user).filter(project_id=project_id), request.query_params.get("state")
        )
        page = self.paginate_queryset(rows) or []
        listed = [documents.row_document(row) for row in page]
        return self.get_paginated_response(shapes.AssignmentRowSerializer(listed, many=True).data)


class AssignmentView(APIView):
    @extend_schema(operation_id="assignment", responses={200: shapes.AssignmentSerializer}, description=MINE)
    def get(self, request: Request, pk: int) -> Response:
        """One of my assignments with everything that the verdict page shows."""
        found = selectors.get_mine_in_full(reviewer=person(request), round_id=pk)
        return Response(shapes.AssignmentSerializer(documents.full_document(found)).data)


class AssignmentTakeUpView(APIView):
    @extend_schema(
        operation_id="assignment_take_up", request=None, responses={200: shapes.AssignmentSerializer}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Take one of your own items up again whose hold ran out or was set aside.

        409 `not_free` when somebody else has it by now or comes before you, `lease_elsewhere` while you hold another.
        """
        user = person(request)
        services.take_up(reviewer=user, round_id=pk)
        found = selectors.get_mine_in_full(reviewer=user, round_id=pk)
        return Response(shapes.AssignmentSerializer(documents.full_document(found)).data)


class AssignmentHeartbeatView(APIView):
    @extend_schema(
        operation_id="assignment_heartbeat",
        request=shapes.HeartbeatSerializer,
        responses={200: shapes.LeaseSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Say that you are still at it, and what was played. 409 `lease_expired` when the hold has run out."""
        data = shapes.HeartbeatSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        held = services.heartbeat(
            reviewer=person(request), round_id=pk, watched=data.validated_data.get("watched", ())
        )
        # Nobody waits for this answer: time to close a round that is due, should the workers be busy or gone.
        close_due(at_most=1)
        return Response(shapes.LeaseSerializer(documents.lease_document(held)).data)


class AssignmentDraftView(APIView):
    @extend_schema(
        operation_id="assignment_draft",
        request=VerdictDraftSerializer,
        responses={200: VerdictDraftSerializer},
    )
    def put(self, request: Request, pk: int) -> Response:
        """Keep an unfinished verdict; it is there again when the item is, also after the hold ran out."""
        data = VerdictDraftSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        draft: dict[str, Any] = dict(VerdictDraftSerializer(data.validated_data).data)
        kept = services.save_draft(reviewer=person(request), round_id=pk, draft=draft)
        return Response(kept.draft)


class AssignmentReleaseView(APIView):
    @extend_schema(
        operation_id="assignment_release", request=None, responses={200: shapes.AssignmentRowSerializer}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Skip or hand back: the item goes to somebody else, and is not offered to you again in this round."""
        user = person(request)
        services.release(reviewer=user, round_id=pk)
        row = selectors.mine(user).get(round_id=pk)
        return Response(shapes.AssignmentRowSerializer(documents.row_document(row)).data)


class AssignmentMediaView(APIView):
    @extend_schema(
        operation_id="assignment_media",
        responses={(200, "video/mp4"): OpenApiTypes.BINARY, (206, "video/mp4"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """The prepared video of one of my assignments; answers Range requests. Not after it was handed back.

        The address that `assignments/upcoming` gave works for a few minutes before the item is mine.
        """
        user = person(request)
        grant = request.query_params.get("grant")
        mine = selectors.own(user).filter(round_id=pk).exists()
        if grant and not mine and is_granted(reviewer=user, round_id=pk, grant=grant):
            media = selectors.media_of_upcoming(round_id=pk)
        else:
            media = selectors.media_of_mine(reviewer=user, round_id=pk)
        return serve_file(request._request, media.key, media.etag, media.content_type)
