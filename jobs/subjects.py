"""What the apps above call the things that jobs work on: `video:3` is "The missing cake" to a person.

An app registers, for a kind of subject, a function from ids to names. Whoever may see a job may see the name of its
subject: jobs are shown to those who asked for them and to the project's admins alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

Namer = Callable[[frozenset[int]], dict[int, str]]

_namers: dict[str, Namer] = {}


def register_names(kind: str, namer: Namer) -> None:
    """Lets `namer` name subjects of `kind` (`video` in `video:3`); call it from an AppConfig.ready."""
    _namers[kind] = namer


def names_of(subjects: Iterable[str]) -> dict[str, str]:
    """The names of `subjects`, one call for each kind; one that has none or is gone is left out."""
    ids: defaultdict[str, set[int]] = defaultdict(set)
    for subject in subjects:
        kind, _, number = subject.partition(":")
        if kind in _namers and number.isascii() and number.isdigit():
            ids[kind].add(int(number))
    return {
        f"{kind}:{number}": name
        for kind, numbers in ids.items()
        for number, name in _namers[kind](frozenset(numbers)).items()
    }
