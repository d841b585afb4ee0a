"""One request to one endpoint over HTTP, on the `openai` package. No database, no second try, nothing in a log.

Retrying belongs to whoever asks (a job, a command), so that each attempt can be seen.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import httpx2

from llm.answers import read_answer
from llm.descriptions import EndpointDescription, require_usable
from llm.errors import BadAnswer, EndpointRefused, Exchange, RateLimited, Unavailable
from llm.prompts import Prompt, Request, build, build_embedding

if TYPE_CHECKING:
    import openai

CONNECT_SECONDS: Final = 10.0
#: An answer larger than this is not read to its end.
MAX_ANSWER_BYTES: Final = 8_000_000
#: What is kept of the words with which a service refuses.
_REFUSAL_LENGTH: Final = 500
#: Sent where an endpoint has no key: the package insists on one.
_NO_KEY: Final = "none"
#: A service that asks for a longer pause than this is as good as away.
LONGEST_PAUSE: Final = timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class Completion:
    """A good answer. `data` is valid under the schema that was asked for, None for free text.

    `cost` at the endpoint's prices; `cost_is_bound` where the service counted no tokens and the upper bound stands in.
    """

    text: str
    data: Any
    model: str
    exchange: Exchange
    cost: Decimal
    cost_is_bound: bool


def complete(
    endpoint: EndpointDescription,
    prompt: Prompt,
    *,
    schema: dict[str, Any] | None = None,
    max_output_tokens: int | None = None,
) -> Completion:
    """Asks once and reads the answer strictly.

    Raises Misfit or RequestTooLarge before anything is sent; RateLimited, Unavailable, EndpointRefused or BadAnswer
    with what was seen of the exchange.
    """
    return send(
        endpoint, build(endpoint, prompt, schema=schema, max_output_tokens=max_output_tokens), schema=schema
    )


def send(endpoint: EndpointDescription, request: Request, *, schema: dict[str, Any] | None) -> Completion:
    """As `complete`, for a request that was built already."""
    exchange = _exchange(endpoint, lambda client: _chat(client, request), read=_read_chat)
    data = read_answer(exchange, schema=schema)
    cost, is_bound = cost_of(endpoint, request, exchange)
    return Completion(exchange.text, data, exchange.model, exchange, cost, is_bound)


def embed(endpoint: EndpointDescription, texts: tuple[str, ...]) -> tuple[list[list[float]], Completion]:
    """A vector for each text, in their order, by one request. Raises as `complete`."""
    return send_embedding(endpoint, build_embedding(endpoint, texts))


def send_embedding(endpoint: EndpointDescription, request: Request) -> tuple[list[list[float]], Completion]:
    """As `embed`, for a request that was built already."""
    exchange = _exchange(endpoint, lambda client: _embeddings(client, request), read=_read_embeddings)
    vectors = _vectors(exchange, len(request.body["input"]))
    cost, is_bound = cost_of(endpoint, request, exchange)
    return vectors, Completion("", None, exchange.model, exchange, cost, is_bound)


def cost_of(endpoint: EndpointDescription, request: Request, exchange: Exchange) -> tuple[Decimal, bool]:
    """What an exchange cost, and whether that is the upper bound because the service counted nothing."""
    if exchange.input_tokens is None or (exchange.output_tokens is None and request.max_output_tokens):
        return most_it_can_cost(endpoint, request), True
    cost = endpoint.cost(input_tokens=exchange.input_tokens, output_tokens=exchange.output_tokens or 0)
    return cost, False


def most_it_can_cost(endpoint: EndpointDescription, request: Request) -> Decimal:
    """An upper bound for what a request will cost: what is reserved for it before it is sent."""
    return endpoint.cost(input_tokens=request.max_input_tokens, output_tokens=request.max_output_tokens)


def _exchange(
    endpoint: EndpointDescription,
    call: Callable[[openai.OpenAI], httpx2.Response],
    *,
    read: Callable[[dict[str, Any], int, int], Exchange],
) -> Exchange:
    import openai  # here: it takes as long to load as all the rest of the product, and most processes never call

    require_usable(endpoint)
    started = time.monotonic()

    def spent() -> int:
        return round((time.monotonic() - started) * 1000)

    try:
        response = call(_client(endpoint))
    except (openai.APITimeoutError, httpx2.TimeoutException):
        raise Unavailable(
            "model_timeout",
            f"The endpoint {endpoint} did not finish its answer within {endpoint.timeout:g} s.",
            exchange=Exchange(spent()),
        ) from None
    except openai.APIStatusError as fault:
        raise _refusal(endpoint, fault, spent()) from None
    except _TooLong:
        raise BadAnswer(
            "answer_too_long",
            f"The endpoint {endpoint} sent more than {MAX_ANSWER_BYTES:,} bytes; the rest was not read.",
            exchange=Exchange(spent(), 200),
        ) from None
    except (openai.APIConnectionError, httpx2.HTTPError) as fault:
        cause = type(fault.__cause__ or fault).__name__
        raise Unavailable(
            "model_unreachable",
            f"The endpoint {endpoint} could not be reached ({cause}). Check its address, and that it is running.",
            exchange=Exchange(spent()),
        ) from None
    if not response.is_success:  # a redirect: it could lead anywhere, so it is not followed
        raise EndpointRefused(
            "model_redirected",
            f"The endpoint {endpoint} sends callers elsewhere ({response.status_code}); enter the address it moved to.",
            exchange=Exchange(spent(), response.status_code),
        )
    try:
        return read(json.loads(response.content), spent(), response.status_code)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise BadAnswer(
            "answer_unreadable",
            f"The endpoint {endpoint} answered with something that is no answer of the OpenAI protocol.",
            exchange=Exchange(spent(), response.status_code),
        ) from None


def _chat(client: openai.OpenAI, request: Request) -> httpx2.Response:
    rest = {name: value for name, value in request.body.items() if name not in ("model", "messages")}
    raw = client.chat.completions.with_raw_response.create(
        model=request.body["model"], messages=request.body["messages"], extra_body=rest
    )
    return raw.http_response


def _embeddings(client: openai.OpenAI, request: Request) -> httpx2.Response:
    raw = client.embeddings.with_raw_response.create(
        model=request.body["model"], input=request.body["input"], encoding_format="float"
    )
    return raw.http_response


def _read_chat(body: dict[str, Any], milliseconds: int, status: int) -> Exchange:
    choice = body["choices"][0]
    content = choice["message"].get("content")
    if content is not None and not isinstance(content, str):
        raise TypeError("content is a string")
    refused = choice["message"].get("refusal")
    return Exchange(
        milliseconds=milliseconds,
        http_status=status,
        model=str(body.get("model") or ""),
        finish_reason="content_filter" if refused else str(choice.get("finish_reason") or ""),
        input_tokens=_count(body, "prompt_tokens"),
        output_tokens=_count(body, "completion_tokens"),
        text=content or "",
    )


def _read_embeddings(body: dict[str, Any], milliseconds: int, status: int) -> Exchange:
    rows = sorted(body["data"], key=lambda row: int(row["index"]))
    return Exchange(
        milliseconds=milliseconds,
        http_status=status,
        model=str(body.get("model") or ""),
        input_tokens=_count(body, "prompt_tokens"),
        output_tokens=0,
        text=json.dumps([[float(number) for number in row["embedding"]] for row in rows]),
    )


def _vectors(exchange: Exchange, wanted: int) -> list[list[float]]:
    vectors: list[list[float]] = json.loads(exchange.text)
    if (
        len(vectors) != wanted
        or not vectors
        or len({len(vector) for vector in vectors}) != 1
        or not vectors[0]
    ):
        raise BadAnswer(
            "answer_unreadable",
            f"The endpoint gave {len(vectors)} vectors for {wanted} texts, or some of another length.",
            exchange=exchange,
        )
    return vectors


def _count(body: dict[str, Any], name: str) -> int | None:
    count = (body.get("usage") or {}).get(name)
    return count if isinstance(count, int) and not isinstance(count, bool) and count >= 0 else None


def _refusal(
    endpoint: EndpointDescription, fault: openai.APIStatusError, milliseconds: int
) -> RateLimited | Unavailable | EndpointRefused:
    status = fault.status_code
    said = fault.response.text[:_REFUSAL_LENGTH]
    exchange = Exchange(
        milliseconds, status, text=said.replace(endpoint.key, "***") if endpoint.key else said
    )
    after = retry_after(fault.response.headers)
    if status == 429:
        return RateLimited(f"The endpoint {endpoint} asks for fewer calls.", after=after, exchange=exchange)
    if status >= 500 or status in (408, 409, 425):
        detail = f"The endpoint {endpoint} is not able to answer at the moment (status {status})."
        return Unavailable("model_unavailable", detail, after=after, exchange=exchange)
    if status in (401, 403):
        detail = f"The endpoint {endpoint} does not accept its key (status {status}); enter a valid one."
        return EndpointRefused("model_key_refused", detail, exchange=exchange)
    if status == 404:
        detail = f"The endpoint {endpoint} knows no model {endpoint.model!r} at its address (status 404); check both."
        return EndpointRefused("model_not_found", detail, exchange=exchange)
    if 300 <= status < 400:
        detail = f"The endpoint {endpoint} sends callers elsewhere ({status}); enter the address it moved to."
        return EndpointRefused("model_redirected", detail, exchange=exchange)
    detail = (
        f"The endpoint {endpoint} does not take the request (status {status}). What it says is kept with the attempt; "
        "often the endpoint is said to be able to do something that it is not."
    )
    return EndpointRefused("model_request_refused", detail, exchange=exchange)


def retry_after(headers: httpx2.Headers) -> timedelta | None:
    """How long a Retry-After (seconds, or an HTTP date) asks to wait, at most LONGEST_PAUSE; None without one."""
    value = headers.get("retry-after", "").strip()
    if not value:
        return None
    try:
        pause = timedelta(seconds=float(value))
    except (ValueError, OverflowError):
        try:
            pause = parsedate_to_datetime(value) - datetime.now(UTC)
        except (ValueError, TypeError):
            return None
    return min(max(pause, timedelta(0)), LONGEST_PAUSE)


class _TooLong(Exception):
    """An answer went past MAX_ANSWER_BYTES."""


class _Bounded(httpx2.SyncByteStream):
    """An answer's bytes, up to a size and a moment. The package's own timeout starts anew with every byte."""

    def __init__(self, stream: httpx2.SyncByteStream, *, until: float) -> None:
        self._stream = stream
        self._until = until

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for piece in self._stream:
            size += len(piece)
            if size > MAX_ANSWER_BYTES:
                raise _TooLong
            yield piece
            if time.monotonic() > self._until:
                raise httpx2.ReadTimeout("the answer took too long")

    def close(self) -> None:
        self._stream.close()


@lru_cache(maxsize=16)
def _client(endpoint: EndpointDescription) -> openai.OpenAI:
    """A client with its own connections, kept for the next call to the same endpoint with the same key."""
    import openai

    def begin(request: httpx2.Request) -> None:
        request.extensions["longemo_until"] = time.monotonic() + endpoint.timeout

    def bound(response: httpx2.Response) -> None:
        if isinstance(response.stream, httpx2.SyncByteStream):
            until = response.request.extensions["longemo_until"]
            response.stream = _Bounded(response.stream, until=until)

    return openai.OpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.key or _NO_KEY,
        max_retries=0,
        timeout=httpx2.Timeout(endpoint.timeout, connect=min(CONNECT_SECONDS, endpoint.timeout)),
        http_client=httpx2.Client(
            follow_redirects=False, event_hooks={"request": [begin], "response": [bound]}
        ),
    )
