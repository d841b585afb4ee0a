"""Shapes of verdicts and reasons in the API."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from annotation.public import TASKS, Granularity
from kernel.fields import SecondsField
from review.verdicts.models import Decision

TASK_NAMES: Final = sorted({task.type for task in TASKS})


def stretches_field(**kwargs: Any) -> serializers.ListField:
    """Played stretches: `[[start, end], ...]` in seconds of the prepared video."""
    pair = serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2)
    return serializers.ListField(
        child=pair, help_text="Played stretches, [start, end] in seconds of the prepared video.", **kwargs
    )


class GiveVerdictSerializer(serializers.Serializer[Any]):
    """A verdict. A rejection needs a reason and a comment; an acceptance may have a comment.

    `comment_field` is the field of the record that the comment is about (`question`, `answer`,
    `answer_details.items.1`, ...), `comment_time` a time of the original video. How much was watched is computed from
    the stretches reported here and with the heartbeats.
    """

    decision = serializers.ChoiceField(choices=Decision.choices)
    reasons = serializers.ListField(child=serializers.CharField(max_length=40), required=False, max_length=20)
    comment = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    comment_field = serializers.CharField(required=False, allow_blank=True, max_length=60)
    comment_time = SecondsField(required=False, allow_null=True, min_value=0)
    seconds_spent = serializers.FloatField(
        required=False, min_value=0, help_text="Time on the page without idle time."
    )
    watched = stretches_field(required=False)


class VerdictDraftSerializer(serializers.Serializer[Any]):
    """An unfinished verdict, kept for its writer alone. `decision` is empty while undecided."""

    decision = serializers.ChoiceField(choices=Decision.choices, allow_blank=True, default="")
    reasons = serializers.ListField(child=serializers.CharField(max_length=40), default=list, max_length=20)
    comment = serializers.CharField(allow_blank=True, trim_whitespace=False, max_length=10_000, default="")
    comment_field = serializers.CharField(allow_blank=True, max_length=60, default="")
    comment_time = SecondsField(allow_null=True, min_value=0, default=None)
    seconds_spent = serializers.FloatField(min_value=0, default=0.0)


class VerdictSerializer(serializers.Serializer[Any]):
    """A verdict as it was given; its writer reads it."""

    decision = serializers.ChoiceField(choices=Decision.choices)
    reasons = serializers.ListField(child=serializers.CharField())
    comment = serializers.CharField()
    comment_field = serializers.CharField()
    comment_time = SecondsField(allow_null=True)
    watched_share = serializers.FloatField()
    seconds_spent = serializers.FloatField()
    created_at = serializers.DateTimeField()
    undo_until = serializers.DateTimeField(source="final_at")


class ReasonTaskSerializer(serializers.Serializer[Any]):
    granularity = serializers.ChoiceField(choices=Granularity.choices)
    type = serializers.ChoiceField(choices=TASK_NAMES)


class ReasonSerializer(serializers.Serializer[Any]):
    """A reason for a rejection, and the tasks that it may be given for."""

    code = serializers.CharField()
    title = serializers.CharField()
    explanation = serializers.CharField()
    tasks = ReasonTaskSerializer(many=True)


class ReasonsSerializer(serializers.Serializer[Any]):
    reasons = ReasonSerializer(many=True)
