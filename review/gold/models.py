"""Gold items in the live queue: copies with a known verdict that look like any other item."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from review.rounds.models import Round
from review.training.models import SeededItem


class GoldStore(models.Model):
    """Where a project's copies are kept: a project of its own, without members, that nothing counts or exports.

    `reserved`: the public id that the next copy of a prefix gets. Taken one copy ahead, so that its number is not
    always the newest one.
    """

    project = models.OneToOneField(
        "annotation.Project", primary_key=True, on_delete=models.PROTECT, related_name="+"
    )
    store = models.OneToOneField("annotation.Project", on_delete=models.PROTECT, related_name="+")
    reserved = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"gold of {self.project_id}"


class GoldPlacement(models.Model):
    """A gold item that was put into the queue, once, as this round."""

    item = models.OneToOneField(SeededItem, on_delete=models.PROTECT, related_name="placement")
    round = models.OneToOneField(Round, on_delete=models.PROTECT, related_name="gold")

    def __str__(self) -> str:
        return f"gold item {self.item_id} as round {self.round_id}"


class GoldBar(models.Model):
    """Somebody who is not given a gold round, because they know the question or the copy."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "user"], name="gold_bar_unique_user_in_round"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} not on {self.round_id}"
