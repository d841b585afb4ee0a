"""Shapes of exports in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.serializers import PersonSerializer
from evaluation.exports.models import Export


class ExportSerializer(serializers.ModelSerializer[Export]):
    created_by = PersonSerializer()
    counts = serializers.DictField(
        child=serializers.DictField(child=serializers.IntegerField()),
        help_text="Records by granularity and task; empty until finished.",
    )

    class Meta:
        model = Export
        fields = ["id", "project", "created_by", "created_at", "finished_at", "sha256", "size", "counts"]


class RequestExportSerializer(serializers.Serializer[Any]):
    project = serializers.IntegerField()


class RequestedExportSerializer(ExportSerializer):
    job = serializers.IntegerField(help_text="Id of the job that makes the file.")

    class Meta(ExportSerializer.Meta):
        fields = [*ExportSerializer.Meta.fields, "job"]
