"""How a call to a model can end badly. Their words never quote the prompt, the answer, the key or the service."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from kernel.errors import DomainError, TryLater


@dataclass(frozen=True, slots=True)
class Exchange:
    """What one request to an endpoint brought back, as far as it came.

    `text`: the model's answer as it arrived, or, of a refusal, what the service wrote (the key masked). Tokens are
    None where the service did not count them. `milliseconds` from sending until the last byte or the failure.
    """

    milliseconds: int
    http_status: int | None = None
    model: str = ""
    finish_reason: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    text: str = ""


class RateLimited(TryLater):
    """The endpoint, or our own limits for it, want fewer calls. `after` says how long to wait where it is known."""

    status = 429

    def __init__(
        self, detail: str, *, after: timedelta | None, counts: bool = True, exchange: Exchange | None = None
    ) -> None:
        super().__init__("model_rate_limited", detail, after=after, counts=counts)
        self.exchange = exchange


class Unavailable(TryLater):
    """The endpoint is away, overloaded, or did not answer in time."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        after: timedelta | None = None,
        exchange: Exchange | None = None,
    ) -> None:
        super().__init__(code, detail, after=after)
        self.exchange = exchange


class ModelError(DomainError):
    """A call that failed for a reason of its own; `exchange` is what was seen of it, None where nothing was sent."""

    status = 502

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        exchange: Exchange | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(code, detail, extra=extra)
        self.exchange = exchange


class BadAnswer(ModelError):
    """An answer came and is not what was asked for: blank, cut off, no JSON, or not of the schema.

    Codes: `answer_blank`, `answer_cut_off`, `answer_refused`, `answer_not_json`, `answer_off_schema`,
    `answer_unreadable` (the service did not speak the protocol), `answer_too_long`. Another attempt may bring a good
    one.
    """


class EndpointRefused(ModelError):
    """The endpoint does not take the request: the key, the model's name, the address or the request is wrong."""

    final = True


class Misfit(ModelError):
    """The endpoint as it is set up cannot be asked this. Codes: `part_not_accepted`, `endpoint_retired`,
    `endpoint_key_missing`, `endpoint_key_unreadable`, `endpoint_not_for_this`, `idempotency_key_reused`. Nothing was
    sent."""

    status = 409
    final = True


class RequestTooLarge(ModelError):
    """The request is larger than the endpoint's limit. Nothing was sent."""

    status = 413
    final = True


class OverBudget(ModelError):
    """The project's budget does not cover the call, or it has none. Nothing was sent."""

    status = 409
    final = True


#: Every way in which `ask` can end without an answer.
AskFailed = (RateLimited, Unavailable, ModelError)
