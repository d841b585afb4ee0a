"""Leave to load the video of the item that comes next, before it is taken: a signed word, good for a few minutes.

It holds no slot and is stored nowhere (docs/decisions/next-item.md).
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.core.signing import BadSignature, Signer
from django.utils import timezone

from accounts.models import User

_SALT: Final = "review.upcoming-media"
#: A grant is good for one to two of these. Asked for twice within one, it is the same, so that what was loaded fits.
PERIOD: Final = timedelta(minutes=10)


def make_grant(*, reviewer: User, round_id: int) -> str:
    """A word that lets `reviewer`, and nobody else, read the prepared video of that round."""
    return _sign(reviewer, round_id, _period() + 1)


def is_granted(*, reviewer: User, round_id: int, grant: str) -> bool:
    """Whether `grant` was made for this reviewer and round, and is still good."""
    try:
        named = Signer(salt=_SALT).unsign(grant)
    except BadSignature:
        return False
    now = _period()
    return any(named == _named(reviewer, round_id, last) for last in (now, now + 1))


def _sign(reviewer: User, round_id: int, last_period: int) -> str:
    return Signer(salt=_SALT).sign(_named(reviewer, round_id, last_period))


def _named(reviewer: User, round_id: int, last_period: int) -> str:
    return f"{reviewer.pk}.{round_id}.{last_period}"


def _period() -> int:
    return int(timezone.now().timestamp() // PERIOD.total_seconds())
