"""The manifest of a release: the text whose sha256 is the release's digest."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from typing import Any, Final

from django.conf import settings
from django.db.models import Count, QuerySet

from accounts.models import User
from annotation.public import GRANULARITIES, LABELS, TASKS, newest_guideline
from evaluation.releases.models import Release, ReleaseRecord, ReleaseVideo
from review.public import published_figures

FORMAT: Final = "longemo-release-1"
TOOL: Final = "LongEmo Studio"


def build_manifest(release: Release, *, actor: User, sums_sha256: str, files: int) -> str:
    """The manifest's canonical text: fixed order, UTF-8, two spaces, LF, one newline at the end.

    `sums_sha256` is of the SHA256SUMS of the complete folder, which has a line for each of its `files`.
    """
    records = ReleaseRecord.objects.filter(release=release)
    guideline = newest_guideline(project_id=release.project_id)
    previous = release.previous
    told = {
        "format": FORMAT,
        "name": release.project.name,
        "version": release.version,
        "previous": None if previous is None else {"version": previous.version, "digest": previous.digest},
        "protocol": release.project.protocol,
        "frozen_at": utc_text(release.freezing_at) if release.freezing_at else None,
        "tool": {"name": TOOL, "version": settings.LONGEMO_VERSION},
        "canary": release.canary,
        "videos": release.videos_form,
        "counts": {
            "records": release.record_count,
            "by_task": counts_by_task(records),
            "by_split": [{**split, "records": number} for split, number in _by_split(release, records)],
            "accepted_by": dict(
                records.order_by("accepted_by").values_list("accepted_by").annotate(n=Count("pk"))
            ),
            "videos": _videos(release),
        },
        "guideline": {"version": guideline.number, "sha256": _sha256(guideline.text)},
        "labels": {"count": len(LABELS), "sha256": _sha256("\n".join(label.name for label in LABELS))},
        "agreement": published_figures(project_id=release.project_id, viewer=actor),
        "changes": release.changes or None,
        "content_sha256": content_sha256(release),
        "checksums": {"file": "SHA256SUMS", "sha256": sums_sha256, "files": files},
    }
    return json.dumps(told, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def counts_by_task(records: QuerySet[ReleaseRecord]) -> dict[str, dict[str, int]]:
    """`{granularity: {task: n}}` in the order of the tasks; those without records are left out."""
    found = {
        (granularity, task): number
        for granularity, task, number in records.order_by()
        .values_list("granularity", "task")
        .annotate(n=Count("pk"))
    }
    return {
        granularity: {
            task.type: found[granularity, task.type]
            for task in TASKS
            if task.granularity == granularity and (granularity, task.type) in found
        }
        for granularity in GRANULARITIES
    }


def content_sha256(release: Release) -> str:
    """Digest of what the release consists of, one line for each record and video in the order of the files.

    `granularity TAB id TAB split TAB sha256`, for videos the size after that. Two releases with the same one hold the
    same content, whatever they are called.
    """
    digest = hashlib.sha256()
    records = ReleaseRecord.objects.filter(release=release).order_by("position")
    for record in records.values_list("granularity", "public_id", "split", "record_sha256").iterator():
        digest.update(("\t".join(record) + "\n").encode())
    videos = ReleaseVideo.objects.filter(release=release).order_by("granularity", "pk")
    for video in videos.values_list("granularity", "public_id", "split", "sha256", "size").iterator():
        digest.update(("\t".join(map(str, video)) + "\n").encode())
    return digest.hexdigest()


def utc_text(moment: datetime) -> str:
    """A moment in UTC to the second, with Z."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def digest_of(manifest: str) -> str:
    """The digest of a release from its manifest's text."""
    return _sha256(manifest)


def _by_split(release: Release, records: QuerySet[ReleaseRecord]) -> list[tuple[dict[str, Any], int]]:
    found = dict(records.order_by().values_list("split").annotate(n=Count("pk")))
    return [(split, found.get(split["name"], 0)) for split in release.splits]


def _videos(release: Release) -> dict[str, int]:
    found = dict(
        ReleaseVideo.objects.filter(release=release)
        .order_by()
        .values_list("granularity")
        .annotate(n=Count("pk"))
    )
    return {granularity: found.get(granularity, 0) for granularity in GRANULARITIES}


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
