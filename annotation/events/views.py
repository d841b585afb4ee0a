"""Events over HTTP."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import person
from annotation.clips.serializers import ClipSerializer
from annotation.clips.views import shown_clip
from annotation.events import selectors, services
from annotation.events.models import Event
from annotation.events.serializers import ChangeEventSerializer, EventSerializer, MarkEventSerializer
from kernel.parameters import read_id


def _content(values: dict[str, Any]) -> services.EventContent:
    return services.EventContent(
        start=values["start"],
        end=values["end"],
        title=values["title"],
        participants=tuple(values.get("participants", ())),
        cues=dict(values.get("cues", {})),
        emotion_notes=values.get("emotion_notes", ""),
    )


class EventListView(generics.ListAPIView[Event]):
    """Events of one video, in order of time."""

    serializer_class = EventSerializer
    filter_backends = []

    def get_queryset(self) -> QuerySet[Event]:
        if getattr(self, "swagger_fake_view", False):
            return Event.objects.none()
        value = self.request.query_params.get("video", "")
        video_id = read_id(value, field="video", message="Give the video's id, e.g. ?video=1.")
        return selectors.of_video(user=person(self.request), video_id=video_id)

    @extend_schema(
        operation_id="events_list",
        parameters=[OpenApiParameter("video", int, required=True, description="Id of the video.")],
    )
    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(operation_id="event_mark", request=MarkEventSerializer, responses={201: EventSerializer})
    def post(self, request: Request) -> Response:
        """Mark an event (annotators, admins)."""
        data = MarkEventSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        event = services.mark_event(
            actor=person(request),
            video_id=data.validated_data["video"],
            content=_content(data.validated_data),
        )
        return Response(EventSerializer(event).data, status=status.HTTP_201_CREATED)


class EventView(APIView):
    @extend_schema(operation_id="event", responses={200: EventSerializer})
    def get(self, request: Request, pk: int) -> Response:
        event = selectors.get_visible(user=person(request), event_id=pk)
        return Response(EventSerializer(event).data)

    @extend_schema(
        operation_id="event_change", request=ChangeEventSerializer, responses={200: EventSerializer}
    )
    def put(self, request: Request, pk: int) -> Response:
        """Replace an event's content (annotators, admins); 409 with `current_version` when stale."""
        data = ChangeEventSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        event = services.change_event(
            actor=person(request),
            event_id=pk,
            version=data.validated_data["version"],
            content=_content(data.validated_data),
        )
        return Response(EventSerializer(event).data)


class EventRemovalView(APIView):
    @extend_schema(operation_id="event_remove", request=None, responses={200: EventSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Take an event off the timeline; it can be brought back."""
        return Response(EventSerializer(services.remove_event(actor=person(request), event_id=pk)).data)


class EventRestorationView(APIView):
    @extend_schema(operation_id="event_restore", request=None, responses={200: EventSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Bring a removed event back."""
        return Response(EventSerializer(services.restore_event(actor=person(request), event_id=pk)).data)


class EventClipView(APIView):
    @extend_schema(
        operation_id="event_clip",
        request=None,
        responses={
            201: ClipSerializer,
            200: OpenApiResponse(ClipSerializer, "The same clip was there already."),
        },
    )
    def post(self, request: Request, pk: int) -> Response:
        """Make the scene clip of exactly this event and queue its cutting."""
        created = services.clip_of_event(actor=person(request), event_id=pk)
        response = shown_clip(request, created.clip.pk)
        response.status_code = status.HTTP_201_CREATED if created.is_new else status.HTTP_200_OK
        return response
