"""Writes of exports: ask for one, and make it."""

from __future__ import annotations

import hashlib
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.policies import require_role
from accounts.selectors import Role
from annotation import public as annotation
from evaluation.exports.models import Export
from jobs.models import Job
from jobs.services import enqueue
from kernel.errors import Invalid, NotFound


@transaction.atomic
def request_export(*, actor: User, project_id: int) -> tuple[Export, Job]:
    """A new export of everything accepted now, made by a job. For admins; raises Invalid when nothing is accepted."""
    require_role(user=actor, project_id=project_id, any_of=(Role.ADMIN,))
    if annotation.count_accepted(project_id=project_id) == 0:
        raise Invalid(
            "nothing_accepted", "No question of this project is accepted yet, so there is nothing to export."
        )
    export = Export.objects.create(project_id=project_id, created_by=actor)
    job = enqueue(
        kind="export.records",
        subject=f"export:{export.pk}",
        payload={"export_id": export.pk},
        queue="default",
        key=f"export.records:{export.pk}",
        project_id=project_id,
        owner=actor,
    )
    return export, job


def write_records(
    *, project_id: int, path: Path, progress: Callable[[int, int], None] = lambda done, total: None
) -> tuple[str, dict[str, dict[str, int]]]:
    """Writes the accepted records of a project to `path` as one JSON array.

    Records are the frozen texts that the reviewers saw, in order of granularity and public id; memory does not
    grow with their number. Returns (sha256 of the file in hex, counts {granularity: {task: n}}).
    """
    total = annotation.count_accepted(project_id=project_id)
    counts: dict[str, Counter[str]] = {"clip": Counter(), "episode": Counter()}
    digest = hashlib.sha256()
    with path.open("wb") as file:

        def write(text: str) -> None:
            data = text.encode("utf-8")
            digest.update(data)
            file.write(data)

        write("[")
        for done, record in enumerate(annotation.accepted_records(project_id=project_id)):
            write(("\n" if done == 0 else ",\n") + record.record_json.rstrip("\n"))
            counts[record.granularity][record.task] += 1
            if done % 200 == 0:
                progress(done, total)
        write("\n]\n")
    return digest.hexdigest(), {granularity: dict(tasks) for granularity, tasks in counts.items()}


def make_export(*, export_id: int, progress: Callable[[int, int], None] = lambda done, total: None) -> Export:
    """Makes the file of an export; done already = nothing to do. The row offers the file only when it is whole."""
    export = Export.objects.filter(pk=export_id).first()
    if export is None:
        raise NotFound("not_found", f"There is no export {export_id}.")
    if export.finished_at:
        return export
    settings.SCRATCH_DIR.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=settings.SCRATCH_DIR, prefix="export-") as folder:
        path = Path(folder) / "benchmark.json"
        sha256, counts = write_records(project_id=export.project_id, path=path, progress=progress)
        key = f"exports/{export.pk}-{sha256[:16]}.json"
        with path.open("rb") as file:
            stored = default_storage.save(key, File(file))
        size = path.stat().st_size
    # Filtered by "not finished": a second delivery that ran beside the first one changes nothing.
    Export.objects.filter(pk=export.pk, finished_at__isnull=True).update(
        file_key=stored, sha256=sha256, size=size, counts=counts, finished_at=timezone.now()
    )
    export.refresh_from_db()
    return export
