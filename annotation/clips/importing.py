"""Videos and clips that are known from records alone: their files are missing, their times and words are there."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from accounts.models import User
from annotation.clips.models import Clip, ClipSegment, ClipState
from annotation.projects.models import Project
from annotation.questions.content import Segment, SubtitleLine
from annotation.subtitles.models import SubtitleFile, Utterance
from annotation.videos.models import Video, VideoState

#: What a record does not say about its source.
NOT_RECORDED: Final = "not recorded"


@dataclass(frozen=True, slots=True)
class ImportedClip:
    """A prepared video as a record describes it. `segments` None: the complete original; `subtitles` None: none."""

    public_id: str
    granularity: str
    source_from: str
    segments: tuple[Segment, ...] | None
    subtitles: tuple[SubtitleLine, ...] | None


@dataclass(slots=True)
class PlacedClips:
    """The clips of the project by public id, and how many rows were new."""

    clips: dict[str, Clip] = field(default_factory=dict)
    new_clips: int = 0
    new_videos: int = 0


def existing_clips(*, project: Project, public_ids: Iterable[str]) -> dict[str, Clip]:
    """Clips of the project that have one of the ids, with video and segments."""
    wanted = set(public_ids)
    clips = Clip.objects.filter(project=project).select_related("video").prefetch_related("segments")
    return {clip.public_id: clip for clip in clips.iterator(chunk_size=500) if clip.public_id in wanted}


def is_same(clip: Clip, imported: ImportedClip) -> bool:
    """True when the stored clip plays the same stretch of the same source, so that records may share it."""
    segments = [Segment(row.start, row.end) for row in sorted(clip.segments.all(), key=lambda s: s.position)]
    return (
        clip.granularity == imported.granularity
        and clip.video.source_from == imported.source_from
        and (None if clip.whole_video else tuple(segments)) == imported.segments
    )


def place_clips(*, project: Project, imported: Sequence[ImportedClip], added_by: User) -> PlacedClips:
    """Stores each clip that the project does not have; the caller has found those it has to be the same.

    Clips with the same source share one video that awaits its file; a video of the project that has a file is left
    alone. Two ids for the same stretch of one source get a video each, since one video holds a stretch once. The
    subtitle lines of a video's clips are put together in the order of the original. Runs in the caller's
    transaction.
    """
    placed = PlacedClips(existing_clips(project=project, public_ids=(one.public_id for one in imported)))
    videos: dict[str, list[Video]] = {}
    for awaiting in Video.objects.filter(project=project, state=VideoState.AWAITING_MEDIA).order_by("pk"):
        videos.setdefault(awaiting.source_from, []).append(awaiting)
    taken = {
        (clip.video_id, clip.granularity, clip.content_key)
        for clip in Clip.objects.filter(project=project, video__state=VideoState.AWAITING_MEDIA)
    }
    lines: dict[int, list[ImportedClip]] = {}
    for one in imported:
        if one.public_id in placed.clips:
            continue
        key = content_key(one)
        known = videos.setdefault(one.source_from, [])
        video = next((v for v in known if (v.pk, one.granularity, key) not in taken), None)
        if video is None:
            video = _make_video(project=project, source_from=one.source_from, added_by=added_by)
            known.append(video)
            placed.new_videos += 1
        taken.add((video.pk, one.granularity, key))
        placed.clips[one.public_id] = _make_clip(video=video, one=one, key=key, added_by=added_by)
        placed.new_clips += 1
        lines.setdefault(video.pk, []).append(one)
    for video_id, clips in lines.items():
        _add_lines(video_id=video_id, clips=clips, added_by=added_by)
    return placed


def content_key(imported: ImportedClip) -> str:
    """What tells two clips of one source apart while there is no file: the source's name and the segments."""
    segments = [[str(part.start), str(part.end)] for part in imported.segments or ()]
    told = json.dumps(["record", imported.source_from, segments])
    return hashlib.sha256(told.encode("utf-8")).hexdigest()


def _make_video(*, project: Project, source_from: str, added_by: User) -> Video:
    return Video.objects.create(
        project=project,
        title=source_from[:300],
        source_from=source_from,
        domain=NOT_RECORDED,
        licence=NOT_RECORDED,
        state=VideoState.AWAITING_MEDIA,
        from_records=True,
        added_by=added_by,
    )


def _make_clip(*, video: Video, one: ImportedClip, key: str, added_by: User) -> Clip:
    clip = Clip.objects.create(
        project_id=video.project_id,
        video=video,
        granularity=one.granularity,
        public_id=one.public_id,
        whole_video=one.segments is None,
        content_key=key,
        state=ClipState.AWAITING_MEDIA,
        created_by=added_by,
    )
    ClipSegment.objects.bulk_create(
        ClipSegment(clip=clip, position=place, start=part.start, end=part.end)
        for place, part in enumerate(one.segments or ())
    )
    return clip


def _add_lines(*, video_id: int, clips: Sequence[ImportedClip], added_by: User) -> None:
    """Makes the lines of `clips` part of the video's active subtitles; nothing when they have none."""
    if all(one.subtitles is None for one in clips):
        return
    active = SubtitleFile.objects.filter(video_id=video_id, active=True).first()
    had = (
        [
            SubtitleLine(row.start, row.end, row.text, row.speaker)
            for row in active.utterances.order_by("number")
        ]
        if active
        else []
    )
    lines = merged_lines(had, clips)
    if active is not None:
        if lines == had:
            return
        active.active = False
        active.save(update_fields=["active"])
    told = json.dumps([[str(one.start), str(one.end), one.speaker, one.text] for one in lines])
    file = SubtitleFile.objects.create(
        video_id=video_id,
        filename="imported records",
        format="records",
        encoding="utf-8",
        sha256=hashlib.sha256(told.encode("utf-8")).hexdigest(),
        added_by=added_by,
    )
    Utterance.objects.bulk_create(
        (
            Utterance(
                subtitle_file=file,
                number=number,
                start=line.start,
                end=line.end,
                speaker=line.speaker,
                text=line.text,
            )
            for number, line in enumerate(lines, start=1)
        ),
        batch_size=500,
    )


def merged_lines(had: Sequence[SubtitleLine], clips: Sequence[ImportedClip]) -> list[SubtitleLine]:
    """Every line once, in the order of the original: by start, lines of one start as they first came.

    The order of a complete original is its own and is kept when it holds every line.
    """
    whole = [one for one in clips if one.segments is None] + [
        one for one in clips if one.segments is not None
    ]
    seen = dict.fromkeys(had)
    for one in whole:
        seen.update(dict.fromkeys(one.subtitles or ()))
    for one in whole:
        if one.segments is None and one.subtitles is not None and set(one.subtitles) == set(seen):
            return list(one.subtitles)
    return sorted(seen, key=lambda line: line.start)
