"""Attempts as reservations: made before a call under the locks of the endpoint and the budget, settled after it.

The row is the place in the endpoint's limits and the money in the project's budget at once, so that any number of
workers on any number of machines keep both. Locks are taken in the order endpoint, budget, and only for the moment of
the reservation, never during a call.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_UP, Decimal
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.utils import timezone

from llm.descriptions import EndpointDescription
from llm.errors import BadAnswer, Exchange, Misfit, ModelError, OverBudget, RateLimited, Unavailable
from llm.models import Attempt, AttemptState, Budget, Endpoint
from llm.prompts import Request

#: A call that has not been settled so long after its timeout has lost its worker.
GRACE: Final = timedelta(seconds=30)
MINUTE: Final = timedelta(seconds=60)
#: When all places are taken nobody knows when one becomes free: look again soon, not all at once.
_TURN_SECONDS: Final = (0.5, 2.5)
_COST_STEP: Final = Decimal("0.00000001")


@dataclass(frozen=True, slots=True)
class Label:
    """What a call is for. `subject` as `clip:12`; `idempotency_key` names the answer that is wanted, so that a call
    which has succeeded under it is not made again."""

    purpose: str
    idempotency_key: str
    project_id: int | None = None
    prompt_version: str = ""
    subject: str = ""


def answered(*, label: Label, request: Request) -> Attempt | None:
    """The attempt that has answered this already. Raises Misfit when the key was used for another request."""
    found = Attempt.objects.filter(
        idempotency_key=label.idempotency_key, state=AttemptState.SUCCEEDED
    ).first()
    if found is not None and found.request_sha256 != request.sha256:
        raise Misfit(
            "idempotency_key_reused",
            f"The key {label.idempotency_key!r} names the answer to another request; ask under a key of its own.",
        )
    return found


@transaction.atomic
def reserve(*, endpoint_id: int, request: Request, label: Label, most: Decimal, timeout: float) -> Attempt:
    """Takes a place at the endpoint and `most` of the project's budget, as an open attempt.

    Locks the endpoint, then the budget. Raises Misfit for a retired endpoint, RateLimited (`counts` False) when it is
    not its turn, OverBudget when the project has not so much left, or none was set and the call is not free.
    """
    endpoint = Endpoint.objects.select_for_update().get(pk=endpoint_id)
    now = timezone.now()
    if endpoint.retired_at is not None:
        raise Misfit("endpoint_retired", f"The endpoint {endpoint} is retired; choose another.")
    _give_up(endpoint, label, now)
    _require_turn(endpoint, now)
    if label.project_id is not None:
        _require_budget(label.project_id, most)
    return Attempt.objects.create(
        endpoint=endpoint,
        project_id=label.project_id,
        purpose=label.purpose,
        prompt_version=label.prompt_version,
        subject=label.subject,
        idempotency_key=label.idempotency_key,
        request_sha256=request.sha256,
        request_bytes=request.size,
        contents=request.contents,
        mode=request.mode,
        model_asked=endpoint.model,
        cost=_rounded(most),
        started_at=now,
        deadline_at=now + timedelta(seconds=timeout) + GRACE,
    )


def settle(
    *, attempt: Attempt, exchange: Exchange, cost: Decimal, cost_is_bound: bool, answer: str
) -> AttemptState:
    """Ends an attempt with its answer. FAILED when another attempt under the same key has answered meanwhile: that
    answer stands, and this one only costs."""
    changes = {
        **_seen(exchange),
        "answer": _storable(answer),
        "cost": _rounded(cost),
        "cost_is_bound": cost_is_bound,
        "ended_at": timezone.now(),
    }
    try:
        with transaction.atomic():
            Attempt.objects.filter(pk=attempt.pk).update(
                state=AttemptState.SUCCEEDED, error_code="", error="", **changes
            )
    except IntegrityError:
        Attempt.objects.filter(pk=attempt.pk).update(
            state=AttemptState.FAILED,
            error_code="answered_already",
            error="Another attempt had brought the answer already.",
            **changes,
        )
        return AttemptState.FAILED
    return AttemptState.SUCCEEDED


def settle_failure(
    *, attempt: Attempt, endpoint: EndpointDescription, fault: RateLimited | Unavailable | ModelError
) -> None:
    """Ends an attempt without an answer, and keeps everybody away for as long as the service has asked.

    A refused or unreachable call costs nothing. One that timed out, or brought an answer without a count, may have
    been charged for: what was reserved stays spent.
    """
    now = timezone.now()
    exchange = fault.exchange
    changes: dict[str, object] = dict(_seen(exchange)) if exchange is not None else {}
    if exchange is not None:
        changes["answer"] = _storable(exchange.text)
    if isinstance(fault, BadAnswer) and exchange is not None and exchange.input_tokens is not None:
        spent = endpoint.cost(input_tokens=exchange.input_tokens, output_tokens=exchange.output_tokens or 0)
        changes |= {"cost": _rounded(spent), "cost_is_bound": False}
    elif not isinstance(fault, BadAnswer) and fault.code != "model_timeout":
        changes |= {"cost": Decimal(0), "cost_is_bound": False}
    after = fault.after if isinstance(fault, RateLimited | Unavailable) else None
    with transaction.atomic():
        if after is not None:
            row = Endpoint.objects.select_for_update().get(pk=attempt.endpoint_id)
            if row.quiet_until is None or row.quiet_until < now + after:
                row.quiet_until = now + after
                row.save(update_fields=["quiet_until"])
        Attempt.objects.filter(pk=attempt.pk).exclude(state=AttemptState.SUCCEEDED).update(
            state=AttemptState.FAILED,
            error_code=fault.code,
            error=fault.detail,
            retry_after_seconds=after.total_seconds() if after is not None else None,
            ended_at=now,
            **changes,
        )


def settle_lost(*, attempt: Attempt) -> None:
    """Ends an attempt whose worker is being stopped in mid-call; what was reserved stays spent."""
    Attempt.objects.filter(pk=attempt.pk, state=AttemptState.OPEN).update(
        state=AttemptState.LOST,
        error_code="worker_lost",
        error="The worker was stopped in the middle of this call.",
        ended_at=timezone.now(),
    )


def spent_of(*, project_id: int) -> Decimal:
    """What the project's calls have cost, with what is reserved for those under way."""
    total = Attempt.objects.filter(project_id=project_id).aggregate(total=Sum("cost"))["total"]
    return total if total is not None else Decimal(0)


def _give_up(endpoint: Endpoint, label: Label, now: datetime) -> None:
    """Ends open attempts whose worker is gone: past their deadline, or the same answer is being asked for again."""
    lost = {
        "state": AttemptState.LOST,
        "error_code": "worker_lost",
        "error": "The worker ended in the middle of this call.",
        "ended_at": now,
    }
    is_open = Attempt.objects.filter(endpoint=endpoint, state=AttemptState.OPEN)
    is_open.filter(deadline_at__lt=now).update(**lost)
    is_open.filter(idempotency_key=label.idempotency_key).update(**lost)


def _require_turn(endpoint: Endpoint, now: datetime) -> None:
    if endpoint.quiet_until is not None and endpoint.quiet_until > now:
        raise RateLimited(
            f"The endpoint {endpoint} has asked for no calls until {endpoint.quiet_until:%H:%M:%S} UTC.",
            after=endpoint.quiet_until - now,
            counts=False,
        )
    attempts = Attempt.objects.filter(endpoint=endpoint)
    if attempts.filter(state=AttemptState.OPEN).count() >= endpoint.max_concurrent:
        raise RateLimited(
            f"The endpoint {endpoint} is busy with {endpoint.max_concurrent} calls, which is its limit.",
            after=timedelta(seconds=random.uniform(*_TURN_SECONDS)),  # noqa: S311  (nothing secret hangs on it)
            counts=False,
        )
    recent = attempts.filter(started_at__gt=now - MINUTE).order_by("-started_at")
    first_in_the_way = recent.values_list("started_at", flat=True)[
        endpoint.max_per_minute - 1 : endpoint.max_per_minute
    ]
    for started_at in first_in_the_way:
        raise RateLimited(
            f"The endpoint {endpoint} has had {endpoint.max_per_minute} calls within a minute, which is its limit.",
            after=started_at + MINUTE - now,
            counts=False,
        )


def _require_budget(project_id: int, most: Decimal) -> None:
    if not most:
        return
    budget = Budget.objects.select_for_update().filter(project_id=project_id).first()
    if budget is None:
        raise OverBudget(
            "no_budget",
            "This project has no budget for calls that cost something. Let the person who runs this server set one.",
        )
    spent = spent_of(project_id=project_id)
    if spent + _rounded(most) > budget.limit:
        raise OverBudget(
            "over_budget",
            f"Of the project's budget of {budget.limit:.2f}, {spent:.4f} is spent or reserved, and this call may cost "
            f"up to {most:.4f}. Nothing was sent; raise the budget to go on.",
            extra={"limit": str(budget.limit), "spent": str(spent), "call": str(_rounded(most))},
        )


def _seen(exchange: Exchange) -> dict[str, object]:
    return {
        "model_answered": exchange.model[:200],
        "finish_reason": exchange.finish_reason[:40],
        "http_status": exchange.http_status,
        "input_tokens": exchange.input_tokens,
        "output_tokens": exchange.output_tokens,
        "milliseconds": exchange.milliseconds,
    }


def _storable(text: str) -> str:
    """`text` as every database takes it: NUL and half surrogates become the mark for what cannot be shown."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def _rounded(cost: Decimal) -> Decimal:
    """Upwards, to what the column keeps: many small calls never add up to less than they cost."""
    return cost.quantize(_COST_STEP, rounding=ROUND_UP)
