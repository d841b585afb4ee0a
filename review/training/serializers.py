"""Shapes of training in the API."""

from __future__ import annotations

import math
from typing import Any

from rest_framework import serializers

from annotation.public import Granularity, ModelViewSerializer, PersonNameSerializer
from kernel.fields import CountField, IdField, ShownField
from review.activity.models import Part
from review.assignments.serializers import AssignmentMediaSerializer, AssignmentReferenceSerializer
from review.training.flaws import FLAWS
from review.training.models import QualificationChange, TrainingPlan, Use
from review.training.workflow import TRAINED_ROLES
from review.verdicts.models import Decision
from review.verdicts.serializers import TASK_NAMES

STEPS = ["reading", "hours", "practice"]
#: What an admin can decide; `earned` is written by the rules.
ADMIN_CHANGES = [change for change in QualificationChange.values if change != QualificationChange.EARNED]


def _share(**kwargs: Any) -> serializers.FloatField:
    return serializers.FloatField(min_value=0.0, max_value=1.0, **kwargs)


class TrainingPlanSerializer(serializers.ModelSerializer[TrainingPlan]):
    """What the project asks for before live work."""

    class Meta:
        model = TrainingPlan
        fields = [
            "reviewer_required",
            "annotator_required",
            "hours_required",
            "practice_length",
            "max_runs",
            "reviewer_threshold",
            "annotator_threshold",
            "gold_rate",
        ]
        read_only_fields = fields


class ChangeTrainingPlanSerializer(serializers.Serializer[Any]):
    reviewer_required = serializers.BooleanField(required=False)
    annotator_required = serializers.BooleanField(required=False)
    hours_required = serializers.FloatField(min_value=0.0, max_value=1000.0, required=False)
    practice_length = serializers.IntegerField(min_value=1, max_value=100, required=False)
    max_runs = serializers.IntegerField(min_value=1, max_value=20, required=False)
    reviewer_threshold = _share(required=False)
    annotator_threshold = _share(required=False)
    gold_rate = serializers.FloatField(min_value=0.0, max_value=0.5, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        wrong = [
            name for name, value in attrs.items() if isinstance(value, float) and not math.isfinite(value)
        ]
        if wrong:
            raise serializers.ValidationError(dict.fromkeys(wrong, "Give a number."))
        return attrs


class RunCountsSerializer(serializers.Serializer[Any]):
    """A practice run in numbers; `right` is null until it is finished."""

    number = serializers.IntegerField()
    length = serializers.IntegerField()
    answered = serializers.IntegerField()
    right = serializers.IntegerField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class RoleStandingSerializer(serializers.Serializer[Any]):
    """`event`, `at`, `by` and `reason` are of what decided last: earned (by null), granted or revoked."""

    role = serializers.ChoiceField(choices=list(TRAINED_ROLES))
    required = serializers.BooleanField()  # type: ignore[assignment]
    threshold = serializers.FloatField()
    qualified = serializers.BooleanField()
    steps_left = serializers.ListField(child=serializers.ChoiceField(choices=STEPS))
    event = serializers.ChoiceField(choices=QualificationChange.choices, allow_null=True)
    at = serializers.DateTimeField(allow_null=True)
    by = PersonNameSerializer(allow_null=True)
    reason = serializers.CharField()


class TrainingStandingSerializer(serializers.Serializer[Any]):
    """How far a person is. `seconds` of training without idle time; `blocked`: no live work in a role they have."""

    user = PersonNameSerializer()
    guideline_version = serializers.IntegerField()
    pages = serializers.IntegerField()
    pages_read = serializers.IntegerField()
    read_at = serializers.DateTimeField(allow_null=True)
    seconds = serializers.FloatField()
    hours_required = serializers.FloatField()
    practice_length = serializers.IntegerField()
    items_available = serializers.IntegerField()
    runs = RunCountsSerializer(many=True)
    runs_left = serializers.IntegerField()
    runs_allowed = serializers.IntegerField()
    best_score = serializers.FloatField(allow_null=True)
    blocked = serializers.BooleanField()
    roles = RoleStandingSerializer(many=True)


class TrainingPeopleSerializer(serializers.Serializer[Any]):
    people = TrainingStandingSerializer(many=True)


class GuidelinePageSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    title = serializers.CharField()
    text = serializers.CharField()


class GuidelineSerializer(serializers.Serializer[Any]):
    """The newest guideline in pages, and which of them I have read; version 0 is none yet."""

    version = serializers.IntegerField()
    pages = GuidelinePageSerializer(many=True)
    read_pages = serializers.ListField(child=serializers.IntegerField())
    read_at = serializers.DateTimeField(allow_null=True)


class MarkPageSerializer(serializers.Serializer[Any]):
    project = IdField()
    version = CountField()
    page = CountField()


class ReportWorkSerializer(serializers.Serializer[Any]):
    """Seconds of work on a page so far, idle time left out; `key` names this opening of the page."""

    project = IdField()
    key = serializers.UUIDField()
    part = serializers.ChoiceField(choices=Part.choices)
    seconds = serializers.FloatField(min_value=0.0)


class WorkSessionSerializer(serializers.Serializer[Any]):
    seconds = serializers.FloatField()


class ProjectInBodySerializer(serializers.Serializer[Any]):
    project = IdField()


class RunItemSerializer(serializers.Serializer[Any]):
    """A place in a run; `right` is null until it is judged."""

    id = serializers.IntegerField()
    position = serializers.IntegerField()
    granularity = serializers.ChoiceField(choices=Granularity.choices)
    task = serializers.ChoiceField(choices=TASK_NAMES)
    decision = serializers.ChoiceField(choices=Decision.choices, allow_null=True)
    right = serializers.BooleanField(allow_null=True)


class PracticeRunSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    right = serializers.IntegerField(allow_null=True)
    items = RunItemSerializer(many=True)


class PracticeRunsSerializer(serializers.Serializer[Any]):
    runs = PracticeRunSerializer(many=True)


class FlawChangeSerializer(serializers.Serializer[Any]):
    field = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()


class PracticeFeedbackSerializer(serializers.Serializer[Any]):
    """`gold` is the right verdict, `flaw` what was seeded (null: nothing), `named_by` the reasons that name it."""

    right = serializers.BooleanField()
    gold = serializers.ChoiceField(choices=Decision.choices)
    flaw = serializers.ChoiceField(choices=list(FLAWS), allow_null=True)
    named_by = serializers.ListField(child=serializers.CharField())
    changes = FlawChangeSerializer(many=True)
    explanation = serializers.CharField()


class PracticeItemSerializer(serializers.Serializer[Any]):
    """A practice item as a live one looks, and the feedback once it is judged."""

    id = serializers.IntegerField()
    run = serializers.IntegerField()
    position = serializers.IntegerField()
    granularity = serializers.ChoiceField(choices=Granularity.choices)
    task = serializers.ChoiceField(choices=TASK_NAMES)
    media = AssignmentMediaSerializer()
    as_model_sees = ModelViewSerializer()
    reference = AssignmentReferenceSerializer()
    decision = serializers.ChoiceField(choices=Decision.choices, allow_null=True)
    reasons = serializers.ListField(child=serializers.CharField())
    comment = serializers.CharField()
    answered_at = serializers.DateTimeField(allow_null=True)
    feedback = PracticeFeedbackSerializer(allow_null=True)


class GivePracticeVerdictSerializer(serializers.Serializer[Any]):
    decision = serializers.ChoiceField(choices=Decision.choices)
    reasons = serializers.ListField(child=serializers.CharField(max_length=40), required=False, max_length=20)
    comment = serializers.CharField(required=False, allow_blank=True, max_length=10_000)


class DecideQualificationSerializer(serializers.Serializer[Any]):
    project = IdField()
    user = IdField()
    role = serializers.ChoiceField(choices=list(TRAINED_ROLES))
    change = serializers.ChoiceField(choices=ADMIN_CHANGES)
    reason = ShownField(max_length=2000)


class QualificationEventSerializer(serializers.Serializer[Any]):
    """One line of the trail; `actor` null: the rules."""

    id = serializers.IntegerField()
    user = PersonNameSerializer()
    role = serializers.ChoiceField(choices=list(TRAINED_ROLES))
    event = serializers.ChoiceField(choices=QualificationChange.choices)
    reason = serializers.CharField()
    actor = PersonNameSerializer(allow_null=True)
    at = serializers.DateTimeField()


class SeededItemSerializer(serializers.Serializer[Any]):
    """For admins: a copy of an accepted question with a known verdict, and how people did on it."""

    id = serializers.IntegerField()
    use = serializers.ChoiceField(choices=Use.choices)
    question = serializers.IntegerField()
    question_id = serializers.CharField()
    granularity = serializers.ChoiceField(choices=Granularity.choices)
    task = serializers.ChoiceField(choices=TASK_NAMES)
    flaw = serializers.ChoiceField(choices=list(FLAWS), allow_null=True)
    gold = serializers.ChoiceField(choices=Decision.choices)
    named_by = serializers.ListField(child=serializers.CharField())
    changes = FlawChangeSerializer(many=True)
    explanation = serializers.CharField()
    created_by = PersonNameSerializer()
    created_at = serializers.DateTimeField()
    retired_at = serializers.DateTimeField(allow_null=True)
    answers = serializers.IntegerField()
    answers_right = serializers.IntegerField()


class MakeSeededItemSerializer(serializers.Serializer[Any]):
    """`flaw` null: a sound copy. `seed` chooses where the flaw is."""

    project = IdField()
    question = IdField()
    use = serializers.ChoiceField(choices=Use.choices)
    flaw = serializers.ChoiceField(choices=list(FLAWS), allow_null=True)
    seed = serializers.IntegerField(min_value=0, max_value=2**31, default=0)
    explanation = serializers.CharField(allow_blank=True, max_length=4000, default="")


class MakeSeveralSerializer(serializers.Serializer[Any]):
    project = IdField()
    use = serializers.ChoiceField(choices=Use.choices)
    count = serializers.IntegerField(min_value=1, max_value=200)
    flawed_share = _share()
    seed = serializers.IntegerField(min_value=0, max_value=2**31, default=0)


class MadeItemsSerializer(serializers.Serializer[Any]):
    made = serializers.IntegerField()


class PossibleFlawsSerializer(serializers.Serializer[Any]):
    flaws = serializers.ListField(child=serializers.ChoiceField(choices=list(FLAWS)))
