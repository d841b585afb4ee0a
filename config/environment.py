"""Reads the environment once. Every variable the product knows is named here (and in docs/operations.md)."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final

import environ

BASE_DIR: Final = Path(__file__).resolve().parent.parent

env = environ.Env()

#: `local` = one machine, no services needed; `production` = refuse anything unsafe (config/checks.py).
MODE: Final[str] = env.str("LONGEMO_MODE", default="local")

DATA_DIR: Final = Path(env.str("LONGEMO_DATA_DIR", default=str(BASE_DIR / "var"))).resolve()


def secret_key() -> str:
    """SECRET_KEY from the environment; in local mode a random one kept in the data folder (mode 0600).

    Production gets an empty string when the variable is missing, which config/checks.py refuses: a key
    made up on each machine would log people out on every restart and differ between web processes.
    """
    given: str = env.str("SECRET_KEY", default="")
    if given or MODE != "local":
        return given
    path = DATA_DIR / "secret_key"
    try:
        return path.read_text().strip()
    except OSError:
        pass  # not there yet, or the folder is none that we may use
    key = secrets.token_urlsafe(50)
    try:
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600, exist_ok=True)
        if not path.read_text():
            path.write_text(key)
        return path.read_text().strip()
    except OSError:
        # A read-only clone can still run the commands that need no database (probe, cut, score, ...).
        return key
