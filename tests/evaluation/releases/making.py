"""Projects with accepted questions and prepared videos, and releases of them."""

from __future__ import annotations

import hashlib
import tarfile
from pathlib import Path
from typing import Any

from django.core.files.storage import default_storage

from annotation.clips.models import Clip, ClipState
from annotation.videos.models import Video
from annotation.videos.storage import store_bytes
from evaluation.releases.models import Release, ReleasePackage
from jobs import runner
from jobs.models import Job
from tests.evaluation.exports.test_exports import accept_records
from tests.personas import People, client_of

HELD = [
    {"name": "dev", "share": "0.5", "held_out": False},
    {"name": "test", "share": "0.5", "held_out": True},
]
ALL_OPEN = [{"name": "test", "share": "1", "held_out": False}]


def fill(people: People, folder: Path) -> list[dict[str, Any]]:
    """One accepted question of each task, each prepared video with bytes of its own and an open licence."""
    records = accept_records(people, folder)
    give_media(people)
    return records


def give_media(people: People) -> None:
    """Puts bytes in place of each prepared video, and an open licence."""
    for clip in Clip.objects.filter(project=people.project).select_related("video"):
        data = f"prepared video {clip.public_id}".encode() * 50
        key = f"clips/{people.project.pk}/{clip.public_id}.mp4"
        store_bytes(data, key)
        facts = {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
        if clip.whole_video:
            Video.objects.filter(pk=clip.video_id).update(original_key=key, original_name="a.mp4", **facts)
        else:
            Clip.objects.filter(pk=clip.pk).update(state=ClipState.READY, file_key=key, duration=10, **facts)
    Video.objects.filter(project=people.project).update(licence="CC BY 4.0", domain="animation")


def draft(people: People, version: str = "1.0", **changes: Any) -> Release:
    """A drafted release, by the API."""
    body = {"project": people.project.pk, "version": version, "splits": ALL_OPEN, **changes}
    answer = client_of(people.admin).post("/api/v1/releases", body, format="json")
    assert answer.status_code == 201, answer.json()
    return Release.objects.get(pk=answer.json()["id"])


def ask(people: People, release: Release, what: str, body: dict[str, Any] | None = None) -> Job:
    """Asks for a job of a release by the API."""
    answer = client_of(people.admin).post(f"/api/v1/releases/{release.pk}/{what}", body or {}, format="json")
    assert answer.status_code == 202, answer.json()
    return Job.objects.get(pk=answer.json()["job"])


def run(job: Job) -> str:
    """Runs a job to its end here; returns its state."""
    return str(runner.run(job_id=job.pk, worker="test", keep_lease=False))


def check(people: People, release: Release) -> dict[str, str]:
    """Checks a release; returns the first finding by the code of each check that is red."""
    assert run(ask(people, release, "check")) == "succeeded"
    release.refresh_from_db()
    return {one["code"]: one["findings"][0]["message"] for one in release.checks if not one["ok"]}


def freeze(people: People, version: str = "1.0", **changes: Any) -> Release:
    """A frozen release."""
    release = draft(people, version, **changes)
    assert check(people, release) == {}
    assert run(ask(people, release, "freeze")) == "succeeded"
    release.refresh_from_db()
    return release


def unpacked(release: Release, kind: str, folder: Path) -> Path:
    """An archive of the release, unpacked below `folder`."""
    package = ReleasePackage.objects.get(release=release, kind=kind)
    with default_storage.open(package.file_key) as file, tarfile.open(fileobj=file) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.iterdir())


def stored() -> list[str]:
    """Every file of releases in the storage, and what is left in the folder for work."""
    root = Path(default_storage.path(""))
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if _of_release(path))


def _of_release(path: Path) -> bool:
    return path.is_file() and ("releases" in path.parts or path.suffix in {".tar", ".part", ".sums"})
