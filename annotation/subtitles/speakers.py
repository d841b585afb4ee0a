"""Speakers that subtitles name inside their text, proposed for a person to confirm."""

from __future__ import annotations

import re
from typing import Final

_DASH: Final = re.compile(r"^\s*[-‐‑–—]\s*(?=\S)")
_WORD: Final = r"[A-ZÀ-ÖØ-ÞĀ-ŽΑ-ΩА-ЯЁ][\w'’.\-]*"
#: One to four words that begin with a capital, or with a number after the first: "MAN 1", "Mrs. Geller".
_NAME: Final = rf"{_WORD}(?:\s+(?:&\s+|and\s+|of\s+|the\s+)?(?:{_WORD}|\#?\d{{1,2}})){{0,3}}"
_LABELLED: Final = re.compile(rf"^(?P<name>{_NAME})\s*(?:\([^()]*\)\s*)?:(?=\s|$)\s*(?P<rest>.*)$", re.S)
_BRACKETED: Final = re.compile(rf"^\[\s*(?P<name>{_NAME})\s*\]\s*:?\s*(?P<rest>\S.*)$", re.S)
_CHINESE: Final = re.compile(r"^(?P<name>[\u3400-\u9fff·]{1,8})：\s*(?P<rest>.*)$", re.S)
_LONGEST: Final = 40
#: Words that begin a sentence with a colon, or tell of a sound, and are nobody's name.
_NO_NAMES: Final = frozenset(
    word
    for line in (
        "note warning remember listen look okay ok so and but or yes no well now then also first second third",
        "finally question answer problem example result conclusion summary chapter part step episode scene",
        "previously today tonight tomorrow monday tuesday wednesday thursday friday saturday sunday fact tip",
        "hint rule ps music song singing laughs laughter laughing applause sighs sigh gasps gasp groans screams",
        "cheering cheers crying sobs sobbing coughs coughing whispers whispering shouting silence clears grunts",
        "chuckles chuckling sniffs exhales inhales beep beeping ringing knocking footsteps door phone thunder",
        "explosion gunshot gunshots",
    )
    for word in line.split()
)


def split_speaker(text: str) -> tuple[str | None, str, bool]:
    """The speaker that a cue names, its text, and whether several people speak in it.

    Where one person speaks, the name is taken off the text. Where lines of one cue belong to several people, the text
    keeps every label and dash, because a part of it is not the speaker's.
    """
    lines = text.split("\n")
    dashed = [bool(_DASH.match(line)) for line in lines]
    turns = [_label_of(_DASH.sub("", line)) for line in lines]
    names = list(dict.fromkeys(name for name, _ in turns if name is not None))
    starts = sum(dash or name is not None for dash, (name, _) in zip(dashed, turns, strict=True))
    several = starts > 1 and (len(names) > 1 or sum(dashed) > 1)
    if several:
        return (" / ".join(names) or None), text, True
    name, rest = turns[0]
    if name is not None or dashed[0]:
        return name, "\n".join([rest, *lines[1:]]).strip("\n"), False
    return None, text, False


def _label_of(line: str) -> tuple[str | None, str]:
    for pattern in (_LABELLED, _BRACKETED, _CHINESE):
        found = pattern.match(line)
        if found is not None and _could_be_a_name(found["name"]):
            return " ".join(found["name"].split()), found["rest"]
    return None, line


def _could_be_a_name(name: str) -> bool:
    words = name.lower().split()
    return len(name) <= _LONGEST and words[0] not in _NO_NAMES and words[-1] not in _NO_NAMES
