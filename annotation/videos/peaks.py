"""The waveform of a video's sound as its extremes at a fixed rate: small enough to draw an hour of it at once.

The file is the open `.dat` form of audiowaveform, version 2, one channel of 8 bits: six little-endian 32-bit numbers
(version, flags = 1 for 8 bits, sample rate, samples of one pair, number of pairs, channels = 1), then a signed minimum
and maximum for each pair. Pair n covers [n, n + 1) / PAIRS_PER_SECOND seconds of the video's timeline.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from annotation.videos.durable import written_whole
from annotation.videos.facts import Probe
from annotation.videos.ffmpeg import Limits, compile_command, file_url, open_input, run
from annotation.videos.media_errors import OutputCheckFailed

PAIRS_PER_SECOND: Final = 100
RATE: Final = 8000
SAMPLES_PER_PAIR: Final = RATE // PAIRS_PER_SECOND
#: Both are kept apart until the extremes are taken: the mean of two opposed channels would be silence.
CHANNELS: Final = 2
RECIPE: Final[dict[str, Any]] = {
    "version": 1,
    "rate": RATE,
    "samples_per_pair": SAMPLES_PER_PAIR,
    "channels": CHANNELS,
}

_HEADER: Final = struct.Struct("<iIiiIi")
_VERSION: Final = 2
_EIGHT_BITS: Final = 1
_PAIRS_AT_ONCE: Final = 60 * PAIRS_PER_SECOND
_SAMPLE_BYTES: Final = 2


def make_peaks(
    source: Path,
    probe: Probe,
    output: Path,
    *,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> dict[str, Any]:
    """Write the waveform of the main audio of `source` to `output`; a video without sound gets a file of no pairs.

    Returns `{"pairs_per_second", "pairs", "sound"}`. `progress` receives the share that is done, 0 to 1. Memory does
    not grow with the length. Raises ProcessFailed, ProcessCancelled, OutputCheckFailed, MediaError `no_output_folder`.
    """
    pairs = ceil(probe.duration * PAIRS_PER_SECOND) if probe.main_audio is not None else 0
    with written_whole(Path(output)) as partial, partial.open("wb") as file:
        file.write(_HEADER.pack(_VERSION, _EIGHT_BITS, RATE, SAMPLES_PER_PAIR, pairs, 1))
        if pairs:
            with TemporaryDirectory(dir=output.parent, prefix="sound-") as folder:
                samples = Path(folder) / "samples"
                _decode(Path(source), probe, samples, pairs, progress, cancelled)
                _reduce(samples, file.write, pairs)
    return {"pairs_per_second": PAIRS_PER_SECOND, "pairs": pairs, "sound": pairs > 0}


def read_peaks(content: bytes) -> NDArray[np.int8]:
    """The pairs of a file of `make_peaks`, one row (minimum, maximum) each, -128 to 127. Raises ValueError."""
    version, flags, rate, samples, pairs, channels = _HEADER.unpack_from(content)
    found = np.frombuffer(content, np.int8, offset=_HEADER.size)
    form = (version, flags, rate, samples, channels)
    if form != (_VERSION, _EIGHT_BITS, RATE, SAMPLES_PER_PAIR, 1) or len(found) != 2 * pairs:
        raise ValueError(f"this is no waveform of ours: {form}, {len(found)} bytes for {pairs} pairs")
    return found.reshape(-1, 2)


def _decode(
    source: Path,
    probe: Probe,
    output: Path,
    pairs: int,
    progress: Callable[[float], None] | None,
    cancelled: Callable[[], bool] | None,
) -> None:
    """Raw samples from 0 to the end of the last pair, silence where there is no sound."""
    audio = probe.main_audio
    if audio is None:
        raise ValueError("the video has no sound to decode")
    length = pairs * SAMPLES_PER_PAIR
    node = open_input(source, vn=None, sn=None, dn=None)
    sound = (
        node[str(audio.index)]
        .filter("asetpts", f"PTS-({probe.start.numerator}/{probe.start.denominator})/TB")
        .filter("aresample", RATE, **{"async": 1, "first_pts": 0})
        .filter("aformat", sample_fmts="s16", sample_rates=RATE, channel_layouts="stereo")
        .filter("atrim", end_sample=length)
        .filter("apad", whole_len=length)
        .filter("asetpts", "N/SR/TB")
    )
    command = compile_command(sound.output(file_url(output), f="s16le", acodec="pcm_s16le", copyts=None))
    wall = 120 + float(probe.duration) / 2
    expected = length * CHANNELS * _SAMPLE_BYTES
    limits = Limits(wall_seconds=wall, cpu_seconds=int(wall * 2), file_bytes=expected + (1 << 20))

    def share(seconds: float) -> None:
        if progress is not None:
            progress(min(1.0, seconds / float(probe.duration)))

    run(command, limits=limits, progress=share, cancelled=cancelled)
    found = output.stat().st_size
    if found != expected:
        raise OutputCheckFailed("check_failed", f"The sound decoded to {found} bytes instead of {expected}.")


def _reduce(samples: Path, write: Callable[[bytes], object], pairs: int) -> None:
    """Read the samples in pieces and write the extremes of each pair, rounded to 8 bits."""
    each = SAMPLES_PER_PAIR * CHANNELS
    with samples.open("rb") as file:
        for done in range(0, pairs, _PAIRS_AT_ONCE):
            count = min(_PAIRS_AT_ONCE, pairs - done)
            block = np.fromfile(file, np.dtype("<i2"), count * each).reshape(count, each)
            extremes = np.stack([block.min(axis=1), block.max(axis=1)], axis=1).astype(np.int32)
            write(np.clip((extremes + 128) >> 8, -128, 127).astype(np.int8).tobytes())
