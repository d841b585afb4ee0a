"""The guideline texts that new projects start with, one a language, as Markdown with a section for each task."""

from __future__ import annotations

from pathlib import Path
from typing import Final

LANGUAGES: Final = ("en", "zh-CN")

_FOLDER: Final = Path(__file__).parent


def starting_guideline(language: str) -> str:
    """The text for a new project. Raises ValueError for a language that has none."""
    if language not in LANGUAGES:
        raise ValueError(f"there is a guideline in {', '.join(LANGUAGES)}, not in {language!r}")
    return (_FOLDER / f"longemobench.{language}.md").read_text(encoding="utf-8")
