"""The wording of what models are asked, in files beside this one: `NAME.VERSION.md`. A changed wording is a new file.

Costs, failures and what became of drafts are reported by name and version, so that two wordings can be compared.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Template
from typing import Final

_FOLDER: Final = Path(__file__).parent


@cache
def read_prompt(name: str, version: int) -> str:
    """The text of a prompt file, with its `$places` still in it. Raises FileNotFoundError."""
    return (_FOLDER / f"{name}.{version}.md").read_text(encoding="utf-8").strip()


def fill_prompt(name: str, version: int, **places: str) -> str:
    """The text of a prompt with every `$place` filled. Raises KeyError for one that has no value."""
    return Template(read_prompt(name, version)).substitute(places)


def prompt_version(name: str, version: int) -> str:
    """How a prompt is called in attempts and reports: `draft-emotion-cause/1`."""
    return f"{name}/{version}"
