"""JSON of endpoints. A key goes in and never comes out."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from kernel.fields import MAX_COUNT, CountField, ShownField
from llm.descriptions import Ability
from llm.models import Endpoint
from llm.selectors import Load


class EndpointSerializer(serializers.ModelSerializer[Endpoint]):
    """An endpoint as the people who run the server see it."""

    abilities = serializers.ListField(
        child=serializers.ChoiceField(choices=[(a.value, a.value) for a in Ability])
    )
    key = serializers.SerializerMethodField(
        help_text="`none`, `stored` (encrypted) or `variable`: where its key is. The key itself is never shown."
    )
    input_price = serializers.FloatField(read_only=True)
    output_price = serializers.FloatField(read_only=True)
    under_way = serializers.SerializerMethodField(help_text="Calls at this moment, of all workers.")
    last_minute = serializers.SerializerMethodField(
        help_text="Calls begun in the last minute, of all workers."
    )

    class Meta:
        model = Endpoint
        fields = [
            "id",
            "name",
            "base_url",
            "model",
            "abilities",
            "key",
            "key_variable",
            "timeout_seconds",
            "max_request_bytes",
            "max_output_tokens",
            "max_concurrent",
            "max_per_minute",
            "input_price",
            "output_price",
            "tokens_per_frame",
            "tokens_per_second",
            "temperature",
            "tokens_field",
            "quiet_until",
            "retired_at",
            "version",
            "under_way",
            "last_minute",
        ]
        read_only_fields = fields

    def get_key(self, endpoint: Endpoint) -> str:
        if endpoint.key_variable:
            return "variable"
        return "stored" if endpoint.key_token else "none"

    def get_under_way(self, endpoint: Endpoint) -> int:
        return self._load(endpoint).under_way

    def get_last_minute(self, endpoint: Endpoint) -> int:
        return self._load(endpoint).last_minute

    def _load(self, endpoint: Endpoint) -> Load:
        loads: dict[int, Load] = self.context["loads"]
        return loads[endpoint.pk]


class EndpointSettingsSerializer(serializers.Serializer[Any]):
    """What can be set of an endpoint. `key` is write-only: '' removes the stored one."""

    name = ShownField(max_length=80)
    base_url = serializers.CharField(max_length=300)
    model = ShownField(max_length=200)
    abilities = serializers.ListField(
        child=serializers.ChoiceField(choices=[(a.value, a.value) for a in Ability]), max_length=20
    )
    key = serializers.CharField(max_length=500, allow_blank=True, write_only=True)
    key_variable = serializers.CharField(max_length=100, allow_blank=True)
    timeout_seconds = serializers.IntegerField(min_value=1, max_value=3600)
    max_request_bytes = serializers.IntegerField(min_value=1, max_value=MAX_COUNT)
    max_output_tokens = serializers.IntegerField(min_value=1, max_value=1_000_000)
    max_concurrent = serializers.IntegerField(min_value=1, max_value=1000)
    max_per_minute = serializers.IntegerField(min_value=1, max_value=100_000)
    input_price = serializers.DecimalField(max_digits=12, decimal_places=4, min_value=0)
    output_price = serializers.DecimalField(max_digits=12, decimal_places=4, min_value=0)
    tokens_per_frame = serializers.IntegerField(min_value=0, max_value=1_000_000)
    tokens_per_second = serializers.IntegerField(min_value=0, max_value=1_000_000)
    temperature = serializers.FloatField(min_value=0.0, max_value=2.0)
    temperature_sent = serializers.BooleanField()
    tokens_field = serializers.ChoiceField(choices=[(f, f) for f in ("max_tokens", "max_completion_tokens")])


class CreateEndpointSerializer(EndpointSettingsSerializer):
    """A new endpoint: name, address and model, the rest where it differs from the defaults."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        for name, field in fields.items():
            field.required = name in ("name", "base_url", "model")
        return fields


class ChangeEndpointSerializer(EndpointSettingsSerializer):
    """What is to change, with the version that was looked at."""

    version = CountField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        for name, field in fields.items():
            field.required = name == "version"
        return fields


class TrialSerializer(serializers.Serializer[Any]):
    """How a trial call went: the model that the service says has answered, and how long it took."""

    model = serializers.CharField()
    answer = serializers.CharField(help_text="The first words of the answer.")
    milliseconds = serializers.IntegerField()
    cost = serializers.FloatField()
