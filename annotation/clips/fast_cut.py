"""The fast way to cut: whole groups of pictures are copied, and only the frames before and after them are encoded.

The pieces become one track whose description has the parameter sets of the source and those of the encoder, with
numbers of their own, so that a player can begin at any keyframe and passes every seam without a change of anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Final

import numpy as np

from annotation.clips.cut_graph import run_starts
from annotation.clips.fast_graph import (
    AAC_FRAME,
    CopiedPiece,
    FastFiles,
    fast_command,
    files_of,
    sound_copied_from,
)
from annotation.clips.fast_plan import Pieces, keyframe_before, source_seconds
from annotation.clips.gops import NotCopyable, look_at_groups
from annotation.videos.avc import AvcConfiguration, brings_other_sets, is_idr, read_configuration
from annotation.videos.facts import Probe
from annotation.videos.ffmpeg import Limits, run
from annotation.videos.mp4_tracks import Mp4Track, box, inner_boxes, read_track
from annotation.videos.mp4_writing import NewTrack, Samples, write_mp4
from annotation.videos.pictures import SAMPLE_RATE

#: Ticks of a second in a picture track, at least.
_FINE: Final = 10_000
#: How far a time of a copied frame may be from what the probe says, in seconds: containers round to a millisecond.
_TIME_SLACK: Final = 0.0011
#: Bytes of a visual sample entry before the boxes in it (ISO/IEC 14496-12, 12.1.3), without its own head.
_ENTRY_HEAD: Final = 78
_AVC_LENGTH: Final = 4
_RATES: Final = (96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350)
_SOUND_ENTRY_HEAD: Final = 28
_AAC_LC: Final = 2


def cut_fast(
    source: Path,
    probe: Probe,
    pieces: Sequence[Pieces],
    folder: Path,
    target: Path,
    *,
    limits: Limits,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[float], None] | None = None,
) -> FastFiles:
    """Write the clip of these pieces to `target`; what it was made of stays in `folder`, for the check.

    Raises NotCopyable where the stored pictures are not as copying needs them, ProcessFailed and ProcessCancelled.
    """
    configuration, pieces = look_at_groups(source, probe, pieces, cancelled=cancelled)
    if configuration.length_size != _AVC_LENGTH:
        raise NotCopyable("the pictures are stored in a form that the encoder does not write")
    if progress is not None:
        progress(0.1)
    files = files_of(probe, pieces, folder)
    try:
        command = fast_command(source, probe, pieces, files, configuration)
        run(command, limits=limits, cancelled=cancelled)
        if progress is not None:
            progress(0.8)
        picture = _picture(probe, files, configuration)
        sound = _sound(probe, pieces, files)
    except (ValueError, KeyError) as fault:
        raise NotCopyable(f"the pieces are not as expected: {fault}") from fault
    write_mp4(target, [picture, sound])
    return files


def _picture(probe: Probe, files: FastFiles, configuration: AvcConfiguration) -> NewTrack:
    assert probe.fps is not None  # noqa: S101 - a condition of the fast way
    times = ceil(Fraction(_FINE, probe.fps.numerator))
    step = probe.fps.denominator * times
    samples: list[Samples] = []
    early: list[np.ndarray[tuple[int], np.dtype[np.int64]]] = []
    keys: list[int] = []
    entry, joined = b"", configuration
    base = 0
    for piece in files.pieces:
        track = read_track(piece.path)
        if isinstance(piece, CopiedPiece):
            track = _without_lead(probe, piece, track)
        if track.samples != len(piece.frames):
            raise NotCopyable(f"{track.samples} frames came out instead of {len(piece.frames)}")
        if isinstance(piece, CopiedPiece):
            _refuse_other_times(probe, piece, track)
            last_group = keyframe_before(probe, piece.frames.stop - 1) - piece.frames.start
            keys += [base + n for n in _starting_points(track, configuration, last_group)]
            entry = entry or track.entry
        else:
            joined = joined.joined_with(_configuration_of(track.entry))
            keys += [base + int(n) for n in np.flatnonzero(track.keys)]
        order = np.argsort(np.argsort(track.shown_at, kind="stable"), kind="stable")
        early.append(order - np.arange(track.samples))
        samples.append(Samples(track.path, track.offsets, track.sizes))
        base += track.samples
    # Shown in order of decoding plus a delay that is the same for all: the one that the most reordered frame needs.
    moves = np.concatenate(early)
    delay = int(-moves.min())
    return NewTrack(
        samples=tuple(samples),
        timescale=probe.fps.numerator * times,
        durations=np.full(base, step, np.int64),
        delays=(moves + delay) * step,
        keys=np.array(keys, np.int64),
        hidden=delay * step,
        shown=base * step,
        entry=_entry_with(entry, joined),
        size=(probe.video.coded_width, probe.video.coded_height),
    )


def _without_lead(probe: Probe, piece: CopiedPiece, track: Mp4Track) -> Mp4Track:
    """The samples from the keyframe on, where seeking found one before it."""
    at = float(source_seconds(probe, piece.frames.start) - track.starts) * track.timescale
    near = np.flatnonzero(np.abs(track.shown_at - at) <= _TIME_SLACK * track.timescale)
    if len(near) != 1:
        raise NotCopyable("the keyframe to copy from was not found by its time")
    return track.part(int(near[0]), int(near[0]) + len(piece.frames))


def _refuse_other_times(probe: Probe, piece: CopiedPiece, track: Mp4Track) -> None:
    """Copied packets are the wanted frames, all of them, when their times lie as those of the frames do."""
    copied = np.sort(track.shown_at) / track.timescale
    ticks = np.array(probe.pts[piece.frames.start : piece.frames.stop], np.float64)
    wanted = ticks * float(probe.time_base)
    if np.abs((copied - copied[0]) - (wanted - wanted[0])).max() > _TIME_SLACK:
        raise NotCopyable("the copied frames are not those that were to be copied")
    if track.shown_at.argmin() != 0 or len(np.unique(track.shown_at)) != track.samples:
        raise NotCopyable("a frame is shown before the keyframe that it follows")


def _starting_points(track: Mp4Track, configuration: AvcConfiguration, last_group: int) -> list[int]:
    """Numbers of the copied samples at which decoding can start: IDR pictures.

    The first must be one, and that of the last group, whose end may have been left out.
    """
    if _configuration_of(track.entry) != configuration:
        raise NotCopyable("the parameters of the coding are not those of the file's header")
    marked = [int(n) for n in np.flatnonzero(track.keys)]
    found = []
    for number, sample in zip(marked, track.read(marked), strict=True):
        if brings_other_sets(sample, configuration):
            raise NotCopyable("the parameters of the coding change within the segment")
        if is_idr(sample, configuration.length_size):
            found.append(number)
    if not {0, last_group} <= set(found):
        raise NotCopyable("a keyframe does not close what is before it")
    return found


def _sound(probe: Probe, pieces: Sequence[Pieces], files: FastFiles) -> NewTrack:
    track = read_track(files.sound)
    if not files.sound_copied:
        shown = round(run_starts([part.run for part in pieces])[-1] * SAMPLE_RATE)
        hidden = -track.starts * track.timescale
        used = track.samples
    else:
        piece = pieces[0].run
        shown = round(piece.duration * track.timescale)
        starts = track.starts + Fraction(sound_copied_from(probe, piece))
        hidden = (source_seconds(probe, piece.first) - starts) * track.timescale
        used = min(track.samples, ceil((hidden + shown) / AAC_FRAME))
        audio = probe.main_audio
        off_grid = np.cumsum(track.durations[:used] - AAC_FRAME)[: used - 1]
        if (
            hidden < AAC_FRAME
            or audio is None
            or np.abs(off_grid).max(initial=0) > _TIME_SLACK * track.timescale
        ):
            raise NotCopyable("the sound has a hole, or begins too late to be copied")
        if _aac_form(track.entry) != (_AAC_LC, audio.sample_rate):
            raise NotCopyable("the sound is not coded as the header of the file says")
    if used * AAC_FRAME < hidden + shown:
        raise NotCopyable("the sound ends before the picture")
    return NewTrack(
        samples=(Samples(track.path, track.offsets[:used], track.sizes[:used]),),
        timescale=track.timescale,
        durations=np.full(used, AAC_FRAME, np.int64),
        delays=None,
        keys=None,
        hidden=round(hidden),
        shown=shown,
        entry=track.entry,
        size=None,
    )


def _configuration_of(entry: bytes) -> AvcConfiguration:
    return read_configuration(dict(inner_boxes(entry, 8 + _ENTRY_HEAD))[b"avcC"])


def _entry_with(entry: bytes, configuration: AvcConfiguration) -> bytes:
    """The description of the copied pictures, with the parameter sets of all."""
    kept = [
        box(kind, content)
        for kind, content in inner_boxes(entry, 8 + _ENTRY_HEAD)
        if kind not in {b"avcC", b"btrt"}
    ]
    return box(b"avc1", entry[8 : 8 + _ENTRY_HEAD], box(b"avcC", configuration.written()), *kept)


def _aac_form(entry: bytes) -> tuple[int, int]:
    """Object type and sampling rate of an AAC track (ISO/IEC 14496-3, 1.6.2.1), (0, 0) where it is anything else."""
    content = dict(inner_boxes(entry, 8 + _SOUND_ENTRY_HEAD)).get(b"esds", b"")
    at = 4
    # Each descriptor is a tag, a length in groups of seven bits, and so many bytes before the next one inside.
    for tag, skipped in ((3, 3), (4, 13), (5, 0)):
        if at >= len(content) or content[at] != tag:
            return 0, 0
        at += 1
        while at < len(content) and content[at] & 0x80:
            at += 1
        at += 1 + skipped
    if at + 2 > len(content):
        return 0, 0
    kind, rate = content[at] >> 3, (content[at] & 7) << 1 | content[at + 1] >> 7
    return (kind, _RATES[rate]) if rate < len(_RATES) else (0, 0)
