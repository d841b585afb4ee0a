"""JSON of what a project asks of models, and what that came to."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.drafting.drafts.models import DRAFTED_TASKS
from annotation.drafting.models import Purpose
from kernel.fields import IdField
from llm.public import Ability


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}})
class FailuresField(serializers.DictField):
    """How many calls failed, by code."""

    child = serializers.IntegerField()


class EndpointChoiceSerializer(serializers.Serializer[Any]):
    """An endpoint as people of a project may know it: no address, no key. `is_free`: its prices are 0."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    model = serializers.CharField()
    abilities = serializers.ListField(
        child=serializers.ChoiceField(choices=[(a.value, a.value) for a in Ability])
    )
    is_free = serializers.BooleanField()


class PurposeSerializer(serializers.Serializer[Any]):
    """What a project may ask a model for, and which one it asks (null: none)."""

    purpose = serializers.ChoiceField(choices=Purpose.choices)
    endpoint = EndpointChoiceSerializer(allow_null=True)


class ModelChoicesSerializer(serializers.Serializer[Any]):
    """`endpoints`: what an admin can choose from; empty for everybody else."""

    purposes = PurposeSerializer(many=True)
    endpoints = EndpointChoiceSerializer(many=True)


class ChooseEndpointSerializer(serializers.Serializer[Any]):
    purpose = serializers.ChoiceField(choices=Purpose.choices)
    endpoint = IdField(allow_null=True)


class SetBudgetSerializer(serializers.Serializer[Any]):
    limit = serializers.DecimalField(max_digits=14, decimal_places=4, min_value=0)


class BudgetSerializer(serializers.Serializer[Any]):
    """In the currency of the endpoints' prices. `limit` null: none was set. `spent` holds what is `reserved`."""

    limit = serializers.FloatField(allow_null=True)
    spent = serializers.FloatField()
    reserved = serializers.FloatField()


class UseRowSerializer(serializers.Serializer[Any]):
    """Calls of one endpoint, purpose and prompt version. `bound`: calls whose cost is the most they can have cost.
    `milliseconds`: mean of those that succeeded."""

    endpoint = serializers.CharField()
    purpose = serializers.CharField()
    prompt_version = serializers.CharField(allow_blank=True)
    attempts = serializers.IntegerField()
    succeeded = serializers.IntegerField()
    failed = serializers.IntegerField()
    lost = serializers.IntegerField()
    under_way = serializers.IntegerField()
    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    cost = serializers.FloatField()
    bound = serializers.IntegerField()
    milliseconds = serializers.FloatField(allow_null=True)
    failures = FailuresField()


class SurvivalRowSerializer(serializers.Serializer[Any]):
    """What became of drafts, by task and prompt version. `share_kept` and `edited` are shares, 0 to 1."""

    task = serializers.ChoiceField(choices=DRAFTED_TASKS)
    prompt_version = serializers.CharField()
    asked = serializers.IntegerField()
    arrived = serializers.IntegerField()
    unsupported = serializers.IntegerField()
    failed = serializers.IntegerField()
    dropped = serializers.IntegerField()
    taken = serializers.IntegerField()
    submitted = serializers.IntegerField()
    accepted = serializers.IntegerField()
    share_kept = serializers.FloatField(allow_null=True)
    edited = serializers.FloatField(allow_null=True)


class ModelUseSerializer(serializers.Serializer[Any]):
    budget = BudgetSerializer()
    may_set_budget = serializers.BooleanField()
    calls = UseRowSerializer(many=True)
    drafts = SurvivalRowSerializer(many=True)
