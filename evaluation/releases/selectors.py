"""Reads of releases: for their page, for packages, and for what is scored against them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import User
from accounts.selectors import Role, member_project_ids
from annotation.public import Revision, accepted_revisions
from evaluation.releases.models import Release, ReleaseRecord, ReleaseState, ReleaseVideo
from kernel.errors import NotFound

#: Rows of a stream that are in memory at once.
CHUNK = 100


@dataclass(frozen=True, slots=True)
class ReleasedRecord:
    """One record of a release. `record_json` is the frozen canonical text, with the answer even where it is held out:
    whoever passes it on has to look at `held_out`."""

    position: int
    public_id: str
    granularity: str
    task: str
    split: str
    held_out: bool
    video_public_id: str
    author: int
    record_json: str
    record_sha256: str


def visible_to(user: User) -> QuerySet[Release]:
    """Releases of the projects that `user` is an admin of, newest first; all for superusers."""
    releases = Release.objects.select_related("created_by", "frozen_by", "previous").order_by("-pk")
    if user.is_superuser:
        return releases
    return releases.filter(project__in=member_project_ids(user=user, roles=[Role.ADMIN]))


def get_visible(*, user: User, release_id: int) -> Release:
    """One release that `user` may see. Raises NotFound."""
    release = visible_to(user).filter(pk=release_id).first()
    if release is None:
        raise NotFound("not_found", f"There is no release {release_id}, or you may not see it.")
    return release


def frozen_releases(*, project_id: int) -> QuerySet[Release]:
    """The frozen releases of a project, newest first. `digest` names the content, `version` is for people."""
    return Release.objects.filter(project_id=project_id, state=ReleaseState.FROZEN).order_by("-pk")


def get_frozen(*, release_id: int) -> Release:
    """A frozen release; NotFound for one that is not frozen. Access is the caller's to check."""
    release = Release.objects.filter(pk=release_id, state=ReleaseState.FROZEN).first()
    if release is None:
        raise NotFound("not_found", f"There is no frozen release {release_id}.")
    return release


def records_of(
    release: Release,
    *,
    granularity: str | None = None,
    task: str | None = None,
    split: str | None = None,
    held_out: bool | None = None,
) -> Iterator[ReleasedRecord]:
    """The records of a release in the order of its files, all or those that match. Streams; one query."""
    rows = ReleaseRecord.objects.filter(release=release)
    if granularity is not None:
        rows = rows.filter(granularity=granularity)
    if task is not None:
        rows = rows.filter(task=task)
    if split is not None:
        rows = rows.filter(split=split)
    if held_out is not None:
        rows = rows.filter(held_out=held_out)
    return _streamed(rows.order_by("position"))


def record_of(release: Release, *, granularity: str, public_id: str) -> ReleasedRecord | None:
    """One record by its id, which is unique within its granularity; None when the release has none."""
    return next(
        _streamed(
            ReleaseRecord.objects.filter(release=release, granularity=granularity, public_id=public_id)
        ),
        None,
    )


def records_by_video(release: Release, *, granularity: str) -> Iterator[ReleasedRecord]:
    """The records of one granularity, those of one video beside each other, in the order of videos_of. Streams."""
    rows = ReleaseRecord.objects.filter(release=release, granularity=granularity)
    return _streamed(rows.order_by("video_id", "position"))


def _streamed(rows: QuerySet[ReleaseRecord]) -> Iterator[ReleasedRecord]:
    columns = (
        "position public_id granularity task split held_out video__public_id author__number "
        "revision__record_json record_sha256"
    )
    for row in rows.values_list(*columns.split()).iterator(chunk_size=CHUNK):
        yield ReleasedRecord(*row)


def videos_of(release: Release, *, granularity: str | None = None) -> Iterator[ReleaseVideo]:
    """The prepared videos of a release by granularity, in the order in which its records name them. Streams."""
    rows = ReleaseVideo.objects.filter(release=release)
    if granularity is not None:
        rows = rows.filter(granularity=granularity)
    return rows.order_by("granularity", "pk").iterator(chunk_size=CHUNK)


def moved_since(release: Release) -> QuerySet[ReleaseRecord]:
    """Records whose question is no longer accepted as it was when the release was checked."""
    accepted = accepted_revisions(project_id=release.project_id).order_by().values("pk")
    return ReleaseRecord.objects.filter(release=release).exclude(revision__in=accepted).order_by("position")


def accepted_since(release: Release) -> QuerySet[Revision]:
    """Accepted revisions of questions that were not accepted when the release was checked."""
    known = ReleaseRecord.objects.filter(release=release).values("revision__question")
    return accepted_revisions(project_id=release.project_id).exclude(question__in=known)
