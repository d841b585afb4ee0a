"""Which split a source belongs to. Pure.

Splits are made of whole sources, so that no scene of one film lies on both sides. The place of a source follows from
its name and the benchmark's canary alone, so it does not depend on what else is in the release.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)
DEFAULT: Final[list[dict[str, Any]]] = [{"name": "test", "share": "1", "held_out": False}]


@dataclass(frozen=True, slots=True)
class Split:
    """One part of a release. `share` of the sources (0..1); `held_out`: the answers are not given out."""

    name: str
    share: Fraction
    held_out: bool


def read_splits(told: Any) -> tuple[Split, ...]:
    """Splits as they are stored and sent. Raises ValueError that names what is wrong."""
    if not isinstance(told, list) or not told:
        raise ValueError("name at least one split")
    found = tuple(_read(one) for one in told)
    names = [split.name for split in found]
    if len(set(names)) != len(names):
        raise ValueError(f"a split is named twice: {', '.join(names)}")
    total = sum((split.share for split in found), Fraction(0))
    if total != 1:
        raise ValueError(f"the shares of the splits sum to {float(total):g}, not to 1")
    return found


def _read(told: Any) -> Split:
    if not isinstance(told, Mapping) or set(told) != {"name", "share", "held_out"}:
        raise ValueError("a split has a name, a share and held_out")
    name, share, held_out = told["name"], told["share"], told["held_out"]
    if not isinstance(name, str) or NAME.fullmatch(name) is None:
        raise ValueError(
            f"{str(name)[:60]!r} is no name of a split: lower-case letters, digits and _, at most 40"
        )
    if not isinstance(held_out, bool):
        raise ValueError(f"held_out of {name} is true or false")
    if not isinstance(share, str) or re.fullmatch(r"[01](\.[0-9]{1,6})?", share, re.ASCII) is None:
        raise ValueError(f"the share of {name} is a number from 0 to 1 with at most six decimals")
    exact = Fraction(share)
    if not 0 < exact <= 1:
        raise ValueError(f"the share of {name} is above 0 and at most 1")
    return Split(name, exact, held_out)


def split_of(source: str, *, seed: str, splits: Sequence[Split], known: Mapping[str, str]) -> Split:
    """The split of a source.

    `known`: the splits of the sources of the previous release by name. A source stays where it was while that split
    exists: an answer that was given out cannot be held out later, nor the other way round unnoticed.
    """
    before = known.get(source)
    for split in splits:
        if split.name == before:
            return split
    digest = hashlib.sha256(f"{seed}\n{source}".encode()).digest()
    place = Fraction(int.from_bytes(digest[:8]), 2**64)
    reached = Fraction(0)
    for split in splits:
        reached += split.share
        if place < reached:
            return split
    raise ValueError("the shares of the splits do not sum to 1")
