"""Which licences allow passing a video on. Pure.

Licences are free text in the videos' rows. What is known here is taken from the licences' own short names; anything
else allows it only where an admin says so for the release.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from annotation.public import NOT_RECORDED

#: Short names after normalisation; a version number and a country may follow.
_OPEN: Final = re.compile(
    r"(cc0|public domain|pddl|cc[ -]by([ -](nc|sa|nd|nc[ -]sa|nc[ -]nd))?)([ -]?\d(\.\d)?)?([ -][a-z]{2,3})?"
)


def is_recorded(licence: str) -> bool:
    """Whether anything is known about the terms at all."""
    return licence.strip().casefold() not in {"", NOT_RECORDED, "unknown", "none"}


def allows_passing_on(licence: str, allowed: Collection[str]) -> bool:
    """True for Creative Commons and public domain licences, and for those in `allowed`, compared without case."""
    told = " ".join(licence.split()).casefold()
    if told in {" ".join(one.split()).casefold() for one in allowed}:
        return is_recorded(licence)
    return _OPEN.fullmatch(told) is not None
