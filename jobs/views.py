"""Jobs over HTTP: look, cancel, retry."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from jobs import selectors, services
from jobs.models import Job
from jobs.serializers import JobListQuery, JobSerializer
from jobs.subjects import names_of
from kernel.errors import FieldError, Invalid


class JobList(GenericAPIView[Job]):
    """GET /jobs"""

    serializer_class = JobSerializer
    filter_backends = ()
    queryset = Job.objects.none()

    @extend_schema(
        operation_id="list_jobs",
        parameters=[JobListQuery],
        responses=JobSerializer(many=True),
        description="Your own jobs, and those of projects you are an admin of, newest first.",
    )
    def get(self, request: Request) -> Response:
        query = JobListQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        # A form without the box means "not ticked" to DRF; here it means "all".
        active = query.validated_data.get("active") if "active" in request.query_params else None
        if "active" in request.query_params and active is None:
            message = "active is true or false; leave it out for all jobs."
            raise Invalid("invalid", message, errors=[FieldError("active", "invalid", message)])
        jobs = selectors.filtered(
            selectors.visible_to(request.user),
            project_id=query.validated_data.get("project"),
            active=active,
        )
        page = self.paginate_queryset(jobs) or []
        context = {"names": names_of(job.subject for job in page)}
        return self.get_paginated_response(JobSerializer(page, many=True, context=context).data)


class JobDetail(APIView):
    """GET /jobs/{id}"""

    @extend_schema(operation_id="get_job", responses=JobSerializer)
    def get(self, request: Request, job_id: int) -> Response:
        return Response(JobSerializer(selectors.get_visible(user=request.user, job_id=job_id)).data)


class JobCancellation(APIView):
    """POST /jobs/{id}/cancellation"""

    @extend_schema(
        operation_id="cancel_job",
        request=None,
        responses=JobSerializer,
        description="Asks a job to stop; a queued one is cancelled at once. Changes nothing about one that has ended.",
    )
    def post(self, request: Request, job_id: int) -> Response:
        selectors.get_visible(user=request.user, job_id=job_id)
        return Response(JobSerializer(services.request_cancellation(job_id=job_id)).data)


class JobRetry(APIView):
    """POST /jobs/{id}/retry"""

    @extend_schema(
        operation_id="retry_job",
        request=None,
        responses=JobSerializer,
        description="Queues a failed or cancelled job again. Changes nothing about one that is queued or running; "
        "409 for one that has succeeded.",
    )
    def post(self, request: Request, job_id: int) -> Response:
        selectors.get_visible(user=request.user, job_id=job_id)
        return Response(JobSerializer(services.retry(job_id=job_id)).data)
