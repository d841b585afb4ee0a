"""Clips over HTTP."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import person, project_parameter
from annotation.clips import selectors, services
from annotation.clips.models import Clip, ClipState, Granularity
from annotation.clips.segments import Segment
from annotation.clips.serializers import ClipSerializer, CreateClipSerializer
from annotation.videos.policies import require_may_see
from annotation.videos.selectors import get_visible as get_visible_video
from annotation.videos.serving import serve_file
from annotation.videos.views import AnyType, choice, serve_playback
from kernel.errors import Conflict
from kernel.parameters import read_id


def shown_clip(request: Request, clip_id: int) -> Response:
    """A clip as the API answers it."""
    clip = selectors.with_counts(selectors.visible_to(person(request))).get(pk=clip_id)
    return Response(ClipSerializer(clip).data)


class ClipListView(generics.ListAPIView[Clip]):
    """Clips of a video or of a project (one of the two has to be given), newest first."""

    serializer_class = ClipSerializer
    filter_backends = []

    def get_queryset(self) -> QuerySet[Clip]:
        if getattr(self, "swagger_fake_view", False):
            return Clip.objects.none()
        user = person(self.request)
        video_id = self._video_id()
        clips = selectors.visible_to(user)
        if video_id is not None:
            get_visible_video(user=user, video_id=video_id)
        if video_id is None or "project" in self.request.query_params:
            project_id = project_parameter(self.request)
            require_may_see(user=user, project_id=project_id)
            clips = clips.filter(project_id=project_id)
        clips = selectors.filtered(
            clips,
            video_id=video_id,
            granularity=choice(self.request, "granularity", Granularity.values),
            state=choice(self.request, "state", ClipState.values),
        )
        return selectors.with_counts(clips).order_by("-pk")

    def _video_id(self) -> int | None:
        value = self.request.query_params.get("video")
        if value is None:
            return None
        return read_id(value, field="video", message="Give the video's id, e.g. ?video=1.")

    @extend_schema(
        operation_id="clips_list",
        parameters=[
            OpenApiParameter("project", int, description="Id of the project."),
            OpenApiParameter("video", int, description="Id of the video."),
            OpenApiParameter("granularity", str, enum=Granularity.values, description="Only those."),
            OpenApiParameter("state", str, enum=ClipState.values, description="Only those."),
        ],
    )
    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="clip_create",
        request=CreateClipSerializer,
        responses={
            201: ClipSerializer,
            200: OpenApiResponse(ClipSerializer, "The same clip was there already."),
        },
    )
    def post(self, request: Request) -> Response:
        """Make a clip (annotators, admins) and queue its cutting; errors name fields such as `segments.1.end`."""
        data = CreateClipSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        values = data.validated_data
        segments = values["segments"]
        created = services.create_clip(
            actor=person(request),
            video_id=values["video"],
            granularity=Granularity(values["granularity"]),
            segments=None if segments is None else [Segment(part["start"], part["end"]) for part in segments],
        )
        response = shown_clip(request, created.clip.pk)
        response.status_code = status.HTTP_201_CREATED if created.is_new else status.HTTP_200_OK
        return response


class ClipView(APIView):
    @extend_schema(operation_id="clip", responses={200: ClipSerializer})
    def get(self, request: Request, pk: int) -> Response:
        selectors.get_visible(user=person(request), clip_id=pk)
        return shown_clip(request, pk)


class ClipCutView(APIView):
    @extend_schema(operation_id="clip_cut", request=None, responses={200: ClipSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Cut it again after a failure; nothing happens to a clip that is ready or being cut."""
        services.request_cut(actor=person(request), clip_id=pk)
        return shown_clip(request, pk)


class ClipMediaView(APIView):
    content_negotiation_class = AnyType

    @extend_schema(
        operation_id="clip_media",
        responses={
            (200, "video/mp4"): OpenApiResponse(OpenApiTypes.BINARY, "Everything."),
            (206, "video/mp4"): OpenApiResponse(OpenApiTypes.BINARY, "The range asked for, capped."),
            304: OpenApiResponse(description="What you have is current."),
            416: OpenApiResponse(description="No byte of the file is in the range."),
        },
    )
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """The prepared video, with byte ranges; 409 while it is not cut."""
        clip = selectors.get_visible(user=person(request), clip_id=pk)
        if clip.whole_video:
            return serve_playback(request, clip.video)
        if clip.state != ClipState.READY or not clip.file_key:
            raise Conflict(
                "clip_not_ready",
                f"{clip.public_id} has no file yet; it is {ClipState(clip.state).label.lower()}.",
                extra={"clip_state": clip.state},
            )
        return serve_file(request._request, clip.file_key, clip.sha256, "video/mp4")
