"""Shapes of releases in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.serializers import PersonSerializer
from evaluation.releases.models import Release, ReleasePackage, Videos
from evaluation.releases.packages import KINDS
from kernel.fields import IdField, ShownField


class SplitSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=40, help_text="Lower-case letters, digits and _.")
    share = serializers.CharField(max_length=10, help_text="Of the sources, 0..1 as a decimal text: `0.2`.")
    held_out = serializers.BooleanField(help_text="Its answers are not given out.")


class CheckFindingSerializer(serializers.Serializer[Any]):
    subject = serializers.CharField(help_text="Public id of the question or video.")
    message = serializers.CharField()


class ReleaseCheckSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    ok = serializers.BooleanField()
    looked_at = serializers.IntegerField()
    failed = serializers.IntegerField()
    findings = CheckFindingSerializer(many=True, help_text="The first of those that failed.")


class PackageSerializer(serializers.ModelSerializer[ReleasePackage]):
    class Meta:
        model = ReleasePackage
        fields = ["kind", "sha256", "size", "files", "made_at"]
        read_only_fields = fields


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}})
class FieldCountsField(serializers.DictField):
    """`{field: count}`; spelled out, since the schema of a dictionary of numbers comes out as one of texts."""


class TotalsSerializer(serializers.Serializer[Any]):
    added = serializers.IntegerField()
    removed = serializers.IntegerField()
    changed = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    fields_changed = FieldCountsField(source="fields")


class PreviousSerializer(serializers.ModelSerializer[Release]):
    class Meta:
        model = Release
        fields = ["id", "version", "digest"]
        read_only_fields = fields


class ReleaseSerializer(serializers.ModelSerializer[Release]):
    created_by = PersonSerializer()
    frozen_by = PersonSerializer(allow_null=True)
    previous = PreviousSerializer(allow_null=True)
    splits = SplitSerializer(many=True)
    allowed_licences: serializers.ListField = serializers.ListField(child=serializers.CharField())
    checks = ReleaseCheckSerializer(many=True)
    changes = serializers.SerializerMethodField(
        help_text="To the previous release, as last checked; null: first."
    )
    packages = PackageSerializer(many=True)

    class Meta:
        model = Release
        fields = [
            "id",
            "project",
            "version",
            "state",
            "previous",
            "notes",
            "videos_form",
            "splits",
            "allowed_licences",
            "canary",
            "created_by",
            "created_at",
            "checked_at",
            "checks",
            "frozen_by",
            "frozen_at",
            "record_count",
            "changes",
            "digest",
            "packages",
        ]
        read_only_fields = fields

    @extend_schema_field(TotalsSerializer(allow_null=True))
    def get_changes(self, release: Release) -> dict[str, Any] | None:
        return dict(TotalsSerializer(release.changes).data) if release.changes else None


class ReleaseSettingsSerializer(serializers.Serializer[Any]):
    version = serializers.CharField(max_length=30)
    notes = serializers.CharField(allow_blank=True, max_length=20_000, default="")
    videos_form = serializers.ChoiceField(choices=Videos.choices, default=Videos.INCLUDED)
    splits: serializers.ListSerializer[Any] = serializers.ListSerializer(
        child=SplitSerializer(), allow_empty=False, max_length=10
    )
    allowed_licences: serializers.ListField = serializers.ListField(
        child=ShownField(max_length=200), max_length=100, default=list
    )


class DraftReleaseSerializer(ReleaseSettingsSerializer):
    project = IdField()


class ReleaseJobSerializer(serializers.Serializer[Any]):
    job = serializers.IntegerField(allow_null=True, help_text="Id of the job; null: it was done before.")


class MakePackageSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=list(KINDS))


class ReleasedFieldChangeSerializer(serializers.Serializer[Any]):
    field = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class DifferenceSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=["added", "removed", "changed"])
    granularity = serializers.CharField()
    public_id = serializers.CharField()
    fields_changed = ReleasedFieldChangeSerializer(many=True, source="fields")
