"""What the app above may ask of annotators before they begin or submit a question (training, for one).

A gate raises a DomainError that says what is missing and where to get it. It runs before anything is written.
"""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import User

Gate = Callable[[User, int], None]

_gates: list[Gate] = []


def on_authoring(gate: Gate) -> None:
    """Registers `gate(actor, project_id)`; call it from an AppConfig.ready. Twice the same is once."""
    if gate not in _gates:
        _gates.append(gate)


def require_may_author(*, actor: User, project_id: int) -> None:
    """Asks every registered gate; raises what the first one that refuses raises."""
    for gate in _gates:
        gate(actor, project_id)
