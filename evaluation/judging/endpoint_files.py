"""An endpoint in a JSON file, for commands that run without a database. The key stays in the environment."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from kernel.errors import DomainError
from llm.public import Ability, EndpointDescription, first_fault

_PRICE: Final = {"type": "number", "minimum": 0, "maximum": 100_000}
SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["base_url", "model"],
    "properties": {
        "base_url": {"type": "string", "minLength": 1},
        "model": {"type": "string", "minLength": 1},
        "name": {"type": "string"},
        "key_variable": {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"},
        "abilities": {"type": "array", "items": {"enum": ["json_schema", "json_object"]}},
        "timeout": {"type": "number", "minimum": 1, "maximum": 3600},
        "max_output_tokens": {"type": "integer", "minimum": 1, "maximum": 1_000_000},
        "max_request_bytes": {"type": "integer", "minimum": 1000, "maximum": 100_000_000},
        "temperature": {"anyOf": [{"type": "null"}, {"type": "number", "minimum": 0, "maximum": 2}]},
        "tokens_field": {"enum": ["max_tokens", "max_completion_tokens"]},
        "input_price": _PRICE,
        "output_price": _PRICE,
        "concurrency": {"type": "integer", "minimum": 1, "maximum": 64},
    },
}
CONCURRENCY: Final = 4


class EndpointFileRefused(DomainError):
    """The file does not describe an endpoint."""


@dataclass(frozen=True, slots=True)
class JudgeEndpoint:
    """An endpoint and how many requests it may have at a time."""

    endpoint: EndpointDescription
    concurrency: int


def read_endpoint(path: Path) -> JudgeEndpoint:
    """The endpoint that a file describes. Raises EndpointFileRefused, OSError where there is no such file."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except ValueError as fault:
        raise EndpointFileRefused(
            "endpoint_not_json", f"{path.name} is not JSON in UTF-8: {fault}."
        ) from None
    fault_at = first_fault(found, SCHEMA)
    if fault_at:
        raise EndpointFileRefused("endpoint_wrong_form", f"{path.name} describes no endpoint: {fault_at}.")
    variable = found.pop("key_variable", "")
    if variable and not os.environ.get(variable):
        raise EndpointFileRefused(
            "endpoint_key_missing",
            f"{path.name} takes its key from the variable {variable}, which is not set.",
        )
    concurrency = found.pop("concurrency", CONCURRENCY)
    prices = {name: Decimal(found[name]) for name in ("input_price", "output_price") if name in found}
    numbers = {name: float(found[name]) for name in ("timeout", "temperature") if found.get(name) is not None}
    abilities = frozenset(Ability(name) for name in found.get("abilities", ()))
    described = found | prices | numbers | {"abilities": abilities, "key": os.environ.get(variable, "")}
    return JudgeEndpoint(EndpointDescription(**described), concurrency)
