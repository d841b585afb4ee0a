"""Reads what a judge returned, strictly: exactly `score` and `reason`, or it is no judgement.

Nothing is repaired: a score that is text, a float, a boolean or outside the rubric uses up its attempt.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

_FENCE: Final = re.compile(r"\A```(?:json)?[ \t]*\n(.*)\n```\Z", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A judge's answer that counts. `score` is one of the rubric's keys."""

    score: int
    reason: str


class NoJudgement(ValueError):
    """The answer does not count; the message says why, without quoting it."""


def read_judgement(raw: str, rubric_keys: Collection[str]) -> Judgement:
    """The judgement that `raw` gives under a rubric with these keys ("0", "1", ...).

    One code fence around all of it may be there. Raises NoJudgement for everything else that is not one JSON object
    with exactly a `score` (an integer among the keys) and a `reason` (text that is not blank).
    """
    text = raw.strip()
    if not text:
        raise NoJudgement("the answer is blank")
    fenced = _FENCE.match(text)
    try:
        found = json.loads(fenced[1] if fenced else text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        raise NoJudgement("the answer is not one JSON object") from None
    if not isinstance(found, dict) or set(found) != {"score", "reason"}:
        raise NoJudgement("the answer does not have exactly the fields score and reason")
    score, reason = found["score"], found["reason"]
    if type(score) is not int:  # a boolean is an int to isinstance
        raise NoJudgement("the score is not an integer")
    if str(score) not in rubric_keys:
        raise NoJudgement("the score is outside the rubric")
    if not isinstance(reason, str) or not reason.strip():
        raise NoJudgement("there is no reason")
    return Judgement(score, reason)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice")
    return found
