"""Writes of releases that people ask for: draft, change, discard, check, freeze, make an archive."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.policies import require_role
from accounts.selectors import Role
from annotation.public import Project
from evaluation.releases import selectors
from evaluation.releases.models import Release, ReleaseRecord, ReleaseState, ReleaseVideo
from evaluation.releases.packages import KINDS
from evaluation.releases.splits import read_splits
from jobs.models import ACTIVE_STATES, Job
from jobs.services import enqueue
from kernel.errors import Conflict, FieldError, Invalid

VERSION: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,29}", re.ASCII)


@transaction.atomic
def draft_release(
    *,
    actor: User,
    project_id: int,
    version: str,
    notes: str,
    videos_form: str,
    splits: Sequence[dict[str, Any]],
    allowed_licences: Sequence[str],
) -> Release:
    """A new draft. For admins of the project.

    The canary stays the same through all releases of a benchmark. Raises Invalid for a version that is none or is in
    use, and for splits that do not add up; Conflict while another release of the project is not frozen yet.
    """
    require_role(user=actor, project_id=project_id, any_of=(Role.ADMIN,))
    # Two drafts at once wait for each other here.
    Project.objects.select_for_update().get(pk=project_id)
    open_one = Release.objects.filter(project_id=project_id).exclude(state=ReleaseState.FROZEN).first()
    if open_one is not None:
        raise Conflict(
            "release_open",
            f"Release {open_one.version} is not frozen yet; freeze or discard it before the next one is drafted.",
            extra={"release": open_one.pk},
        )
    previous = selectors.frozen_releases(project_id=project_id).first()
    release = Release(
        project_id=project_id,
        created_by=actor,
        previous=previous,
        canary=previous.canary if previous else f"longemo canary GUID {uuid.uuid4()}",
    )
    _fill(release, version, notes, videos_form, splits, allowed_licences)
    release.save(force_insert=True)
    return release


@transaction.atomic
def change_release(
    *,
    actor: User,
    release_id: int,
    version: str,
    notes: str,
    videos_form: str,
    splits: Sequence[dict[str, Any]],
    allowed_licences: Sequence[str],
) -> Release:
    """New settings of a release that is not frozen; it is a draft again. Raises NotFound, Conflict, Invalid."""
    release = _lock_idle(actor=actor, release_id=release_id)
    _fill(release, version, notes, videos_form, splits, allowed_licences)
    release.state, release.checked_at, release.checks = ReleaseState.DRAFTED, None, []
    release.freezing_at = None
    release.save()
    return release


@transaction.atomic
def discard_release(*, actor: User, release_id: int) -> None:
    """Removes a release that is not frozen. Raises NotFound, Conflict for a frozen one."""
    release = _lock_idle(actor=actor, release_id=release_id)
    ReleaseRecord.objects.filter(release=release).delete()
    ReleaseVideo.objects.filter(release=release).delete()
    release.delete()


@transaction.atomic
def request_check(*, actor: User, release_id: int) -> Job:
    """Has the check list gone through by a job. Asking while it runs is the same job. Raises NotFound, Conflict."""
    release = _lock_open(actor=actor, release_id=release_id)
    return _enqueue("release.check", release, actor, {"release": release.pk})


@transaction.atomic
def request_freeze(*, actor: User, release_id: int) -> Job | None:
    """Has a checked release frozen by a job; None for one that is frozen already. Raises NotFound, Conflict."""
    release = _get(actor=actor, release_id=release_id)
    if release.state == ReleaseState.FROZEN:
        return None
    if release.state != ReleaseState.CHECKED:
        raise Conflict(
            "not_checked",
            f"Release {release.version} has not passed its check list; check it, and look at what is red.",
        )
    if release.freezing_at is None:
        # Kept through every further attempt, so that each writes the same bytes.
        release.freezing_at = timezone.now().replace(microsecond=0)
        release.save(update_fields=["freezing_at"])
    return _enqueue("release.freeze", release, actor, {"release": release.pk, "actor": actor.pk})


@transaction.atomic
def request_package(*, actor: User, release_id: int, kind: str) -> Job | None:
    """Has an archive of a frozen release made; None when it is there already. Raises NotFound, Invalid, Conflict."""
    release = _get(actor=actor, release_id=release_id)
    if kind not in KINDS:
        raise Invalid("unknown_kind", f"There is no archive {kind[:40]!r}; there are {', '.join(KINDS)}.")
    if release.state != ReleaseState.FROZEN:
        raise Conflict("not_frozen", f"Release {release.version} is not frozen yet.")
    if release.packages.filter(kind=kind).exists():
        return None
    return _enqueue(
        "release.package", release, actor, {"release": release.pk, "kind": kind}, suffix=f":{kind}"
    )


def _enqueue(kind: str, release: Release, actor: User, payload: dict[str, Any], suffix: str = "") -> Job:
    # Checking and freezing exclude each other: one key for both.
    job = enqueue(
        kind=kind,
        subject=f"release:{release.pk}",
        payload=payload,
        queue="default",
        key=_key(release) + suffix,
        project_id=release.project_id,
        owner=actor,
    )
    if job.kind != kind:
        raise _busy(release)
    return job


def _key(release: Release) -> str:
    return f"release:{release.pk}"


def _busy(release: Release) -> Conflict:
    return Conflict(
        "release_busy",
        f"Release {release.version} is being checked or frozen; wait for the job or cancel it.",
    )


def _fill(
    release: Release,
    version: str,
    notes: str,
    videos_form: str,
    splits: Sequence[dict[str, Any]],
    allowed_licences: Sequence[str],
) -> None:
    if VERSION.fullmatch(version) is None:
        raise _wrong("version", "A version has letters, digits, dots, - and _, at most 30, such as 1.0.")
    taken = Release.objects.filter(project=release.project_id, version=version).exclude(pk=release.pk)
    if taken.exists():
        raise _wrong("version", f"The project has a release {version} already.")
    try:
        read_splits(list(splits))
    except ValueError as problem:
        raise _wrong("splits", f"The splits are wrong: {problem}.") from None
    release.version, release.notes, release.videos_form = version, notes, videos_form
    release.splits, release.allowed_licences = list(splits), list(allowed_licences)


def _wrong(name: str, told: str) -> Invalid:
    return Invalid("invalid", told, errors=[FieldError(name, "invalid", told)])


def _get(*, actor: User, release_id: int) -> Release:
    release = selectors.get_visible(user=actor, release_id=release_id)
    return Release.objects.select_for_update(of=("self",)).select_related("project").get(pk=release.pk)


def _lock_open(*, actor: User, release_id: int) -> Release:
    release = _get(actor=actor, release_id=release_id)
    if release.state == ReleaseState.FROZEN:
        raise Conflict(
            "release_frozen", f"Release {release.version} is frozen and never changes; draft the next one."
        )
    return release


def _lock_idle(*, actor: User, release_id: int) -> Release:
    """As _lock_open; raises Conflict while a job is at work on it."""
    release = _lock_open(actor=actor, release_id=release_id)
    if Job.objects.filter(key=_key(release), state__in=ACTIVE_STATES).exists():
        raise _busy(release)
    return release
