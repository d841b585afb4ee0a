"""The jobs of a release: checking it, and freezing it, all of it or nothing."""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from annotation.public import discard
from evaluation.releases import checks, selectors, snapshots
from evaluation.releases.archives import Archive
from evaluation.releases.changelogs import count_changes
from evaluation.releases.folders import Form
from evaluation.releases.manifests import build_manifest, digest_of
from evaluation.releases.models import Release, ReleaseState
from evaluation.releases.packages import MANIFEST, archive_written, note_package, store_package
from jobs.context import JobContext
from jobs.errors import PermanentFailure
from jobs.registry import JobEnd

#: Ids that a reason names.
NAMED: Final = 5
OUTDATED: Final = "questions_changed"


def check_release(*, context: JobContext, release_id: int) -> dict[str, Any]:
    """Writes down what the release would consist of and goes through the check list.

    Checked when every line is green, else drafted with the list. Frozen already = nothing to do.
    """
    release = _get(release_id)
    if release.state == ReleaseState.FROZEN:
        return {"release": release.pk, "ok": True}
    with transaction.atomic():
        context.hold_lease()
        previous = selectors.frozen_releases(project_id=release.project_id).first()
        release.state, release.previous, release.checks = ReleaseState.DRAFTED, previous, []
        release.checked_at = None
        release.save(update_fields=["state", "previous", "checks", "checked_at"])
    count = snapshots.take_snapshot(context=context, release=release)

    def looked(number: int) -> None:
        context.progress(0.3 + 0.6 * min(number / max(count, 1), 1), f"{number} looked at")

    found = checks.run_checks(release, looked=looked)
    release.record_count = count
    totals = count_changes(release)
    ok = all(check.ok for check in found)
    with transaction.atomic():
        context.hold_lease()
        release.state = ReleaseState.CHECKED if ok else ReleaseState.DRAFTED
        release.checks = [check.document() for check in found]
        release.checked_at = timezone.now()
        release.changes = totals.document() if totals else {}
        release.save(update_fields=["state", "checks", "checked_at", "record_count", "changes"])
    return {"release": release.pk, "ok": ok, "records": count}


def freeze_release(*, context: JobContext, release_id: int, actor_id: int) -> dict[str, Any]:
    """Freezes a checked release: writes its complete folder, and with that in place its manifest and digest.

    Frozen already = nothing to do. Raises PermanentFailure when a question has changed since the check or media is
    missing or altered; the release is then as it was, and drafted again where it has to be checked anew.
    """
    release = _get(release_id)
    if release.state == ReleaseState.FROZEN:
        return _told(release)
    if release.state != ReleaseState.CHECKED or release.freezing_at is None:
        raise PermanentFailure("not_checked", f"Release {release.version} is not checked; check it first.")
    _require_unchanged(release)
    actor = User.objects.get(pk=actor_id)
    manifest = ""

    def finish(archive: Archive) -> None:
        nonlocal manifest
        sums = archive.add_sums()
        # The list of checksums has no line for itself.
        manifest = build_manifest(release, actor=actor, sums_sha256=sums, files=archive.files - 1)
        archive.add_text(MANIFEST, manifest)

    with archive_written(release, Form.COMPLETE, context=context, finish=finish) as written:
        key = store_package(release, Form.COMPLETE, written)
        try:
            with transaction.atomic():
                context.hold_lease()
                if not _still_checked(release):
                    raise PermanentFailure(
                        OUTDATED, f"Release {release.version} was changed meanwhile; check it again."
                    )
                _require_unchanged(release)
                note_package(release, Form.COMPLETE, key, written)
                release.state, release.frozen_at, release.frozen_by = (
                    ReleaseState.FROZEN,
                    timezone.now(),
                    actor,
                )
                release.manifest, release.digest = manifest, digest_of(manifest)
                release.save(update_fields=["state", "frozen_at", "frozen_by", "manifest", "digest"])
        except BaseException:
            discard(key)
            raise
    return _told(release)


def _still_checked(release: Release) -> bool:
    """Whether the release is as it was when its freezing began; locks its row."""
    same = Release.objects.select_for_update().filter(
        pk=release.pk, state=ReleaseState.CHECKED, checked_at=release.checked_at
    )
    return same.first() is not None


def _require_unchanged(release: Release) -> None:
    """Raises PermanentFailure OUTDATED when what is accepted now is not what was checked."""
    moved = list(selectors.moved_since(release).values_list("public_id", flat=True)[: NAMED + 1])
    added = list(selectors.accepted_since(release).values_list("question__public_id", flat=True)[: NAMED + 1])
    if not moved and not added:
        return
    told = [f"{_named(moved)} changed or no longer accepted"] if moved else []
    told += [f"{_named(added)} accepted"] if added else []
    raise PermanentFailure(
        OUTDATED, f"Since the check {' and '.join(told)}. Check release {release.version} again."
    )


def reopen_outdated(end: JobEnd) -> None:
    """After a freezing that ended because questions had changed, the release has to be checked anew."""
    if end.error_code == OUTDATED:
        Release.objects.filter(pk=end.payload["release"], state=ReleaseState.CHECKED).update(
            state=ReleaseState.DRAFTED, freezing_at=None
        )


def _named(ids: list[str]) -> str:
    shown = ", ".join(ids[:NAMED])
    verb = "was" if len(ids) == 1 else "were"
    return f"{shown}{' and others' if len(ids) > NAMED else ''} {verb}"


def _get(release_id: int) -> Release:
    release = Release.objects.select_related("project", "previous").filter(pk=release_id).first()
    if release is None:
        raise PermanentFailure("not_found", f"There is no release {release_id} any more.")
    return release


def _told(release: Release) -> dict[str, Any]:
    return {"release": release.pk, "digest": release.digest, "records": release.record_count}
