"""Shapes of questions in the API. Answers are made by documents.py; these describe and check them."""

from __future__ import annotations

from typing import Any, cast

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.clips.models import ClipState, Granularity
from annotation.questions import content as plain
from annotation.questions.models import ItemKind, QuestionState, Source
from annotation.questions.services import DraftContent
from annotation.questions.tasks import TASKS
from annotation.videos.models import VideoState
from kernel.fields import CountField, IdField, SecondsField, ShownField

SIDES = ["", "before", "after"]
RULES = ["", "all", "any"]
FAMILIES = ["result", "trajectory", "cause"]
ACTIONS = ["edit", "submit", "withdraw", "reopen", "waive_watching"]
TASK_NAMES = sorted({task.type for task in TASKS})
TEXT_LIMIT = 20_000
MOST_ROWS = 500


def text_field(**kwargs: Any) -> serializers.CharField:
    """Text exactly as written: may be blank, is not trimmed."""
    return serializers.CharField(allow_blank=True, trim_whitespace=False, max_length=TEXT_LIMIT, **kwargs)


class PersonNameSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class ReferenceLabelSerializer(serializers.Serializer[Any]):
    """One EMOTIC label; `side` is `before` or `after` for transitions, else empty."""

    side = serializers.ChoiceField(choices=SIDES, allow_blank=True)
    label = serializers.CharField(max_length=100)  # type: ignore[assignment]


class ReferenceItemSerializer(serializers.Serializer[Any]):
    """A stage (S), factor (R) or component (C); the last four fields are a stage's, empty for the others."""

    kind = serializers.ChoiceField(choices=ItemKind.choices)
    description = text_field()
    anchor = text_field()
    anchor_time = SecondsField(allow_null=True, help_text="Original timeline; not exported.")
    emotion = text_field()
    intensity = text_field()


class EvidenceSerializer(serializers.Serializer[Any]):
    """Where the evidence lies, in seconds of the original timeline."""

    start = SecondsField()
    end = SecondsField()
    modalities = serializers.ListField(child=serializers.ChoiceField(choices=plain.MODALITIES))
    note = text_field()
    event = IdField(
        allow_null=True,
        required=False,
        help_text="The event of the video that it was taken from.",
    )


class ContentSerializer(serializers.Serializer[Any]):
    """What an annotator writes. Fields that the task does not use are empty."""

    question_text = text_field()
    labels = ReferenceLabelSerializer(many=True)
    answer_text = text_field()
    items: serializers.ListSerializer[Any] = serializers.ListSerializer(
        child=ReferenceItemSerializer(), max_length=MOST_ROWS
    )
    details_description = text_field()
    components_rule = serializers.ChoiceField(choices=RULES, allow_blank=True)
    rubric_family = serializers.ChoiceField(choices=FAMILIES, allow_blank=True)
    rubric_criterion = text_field()
    rubric_scores = serializers.DictField(
        child=text_field(), help_text="Score, as text, to what earns it: {'1': '...', '0': '...'}."
    )
    evidence: serializers.ListSerializer[Any] = serializers.ListSerializer(
        child=EvidenceSerializer(), max_length=MOST_ROWS
    )
    include_subtitles = serializers.BooleanField()
    author_note = text_field(help_text="To the reviewers; not exported.")


class SaveDraftSerializer(ContentSerializer):
    """A whole draft, with the version it was made from. Without `clip` the question stays with its clip."""

    version = CountField()
    clip = IdField(required=False)

    def draft(self) -> DraftContent:
        """The validated data for services.save_draft."""
        data = self.validated_data
        return DraftContent(
            content=plain.RevisionContent(
                question_text=data["question_text"],
                labels=tuple(plain.LabelRow(row["label"], row["side"]) for row in data["labels"]),
                answer_text=data["answer_text"],
                items=tuple(plain.ReferenceItem(**item) for item in data["items"]),
                details_description=data["details_description"],
                components_rule=cast(plain.ComponentsRule, data["components_rule"]),
                rubric_family=data["rubric_family"],
                rubric_criterion=data["rubric_criterion"],
                rubric_scores=data["rubric_scores"],
                evidence=tuple(
                    plain.EvidenceInterval(
                        part["start"],
                        part["end"],
                        tuple(part["modalities"]),
                        part["note"],
                        part.get("event"),
                    )
                    for part in data["evidence"]
                ),
            ),
            include_subtitles=data["include_subtitles"],
            author_note=data["author_note"],
            clip_id=data.get("clip"),
        )


class QuestionSegmentSerializer(serializers.Serializer[Any]):
    start = SecondsField()
    end = SecondsField()


class QuestionVideoSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=VideoState.choices)
    duration = SecondsField(allow_null=True)


class QuestionClipSerializer(serializers.Serializer[Any]):
    """The clip of a question; `segments` is null for the complete original."""

    id = serializers.IntegerField()
    public_id = serializers.CharField()
    state = serializers.ChoiceField(choices=ClipState.choices)
    whole_video = serializers.BooleanField()
    segments = QuestionSegmentSerializer(many=True, allow_null=True)
    duration = SecondsField(allow_null=True)
    video = QuestionVideoSerializer()


class QuestionWarningSerializer(serializers.Serializer[Any]):
    field = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()


class FindingSerializer(QuestionWarningSerializer):
    """One finding of the checks: errors block the submission, warnings go to the reviewers."""

    level = serializers.ChoiceField(choices=["error", "warning"])


class RevisionSerializer(ContentSerializer):
    """One revision in full; open until `submitted_at`. `version` counts the saves of the question."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    version = serializers.IntegerField()
    is_open = serializers.BooleanField()
    source = serializers.ChoiceField(choices=Source.choices)  # type: ignore[assignment]
    written_by = PersonNameSerializer()
    created_at = serializers.DateTimeField()
    saved_at = serializers.DateTimeField()
    submitted_at = serializers.DateTimeField(allow_null=True)
    clip = QuestionClipSerializer()
    warnings = QuestionWarningSerializer(many=True)


class QuestionBaseSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    public_id = serializers.CharField()
    project = serializers.IntegerField()
    granularity = serializers.ChoiceField(choices=Granularity.choices)
    task = serializers.ChoiceField(choices=TASK_NAMES)
    state = serializers.ChoiceField(choices=QuestionState.choices)
    author = PersonNameSerializer()
    created_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


class RowClipSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    public_id = serializers.CharField()
    state = serializers.ChoiceField(choices=ClipState.choices)


class RowVideoSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()


class QuestionRowSerializer(QuestionBaseSerializer):
    """A question in a list, with the beginning of what it asks (its newest revision)."""

    question_text = serializers.CharField()
    revision_number = serializers.IntegerField()
    version = serializers.IntegerField()
    clip = RowClipSerializer()
    video = RowVideoSerializer()


class WaiverSerializer(serializers.Serializer[Any]):
    by = PersonNameSerializer()
    reason = serializers.CharField()


class QuestionSerializer(QuestionBaseSerializer):
    """A question with its newest revision in full.

    `findings` are what the checks say now (empty once nothing can be changed); `watched_share` is the author's, null
    for clip questions; `actions` are what the person who asks may do.
    """

    revision = RevisionSerializer()
    findings = FindingSerializer(many=True)
    watched_share = serializers.FloatField(allow_null=True)
    watch_waiver = WaiverSerializer(allow_null=True)
    actions = serializers.ListField(child=serializers.ChoiceField(choices=ACTIONS))


class CreateQuestionSerializer(serializers.Serializer[Any]):
    clip = IdField()
    task = serializers.CharField(max_length=40)


class SubmitQuestionSerializer(serializers.Serializer[Any]):
    """`version` is the one that the author sees and means."""

    version = CountField()


class QuestionReasonSerializer(serializers.Serializer[Any]):
    reason = ShownField(max_length=2000)


class TransitionSerializer(serializers.Serializer[Any]):
    """One change of the state; `actor` is null for the rules and, except for admins, for reviewers."""

    id = serializers.IntegerField()
    event = serializers.CharField()
    from_state = serializers.CharField()
    to_state = serializers.ChoiceField(choices=QuestionState.choices)
    revision_number = serializers.IntegerField(allow_null=True)
    actor = PersonNameSerializer(allow_null=True)
    reason = serializers.CharField()
    at = serializers.DateTimeField()


class ModelViewSerializer(serializers.Serializer[Any]):
    """What a tested model is given besides the video; `subtitles` null where they are not included."""

    question_id = serializers.CharField()
    video_id = serializers.CharField()
    granularity = serializers.ChoiceField(choices=Granularity.choices)
    type = serializers.ChoiceField(choices=TASK_NAMES)
    question = serializers.CharField()
    subtitles = serializers.ListField(child=serializers.CharField(), allow_null=True)


class RecordPreviewSerializer(serializers.Serializer[Any]):
    """The record as it is or would be exported.

    `record_json` is the canonical text, null while `issues` stand in its way; `frozen` says that it was submitted
    and cannot change.
    """

    revision_number = serializers.IntegerField()
    frozen = serializers.BooleanField()
    record_json = serializers.CharField(allow_null=True)
    record_sha256 = serializers.CharField(allow_null=True)
    issues = QuestionWarningSerializer(many=True)
    model_view = ModelViewSerializer()


class TaskSerializer(serializers.Serializer[Any]):
    granularity = serializers.ChoiceField(choices=Granularity.choices)
    type = serializers.ChoiceField(choices=TASK_NAMES)
    answer_form = serializers.ChoiceField(choices=["labels", "transition", "text"])
    item_kinds = serializers.ListField(child=serializers.ChoiceField(choices=ItemKind.choices))
    min_items = serializers.IntegerField()
    rubric_families = serializers.ListField(child=serializers.ChoiceField(choices=FAMILIES))
    default_rubric_family = serializers.ChoiceField(choices=FAMILIES, allow_null=True)
    is_judged = serializers.BooleanField()
    question_prefix = serializers.CharField()
    published_count = serializers.IntegerField()


class EmoticLabelSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    display = serializers.CharField()
    group = serializers.CharField()
    definition = serializers.CharField()
    synonyms = serializers.ListField(child=serializers.CharField())


class RubricSerializer(serializers.Serializer[Any]):
    family = serializers.ChoiceField(choices=FAMILIES)
    criterion = serializers.CharField()
    scores = extend_schema_field({"type": "object", "additionalProperties": {"type": "string"}})(
        serializers.DictField
    )(child=serializers.CharField())


class VocabularySerializer(serializers.Serializer[Any]):
    """Everything the forms choose from. The same for every project."""

    tasks = TaskSerializer(many=True)
    labels = EmoticLabelSerializer(many=True)
    label_groups = serializers.ListField(child=serializers.CharField())
    modalities = serializers.ListField(child=serializers.ChoiceField(choices=plain.MODALITIES))
    rubrics = RubricSerializer(many=True)
    domains = serializers.ListField(child=serializers.CharField())
    whole_video_share = serializers.FloatField(
        help_text="Share of a video, 0 to 1, that counts as having watched all of it."
    )
