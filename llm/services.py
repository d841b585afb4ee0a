"""Writes of endpoints and budgets. Each is one transaction, and for the people who run the server alone."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Final
from urllib.parse import urlsplit

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils import timezone

from kernel.errors import Conflict, FieldError, Invalid, NotFound
from llm.asking import Reply, ask
from llm.descriptions import Ability, address_fault
from llm.keys import KEY_VARIABLE, encrypt_key
from llm.models import Budget, Endpoint
from llm.policies import require_may_set_up
from llm.prompts import Prompt, Text

TRIAL_PROMPT: Final = Prompt(
    "You are being asked whether you are there.", (Text("Answer with the single word: ready"),), "trial/1"
)
TRIAL_TOKENS: Final = 64


@dataclass(frozen=True, kw_only=True)
class EndpointSettings:
    """What to set of an endpoint; None leaves a setting as it is, or at its default. `key` '' removes the stored key.

    `temperature_sent` False: no temperature goes with a request.
    """

    name: str | None = None
    base_url: str | None = None
    model: str | None = None
    abilities: Sequence[str] | None = None
    timeout_seconds: int | None = None
    max_request_bytes: int | None = None
    max_output_tokens: int | None = None
    max_concurrent: int | None = None
    max_per_minute: int | None = None
    input_price: Decimal | None = None
    output_price: Decimal | None = None
    tokens_per_frame: int | None = None
    tokens_per_second: int | None = None
    temperature: float | None = None
    temperature_sent: bool | None = None
    tokens_field: str | None = None
    key: str | None = None
    key_variable: str | None = None


_SPECIAL: Final = {"key", "key_variable", "temperature_sent", "abilities", "base_url"}
_PLAIN: Final = tuple(field.name for field in fields(EndpointSettings) if field.name not in _SPECIAL)


def create_endpoint(*, actor: AbstractBaseUser, settings: EndpointSettings) -> Endpoint:
    """A new endpoint. Raises Forbidden, Invalid with field errors, Conflict when the name is taken."""
    require_may_set_up(actor)
    endpoint = Endpoint(created_by_id=actor.pk)
    _apply(endpoint, settings)
    try:
        with transaction.atomic():
            endpoint.save(force_insert=True)
    except IntegrityError:
        raise _name_taken(endpoint.name) from None
    return endpoint


def change_endpoint(
    *, actor: AbstractBaseUser, endpoint_id: int, version: int, settings: EndpointSettings
) -> Endpoint:
    """Changes an endpoint; calls under way end as they began. A stored key stays with the host it was entered for.

    Raises NotFound, Forbidden, Conflict `stale_version` (extra: `current_version`) or for a taken name, Invalid with
    field errors; nothing is changed then.
    """
    require_may_set_up(actor)
    try:
        with transaction.atomic():
            endpoint = _locked(endpoint_id)
            if endpoint.version != version:
                raise Conflict(
                    "stale_version",
                    f"The endpoint {endpoint} was changed since you opened it. Nothing was saved; look at it again.",
                    extra={"current_version": endpoint.version},
                )
            _apply(endpoint, settings)
            endpoint.version += 1
            endpoint.save()
    except IntegrityError:
        raise _name_taken(settings.name or "") from None
    return endpoint


@transaction.atomic
def retire_endpoint(*, actor: AbstractBaseUser, endpoint_id: int) -> Endpoint:
    """Takes an endpoint out of use for good and forgets its key; its attempts stay. Retired already = nothing to do."""
    require_may_set_up(actor)
    endpoint = _locked(endpoint_id)
    if endpoint.retired_at is None:
        endpoint.retired_at = timezone.now()
        endpoint.key_token = endpoint.key_variable = ""
        endpoint.version += 1
        endpoint.save(update_fields=["retired_at", "key_token", "key_variable", "version"])
    return endpoint


def try_endpoint(*, actor: AbstractBaseUser, endpoint_id: int) -> Reply:
    """Asks the endpoint for one word, on the record and at its price; no project pays. Raises as llm.asking.ask."""
    require_may_set_up(actor)
    if not Endpoint.objects.filter(pk=endpoint_id).exists():
        raise _no_endpoint(endpoint_id)
    return ask(
        endpoint_id=endpoint_id,
        prompt=TRIAL_PROMPT,
        purpose="trial",
        project_id=None,
        idempotency_key=f"trial:{uuid.uuid4().hex}",
        max_output_tokens=TRIAL_TOKENS,
    )


@transaction.atomic
def set_budget(*, actor: AbstractBaseUser, project_id: int, limit: Decimal) -> Budget:
    """Sets what a project may spend on calls in all, what it has spent so far included.

    Calls that are reserved already go through. Raises Forbidden, Invalid for less than nothing.
    """
    require_may_set_up(actor)
    if limit < 0:
        message = "A budget is 0 or more."
        raise Invalid("budget_negative", message, errors=[FieldError("limit", "negative", message)])
    budget, _ = Budget.objects.update_or_create(
        project_id=project_id,
        defaults={"limit": limit, "changed_by_id": actor.pk, "changed_at": timezone.now()},
    )
    return budget


def _apply(endpoint: Endpoint, settings: EndpointSettings) -> None:
    errors: list[FieldError] = []
    host_before = urlsplit(endpoint.base_url).netloc if endpoint.base_url else ""
    for name in _PLAIN:
        value = getattr(settings, name)
        if value is not None:
            setattr(endpoint, name, value)
    if settings.base_url is not None:
        endpoint.base_url = settings.base_url.strip().rstrip("/")
    if settings.temperature_sent is False:
        endpoint.temperature = None
    elif settings.temperature_sent and endpoint.temperature is None:
        endpoint.temperature = 0.0
    if settings.abilities is not None:
        unknown = sorted(set(settings.abilities) - set(Ability))
        if unknown:
            errors.append(FieldError("abilities", "unknown", f"Nothing is known of {', '.join(unknown)}."))
        endpoint.abilities = [ability.value for ability in Ability if ability in settings.abilities]
    for field in ("name", "model"):
        if not getattr(endpoint, field).strip():
            errors.append(FieldError(field, "required", f"An endpoint needs a {field}."))
    fault = address_fault(endpoint.base_url)
    if fault:
        errors.append(FieldError("base_url", "address", fault))
    errors += _key_errors(endpoint, settings, host_before)
    if errors:
        raise Invalid("endpoint_invalid", " ".join(error.message for error in errors), errors=errors)
    if settings.key is not None:
        endpoint.key_token = encrypt_key(settings.key) if settings.key else ""
    if settings.key_variable is not None:
        endpoint.key_variable = settings.key_variable
    if settings.key:
        endpoint.key_variable = ""
    elif settings.key_variable:
        endpoint.key_token = ""


def _key_errors(endpoint: Endpoint, settings: EndpointSettings, host_before: str) -> list[FieldError]:
    if settings.key and settings.key_variable:
        message = "Give the key or the name of the variable that holds it, not both."
        return [FieldError("key", "two_keys", message)]
    if settings.key_variable and not KEY_VARIABLE.fullmatch(settings.key_variable):
        message = (
            "The variable's name has capitals, digits and _ and ends in _API_KEY, such as OPENAI_API_KEY: other "
            "variables hold secrets of the server itself."
        )
        return [FieldError("key_variable", "variable", message)]
    if settings.key and (not settings.key.isascii() or not settings.key.isprintable() or " " in settings.key):
        return [FieldError("key", "unsendable", "A key has letters, digits and signs, and no spaces.")]
    moved = host_before and urlsplit(endpoint.base_url).netloc != host_before
    if moved and endpoint.key_token and settings.key is None and not settings.key_variable:
        message = "The stored key is for another host. Enter the key for the new address."
        return [FieldError("key", "host_changed", message)]
    return []


def _locked(endpoint_id: int) -> Endpoint:
    endpoint = Endpoint.objects.select_for_update().filter(pk=endpoint_id).first()
    if endpoint is None:
        raise _no_endpoint(endpoint_id)
    return endpoint


def _no_endpoint(endpoint_id: int) -> NotFound:
    return NotFound("not_found", f"There is no endpoint {endpoint_id}.")


def _name_taken(name: str) -> Conflict:
    message = f"There is an endpoint called {name!r} already; choose another name."
    return Conflict("endpoint_name_taken", message, errors=[FieldError("name", "taken", message)])
