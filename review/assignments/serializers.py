"""Shapes of assignments in the API, as their holder sees them.

An assignment is addressed by its round: there is one per reviewer and round, and numbers counted over everybody's
claims would tell reviewers when others claim. Nothing here is about anybody else's assignment.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.public import (
    BlindAnswers,
    EpisodeWatching,
    EvidenceSerializer,
    Granularity,
    ModelViewSerializer,
    PersonNameSerializer,
    QuestionSegmentSerializer,
    QuestionWarningSerializer,
)
from kernel.fields import IdField, SecondsField
from review.assignments.models import AssignmentState
from review.verdicts.models import Decision
from review.verdicts.serializers import (
    TASK_NAMES,
    VerdictDraftSerializer,
    VerdictSerializer,
    stretches_field,
)

_LABELS = {"type": "array", "items": {"type": "string"}}


@extend_schema_field(
    {
        "oneOf": [
            _LABELS,
            {
                "type": "object",
                "properties": {"before": _LABELS, "after": _LABELS},
                "required": ["before", "after"],
            },
            {"type": "string"},
        ],
        "description": "Labels, labels before and after, or text: by the task's answer form.",
    }
)
class AnswerField(serializers.JSONField):
    """The `answer` of a record, as it is."""


class DetailItemSerializer(serializers.Serializer[Any]):
    """A stage (S1..), factor (R1..) or component (C1..); the last three fields are a stage's, absent for others."""

    id = serializers.CharField()
    description = serializers.CharField()
    anchor = serializers.CharField(allow_null=True, required=False)
    emotion = serializers.CharField(required=False)
    intensity = serializers.CharField(allow_null=True, required=False)

    def to_representation(self, instance: dict[str, Any]) -> dict[str, Any]:
        return dict(instance)


class AnswerDetailsSerializer(serializers.Serializer[Any]):
    description = serializers.CharField()
    items = DetailItemSerializer(many=True)


class RecordRubricSerializer(serializers.Serializer[Any]):
    criterion = serializers.CharField()
    scores = serializers.DictField(
        child=serializers.CharField(), help_text="Score, as text, to its criterion."
    )


class RecordSubtitleSerializer(serializers.Serializer[Any]):
    """`t`: start and end in seconds of the ORIGINAL video."""

    id = serializers.CharField()
    t = serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2)
    speaker = serializers.CharField(allow_null=True)
    text = serializers.CharField()


class RecordSourceSerializer(serializers.Serializer[Any]):
    from_ = serializers.CharField()
    segments = QuestionSegmentSerializer(many=True, allow_null=True)

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        return {"from": fields.pop("from_"), **fields}


class CueSerializer(serializers.Serializer[Any]):
    """A subtitle to show over the video: seconds of the PREPARED video; `id` is that of the record's subtitle."""

    id = serializers.CharField()
    start = SecondsField()
    end = SecondsField()
    text = serializers.CharField()


class AssignmentMediaSerializer(serializers.Serializer[Any]):
    """The prepared video. `segments` tell which part of the original each part of it is; null: all of it."""

    url = serializers.CharField()
    duration = SecondsField(allow_null=True)
    segments = QuestionSegmentSerializer(many=True, allow_null=True)
    cues = CueSerializer(many=True)


class StageTimeSerializer(serializers.Serializer[Any]):
    """When the stage `id` of `answer_details` begins, as its author set it: seconds of the original video."""

    id = serializers.CharField()
    time = SecondsField()


class AssignmentReferenceSerializer(serializers.Serializer[Any]):
    """The second step: what a tested model never sees. Evidence and times are of the original video."""

    answer = AnswerField()
    answer_details = AnswerDetailsSerializer(allow_null=True)
    stage_times = StageTimeSerializer(many=True, help_text="Stages that have a time; not exported.")
    rubric = RecordRubricSerializer(allow_null=True)
    source = RecordSourceSerializer()  # type: ignore[assignment]
    subtitles = RecordSubtitleSerializer(many=True, allow_null=True)
    evidence = EvidenceSerializer(many=True)
    warnings = QuestionWarningSerializer(many=True)
    author_note = serializers.CharField()


class BlindLabelSerializer(serializers.Serializer[Any]):
    """One label of the reviewer's own answer; `side` is empty for a label set."""

    side = serializers.ChoiceField(choices=["", "before", "after"], allow_blank=True)
    label = serializers.CharField(max_length=20)  # type: ignore[assignment]


class BlindSerializer(serializers.Serializer[Any]):
    """What may be answered before the reference is open (`sides` empty: no labels), and what was."""

    mode = serializers.ChoiceField(choices=BlindAnswers.choices)
    sides = serializers.ListField(child=serializers.CharField(allow_blank=True))
    labels = BlindLabelSerializer(many=True)
    may_order_stages = serializers.BooleanField()
    stage_order = serializers.ListField(child=serializers.CharField())


class RevealSerializer(serializers.Serializer[Any]):
    """My own answer, given before I see the reference; neither is needed where the project does not ask for it."""

    labels = BlindLabelSerializer(many=True, required=False)
    stages = serializers.ListField(
        child=serializers.CharField(max_length=8),
        required=False,
        max_length=50,
        help_text="Keys of the shuffled stages, in the order that I think right.",
    )


class ShuffledStageSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    description = serializers.CharField()


class ShuffledStagesSerializer(serializers.Serializer[Any]):
    stages = ShuffledStageSerializer(many=True)


class AssignmentBaseSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(
        help_text="Names your assignment; the same for as long as its round exists."
    )
    project = serializers.IntegerField()
    state = serializers.ChoiceField(choices=AssignmentState.choices)
    question_id = serializers.CharField(help_text="The question's public id.")
    granularity = serializers.ChoiceField(choices=Granularity.choices)
    task = serializers.ChoiceField(choices=TASK_NAMES)
    round_number = serializers.IntegerField(help_text="1 for a question's first review.")
    claimed_at = serializers.DateTimeField()
    lease_expires_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


class AssignmentRowSerializer(AssignmentBaseSerializer):
    """One of my assignments in a list."""

    question = serializers.CharField()
    decision = serializers.ChoiceField(choices=Decision.choices, allow_null=True)


class AssignmentSerializer(AssignmentBaseSerializer):
    """All that the verdict page shows, in two steps: first `as_model_sees`, then `reference`.

    `reference` is null until its holder opens it. `author` is null where the project hides it. `required_share` (0..1)
    of `required_parts` (the whole prepared video, or its evidence: `required_of`) must have been played before a
    verdict counts; `missing_seconds` says how much is left, null while that is not known or not told yet.
    """

    author = PersonNameSerializer(allow_null=True)
    media = AssignmentMediaSerializer()
    as_model_sees = ModelViewSerializer()
    blind = BlindSerializer()
    revealed_at = serializers.DateTimeField(allow_null=True)
    reference = AssignmentReferenceSerializer(allow_null=True)
    watched = stretches_field()
    watched_share = serializers.FloatField(allow_null=True)
    required_share = serializers.FloatField()
    required_of = serializers.ChoiceField(choices=EpisodeWatching.choices)
    required_parts = stretches_field()
    missing_seconds = serializers.FloatField(allow_null=True)
    draft = VerdictDraftSerializer()
    verdict = VerdictSerializer(allow_null=True)


class GivenVerdictSerializer(serializers.Serializer[Any]):
    """My assignment after its verdict. It does not say whether the round has closed."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=AssignmentState.choices)
    ended_at = serializers.DateTimeField()
    verdict = VerdictSerializer()


class NextAssignmentSerializer(serializers.Serializer[Any]):
    """The item to judge next. When there is none now, `assignment` is null: then `held` items are in other people's
    hands, and none of them comes free before `frees_at` unless it is handed back (null when there are none)."""

    assignment = AssignmentSerializer(allow_null=True)
    held = serializers.IntegerField(allow_null=True)
    frees_at = serializers.DateTimeField(allow_null=True)


class UpcomingItemSerializer(serializers.Serializer[Any]):
    """What a page can load ahead: which item it will be, and the address of its video for the next minutes."""

    id = serializers.IntegerField()
    granularity = serializers.ChoiceField(choices=Granularity.choices)
    task = serializers.ChoiceField(choices=TASK_NAMES)
    media_url = serializers.CharField()


class UpcomingSerializer(serializers.Serializer[Any]):
    upcoming = UpcomingItemSerializer(allow_null=True)


class AskNextSerializer(serializers.Serializer[Any]):
    project = IdField()
    granularity = serializers.ChoiceField(choices=Granularity.choices, required=False, allow_null=True)
    task = serializers.ChoiceField(choices=TASK_NAMES, required=False, allow_null=True)


class HeartbeatSerializer(serializers.Serializer[Any]):
    """What was played since the last report."""

    watched = stretches_field(required=False)


class LeaseSerializer(serializers.Serializer[Any]):
    """How the hold stands after a sign of life."""

    lease_expires_at = serializers.DateTimeField()
    watched = stretches_field()
    watched_share = serializers.FloatField(allow_null=True)
    required_share = serializers.FloatField()
    required_of = serializers.ChoiceField(choices=EpisodeWatching.choices)
    required_parts = stretches_field()
    missing_seconds = serializers.FloatField(allow_null=True)
