"""Exports of a project, for its admins."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from django.core.files.storage import default_storage
from django.db.models import QuerySet
from django.http import FileResponse
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.policies import require_role
from accounts.selectors import Role
from accounts.views import PROJECT, person, project_parameter
from evaluation.exports import services
from evaluation.exports.models import Export
from evaluation.exports.serializers import (
    ExportSerializer,
    RequestedExportSerializer,
    RequestExportSerializer,
)
from kernel.errors import Conflict, NotFound


def _export(request: Request, pk: int) -> Export:
    """The export, for admins of its project. Raises NotFound for everybody else."""
    export = Export.objects.select_related("created_by", "project").filter(pk=pk).first()
    if export is None:
        raise NotFound("not_found", "There is no such export.")
    require_role(user=person(request), project_id=export.project_id, any_of=(Role.ADMIN,))
    return export


class ExportListView(generics.ListAPIView[Export]):
    """Exports of a project, newest first."""

    serializer_class = ExportSerializer
    filter_backends = []

    def get_queryset(self) -> QuerySet[Export]:
        if getattr(self, "swagger_fake_view", False):
            return Export.objects.none()
        project_id = project_parameter(self.request)
        require_role(user=person(self.request), project_id=project_id, any_of=(Role.ADMIN,))
        return Export.objects.filter(project_id=project_id).select_related("created_by").order_by("-pk")

    @extend_schema(operation_id="exports_list", parameters=[PROJECT])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="export_request",
        request=RequestExportSerializer,
        responses={201: RequestedExportSerializer},
    )
    def post(self, request: Request) -> Response:
        """Ask for an export of everything that is accepted now; a job makes the file."""
        data = RequestExportSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        export, job = services.request_export(
            actor=person(request), project_id=data.validated_data["project"]
        )
        answer = {**ExportSerializer(export).data, "job": job.pk}
        return Response(answer, status=status.HTTP_201_CREATED)


class ExportView(APIView):
    @extend_schema(operation_id="export", responses={200: ExportSerializer})
    def get(self, request: Request, pk: int) -> Response:
        return Response(ExportSerializer(_export(request, pk)).data)


class ExportFileView(APIView):
    @extend_schema(
        operation_id="export_file",
        responses={
            (200, "application/json"): OpenApiResponse(OpenApiTypes.BINARY, "The records as one JSON array.")
        },
    )
    def get(self, request: Request, pk: int) -> FileResponse:
        """The file; 409 while it is being made."""
        export = _export(request, pk)
        if export.finished_at is None:
            raise Conflict("export_not_finished", "This export is still being made; see its job.")
        response = FileResponse(
            default_storage.open(export.file_key),
            as_attachment=True,
            content_type="application/json",
        )
        response["Content-Disposition"] = _attachment(export)
        response["Content-Length"] = str(export.size)
        response["ETag"] = f'"{export.sha256}"'
        return response


def _attachment(export: Export) -> str:
    """The file's name for Content-Disposition, without spaces: in ASCII for every client, and as the project is
    called for those that read the extended form (RFC 6266)."""
    plain = f"{slugify(export.project.name) or 'export'}-{export.pk}.json"
    named = f"{slugify(export.project.name, allow_unicode=True) or 'export'}-{export.pk}.json"
    header = f'attachment; filename="{plain}"'
    return header if named == plain else f"{header}; filename*=UTF-8''{quote(named)}"
