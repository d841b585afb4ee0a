"""Real files that lie beside a checkout, in `../shared`, and are no part of the repository.

A test that uses one skips, with the reason, on a machine where it is absent.
"""

from pathlib import Path

import pytest

SHARED_ROOT = Path(__file__).resolve().parents[2] / "shared"


def shared_path(relative: str) -> Path:
    """Return the path of one shared file or folder, or skip the calling test when it is absent.

    `relative` is written from the shared folder's root: `shared_path("cases/agreement.json")`.
    """
    path = SHARED_ROOT / relative
    if not path.exists():
        # The project passes its tests without the shared files: each absence is told, none is a failure.
        pytest.skip(f"needs ../shared/{relative}, which is not beside this checkout")
    return path
