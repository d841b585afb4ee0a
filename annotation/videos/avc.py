"""What has to be known of H.264 inside a file to join pictures of two encoders: units, parameter sets, their numbers.

Stored forms are those of ISO/IEC 14496-15; unit types and numbers of parameter sets those of ITU-T H.264, 7.3 and 7.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

_SLICE_TYPES: Final = range(1, 6)
_IDR_SLICE: Final = 5
_SPS, _PPS = 7, 8
_FIELDS_OF_HIGH: Final = {100, 110, 122, 144}


@dataclass(frozen=True)
class AvcConfiguration:
    """The decoder configuration of an H.264 track. `length_size`: bytes of the length before each unit."""

    profile: int
    compatibility: int
    level: int
    length_size: int
    sps: tuple[bytes, ...]
    pps: tuple[bytes, ...]
    high_fields: bytes

    @property
    def highest_id(self) -> int:
        """The highest number that any of its parameter sets has."""
        # After one byte of header, an SPS has three more before its number.
        return max(
            [_first_number(unit[4:]) for unit in self.sps] + [_first_number(unit[1:]) for unit in self.pps]
        )

    def joined_with(self, other: AvcConfiguration) -> AvcConfiguration:
        """One configuration with the parameter sets of both. Raises ValueError where numbers of both collide."""
        sps, pps = _distinct(self.sps, other.sps, skip=4), _distinct(self.pps, other.pps, skip=1)
        return replace(self, sps=sps, pps=pps, level=max(self.level, other.level))

    def written(self) -> bytes:
        """As the content of an `avcC` box."""
        form = bytes([1, self.profile, self.compatibility, self.level, 0xFC | (self.length_size - 1)])
        sps = b"".join(len(unit).to_bytes(2, "big") + unit for unit in self.sps)
        pps = b"".join(len(unit).to_bytes(2, "big") + unit for unit in self.pps)
        return form + bytes([0xE0 | len(self.sps)]) + sps + bytes([len(self.pps)]) + pps + self.high_fields


def read_configuration(content: bytes) -> AvcConfiguration:
    """The configuration in the content of an `avcC` box. Raises ValueError for anything else."""
    if len(content) < 7 or content[0] != 1:
        raise ValueError("this is no H.264 decoder configuration")
    sps, at = _sets(content, 6, content[5] & 0x1F)
    pps, at = _sets(content, at + 1, content[at] if at < len(content) else 0)
    if not sps or not pps:
        raise ValueError("the H.264 decoder configuration has no parameter sets")
    return AvcConfiguration(
        profile=content[1],
        compatibility=content[2],
        level=content[3],
        length_size=(content[4] & 3) + 1,
        sps=sps,
        pps=pps,
        high_fields=content[at:] if content[1] in _FIELDS_OF_HIGH else b"",
    )


def units(sample: bytes, length_size: int) -> Iterator[bytes]:
    """The units of one stored picture. Raises ValueError where lengths do not add up."""
    at = 0
    while at < len(sample):
        length = int.from_bytes(sample[at : at + length_size], "big")
        at += length_size
        if length < 1 or at + length > len(sample):
            raise ValueError("the units of a picture do not fill it")
        yield sample[at : at + length]
        at += length


def is_idr(sample: bytes, length_size: int) -> bool:
    """Whether a stored picture is an IDR picture: nothing after it needs or precedes anything before it."""
    kinds = [unit[0] & 0x1F for unit in units(sample, length_size)]
    slices = [kind for kind in kinds if kind in _SLICE_TYPES]
    return bool(slices) and all(kind == _IDR_SLICE for kind in slices)


def brings_other_sets(sample: bytes, configuration: AvcConfiguration) -> bool:
    """Whether a stored picture carries a parameter set that the configuration of its track does not have."""
    known = {*configuration.sps, *configuration.pps}
    found = units(sample, configuration.length_size)
    return any(unit[0] & 0x1F in (_SPS, _PPS) and unit not in known for unit in found)


def _sets(content: bytes, at: int, count: int) -> tuple[tuple[bytes, ...], int]:
    found = []
    for _ in range(count):
        length = int.from_bytes(content[at : at + 2], "big")
        unit = content[at + 2 : at + 2 + length]
        if length < 2 or len(unit) < length:
            raise ValueError("the H.264 decoder configuration is cut off")
        found.append(unit)
        at += 2 + length
    return tuple(found), at


def _distinct(mine: tuple[bytes, ...], theirs: tuple[bytes, ...], *, skip: int) -> tuple[bytes, ...]:
    taken = {_first_number(unit[skip:]): unit for unit in mine}
    added = []
    for unit in theirs:
        known = taken.setdefault(_first_number(unit[skip:]), unit)
        if known != unit:
            raise ValueError("two parameter sets have the same number")
        if unit not in mine:
            added.append(unit)
    return (*mine, *added)


def _first_number(content: bytes) -> int:
    """The unsigned Exp-Golomb number (9.1) at the beginning of some bytes."""
    bits = "".join(f"{byte:08b}" for byte in content[:8])
    zeros = len(bits) - len(bits.lstrip("0"))
    return int(bits[zeros : 2 * zeros + 1], 2) - 1
