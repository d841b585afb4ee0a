"""A guideline as pages to read. Pure.

A line that begins with one or two number signs and a space begins a page and is its title. What stands before the
first such line is a page of its own, without a title.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_HEADING: Final = re.compile(r"#{1,2}[ \t]+(\S.*)")


@dataclass(frozen=True, slots=True)
class GuidelinePage:
    """One page: its title ('' for none) and its text without surrounding empty lines."""

    title: str
    text: str


def pages_of(text: str) -> list[GuidelinePage]:
    """The pages of a guideline in order; none for a text of white space alone.

    A heading directly followed by the next one is no page of its own: its title is kept in front of the next title.
    """
    pages: list[GuidelinePage] = []
    title, lines = "", list[str]()
    for line in [*text.splitlines(), None]:
        heading = None if line is None else _HEADING.fullmatch(line.rstrip())
        if line is not None and heading is None:
            lines.append(line)
            continue
        body = "\n".join(lines).strip()
        if body or (line is None and title):
            pages.append(GuidelinePage(title, body))
            title = ""
        if heading is not None:
            title = f"{title} · {heading[1].strip()}" if title else heading[1].strip()
        lines = []
    return pages
