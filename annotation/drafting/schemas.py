"""JSON schemas as every kind of structured output takes them: closed objects in which everything is required."""

from __future__ import annotations

from typing import Any


def closed(fields: dict[str, Any]) -> dict[str, Any]:
    """The schema of an object with exactly these fields."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(fields),
        "properties": fields,
    }
