"""Shapes of the gold report in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.public import PersonNameSerializer
from review.training.scoring import Proportion


class ProportionSerializer(serializers.Serializer[Proportion]):
    """`hits` of `n`, its rate and the 95 % Wilson interval; null for n = 0."""

    hits = serializers.IntegerField()
    n = serializers.IntegerField()
    rate = serializers.FloatField(allow_null=True)
    interval = serializers.ListField(
        child=serializers.FloatField(), allow_null=True, min_length=2, max_length=2
    )


class ReviewerGoldSerializer(serializers.Serializer[Any]):
    user = PersonNameSerializer()
    detection = ProportionSerializer()
    false_rejects = ProportionSerializer()


class GoldReportSerializer(serializers.Serializer[Any]):
    """`detection`: flawed items rejected for a reason that names the flaw; `false_rejects`: sound items rejected."""

    reviewers = ReviewerGoldSerializer(many=True)
    detection = ProportionSerializer()
    false_rejects = ProportionSerializer()
    waiting = serializers.IntegerField()
    placed = serializers.IntegerField()
