"""The ffmpeg command line of an exact cut: one input a segment, one graph, one encode.

Frames are picked by what cannot drift: by their stored integer time where the file keeps exact times, else by counting
from the first frame. Times stay those of the file (`copyts`), so no offset of a seek can move a cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import ceil
from pathlib import Path
from typing import Any, Final

import ffmpeg

from annotation.clips.segments import FrameRun
from annotation.videos.facts import Probe
from annotation.videos.ffmpeg import THREADS, compile_command, file_url, open_input, open_silence
from annotation.videos.pictures import (
    FINE_TICKS,
    SAMPLE_RATE,
    decoded_frames,
    encoding_options,
    even_size,
    fine_timing_options,
    shown_picture,
)
from annotation.videos.streams import AudioStream

CRF: Final = 20
PRESET: Final = "veryfast"
KEYFRAME_SECONDS: Final = 2
#: Sound fades for this long on both sides of a join inside a clip; without it a join can click.
FADE_SAMPLES: Final = 240
#: Sound is read from this much before a segment, so that the resampler has settled where it starts.
_SOUND_LEAD: Final = Fraction(1, 5)


def cut_command(
    source: Path, probe: Probe, runs: Sequence[FrameRun], output: Path, *, seek: bool
) -> list[str]:
    """The argument list that writes the runs, in order, to `output` as H.264/AAC MP4 from time 0.

    `seek`: jump to the keyframe before each run and pick frames by time; otherwise decode from the beginning and pick
    them by number.
    """
    starts = run_starts(runs)
    nodes = [_input(source, probe, run, number, len(runs), seek=seek) for number, run in enumerate(runs)]
    size = even_size(probe)
    pictures = [_picture(node, probe, run, size, seek=seek) for node, run in zip(nodes, runs, strict=True)]
    picture = _timed(_joined(pictures, video=True), probe, runs, starts)
    sound = joined_sound(nodes, probe, runs)
    options: dict[str, Any] = {
        **encoding_options(),
        "preset": PRESET,
        "crf": CRF,
        "force_key_frames": f"expr:gte(t,n_forced*{KEYFRAME_SECONDS})",
        "copyts": None,
    }
    if probe.fps is not None:
        options |= {"vsync": "cfr", "r": _ratio(probe.fps)}
    else:
        options |= fine_timing_options(expected_times(probe, runs)[-1], starts[-1])
    return compile_command(ffmpeg.output(picture, sound, file_url(output), **options))


def run_starts(runs: Sequence[FrameRun]) -> list[Fraction]:
    """Where each run starts in the clip, in seconds, and at the end the length of the clip."""
    return [Fraction(0), *accumulate(run.duration for run in runs)]


def joined_sound(nodes: Sequence[Any], probe: Probe, runs: Sequence[FrameRun]) -> Any:
    """The sound of all runs, from one input node each that gives the file's own times; silence where there is none."""
    marks = [round(at * SAMPLE_RATE) for at in run_starts(runs)]
    if probe.main_audio is None:
        return open_silence().audio.filter("atrim", end_sample=marks[-1])
    sounds: list[Any] = []
    for number, (node, run) in enumerate(zip(nodes, runs, strict=True)):
        samples = marks[number + 1] - marks[number]
        joins = (number > 0, number < len(runs) - 1)
        sounds.append(_sound(node, probe, probe.main_audio, run, samples, joins=joins))
    return _joined(sounds, video=False)


def expected_times(probe: Probe, runs: Sequence[FrameRun]) -> list[Fraction]:
    """The presentation time of every frame of the clip, in seconds."""
    if probe.fps is not None:
        return [n / probe.fps for n in range(sum(run.frames for run in runs))]
    times: list[Fraction] = []
    for at, run in zip(run_starts(runs), runs, strict=False):
        first = probe.time_of(run.first)
        times += [at + probe.time_of(n) - first for n in range(run.first, run.stop)]
    return times


def _input(source: Path, probe: Probe, run: FrameRun, number: int, inputs: int, *, seek: bool) -> Any:
    options: dict[str, Any] = {
        # Damaged streams decode the same way twice with one thread only.
        "threads": 1 if probe.decode_errors or inputs > 8 else max(1, THREADS // inputs),
        # ffmpeg-python merges inputs that are written alike into one; then a run that comes later in the clip but
        # earlier in the source would wait in memory. A queue length of its own keeps each run its own input.
        "thread_queue_size": 8 + number,
    }
    keyframe = max((n for n in probe.keyframes if n <= run.first), default=0)
    if seek and keyframe > 0:
        # To a time not before the keyframe's, so that rounding cannot land a whole keyframe distance earlier.
        microseconds = ceil(probe.time_of(keyframe) * 1_000_000)
        options |= {
            "noaccurate_seek": None,
            "ss": f"{microseconds // 1_000_000}.{microseconds % 1_000_000:06d}",
        }
    return open_input(source, **options)


def _picture(node: Any, probe: Probe, run: FrameRun, size: tuple[int, int], *, seek: bool) -> Any:
    frames = decoded_frames(node, probe)
    if seek:
        ends = {"end_pts": probe.source_pts(run.stop)} if run.stop < probe.frames else {}
        frames = frames.filter("trim", start_pts=probe.source_pts(run.first), **ends)
    else:
        frames = frames.filter("trim", start_frame=run.first, end_frame=run.stop)
    return shown_picture(frames, probe, size).filter("setpts", "PTS-STARTPTS")


def _sound(
    node: Any, probe: Probe, audio: AudioStream, run: FrameRun, samples: int, *, joins: tuple[bool, bool]
) -> Any:
    """Exactly `samples` of stereo sound from the run's first frame on; silence where the stream has a hole."""
    start = probe.time_of(run.first) + probe.start
    sound = (
        node[str(audio.index)]
        .filter("atrim", start=f"{float(start - _SOUND_LEAD):.6f}")
        # The filter takes its first time in samples of the input, whose rate may be another: 0 is 0 in both.
        .filter("asetpts", f"PTS-({_ratio(start)})/TB")
        .filter("aresample", SAMPLE_RATE, **{"async": 1, "first_pts": 0})
        .filter("aformat", sample_fmts="fltp", sample_rates=SAMPLE_RATE, channel_layouts="stereo")
    )
    # Fading counts from time 0, so the times are set anew before it.
    sound = (
        sound.filter("atrim", end_sample=samples)
        .filter("apad", whole_len=samples)
        .filter("asetpts", "N/SR/TB")
    )
    if samples > 2 * FADE_SAMPLES:
        if joins[0]:
            sound = sound.filter("afade", type="in", start_sample=0, nb_samples=FADE_SAMPLES)
        if joins[1]:
            sound = sound.filter(
                "afade", type="out", start_sample=samples - FADE_SAMPLES, nb_samples=FADE_SAMPLES
            )
    return sound


def _joined(parts: list[Any], *, video: bool) -> Any:
    return parts[0] if len(parts) == 1 else ffmpeg.concat(*parts, v=int(video), a=int(not video))


def _timed(picture: Any, probe: Probe, runs: Sequence[FrameRun], starts: Sequence[Fraction]) -> Any:
    """Give every frame of the joined runs its exact time; what joining guessed is not used."""
    if probe.fps is not None:
        return picture.filter("settb", _ratio(1 / probe.fps)).filter("setpts", "N")
    fine = picture.filter("settb", f"1/{FINE_TICKS}")
    numbers = [0, *accumulate(run.frames for run in runs)]
    is_first = "+".join(f"eq(N,{number})" for number in numbers[:-1])
    # Register 0 keeps the time that joining gave to the first frame of the current run.
    offset = "+".join(
        f"gte(N,{number})*{round(later * FINE_TICKS) - round(earlier * FINE_TICKS)}"
        for number, earlier, later in zip(numbers[1:-1], starts, starts[1:], strict=False)
    )
    return fine.filter("setpts", f"if({is_first},st(0,PTS),0)*0+PTS-ld(0)+{offset or '0'}")


def _ratio(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
