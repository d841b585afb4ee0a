"""The archives of a release, by kind: written under a temporary name, offered only when whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from annotation.public import discard, store_file, work_path
from evaluation.releases.archives import Archive
from evaluation.releases.changelogs import CHANGELOG, write_changelog
from evaluation.releases.folders import Form, write_benchmark
from evaluation.releases.media import UnsoundMedia
from evaluation.releases.models import Release, ReleasePackage, ReleaseState
from jobs.context import JobContext
from jobs.errors import PermanentFailure

MANIFEST: Final = "manifest.json"

Added = Callable[[], None]
Write = Callable[[Archive, Release, Path, Added], None]


def _benchmark(form: Form) -> Write:
    def write(archive: Archive, release: Release, work: Path, added: Added) -> None:
        write_benchmark(archive, release, form, work=work, added=added)

    return write


#: What fills each kind of archive, besides the manifest, the changelog and the checksums that all of them have.
KINDS: Final[Mapping[str, Write]] = {form.value: _benchmark(form) for form in Form}


@dataclass(frozen=True, slots=True)
class Written:
    """A finished archive in a work folder."""

    path: Path
    size: int
    sha256: str
    files: int


def root_of(release: Release) -> str:
    """The folder that every archive of a release unpacks to."""
    return f"{slugify(release.project.name) or 'release'}-{release.version}"


@contextmanager
def archive_written(
    release: Release, kind: str, *, context: JobContext, finish: Callable[[Archive], None]
) -> Iterator[Written]:
    """Writes the archive of a kind and gives it while the block runs; nothing of it is left afterwards.

    `finish` adds the last files. Raises PermanentFailure for media that is missing or altered, and whatever stops the
    job: a cancellation, a lost lease, a full disk.
    """
    total = max(2 * release.record_count, 1)
    done = 0

    def added() -> None:
        nonlocal done
        done += 1
        context.progress(min(0.95, 0.3 + 0.65 * done / total), f"{done} files")

    assert release.freezing_at is not None  # noqa: S101 - set when freezing is asked for
    with work_path(suffix=".tar") as path:
        try:
            with Archive(path, root=root_of(release), at=release.freezing_at) as archive:
                KINDS[kind](archive, release, path.parent, added)
                changelog = path.with_name(CHANGELOG)
                write_changelog(release, changelog)
                archive.add_file(CHANGELOG, changelog)
                finish(archive)
                archive.close()
        except UnsoundMedia as problem:
            raise PermanentFailure(problem.code, problem.reason) from None
        yield Written(path, archive.size, archive.sha256, archive.files)


def store_package(release: Release, kind: str, written: Written) -> str:
    """Puts the archive into the storage under a name of its content; returns the name."""
    key = f"releases/{release.project_id}/{release.pk}/{kind}-{written.sha256[:16]}.tar"
    store_file(written.path, key)
    return key


def make_package(*, context: JobContext, release_id: int, kind: str) -> dict[str, object]:
    """Makes one archive of a frozen release; made already = nothing to do. Returns what the job tells."""
    release = Release.objects.select_related("project", "previous").get(pk=release_id)
    if release.state != ReleaseState.FROZEN:
        raise PermanentFailure("not_frozen", f"Release {release.version} is not frozen yet.")
    found = ReleasePackage.objects.filter(release=release, kind=kind).first()
    if found is not None:
        return {"release": release.pk, "kind": kind, "sha256": found.sha256}

    def finish(archive: Archive) -> None:
        archive.add_text(MANIFEST, release.manifest)
        archive.add_sums()

    with archive_written(release, kind, context=context, finish=finish) as written:
        key = store_package(release, kind, written)
        try:
            with transaction.atomic():
                context.hold_lease()
                note_package(release, kind, key, written)
        except BaseException:
            discard(key)
            raise
    return {"release": release.pk, "kind": kind, "sha256": written.sha256}


def note_package(release: Release, kind: str, key: str, written: Written) -> None:
    """Writes the row by which an archive is offered, in the caller's transaction."""
    ReleasePackage.objects.update_or_create(
        release=release,
        kind=kind,
        defaults={
            "file_key": key,
            "sha256": written.sha256,
            "size": written.size,
            "files": written.files,
            "made_at": timezone.now(),
        },
    )
