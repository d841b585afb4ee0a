"""What a model is given of a clip: pictures, the clip's file or its sound by what the endpoint takes, and subtitles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from annotation.clips.models import Clip, ClipState
from annotation.drafting import prepared
from annotation.drafting.sampling import plan_times, sampler_document, take_frames
from annotation.questions.content import Segment
from annotation.questions.previews import ClipFacts
from annotation.videos import storage
from annotation.videos.ffmpeg import Limits, compile_command, open_input, run
from annotation.videos.ingest import probe_of
from llm.public import Ability, AudioPart, Frame, Part, Text, VideoPart

MOST_FRAMES: Final = 24
#: A larger file is shown as pictures instead: as base64 it grows by a third, and services refuse what is longer.
LARGEST_VIDEO: Final = 12_000_000
LONGEST_SOUND: Final = 300.0
_SOUND_RATE: Final = 16_000


@dataclass(frozen=True, slots=True)
class Material:
    """Parts of a prompt in order, and what is recorded of them (no content)."""

    parts: tuple[Part, ...]
    document: dict[str, Any]


def gather(
    clip: Clip,
    facts: ClipFacts,
    abilities: frozenset[Ability],
    *,
    cancelled: Callable[[], bool] | None = None,
) -> Material:
    """The material of a clip with its video and segments joined. Times that the model is told are the clip's own.

    The clip's file where the endpoint takes video and the file is there and small enough; else pictures, and the sound,
    where it takes those. Subtitles always. Raises what ffmpeg and the storage raise.
    """
    segments = segments_of(facts)
    seconds = prepared.length_of(segments)
    parts: list[Part] = [Text(f"The clip is {seconds:.1f} s long.")]
    used: list[str] = []
    document: dict[str, Any] = {"seconds": float(seconds)}
    if Ability.VIDEO in abilities and clip.state == ClipState.READY and 0 < (clip.size or 0) <= LARGEST_VIDEO:
        parts.append(VideoPart(storage.read_bytes(clip.file_key), float(seconds)))
        used.append("video")
    elif abilities & {Ability.FRAMES, Ability.AUDIO}:
        with storage.local_path(clip.video.original_key) as path:
            if Ability.FRAMES in abilities:
                frames = _frames(path, clip, segments, cancelled)
                parts += frames
                document |= sampler_document([frame.time for frame in frames])
                used.append("frames")
            sound = _sound(path, clip, segments, cancelled) if Ability.AUDIO in abilities else None
            if sound is not None:
                parts.append(AudioPart(sound, float(seconds)))
                used.append("audio")
    lines = list(prepared.prepared_lines(segments, tuple(dict.fromkeys(facts.subtitles or ()))))
    if lines:
        parts.append(Text("Subtitles, with times in seconds of the clip:\n" + told_lines(lines)))
        used.append("subtitles")
    return Material(tuple(parts), {**document, "used": used, "lines": len(lines)})


def segments_of(facts: ClipFacts) -> tuple[Segment, ...]:
    """The segments of a clip; the whole video as one."""
    return facts.segments if facts.segments is not None else (Segment(Decimal(0), facts.duration),)


def told_lines(lines: Sequence[prepared.PreparedLine], *, with_times: bool = True) -> str:
    """Subtitle lines as a model reads them."""
    return "\n".join(
        (f"[{line.start:.1f}-{line.end:.1f}] " if with_times else "")
        + (f"{line.speaker}: " if line.speaker else "")
        + line.text.replace("\n", " ")
        for line in lines
    )


def _frames(
    path: Path, clip: Clip, segments: Sequence[Segment], cancelled: Callable[[], bool] | None
) -> list[Frame]:
    told = plan_times(float(prepared.length_of(segments)), most=MOST_FRAMES)
    times = [(float(prepared.original_time(segments, Decimal(str(at)))), at) for at in told]
    return take_frames(path, probe_of(clip.video), times, cancelled=cancelled)


def _sound(
    path: Path, clip: Clip, segments: Sequence[Segment], cancelled: Callable[[], bool] | None
) -> bytes | None:
    """The sound of a clip of one piece as WAV, one channel; None where there is none, or it is long or joined."""
    audio = probe_of(clip.video).main_audio
    seconds = float(prepared.length_of(segments))
    if audio is None or len(segments) != 1 or seconds > LONGEST_SOUND:
        return None
    node = open_input(path, ss=float(segments[0].start), t=seconds, threads=1, vn=None, sn=None, dn=None)
    output = node[str(audio.index)].output("pipe:1", f="wav", acodec="pcm_s16le", ac=1, ar=_SOUND_RATE)
    limits = Limits(
        wall_seconds=120, cpu_seconds=120, stdout_bytes=int(LONGEST_SOUND + 1) * _SOUND_RATE * 2 + 4096
    )
    return run(compile_command(output), limits=limits, cancelled=cancelled).stdout
