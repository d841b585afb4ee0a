"""A person's own training over HTTP. Thin: one service call or one read each."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import PROJECT, person, project_parameter
from annotation.public import serve_file
from review.activity.models import TRAINING_PARTS
from review.activity.services import report_work
from review.assignments.selectors import prepared_media
from review.training import documents, selectors, services
from review.training import serializers as shapes
from review.training.policies import require_trainee


class TrainingView(APIView):
    @extend_schema(
        operation_id="training", parameters=[PROJECT], responses={200: shapes.TrainingStandingSerializer}
    )
    def get(self, request: Request) -> Response:
        """How far I am with the training of a project, and what is left."""
        user, project_id = person(request), project_parameter(request)
        require_trainee(user=user, project_id=project_id)
        demands = selectors.demands_of(selectors.plan_of(project_id=project_id))
        standing = selectors.standing_of(user=user, project_id=project_id)
        return Response(
            shapes.TrainingStandingSerializer(documents.standing_document(standing, demands)).data
        )


class TrainingGuidelineView(APIView):
    @extend_schema(
        operation_id="training_guideline", parameters=[PROJECT], responses={200: shapes.GuidelineSerializer}
    )
    def get(self, request: Request) -> Response:
        """The newest guideline in pages to read."""
        user, project_id = person(request), project_parameter(request)
        require_trainee(user=user, project_id=project_id)
        found = documents.guideline_document(project_id=project_id, user_id=user.pk)
        return Response(shapes.GuidelineSerializer(found).data)


class TrainingReadingView(APIView):
    @extend_schema(
        operation_id="training_mark_page",
        request=shapes.MarkPageSerializer,
        responses={200: shapes.GuidelineSerializer},
    )
    def post(self, request: Request) -> Response:
        """Say that you have read a page of a version of the guideline."""
        data = shapes.MarkPageSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        user, told = person(request), data.validated_data
        services.mark_page(actor=user, project_id=told["project"], version=told["version"], page=told["page"])
        found = documents.guideline_document(project_id=told["project"], user_id=user.pk)
        return Response(shapes.GuidelineSerializer(found).data)


class WorkTimeView(APIView):
    @extend_schema(
        operation_id="work_time",
        request=shapes.ReportWorkSerializer,
        responses={200: shapes.WorkSessionSerializer},
    )
    def post(self, request: Request) -> Response:
        """Report the seconds of work on a page since it was opened; first 0, then the growing sum.

        400 `more_than_the_clock` for more than have passed.
        """
        data = shapes.ReportWorkSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        user, told = person(request), data.validated_data
        session = report_work(
            actor=user,
            project_id=told["project"],
            key=told["key"],
            part=told["part"],
            seconds=told["seconds"],
        )
        if told["part"] in TRAINING_PARTS and session.seconds > 0:
            services.earn_if_due(user=user, project_id=told["project"])
        return Response(shapes.WorkSessionSerializer(session).data)


class PracticeRunsView(APIView):
    @extend_schema(
        operation_id="practice_runs", parameters=[PROJECT], responses={200: shapes.PracticeRunsSerializer}
    )
    def get(self, request: Request) -> Response:
        """My practice runs, newest first."""
        user, project_id = person(request), project_parameter(request)
        require_trainee(user=user, project_id=project_id)
        runs = [documents.run_document(run) for run in selectors.runs_of(user=user, project_id=project_id)]
        return Response(shapes.PracticeRunsSerializer({"runs": runs}).data)

    @extend_schema(
        operation_id="practice_run_start",
        request=shapes.ProjectInBodySerializer,
        responses={
            200: OpenApiResponse(shapes.PracticeRunSerializer, description="The run that is not finished."),
            201: OpenApiResponse(shapes.PracticeRunSerializer, description="A new run."),
        },
    )
    def post(self, request: Request) -> Response:
        """Begin a practice run, or go on with the one you have. 409 `no_practice_items`, `runs_used_up`."""
        data = shapes.ProjectInBodySerializer(data=request.data)
        data.is_valid(raise_exception=True)
        user, project_id = person(request), data.validated_data["project"]
        run, is_new = services.start_run(actor=user, project_id=project_id)
        found = selectors.runs_of(user=user, project_id=project_id).get(pk=run.pk)
        body = shapes.PracticeRunSerializer(documents.run_document(found)).data
        return Response(body, status=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK)


class PracticeItemView(APIView):
    @extend_schema(operation_id="practice_item", responses={200: shapes.PracticeItemSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """One item of a practice run of mine."""
        answer = selectors.own_answer(user=person(request), answer_id=pk)
        return Response(shapes.PracticeItemSerializer(documents.practice_document(answer)).data)


class PracticeMediaView(APIView):
    @extend_schema(
        operation_id="practice_media",
        responses={(200, "video/mp4"): OpenApiTypes.BINARY, (206, "video/mp4"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """The prepared video of a practice item of mine; answers Range requests."""
        answer = selectors.own_answer(user=person(request), answer_id=pk)
        media = prepared_media(answer.item.revision.clip)
        return serve_file(request._request, media.key, media.etag, media.content_type)


class PracticeVerdictView(APIView):
    @extend_schema(
        operation_id="practice_verdict",
        request=shapes.GivePracticeVerdictSerializer,
        responses={200: shapes.PracticeItemSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Judge a practice item; the answer says whether it was right, and why. 409 `verdict_differs`."""
        data = shapes.GivePracticeVerdictSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        given: dict[str, Any] = data.validated_data
        answer = services.give_practice_verdict(
            actor=person(request),
            answer_id=pk,
            decision=given["decision"],
            reasons=given.get("reasons", ()),
            comment=given.get("comment", ""),
        )
        return Response(shapes.PracticeItemSerializer(documents.practice_document(answer)).data)
