"""Videos over HTTP."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.views import PROJECT, person, project_parameter
from annotation.videos import attaching, registration, selectors, services, storage
from annotation.videos.models import Video, VideoState
from annotation.videos.policies import require_may_see
from annotation.videos.registration import VideoFacts
from annotation.videos.serializers import (
    AssignAnnotatorsSerializer,
    AttachMediaSerializer,
    ChangeVideoSerializer,
    CreateVideoSerializer,
    FramesSerializer,
    ReportWatchedSerializer,
    VideoDetailSerializer,
    VideoSerializer,
    WatchedSerializer,
)
from annotation.videos.services import VideoChanges
from annotation.videos.serving import serve_file
from annotation.videos.watching import share
from kernel.errors import Conflict, FieldError, Invalid
from kernel.parameters import read_id

ORDERINGS = {
    "-added_at": ("-added_at", "-pk"),
    "added_at": ("added_at", "pk"),
    "title": ("title", "pk"),
    "-title": ("-title", "-pk"),
    "duration": ("duration", "pk"),
    "-duration": ("-duration", "-pk"),
}


class AnyType(BaseContentNegotiation):
    """Media are sent as they are: what a player says in Accept is about formats, not about ours."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


def choice(request: Request, name: str, known: Any) -> str | None:
    """An optional query parameter; raises Invalid naming it when it is not one of `known`."""
    value = request.query_params.get(name, "")
    if not value:
        return None
    if value not in known:
        message = f"{name} is one of {', '.join(known)}, not {value!r}."
        raise Invalid("invalid", message, errors=[FieldError(name, "invalid_choice", message)])
    return value


def _annotator(value: str, user: User) -> int | None:
    if value in ("me", "nobody"):
        return user.pk if value == "me" else None
    message = f"annotator is 'me', 'nobody' or the id of a user, not {value!r}."
    return read_id(value, field="annotator", message=message)


def shown(request: Request, video_id: int) -> dict[str, Any]:
    """The video in full as `person(request)` may see it."""
    user = person(request)
    selectors.get_visible(user=user, video_id=video_id)
    video = selectors.with_counts(selectors.visible_to(user)).get(pk=video_id)
    watched = selectors.watched_ranges(user=user, video_id=video.pk) if video.duration else []
    context = {
        "question_counts": selectors.question_counts([video]),
        "annotators": selectors.annotators_of([video]),
        "watched_share": share(watched, video.duration) if video.duration else 0.0,
        "derived": selectors.derived_files([video]),
    }
    return dict(VideoDetailSerializer(video, context=context).data)


class VideoListView(generics.GenericAPIView[Video]):
    """Videos of a project, newest first unless `ordering` says otherwise."""

    serializer_class = VideoSerializer
    filter_backends = []

    def get_queryset(self) -> QuerySet[Video]:
        if getattr(self, "swagger_fake_view", False):
            return Video.objects.none()
        user = person(self.request)
        project_id = project_parameter(self.request)
        require_may_see(user=user, project_id=project_id)
        query = self.request.query_params
        videos = selectors.filtered(
            selectors.visible_to(user).filter(project_id=project_id),
            state=choice(self.request, "state", VideoState.values),
            domain=query.get("domain"),
            language=query.get("language"),
            search=query.get("search", "").strip(),
        )
        annotator = query.get("annotator", "")
        if annotator:
            videos = selectors.assigned_to(videos, user_id=_annotator(annotator, user))
        ordering = choice(self.request, "ordering", ORDERINGS) or "-added_at"
        return selectors.with_counts(videos).order_by(*ORDERINGS[ordering])

    @extend_schema(
        operation_id="videos_list",
        parameters=[
            PROJECT,
            OpenApiParameter(
                "state",
                str,
                enum=VideoState.values,
                description="Only those; retired ones are listed only so.",
            ),
            OpenApiParameter("domain", str, description="Only those."),
            OpenApiParameter("language", str, description="Only those."),
            OpenApiParameter(
                "annotator", str, description="Only those assigned to `me`, to a user's id, or to `nobody`."
            ),
            OpenApiParameter("search", str, description="In title, source and file name."),
            OpenApiParameter("ordering", str, enum=list(ORDERINGS)),
        ],
        responses={200: VideoSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(self.get_queryset()) or []
        context = {
            "question_counts": selectors.question_counts(page),
            "annotators": selectors.annotators_of(page),
            "derived": selectors.derived_files(page),
        }
        return self.get_paginated_response(VideoSerializer(page, many=True, context=context).data)

    @extend_schema(
        operation_id="video_create", request=CreateVideoSerializer, responses={201: VideoDetailSerializer}
    )
    def post(self, request: Request) -> Response:
        """Make a video of a finished upload (admins); `job` is its probe. 409 names a video of the same content.

        409 `upload_checking` while the checksum of a large one is computed: ask for the upload until it is `ready`.
        """
        data = CreateVideoSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        values = dict(data.validated_data)
        registered = registration.register_upload(
            actor=person(request),
            project_id=values.pop("project"),
            upload_id=values.pop("upload"),
            sha256=values.pop("sha256", ""),
            facts=VideoFacts(**values),
        )
        return Response(shown(request, registered.video.pk), status=status.HTTP_201_CREATED)


class VideoView(APIView):
    @extend_schema(operation_id="video", responses={200: VideoDetailSerializer})
    def get(self, request: Request, pk: int) -> Response:
        return Response(shown(request, pk))

    @extend_schema(
        operation_id="video_change", request=ChangeVideoSerializer, responses={200: VideoDetailSerializer}
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Change what is said about it (admins). 409 for another source once questions were submitted."""
        data = ChangeVideoSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        changes = VideoChanges(**data.validated_data)
        services.change_video(actor=person(request), video_id=pk, changes=changes)
        return Response(shown(request, pk))


class VideoAnnotatorsView(APIView):
    @extend_schema(
        operation_id="video_assign",
        request=AssignAnnotatorsSerializer,
        responses={200: VideoDetailSerializer},
    )
    def put(self, request: Request, pk: int) -> Response:
        """Say who is to work on it (admins): all of them, each an annotator of the project."""
        data = AssignAnnotatorsSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        services.assign_annotators(actor=person(request), video_id=pk, user_ids=data.validated_data["users"])
        return Response(shown(request, pk))


class VideoRetirementView(APIView):
    @extend_schema(operation_id="video_retire", request=None, responses={200: VideoDetailSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Take it out of the library (admins); 409 while questions need it. Nothing is deleted."""
        services.retire_video(actor=person(request), video_id=pk)
        return Response(shown(request, pk))


class VideoReinstatementView(APIView):
    @extend_schema(operation_id="video_reinstate", request=None, responses={200: VideoDetailSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Bring a retired video back (admins)."""
        services.reinstate_video(actor=person(request), video_id=pk)
        return Response(shown(request, pk))


class VideoMediaView(APIView):
    content_negotiation_class = AnyType

    @extend_schema(
        operation_id="video_media",
        responses={
            (200, "video/mp4"): OpenApiResponse(OpenApiTypes.BINARY, "Everything."),
            (206, "video/mp4"): OpenApiResponse(OpenApiTypes.BINARY, "The range asked for, capped."),
            304: OpenApiResponse(description="What you have is current."),
            416: OpenApiResponse(description="No byte of the file is in the range."),
        },
    )
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """The file that browsers play: the original or its proxy, with byte ranges; 409 while there is none."""
        return serve_playback(request, selectors.get_visible(user=person(request), video_id=pk))

    @extend_schema(
        operation_id="video_attach_media",
        request=AttachMediaSerializer,
        responses={202: VideoDetailSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Give a finished upload to a video of imported records that awaits its file (admins); `job` is its probe.

        It is refused there, and the video awaits its file again with `rejection_reason`, when clips of the records do
        not lie in it; else they are cut. 409 when the video has a file.
        """
        data = AttachMediaSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        attaching.attach_upload(
            actor=person(request),
            video_id=pk,
            upload_id=data.validated_data["upload"],
            sha256=data.validated_data.get("sha256", ""),
        )
        return Response(shown(request, pk), status=status.HTTP_202_ACCEPTED)


def serve_playback(request: Request, video: Video) -> HttpResponseBase:
    """The playback file of a video whose access was checked. Raises Conflict while there is none."""
    if not video.playback_key:
        raise Conflict(
            "playback_not_ready",
            f"{video.title!r} has no file that a browser plays yet; see its state and its jobs.",
        )
    etag = video.sha256 if video.playback_key == video.original_key else video.playback_key.rpartition("-")[2]
    return serve_file(request._request, video.playback_key, etag.removesuffix(".mp4"), "video/mp4")


class VideoFramesView(APIView):
    @extend_schema(operation_id="video_frames", responses={200: FramesSerializer})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The presentation time of every frame; 409 until the video is probed. Never changes afterwards."""
        video = selectors.get_visible(user=person(request), video_id=pk)
        if not video.frames_key:
            raise Conflict(
                "video_not_ready", f"The frames of {video.title!r} are not known yet; see its state."
            )
        etag = f'"{video.sha256}-frames"'
        if request.headers.get("If-None-Match") == etag:
            response = HttpResponse(status=304)
        else:
            response = HttpResponse(storage.read_bytes(video.frames_key), content_type="application/json")
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"
        return response


class VideoWatchedView(APIView):
    @extend_schema(operation_id="video_watched", responses={200: WatchedSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """What I have played of it."""
        video = selectors.get_visible(user=person(request), video_id=pk)
        return self._answer(video, selectors.watched_ranges(user=person(request), video_id=video.pk))

    @extend_schema(
        operation_id="video_report_watched",
        request=ReportWatchedSerializer,
        responses={200: WatchedSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Add stretches that I have played; the same ones again change nothing."""
        data = ReportWatchedSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        user = person(request)
        ranges = [(start, end) for start, end in data.validated_data["ranges"]]
        merged = services.record_watched(actor=user, video_id=pk, ranges=ranges)
        return self._answer(selectors.get_visible(user=user, video_id=pk), merged)

    def _answer(self, video: Video, ranges: list[Any]) -> Response:
        covered = share(ranges, video.duration) if video.duration else 0.0
        return Response(WatchedSerializer({"ranges": ranges, "share": covered}).data)
