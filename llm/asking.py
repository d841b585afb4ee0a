"""Asking an endpoint of this installation: its limits, the project's budget and the record of the attempt included."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from llm.answers import read_answer
from llm.client import most_it_can_cost, send, send_embedding
from llm.descriptions import Ability, EndpointDescription
from llm.errors import AskFailed, Exchange, Misfit
from llm.keys import decrypt_key, key_from_environment
from llm.models import Attempt, AttemptState, Endpoint
from llm.prompts import Prompt, build, build_embedding
from llm.reservations import Label, answered, reserve, settle, settle_failure, settle_lost


@dataclass(frozen=True, slots=True)
class Reply:
    """A good answer: `data` is valid under the schema (None for free text), `attempt_id` the row that keeps it.

    `model` is the one that the service says has answered. `is_new` is False when it had been asked before under the
    same idempotency key: then nothing was sent and nothing was spent.
    """

    text: str
    data: Any
    attempt_id: int
    model: str
    cost: Decimal
    is_new: bool


def ask(
    *,
    endpoint_id: int,
    prompt: Prompt,
    purpose: str,
    project_id: int | None,
    idempotency_key: str,
    schema: dict[str, Any] | None = None,
    subject: str = "",
    max_output_tokens: int | None = None,
) -> Reply:
    """Asks once, on the record. Never inside a transaction: the call may take minutes.

    `schema`: JSON schema of the object that is wanted. `purpose` and `prompt.version` are what costs are reported by.
    `idempotency_key` (up to 200 characters) names the answer that is wanted: under it there is one answer, kept. A call
    that is open under the same key is taken for one whose worker has ended.

    Raises RateLimited or Unavailable (kernel.errors.TryLater: a job that lets them pass is put back for as long as they
    say), BadAnswer, RequestTooLarge, OverBudget, EndpointRefused or Misfit; LookupError for an endpoint that is not
    there. Nothing is tried twice here.
    """
    endpoint = describe(_row(endpoint_id))
    request = build(endpoint, prompt, schema=schema, max_output_tokens=max_output_tokens)
    label = Label(purpose, idempotency_key, project_id, prompt.version, subject)
    earlier = answered(label=label, request=request)
    if earlier is not None:
        return _again(earlier, schema)
    attempt = reserve(
        endpoint_id=endpoint_id,
        request=request,
        label=label,
        most=most_it_can_cost(endpoint, request),
        timeout=endpoint.timeout,
    )
    try:
        done = send(endpoint, request, schema=schema)
    except AskFailed as fault:
        settle_failure(attempt=attempt, endpoint=endpoint, fault=fault)
        raise
    except BaseException:
        settle_lost(attempt=attempt)
        raise
    state = settle(
        attempt=attempt,
        exchange=done.exchange,
        cost=done.cost,
        cost_is_bound=done.cost_is_bound,
        answer=done.text,
    )
    if state != AttemptState.SUCCEEDED:
        earlier = answered(label=label, request=request)
        if earlier is not None:
            return _again(earlier, schema)
    return Reply(done.text, done.data, attempt.pk, done.model, done.cost, is_new=True)


def embed_texts(
    *, endpoint_id: int, texts: Sequence[str], purpose: str, project_id: int | None, subject: str = ""
) -> list[list[float]]:
    """A vector for each text, on the record; the vectors are the caller's to keep. Raises as `ask`."""
    endpoint = describe(_row(endpoint_id))
    request = build_embedding(endpoint, tuple(texts))
    attempt = reserve(
        endpoint_id=endpoint_id,
        request=request,
        label=Label(purpose, uuid.uuid4().hex, project_id, "embedding/1", subject),
        most=most_it_can_cost(endpoint, request),
        timeout=endpoint.timeout,
    )
    try:
        vectors, done = send_embedding(endpoint, request)
    except AskFailed as fault:
        settle_failure(attempt=attempt, endpoint=endpoint, fault=fault)
        raise
    except BaseException:
        settle_lost(attempt=attempt)
        raise
    settle(
        attempt=attempt, exchange=done.exchange, cost=done.cost, cost_is_bound=done.cost_is_bound, answer=""
    )
    return vectors


def describe(row: Endpoint) -> EndpointDescription:
    """A stored endpoint as plain data, its key in clear. Raises Misfit when the key cannot be had."""
    if row.key_variable:
        key = key_from_environment(row.key_variable)
    else:
        key = decrypt_key(row.key_token) if row.key_token else ""
    return EndpointDescription(
        base_url=row.base_url,
        model=row.model,
        name=row.name,
        key=key,
        abilities=frozenset(Ability(name) for name in row.abilities),
        timeout=float(row.timeout_seconds),
        max_request_bytes=row.max_request_bytes,
        max_output_tokens=row.max_output_tokens,
        input_price=row.input_price,
        output_price=row.output_price,
        tokens_per_frame=row.tokens_per_frame,
        tokens_per_second=row.tokens_per_second,
        temperature=row.temperature,
        tokens_field=row.tokens_field,
    )


def _row(endpoint_id: int) -> Endpoint:
    row = Endpoint.objects.filter(pk=endpoint_id).first()
    if row is None:
        raise LookupError(f"There is no endpoint {endpoint_id}.")
    if row.retired_at is not None:
        raise Misfit("endpoint_retired", f"The endpoint {row} is retired; choose another.")
    return row


def _again(attempt: Attempt, schema: dict[str, Any] | None) -> Reply:
    exchange = Exchange(attempt.milliseconds or 0, finish_reason=attempt.finish_reason, text=attempt.answer)
    data = read_answer(exchange, schema=schema)
    return Reply(attempt.answer, data, attempt.pk, attempt.model_answered, attempt.cost, is_new=False)
