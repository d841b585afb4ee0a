"""Errors that people can act on. config/problems.py renders them as problem+json."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar


@dataclass(frozen=True)
class FieldError:
    """One thing wrong with one field. `field` is a dotted path such as `segments.1.end`, or '' for the whole."""

    field: str
    code: str
    message: str


class DomainError(Exception):
    """What happened, to which thing, and what to do next (`detail`), with a stable `code` for programs.

    `extra` is added to the problem document, e.g. `{"current_version": 7}` of a stale save.
    """

    status: ClassVar[int] = 400
    #: Whether the same again would end the same way: a job that ends with it is then not tried again.
    final: ClassVar[bool] = False

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        errors: Sequence[FieldError] = (),
        extra: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.errors = tuple(errors)
        self.extra = extra or {}


class Invalid(DomainError):
    """The input is wrong; the thing is as it was."""

    status = 400


class Forbidden(DomainError):
    """The person may know that the thing exists but may not do this to it."""

    status = 403


class NotFound(DomainError):
    """There is no such thing, or this person may not know that there is."""

    status = 404


class Conflict(DomainError):
    """The thing has moved on since it was read, or is in a state that does not allow this."""

    status = 409


class TooLarge(DomainError):
    """Refused before the body is read."""

    status = 413


class TryLater(DomainError):
    """It cannot be done at the moment; the same may go through later.

    `after`: how long to wait before, where that is known. `counts`: whether a job has used up one of its attempts;
    False where it has only waited for its turn.
    """

    status = 503

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        after: timedelta | None = None,
        counts: bool = True,
        extra: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(code, detail, extra=extra)
        self.after = after
        self.counts = counts
