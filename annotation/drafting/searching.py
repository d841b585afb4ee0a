"""The search for candidate clips in one video: signals first, and a model's word on them where one is chosen."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from annotation.drafting import selectors
from annotation.drafting.boundaries import METHOD, Boundary, Cue, Span, find_boundaries, spans_between
from annotation.drafting.boundary_opinions import (
    MOST_WITH_FRAMES,
    SCHEMA,
    asked_about,
    boundary_prompt,
    heard,
)
from annotation.drafting.models import Candidate, CandidateSearch, CandidateState, Purpose
from annotation.subtitles.models import Utterance
from annotation.videos import storage
from annotation.videos.filmstrip import tile_size
from annotation.videos.ingest import probe_of
from annotation.videos.models import DerivedFile, DerivedKind, DerivedState, Video
from annotation.videos.peaks import PAIRS_PER_SECOND, read_peaks
from annotation.videos.stills import picture_at
from jobs.context import JobContext
from jobs.errors import PermanentFailure
from llm.public import Ability, Frame, ModelError, ask, endpoint_choices

#: A span that somebody has decided on already is not proposed again when it comes out this near to it.
_SAME: Final = Decimal("0.5")
_FRAME_QUALITY: Final = 5
#: Before and after a moment, in seconds.
_AROUND: Final = 0.4
_MILLISECOND: Final = Decimal("0.001")


@dataclass(frozen=True, slots=True)
class Material:
    """What a video has to go by. `used` names what was there."""

    duration: float
    cuts: tuple[float, ...]
    peaks: Any
    lines: tuple[tuple[Cue, str], ...]
    used: tuple[str, ...]


def search(*, context: JobContext, video_id: int) -> dict[str, Any]:
    """Job body: writes the candidates of a video, by signals, then again with a model's word where one is chosen.

    The candidates by signals are there whatever becomes of the model. What lets the job be tried again (a busy or
    absent model) passes; what does not is kept with the search in words.
    """
    video = Video.objects.filter(pk=video_id).first()
    if video is None:
        raise PermanentFailure("not_found", f"There is no video {video_id} any more.")
    context.progress(0.05, "Reading cuts, sound and subtitles")
    material = gather(video)
    boundaries = find_boundaries(
        duration=material.duration,
        cuts=material.cuts,
        peaks=material.peaks,
        pairs_per_second=PAIRS_PER_SECOND,
        cues=[cue for cue, _ in material.lines],
    )
    written = _write(context, video, boundaries, material, method=METHOD, used=material.used)
    endpoint_id = selectors.endpoint_for(project_id=video.project_id, purpose=Purpose.BOUNDARIES)
    moments = asked_about(boundaries)
    if endpoint_id is None or not moments:
        return {"candidates": written, "method": METHOD}
    context.progress(0.4, "Asking the model about each boundary")
    try:
        improved, method = _improved(context, video, boundaries, moments, material, endpoint_id)
    except ModelError as failure:
        if not failure.final:
            raise
        CandidateSearch.objects.filter(video=video).update(model_failure=failure.detail)
        return {"candidates": written, "method": METHOD, "model_failure": failure.code}
    written = _write(context, video, improved, material, method=method, used=(*material.used, "model"))
    return {"candidates": written, "method": method}


def gather(video: Video) -> Material:
    """The shots, the sound and the subtitles of a ready video, as far as they have been made."""
    used: list[str] = []
    shots = _file(video, DerivedKind.SHOTS)
    cuts: tuple[float, ...] = ()
    if shots is not None:
        cuts = tuple(float(shot["start"]) for shot in json.loads(shots)["shots"])
        used.append("cuts")
    sound = _file(video, DerivedKind.PEAKS)
    peaks = read_peaks(sound) if sound is not None else None
    if peaks is not None and len(peaks):
        used.append("sound")
    rows = Utterance.objects.filter(subtitle_file__video=video, subtitle_file__active=True).order_by("number")
    lines = tuple((Cue(float(row.start), float(row.end), row.speaker), row.text) for row in rows)
    if lines:
        used.append("subtitles")
    if any(cue.speaker for cue, _ in lines):
        used.append("speakers")
    return Material(float(video.duration or 0), cuts, peaks, lines, tuple(used))


def _file(video: Video, kind: DerivedKind) -> bytes | None:
    row = DerivedFile.objects.filter(video=video, kind=kind, state=DerivedState.READY).first()
    try:
        return storage.read_bytes(row.file_key) if row is not None else None
    except FileNotFoundError:
        return None


def _improved(
    context: JobContext,
    video: Video,
    boundaries: Sequence[Boundary],
    moments: Sequence[Boundary],
    material: Material,
    endpoint_id: int,
) -> tuple[list[Boundary], str]:
    able = next(one for one in endpoint_choices() if one.id == endpoint_id)
    frames = _frames(context, video, moments) if Ability.FRAMES in able.abilities else {}
    prompt = boundary_prompt(moments, lines=material.lines, frames=frames)
    reply = ask(
        endpoint_id=endpoint_id,
        prompt=prompt,
        schema=SCHEMA,
        purpose=Purpose.BOUNDARIES,
        project_id=video.project_id,
        # One answer a job: what it has brought before its worker was lost is not paid for twice.
        idempotency_key=f"boundaries:{context.job_id}",
        subject=f"video:{video.pk}",
    )
    return heard(boundaries, moments, reply.data), f"{METHOD} + {prompt.version} by {reply.model}"[:80]


def _frames(
    context: JobContext, video: Video, moments: Sequence[Boundary]
) -> dict[float, tuple[Frame, Frame]]:
    surest = sorted(moments, key=lambda one: abs(one.confidence - 0.5))[:MOST_WITH_FRAMES]
    probe = probe_of(video)
    size = tile_size(probe.width, probe.height)
    size = (size[0] * 2, size[1] * 2)
    last = float(probe.duration) - 0.1
    found: dict[float, tuple[Frame, Frame]] = {}
    with storage.local_path(video.original_key) as path:
        for moment in surest:
            before, after = (
                Frame(
                    picture_at(
                        path,
                        probe,
                        Fraction(min(max(moment.time + shift, 0.0), last)).limit_denominator(1000),
                        size,
                        quality=_FRAME_QUALITY,
                        cancelled=context.cancelled,
                    ),
                    round(moment.time + shift, 3),
                )
                for shift in (-_AROUND, _AROUND)
            )
            found[moment.time] = (before, after)
            context.raise_if_stopped()
    return found


def _write(
    context: JobContext,
    video: Video,
    boundaries: Sequence[Boundary],
    material: Material,
    *,
    method: str,
    used: Sequence[str],
) -> int:
    """Replaces the open candidates that nobody has touched; how many there are of the new ones."""
    spans = spans_between(boundaries, duration=material.duration)
    with transaction.atomic():
        context.hold_lease()
        known = list(Candidate.objects.select_for_update().filter(video=video))
        kept = [one for one in known if one.state != CandidateState.OPEN or one.version > 1]
        Candidate.objects.filter(pk__in=[one.pk for one in known if one not in kept]).delete()
        rows = [_row(video, span, method) for span in spans]
        made = Candidate.objects.bulk_create(row for row in rows if not _is_known(row, kept))
        CandidateSearch.objects.update_or_create(
            video=video,
            defaults={
                "job_id": context.job_id,
                "finished_at": timezone.now(),
                "used": list(used),
                "model_failure": "",
            },
        )
    return len(made)


def _row(video: Video, span: Span, method: str) -> Candidate:
    start = Decimal(span.start).quantize(_MILLISECOND)
    # The last one ends with the video, whatever a float makes of it.
    end = min(Decimal(span.end).quantize(_MILLISECOND), video.duration or Decimal(0))
    return Candidate(
        video=video,
        start=start,
        end=end,
        proposed_start=start,
        proposed_end=end,
        confidence=span.confidence,
        reasons={
            "start": [signal.document() for signal in span.start_signals],
            "end": [signal.document() for signal in span.end_signals],
        },
        method=method,
    )


def _is_known(row: Candidate, kept: Sequence[Candidate]) -> bool:
    return any(
        abs(row.start - one.proposed_start) <= _SAME and abs(row.end - one.proposed_end) <= _SAME
        for one in kept
    )
