"""JSON of subtitles."""

from __future__ import annotations

from typing import Any

from django.db.models import TextChoices
from rest_framework import serializers

from annotation.questions.serializers import PersonNameSerializer
from annotation.subtitles.models import SubtitleFile, Utterance, UtteranceEdit
from kernel.fields import CountField, SecondsField


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
        fields = [
            "id",
            "filename",
            "format",
            "encoding",
            "sha256",
            "version",
            "warnings",
            "added_by",
            "added_at",
        ]
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


class Names(TextChoices):
    """What becomes of names that begin a cue's text, such as `ROSS:`."""

    SPEAKERS = "speakers"
    TEXT = "text"


class AddSubtitlesSerializer(serializers.Serializer[Any]):
    """`encoding` is needed only where it is not certain; the refusal then lists `encodings` with previews.

    `names`: whether names in the text become speakers, or stay in the text. They are proposals, which a preview shows;
    they become speakers only where somebody says so.
    """

    file = serializers.FileField(max_length=500)
    encoding = serializers.CharField(max_length=40, allow_blank=True, default="")
    names = serializers.ChoiceField(choices=Names.choices, default=Names.TEXT)


class PreviewSubtitlesSerializer(AddSubtitlesSerializer):
    """The same; names in the text are shown as speakers unless `names` is `text`."""

    names = serializers.ChoiceField(choices=Names.choices, default=Names.SPEAKERS)


class ImportTrackSerializer(serializers.Serializer[Any]):
    names = serializers.ChoiceField(choices=Names.choices, default=Names.TEXT)


class ProposedCueSerializer(serializers.Serializer[Any]):
    """A cue as it would be stored."""

    id = serializers.CharField()
    start = SecondsField()
    end = SecondsField()
    speaker = serializers.CharField(allow_null=True)
    text = serializers.CharField()


class ProposedSpeakerSerializer(serializers.Serializer[Any]):
    """A speaker that the file names, in how many cues, and one of them."""

    name = serializers.CharField()
    cues = serializers.IntegerField()
    example = serializers.CharField()


class EncodingPreviewSerializer(serializers.Serializer[Any]):
    encoding = serializers.CharField()
    preview = serializers.CharField(allow_blank=True)


class SubtitlesPreviewSerializer(serializers.Serializer[Any]):
    """What a file would be read as. Nothing is stored.

    `readable` false: `code` and `reason` say why, and `encodings` shows how the file reads in likely encodings, where
    choosing one would help. `first` are the first cues of `cues`.
    """

    readable = serializers.BooleanField()
    code = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_null=True)
    encodings = EncodingPreviewSerializer(many=True)
    format = serializers.CharField(allow_null=True)
    encoding = serializers.CharField(allow_null=True)
    cues = serializers.IntegerField()
    first = ProposedCueSerializer(many=True)
    speakers = ProposedSpeakerSerializer(many=True)
    warnings = SubtitleWarningSerializer(many=True)


class TrackSerializer(serializers.Serializer[Any]):
    """A subtitle track inside the video file; only those with `text` can be imported."""

    index = serializers.IntegerField()
    codec = serializers.CharField()
    language = serializers.CharField(allow_blank=True)
    title = serializers.CharField(allow_blank=True)
    default = serializers.BooleanField()
    text = serializers.BooleanField()


class TracksSerializer(serializers.Serializer[Any]):
    tracks = TrackSerializer(many=True)


class EditUtteranceSerializer(serializers.Serializer[Any]):
    """`version` of the subtitles as they were seen; what is left out stays. An empty speaker: nobody is named."""

    version = CountField()
    start = SecondsField(required=False)
    end = SecondsField(required=False)
    speaker = serializers.CharField(allow_blank=True, max_length=1000, required=False)
    text = serializers.CharField(max_length=20_000, required=False)


class EditedUtteranceSerializer(serializers.Serializer[Any]):
    """The cue as it is now, and the version to edit on from."""

    version = serializers.IntegerField()
    utterance = UtteranceSerializer()


class CueStateSerializer(serializers.Serializer[Any]):
    start = SecondsField()
    end = SecondsField()
    speaker = serializers.CharField(allow_blank=True)
    text = serializers.CharField()


class UtteranceEditSerializer(serializers.ModelSerializer[UtteranceEdit]):
    """One edit of a cue, and by whom."""

    id = serializers.SerializerMethodField(help_text="Of the cue, as U1.")
    before = CueStateSerializer(read_only=True)
    after = CueStateSerializer(read_only=True)
    edited_by = PersonNameSerializer(read_only=True)

    class Meta:
        model = UtteranceEdit
        fields = ["id", "version", "before", "after", "edited_by", "edited_at"]
        read_only_fields = fields

    def get_id(self, edit: UtteranceEdit) -> str:
        return f"U{edit.utterance.number}"
