"""What is made of a video for its timeline, over HTTP: waveform, filmstrip, shots."""

from __future__ import annotations

import base64
import json

from django.http import HttpResponse, HttpResponseBase
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import person
from annotation.videos import selectors, storage
from annotation.videos.derived import DERIVATIONS, remake_failed
from annotation.videos.models import DerivedFile, DerivedKind, DerivedState, Video
from annotation.videos.serializers import DerivedFileSerializer, FilmstripSerializer, ShotsSerializer
from annotation.videos.serving import is_current, serve_file
from annotation.videos.views import AnyType
from kernel.errors import Conflict, NotFound

_NOT_CHANGED = OpenApiResponse(description="What you have is current.")


def ready_file(*, video: Video, kind: DerivedKind) -> DerivedFile:
    """The file of that kind of a video whose access was checked. Raises Conflict, with `state`, while there is none."""
    row = DerivedFile.objects.filter(video=video, kind=kind).first()
    if row is not None and row.state == DerivedState.READY:
        return row
    what = DerivedKind(kind).label.lower()
    if row is not None and row.state == DerivedState.FAILED:
        raise Conflict(
            "derived_failed",
            f"The {what} of {video.title!r} could not be made: {row.failure_reason}",
            extra={"state": row.state},
        )
    raise Conflict(
        "derived_not_ready",
        f"The {what} of {video.title!r} is not made yet; see its state in the video.",
        extra={"state": row.state if row is not None else None},
    )


class DerivedView(APIView):
    """One file of a video. It never changes under one ETag; which one is current may."""

    kind: DerivedKind
    content_negotiation_class = AnyType

    def answer(self, request: Request, pk: int) -> HttpResponseBase:
        video = selectors.get_visible(user=person(request), video_id=pk)
        return self.answer_with(request, ready_file(video=video, kind=self.kind))

    def answer_with(self, request: Request, file: DerivedFile) -> HttpResponseBase:
        """The content itself, through this server: the page reads it, so it may not come from another address."""
        quoted = f'"{file.sha256}"'
        if is_current(request.headers.get("If-None-Match", ""), quoted):
            response = HttpResponse(status=304)
        else:
            response = HttpResponse(self.content_of(file), content_type=DERIVATIONS[self.kind].content_type)
        response["ETag"] = quoted
        response["Cache-Control"] = "private, no-cache"
        return response

    def content_of(self, file: DerivedFile) -> bytes:
        try:
            return storage.read_bytes(file.file_key)
        except FileNotFoundError:
            raise NotFound("media_missing", "The file is not in the media storage; tell an admin.") from None


class VideoPeaksView(DerivedView):
    kind = DerivedKind.PEAKS

    @extend_schema(
        operation_id="video_peaks",
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY, 304: _NOT_CHANGED},
    )
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """The waveform as an audiowaveform .dat file, version 2, 8 bits: 24 bytes of header, then min and max of each.

        Little-endian 32-bit header: version, flags, sample rate, samples a pair, pairs, channels (1). 100 pairs a
        second of the video's timeline; no pairs where the video has no sound. 409 while it is not made.
        """
        return self.answer(request, pk)


class VideoShotsView(DerivedView):
    kind = DerivedKind.SHOTS

    @extend_schema(operation_id="video_shots", responses={200: ShotsSerializer, 304: _NOT_CHANGED})
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """The shots of a video, in order and without gaps, and how they were found; 409 while they are not."""
        return self.answer(request, pk)


class VideoFilmstripView(DerivedView):
    kind = DerivedKind.FILMSTRIP

    @extend_schema(operation_id="video_filmstrip", responses={200: FilmstripSerializer, 304: _NOT_CHANGED})
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """Where each picture of the filmstrip lies in its image, and the time of its frame; 409 while there is none."""
        return self.answer(request, pk)

    def answer_with(self, request: Request, file: DerivedFile) -> HttpResponseBase:
        # Named by content, so that a page never lays a new layout over an old picture.
        address = f"{reverse('video-filmstrip-image', args=[file.video_id])}?v={file.sha256[:16]}"
        quoted = f'"{file.sha256}-layout"'
        if is_current(request.headers.get("If-None-Match", ""), quoted):
            response: HttpResponse = HttpResponse(status=304)
        else:
            layout = {name: value for name, value in file.facts.items() if name != "poster"}
            content = json.dumps({**layout, "image": address})
            response = HttpResponse(content, content_type="application/json")
        response["ETag"] = quoted
        response["Cache-Control"] = "private, no-cache"
        return response


class VideoFilmstripImageView(DerivedView):
    kind = DerivedKind.FILMSTRIP

    @extend_schema(
        operation_id="video_filmstrip_image",
        responses={(200, "image/jpeg"): OpenApiTypes.BINARY, 304: _NOT_CHANGED},
    )
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """All pictures of the filmstrip in one JPEG."""
        return self.answer(request, pk)

    def answer_with(self, request: Request, file: DerivedFile) -> HttpResponseBase:
        return serve_file(request._request, file.file_key, file.sha256, DERIVATIONS[self.kind].content_type)


class VideoPosterView(DerivedView):
    kind = DerivedKind.FILMSTRIP

    @extend_schema(
        operation_id="video_poster", responses={(200, "image/jpeg"): OpenApiTypes.BINARY, 304: _NOT_CHANGED}
    )
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """One small picture of the video, made with its filmstrip; 409 while there is none."""
        return self.answer(request, pk)

    def content_of(self, file: DerivedFile) -> bytes:
        if "poster" not in file.facts:
            # Of a filmstrip by an older recipe, until it is made anew.
            raise Conflict("derived_not_ready", "The picture is not made yet.", extra={"state": file.state})
        return base64.b64decode(file.facts["poster"])


class VideoDerivedRetryView(APIView):
    @extend_schema(operation_id="video_derived_retry", request=None, responses={202: DerivedFileSerializer})
    def post(self, request: Request, pk: int, kind: str) -> Response:
        """Have a file that could not be made tried again; one that is there or being made stays as it is."""
        if kind not in DerivedKind.values:
            raise NotFound("not_found", f"No file of the kind {kind!r} is made of videos.")
        video = selectors.get_visible(user=person(request), video_id=pk)
        remake_failed(video=video, kind=DerivedKind(kind), owner=person(request))
        found = next(one for one in selectors.derived_files_of(video) if one.kind == kind)
        return Response(DerivedFileSerializer(found).data, status=status.HTTP_202_ACCEPTED)
