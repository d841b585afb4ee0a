"""What every test has: no network beyond this machine, a data folder of its session, services on demand."""

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests import emptying, services
from tests.personas import people  # noqa: F401 - a fixture for every test

RealAddress = Any


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--database-only`, used for the pass on the second database."""
    parser.addoption(
        "--database-only",
        action="store_true",
        help="run only tests that use a database (for a second database)",
    )


def uses_database(item: pytest.Item) -> bool:
    """Say whether a test touches a database, by its marker or by its fixtures."""
    names = getattr(item, "fixturenames", [])
    return item.get_closest_marker("django_db") is not None or "db" in names or "transactional_db" in names


def worth_repeating(item: pytest.Item) -> bool:
    """Say whether a second database could make a difference to a test."""
    return uses_database(item) and item.get_closest_marker("one_database") is None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what the database at hand, or the pass at hand, is not meant for."""
    on_sqlite = "sqlite" in settings.DATABASES["default"]["ENGINE"]
    other = "postgres_only" if on_sqlite else "sqlite_only"
    wanted: list[pytest.Item] = []
    dropped: list[pytest.Item] = []
    for item in items:
        out = item.get_closest_marker(other) is not None
        out = out or (config.getoption("--database-only") and not worth_repeating(item))
        (dropped if out else wanted).append(item)
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = wanted


def is_local(family: int, address: RealAddress) -> bool:
    """Say whether a socket address stays on this machine."""
    if family == socket.AF_UNIX:
        return True
    host = address[0] if isinstance(address, tuple) else address
    return str(host) in {"localhost", "::1", "0.0.0.0", ""} or str(host).startswith("127.")


@pytest.fixture(autouse=True, scope="session")
def closed_network() -> Iterator[None]:
    """Refuse every connection that would leave this machine."""
    patch = pytest.MonkeyPatch()

    def guarded(name: str) -> Callable[[socket.socket, RealAddress], Any]:
        real = getattr(socket.socket, name)

        def connect(self: socket.socket, address: RealAddress) -> Any:
            if not is_local(self.family, address):
                raise PermissionError(
                    f"a test tried to reach {address!r}: only the loopback address is open in tests"
                )
            return real(self, address)

        return connect

    patch.setattr(socket.socket, "connect", guarded("connect"))
    patch.setattr(socket.socket, "connect_ex", guarded("connect_ex"))
    yield
    patch.undo()


@pytest.fixture(autouse=True, scope="session")
def emptied_databases() -> Iterator[None]:
    """Let the database be emptied between tests although it refuses to delete submitted revisions."""
    patch = pytest.MonkeyPatch()
    emptying.empty_past_triggers(patch)
    yield
    patch.undo()


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """This session's LONGEMO_DATA_DIR."""
    return Path(os.environ["LONGEMO_DATA_DIR"])


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis server: the one in REDIS_URL, else one that lives as long as the session."""
    given = os.environ.get("REDIS_URL")
    if given:
        yield given
    else:
        with services.redis() as url:
            yield url


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL server: the one in DATABASE_URL, else one that lives as long as the session."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given
    else:
        with services.postgres() as url:
            yield url


@pytest.fixture(scope="session")
def s3_endpoint() -> Iterator[str]:
    """An S3 server that checks signatures; its keys are `services.S3_KEY` and `services.S3_SECRET`."""
    given = os.environ.get("S3_ENDPOINT_URL")
    if given:
        yield given
    else:
        with services.s3() as url:
            yield url


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """How pytest-playwright starts the system's own Chromium: quiet, without a GPU, without calls to outside."""
    return {
        "executable_path": services.chromium(),
        "args": [
            # Without user namespaces, as in most containers, its own sandbox cannot start; tests load only our page.
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--autoplay-policy=no-user-gesture-required",
        ],
    }
