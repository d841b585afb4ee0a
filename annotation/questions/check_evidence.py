"""Checks of times: segments of the clip, evidence inside it, how far G2 evidence is spread, what was
watched.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from annotation.questions.content import MODALITIES, EvidenceInterval, Segment
from annotation.questions.findings import Draft, Finding, error, warning
from annotation.questions.placement import merged, playing_time

#: Evidence lies in different parts of a video when at least this share of its length is in between.
PART_GAP_SHARE: Final = Decimal("0.05")
#: A clip is much longer than its evidence when it is this many times as long ...
CLIP_LENGTH_FACTOR: Final = Decimal(3)
#: ... and at least this many seconds longer.
CLIP_LENGTH_SLACK: Final = Decimal(10)
#: Players report what was played in whole seconds or so: this share counts as the complete video.
WHOLE_VIDEO_SHARE: Final = 0.98


def check_segments(draft: Draft) -> list[Finding]:
    """Findings about `segments`: each before its end, inside the video, none overlapping another."""
    segments = draft.segments
    if segments is None:
        return []
    if not segments:
        return [error("segments_missing", "segments", "Mark at least one segment.")]
    findings: list[Finding] = []
    sound: list[tuple[Decimal, Decimal, int]] = []
    for place, segment in enumerate(segments):
        field = f"segments.{place}"
        problem = _interval_problem(segment.start, segment.end, draft.video_duration)
        if problem is None:
            sound.append((segment.start, segment.end, place))
        else:
            findings.append(error(f"segment_{problem[0]}", field, problem[1]))
    # Against the one that reaches furthest so far, not the neighbour: a long segment may hold several short ones.
    furthest: tuple[Decimal, int] | None = None
    for start, end, place in sorted(sound):
        if furthest is not None and start < furthest[0]:
            low, high = sorted((place, furthest[1]))
            findings.append(
                error(
                    "segments_overlap",
                    f"segments.{high}",
                    f"Segment {high + 1} overlaps segment {low + 1}; move one of them.",
                )
            )
        if furthest is None or end > furthest[0]:
            furthest = (end, place)
    return findings


def check_evidence(draft: Draft) -> list[Finding]:
    """Findings about `evidence`. Intervals that are wrong in themselves are left out of the further
    checks.
    """
    findings: list[Finding] = []
    sound: list[EvidenceInterval] = []
    for place, interval in enumerate(draft.content.evidence):
        field = f"evidence.{place}"
        problem = _interval_problem(interval.start, interval.end, draft.video_duration)
        if problem is not None:
            findings.append(error(f"evidence_{problem[0]}", field, problem[1]))
        elif not _inside(interval, draft.segments):
            findings.append(
                error(
                    "evidence_outside_clip",
                    field,
                    f"{interval.start}-{interval.end} s is not all inside the clip; move the evidence or widen the "
                    "clip.",
                )
            )
        else:
            sound.append(interval)
        unknown = [name for name in interval.modalities if name not in MODALITIES]
        if unknown:
            findings.append(
                error(
                    "modality_unknown",
                    f"{field}.modalities",
                    f"{', '.join(map(repr, unknown))}: choose among {', '.join(MODALITIES)}.",
                )
            )
    findings.extend(_spread(draft, sound) if draft.task.granularity == "episode" else _needed(draft, sound))
    return findings


def check_watched(draft: Draft) -> list[Finding]:
    """G2 is authored by somebody who has watched the complete video; an admin can waive that with a
    reason.
    """
    share = draft.watched_share
    if draft.task.granularity != "episode" or share is None or share >= WHOLE_VIDEO_SHARE:
        return []
    told = f"{float(share):.0%} of the video has been watched"
    if draft.watch_waiver.strip():
        return [
            warning("not_watched_waived", "watched_share", f"{told}; waived: {draft.watch_waiver.strip()}")
        ]
    return [
        error(
            "not_watched",
            "watched_share",
            f"{told}; watch the rest before submitting, or ask an admin to waive this with a reason.",
        )
    ]


def _interval_problem(start: Decimal, end: Decimal, duration: Decimal) -> tuple[str, str] | None:
    if not (start.is_finite() and end.is_finite()):
        return "not_finite", "Start and end must be numbers of seconds."
    if start >= end:
        return "reversed", f"It starts at {start} s and ends at {end} s; the start must come first."
    if start < 0 or end > duration:
        return "outside_video", f"{start}-{end} s is not inside the video, which lasts {duration} s."
    return None


def _inside(interval: EvidenceInterval, segments: tuple[Segment, ...] | None) -> bool:
    if segments is None:
        return True
    covered = merged(((part.start, part.end) for part in segments if part.start < part.end), gap=Decimal(0))
    return any(start <= interval.start and interval.end <= end for start, end in covered)


def _spread(draft: Draft, evidence: list[EvidenceInterval]) -> Iterator[Finding]:
    if len(draft.content.evidence) < 2:
        yield error(
            "evidence_too_few",
            "evidence",
            "An episode question needs evidence from different parts of the video: mark at least two intervals.",
        )
        return
    gap = _playing_length(draft) * PART_GAP_SHARE
    parts = merged(((part.start, part.end) for part in evidence), gap=gap)
    if len(evidence) >= 2 and len(parts) < 2:
        yield error(
            "evidence_one_part",
            "evidence",
            "All evidence lies in one part of the video (less than "
            f"{gap.quantize(Decimal('0.1'))} s apart). Mark evidence elsewhere that adds to the answer, or ask a "
            "scene question about this part.",
        )
    if all(part.modalities and set(part.modalities) == {"words"} for part in draft.content.evidence):
        yield warning(
            "evidence_words_only",
            "evidence",
            "Words alone carry all the evidence, so subtitles may be enough to answer. Prefer a question that needs "
            "what is seen or how it is said.",
        )


def _needed(draft: Draft, evidence: list[EvidenceInterval]) -> Iterator[Finding]:
    if not draft.content.evidence:
        yield warning(
            "evidence_missing", "evidence", "Mark where the evidence is, so that reviewers can check it."
        )
        return
    spans = [
        (playing_time(part.start, draft.segments, draft.video_duration), part.end - part.start)
        for part in evidence
    ]
    placed = [(start, start + length) for start, length in spans if start is not None]
    if not placed:
        return
    needed = max(end for _, end in placed) - min(start for start, _ in placed)
    length = _playing_length(draft)
    if length > needed * CLIP_LENGTH_FACTOR and length - needed >= CLIP_LENGTH_SLACK:
        yield warning(
            "clip_too_long",
            "segments",
            f"The clip lasts {length} s, its evidence spans {needed} s. Keep the smallest stretch that holds all that "
            "is needed to answer.",
        )


def _playing_length(draft: Draft) -> Decimal:
    if draft.segments is None:
        return draft.video_duration
    return sum((part.end - part.start for part in draft.segments if part.start < part.end), Decimal(0))
