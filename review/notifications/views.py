"""A person's notices over HTTP. Thin: one service call or one read each."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import person
from review.notifications import selectors, services
from review.notifications import serializers as shapes
from review.notifications.models import Notification


class NotificationListView(generics.GenericAPIView[Notification]):
    queryset = Notification.objects.none()
    serializer_class = shapes.NotificationSerializer
    filter_backends = []

    @extend_schema(
        operation_id="notifications_list",
        parameters=[OpenApiParameter("unread", bool, description="Only those that are not read.")],
        responses={200: shapes.NotificationSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """My notices in all my projects, newest first."""
        rows = selectors.notifications_of(person(request))
        if request.query_params.get("unread") == "true":
            rows = rows.filter(read_at__isnull=True)
        page = self.paginate_queryset(rows) or []
        return self.get_paginated_response(shapes.NotificationSerializer(page, many=True).data)


class UnreadCountView(APIView):
    @extend_schema(operation_id="notifications_unread", responses={200: shapes.UnreadSerializer})
    def get(self, request: Request) -> Response:
        """How many of my notices are unread."""
        return Response({"unread": selectors.unread_count(person(request))})


class NotificationReadingView(APIView):
    @extend_schema(
        operation_id="notification_read", request=None, responses={200: shapes.NotificationSerializer}
    )
    def post(self, request: Request, pk: UUID) -> Response:
        """Mark one of my notices as read."""
        services.mark_read(user=person(request), notification_id=pk)
        shown = Notification.objects.select_related("project", "question").get(pk=pk)
        return Response(shapes.NotificationSerializer(shown).data)


class AllReadingView(APIView):
    @extend_schema(
        operation_id="notifications_read_all", request=None, responses={200: shapes.UnreadSerializer}
    )
    def post(self, request: Request) -> Response:
        """Mark all my notices as read."""
        services.mark_all_read(user=person(request))
        return Response({"unread": selectors.unread_count(person(request))})


class NotificationSettingsView(APIView):
    @extend_schema(
        operation_id="notification_settings", responses={200: shapes.NotificationSettingsSerializer}
    )
    def get(self, request: Request) -> Response:
        """How I am told of what is new."""
        return Response(shapes.NotificationSettingsSerializer(selectors.settings_of(person(request))).data)

    @extend_schema(
        operation_id="notification_settings_change",
        request=shapes.NotificationSettingsSerializer,
        responses={200: shapes.NotificationSettingsSerializer},
    )
    def patch(self, request: Request) -> Response:
        """Change it."""
        data = shapes.NotificationSettingsSerializer(data=request.data, partial=True)
        data.is_valid(raise_exception=True)
        told = data.validated_data
        changed = services.change_settings(
            user=person(request), digest=told.get("digest"), language=told.get("language")
        )
        return Response(shapes.NotificationSettingsSerializer(changed).data)
