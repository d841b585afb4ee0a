"""Job handlers of the app."""

from __future__ import annotations

from typing import Any

from evaluation.exports import services
from evaluation.releases import freezing, packages
from jobs.context import JobContext
from jobs.registry import handler


@handler("export.records", queue="default")
def export_records(context: JobContext, payload: dict[str, Any]) -> dict[str, Any]:
    """Makes the file of one export (`export_id`)."""

    def progress(done: int, total: int) -> None:
        context.progress(done / max(total, 1), f"{done} of {total} records")

    export = services.make_export(export_id=payload["export_id"], progress=progress)
    records = sum(sum(tasks.values()) for tasks in export.counts.values())
    return {"export": export.pk, "sha256": export.sha256, "records": records}


@handler("release.check", queue="default")
def check_release(context: JobContext, payload: dict[str, Any]) -> dict[str, Any]:
    return freezing.check_release(context=context, release_id=payload["release"])


@handler("release.freeze", queue="default", on_end=freezing.reopen_outdated)
def freeze_release(context: JobContext, payload: dict[str, Any]) -> dict[str, Any]:
    return freezing.freeze_release(context=context, release_id=payload["release"], actor_id=payload["actor"])


@handler("release.package", queue="default")
def make_package(context: JobContext, payload: dict[str, Any]) -> dict[str, Any]:
    return packages.make_package(context=context, release_id=payload["release"], kind=payload["kind"])
