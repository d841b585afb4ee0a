"""The hourly tidying: what each app has registered, one failing part not stopping the others."""

from __future__ import annotations

import logging

from jobs import registry

logger = logging.getLogger("longemo.jobs")


def tidy() -> dict[str, int]:
    """Runs every registered part; how many things each removed. A part that fails is logged and left out."""
    removed: dict[str, int] = {}
    for name, prune in sorted(registry.prunes().items()):
        try:
            removed[name] = prune()
        except Exception:
            logger.exception("housekeeping: %s failed", name)
    logger.info(
        "housekeeping: %s", ", ".join(f"{name} {count}" for name, count in removed.items()) or "nothing to do"
    )
    return removed
