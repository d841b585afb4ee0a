"""The check list that has to be green before a release is frozen. Reads only; every finding names the thing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from annotation.public import check_record, record_sha256
from evaluation.releases import media
from evaluation.releases.licences import allows_passing_on, is_recorded
from evaluation.releases.models import AcceptedBy, Release, ReleaseRecord, ReleaseVideo, Videos
from evaluation.releases.selectors import CHUNK, records_of, videos_of
from review.public import open_thread_counts

#: Findings of one check that are kept; all are counted.
KEPT: Final = 20

OnLooked = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that holds a release up: which thing, and what to do about it."""

    subject: str
    message: str


@dataclass(slots=True)
class Check:
    """One line of the check list. `looked_at` things, `failed` of them; the first KEPT findings in words."""

    code: str
    looked_at: int = 0
    failed: int = 0
    findings: list[Finding] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return self.failed == 0

    def add(self, subject: str, message: str) -> None:
        """Counts one thing that is not as it should be."""
        self.failed += 1
        if len(self.findings) < KEPT:
            self.findings.append(Finding(subject, message))

    def document(self) -> dict[str, Any]:
        """As it is stored and sent."""
        return {**asdict(self), "ok": self.ok}


def run_checks(release: Release, *, looked: OnLooked = lambda number: None) -> list[Check]:
    """Every check of the list over the rows of the release's snapshot, in the order of the list.

    Reads each media file once, whole. `looked` hears of every thing that was looked at.
    """
    count = ReleaseRecord.objects.filter(release=release).count()
    something = Check("something_accepted", looked_at=count)
    if count == 0:
        something.add(
            release.version, "No question of the project is accepted, so there is nothing to release."
        )
    return [
        something,
        _counted(Check("records_valid"), _invalid_records(release), looked),
        _counted(Check("two_accepts"), _not_accepted_twice(release), looked),
        _counted(Check("no_open_comment"), _commented(release), looked),
        _counted(Check("media_verified"), _unsound_media(release), looked),
        _counted(Check("licences_allow"), _forbidden(release), looked),
    ]


def _counted(check: Check, found: Iterable[Finding | None], looked: OnLooked) -> Check:
    for finding in found:
        check.looked_at += 1
        if finding is not None:
            check.add(finding.subject, finding.message)
        looked(check.looked_at)
    return check


def _invalid_records(release: Release) -> Iterator[Finding | None]:
    for record in records_of(release):
        if record_sha256(record.record_json) != record.record_sha256:
            yield Finding(
                record.public_id, "The stored record is not the one that was submitted; tell an operator."
            )
            continue
        issues = check_record(json.loads(record.record_json))
        told = "; ".join(f"{issue.field}: {issue.message}" for issue in issues)
        yield Finding(record.public_id, f"{told} Reopen the question and correct it.") if issues else None


def _not_accepted_twice(release: Release) -> Iterator[Finding | None]:
    rows = ReleaseRecord.objects.filter(release=release).order_by("position")
    for public_id, accepted_by in rows.values_list("public_id", "accepted_by").iterator(chunk_size=CHUNK):
        if accepted_by == AcceptedBy.NOBODY:
            yield Finding(
                public_id, "It was not accepted by two reviewers; reopen it and let it be reviewed again."
            )
        else:
            yield None


def _commented(release: Release) -> Iterator[Finding | None]:
    threads = open_thread_counts(project_id=release.project_id)
    rows = ReleaseRecord.objects.filter(release=release).order_by("position")
    for public_id, question_id in rows.values_list("public_id", "revision__question").iterator(
        chunk_size=CHUNK
    ):
        number = threads.get(question_id, 0)
        told = f"It has {number} open comment{'' if number == 1 else 's'}; answer and resolve first."
        yield Finding(public_id, told) if number else None


def _unsound_media(release: Release) -> Iterator[Finding | None]:
    for video in videos_of(release):
        problem = media.problem_of(video)
        yield None if problem is None else Finding(video.public_id, problem)


def _forbidden(release: Release) -> Iterator[Finding | None]:
    for video in videos_of(release):
        yield _licence_finding(release, video)


def _licence_finding(release: Release, video: ReleaseVideo) -> Finding | None:
    if not is_recorded(video.licence):
        return Finding(
            video.public_id,
            f"Nothing is recorded about the licence of {video.source_from!r}; write it into the video's details.",
        )
    if release.videos_form == Videos.INCLUDED and not allows_passing_on(
        video.licence, release.allowed_licences
    ):
        return Finding(
            video.public_id,
            f"The licence {video.licence!r} of {video.source_from!r} is not known to allow passing the video on. "
            "Confirm that it does, or release without the videos.",
        )
    return None
