"""When a gold item goes into the queue. Pure: a keyed hash decides, so that it can be repeated and not guessed."""

from __future__ import annotations

import hashlib
import hmac


def is_followed_by_gold(*, key: str, project_id: int, round_id: int, rate: float) -> bool:
    """Whether a gold item comes into the queue beside this live round.

    `rate` is the share of gold items among all that reviewers get, so one comes beside rate / (1 - rate) of the live
    ones. Without `key` (a secret of the server) the answer cannot be worked out from the round's number.
    """
    if rate <= 0:
        return False
    return _uniform(key, f"gold:{project_id}:{round_id}") < rate / (1 - rate)


def order_of(*, key: str, project_id: int, item_id: int) -> float:
    """Where a gold item stands among those that wait: by the same kind of hash, not by when it was made."""
    return _uniform(key, f"gold-item:{project_id}:{item_id}")


def _uniform(key: str, text: str) -> float:
    """A number in [0, 1) made from `text` under `key`."""
    digest = hmac.new(key.encode(), text.encode(), hashlib.sha256).digest()
    return int.from_bytes(digest[:7], "big") / 2**56
