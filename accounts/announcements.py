"""How the end of somebody's role tells the apps above, without accounts importing them.

A callback runs inside the transaction that writes the membership; what it raises undoes it.
"""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import Membership

MembershipCallback = Callable[[Membership], None]

_callbacks: list[MembershipCallback] = []


def on_membership(callback: MembershipCallback) -> None:
    """Registers `callback(membership)`; call it from an AppConfig.ready. Twice the same is once."""
    if callback not in _callbacks:
        _callbacks.append(callback)


def announce_membership(membership: Membership) -> None:
    """Runs every registered callback, in the order of registration, in the running transaction."""
    for callback in _callbacks:
        callback(membership)
