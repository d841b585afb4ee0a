"""What changed from one revision to the next, field by field, with the words marked. Pure.

Fields are named as in the form and in findings: `question_text`, `labels.before`, `items.2`, `evidence.1`. Words are
compared; in writing without spaces (Chinese, Japanese) single characters are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Final, Literal

Kind = Literal["same", "removed", "added"]

#: Kana and Han: written without spaces.
_CJK: Final = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKEN: Final = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+|\s+|.", re.S)
_PLAIN: Final = (
    "question_text",
    "answer_text",
    "details_description",
    "components_rule",
    "rubric_criterion",
    "author_note",
)


@dataclass(frozen=True, slots=True)
class Part:
    """A run of text that is in both, in the earlier one only, or in the later one only."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """One field that differs; the parts, read in order, give both versions."""

    field: str
    parts: tuple[Part, ...]


def changed_fields(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """The fields that differ between two revisions (documents.revision_document), in the order of the form."""
    old, new = dict(_fields(before)), dict(_fields(after))
    names = [*new, *(name for name in old if name not in new)]
    return [
        Change(name, compare_words(old.get(name, ""), new.get(name, "")))
        for name in names
        if old.get(name, "") != new.get(name, "")
    ]


def tokens_of(text: str) -> list[str]:
    """Words, single signs and runs of white space; characters by themselves where words are not set apart."""
    return _TOKEN.findall(text)


def compare_words(before: str, after: str) -> tuple[Part, ...]:
    """The two texts as runs that stayed, went and came."""
    old, new = tokens_of(before), tokens_of(after)
    parts: list[Part] = []
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            parts.append(Part("same", "".join(old[i:j])))
            continue
        if i < j:
            parts.append(Part("removed", "".join(old[i:j])))
        if k < m:
            parts.append(Part("added", "".join(new[k:m])))
    return tuple(parts)


def _fields(revision: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each field of a revision as one text; a field without content is left out."""
    yield "clip", str(revision["clip"]["public_id"])
    texts = {name: str(revision[name]) for name in _PLAIN}
    yield "question_text", texts.pop("question_text")
    for side in ("", "before", "after"):
        labels = [row["label"] for row in revision["labels"] if row["side"] == side]
        if labels:
            yield f"labels.{side}" if side else "labels", ", ".join(labels)
    yield "answer_text", texts.pop("answer_text")
    for place, item in enumerate(revision["items"]):
        said = [item["description"], item["emotion"], item["intensity"], item["anchor"], item["anchor_time"]]
        yield f"items.{place}", " · ".join(str(each) for each in said if each not in ("", None))
    for name, text in texts.items():
        yield name, text
    for score, text in sorted(revision["rubric_scores"].items(), reverse=True):
        yield f"rubric_scores.{score}", str(text)
    for place, part in enumerate(revision["evidence"]):
        said = [f"{part['start']}–{part['end']}", ", ".join(part["modalities"]), part["note"]]
        yield f"evidence.{place}", " · ".join(each for each in said if each)
    yield "include_subtitles", "yes" if revision["include_subtitles"] else "no"
