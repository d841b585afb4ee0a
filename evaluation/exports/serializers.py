"""Shapes of exports in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.serializers import PersonSerializer
from evaluation.exports.models import Export
from kernel.fields import IdField


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {"type": "object", "additionalProperties": {"type": "integer"}},
    }
)
class CountsField(serializers.DictField):
    """`{granularity: {task: n}}`; spelled out, since the schema of a dictionary of dictionaries comes out wrong."""


class ExportSerializer(serializers.ModelSerializer[Export]):
    created_by = PersonSerializer()
    counts = CountsField(help_text="Records by granularity and task; empty until finished.")

    class Meta:
        model = Export
        fields = ["id", "project", "created_by", "created_at", "finished_at", "sha256", "size", "counts"]
        read_only_fields = fields


class RequestExportSerializer(serializers.Serializer[Any]):
    project = IdField()


class RequestedExportSerializer(ExportSerializer):
    job = serializers.IntegerField(help_text="Id of the job that makes the file.")

    class Meta(ExportSerializer.Meta):
        fields = [*ExportSerializer.Meta.fields, "job"]
