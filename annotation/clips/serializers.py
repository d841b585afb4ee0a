"""JSON of clips."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.clips.models import Clip, Granularity
from annotation.questions.serializers import PersonNameSerializer
from annotation.videos.serializers import NewestJobField
from kernel.fields import IdField, SecondsField


class SegmentSerializer(serializers.Serializer[Any]):
    """[start, end) in seconds of the original timeline."""

    start = SecondsField()
    end = SecondsField()


class ClipSerializer(serializers.ModelSerializer[Clip]):
    """A clip. `segments` in the order in which they are played; null: the whole video, which plays its own file."""

    segments = serializers.SerializerMethodField()
    duration = SecondsField(read_only=True, allow_null=True)
    created_by = PersonNameSerializer(read_only=True)
    playable = serializers.SerializerMethodField()
    question_count = serializers.IntegerField(read_only=True)
    job = NewestJobField()

    class Meta:
        model = Clip
        fields = [
            "id",
            "project",
            "video",
            "public_id",
            "granularity",
            "whole_video",
            "segments",
            "state",
            "failure_code",
            "failure_reason",
            "playable",
            "size",
            "sha256",
            "frame_count",
            "duration",
            "method",
            "recipe",
            "check_result",
            "created_by",
            "created_at",
            "question_count",
            "job",
        ]
        read_only_fields = fields

    @extend_schema_field(SegmentSerializer(many=True, allow_null=True))
    def get_segments(self, clip: Clip) -> list[dict[str, Any]] | None:
        if clip.whole_video:
            return None
        rows = sorted(clip.segments.all(), key=lambda row: row.position)
        return [dict(SegmentSerializer(row).data) for row in rows]

    def get_playable(self, clip: Clip) -> bool:
        return bool(clip.video.playback_key if clip.whole_video else clip.file_key)


class CreateClipSerializer(serializers.Serializer[Any]):
    """`segments` null: the whole video."""

    video = IdField()
    granularity = serializers.ChoiceField(choices=Granularity.choices)
    # `many=True` would allow null for each segment too.
    segments: serializers.ListSerializer[Any] = serializers.ListSerializer(
        child=SegmentSerializer(), allow_null=True
    )
