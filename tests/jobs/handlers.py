"""Kinds of jobs for tests, and a short way to queue one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from jobs import registry, services
from jobs.context import JobContext
from jobs.errors import PermanentFailure
from jobs.models import Job
from kernel.errors import DomainError, Invalid, TryLater

#: What `on_end` of `test.told` was told, and the contexts that `test.plain` was given.
ENDS: list[registry.JobEnd] = []
CONTEXTS: list[JobContext] = []


class Hopeless(DomainError):
    """An error that the same again would bring again."""

    final = True


@registry.handler("test.plain", queue="default")
def plain(context: JobContext, payload: dict[str, Any]) -> dict[str, Any] | None:
    """Succeeds, or raises what the payload names."""
    CONTEXTS.append(context)
    context.progress(0.5, "half of it")
    if payload.get("raise") == "permanent":
        raise PermanentFailure("file_gone", "The source file is gone. Upload it again.")
    if payload.get("raise") == "domain":
        raise Invalid("segment_late", "Segment 2 ends after the video.")
    if payload.get("raise") == "hopeless":
        raise Hopeless("over_budget", "The budget is spent. Raise it, then retry the job.")
    if payload.get("raise") == "later":
        after = timedelta(seconds=payload["after"]) if "after" in payload else None
        raise TryLater("busy", "The service is busy.", after=after, counts=payload["counts"])
    if payload.get("raise") == "disk":
        raise OSError(28, "No space left on device")
    if payload.get("raise"):
        raise RuntimeError("secret inner text")
    return {"doubled": payload.get("number", 0) * 2}


@registry.handler("test.told", queue="media", on_end=ENDS.append)
def told(context: JobContext, payload: dict[str, Any]) -> None:
    raise PermanentFailure("no", "It cannot be done.")


def _angry(end: registry.JobEnd) -> None:
    Job.objects.filter(pk=end.job_id).update(message="half written")
    raise RuntimeError("the subject is in no mood")


@registry.handler("test.angry", queue="media", on_end=_angry)
def angry(context: JobContext, payload: dict[str, Any]) -> None:
    raise PermanentFailure("no", "It cannot be done.")


def make_job(
    kind: str = "test.plain",
    *,
    key: str = "",
    payload: dict[str, Any] | None = None,
    project_id: int | None = None,
    owner: User | None = None,
    max_attempts: int = 3,
    queue: str = "default",
) -> Job:
    """A queued job; each has a key of its own unless one is given."""
    with transaction.atomic():
        return services.enqueue(
            kind=kind,
            subject="thing:1",
            payload=payload or {},
            queue=queue,
            key=key or f"{kind}:{Job.objects.count()}",
            project_id=project_id,
            owner=owner,
            max_attempts=max_attempts,
        )


def outcomes(job: Job) -> list[tuple[int, str]]:
    """Number and outcome of each attempt of a job, in order."""
    return list(job.attempt_rows.order_by("number").values_list("number", "outcome"))
