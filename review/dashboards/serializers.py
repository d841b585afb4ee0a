"""Shapes of the dashboards in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.selectors import Role
from annotation.public import Granularity, PersonNameSerializer, QuestionState
from review.dashboards.figures import AGE_STEPS, OLDEST_STEP
from review.rounds.models import RoundOutcome
from review.rounds.serializers import GivenReasonSerializer
from review.verdicts.models import Decision
from review.verdicts.serializers import TASK_NAMES


class PipelineStepSerializer(serializers.Serializer[Any]):
    """Questions of one granularity: `begun` all there are, `submitted` those ever in review, then by state now."""

    granularity = serializers.ChoiceField(choices=Granularity.choices)
    begun = serializers.IntegerField()
    submitted = serializers.IntegerField()
    draft = serializers.IntegerField()
    in_review = serializers.IntegerField()
    accepted = serializers.IntegerField()
    returned = serializers.IntegerField()
    removed = serializers.IntegerField()
    withdrawn = serializers.IntegerField()


class PipelineSerializer(serializers.Serializer[Any]):
    """From videos to accepted questions."""

    videos = serializers.IntegerField()
    videos_ready = serializers.IntegerField()
    clips = serializers.IntegerField()
    clips_ready = serializers.IntegerField()
    questions = PipelineStepSerializer(many=True)


class AgeStepSerializer(serializers.Serializer[Any]):
    step = serializers.ChoiceField(choices=[name for name, _ in AGE_STEPS] + [OLDEST_STEP])
    n = serializers.IntegerField()


class AgesSerializer(serializers.Serializer[Any]):
    """How long the questions of a state have been in it."""

    state = serializers.ChoiceField(choices=QuestionState.choices)
    n = serializers.IntegerField()
    steps = AgeStepSerializer(many=True)
    oldest_since = serializers.DateTimeField(allow_null=True)


class AgeingSerializer(serializers.Serializer[Any]):
    states = AgesSerializer(many=True)


class WaitingQuestionSerializer(serializers.Serializer[Any]):
    """A question that waits, since when, and for how many days."""

    id = serializers.IntegerField()
    public_id = serializers.CharField()
    granularity = serializers.ChoiceField(choices=Granularity.choices)
    task = serializers.ChoiceField(choices=TASK_NAMES)
    state = serializers.ChoiceField(choices=QuestionState.choices)
    author = PersonNameSerializer()
    since = serializers.DateTimeField()


class PersonWorkSerializer(serializers.Serializer[Any]):
    """`return_rate` of the closed rounds of the person's questions, `reject_rate` of the person's verdicts; null for
    none. Hours are without idle time; reviews count once their round has closed."""

    user = PersonNameSerializer()
    roles = serializers.ListField(child=serializers.ChoiceField(choices=[role.value for role in Role]))
    submitted = serializers.IntegerField()
    decided = serializers.IntegerField()
    returned = serializers.IntegerField()
    removed = serializers.IntegerField()
    return_rate = serializers.FloatField(allow_null=True)
    reviewed = serializers.IntegerField()
    rejected = serializers.IntegerField()
    reject_rate = serializers.FloatField(allow_null=True)
    authoring_hours = serializers.FloatField()
    review_hours = serializers.FloatField()
    training_hours = serializers.FloatField()


class WorkSerializer(serializers.Serializer[Any]):
    """`gini_*`: 0 evenly spread, towards 1 on few; null without any work."""

    people = PersonWorkSerializer(many=True)
    gini_submitted = serializers.FloatField(allow_null=True)
    gini_reviewed = serializers.FloatField(allow_null=True)


class DisagreeingVerdictSerializer(serializers.Serializer[Any]):
    reviewer = PersonNameSerializer()
    decision = serializers.ChoiceField(choices=Decision.choices)
    reasons = GivenReasonSerializer(many=True)
    comment = serializers.CharField()


class DisagreementSerializer(serializers.Serializer[Any]):
    """A closed round whose verdicts differ."""

    id = serializers.IntegerField()
    question = serializers.IntegerField()
    public_id = serializers.CharField()
    question_text = serializers.CharField()
    granularity = serializers.ChoiceField(choices=Granularity.choices)
    task = serializers.ChoiceField(choices=TASK_NAMES)
    state = serializers.ChoiceField(choices=QuestionState.choices)
    round_number = serializers.IntegerField()
    outcome = serializers.ChoiceField(choices=RoundOutcome.choices)
    closed_at = serializers.DateTimeField()
    verdicts = DisagreeingVerdictSerializer(many=True)


class DisagreementPageSerializer(serializers.Serializer[Any]):
    """`withheld`: more that you may not read yet, since you may still have to judge them."""

    count = serializers.IntegerField()
    withheld = serializers.IntegerField()
    results = DisagreementSerializer(many=True)


class WeekSerializer(serializers.Serializer[Any]):
    """My own numbers since `since` (Monday, 0:00 UTC); `seconds` of work without idle time."""

    since = serializers.DateTimeField()
    begun = serializers.IntegerField()
    submitted = serializers.IntegerField()
    accepted = serializers.IntegerField()
    returned = serializers.IntegerField()
    verdicts = serializers.IntegerField()
    practised = serializers.IntegerField()
    seconds = serializers.FloatField()
