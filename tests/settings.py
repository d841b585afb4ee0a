"""The product's own settings, read in an environment that belongs to one test session.

The environment is prepared before `config.settings` is imported, because pytest-django loads the settings
before it loads any conftest. Nothing of a developer's instance is touched: data goes to a folder of this
session, messages under a prefix of its own, and the database is the one in DATABASE_URL (Django creates its
`test_...` beside it) or an SQLite file in that folder.
"""

import atexit
import os
import shutil
import tempfile
from datetime import timedelta
from pathlib import Path


def remove_own(folder: str, owner: int) -> None:
    """Remove a folder at the end of the process that made it; children forked from it leave it alone."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def session_folder() -> Path:
    """Return this process's data folder, made on first use and removed when the session's first process ends.

    Processes started by a test inherit LONGEMO_TEST_ROOT and so find the same folder; each worker of
    pytest-xdist has its own.
    """
    root = os.environ.get("LONGEMO_TEST_ROOT")
    if root is None:
        root = tempfile.mkdtemp(prefix="longemo-test-")
        os.environ["LONGEMO_TEST_ROOT"] = root
        atexit.register(remove_own, root, os.getpid())
    folder = Path(root) / os.environ.get("PYTEST_XDIST_WORKER", "main")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


DATA = session_folder()
os.environ["LONGEMO_DATA_DIR"] = str(DATA)
# whitenoise warns about a folder of collected files that is not there.
(DATA / "static").mkdir(exist_ok=True)
os.environ["LONGEMO_MODE"] = "local"
os.environ["REDIS_PREFIX"] = f"{DATA.parent.name}-{DATA.name}:"
os.environ.setdefault("DATABASE_URL", f"sqlite:///{DATA / 'longemo.sqlite3'}")
# Settings of somebody's own instance have no say here; a test that needs one sets it.
for variable in ("S3_BUCKET", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "PUBLIC_URL", "MEDIA_DELIVERY"):
    os.environ.pop(variable, None)

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES  # noqa: E402

# Argon2 is slow by design; tests of the policy name the hasher they mean.
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.MD5PasswordHasher",
    "django.contrib.auth.hashers.Argon2PasswordHasher",
]

# Most stories need a round closed by its second verdict; tests of the undo set the time that people have.
REVIEW_UNDO = timedelta(0)

# On SQLite the test database is a file: threads, live servers and worker processes have to meet in it.
if "sqlite" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"].setdefault("TEST", {})["NAME"] = str(DATA / "test.sqlite3")
