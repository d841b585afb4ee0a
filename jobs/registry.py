"""Which function does which kind of job, and what is tidied up every hour. Filled by each app's tasks.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.utils.module_loading import autodiscover_modules

if TYPE_CHECKING:
    from jobs.context import JobContext

#: Every queue that a worker may listen to: `media` = ffmpeg that somebody waits for, one at a time; `derived` = ffmpeg
#: that can wait; `default` = everything short.
QUEUES: Final = ("default", "media", "derived", "llm", "scoring")

Run = Callable[["JobContext", dict[str, Any]], dict[str, Any] | None]


@dataclass(frozen=True)
class JobEnd:
    """A job that has ended without success: `state` is `failed` or `cancelled`, `error` is in plain words."""

    job_id: int
    kind: str
    subject: str
    payload: dict[str, Any]
    state: str
    error_code: str
    error: str


OnEnd = Callable[[JobEnd], None]
Prune = Callable[[], int]


@dataclass(frozen=True)
class Handler:
    """One kind of job: its function, its queue, and who is told when it ends without success."""

    kind: str
    queue: str
    run: Run
    on_end: OnEnd | None


_handlers: dict[str, Handler] = {}
_prunes: dict[str, Prune] = {}


def handler(kind: str, *, queue: str, on_end: OnEnd | None = None) -> Callable[[Run], Run]:
    """Registers `run(context, payload) -> dict | None` for `kind`; what it returns is stored as the job's result.

    A handler may be run again from the start at any time (a worker can be lost after the last line), so it
    writes files under a temporary name and moves them into place, and calls `context.hold_lease()` first
    in the transaction that writes its rows.

    `on_end(end)` is called in the transaction that makes the job failed or cancelled, whoever does it (the
    worker, the sweeper, a person), so that the subject does not stay "being worked on" for ever. An error in
    it is logged and changes nothing about the job.

    Raises ValueError for an unknown queue, or a kind that another function has.
    """
    if queue not in QUEUES:
        raise ValueError(f"Job kind {kind!r} asks for queue {queue!r}; there are {', '.join(QUEUES)}.")

    def register(run: Run) -> Run:
        known = _handlers.get(kind)
        if known is not None and (known.run.__module__, known.run.__qualname__) != (
            run.__module__,
            run.__qualname__,
        ):
            raise ValueError(f"Job kind {kind!r} is handled by {known.run.__module__} already.")
        _handlers[kind] = Handler(kind, queue, run, on_end)
        return run

    return register


def find(kind: str) -> Handler | None:
    """The handler of `kind`, or None. The first call imports every app's tasks.py."""
    if kind not in _handlers:
        autodiscover_modules("tasks")
    return _handlers.get(kind)


def housekeeping(name: str) -> Callable[[Prune], Prune]:
    """Registers `prune() -> number of things removed`, called every hour by a worker; safe to call twice at once.

    Raises ValueError for a name that another function has.
    """

    def register(prune: Prune) -> Prune:
        known = _prunes.get(name)
        if known is not None and known.__module__ != prune.__module__:
            raise ValueError(f"Housekeeping {name!r} is registered by {known.__module__} already.")
        _prunes[name] = prune
        return prune

    return register


def prunes() -> dict[str, Prune]:
    """Every registered housekeeping function by name."""
    autodiscover_modules("tasks")
    return dict(_prunes)
