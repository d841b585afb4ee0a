"""Reads of endpoints and attempts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from django.db.models import Avg, Case, Count, F, Q, QuerySet, Sum, Value, When
from django.utils import timezone

from llm.descriptions import Ability
from llm.models import Attempt, AttemptState, Budget, Endpoint


def endpoints() -> QuerySet[Endpoint]:
    """All endpoints, those in use first, by name."""
    return Endpoint.objects.order_by(F("retired_at").desc(nulls_first=True), "name")


@dataclass(frozen=True, slots=True)
class EndpointChoice:
    """What people of a project may know of an endpoint: no address, no key."""

    id: int
    name: str
    model: str
    abilities: frozenset[Ability]
    is_free: bool


def endpoint_choices() -> list[EndpointChoice]:
    """The endpoints in use, by name. One query."""
    return [
        EndpointChoice(
            row.pk,
            row.name,
            row.model,
            frozenset(Ability(name) for name in row.abilities),
            not row.input_price and not row.output_price,
        )
        for row in Endpoint.objects.filter(retired_at__isnull=True).order_by("name")
    ]


@dataclass(frozen=True, slots=True)
class Spending:
    """A project's budget (None: none set), and what its calls have cost with what is reserved for those under way."""

    limit: Decimal | None
    spent: Decimal
    reserved: Decimal


def spending_of(*, project_id: int) -> Spending:
    """Two queries."""
    limit = Budget.objects.filter(project_id=project_id).values_list("limit", flat=True).first()
    is_open = Q(state=AttemptState.OPEN, deadline_at__gte=timezone.now())
    sums = Attempt.objects.filter(project_id=project_id).aggregate(
        all=Sum("cost"), reserved=Sum("cost", filter=is_open)
    )
    return Spending(limit, sums["all"] or Decimal(0), sums["reserved"] or Decimal(0))


@dataclass(frozen=True, slots=True)
class UseRow:
    """The attempts of one endpoint, purpose and prompt version: how they ended and what they took.

    `lost`: the worker ended in mid-call. `under_way`: open now. `bound`: attempts whose cost is the most they can have
    cost. Tokens and `milliseconds` (mean) are of those that the service counted.
    """

    endpoint: str
    purpose: str
    prompt_version: str
    attempts: int
    succeeded: int
    lost: int
    under_way: int
    failed: int
    input_tokens: int
    output_tokens: int
    cost: Decimal
    bound: int
    milliseconds: float | None
    failures: dict[str, int]


def use_of(*, project_id: int) -> list[UseRow]:
    """What a project's calls came to, by endpoint, purpose and prompt version. Two queries, whatever the number."""
    now = timezone.now()
    key = ("endpoint__name", "purpose", "prompt_version")
    is_lost = Q(state=AttemptState.LOST) | Q(state=AttemptState.OPEN, deadline_at__lt=now)
    attempts = Attempt.objects.filter(project_id=project_id)
    rows = (
        attempts.values(*key)
        .annotate(
            attempts=Count("pk"),
            succeeded=Count("pk", filter=Q(state=AttemptState.SUCCEEDED)),
            failed=Count("pk", filter=Q(state=AttemptState.FAILED)),
            lost=Count("pk", filter=is_lost),
            under_way=Count("pk", filter=Q(state=AttemptState.OPEN, deadline_at__gte=now)),
            tokens_in=Sum("input_tokens"),
            tokens_out=Sum("output_tokens"),
            total=Sum("cost"),
            bound=Count("pk", filter=Q(cost_is_bound=True) & ~Q(state=AttemptState.OPEN)),
            mean=Avg("milliseconds", filter=Q(state=AttemptState.SUCCEEDED)),
        )
        .order_by(*key)
    )
    faults: dict[tuple[str, str, str], dict[str, int]] = {}
    code = Case(When(is_lost, then=Value("worker_lost")), default=F("error_code"))
    for row in (
        attempts.filter(is_lost | Q(state=AttemptState.FAILED))
        .annotate(code=code)
        .values(*key, "code")
        .annotate(n=Count("pk"))
        .order_by("code")
    ):
        faults.setdefault((row[key[0]], row[key[1]], row[key[2]]), {})[row["code"]] = row["n"]
    return [
        UseRow(
            endpoint=row["endpoint__name"],
            purpose=row["purpose"],
            prompt_version=row["prompt_version"],
            attempts=row["attempts"],
            succeeded=row["succeeded"],
            lost=row["lost"],
            under_way=row["under_way"],
            failed=row["failed"],
            input_tokens=row["tokens_in"] or 0,
            output_tokens=row["tokens_out"] or 0,
            cost=row["total"],
            bound=row["bound"],
            milliseconds=row["mean"],
            failures=faults.get((row[key[0]], row[key[1]], row[key[2]]), {}),
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class Load:
    """How much of an endpoint's limits is used now, by all workers together."""

    under_way: int
    last_minute: int


def load_of(endpoint_ids: list[int]) -> dict[int, Load]:
    """The load of each endpoint. One query."""
    now = timezone.now()
    found = {
        row["endpoint"]: Load(row["under_way"], row["last_minute"])
        for row in Attempt.objects.filter(endpoint__in=endpoint_ids)
        .values("endpoint")
        .annotate(
            under_way=Count("pk", filter=Q(state=AttemptState.OPEN, deadline_at__gte=now)),
            last_minute=Count("pk", filter=Q(started_at__gt=now - timedelta(seconds=60))),
        )
    }
    return {pk: found.get(pk, Load(0, 0)) for pk in endpoint_ids}
