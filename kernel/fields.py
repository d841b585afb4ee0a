"""Serializer fields that every app shares."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from kernel.texts import shows_anything
from kernel.times import to_json_number

#: What an id's column (64 bits) and a counter's or number's (32 bits) hold, on every database.
MIN_BIG: Final = -(2**63)
MAX_BIG: Final = 2**63 - 1
MAX_COUNT: Final = 2**31 - 1


@extend_schema_field(OpenApiTypes.DOUBLE)
class SecondsField(serializers.DecimalField):
    """Seconds with at most three decimals: Decimal inside, a JSON number outside; more decimals are an error."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=10, decimal_places=3, coerce_to_string=False, **kwargs)

    def to_representation(self, value: Any) -> Any:
        return None if value is None else to_json_number(Decimal(value))


class IdField(serializers.IntegerField):
    """The id of a row in a request: one that no column could hold is refused before it is looked for."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 1, "max_value": MAX_BIG, **kwargs})


class CountField(serializers.IntegerField):
    """A version or another number of ours in a request: a whole number from 1 that fits its column."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 1, "max_value": MAX_COUNT, **kwargs})


class ShownField(serializers.CharField):
    """A required text: one that shows nothing (spaces, zero-width characters, fillers) is blank."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if isinstance(data, str) and not self.allow_blank and not shows_anything(data):
            self.fail("blank")
        return super().run_validation(data)
