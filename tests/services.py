"""PostgreSQL, Redis and an S3 server of our own for tests, each on a free port of the loopback address.

Every service is a context manager that yields a URL and leaves nothing behind: children die with their
parent, even when that one is killed, and data lives in memory where /dev/shm can be written.
"""

import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PR_SET_PDEATHSIG = 1
START_SECONDS = 30
S3_KEY = "longemo-test"
S3_SECRET = "longemo-test-secret"

_libc = ctypes.CDLL(None, use_errno=True)


class ServiceError(RuntimeError):
    """A service for tests is missing or did not start; the message names it and the way out."""


def die_with_parent() -> None:
    """Ask the kernel to end this process when its parent ends (to be used as `preexec_fn`).

    It runs after Popen has changed the user, which would otherwise clear the request.
    """
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def free_port() -> int:
    """Return a TCP port of the loopback address that nothing listened on a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    """Say whether something accepts connections on this port of the loopback address."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(ready: Callable[[], bool], *, process: subprocess.Popen[bytes], name: str, log: Path) -> None:
    """Return once `ready()` is true; raise ServiceError with the end of the log if it never is."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        if ready():
            return
        time.sleep(0.05)
    tail = log.read_text(errors="replace")[-2000:] if log.exists() else ""
    raise ServiceError(f"{name} did not start within {START_SECONDS} s. Its log ends with:\n{tail}")


def stop(process: subprocess.Popen[bytes], *, how: signal.Signals = signal.SIGTERM) -> None:
    """End a child and wait for it, with force after ten seconds."""
    if process.poll() is None:
        process.send_signal(how)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def remove_orphans(parent: Path) -> None:
    """Remove scratch folders whose maker was killed: in memory they would cost until the next boot."""
    for folder in parent.glob("longemo-*.*"):
        maker = folder.name.split(".")[1]
        if maker.isdigit() and not Path("/proc", maker).exists():
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def scratch_folder(name: str) -> Iterator[Path]:
    """Yield an empty folder, in memory where possible, and remove it afterwards."""
    memory = Path("/dev/shm")
    parent = memory if os.access(memory, os.W_OK) else Path(tempfile.gettempdir())
    remove_orphans(parent)
    folder = Path(tempfile.mkdtemp(prefix=f"longemo-{name}.{os.getpid()}.", dir=parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def postgres_programs() -> Path:
    """Return the folder of the newest installed PostgreSQL server's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda p: float(p.parts[4]))
    if found:
        return found[-1].parent
    on_path = shutil.which("postgres")
    if on_path:
        return Path(on_path).resolve().parent
    raise ServiceError(
        "PostgreSQL's server is not installed: run `make setup-test` (apt package postgresql), "
        "or set DATABASE_URL to a server whose user may create databases."
    )


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the DATABASE_URL of a fresh PostgreSQL server without durability, for tests only."""
    programs = postgres_programs()
    # The server refuses to run as root; anybody else runs it as they are.
    as_root = os.geteuid() == 0
    account = pwd.getpwnam("postgres") if as_root else pwd.getpwuid(os.geteuid())
    user, group = (account.pw_uid, account.pw_gid) if as_root else (None, None)
    port = free_port()
    with scratch_folder("postgres") as folder:
        os.chown(folder, account.pw_uid, account.pw_gid)
        data, log = str(folder / "data"), folder / "log"
        make = [
            str(programs / "initdb"),
            "-D",
            data,
            "-U",
            "longemo",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
        ]
        subprocess.run(
            [*make, "--no-sync"], check=True, stdout=subprocess.DEVNULL, cwd=folder, user=user, group=group
        )
        options = {
            "listen_addresses": "127.0.0.1",
            "port": str(port),
            "unix_socket_directories": str(folder),
            "fsync": "off",
            "full_page_writes": "off",
            "synchronous_commit": "off",
            "max_connections": "200",
            "shared_buffers": "64MB",
            # In the data folder, which is removed even after a kill, not as segments that stay.
            "dynamic_shared_memory_type": "mmap",
        }
        serve = [str(programs / "postgres"), "-D", data]
        for key, value in options.items():
            serve += ["-c", f"{key}={value}"]
        with log.open("wb") as output:
            process = subprocess.Popen(
                serve,
                stdout=output,
                stderr=output,
                cwd=folder,
                preexec_fn=die_with_parent,
                user=user,
                group=group,
            )
        try:
            check = [str(programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
            wait_until(
                lambda: subprocess.run(check, check=False).returncode == 0,
                process=process,
                name="PostgreSQL",
                log=log,
            )
            yield f"postgres://longemo@127.0.0.1:{port}/postgres"
        finally:
            stop(process, how=signal.SIGINT)


def chromium() -> str:
    """Return the path of the browser for tests: LONGEMO_CHROMIUM, else Debian's Chromium, else Google Chrome."""
    given = os.environ.get("LONGEMO_CHROMIUM")
    found = given or shutil.which("chromium") or shutil.which("google-chrome")
    if found is None or not os.access(found, os.X_OK):
        raise ServiceError(
            f"no browser for tests{f' at {given} (LONGEMO_CHROMIUM)' if given else ''}: run `make setup-test` "
            "(apt: chromium), or set LONGEMO_CHROMIUM to the path of a Chromium or Chrome."
        )
    return found


@contextmanager
def redis() -> Iterator[str]:
    """Yield the REDIS_URL of a fresh Redis server that writes nothing to disk."""
    program = shutil.which("redis-server")
    if program is None:
        raise ServiceError(
            "redis-server is not installed: run `make setup-test` (apt: redis-server), or set REDIS_URL."
        )
    port = free_port()
    with scratch_folder("redis") as folder:
        log = folder / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [
                    program,
                    "--bind",
                    "127.0.0.1",
                    "--port",
                    str(port),
                    "--save",
                    "",
                    "--appendonly",
                    "no",
                    "--dir",
                    str(folder),
                ],
                stdout=output,
                stderr=output,
                preexec_fn=die_with_parent,
            )
        try:
            wait_until(lambda: answers(port), process=process, name="Redis", log=log)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            stop(process)


@contextmanager
def s3() -> Iterator[str]:
    """Yield the S3_ENDPOINT_URL of rclone's S3 server, which checks signatures and their expiry.

    Its credentials are S3_KEY and S3_SECRET; buckets are folders, so creating one through the API is enough.
    """
    program = Path(sys.executable).parent / "rclone"
    if not program.exists():
        raise ServiceError("rclone is not installed: run `make setup-test`, or set S3_ENDPOINT_URL.")
    port = free_port()
    with scratch_folder("s3") as folder:
        log, store = folder / "log", folder / "store"
        store.mkdir()
        with log.open("wb") as output:
            process = subprocess.Popen(
                [
                    program,
                    "serve",
                    "s3",
                    "--addr",
                    f"127.0.0.1:{port}",
                    "--auth-key",
                    f"{S3_KEY},{S3_SECRET}",
                    "--allow-origin",
                    "*",
                    "--vfs-cache-mode",
                    "off",
                    str(store),
                ],
                stdout=output,
                stderr=output,
                preexec_fn=die_with_parent,
                env={**os.environ, "RCLONE_CONFIG": str(folder / "rclone.conf")},
            )
        try:
            wait_until(lambda: answers(port), process=process, name="rclone's S3 server", log=log)
            yield f"http://127.0.0.1:{port}"
        finally:
            stop(process)
