"""Reads a label answer out of what a model returned: a list, a before/after object, or text.

Text is read as leniently as the benchmark's released evaluator reads it, and no more: closed <think> blocks
are dropped; an <answer> pair or a code fence around the whole rest is taken off; JSON is taken as it
stands; else the text is split at commas, semicolons (both also full-width) and line ends. Transitions take
`Before:` and `After:` lines. What fits nowhere is kept as left over: it is reported, and it costs, because
each piece stays in the prediction as a wrong label (on both sides of a transition).

Beyond that evaluator, the ideographic comma separates as well and `Before：` may have a full-width colon.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from annotation.public import is_label, normalise_label

SIDES: Final = ("before", "after")

_THINKING: Final = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_ANSWER: Final = re.compile(r"<answer>(.*?)</answer>", re.DOTALL | re.IGNORECASE)
_FENCE: Final = re.compile(r"```[a-z]*\s*(.*?)\s*```", re.DOTALL | re.IGNORECASE)
_SEPARATORS: Final = re.compile(r"[,;\n，；、]")
_SIDE_LINE: Final = re.compile(
    r"^[ \t]*(before|after)[ \t]*[:：][ \t]*([^\n]*)$", re.IGNORECASE | re.MULTILINE
)
_EDGES: Final = " \t\r\n\"'`.,;:，；：。、“”‘’"
_LEFT_OVER: Final = "left over: "


@dataclass(frozen=True, slots=True)
class LabelAnswer:
    """A label set as read. `labels` are what is scored, normalised, each once, in the order given;
    `unknown` those of them that are not among the 26, as a person would want to see them."""

    labels: tuple[str, ...]
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TransitionAnswer:
    """Two label sets as read. `left_over` is what belonged to neither side; it stands in both as a wrong
    label.
    """

    before: tuple[str, ...]
    after: tuple[str, ...]
    unknown: tuple[str, ...] = ()
    left_over: tuple[str, ...] = ()

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """The two sets by side, as transition_f1 takes them."""
        return {"before": self.before, "after": self.after}


def read_labels(prediction: Any) -> LabelAnswer:
    """The label set that a prediction (text, list, or anything else JSON holds) gives."""
    return _label_answer(_terms(_unwrapped(prediction)))


def read_transition(prediction: Any) -> TransitionAnswer:
    """The before and after sets that a prediction gives; a form that has no sides gives none."""
    value = _unwrapped(prediction)
    sides: dict[str, list[str]] = {side: [] for side in SIDES}
    left_over: list[str] = []
    if isinstance(value, Mapping):
        for key, inner in value.items():
            side = key.strip().lower()
            if side in sides:
                sides[side].extend(_terms(inner))
            else:
                left_over.append(f"{key}: {_shown(inner)}")
    elif isinstance(value, str):
        for match in _SIDE_LINE.finditer(value):
            sides[match[1].lower()].extend(_terms(match[2]))
        left_over.extend(_pieces(_SIDE_LINE.sub("", value)))
    else:
        left_over.append(_shown(value))
    # The mark keeps a left-over label from earning anything: it equals no label.
    marks = [_LEFT_OVER + piece for piece in left_over]
    before, after = (_label_answer([*sides[side], *marks]) for side in SIDES)
    unknown = (name for name in before.unknown + after.unknown if not name.startswith(_LEFT_OVER))
    return TransitionAnswer(
        before.labels, after.labels, tuple(dict.fromkeys(unknown)), tuple(dict.fromkeys(left_over))
    )


def final_text(text: str) -> str:
    """What a model answered once its thinking and the tags around the answer are off."""
    rest = _THINKING.sub("", text).strip()
    inner = _ANSWER.fullmatch(rest)
    return inner[1].strip() if inner else rest


def _unwrapped(prediction: Any) -> Any:
    """Text without its wrapping, parsed where it is a JSON list, object or text; other values as they are."""
    if not isinstance(prediction, str):
        return prediction
    text = final_text(prediction)
    fence = _FENCE.fullmatch(text)
    inner = fence[1] if fence else text
    try:
        parsed = json.loads(inner)
    except (ValueError, RecursionError):
        return inner
    return parsed if isinstance(parsed, list | Mapping | str) else inner


def _terms(value: Any) -> list[str]:
    if isinstance(value, str):
        return list(_pieces(value))
    if isinstance(value, list):
        shown = (term if isinstance(term, str) else _shown(term) for term in value)
        return [piece for piece in (term.strip(_EDGES) for term in shown) if piece]
    return [_shown(value)]


def _pieces(text: str) -> Iterator[str]:
    for piece in _SEPARATORS.split(text):
        kept = piece.strip(_EDGES)
        if kept:
            yield kept


def _label_answer(terms: list[str]) -> LabelAnswer:
    labels = tuple(dict.fromkeys(normalise_label(term) for term in terms))
    return LabelAnswer(labels, tuple(label for label in labels if not is_label(label)))


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
