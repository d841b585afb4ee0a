"""What is known of an endpoint, as plain data: enough to call it without a database."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Final
from urllib.parse import urlsplit

from llm.errors import Misfit


class Ability(StrEnum):
    """What an endpoint takes or does beyond text in, text out."""

    FRAMES = "frames"
    VIDEO = "video"
    AUDIO = "audio"
    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    EMBEDDINGS = "embeddings"


MILLION: Final = Decimal(1_000_000)


@dataclass(frozen=True, slots=True)
class EndpointDescription:
    """An OpenAI-compatible endpoint.

    `base_url` ends before `/chat/completions`. `key` is sent as a bearer token, none when ''. `timeout` in seconds for
    the whole answer. `max_request_bytes` bounds the JSON that is sent, `max_output_tokens` what one answer may have.
    Prices are for a million tokens. A frame, or a second of sound or video, is taken for that many tokens before the
    service has counted them. `temperature` None is not sent; `tokens_field` is the name under which the service takes
    the limit of an answer.
    """

    base_url: str
    model: str
    name: str = ""
    key: str = field(default="", repr=False)
    abilities: frozenset[Ability] = frozenset()
    timeout: float = 120.0
    max_request_bytes: int = 20_000_000
    max_output_tokens: int = 4096
    input_price: Decimal = Decimal(0)
    output_price: Decimal = Decimal(0)
    tokens_per_frame: int = 1600
    tokens_per_second: int = 300
    temperature: float | None = 0.0
    tokens_field: str = "max_tokens"

    def __str__(self) -> str:
        return self.name or self.model

    def can(self, ability: Ability) -> bool:
        return ability in self.abilities

    def cost(self, *, input_tokens: int, output_tokens: int) -> Decimal:
        """What so many tokens cost at the endpoint's prices; not rounded."""
        return (input_tokens * self.input_price + output_tokens * self.output_price) / MILLION


def address_fault(base_url: str) -> str:
    """What is wrong with the address of an endpoint, in words for people; '' when it can be used.

    A key in the address would end up in logs and error messages, so there is no place for one.
    """
    try:
        parts = urlsplit(base_url)
        port_is_readable = parts.port is None or parts.port > 0
    except ValueError:
        return "This is not an address. Write it as https://host/v1."
    if parts.scheme not in ("http", "https") or not parts.hostname or not port_is_readable:
        return (
            "An endpoint's address begins with https:// (or http:// inside your own network) and a host name."
        )
    if parts.username or parts.password:
        return "Leave the name and password out of the address; the key has a field of its own."
    if parts.query or parts.fragment:
        return "An endpoint's address ends before any ? or #; the key has a field of its own."
    return ""


def require_usable(endpoint: EndpointDescription) -> None:
    """Raises Misfit for an address that cannot be called."""
    fault = address_fault(endpoint.base_url)
    if fault:
        raise Misfit("endpoint_address", fault)
