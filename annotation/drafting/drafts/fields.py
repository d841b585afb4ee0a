"""The fields of a draft as texts: which of them still say what the model wrote, and how far people went from it. Pure.

Rows (items, evidence) are compared by what they say and not by their place: a row that moves up is the same row.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from annotation.questions.changes import tokens_of

Field = tuple[str, str, str]


def fields_of(content: Mapping[str, Any]) -> Iterator[Field]:
    """(path as in findings, kind, text) of each field that a model writes; empty ones are left out.

    `content` as documents.content_document writes it. The rubric is the product's own, so it is not among them.
    """
    if content["question_text"]:
        yield "question_text", "question_text", content["question_text"]
    for side in ("", "before", "after"):
        labels = sorted(row["label"] for row in content["labels"] if row["side"] == side)
        if labels:
            path = f"labels.{side}" if side else "labels"
            yield path, path, ", ".join(labels)
    if content["answer_text"]:
        yield "answer_text", "answer_text", content["answer_text"]
    for place, item in enumerate(content["items"]):
        said = [item["description"], item["emotion"], item["intensity"], item["anchor"], item["anchor_time"]]
        yield f"items.{place}", "items", " · ".join(_text(one) for one in said)
    for place, part in enumerate(content["evidence"]):
        said = [part["start"], part["end"], ", ".join(sorted(part["modalities"])), part["note"]]
        yield f"evidence.{place}", "evidence", " · ".join(_text(one) for one in said)


def value_of(field: Field) -> str:
    """A field's kind and text as one value, by which it is confirmed."""
    return f"{field[1]}|{field[2]}"


def unconfirmed(
    proposed: Mapping[str, Any], current: Mapping[str, Any], confirmed: Collection[str]
) -> list[str]:
    """The paths of `current` that say what the model wrote and that nobody has confirmed."""
    written = {value_of(field) for field in fields_of(proposed)} - set(confirmed)
    return [field[0] for field in fields_of(current) if value_of(field) in written]


def share_kept(proposed: Mapping[str, Any], final: Mapping[str, Any]) -> float:
    """The share, 0..1, of the model's fields that are in `final` word for word."""
    written = [value_of(field) for field in fields_of(proposed)]
    kept = {value_of(field) for field in fields_of(final)}
    return sum(value in kept for value in written) / len(written) if written else 0.0


def edit_distance(proposed: Mapping[str, Any], final: Mapping[str, Any]) -> tuple[int, int]:
    """How many tokens have to be inserted, removed or replaced between the two (Levenshtein), and how many the longer
    one has. A token is a word, a sign, or a character of a script that is written without spaces."""
    one, other = _tokens(proposed), _tokens(final)
    return levenshtein(one, other), max(len(one), len(other))


def levenshtein(one: Sequence[str], other: Sequence[str]) -> int:
    """The least number of insertions, removals and replacements that make `other` of `one`."""
    before = list(range(len(other) + 1))
    for row, left in enumerate(one, start=1):
        now = [row]
        for column, right in enumerate(other, start=1):
            now.append(min(before[column] + 1, now[-1] + 1, before[column - 1] + (left != right)))
        before = now
    return before[-1]


def _tokens(content: Mapping[str, Any]) -> list[str]:
    texts = [text for _, _, text in fields_of(content)]
    return [token for text in texts for token in tokens_of(text) if not token.isspace()]


def _text(value: object) -> str:
    return "" if value is None else str(value)
