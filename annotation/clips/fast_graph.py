"""The ffmpeg command line that makes the pieces of a fast cut: ends encoded, groups of pictures and sound copied.

One process makes all of them, each in a file of its own. From every picture that is encoded, and from those at the
edges of what is copied, it also leaves a small grey one as the source has it, to compare the clip with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import ceil, floor
from pathlib import Path
from typing import Any, Final

import ffmpeg

from annotation.clips.cut_graph import joined_sound
from annotation.clips.fast_plan import Pieces, keyframe_before, source_seconds
from annotation.clips.segments import FrameRun
from annotation.videos.avc import AvcConfiguration
from annotation.videos.facts import Probe
from annotation.videos.ffmpeg import compile_command, file_url, open_input
from annotation.videos.pictures import SAMPLE_RATE, encoding_options
from annotation.videos.streams import AudioStream

#: Ends are short and their encoding is what a fast cut waits for: less compression for less time. A constant quantizer
#: spares the encoder its look at what a picture will cost, a fifth of its time; this one gives 45 dB on noisy pictures.
ENDS_PRESET: Final = "ultrafast"
ENDS_QP: Final = 23
KEYFRAME_SECONDS: Final = 2
#: Frames of AAC sound that are kept before the first one heard: each needs the one before it.
_SOUND_LEAD_FRAMES: Final = 3
AAC_FRAME: Final = 1024
#: Width and height of the small grey pictures.
SMALL: Final = (64, 36)
_LARGEST_ID: Final = 30
#: How far ffmpeg seeks back where frames may be reordered: three of 23 a second, and some for rounding.
_SEEK_BACK: Final = Fraction(3, 23) + Fraction(1, 100)


@dataclass(frozen=True)
class EncodedPiece:
    """Frames of the source that are encoded to a file; `seen_at` is where small pictures of `seen` go.

    Those are the same frames and, before copied ones, the first of them.
    """

    frames: range
    path: Path
    seen: range
    seen_at: Path


@dataclass(frozen=True)
class CopiedPiece:
    """Frames of the source that are copied to a file.

    `first_at`: where a small picture of its first frame goes; None where the encoded piece before it has one.
    """

    frames: range
    path: Path
    first_at: Path | None


@dataclass(frozen=True)
class FastFiles:
    """The files of the pieces, in the order of the clip, and that of the sound."""

    pieces: tuple[EncodedPiece | CopiedPiece, ...]
    sound: Path
    sound_copied: bool

    @property
    def frames_copied(self) -> int:
        return sum(len(piece.frames) for piece in self.pieces if isinstance(piece, CopiedPiece))


def files_of(probe: Probe, pieces: Sequence[Pieces], folder: Path) -> FastFiles:
    """Names of all files of a cut, in `folder`."""
    found: list[EncodedPiece | CopiedPiece] = []
    number = count()
    for part in pieces:
        for frames in (part.head, part.copied, part.tail):
            if not frames:
                continue
            name = folder / f"{next(number)}"
            if frames is part.copied:
                first_at = None if part.head else name.with_suffix(".first")
                found.append(CopiedPiece(frames, name.with_suffix(".mp4"), first_at))
            else:
                seen = range(frames.start, frames.stop + bool(part.copied and frames is part.head))
                found.append(EncodedPiece(frames, name.with_suffix(".mp4"), seen, name.with_suffix(".seen")))
    return FastFiles(tuple(found), folder / "sound.mp4", sound_can_be_copied(probe, pieces))


def sound_can_be_copied(probe: Probe, pieces: Sequence[Pieces]) -> bool:
    """Sound that players know, of a single run: where it begins in the middle of an AAC frame, an edit list says so.

    What is heard first needs the frames before it, so not at the very beginning. At a join two frames would overlap
    that do not belong together, so several runs are encoded again.
    """
    audio = probe.main_audio
    if audio is None or len(pieces) != 1 or probe.time_of(pieces[0].run.first) < _sound_lead(audio):
        return False
    return (
        (audio.codec, audio.profile) == ("aac", "LC")
        and audio.channels <= 2
        and audio.sample_rate in (44100, 48000)
    )


def fast_command(
    source: Path, probe: Probe, pieces: Sequence[Pieces], files: FastFiles, configuration: AvcConfiguration
) -> list[str]:
    """The argument list that makes every one of the files."""
    outputs: list[Any] = []
    queue = count(8)
    for piece in files.pieces:
        if isinstance(piece, EncodedPiece):
            outputs += _encoded(source, probe, piece, configuration, next(queue))
        else:
            outputs += _copied(source, probe, piece, queue)
    outputs.append(_sound(source, probe, pieces, files, queue))
    return compile_command(ffmpeg.merge_outputs(*outputs))


def _open(source: Path, probe: Probe, frame: int, queue: int) -> Any:
    """The source from the keyframe at or before a frame on; the length of its queue keeps each input its own."""
    keyframe = keyframe_before(probe, frame)
    # Counted from the container's start, unlike times of packets and the start of an output.
    seek = {"noaccurate_seek": None, "ss": microseconds(probe.time_of(keyframe), up=True)} if keyframe else {}
    return open_input(source, threads=1, thread_queue_size=queue, **seek)


def _encoded(
    source: Path, probe: Probe, piece: EncodedPiece, configuration: AvcConfiguration, queue: int
) -> list[Any]:
    opened = _open(source, probe, piece.frames.start, queue)[str(probe.video.index)]
    branches = _trimmed(opened, probe, piece.seen).filter_multi_output("split", 2)
    assert probe.fps is not None  # noqa: S101 - a condition of the fast way
    rate, step = (f"{value.numerator}/{value.denominator}" for value in (probe.fps, 1 / probe.fps))
    timed = _trimmed(branches[0], probe, piece.frames).filter("settb", step).filter("setpts", "N")
    options = {
        "vcodec": "libx264", "preset": ENDS_PRESET, "qp": ENDS_QP, "threads": 1, "pix_fmt": "yuv420p",
        "x264-params": _form(configuration), "level": f"{configuration.level // 10}.{configuration.level % 10}",
        "force_key_frames": f"expr:gte(t,n_forced*{KEYFRAME_SECONDS})", "vsync": "cfr", "r": rate,
        **_colours(probe),
    }  # fmt: skip
    return [
        ffmpeg.output(timed, file_url(piece.path), **options, **_FORM, copyts=None),
        small_pictures(branches[1], piece.seen_at),
    ]


def _form(configuration: AvcConfiguration) -> str:
    """What makes the encoder's parameter sets fit beside those of the source: numbers of their own, the same tools."""
    number = configuration.highest_id + 1
    if number > _LARGEST_ID:
        raise ValueError("no number is free for the parameter sets of the encoded ends")
    high, main = configuration.profile == 100, configuration.profile in (77, 100)
    return f"sps-id={number}:8x8dct={int(high)}:cabac={int(main and not high)}:scenecut=0"


def _colours(probe: Probe) -> dict[str, str]:
    video = probe.video
    named = {
        "color_range": video.color_range, "colorspace": video.color_space,
        "color_primaries": video.color_primaries, "color_trc": video.color_transfer,
    }  # fmt: skip
    return {name: value for name, value in named.items() if value and value not in {"unknown", "reserved"}}


def _copied(source: Path, probe: Probe, piece: CopiedPiece, queue: Any) -> list[Any]:
    frames = piece.frames
    stream = _open(source, probe, frames.start, next(queue))[str(probe.video.index)]
    # As many packets in the order of decoding as frames are shown. -frames and not -t: that is about times of decoding.
    count = len(frames) + frames.start - found_from(probe, frames.start)
    options = {"vcodec": "copy", "frames:v": count, **_FORM}
    outputs = [ffmpeg.output(stream, file_url(piece.path), **options, copyts=None)]
    if piece.first_at is not None:
        first = range(frames.start, frames.start + 1)
        shown = _open(source, probe, frames.start, next(queue))[str(probe.video.index)]
        outputs.append(small_pictures(_trimmed(shown, probe, first), piece.first_at))
    return outputs


def found_from(probe: Probe, keyframe: int) -> int:
    """The earliest frame at which copying may begin when a keyframe is sought.

    In containers that seek by times of decoding, ffmpeg goes back a little further, which may be a keyframe or more.
    """
    if probe.mp4 is not None:
        return keyframe
    early = probe.time_of(keyframe) - _SEEK_BACK
    return next((n for n in reversed(probe.keyframes) if probe.time_of(n) <= early), 0)


def _sound(source: Path, probe: Probe, pieces: Sequence[Pieces], files: FastFiles, queue: Any) -> Any:
    if not files.sound_copied:
        heard = pieces if probe.main_audio is not None else ()
        nodes = [_open(source, probe, part.run.first, next(queue)) for part in heard]
        sound = joined_sound(nodes, probe, [part.run for part in pieces])
        coding = {name: value for name, value in encoding_options().items() if name in _SOUND_OPTIONS}
        return ffmpeg.output(sound, file_url(files.sound), **coding, **_FORM, copyts=None)
    audio = probe.main_audio
    assert audio is not None  # noqa: S101 - it can be copied
    run = pieces[0].run
    lead = _sound_lead(audio)
    frames = ceil((run.duration + 2 * lead) * audio.sample_rate / AAC_FRAME)
    seek = microseconds(probe.time_of(run.first) - lead, up=False)
    opened = open_input(source, noaccurate_seek=None, ss=seek, thread_queue_size=next(queue))
    options = {
        "acodec": "copy", "ss": sound_copied_from(probe, run), "copypriorss": 0, "frames:a": frames,
        **_FORM, "movie_timescale": audio.sample_rate,
    }  # fmt: skip
    stream = opened[str(audio.index)]
    return ffmpeg.output(stream, file_url(files.sound), **options, copyts=None)


_SOUND_OPTIONS: Final = {"acodec", "b:a", "ar", "ac", "flags:a"}
_FORM: Final[dict[str, Any]] = {
    "f": "mp4",
    "map_metadata": -1,
    "map_chapters": -1,
    "fflags": "+bitexact",
    "flags:v": "+bitexact",
    "avoid_negative_ts": "disabled",
    "movie_timescale": SAMPLE_RATE,
}


def sound_copied_from(probe: Probe, run: FrameRun) -> str:
    """The time of the file, in seconds, that is 0 in the file of the copied sound."""
    assert probe.main_audio is not None  # noqa: S101 - it can be copied
    return microseconds(source_seconds(probe, run.first) - _sound_lead(probe.main_audio), up=False)


def _sound_lead(audio: AudioStream) -> Fraction:
    return Fraction(_SOUND_LEAD_FRAMES * AAC_FRAME, audio.sample_rate)


def _trimmed(frames: Any, probe: Probe, wanted: range) -> Any:
    ends = {"end_pts": probe.source_pts(wanted.stop)} if wanted.stop < probe.frames else {}
    return frames.filter("trim", start_pts=probe.source_pts(wanted.start), **ends)


def small_pictures(frames: Any, path: Path) -> Any:
    """An output of the frames, small and grey, one after the other."""
    small = frames.filter("scale", *SMALL, flags="area").filter("format", "gray")
    return ffmpeg.output(
        small, file_url(path), f="rawvideo", vcodec="rawvideo", vsync="passthrough", copyts=None
    )


def microseconds(seconds: Fraction, *, up: bool) -> str:
    """A time as ffmpeg takes it, rounded up or down."""
    at = (ceil if up else floor)(seconds * 1_000_000)
    return f"{at // 1_000_000}.{at % 1_000_000:06d}"
