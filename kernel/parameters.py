"""Ids in the query of a request."""

from __future__ import annotations

from typing import Final

from kernel.errors import FieldError, Invalid

#: As many digits fit into every column of ids; more would not even be looked up.
MOST_DIGITS: Final = 18


def read_id(value: str, *, field: str, message: str, code: str = "invalid") -> int:
    """The id that `value` says. Raises Invalid naming `field`, with `code` and `message`, when it says none."""
    if not (value.isascii() and value.isdigit()) or len(value) > MOST_DIGITS:
        raise Invalid("invalid", message, errors=[FieldError(field, code, message)])
    return int(value)
