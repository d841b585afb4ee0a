"""Reading a model's answer strictly: what is not exactly what was asked for is no answer."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from jsonschema import Draft202012Validator

from llm.errors import BadAnswer, Exchange

#: The one wrapping that models add although they were told not to, and that changes nothing.
_FENCE: Final = re.compile(r"\A```(?:json)?[ \t]*\n(.*)\n```\Z", re.DOTALL | re.IGNORECASE)
#: An answer deeper than this is nobody's schema.
_DEPTH: Final = 64


class _Unreadable(ValueError):
    """JSON that leaves open what it says; the message says why."""


def read_answer(exchange: Exchange, *, schema: dict[str, Any] | None) -> Any:
    """The answer as data that is valid under `schema`; None when free text was asked for.

    Raises BadAnswer (with the exchange) for a blank answer, one that was cut off or withheld, one that is not JSON
    (repeated names and NaN are not), or one that the schema does not allow.
    """
    _require_whole(exchange)
    text = exchange.text.strip()
    if not text:
        raise BadAnswer("answer_blank", "The model answered with nothing.", exchange=exchange)
    if schema is None:
        return None
    fenced = _FENCE.match(text)
    try:
        data = json.loads(fenced[1] if fenced else text, object_pairs_hook=_once, parse_constant=_no_constant)
    except (ValueError, RecursionError) as fault:
        why = str(fault) if isinstance(fault, _Unreadable) else "it cannot be read as JSON"
        raise BadAnswer(
            "answer_not_json", f"The model's answer is not usable: {why}.", exchange=exchange
        ) from None
    fault_at = first_fault(data, schema)
    if not fault_at and not _storable(data):
        fault_at = "it holds characters that no text can be stored with"
    if fault_at:
        raise BadAnswer(
            "answer_off_schema",
            f"The model's answer does not have the form that was asked for: {fault_at}.",
            exchange=exchange,
        )
    return data


def first_fault(data: Any, schema: dict[str, Any]) -> str:
    """Where `data` first breaks `schema` and which rule it breaks, without quoting it; '' where it does not."""
    if _deeper_than(data, _DEPTH):
        return f"it is nested deeper than {_DEPTH} levels"
    faults = sorted(
        Draft202012Validator(schema).iter_errors(data), key=lambda fault: list(map(str, fault.path))
    )
    if not faults:
        return ""
    place = ".".join(str(step) for step in faults[0].absolute_path) or "the whole"
    return f"at {place} the rule {faults[0].validator} is broken"


def _require_whole(exchange: Exchange) -> None:
    if exchange.finish_reason == "length":
        raise BadAnswer(
            "answer_cut_off",
            "The model's answer was cut off at its limit of tokens; raise the endpoint's limit if that happens often.",
            exchange=exchange,
        )
    if exchange.finish_reason == "content_filter":
        raise BadAnswer("answer_refused", "The service withheld the model's answer.", exchange=exchange)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Unreadable("a name stands twice in one object")
    return found


def _no_constant(name: str) -> Any:
    raise _Unreadable(f"{name} is not a number of JSON")


def _deeper_than(data: Any, levels: int) -> bool:
    if levels == 0:
        return True
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return any(_deeper_than(one, levels - 1) for one in inner)


def _storable(data: Any) -> bool:
    """Whether every text in `data` can be written to a database: no NUL, no half of a surrogate pair."""
    if isinstance(data, str):
        return "\x00" not in data and not any("\ud800" <= sign <= "\udfff" for sign in data)
    if isinstance(data, dict):
        return all(_storable(name) and _storable(value) for name, value in data.items())
    return not isinstance(data, list) or all(_storable(one) for one in data)
