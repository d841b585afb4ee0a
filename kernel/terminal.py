"""Commands whose every end can be read: a sentence for a person, JSON for a program, never a traceback."""

from __future__ import annotations

import errno
import json
import os
import sys
from typing import Any, Final, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser, SystemCheckError
from django.db import DatabaseError

from kernel.errors import DomainError

#: What a shell says of a program that SIGPIPE or SIGINT ended.
BROKEN_PIPE: Final = 141
INTERRUPTED: Final = 130


def counted(number: int, noun: str) -> str:
    """`number` of a thing with a regular plural: "1 error", "2 errors"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


class Refused(CommandError):
    """A CommandError with a stable `code` for programs."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class TerminalCommand(BaseCommand):
    """A command of ours. What ends it early is told on standard error, with exit code 1 (wrong usage: 2).

    With --json, standard output has `{"ok": false, "code", "reason"}` instead. A reader that goes away (`| head`) ends
    the command quietly.
    """

    _json_wanted = False

    def run_from_argv(self, argv: list[str]) -> None:
        self._json_wanted = "--json" in argv
        try:
            try:
                super().run_from_argv(argv)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            # What is still in the buffer must not be written once more when the interpreter ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(BROKEN_PIPE)
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        usage_error = parser.error

        def error(message: str) -> NoReturn:
            if self._json_wanted:
                self._tell_refusal("usage", message)
            usage_error(message)
            raise AssertionError("a parser's error() does not return")

        parser.error = error  # type: ignore[method-assign]
        return parser

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except BrokenPipeError:
            raise
        except OSError as error:
            refusal = _of_system(error)
        except DatabaseError as error:
            refusal = Refused("database", f"The database cannot be used: {error}.")
        except DomainError as error:
            refusal = Refused(error.code, error.detail)
        except SystemCheckError:
            raise
        except CommandError as error:
            if not self._json_wanted:
                raise
            self._tell_refusal(getattr(error, "code", "refused"), str(error))
            sys.exit(error.returncode)
        if self._json_wanted:
            self._tell_refusal(refusal.code, str(refusal))
            sys.exit(refusal.returncode)
        raise refusal

    def _tell_refusal(self, code: str, reason: str) -> None:
        self.stdout.write(json.dumps({"ok": False, "code": code, "reason": reason}))


def _of_system(error: OSError) -> Refused:
    """An error of the system in the words of a person: what could not be done, to which file."""
    where = f"{error.filename}: " if error.filename else ""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return Refused("disk_full", f"{where}The disk is full; make room and try again.")
    return Refused("system_error", f"{where}{error.strerror or error}.")
