"""`manage.py up`: the whole product in one terminal."""

from __future__ import annotations

import fcntl
import http.client
import ipaddress
import json
import logging
import socket
import sys
import time
import uuid
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from config.environment import BASE_DIR
from config.supervisor import Ended, Program, Supervisor
from jobs import broker, sweeper

logger = logging.getLogger("longemo.up")

#: A paused player holds a thread, so there are far more of them than processors.
WEB_THREADS: Final = 32
LIGHT_THREADS: Final = 4
STOP_SECONDS: Final = 30
# Its warning about root is for pickled messages; ours are JSON, and a container runs as root by design.
_CELERY: Final = [
    sys.executable,
    "-W",
    "ignore:You're running the worker",
    "-m",
    "celery",
    "-q",
    "-A",
    "config",
]
#: Its children, the ffmpeg processes, are as polite.
_LATER: Final = ["nice", "-n", "10"]
_QUIET: Final = ["--without-gossip", "--without-mingle", "--without-heartbeat", "-l", "WARNING"]


class Command(BaseCommand):
    help = "Start the web server, the workers and the scheduler in this terminal; Ctrl-C stops them all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1, this machine only)"
        )
        parser.add_argument("--port", type=int, default=8000, help="port (default: 8000; 0: any free one)")
        parser.add_argument(
            "--workers",
            type=int,
            default=1,
            help="how many clips are cut at the same time, beside one worker for proxies and timelines (default: 1; "
            "ffmpeg uses several cores for each)",
        )
        parser.add_argument("--no-migrate", action="store_true", help="do not bring the database up to date")
        parser.add_argument(
            "--stop-seconds",
            type=int,
            default=STOP_SECONDS,
            help=f"how long running work may take to end after Ctrl-C (default: {STOP_SECONDS})",
        )
        parser.add_argument("--json", action="store_true", help="say what happens as one JSON object a line")

    def handle(self, *args: Any, **options: Any) -> None:
        self._json: bool = options["json"]
        if options["workers"] < 1:
            raise CommandError(f"--workers is {options['workers']}; at least one worker is needed.")
        if options["stop_seconds"] < 0:
            raise CommandError(f"--stop-seconds is {options['stop_seconds']}; give 0 or more.")
        with ExitStack() as stack:
            listener = stack.enter_context(_listen(options["host"], options["port"]))
            stack.enter_context(_only_one())
            self._prepare(migrate=not options["no_migrate"])
            self._host, self._port = options["host"], listener.getsockname()[1]
            self._warn_about_names()
            # Names are new for each run and each start, so that an open attempt tells which process made it.
            self._run = uuid.uuid4().hex[:8]
            programs = [_web(listener), _beat(), *self._workers(options["workers"])]
            self._given_back = 0
            outcome = Supervisor(
                programs,
                report=self._say,
                ready=self._answers,
                ended=self._release,
                stop_seconds=options["stop_seconds"],
                stdout=2 if self._json else None,
            ).run()
        if outcome.failed is not None:
            raise CommandError(
                f"{outcome.failed.program.name} ended before everything was up (code {outcome.failed.code}), so all "
                "was stopped again. Its own message is above."
            )
        killed = f" Had to be killed: {', '.join(outcome.killed)}." if outcome.killed else ""
        back = (
            f" Jobs that were interrupted and go on at the next start: {self._given_back}."
            if self._given_back
            else ""
        )
        self._say(
            "stopped",
            f"Stopped: web, scheduler and workers have ended; nothing is left running.{killed}{back}",
            clean=outcome.clean,
            killed=outcome.killed,
            jobs_given_back=self._given_back,
            restarts=outcome.restarts,
        )

    # --- before -------------------------------------------------------------------------------------------

    def _prepare(self, *, migrate: bool) -> None:
        try:
            broker.prepare()
            for folder in (settings.MEDIA_ROOT, settings.SCRATCH_DIR, settings.STATIC_ROOT):
                Path(folder).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(
                f"The data folder {settings.LONGEMO_DATA_DIR} cannot be written ({error.strerror}). "
                "Make it writable, or name another one in LONGEMO_DATA_DIR."
            ) from error
        try:
            broker.check()
        except Exception as error:
            raise CommandError(
                f"Redis does not answer at the address in REDIS_URL ({type(error).__name__}). "
                "Start it, or unset REDIS_URL to run without one."
            ) from error
        try:
            if migrate:
                call_command("migrate", interactive=False, verbosity=0)
            elif MigrationExecutor(connection).migration_plan(
                MigrationExecutor(connection).loader.graph.leaf_nodes()
            ):
                raise CommandError(
                    "The database is not up to date. Run it without --no-migrate, or migrate first."
                )
        except DatabaseError as error:
            raise CommandError(f"The database in DATABASE_URL cannot be used: {error}") from error
        finally:
            connection.close()

    def _warn_about_names(self) -> None:
        if not _is_loopback(self._host) and set(settings.ALLOWED_HOSTS) <= {
            "localhost",
            "127.0.0.1",
            "[::1]",
        }:
            self._say(
                "warning",
                "Others reach this machine, but only the name localhost is answered. "
                "Set ALLOWED_HOSTS to the name or address that they use.",
            )

    # --- while it runs ------------------------------------------------------------------------------------

    def _workers(self, count: int) -> list[Program]:
        light = ["-Q", "default,scoring,llm", "--pool", "threads", "--concurrency", str(LIGHT_THREADS)]
        # One at a time and in the main thread: a second message is not taken while a cut runs.
        media = ["-Q", "media", "--pool", "solo"]
        derived = ["-Q", "derived", "--pool", "solo"]
        return [
            self._worker("worker", light),
            *(self._worker(f"media-worker-{number}", media) for number in range(1, count + 1)),
            # Beside the others and with what processor they leave: a cut waits for no copy that is being made.
            self._worker("derived-worker", derived, before=_LATER),
        ]

    def _worker(self, name: str, arguments: list[str], *, before: Sequence[str] = ()) -> Program:
        return Program(
            name,
            lambda start: [
                *before,
                *_CELERY,
                "worker",
                "-n",
                self._node(name, start),
                *arguments,
                *_QUIET,
            ],
        )

    def _node(self, name: str, start: int) -> str:
        return f"{name}-{self._run}-{start}@{socket.gethostname()}"

    def _release(self, ended: Ended) -> None:
        """Gives back the jobs of a worker that has ended, so that nobody waits for its leases to run out."""
        if "worker" not in ended.program.name:
            return
        node = self._node(ended.program.name, ended.start)
        try:
            swept = sweeper.release_worker(worker=node, on_purpose=ended.on_purpose)
        except DatabaseError as error:
            logger.warning("jobs of %s wait for their leases to run out: %s", ended.program.name, error)
            return
        finally:
            connection.close()
        if ended.on_purpose:
            self._given_back += swept.taken_back

    def _answers(self) -> bool:
        probe = http.client.HTTPConnection(_reachable(self._host), self._port, timeout=5)
        try:
            probe.request("GET", "/healthz")
            probe.getresponse().read()
        except OSError:
            return False
        finally:
            probe.close()
        address = f"http://{_in_address(_reachable(self._host))}:{self._port}/"
        self._say("ready", f"LongEmo Studio is running at {address} (Ctrl-C stops it).", address=address)
        return True

    def _say(self, event: str, text: str, **facts: Any) -> None:
        if self._json:
            line = json.dumps(
                {"event": event, "at": round(time.time(), 3), "text": text, **facts}, ensure_ascii=False
            )
        else:
            line = text
        self.stdout.write(line)
        self.stdout.flush()


def _web(listener: socket.socket) -> Program:
    arguments = [
        *("--bind", f"fd://{listener.fileno()}", "--worker-class", "gthread", "--workers", "1"),
        *("--threads", str(WEB_THREADS), "--timeout", "120", "--graceful-timeout", "3", "--keep-alive", "15"),
        *("--chdir", str(BASE_DIR), "--log-level", "warning", "--no-control-socket"),
    ]
    command = [sys.executable, "-m", "gunicorn", *arguments, "config.wsgi"]
    return Program("web", lambda start: command, pass_fds=(listener.fileno(),))


def _beat() -> Program:
    return Program("scheduler", lambda start: [*_CELERY, "beat", "-l", "WARNING"])


def _listen(host: str, port: int) -> socket.socket:
    """The web server's socket. Bound here, so that a taken port is an error before anything has started."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except (OSError, OverflowError) as error:
        listener.close()
        if isinstance(error, OSError) and error.errno == 98:
            raise CommandError(
                f"Port {port} on {host} is taken by another program. Stop that one, or choose another port: "
                f"manage.py up --port {port + 1 if port < 65535 else 8000}"
            ) from error
        raise CommandError(f"Cannot listen on {host}, port {port}: {error}") from error
    return listener


def _only_one() -> IO[str]:
    """A lock on the data folder for as long as the file is open: two schedulers and SQLite files do not mix."""
    try:
        settings.LONGEMO_DATA_DIR.mkdir(parents=True, exist_ok=True)
        file = (settings.LONGEMO_DATA_DIR / "up.lock").open("w")
    except OSError as error:
        raise CommandError(
            f"The data folder {settings.LONGEMO_DATA_DIR} cannot be written ({error.strerror}). "
            "Make it writable, or name another one in LONGEMO_DATA_DIR."
        ) from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise CommandError(
            f"LongEmo Studio is running on the data folder {settings.LONGEMO_DATA_DIR} already. "
            "Use that one, or stop it first (Ctrl-C in its terminal)."
        ) from error
    return file


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _reachable(host: str) -> str:
    """An address to open from this machine: 0.0.0.0 stands for all of them."""
    return {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host
