"""What a release consists of, written down when it is checked: its records, their videos, their splits."""

from __future__ import annotations

from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Case, Exists, Max, OuterRef, QuerySet, Value, When

from annotation.public import (
    Clip,
    Event,
    Project,
    QuestionTransition,
    accepted_revisions,
    count_accepted,
    prepared_file,
)
from evaluation.releases.models import (
    AcceptedBy,
    Pseudonym,
    Release,
    ReleaseRecord,
    ReleaseVideo,
)
from evaluation.releases.splits import Split, read_splits, split_of
from jobs.context import JobContext
from review.public import twice_accepted

#: Rows of one transaction: others write in between, and a lost lease is noticed.
BATCH = 500


def take_snapshot(*, context: JobContext, release: Release) -> int:
    """Replaces the release's rows by one for each record that is accepted now; returns how many.

    In short transactions, each held by the job's lease. Nothing reads the rows of a drafted release, so a killed
    worker leaves nothing but what the next check replaces.
    """
    with transaction.atomic():
        context.hold_lease()
        ReleaseRecord.objects.filter(release=release).delete()
        ReleaseVideo.objects.filter(release=release).delete()
    taking = _Taking(release)
    total = max(count_accepted(project_id=release.project_id), 1)
    rows = _accepted(release.project_id).iterator(chunk_size=BATCH)
    while batch := list(islice(rows, BATCH)):
        with transaction.atomic():
            context.hold_lease()
            taking.take(batch)
        context.progress(min(0.3, 0.3 * taking.position / total), f"{taking.position} records")
    return taking.position


def _accepted(project_id: int) -> QuerySet[Any]:
    """Accepted revisions with `twice` (two reviewers accepted it) and `imported` (it came in as accepted)."""
    imported = QuestionTransition.objects.filter(
        question=OuterRef("question"), event=Event.IMPORT_ACCEPTED.value
    )
    return (
        accepted_revisions(project_id=project_id)
        .defer("record_json", "question_text", "answer_text", "rubric_criterion", "rubric_scores", "warnings")
        .annotate(
            twice=Exists(twice_accepted().filter(revision=OuterRef("pk"))),
            # What came in as accepted has one revision and no round.
            imported=Case(When(number=1, then=Exists(imported)), default=Value(False)),
        )
    )


class _Taking:
    """The rows so far. Keeps the ids of videos, sources and people, and none of the records."""

    def __init__(self, release: Release) -> None:
        self.position = 0
        self._release = release
        self._splits = read_splits(release.splits)
        self._videos: dict[int, int] = {}
        self._known = dict(
            ReleaseVideo.objects.filter(release=release.previous_id).values_list("source_from", "split")
            if release.previous_id is not None
            else ()
        )
        self._people = dict(Pseudonym.objects.filter(project=release.project_id).values_list("user_id", "pk"))

    def take(self, revisions: list[Any]) -> None:
        """Writes the rows of `revisions`, in the caller's transaction."""
        splits = {revision.pk: self._split(revision) for revision in revisions}
        self._add_videos(revisions, splits)
        self._add_people(revisions)
        ReleaseRecord.objects.bulk_create(
            ReleaseRecord(
                release=self._release,
                position=self.position + place,
                revision_id=revision.pk,
                video_id=self._videos[revision.clip_id],
                granularity=revision.question.granularity,
                task=revision.question.task,
                public_id=revision.question.public_id,
                split=splits[revision.pk].name,
                held_out=splits[revision.pk].held_out,
                record_sha256=revision.record_sha256,
                accepted_by=_accepted_by(revision),
                author_id=self._people[revision.question.author_id],
            )
            for place, revision in enumerate(revisions)
        )
        self.position += len(revisions)

    def _split(self, revision: Any) -> Split:
        return split_of(
            revision.clip.video.source_from,
            seed=self._release.canary,
            splits=self._splits,
            known=self._known,
        )

    def _add_videos(self, revisions: list[Any], splits: dict[int, Split]) -> None:
        new: dict[int, ReleaseVideo] = {}
        for revision in revisions:
            clip = revision.clip
            if clip.pk not in self._videos and clip.pk not in new:
                new[clip.pk] = _video_row(self._release, clip, splits[revision.pk].name)
        for row in ReleaseVideo.objects.bulk_create(new.values()):
            self._videos[row.clip_id] = row.pk

    def _add_people(self, revisions: list[Any]) -> None:
        missing = sorted({revision.question.author_id for revision in revisions} - set(self._people))
        for user_id in missing:
            self._people[user_id] = pseudonym_of(project_id=self._release.project_id, user_id=user_id).pk


def pseudonym_of(*, project_id: int, user_id: int) -> Pseudonym:
    """The number that stands for a person of a project, given out at the first need and then for good.

    Runs in the caller's transaction, which the project's row serialises.
    """
    Project.objects.select_for_update().get(pk=project_id)
    found = Pseudonym.objects.filter(project=project_id, user=user_id).first()
    if found is None:
        last = Pseudonym.objects.filter(project=project_id).aggregate(n=Max("number"))["n"] or 0
        found = Pseudonym.objects.create(project_id=project_id, user_id=user_id, number=last + 1)
    return found


def _accepted_by(revision: Any) -> AcceptedBy:
    if revision.twice:
        return AcceptedBy.REVIEWS
    return AcceptedBy.IMPORT if revision.imported else AcceptedBy.NOBODY


def _video_row(release: Release, clip: Clip, split: str) -> ReleaseVideo:
    video, file = clip.video, prepared_file(clip)
    parts = sorted(clip.segments.all(), key=lambda part: part.position)
    return ReleaseVideo(
        release=release,
        clip=clip,
        granularity=clip.granularity,
        public_id=clip.public_id,
        split=split,
        file_key=file.key if file else "",
        suffix=file.suffix if file else ".mp4",
        sha256=file.sha256 if file else "",
        size=file.size if file else None,
        duration=video.duration if clip.whole_video else clip.duration,
        source_from=video.source_from,
        segments=None if clip.whole_video else [[str(part.start), str(part.end)] for part in parts],
        source_sha256=video.sha256,
        source_size=video.size,
        recipe={} if clip.whole_video else clip.recipe,
        domain=video.domain,
        language=video.language,
        licence=video.licence,
        terms=video.terms,
    )
