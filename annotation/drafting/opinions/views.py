"""Second opinions over HTTP: for the author and admins."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import person
from annotation.drafting.models import Purpose
from annotation.drafting.opinions import selectors, services
from annotation.drafting.opinions import serializers as shapes
from annotation.drafting.opinions.models import OpinionKind, OpinionRequest
from annotation.drafting.selectors import endpoint_for
from annotation.questions.revisions import read_content
from annotation.questions.selectors import current_revision, get_visible
from jobs.models import ACTIVE_STATES, Job
from jobs.serializers import JobSerializer


class OpinionsView(APIView):
    @extend_schema(operation_id="question_opinions", responses={200: shapes.OpinionsSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """Second opinions on the newest content of a question; advice, never a verdict."""
        question = get_visible(user=person(request), question_id=pk)
        revision = current_revision(question=question)
        found = selectors.opinions_on(question=question, revision=revision, content=read_content(revision))
        asked = OpinionRequest.objects.filter(question=question).first() or OpinionRequest(question=question)
        at_work = Job.objects.filter(pk=asked.job_id or 0, state__in=ACTIVE_STATES).exists()
        possible: list[OpinionKind] = []
        if endpoint_for(project_id=question.project_id, purpose=Purpose.OPINIONS) is not None:
            possible += [OpinionKind.TEXT_ONLY, OpinionKind.LEAK]
        if endpoint_for(project_id=question.project_id, purpose=Purpose.EMBEDDINGS) is not None:
            possible.append(OpinionKind.DUPLICATES)
        document = {
            "possible": possible,
            "job": asked.job_id if at_work else None,
            "finished_at": asked.finished_at,
            "failures": asked.failures,
            "opinions": list(found),
        }
        return Response(shapes.OpinionsSerializer(document).data)

    @extend_schema(operation_id="question_ask_opinions", request=None, responses={202: JobSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Ask for second opinions on a question that can still be changed (its author)."""
        job = services.request_opinions(actor=person(request), question_id=pk)
        return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)
