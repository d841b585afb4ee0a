"""Keeps a few child processes running until somebody asks them to stop, and leaves none behind.

Each child has a session of its own, so that a Ctrl-C in the terminal reaches this process alone, which then decides:
and each dies with this process, even when this one is killed.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

PR_SET_PDEATHSIG: Final = 1
RESTART_FIRST: Final = 0.5
RESTART_LIMIT: Final = 30.0
#: A child that has run for this long is healthy: its next end starts the pauses anew.
HEALTHY_SECONDS: Final = 30.0
#: `make` hands a signal on that the terminal has sent as well; within this time two are one.
SAME_SIGNAL_SECONDS: Final = 1.0
_LIBC: Final = ctypes.CDLL(None, use_errno=True)


class Report(Protocol):
    """Told what happens, as it happens: `event` is a word, `text` a sentence, the rest are its numbers and names."""

    def __call__(self, event: str, text: str, **facts: Any) -> None: ...


@dataclass(frozen=True)
class Program:
    """One process to keep running. `command` makes its argument list for the `n`-th start, counted from 0."""

    name: str
    command: Callable[[int], Sequence[str]]
    pass_fds: tuple[int, ...] = ()


@dataclass
class Child:
    """A program with its process, or with the time at which it is started again."""

    program: Program
    process: subprocess.Popen[bytes] | None = None
    starts: int = 0
    started: float = 0.0
    pause: float = RESTART_FIRST
    start_at: float = 0.0


@dataclass(frozen=True)
class Ended:
    """One process that has ended: the number of its start, its exit code (negative: a signal's number)."""

    program: Program
    start: int
    code: int
    on_purpose: bool


@dataclass
class Outcome:
    """How a whole run went."""

    clean: bool = True
    restarts: int = 0
    killed: list[str] = field(default_factory=list)
    failed: Ended | None = None


class Supervisor:
    """Runs `programs` until SIGINT, SIGTERM or SIGHUP; one that ends is started again after a growing pause.

    The first signal asks the children to end (SIGTERM: a worker finishes its task) and waits `stop_seconds`;
    then, or at a second signal, what is left is killed. `ready()` is asked until it is true; a child that ends
    before that ends everything, since it would only fail again. `ended(...)` is called for each process that has
    ended, after it is gone.
    """

    def __init__(
        self,
        programs: Sequence[Program],
        *,
        report: Report,
        ready: Callable[[], bool],
        ended: Callable[[Ended], None],
        stop_seconds: float,
        stdout: int | None = None,
    ) -> None:
        self._children = [Child(program) for program in programs]
        self._report = report
        self._ready = ready
        self._ended = ended
        self._stop_seconds = stop_seconds
        self._stdout = stdout
        self._is_ready = False
        self._first_signal: float | None = None
        self._forced = False
        self._outcome = Outcome()

    def run(self) -> Outcome:
        """Blocks until everything has ended. Must be called in the main thread."""
        with self._signals() as woken:
            try:
                while self._first_signal is None and self._outcome.failed is None:
                    self._start_due()
                    self._wait(woken)
                    self._reap(stopping=False)
                    if not self._is_ready and self._outcome.failed is None:
                        self._is_ready = self._ready()
                self._stop(woken)
            finally:
                self._kill_rest()
        return self._outcome

    # --- starting -----------------------------------------------------------------------------------------

    def _start_due(self) -> None:
        for child in self._children:
            if child.process is None and time.monotonic() >= child.start_at:
                parent = os.getpid()
                child.process = subprocess.Popen(
                    list(child.program.command(child.starts)),
                    stdin=subprocess.DEVNULL,
                    stdout=self._stdout,
                    start_new_session=True,
                    pass_fds=child.program.pass_fds,
                    preexec_fn=lambda: _die_with(parent),  # noqa: B023  (called before this line returns)
                )
                child.starts += 1
                child.started = time.monotonic()

    def _reap(self, *, stopping: bool) -> None:
        for child in self._children:
            process = child.process
            if process is None or process.poll() is None:
                continue
            _kill_group(process)
            child.process = None
            gone = Ended(child.program, child.starts - 1, process.returncode, stopping)
            self._ended(gone)
            if stopping:
                continue
            if not self._is_ready:
                self._outcome.failed = gone
                return
            if time.monotonic() - child.started >= HEALTHY_SECONDS:
                child.pause = RESTART_FIRST
            child.start_at = time.monotonic() + child.pause
            self._outcome.restarts += 1
            self._report(
                "restart",
                f"{child.program.name} ended ({_how(gone.code)}); it starts again in {child.pause:g} s.",
                process=child.program.name,
                code=gone.code,
                seconds=child.pause,
            )
            child.pause = min(child.pause * 2, RESTART_LIMIT)

    # --- stopping -----------------------------------------------------------------------------------------

    def _stop(self, woken: int) -> None:
        deadline = time.monotonic() + self._stop_seconds
        for child in self._children:
            if child.process is not None:
                with contextlib.suppress(ProcessLookupError):
                    child.process.terminate()
        if self._first_signal is not None:
            self._report(
                "stopping",
                f"Stopping. Running work has {self._stop_seconds:g} s to end; Ctrl-C again stops it now.",
                seconds=self._stop_seconds,
            )
        while any(child.process for child in self._children):
            if self._forced or time.monotonic() >= deadline:
                return
            self._wait(woken)
            self._reap(stopping=True)

    def _kill_rest(self) -> None:
        for child in self._children:
            process = child.process
            if process is None:
                continue
            _kill_group(process)
            process.wait()
            child.process = None
            self._outcome.clean = False
            self._outcome.killed.append(child.program.name)
            self._ended(Ended(child.program, child.starts - 1, process.returncode, True))

    # --- waiting ------------------------------------------------------------------------------------------

    def _wait(self, woken: int) -> None:
        """Sleeps until a signal comes (a child's end is one), something is due, or half a second has gone by."""
        pauses = [c.start_at - time.monotonic() for c in self._children if c.process is None]
        timeout = 0.1 if not self._is_ready else max(0.0, min([0.5, *pauses]))
        if select.select([woken], [], [], timeout)[0]:
            os.read(woken, 512)

    @contextlib.contextmanager
    def _signals(self) -> Any:
        read, write = os.pipe()
        os.set_blocking(read, False)
        os.set_blocking(write, False)
        before = {
            number: signal.signal(number, handler)
            for number, handler in (
                (signal.SIGINT, self._asked_to_stop),
                (signal.SIGTERM, self._asked_to_stop),
                (signal.SIGHUP, self._asked_to_stop),  # the terminal was closed
                (signal.SIGCHLD, lambda number, frame: None),
            )
        }
        waker = signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        try:
            yield read
        finally:
            signal.set_wakeup_fd(waker)
            for number, handler in before.items():
                signal.signal(number, handler)
            os.close(read)
            os.close(write)

    def _asked_to_stop(self, number: int, frame: object) -> None:
        now = time.monotonic()
        if self._first_signal is None:
            self._first_signal = now
        elif now - self._first_signal >= SAME_SIGNAL_SECONDS:
            self._forced = True


def _die_with(parent: int) -> None:
    """In a new child: end with the parent, also when it has ended before this could be asked for."""
    _LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kills a child with all that it has started in its session."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _how(code: int) -> str:
    """An exit code in words."""
    if code >= 0:
        return f"exit code {code}"
    with contextlib.suppress(ValueError):
        return f"killed by {signal.Signals(-code).name}"
    return f"killed by signal {-code}"
