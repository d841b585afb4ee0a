"""JSON of subtitles."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.questions.serializers import PersonNameSerializer
from annotation.subtitles.models import SubtitleFile, Utterance
from kernel.fields import SecondsField


class SubtitleWarningSerializer(serializers.Serializer[Any]):
    """Something odd in the file; `line` counts from 1, 0 is the file as a whole."""

    line = serializers.IntegerField()
    code = serializers.CharField()
    message = serializers.CharField()


class SubtitleFileSerializer(serializers.ModelSerializer[SubtitleFile]):
    """What a video's subtitles were read from."""

    warnings = SubtitleWarningSerializer(many=True, read_only=True)
    added_by = PersonNameSerializer(read_only=True)

    class Meta:
        model = SubtitleFile
        fields = ["id", "filename", "format", "encoding", "sha256", "warnings", "added_by", "added_at"]
        read_only_fields = fields


class UtteranceSerializer(serializers.ModelSerializer[Utterance]):
    """One cue: `id` as U1, seconds of the original timeline, `speaker` null where nobody is named."""

    id = serializers.SerializerMethodField()
    start = SecondsField(read_only=True)
    end = SecondsField(read_only=True)
    speaker = serializers.SerializerMethodField()

    class Meta:
        model = Utterance
        fields = ["id", "start", "end", "speaker", "text"]
        read_only_fields = fields

    def get_id(self, utterance: Utterance) -> str:
        return f"U{utterance.number}"

    def get_speaker(self, utterance: Utterance) -> str | None:
        return utterance.speaker or None


class SubtitlesSerializer(serializers.Serializer[Any]):
    """The subtitles of a video; `file` null and no utterances where it has none."""

    file = SubtitleFileSerializer(allow_null=True)
    utterances = UtteranceSerializer(many=True)


class AddSubtitlesSerializer(serializers.Serializer[Any]):
    """`encoding` is needed only where it is not certain; the refusal then lists `encodings` with previews."""

    file = serializers.FileField(max_length=500)
    encoding = serializers.CharField(max_length=40, allow_blank=True, default="")
