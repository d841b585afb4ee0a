"""Writing an MP4 of one picture and one sound track from samples that lie in other files, index first.

ffmpeg can join files too, but not with the parameter sets of two encoders in one description, and not with every time
exactly where it belongs. Boxes as in ISO/IEC 14496-12 and -14, in their 64-bit forms.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm
from pathlib import Path
from typing import Final

import numpy as np

from annotation.videos.mp4_tracks import Integers, box

#: Picture and sound take turns in the file after this long (s), as players read both at once.
_TURN: Final = Fraction(1, 2)
_MATRIX: Final = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
_LANGUAGE: Final = 0x55C4  # "und"
_COPY: Final = 4 * 1024 * 1024


@dataclass(frozen=True)
class Samples:
    """Samples of one file, in the order in which they are to be written."""

    path: Path
    offsets: Integers
    sizes: Integers


@dataclass(frozen=True)
class NewTrack:
    """One track to be written. Times are in ticks of `timescale` (1/s).

    `durations` are those of samples in the order of decoding, `delays` from decoding to showing. The track is shown
    from `hidden` on, at the beginning of the movie, for `shown` ticks. `size` is None for sound.
    """

    samples: tuple[Samples, ...]
    timescale: int
    durations: Integers
    delays: Integers | None
    keys: Integers | None
    hidden: int
    shown: int
    entry: bytes
    size: tuple[int, int] | None

    @property
    def sizes(self) -> Integers:
        return np.concatenate([part.sizes for part in self.samples])

    def turns(self) -> list[int]:
        """Numbers of the samples at which a new chunk begins, and at the end their count."""
        step = _TURN * self.timescale
        begins = np.concatenate([[0], np.cumsum(self.durations)[:-1]])
        turn = (begins / float(step)).astype(np.int64)
        marks = np.flatnonzero(np.diff(turn)) + 1
        return [0, *(int(mark) for mark in marks), len(self.durations)]


def write_mp4(path: Path, tracks: Sequence[NewTrack]) -> None:
    """Write the file. Raises OSError."""
    chunks = [list(_chunks(number, track)) for number, track in enumerate(tracks)]
    order = sorted(chunk for own in chunks for chunk in own)
    first_byte = [np.zeros(len(own), np.int64) for own in chunks]
    head = box(b"ftyp", b"isom", struct.pack(">I", 512), b"isomiso2avc1mp41")
    # Its length does not depend on the offsets that are in it.
    at = len(head) + len(_index(tracks, chunks, first_byte)) + 16
    for _, number, place, _, _, length in order:
        first_byte[number][place] = at
        at += length
    index = _index(tracks, chunks, first_byte)
    data = sum(chunk[-1] for chunk in order)
    with path.open("wb") as file:
        file.write(head + index + struct.pack(">I4sQ", 1, b"mdat", data + 16))
        file.flush()
        _copy_all(file.fileno(), tracks, order)


#: When it begins (s), number of the track, number of the chunk, first sample, sample after the last, bytes.
_Chunk = tuple[float, int, int, int, int, int]


def _chunks(number: int, track: NewTrack) -> Iterator[_Chunk]:
    marks, sizes = track.turns(), track.sizes
    begins = np.concatenate([[0], np.cumsum(track.durations)])
    for place, (first, stop) in enumerate(pairwise(marks)):
        at = round(float(begins[first]) / track.timescale, 6)
        yield at, number, place, first, stop, int(sizes[first:stop].sum())


def _copy_all(target: int, tracks: Sequence[NewTrack], order: Sequence[_Chunk]) -> None:
    sources: dict[Path, int] = {}
    try:
        places = [_places(track, sources) for track in tracks]
        for _, number, _, first, stop, _ in order:
            files, offsets, ends = (column[first:stop] for column in places[number])
            # Neighbours in one file are copied at once.
            new = np.concatenate([[True], (files[1:] != files[:-1]) | (offsets[1:] != ends[:-1])])
            begins = np.flatnonzero(new)
            for begin, last in zip(begins, np.append(begins[1:], len(new)) - 1, strict=True):
                _copy(target, int(files[begin]), int(offsets[begin]), int(ends[last] - offsets[begin]))
    finally:
        for descriptor in sources.values():
            os.close(descriptor)


def _places(track: NewTrack, sources: dict[Path, int]) -> tuple[Integers, Integers, Integers]:
    """For each sample: an open file, where it begins in it, where it ends."""
    for part in track.samples:
        if part.path not in sources:
            sources[part.path] = os.open(part.path, os.O_RDONLY)
    files = np.concatenate([np.full(len(part.sizes), sources[part.path]) for part in track.samples])
    offsets = np.concatenate([part.offsets for part in track.samples])
    return files, offsets, offsets + track.sizes


def _copy(target: int, source: int, at: int, length: int) -> None:
    while length > 0:
        data = os.pread(source, min(length, _COPY), at)
        if not data:
            raise OSError("a file to copy from is shorter than its index says")
        os.writev(target, [data])
        at += len(data)
        length -= len(data)


def _index(
    tracks: Sequence[NewTrack], chunks: Sequence[Sequence[_Chunk]], first_byte: Sequence[Integers]
) -> bytes:
    scale = lcm(*(track.timescale for track in tracks))
    whole = max(track.shown * (scale // track.timescale) for track in tracks)
    movie = _full(b"mvhd", struct.pack(">QQIQ", 0, 0, scale, whole), struct.pack(">IHH8x", 0x10000, 0x100, 0),
                  _MATRIX, bytes(24), struct.pack(">I", len(tracks) + 1), version=1)  # fmt: skip
    return box(
        b"moov",
        movie,
        *(
            _track(number, track, scale // track.timescale, chunks[number], first_byte[number])
            for number, track in enumerate(tracks)
        ),
    )


def _track(number: int, track: NewTrack, scale: int, chunks: Sequence[_Chunk], first_byte: Integers) -> bytes:
    width, height = track.size or (0, 0)
    shown = track.shown * scale
    sound = track.size is None
    header = _full(
        b"tkhd", struct.pack(">QQIIQ8x", 0, 0, number + 1, 0, shown), struct.pack(">HHHH", 0, sound, 0x100 * sound, 0),
        _MATRIX, struct.pack(">II", width << 16, height << 16), version=1, flags=3,
    )  # fmt: skip
    edit = _full(b"elst", struct.pack(">IQqI", 1, shown, track.hidden, 0x10000), version=1)
    media = struct.pack(">QQIQHH", 0, 0, track.timescale, int(track.durations.sum()), _LANGUAGE, 0)
    kind, name = (b"soun", b"SoundHandler\0") if sound else (b"vide", b"VideoHandler\0")
    about = _full(b"smhd", bytes(4)) if sound else _full(b"vmhd", bytes(8), flags=1)
    here = _full(b"dref", struct.pack(">I", 1), _full(b"url ", flags=1))
    return box(
        b"trak",
        header,
        box(b"edts", edit),
        box(
            b"mdia",
            _full(b"mdhd", media, version=1),
            _full(b"hdlr", bytes(4), kind, bytes(12), name),
            box(b"minf", about, box(b"dinf", here), _sample_tables(track, chunks, first_byte)),
        ),
    )


def _sample_tables(track: NewTrack, chunks: Sequence[_Chunk], first_byte: Integers) -> bytes:
    counts = [stop - first for _, _, _, first, stop, _ in chunks]
    per_chunk = [
        (place + 1, count, 1) for place, count in enumerate(counts) if not place or counts[place - 1] != count
    ]
    tables = [
        _full(b"stsd", struct.pack(">I", 1), track.entry),
        _pairs(b"stts", track.durations),
        _full(
            b"stsc",
            struct.pack(">I", len(per_chunk)),
            b"".join(struct.pack(">III", *row) for row in per_chunk),
        ),
        _full(b"stsz", struct.pack(">II", 0, len(track.durations)), track.sizes.astype(">u4").tobytes()),
        _full(b"co64", struct.pack(">I", len(first_byte)), first_byte.astype(">u8").tobytes()),
    ]
    if track.delays is not None and track.delays.any():
        tables.append(_pairs(b"ctts", track.delays))
    if track.keys is not None:
        tables.append(
            _full(b"stss", struct.pack(">I", len(track.keys)), (track.keys + 1).astype(">u4").tobytes())
        )
    return box(b"stbl", *tables)


def _pairs(kind: bytes, values: Integers) -> bytes:
    """A table of (count, value) pairs."""
    begins = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]]))
    pairs = np.column_stack([np.diff(np.append(begins, len(values))), values[begins]])
    return _full(kind, struct.pack(">I", len(pairs)), pairs.astype(">u4").tobytes())


def _full(kind: bytes, *content: bytes, version: int = 0, flags: int = 0) -> bytes:
    return box(kind, struct.pack(">I", version << 24 | flags), *content)
