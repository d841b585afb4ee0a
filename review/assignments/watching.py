"""How much of a prepared video was played: stretches as reported by the player, joined and measured. Pure.

Stretches are [start, end] in seconds of the PREPARED video (not of the original), Decimal with three decimals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import ROUND_CEILING, Decimal
from typing import Final

from kernel.errors import FieldError, Invalid
from kernel.times import to_json_number, to_seconds

Stretch = tuple[Decimal, Decimal]

#: A player's clock may run this far past the length that was measured by decoding.
PLAYER_SLACK: Final = Decimal("1.000")
#: More stretches than that in one report is a broken client, not a person.
MAX_STRETCHES: Final = 1000


def read_stretches(reported: Sequence[Sequence[float]], *, duration: Decimal | None) -> list[Stretch]:
    """The reported pairs as Decimal seconds, to the millisecond.

    Raises Invalid naming the pair that is not two finite numbers with 0 <= start <= end, or that lies more than a
    second beyond `duration` (None: not known, so not checked).
    """
    if len(reported) > MAX_STRETCHES:
        raise _invalid("watched", f"Report at most {MAX_STRETCHES} stretches at once; join those that touch.")
    stretches: list[Stretch] = []
    for place, pair in enumerate(reported):
        name = f"watched.{place}"
        if len(pair) != 2:
            raise _invalid(name, "A stretch is [start, end] in seconds of the prepared video.")
        try:
            # A player reports microseconds; three decimals are the grid of all our times.
            start, end = (to_seconds(f"{value:.3f}") for value in pair)
        except (ValueError, TypeError):
            raise _invalid(name, "A stretch is two finite numbers of seconds.") from None
        if not 0 <= start <= end:
            raise _invalid(
                name, f"A stretch starts at 0 or later and ends after its start; got {start}-{end}."
            )
        if duration is not None and end > duration + PLAYER_SLACK:
            raise _invalid(name, f"The prepared video is {duration} s long; {end} lies beyond its end.")
        # A pause within a millisecond played nothing that can be measured.
        if start < end:
            stretches.append((start, end))
    return stretches


def join_stretches(stretches: Iterable[Stretch]) -> list[Stretch]:
    """The union of the stretches, in order of time; touching ones become one."""
    joined: list[Stretch] = []
    for start, end in sorted(stretches):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def watched_seconds(stretches: Iterable[Stretch], parts: Iterable[Stretch]) -> Decimal:
    """Seconds of `parts` that lie in any of the stretches, each counted once."""
    played = join_stretches(stretches)
    return sum(
        (
            max(min(end, last) - max(start, first), Decimal(0))
            for first, last in join_stretches(parts)
            for start, end in played
        ),
        Decimal(0),
    )


def watched_share(stretches: Iterable[Stretch], parts: Sequence[Stretch]) -> float:
    """Share of `parts` of the prepared video that was played, 0..1. They are more than 0 seconds long."""
    return float(watched_seconds(stretches, parts) / watched_seconds(parts, parts))


def missing_seconds(
    stretches: Iterable[Stretch], parts: Sequence[Stretch], *, required_share: float
) -> Decimal:
    """Seconds of `parts` that are still to be played before their share reaches `required_share`; 0 when it has.

    Rounded up to the millisecond, so that playing that much is always enough.
    """
    length = watched_seconds(parts, parts)
    required = (Decimal(repr(required_share)) * length).quantize(Decimal("0.001"), rounding=ROUND_CEILING)
    return max(min(required, length) - watched_seconds(stretches, parts), Decimal("0.000"))


def in_prepared(intervals: Iterable[Stretch], segments: Sequence[Stretch] | None) -> list[Stretch]:
    """Intervals of the original as stretches of the prepared video, which plays `segments` one after the other.

    None: the complete original. What no segment plays is left out, what several play is there for each.
    """
    if segments is None:
        return join_stretches(intervals)
    found: list[Stretch] = []
    played = Decimal(0)
    wanted = list(intervals)
    for first, last in segments:
        for start, end in wanted:
            begin, stop = max(start, first), min(end, last)
            if begin < stop:
                found.append((played + begin - first, played + stop - first))
        played += last - first
    return join_stretches(found)


def from_json(stored: Iterable[Sequence[float]]) -> list[Stretch]:
    """Stored stretches as Decimal seconds."""
    return [(to_seconds(start), to_seconds(end)) for start, end in stored]


def to_json(stretches: Iterable[Stretch]) -> list[list[int | float]]:
    """Stretches as they are stored and sent."""
    return [[to_json_number(start), to_json_number(end)] for start, end in stretches]


def _invalid(field: str, message: str) -> Invalid:
    return Invalid("invalid_stretch", message, errors=[FieldError(field, "invalid_stretch", message)])
