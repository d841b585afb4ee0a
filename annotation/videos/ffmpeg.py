"""The one place that starts ffmpeg and ffprobe: limits, progress, cancel, drained output, nothing left behind.

Command lines are built with ffmpeg-python (`open_input`, `compile_command`) or, for ffprobe, by `probe_command`; they
run here only. Every file that came from outside is opened with both allow lists: the list of protocols alone would
still let a playlist, a manifest or a concat script named .mp4 open other files.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import selectors
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import ffmpeg

from annotation.videos.media_errors import MediaError, ProcessCancelled, ProcessFailed

PROTOCOLS: Final = "file,pipe"
FORMATS: Final = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mpegts,mpeg,avi,flv,asf,ogg,mxf"
#: No picture may have more pixels than this; 8192 x 4320 is the largest size in use.
MAX_PIXELS: Final = 8192 * 4320
#: Enough for the small machines this runs on, and few enough for the memory limit on large ones.
THREADS: Final = 4

_MIB: Final = 1024 * 1024
_SILENCE: Final = "anullsrc=r=48000:cl=stereo"
_STDERR_KEPT: Final = 64 * 1024
_POLL_SECONDS: Final = 0.1
_EXIT_SECONDS: Final = 60
_PR_SET_PDEATHSIG: Final = 1
_LIBC: Final = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class Limits:
    """What one process may use. Times in seconds, sizes in bytes."""

    wall_seconds: float
    cpu_seconds: int
    memory_bytes: int = 4096 * _MIB
    file_bytes: int = 4096 * _MIB
    stdout_bytes: int = 512 * _MIB


@dataclass(frozen=True)
class RunResult:
    """What a process left: its standard output, the end of its log, and how many lines of log it wrote."""

    stdout: bytes
    log: str
    log_lines: int
    seconds: float


def open_input(path: Path, **options: Any) -> Any:
    """An ffmpeg-python input node for a file from outside, behind both allow lists and the limit of pixels.

    The path is made absolute and given as `file:`, so that no character of a name can mean anything.
    """
    return ffmpeg.input(
        file_url(path),
        protocol_whitelist=PROTOCOLS,
        format_whitelist=FORMATS,
        max_pixels=MAX_PIXELS,
        **{"threads": THREADS, **options},
    )


def open_silence() -> Any:
    """An ffmpeg-python input node of endless stereo silence, 48 kHz."""
    return ffmpeg.input(_SILENCE, f="lavfi")


def compile_command(output: Any) -> list[str]:
    """The argument list of an ffmpeg-python output node, quiet and without standard input."""
    command: list[str] = ffmpeg.compile(output, cmd=["ffmpeg", "-nostdin", "-hide_banner", "-v", "error"])
    return command


def probe_command(path: Path, options: Sequence[str]) -> list[str]:
    """The argument list of ffprobe with `options` on a file from outside."""
    return [
        *("ffprobe", "-hide_banner", "-v", "error", "-max_pixels", str(MAX_PIXELS)),
        *options,
        *("-protocol_whitelist", PROTOCOLS, "-format_whitelist", FORMATS, "-i", file_url(path)),
    ]


def file_url(path: Path) -> str:
    """How a path is given to ffmpeg."""
    return "file:" + os.path.abspath(path)  # noqa: PTH100 - resolve() would follow links


def run(
    command: Sequence[str],
    *,
    limits: Limits,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[float], None] | None = None,
) -> RunResult:
    """Run one command line built by this module and return what it left.

    `progress` receives the seconds of output written so far (ffmpeg only; it takes the standard output).
    `cancelled` is asked about ten times a second. On cancel, on a limit and on any exception the whole process
    group is killed and reaped before this returns; the kernel kills it too when this thread dies.

    Raises ProcessFailed with the code `timeout`, `cpu_limit`, `memory_limit`, `output_too_large`,
    `disk_full`, `decoder_crashed` or `ffmpeg_failed`; ProcessCancelled; MediaError `ffmpeg_missing`.
    """
    _refuse_unguarded_inputs(command)
    argv = [_program(command[0]), *command[1:]]
    if progress is not None:
        argv[1:1] = ["-progress", "pipe:1", "-stats_period", "0.5"]
    started = time.monotonic()
    parent = os.getpid()
    process = subprocess.Popen(
        argv,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env=_environment(),
        preexec_fn=lambda: _confine(limits, parent),
    )
    collector = _Collector(process, limits, progress)
    try:
        while not collector.ended:
            collector.read(_POLL_SECONDS)
            if cancelled is not None and cancelled():
                raise ProcessCancelled
            if time.monotonic() - started > limits.wall_seconds:
                raise ProcessFailed(
                    "timeout",
                    f"{command[0]} was stopped after {limits.wall_seconds:g} s without an end.",
                    log=collector.log,
                )
        cpu_seconds = _reap(process)
    finally:
        _kill_group(process)
        collector.close()
    if process.returncode != 0:
        failure = _failure(command[0], process.returncode, cpu_seconds, collector.log, limits)
        failure.stdout = bytes(collector.stdout)
        raise failure
    return RunResult(
        stdout=bytes(collector.stdout),
        log=collector.log,
        log_lines=collector.log_lines,
        seconds=time.monotonic() - started,
    )


def ffmpeg_version() -> str:
    """The version word of the ffmpeg in use, such as `5.1.9-0+deb12u1`; part of every recipe."""
    program = Path(_program("ffmpeg"))
    return _version_of(program, program.stat().st_mtime_ns)


@cache
def _version_of(program: Path, changed_at: int) -> str:
    """Asked once for each build of the program that a long-lived worker meets."""
    result = run([program.name, "-version"], limits=Limits(wall_seconds=20, cpu_seconds=20))
    words = result.stdout.decode("utf-8", "replace").split()
    return words[2] if len(words) > 2 else "unknown"


class _Collector:
    """Drains both pipes of a process, so that it can never block on a full one, in bounded memory."""

    def __init__(
        self, process: subprocess.Popen[bytes], limits: Limits, progress: Callable[[float], None] | None
    ) -> None:
        self.stdout = bytearray()
        self.log_lines = 0
        self._process = process
        self._limits = limits
        self._progress = progress
        self._log = bytearray()
        self._selector = selectors.DefaultSelector()
        for pipe in (process.stdout, process.stderr):
            assert pipe is not None  # noqa: S101 - both were asked for
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, selectors.EVENT_READ)

    @property
    def log(self) -> str:
        return self._log.decode("utf-8", "replace")

    @property
    def ended(self) -> bool:
        return not self._selector.get_map()

    def read(self, timeout: float) -> None:
        for key, _ in self._selector.select(timeout):
            data = os.read(key.fd, 1 << 18)
            if not data:
                self._selector.unregister(key.fileobj)
            elif key.fileobj is self._process.stderr:
                self.log_lines += data.count(b"\n")
                self._log += data
                del self._log[:-_STDERR_KEPT]
            else:
                self._take_output(data)

    def _take_output(self, data: bytes) -> None:
        self.stdout += data
        if self._progress is not None:
            *lines, rest = bytes(self.stdout).split(b"\n")
            self.stdout[:] = rest
            for line in lines:
                name, _, value = line.partition(b"=")
                if name == b"out_time_us" and value.strip().lstrip(b"-").isdigit():
                    self._progress(max(0, int(value)) / 1_000_000)
        elif len(self.stdout) > self._limits.stdout_bytes:
            raise ProcessFailed(
                "output_too_large",
                f"The process printed more than {self._limits.stdout_bytes} bytes and was stopped.",
                log=self.log,
            )

    def close(self) -> None:
        self._selector.close()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()


def _program(name: str) -> str:
    found = shutil.which(name) if name in {"ffmpeg", "ffprobe"} else None
    if found is None:
        raise MediaError(
            "ffmpeg_missing",
            f"{name} was not found on this machine. Install ffmpeg (apt-get install ffmpeg).",
        )
    return found


def _refuse_unguarded_inputs(command: Sequence[str]) -> None:
    """A file opened without the allow lists is a mistake of ours, so it is no MediaError."""
    since_last: list[str] = []
    for position, argument in enumerate(command):
        if argument == "-i":
            guarded = {"-protocol_whitelist", "-format_whitelist"} <= set(since_last)
            if not guarded and command[position + 1] != _SILENCE:
                raise ValueError(
                    "an input of this command line has no protocol and format allow list before it"
                )
            since_last = []
        else:
            since_last.append(argument)


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    # One allocation arena a thread would reserve address space for nothing and meet the memory limit early.
    return {**kept, "LC_ALL": "C", "AV_LOG_FORCE_NOCOLOR": "1", "MALLOC_ARENA_MAX": "2"}


def _confine(limits: Limits, parent: int) -> None:
    """In the child, before ffmpeg: set its limits, and let it die with the thread that started it."""
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # the parent died before the line above
        os._exit(1)
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes, limits.memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.cpu_seconds, limits.cpu_seconds + 5))
    resource.setrlimit(resource.RLIMIT_FSIZE, (limits.file_bytes, limits.file_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _reap(process: subprocess.Popen[bytes]) -> float:
    """Wait for a process that has closed its pipes; its exit code is set, the processor seconds it used are returned.

    ffmpeg catches the signal of the processor limit and ends like after any error, so its use has to be looked at.
    """
    deadline = time.monotonic() + _EXIT_SECONDS
    while time.monotonic() < deadline:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage.ru_utime + usage.ru_stime
        time.sleep(0.005)
    raise ProcessFailed("timeout", f"{process.args!r:.40} closed its output and did not end.")


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """End whatever of the group is left. The leader is not reaped yet when it still runs, so its id is ours."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _failure(program: str, returncode: int, cpu_seconds: float, log: str, limits: Limits) -> ProcessFailed:
    last = log.strip().splitlines()[-1] if log.strip() else "it gave no message"
    if (
        cpu_seconds >= limits.cpu_seconds - 0.5
    ):  # the limit is kept in coarser ticks than the use is reported in
        return ProcessFailed(
            "cpu_limit", f"{program} used more than {limits.cpu_seconds} s of processor.", log=log
        )
    if returncode == -signal.SIGXFSZ or "File too large" in log:
        return ProcessFailed(
            "output_too_large", f"{program} wrote more than {limits.file_bytes} bytes to one file.", log=log
        )
    if "No space left on device" in log or "Disk quota exceeded" in log:
        return ProcessFailed("disk_full", f"{program} found the disk full; make room and try again.", log=log)
    if "Cannot allocate memory" in log:
        megabytes = limits.memory_bytes // _MIB
        return ProcessFailed(
            "memory_limit", f"{program} needed more than {megabytes} MiB of memory.", log=log
        )
    if returncode < 0:
        name = signal.Signals(-returncode).name
        return ProcessFailed("decoder_crashed", f"{program} was ended by {name}: {last}", log=log)
    return ProcessFailed("ffmpeg_failed", f"{program} failed: {last}", log=log)
