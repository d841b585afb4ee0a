"""How a new guideline version tells the app above, without annotation importing it.

A callback runs inside the transaction that writes the version; what it raises undoes it.
"""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import User
from annotation.projects.models import GuidelineVersion

GuidelineCallback = Callable[[User, GuidelineVersion], None]

_callbacks: list[GuidelineCallback] = []


def on_guideline(callback: GuidelineCallback) -> None:
    """Registers `callback(actor, version)`; call it from an AppConfig.ready. Twice the same is once."""
    if callback not in _callbacks:
        _callbacks.append(callback)


def announce_guideline(actor: User, version: GuidelineVersion) -> None:
    """Runs every registered callback, in the order of registration, in the running transaction."""
    for callback in _callbacks:
        callback(actor, version)
