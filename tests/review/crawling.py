"""Reading the whole API as one person: every GET of the OpenAPI document, with every id that there is."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.apps import apps
from django.db.models import Model
from django.http.response import HttpResponseBase
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

APPS = ("accounts", "jobs", "annotation", "review", "evaluation")
Answer = tuple[int, dict[str, str], str]

#: Parameters that change how a page is cut, not what there is.
PAGING = {"page": ["1"], "page_size": ["1", "200"]}
UNKNOWN_TOKEN = "unknown"
#: Headers that may tell something; a request's own id is not among them.
HEADERS = ("Content-Type", "ETag", "Last-Modified", "Content-Length", "Location", "Allow", "Retry-After")


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document of the whole API."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(  # type: ignore[no-untyped-call]
        request=None, public=True
    )
    return schema


def get_operations() -> list[tuple[str, list[dict[str, Any]]]]:
    """(path, parameters) of every GET."""
    return [
        (path, list(operations["get"].get("parameters", [])))
        for path, operations in document()["paths"].items()
        if "get" in operations
    ]


#: What the first number of a path is of, by the path's beginning; what is not here is tried with all numbers.
ROWS_OF: dict[str, tuple[str, ...]] = {
    "assignments": ("review.Round", "review.Assignment", "review.Verdict"),
    "clips": ("annotation.Clip",),
    "exports": ("evaluation.Export",),
    "invitations": ("accounts.Invitation",),
    "jobs": ("jobs.Job",),
    "members": ("accounts.Membership", "accounts.User"),
    "practice-items": ("review.PracticeAnswer",),
    "projects": ("annotation.Project",),
    "releases": ("evaluation.Release",),
    "questions": ("annotation.Question", "annotation.Revision", "review.Round"),
    "other_reviewers": ("accounts.User",),
    "reviewers": ("accounts.User",),
    "videos": ("annotation.Video",),
}


def known_keys(models: Iterable[type[Model]]) -> list[str]:
    """The numbers of all rows of these models, and one that there is not yet: a guess can hit any."""
    keys: set[int] = {0}
    for model in models:
        numbers = [key for key in model._default_manager.values_list("pk", flat=True) if isinstance(key, int)]
        keys |= {*numbers, max(numbers, default=0) + 1}
    return [str(key) for key in sorted(keys)]


def keys_for(name: str) -> list[str]:
    """The numbers to try where something called `name` is named: a path's beginning, or a query parameter."""
    named = ROWS_OF.get(name) or ROWS_OF.get(f"{name}s")
    if named:
        return known_keys(apps.get_model(label) for label in named)
    return known_keys(model for app in APPS for model in apps.get_app_config(app).get_models())


def addresses(project_id: int, client: APIClient) -> list[str]:
    """Every GET address worth asking for: each path with every key, each query parameter by itself.

    Of a parameter every value where the client may read the address; one, where it is refused without any.
    """
    return list(dict.fromkeys(_addresses(project_id, client)))


def _addresses(project_id: int, client: APIClient) -> Iterator[str]:
    for path, parameters in get_operations():
        inside = [each for each in parameters if each["in"] == "path"]
        query = [each for each in parameters if each["in"] == "query"]
        required = {each["name"]: str(project_id) for each in query if each["name"] == "project"}
        values = {each["name"]: _values(each) for each in query}
        keys = keys_for(path.removeprefix("/api/v1/").split("/")[0])
        choices = [keys if each["schema"]["type"] == "integer" else [UNKNOWN_TOKEN] for each in inside]
        for chosen in itertools.product(*choices):
            address = path
            for each, key in zip(inside, chosen, strict=True):
                address = address.replace(f"{{{each['name']}}}", key)
            plain = f"{address}?{urlencode(required)}" if required else address
            yield plain
            tried = 1 if client.get(plain).status_code in (403, 404) else None
            for name, choices_of in values.items():
                for value in choices_of[:tried]:
                    yield f"{address}?{urlencode({**required, name: value})}"


def _values(parameter: Mapping[str, Any]) -> list[str]:
    schema = parameter.get("schema", {})
    if parameter["name"] in PAGING:
        return PAGING[parameter["name"]]
    if "enum" in schema:
        return [str(value) for value in schema["enum"]]
    if schema.get("type") == "boolean":
        return ["true", "false"]
    return keys_for(parameter["name"]) if schema.get("type") == "integer" else []


def answer_of(response: HttpResponseBase) -> Answer:
    """Status, telling headers and body of an answer, for comparison."""
    if getattr(response, "streaming", False):
        body = b"".join(response.streaming_content)  # type: ignore[attr-defined]
    else:
        body = response.content  # type: ignore[attr-defined]
    headers = {name: response[name] for name in HEADERS if name in response}
    return response.status_code, headers, body.decode("utf-8", "replace")


def crawl(client: APIClient, asked: list[str]) -> dict[str, Answer]:
    """Each address with its answer."""
    return {address: answer_of(client.get(address)) for address in asked}


def differences(before: Mapping[str, Answer], after: Mapping[str, Answer]) -> dict[str, Any]:
    """The addresses that answer differently, with both answers."""
    return {
        address: (before.get(address), after.get(address))
        for address in sorted({*before, *after})
        if before.get(address) != after.get(address)
    }
