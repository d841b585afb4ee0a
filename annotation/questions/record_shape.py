"""The names and patterns of the record format, shared by its writer, its checks and its readers."""

from __future__ import annotations

import re
from typing import Final

#: The ten fields, in the order in which records carry them.
FIELDS: Final = (
    "question_id",
    "video_id",
    "source",
    "granularity",
    "type",
    "question",
    "answer",
    "answer_details",
    "rubric",
    "subtitles",
)

SOURCE_KEYS: Final = ("from", "segments")
SEGMENT_KEYS: Final = ("start", "end")
SIDES: Final = ("before", "after")
DETAILS_KEYS: Final = ("description", "items")
RUBRIC_KEYS: Final = ("criterion", "scores")
SUBTITLE_KEYS: Final = ("id", "t", "speaker", "text")
ITEM_KEYS: Final = {
    "S": ("id", "description", "anchor", "emotion", "intensity"),
    "R": ("id", "description"),
    "C": ("id", "description"),
}

ID_PATTERN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*", re.ASCII)
SCORE_PATTERN: Final = re.compile(r"0|[1-9][0-9]*", re.ASCII)
