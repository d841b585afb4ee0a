"""JSON of projects."""

from __future__ import annotations

import math
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import User
from accounts.selectors import Role
from annotation.clips.models import Granularity
from annotation.projects import selectors
from annotation.projects.guidelines import LANGUAGES
from annotation.projects.models import BlindAnswers, DoubleRejection, EpisodeWatching, Project, Protocol
from annotation.projects.quota import Room
from annotation.questions.tasks import find_task, tasks_of
from kernel.fields import ShownField


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}})
class TaskCountsField(serializers.DictField):
    """`{task: n}`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=serializers.IntegerField(min_value=1, max_value=1_000_000), **kwargs)


class TargetsSerializer(serializers.Serializer[Any]):
    """How many accepted questions each task shall have: `{task: n}` for each granularity."""

    clip = TaskCountsField(required=False)
    episode = TaskCountsField(required=False)

    def validate(self, attrs: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
        for granularity, counts in attrs.items():
            for task in counts:
                if find_task(granularity, task) is None:
                    known = ", ".join(one.type for one in tasks_of(granularity))
                    raise serializers.ValidationError(
                        {granularity: [f"{granularity} has no task {task!r}; its tasks are: {known}."]}
                    )
        return attrs


class ProjectSerializer(serializers.ModelSerializer[Project]):
    """A project with the requester's own roles in it."""

    roles = serializers.SerializerMethodField()
    targets = TargetsSerializer(read_only=True)

    class Meta:
        model = Project
        fields = [
            "id",
            "name",
            "protocol",
            "roles",
            "max_rounds",
            "double_rejection",
            "hide_author",
            "min_watched_share",
            "episode_watching",
            "blind_answers",
            "quota_bytes",
            "targets",
            "created_at",
        ]
        read_only_fields = fields

    def get_roles(self, project: Project) -> list[Role]:
        user: User = self.context["request"].user
        return selectors.own_roles(project, user)


class ProjectDetailSerializer(ProjectSerializer):
    """With the current guideline."""

    guideline_text = serializers.CharField(read_only=True, allow_blank=True)
    guideline_version = serializers.IntegerField(read_only=True)

    class Meta(ProjectSerializer.Meta):
        fields = [*ProjectSerializer.Meta.fields, "guideline_text", "guideline_version"]
        read_only_fields = fields

    def to_representation(self, instance: Project) -> dict[str, Any]:
        shown = super().to_representation(instance)
        shown["guideline_text"] = shown["guideline_text"] or ""
        shown["guideline_version"] = shown["guideline_version"] or 0
        return shown


class CreateProjectSerializer(serializers.Serializer[Any]):
    name = ShownField(max_length=120)
    protocol = serializers.ChoiceField(choices=Protocol.choices, default=Protocol.LONGEMOBENCH)
    guideline = serializers.ChoiceField(
        choices=LANGUAGES, default="en", help_text="Language of the guideline that it starts with."
    )


class ChangeProjectSerializer(serializers.Serializer[Any]):
    name = ShownField(max_length=120, required=False)
    max_rounds = serializers.IntegerField(min_value=1, max_value=10, required=False)
    double_rejection = serializers.ChoiceField(choices=DoubleRejection.choices, required=False)
    hide_author = serializers.BooleanField(required=False)
    min_watched_share = serializers.FloatField(min_value=0.0, max_value=1.0, required=False)
    episode_watching = serializers.ChoiceField(choices=EpisodeWatching.choices, required=False)
    blind_answers = serializers.ChoiceField(choices=BlindAnswers.choices, required=False)
    quota_bytes = serializers.IntegerField(
        min_value=1,
        max_value=2**62,
        allow_null=True,
        required=False,
        help_text="What its media may take; null: the server's default. For superusers alone.",
    )
    targets = TargetsSerializer(required=False)
    guideline_text = serializers.CharField(
        allow_blank=True, trim_whitespace=False, max_length=200_000, required=False
    )

    def validate_min_watched_share(self, value: float) -> float:
        if not math.isfinite(value):
            raise serializers.ValidationError("Give a share between 0 and 1.")
        return value


class CountsSerializer(serializers.Serializer[Any]):
    """`{state: n}` with a zero for every state that has none, and their `total`."""

    def to_representation(self, instance: dict[str, int]) -> dict[str, int]:
        names = [str(field.field_name) for field in self.fields.values()]
        shown = {name: instance.get(name, 0) for name in names if name != "total"}
        return {**shown, "total": sum(shown.values())}


class QuestionCountsSerializer(CountsSerializer):
    draft = serializers.IntegerField()
    in_review = serializers.IntegerField()
    returned = serializers.IntegerField()
    accepted = serializers.IntegerField()
    removed = serializers.IntegerField()
    withdrawn = serializers.IntegerField()
    total = serializers.IntegerField()


class VideoCountsSerializer(CountsSerializer):
    awaiting_media = serializers.IntegerField()
    probing = serializers.IntegerField()
    ready = serializers.IntegerField()
    rejected = serializers.IntegerField()
    retired = serializers.IntegerField()
    total = serializers.IntegerField()


class ClipCountsSerializer(CountsSerializer):
    awaiting = serializers.IntegerField()
    cutting = serializers.IntegerField()
    ready = serializers.IntegerField()
    failed = serializers.IntegerField()
    total = serializers.IntegerField()


class GranularityCountsSerializer(serializers.Serializer[Any]):
    clip = QuestionCountsSerializer()
    episode = QuestionCountsSerializer()


class TaskCountSerializer(serializers.Serializer[selectors.TaskCount]):
    granularity = serializers.ChoiceField(choices=Granularity.choices)
    task = serializers.CharField()
    target = serializers.IntegerField(allow_null=True, help_text="Accepted questions wanted; null: none set.")
    by_state = QuestionCountsSerializer()


class RoomSerializer(serializers.Serializer[Room]):
    """Bytes of original files and clips, and of uploads that are coming in; `quota` null: no limit."""

    used = serializers.IntegerField()
    promised = serializers.IntegerField()
    quota = serializers.IntegerField(allow_null=True)
    left = serializers.IntegerField(allow_null=True)


class SummarySerializer(serializers.Serializer[selectors.Summary]):
    """How far the project is."""

    questions = QuestionCountsSerializer(source="by_state")
    by_granularity = GranularityCountsSerializer()
    by_task = TaskCountSerializer(many=True, source="tasks")
    videos = VideoCountsSerializer()
    clips = ClipCountsSerializer()
    jobs_active = serializers.IntegerField()
    storage = RoomSerializer(source="room")
