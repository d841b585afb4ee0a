"""Whether a text shows anything to a person who reads it."""

from __future__ import annotations

import unicodedata
from typing import Final

#: Controls, formats (zero-width space and joiners, marks of direction), half characters, private ones, spaces of every
#: width, and marks without the letter that they belong to. What this Python's Unicode has not assigned may be a sign of
#: a newer one, and counts.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zs", "Zl", "Zp", "Mn", "Me"})
#: Letters and symbols by category that are drawn as nothing: the fillers of Hangul, and Braille without a dot.
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")


def shows_anything(text: str) -> bool:
    """False for a text of spaces, invisible characters and lone marks: whoever must write something has not."""
    return any(sign not in _BLANK and unicodedata.category(sign) not in _UNSEEN for sign in text)


def shown(text: str) -> str:
    """`text` without white space at its ends, and '' where it shows nothing."""
    return text.strip() if shows_anything(text) else ""
