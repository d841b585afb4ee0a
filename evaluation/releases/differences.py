"""What differs between two sets of records: added, removed, changed, field by field. Pure.

Both sides come as streams in the order of the files, so two releases of any size are compared in constant memory.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

Kind = Literal["added", "removed", "changed"]


class Side(NamedTuple):
    """One record of one side. Two of the same `text` are the same."""

    granularity: str
    public_id: str
    text: str

    @property
    def key(self) -> tuple[str, str]:
        return (self.granularity, self.public_id)


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One of the ten fields, before and after."""

    field: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Difference:
    """One record that is not the same on both sides; `fields` only where it changed."""

    kind: Kind
    granularity: str
    public_id: str
    fields: tuple[FieldChange, ...] = ()


@dataclass(slots=True)
class Totals:
    """How many records were added, removed and changed, and how often each field changed."""

    added: int = 0
    removed: int = 0
    changed: int = 0
    unchanged: int = 0
    fields: Counter[str] = field(default_factory=Counter)

    def count(self, difference: Difference) -> None:
        """Takes one difference in."""
        setattr(self, difference.kind, getattr(self, difference.kind) + 1)
        self.fields.update(change.field for change in difference.fields)

    def document(self) -> dict[str, Any]:
        """As it is stored and sent."""
        return {
            "added": self.added,
            "removed": self.removed,
            "changed": self.changed,
            "unchanged": self.unchanged,
            "fields": dict(sorted(self.fields.items())),
        }


_MISSING: Final = object()


def changed_fields(before: str, after: str) -> tuple[FieldChange, ...]:
    """The fields of two records that differ, in the order of the format; a field that one lacks is null there."""
    old, new = json.loads(before), json.loads(after)
    names = [*old, *(name for name in new if name not in old)]
    return tuple(
        FieldChange(name, old.get(name), new.get(name))
        for name in names
        if old.get(name, _MISSING) != new.get(name, _MISSING)
    )


def compare(before: Iterable[Side], after: Iterable[Side], totals: Totals) -> Iterator[Difference]:
    """The differences in the order of the files; `totals` counts along.

    Both sides are in order of granularity (clip, then episode) and public id in code point order. Raises ValueError
    where one is not.
    """
    olds, news = _ordered(before), _ordered(after)
    old, new = next(olds, None), next(news, None)
    while old is not None or new is not None:
        found: Difference | None = None
        if old is not None and (new is None or old.key < new.key):
            found = Difference("removed", old.granularity, old.public_id)
            old = next(olds, None)
        elif new is not None and (old is None or new.key < old.key):
            found = Difference("added", new.granularity, new.public_id)
            new = next(news, None)
        elif old is not None and new is not None:
            if old.text != new.text:
                fields = changed_fields(old.text, new.text)
                found = Difference("changed", new.granularity, new.public_id, fields) if fields else None
            if found is None:
                totals.unchanged += 1
            old, new = next(olds, None), next(news, None)
        if found is not None:
            totals.count(found)
            yield found


def _ordered(side: Iterable[Side]) -> Iterator[Side]:
    before: tuple[str, str] | None = None
    for one in side:
        if before is not None and one.key <= before:
            raise ValueError(f"{one.public_id} comes out of order or twice")
        before = one.key
        yield one
