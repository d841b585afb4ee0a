"""Parts of the API's addresses: `<id:pk>` is a number that a column can hold, so any other is simply not found."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import IntConverter

from kernel.fields import MAX_BIG


class IdConverter(IntConverter):
    """A row's id, or another whole number of ours. Raises ValueError, which Django answers as an unknown address."""

    def to_python(self, value: str) -> int:
        number = super().to_python(value)
        if number > MAX_BIG:
            raise ValueError("no row has such an id")
        return number


def register() -> None:
    """Makes `<id:...>` known to `path`; kernel/apps.py calls it before any address is read."""
    register_converter(IdConverter, "id")
