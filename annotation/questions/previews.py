"""A revision seen as others will see it: by the checks, as a record, by a tested model."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from annotation.clips.models import Clip, Granularity
from annotation.questions.advice import advice_on
from annotation.questions.checks import check_draft
from annotation.questions.content import RevisionContent, Segment, SubtitleLine, subtitles_of_segments
from annotation.questions.findings import Draft, Finding
from annotation.questions.models import Question, Revision
from annotation.questions.records import build_record
from annotation.questions.selectors import neighbours_of
from annotation.questions.tasks import get_task
from annotation.subtitles.models import SubtitleFile, Utterance
from annotation.videos.models import Video
from annotation.videos.selectors import watched_ranges
from annotation.videos.watching import share

#: What a tested model is told. Never the answer, its details or the rubric.
MODEL_FIELDS: Final = ("question_id", "video_id", "granularity", "type", "question")


@dataclass(frozen=True, slots=True)
class ClipFacts:
    """What the checks and the record need to know about a clip.

    `segments`: as played, None for the complete original. `duration`: of the original, seconds.
    `subtitles`: the lines of the prepared video in its order, None when the video has no subtitle file;
    `lines_outside`: the original's other lines.
    """

    segments: tuple[Segment, ...] | None
    duration: Decimal
    subtitles: tuple[SubtitleLine, ...] | None
    lines_outside: tuple[SubtitleLine, ...] = ()


def clip_facts(clip: Clip) -> ClipFacts:
    """The facts of a clip whose video is joined; three queries, two when its segments are prefetched."""
    segments = (
        None
        if clip.whole_video
        else tuple(
            Segment(row.start, row.end) for row in sorted(clip.segments.all(), key=lambda row: row.position)
        )
    )
    lines = _lines_of(clip.video)
    subtitles = (
        None if lines is None else subtitles_of_segments(lines, segments, duration=clip.video.duration)
    )
    heard = set(subtitles or ())
    outside = tuple(line for line in lines or () if line not in heard)
    return ClipFacts(segments, _duration(clip.video, segments, lines or ()), subtitles, outside)


def draft_of(question: Question, revision: Revision, content: RevisionContent, facts: ClipFacts) -> Draft:
    """The question as the checks read it. For episodes this asks what its author has watched."""
    watched = None
    if question.granularity == Granularity.EPISODE:
        watched = author_watched_share(question, revision.clip.video)
    return Draft(
        task=get_task(question.granularity, question.task),
        content=content,
        segments=facts.segments,
        video_duration=facts.duration,
        watched_share=watched,
        watch_waiver=question.watch_waiver_reason,
        subtitles=facts.subtitles or (),
        lines_outside=facts.lines_outside,
        neighbours=neighbours_of(question, revision.clip),
    )


def findings_of(
    question: Question, revision: Revision, content: RevisionContent, facts: ClipFacts
) -> list[Finding]:
    """What the checks and advisers say about this content now, errors first."""
    return findings_about(draft_of(question, revision, content, facts), question, revision)


def findings_about(draft: Draft, question: Question, revision: Revision) -> list[Finding]:
    """As findings_of, for a draft that was read already."""
    findings = [*check_draft(draft), *advice_on(question, revision, draft.content)]
    return sorted(findings, key=lambda finding: finding.level != "error")


def record_of(
    question: Question, revision: Revision, content: RevisionContent, facts: ClipFacts
) -> dict[str, Any]:
    """The ten-field record of this content. Raises records.InvalidRecord while it is unfinished."""
    return build_record(
        question_id=question.public_id,
        video_id=revision.clip.public_id,
        source_from=revision.clip.video.source_from,
        segments=facts.segments,
        task=get_task(question.granularity, question.task),
        content=content,
        subtitles=facts.subtitles if revision.include_subtitles else None,
    )


def model_view(
    question: Question, revision: Revision, content: RevisionContent, facts: ClipFacts
) -> dict[str, Any]:
    """What a tested model would be given besides the video: five fields and the subtitles' text alone.

    `subtitles` is None where they are not included. Works for unfinished drafts.
    """
    lines = facts.subtitles if revision.include_subtitles else None
    told = (
        question.public_id,
        revision.clip.public_id,
        question.granularity,
        question.task,
        content.question_text,
    )
    return {
        **dict(zip(MODEL_FIELDS, told, strict=True)),
        "subtitles": None if lines is None else [line.text for line in lines],
    }


def model_view_of_record(record_json: str) -> dict[str, Any]:
    """As model_view, from the frozen text of a submitted revision."""
    record = json.loads(record_json)
    rows = record["subtitles"]
    return {
        **{field: record[field] for field in MODEL_FIELDS},
        "subtitles": None if rows is None else [row["text"] for row in rows],
    }


def author_watched_share(question: Question, video: Video) -> float:
    """The share of the complete video that the question's author has played, 0..1; 0 without a duration."""
    if not video.duration:
        return 0.0
    return share(watched_ranges(user=question.author, video_id=video.pk), video.duration)


def _lines_of(video: Video) -> tuple[SubtitleLine, ...] | None:
    """All lines of the video's active subtitle file, None when it has none."""
    file = SubtitleFile.objects.filter(video=video, active=True).first()
    if file is None:
        return None
    rows = Utterance.objects.filter(subtitle_file=file).order_by("number")
    return tuple(SubtitleLine(row.start, row.end, row.text, row.speaker) for row in rows)


def _duration(video: Video, segments: tuple[Segment, ...] | None, lines: Iterable[SubtitleLine]) -> Decimal:
    """The video's duration; while it has no file, the last time that is known to lie in it."""
    if video.duration is not None:
        return video.duration
    ends = [part.end for part in segments or ()] + [line.end for line in lines]
    return max(ends, default=Decimal(0))
