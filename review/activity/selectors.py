"""Reads of work time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from review.activity.models import WorkSession
from review.activity.sessions import Session, seconds_worked


def seconds_by_user(
    *,
    project_id: int,
    parts: Iterable[str],
    user_ids: Iterable[int] | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> dict[int, float]:
    """Seconds of work of each person in those parts (all people when `user_ids` is None); one query.

    `since` and `until` choose sessions by when they began.
    """
    rows = WorkSession.objects.filter(project_id=project_id, part__in=list(parts), seconds__gt=0)
    if user_ids is not None:
        rows = rows.filter(user_id__in=list(user_ids))
    if since is not None:
        rows = rows.filter(started_at__gte=since)
    if until is not None:
        rows = rows.filter(started_at__lt=until)
    found: dict[int, list[Session]] = defaultdict(list)
    for user_id, start, end, seconds in rows.values_list("user_id", "started_at", "last_at", "seconds"):
        found[user_id].append(Session(start, end, seconds))
    return {user_id: seconds_worked(sessions) for user_id, sessions in found.items()}
