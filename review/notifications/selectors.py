"""Reads about notifications: a person's own."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import User
from accounts.selectors import member_project_ids
from review.notifications.models import Notification, NotificationSettings


def notifications_of(user: User) -> QuerySet[Notification]:
    """The person's notices in projects they are a member of, newest first, with project and question joined."""
    return (
        Notification.objects.filter(user=user, project_id__in=member_project_ids(user=user))
        .select_related("project", "question")
        .order_by("-created_at", "pk")
    )


def unread_count(user: User) -> int:
    """How many of them are unread."""
    return notifications_of(user).filter(read_at__isnull=True).count()


def settings_of(user: User) -> NotificationSettings:
    """How the person wants to be told; the defaults, not stored, where they never said."""
    return NotificationSettings.objects.filter(pk=user.pk).first() or NotificationSettings(user=user)
