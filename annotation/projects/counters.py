"""Public ids: one counter a project and prefix, handed out under a lock, never reused."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest

from annotation.projects.models import ProjectCounter

DIGITS = 6


@transaction.atomic
def next_public_id(*, project_id: int, prefix: str) -> str:
    """The next id of a kind, e.g. `G1_Q000001` for prefix `G1_Q`.

    The counter's row stays locked until the caller's transaction ends, so the number is used up exactly when
    the thing that carries it is committed.
    """
    counter, _ = ProjectCounter.objects.get_or_create(project_id=project_id, prefix=prefix)
    # The UPDATE takes the row's lock on PostgreSQL (SQLite holds the whole database's since `atomic` began); what
    # is read after it is this transaction's own number.
    ProjectCounter.objects.filter(pk=counter.pk).update(last=F("last") + 1)
    counter.refresh_from_db(fields=["last"])
    return f"{prefix}{counter.last:0{DIGITS}d}"


@transaction.atomic
def reserve_public_ids(*, project_id: int, prefix: str, up_to: int) -> None:
    """Makes sure that no number up to `up_to` is handed out later, for ids that came with imported records."""
    counter, _ = ProjectCounter.objects.get_or_create(project_id=project_id, prefix=prefix)
    ProjectCounter.objects.filter(pk=counter.pk).update(last=Greatest(F("last"), up_to))
