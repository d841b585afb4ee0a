"""Resumable uploads over HTTP: a tus 1.0.0 server with creation, termination, checksum and expiration."""

from __future__ import annotations

import uuid
from typing import Any, Final

from django.conf import settings
from django.db.models import QuerySet
from django.utils.http import http_date
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import PROJECT, person, project_parameter
from annotation.videos import arrivals, tus, uploads
from annotation.videos.models import Upload
from annotation.videos.serializers import UploadSerializer

HEADER: Final = "header"


class TusView(APIView):
    """Every answer names the protocol's version; every request but OPTIONS and GET has to as well."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method not in {"GET", "OPTIONS"}:
            tus.require_version(request.headers.get("Tus-Resumable"))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response["Tus-Resumable"] = tus.VERSION
        if response.status_code == 412 or request.method == "OPTIONS":
            response["Tus-Version"] = tus.VERSION
        return response

    def options(self, request: Request, *args: Any, **kwargs: Any) -> Response:  # type: ignore[override]
        """What this server can do."""
        headers = {
            "Tus-Extension": tus.EXTENSIONS,
            "Tus-Max-Size": str(settings.UPLOAD_MAX_BYTES),
            "Tus-Checksum-Algorithm": ",".join(tus.ALGORITHMS),
        }
        return Response(status=status.HTTP_204_NO_CONTENT, headers=headers)


def _state(upload: Upload) -> dict[str, str]:
    headers = {"Upload-Offset": str(uploads.received(upload)), "Cache-Control": "no-store"}
    if upload.taken_at is None:
        headers["Upload-Expires"] = http_date(upload.expires_at.timestamp())
    return headers


class UploadListView(TusView, generics.GenericAPIView[Upload]):
    serializer_class = UploadSerializer
    filter_backends = []

    def get_queryset(self) -> QuerySet[Upload]:
        if getattr(self, "swagger_fake_view", False):
            return Upload.objects.none()
        return uploads.open_uploads_of(actor=person(self.request), project_id=project_parameter(self.request))

    @extend_schema(
        operation_id="uploads_list", parameters=[PROJECT], responses={200: UploadSerializer(many=True)}
    )
    def get(self, request: Request) -> Response:
        """My uploads of a project that no video was made of yet (admins), with how far they are and until when kept."""
        page = self.paginate_queryset(self.get_queryset()) or []
        response = self.get_paginated_response(UploadSerializer(page, many=True).data)
        response["Cache-Control"] = "no-store"
        return response

    @extend_schema(
        operation_id="upload_create",
        parameters=[
            PROJECT,
            OpenApiParameter("Upload-Length", int, HEADER, required=True),
            OpenApiParameter(
                "Upload-Metadata", str, HEADER, required=True, description="filename, in base64."
            ),
            OpenApiParameter("Tus-Resumable", str, HEADER, required=True),
        ],
        request=None,
        responses={201: OpenApiResponse(description="Its address is in the header Location.")},
    )
    def post(self, request: Request) -> Response:
        """Begin an upload (admins); 413 when the file is too large, before any of it is sent."""
        upload = uploads.begin_upload(
            actor=person(request),
            project_id=project_parameter(request),
            filename=tus.read_filename(tus.read_metadata(request.headers.get("Upload-Metadata"))),
            size=tus.read_size("Upload-Length", request.headers.get("Upload-Length")),
        )
        headers = {**_state(upload), "Location": f"{request.path.rstrip('/')}/{upload.pk}"}
        return Response(status=status.HTTP_201_CREATED, headers=headers)


class UploadView(TusView):
    @extend_schema(operation_id="upload", responses={200: UploadSerializer})
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        """How far one of my uploads is."""
        upload = uploads.own_upload(actor=person(request), upload_id=pk)
        return Response(UploadSerializer(upload).data, headers={"Cache-Control": "no-store"})

    def head(self, request: Request, pk: uuid.UUID) -> Response:
        """The same as headers, for tus clients."""
        upload = uploads.own_upload(actor=person(request), upload_id=pk)
        headers = {**_state(upload), "Upload-Length": str(upload.size)}
        return Response(status=status.HTTP_200_OK, headers=headers)

    @extend_schema(
        operation_id="upload_append",
        parameters=[
            OpenApiParameter("Upload-Offset", int, HEADER, required=True),
            OpenApiParameter("Upload-Checksum", str, HEADER, description="sha256 or sha1, and base64."),
            OpenApiParameter("Tus-Resumable", str, HEADER, required=True),
        ],
        request={tus.CHUNK_TYPE: OpenApiTypes.BINARY},
        responses={204: OpenApiResponse(description="The new offset is in the header Upload-Offset.")},
    )
    def patch(self, request: Request, pk: uuid.UUID) -> Response:
        """Add a chunk at the offset; 409 with the right offset when it is not the end of what is here."""
        if request.content_type.partition(";")[0].strip() != tus.CHUNK_TYPE:
            raise tus.WrongMediaType("chunk_type", f"A chunk is sent as {tus.CHUNK_TYPE}.")
        length = request.META.get("CONTENT_LENGTH") or None
        if length is None:
            raise tus.LengthRequired("length_required", "A chunk says its length in Content-Length.")
        upload = uploads.append_chunk(
            actor=person(request),
            upload_id=pk,
            offset=tus.read_size("Upload-Offset", request.headers.get("Upload-Offset")),
            length=tus.read_size("Content-Length", length),
            # Straight from the connection: nothing of the body is held in memory or parsed.
            body=request._request,
            checksum=tus.read_checksum(request.headers.get("Upload-Checksum")),
        )
        if upload.offset == upload.size:
            try:
                arrivals.settle_soon(upload)
            except FileNotFoundError:
                raise uploads.ended(upload) from None
        return Response(status=status.HTTP_204_NO_CONTENT, headers=_state(upload))

    @extend_schema(
        operation_id="upload_end",
        parameters=[OpenApiParameter("Tus-Resumable", str, HEADER, required=True)],
        responses={204: None},
    )
    def delete(self, request: Request, pk: uuid.UUID) -> Response:
        """Throw the upload away."""
        uploads.end_upload(actor=person(request), upload_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)
