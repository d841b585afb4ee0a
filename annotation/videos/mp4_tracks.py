"""The sample tables of MP4 files that we made with ffmpeg, so that their samples can be put into another file.

Boxes as in ISO/IEC 14496-12. Files from outside are not read with this: only ffmpeg reads those.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
_CONTAINERS: Final = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"edts"}


@dataclass(frozen=True)
class Mp4Track:
    """The only track of a file. Samples are in the order of decoding, times in ticks of `timescale` (1/s).

    `shown_at` are presentation times from 0 at the first decoding time; `starts` is where on the file's timeline that
    0 lies, in seconds. `entry` is the whole box that describes the coding. `keys` says which samples need no other.
    """

    path: Path
    timescale: int
    starts: Fraction
    entry: bytes
    offsets: Integers
    sizes: Integers
    durations: Integers
    shown_at: Integers
    keys: npt.NDArray[np.bool_]

    @property
    def samples(self) -> int:
        return len(self.sizes)

    def part(self, first: int, stop: int) -> Mp4Track:
        """The same with the samples from `first` to the one before `stop` alone."""
        columns = {
            name: getattr(self, name)[first:stop]
            for name in ("offsets", "sizes", "durations", "shown_at", "keys")
        }
        return replace(self, **columns)

    def read(self, numbers: Any) -> Iterator[bytes]:
        """The bytes of some samples, by number."""
        with self.path.open("rb") as file:
            for number in numbers:
                file.seek(int(self.offsets[number]))
                yield file.read(int(self.sizes[number]))


def read_track(path: Path) -> Mp4Track:
    """The track of a file that has one. Raises ValueError where there are none or several."""
    boxes = dict(_flat(_index_of(path)))
    if boxes.get(b"tracks") != b"1":
        raise ValueError(f"{path.name} does not have exactly one track")
    sizes = _sizes(boxes[b"stsz"])
    durations = _runs(boxes[b"stts"])
    (timescale,) = struct.unpack_from(">I", boxes[b"mdhd"], 20 if boxes[b"mdhd"][0] else 12)
    (movie_timescale,) = struct.unpack_from(">I", boxes[b"mvhd"], 20 if boxes[b"mvhd"][0] else 12)
    decoded_at = np.concatenate([[0], np.cumsum(durations)[:-1]]) if len(durations) else durations
    delays = _runs(boxes[b"ctts"]) if b"ctts" in boxes else np.zeros(len(sizes), np.int64)
    keys = np.ones(len(sizes), bool)
    if b"stss" in boxes:
        keys[:] = False
        keys[np.frombuffer(boxes[b"stss"][8:], ">u4").astype(np.int64) - 1] = True
    return Mp4Track(
        path=path,
        timescale=timescale,
        starts=_starts(boxes.get(b"elst"), timescale, movie_timescale),
        entry=boxes[b"stsd"][8:],
        offsets=_offsets(boxes, sizes),
        sizes=sizes,
        durations=durations,
        shown_at=decoded_at + delays,
        keys=keys,
    )


def box(kind: bytes, *content: bytes) -> bytes:
    """One box."""
    inside = b"".join(content)
    return struct.pack(">I4s", len(inside) + 8, kind) + inside


def inner_boxes(content: bytes, at: int = 0) -> Iterator[tuple[bytes, bytes]]:
    """Kind and content of the boxes that lie one after the other from `at` on."""
    while at + 8 <= len(content):
        length, kind = struct.unpack_from(">I4s", content, at)
        if length < 8:
            return
        yield kind, content[at + 8 : at + length]
        at += length


def _index_of(path: Path) -> bytes:
    with path.open("rb") as file:
        while len(head := file.read(8)) == 8:
            length, kind = struct.unpack(">I4s", head)
            skip = 8
            if length == 1:
                (length,) = struct.unpack(">Q", file.read(8))
                skip = 16
            if kind == b"moov":
                return file.read(length - skip)
            if length < skip:
                break
            file.seek(length - skip, 1)
    raise ValueError(f"{path.name} has no index")


def _flat(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Every box of interest by kind; files with one track have each at most once."""
    tracks = 0
    for kind, inside in inner_boxes(content):
        tracks += kind == b"trak"
        if kind in _CONTAINERS:
            yield from _flat(inside)
        else:
            yield kind, inside
    if tracks:
        yield b"tracks", str(tracks).encode()


def _sizes(stsz: bytes) -> Integers:
    same, count = struct.unpack_from(">II", stsz, 4)
    if same:
        return np.full(count, same, np.int64)
    return np.frombuffer(stsz[12:], ">u4", count).astype(np.int64)


def _runs(table: bytes) -> Integers:
    """The values of a table of (count, value) pairs, written out."""
    pairs = np.frombuffer(table[8:], ">i4").astype(np.int64).reshape(-1, 2)
    return np.repeat(pairs[:, 1], pairs[:, 0])


def _offsets(boxes: dict[bytes, bytes], sizes: Integers) -> Integers:
    wide = b"co64" in boxes
    chunks = np.frombuffer(boxes[b"co64" if wide else b"stco"][8:], ">u8" if wide else ">u4").astype(np.int64)
    rows = np.frombuffer(boxes[b"stsc"][8:], ">u4").astype(np.int64).reshape(-1, 3)
    until = np.append(rows[1:, 0], len(chunks) + 1)
    per_chunk = np.repeat(rows[:, 1], until - rows[:, 0])
    offsets = np.empty(len(sizes), np.int64)
    sample = 0
    for start, count in zip(chunks, per_chunk, strict=True):
        held = sizes[sample : sample + count]
        offsets[sample : sample + count] = start + np.cumsum(held) - held
        sample += int(count)
    return offsets


def _starts(elst: bytes | None, timescale: int, movie_timescale: int) -> Fraction:
    """Where decoding time 0 lies on the timeline: after an empty edit, before what an edit hides."""
    start = Fraction(0)
    if elst is None:
        return start
    wide = elst[0] == 1
    form, step = (">Qq", 20) if wide else (">Ii", 12)
    for at in range(8, len(elst) - step + 1, step):
        length, media_time = struct.unpack_from(form, elst, at)
        if media_time == -1:
            start += Fraction(length, movie_timescale)
        else:
            return start - Fraction(media_time, timescale)
    return start
