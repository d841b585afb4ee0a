"""Serializer fields that every app shares."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from kernel.times import to_json_number


@extend_schema_field(OpenApiTypes.DOUBLE)
class SecondsField(serializers.DecimalField):
    """Seconds with at most three decimals: Decimal inside, a JSON number outside; more decimals are an error."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=10, decimal_places=3, coerce_to_string=False, **kwargs)

    def to_representation(self, value: Any) -> Any:
        return None if value is None else to_json_number(Decimal(value))
