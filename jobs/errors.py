"""What a handler may raise, and what its context raises at it."""

from __future__ import annotations


class PermanentFailure(Exception):
    """The job fails now, without another attempt: trying again would end the same way.

    `code` is for programs, at most 60 characters; `message` is for people: plain words, what happened to which
    thing and what to do next. It is shown in the page as it is.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class JobCancelled(Exception):
    """Somebody asked for the job to stop. A handler lets it pass after it has removed its temporary files."""


class LeaseLost(Exception):
    """The job belongs to another worker now. A handler lets it pass; nothing that it has done may stay."""
