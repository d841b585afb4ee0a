"""Writes of work time."""

from __future__ import annotations

import math
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.policies import require_role
from kernel.errors import Conflict, FieldError, Invalid
from review.activity.models import Part, WorkSession

#: How far a page's clock may run ahead of ours, for a report that was long on its way.
SLACK_SECONDS: Final = 5.0


@transaction.atomic
def report_work(*, actor: User, project_id: int, key: UUID, part: Part, seconds: float) -> WorkSession:
    """Stores how many seconds of work a page has counted since it was opened. For members of the project.

    The first report (0 seconds, when the page opens) begins the session. Reports carry the sum, so one that is sent
    twice or comes late changes nothing. Raises Invalid `more_than_the_clock` for more seconds than have passed since
    the session began, Conflict `session_of_another` for a key that names a session of another project or part.
    """
    require_role(user=actor, project_id=project_id)
    if not math.isfinite(seconds) or seconds < 0:
        raise _invalid("out_of_range", "Seconds of work are a number from 0 up.")
    now = timezone.now()
    if seconds > SLACK_SECONDS and not WorkSession.objects.filter(user=actor, key=key).exists():
        raise _invalid(
            "more_than_the_clock",
            "A session begins with 0 seconds, when its page opens. Reload the page to begin a new one.",
        )
    session, _ = WorkSession.objects.select_for_update().get_or_create(
        user=actor,
        key=key,
        defaults={"project_id": project_id, "part": part, "started_at": now, "last_at": now},
    )
    if session.project_id != project_id or session.part != part:
        raise Conflict("session_of_another", "This session belongs to another page; reload the page.")
    passed = (now - session.started_at).total_seconds()
    if seconds > passed + SLACK_SECONDS:
        raise _invalid(
            "more_than_the_clock",
            f"{seconds:.0f} s of work were reported, but only {passed:.0f} s have passed since the page was opened.",
        )
    if seconds > session.seconds:
        session.seconds = seconds
        session.last_at = now
        session.save(update_fields=["seconds", "last_at"])
    return session


def _invalid(code: str, message: str) -> Invalid:
    return Invalid(code, message, errors=[FieldError("seconds", code, message)])
