"""Shapes of threads in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from kernel.fields import CountField, SecondsField, ShownField
from review.threads.models import PostKind, Stance
from review.threads.services import MAX_LENGTH


class StartThreadSerializer(serializers.Serializer[Any]):
    """A new thread: about the question as a whole, a `field` and a `time` of the original video, or what `reviewer`
    (1 or 2) said in the closed `round`. `with_reviewers`: with those who judged it, once it is settled."""

    text = ShownField(max_length=MAX_LENGTH)
    field = serializers.CharField(required=False, allow_blank=True, max_length=60)
    time = SecondsField(required=False, allow_null=True, min_value=0)
    round = CountField(required=False, allow_null=True)
    reviewer = CountField(required=False, allow_null=True, max_value=2)
    with_reviewers = serializers.BooleanField(required=False)


class ReplySerializer(serializers.Serializer[Any]):
    text = ShownField(max_length=MAX_LENGTH)


class PostSerializer(serializers.Serializer[Any]):
    """One entry. `name` is null for who is not named to the reader; `number` tells reviewers of one thread apart."""

    kind = serializers.ChoiceField(choices=PostKind.choices)
    stance = serializers.ChoiceField(choices=Stance.choices)
    name = serializers.CharField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)
    mine = serializers.BooleanField()
    text = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()


class ThreadSerializer(serializers.Serializer[Any]):
    """A thread. `round` and `reviewer` say what a reviewer's verdict it is about; to reviewers `reviewer` is null and
    `mine` tells whether it is their own."""

    id = serializers.UUIDField(source="thread.pk")
    question_id = serializers.CharField(source="thread.question.public_id")
    question = serializers.IntegerField(allow_null=True, help_text="Null to reviewers.")
    field = serializers.CharField(source="thread.field", allow_blank=True)
    time = SecondsField(source="thread.time", allow_null=True)
    round = serializers.IntegerField(source="round_number", allow_null=True)
    reviewer = serializers.IntegerField(allow_null=True)
    mine = serializers.BooleanField()
    with_reviewers = serializers.BooleanField(source="thread.with_reviewers")
    started_at = serializers.DateTimeField(source="thread.started_at")
    resolved_at = serializers.DateTimeField(source="thread.resolved_at", allow_null=True)
    actions = serializers.ListField(child=serializers.ChoiceField(choices=["reply", "resolve", "reopen"]))
    posts = PostSerializer(many=True)
