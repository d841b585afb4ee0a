"""Request bodies: JSON within bounds, refused with the place of what nothing of ours could store."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, NoReturn

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from kernel.errors import FieldError, Invalid, TooLarge
from kernel.fields import MAX_BIG, MIN_BIG

#: Our deepest body has six levels; the parser itself gives up at about a thousand.
MAX_DEPTH: Final = 64
#: More places than that in one answer help nobody.
MAX_ERRORS: Final = 10


class BoundedJSONParser(BaseParser):
    """UTF-8 JSON of at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes and MAX_DEPTH levels.

    Raises TooLarge `body_too_large`, ParseError, Invalid `json_too_deep`, and Invalid with an error at each number that
    no column holds (`not_finite`, `number_too_large`) and each text that no database holds
    (`null_characters_not_allowed`, `surrogate_characters_not_allowed`).
    """

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0
        announced = str(stream.META.get("CONTENT_LENGTH") or "") if hasattr(stream, "META") else ""
        if announced.isdigit() and int(announced[:18]) > limit:
            raise _too_large(limit)
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise _too_large(limit)
        try:
            value = json.loads(body.decode("utf-8"), parse_constant=_constant)
        except RecursionError:
            raise _too_deep() from None
        except ValueError as error:
            raise ParseError(f"JSON parse error - {error}") from None
        errors = list(islice(_flaws(value), MAX_ERRORS))
        if errors:
            raise Invalid("invalid", "; ".join(error.message for error in errors[:3]), errors=errors)
        return value


def _flaws(value: Any) -> Iterator[FieldError]:
    """What is wrong with the parts of a parsed body, without recursion; raises Invalid for one too deep."""
    waiting: list[tuple[str, int, Any]] = [("", 1, value)]
    while waiting:
        path, depth, part = waiting.pop()
        if isinstance(part, dict | list):
            if depth > MAX_DEPTH:
                raise _too_deep()
            pairs = part.items() if isinstance(part, dict) else enumerate(part)
            for key, inner in pairs:
                if isinstance(key, str) and (flaw := _of_text(key)):
                    yield FieldError(path, *flaw)
                else:
                    waiting.append((f"{path}.{key}" if path else str(key), depth + 1, inner))
        elif flaw := _of_text(part) if isinstance(part, str) else _of_number(part):
            yield FieldError(path, *flaw)


def _of_text(text: str) -> tuple[str, str] | None:
    if "\0" in text:
        return "null_characters_not_allowed", "Null characters are not allowed."
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        return "surrogate_characters_not_allowed", "The text holds half a character (a lone surrogate)."
    return None


def _of_number(value: Any) -> tuple[str, str] | None:
    if isinstance(value, float) and not math.isfinite(value):
        return "not_finite", "The number is too large; give a finite one."
    if isinstance(value, int) and not MIN_BIG <= value <= MAX_BIG:
        return "number_too_large", "The whole number is outside of what 64 bits hold."
    return None


def _too_large(limit: int) -> TooLarge:
    return TooLarge(
        "body_too_large",
        f"A JSON body has at most {limit} bytes; send less at once.",
        extra={"limit": limit},
    )


def _too_deep() -> Invalid:
    return Invalid("json_too_deep", f"The JSON is nested more than {MAX_DEPTH} levels deep.")


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
