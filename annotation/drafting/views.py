"""Candidate clips over HTTP: have them looked for, adjust, accept, drop."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import person
from annotation.drafting import selectors, services
from annotation.drafting import serializers as shapes
from annotation.drafting.models import Candidate, CandidateSearch
from annotation.videos.selectors import get_visible as get_visible_video
from jobs.models import ACTIVE_STATES, Job
from jobs.serializers import JobSerializer


def _shown(request: Request, candidate_id: int) -> Response:
    candidate = selectors.get_candidate(user=person(request), candidate_id=candidate_id)
    return Response(shapes.CandidateSerializer(candidate).data)


class VideoCandidatesView(generics.ListAPIView[Candidate]):
    """Candidate clips of one video, in order of time, decided ones included."""

    serializer_class = shapes.CandidateSerializer
    filter_backends = []

    def get_queryset(self) -> QuerySet[Candidate]:
        if getattr(self, "swagger_fake_view", False):
            return Candidate.objects.none()
        return selectors.candidates_of(user=person(self.request), video_id=self.kwargs["pk"])

    @extend_schema(operation_id="candidates_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class CandidateSearchView(APIView):
    @extend_schema(operation_id="candidate_search", responses={200: shapes.CandidateSearchSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """Whether candidates are being looked for, and what the last search went by."""
        video = get_visible_video(user=person(request), video_id=pk)
        row = CandidateSearch.objects.filter(video=video).first() or CandidateSearch(video=video)
        at_work = (
            row.job_id is not None and Job.objects.filter(pk=row.job_id, state__in=ACTIVE_STATES).exists()
        )
        document = {
            "job": row.job_id if at_work else None,
            "finished_at": row.finished_at,
            "used": row.used,
            "model_failure": row.model_failure,
        }
        return Response(shapes.CandidateSearchSerializer(document).data)

    @extend_schema(operation_id="candidate_search_start", request=None, responses={202: JobSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Look for candidates (annotators, admins); open ones that nobody has touched are replaced."""
        job = services.search_candidates(actor=person(request), video_id=pk)
        return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)


class CandidateView(APIView):
    @extend_schema(
        operation_id="candidate_adjust",
        request=shapes.AdjustCandidateSerializer,
        responses={200: shapes.CandidateSerializer},
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Move the ends of an open candidate; 409 with `current_version` when stale."""
        data = shapes.AdjustCandidateSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        services.adjust_candidate(actor=person(request), candidate_id=pk, **data.validated_data)
        return _shown(request, pk)


class CandidateAcceptanceView(APIView):
    @extend_schema(
        operation_id="candidate_accept",
        request=shapes.DecideCandidateSerializer,
        responses={200: shapes.CandidateSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Make the scene clip of a candidate and queue its cutting."""
        data = shapes.DecideCandidateSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        services.accept_candidate(
            actor=person(request), candidate_id=pk, version=data.validated_data["version"]
        )
        return _shown(request, pk)


class CandidateRemovalView(APIView):
    @extend_schema(operation_id="candidate_drop", request=None, responses={200: shapes.CandidateSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Drop a candidate; it can be brought back."""
        services.drop_candidate(actor=person(request), candidate_id=pk)
        return _shown(request, pk)


class CandidateRestorationView(APIView):
    @extend_schema(
        operation_id="candidate_restore", request=None, responses={200: shapes.CandidateSerializer}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Bring a dropped candidate back."""
        services.restore_candidate(actor=person(request), candidate_id=pk)
        return _shown(request, pk)
