"""Shapes of agreement in the API; docs/commands.md describes a figure."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.public import Granularity
from review.agreement.figures import Explanation
from review.agreement.scopes import GROUPINGS
from review.rounds.models import RoundOutcome
from review.verdicts.models import Decision
from review.verdicts.serializers import TASK_NAMES

KINDS: Final = ("both_accept", "disagree", "both_reject")


class ReviewerSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    email = serializers.CharField()


class AgreementVideoSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()


@extend_schema_field(
    {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2, "nullable": True}
)
class EndsField(serializers.ListField):
    """[low, high], or null."""


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}})
class NamedCountsField(serializers.DictField):
    """`{name: count}`; spelled out, since the schema of a dictionary of numbers comes out as one of texts."""


class IntervalsSerializer(serializers.Serializer[Any]):
    observed = EndsField(allow_null=True)
    alpha = EndsField(allow_null=True)
    ac1 = EndsField(allow_null=True)


class BootstrapSerializer(serializers.Serializer[Any]):
    clusters = serializers.IntegerField(help_text="Videos.")
    resamples = serializers.IntegerField()
    seed = serializers.IntegerField()
    computable = NamedCountsField(help_text="Resamples that have a value, by statistic.")


class AcceptRateSerializer(serializers.Serializer[Any]):
    reviewer = ReviewerSerializer()
    n = serializers.IntegerField()
    accepts = serializers.IntegerField()
    accept_rate = serializers.FloatField()


class FigureSerializer(serializers.Serializer[Any]):
    """Agreement on a set of items. What is not computable is null, with its reason in `not_computable`."""

    n = serializers.IntegerField()
    both_accept = serializers.IntegerField()
    disagree = serializers.IntegerField()
    both_reject = serializers.IntegerField()
    observed = serializers.FloatField(allow_null=True)
    alpha = serializers.FloatField(allow_null=True)
    ac1 = serializers.FloatField(allow_null=True)
    interval_95 = IntervalsSerializer()
    excluded = NamedCountsField(help_text="Rounds that were left out, by reason.")
    not_computable = serializers.DictField(child=serializers.CharField())
    accept_rate = serializers.FloatField(allow_null=True)
    expected = serializers.FloatField(allow_null=True)
    reviewers = AcceptRateSerializer(many=True)
    bootstrap = BootstrapSerializer()
    explanation = serializers.ChoiceField(choices=[each.value for each in Explanation], allow_null=True)


class AgreementGroupSerializer(serializers.Serializer[Any]):
    """One group. What its items have in common comes under the names of the filters that select them."""

    key = serializers.CharField()
    granularity = serializers.ChoiceField(choices=Granularity.choices, required=False)
    task = serializers.ChoiceField(choices=TASK_NAMES, required=False)
    reviewers = ReviewerSerializer(many=True, required=False)
    video = AgreementVideoSerializer(required=False)
    week = serializers.CharField(required=False)
    round = serializers.IntegerField(required=False)
    figure = FigureSerializer()


class HoldsSerializer(serializers.Serializer[Any]):
    """Holds in closed rounds that ended without a verdict; somebody else judged in their place."""

    expired = serializers.IntegerField()
    released = serializers.IntegerField()


class AgreementSerializer(serializers.Serializer[Any]):
    """Agreement over a scope and, in pages, for each of its groups. Closed rounds only."""

    by = serializers.ChoiceField(choices=GROUPINGS)
    round = serializers.CharField(help_text="The round that counts, or `all`.")
    may_still_review = serializers.BooleanField(
        help_text="You are a reviewer, too: questions that you may still have to judge are left out."
    )
    overall = FigureSerializer()
    holds_without_verdict = HoldsSerializer()
    count = serializers.IntegerField(help_text="Groups.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = AgreementGroupSerializer(many=True)


class ItemDecisionSerializer(serializers.Serializer[Any]):
    reviewer = ReviewerSerializer()
    decision = serializers.ChoiceField(choices=Decision.choices)


class AgreementItemSerializer(serializers.Serializer[Any]):
    """One round behind a figure, with both decisions."""

    question = serializers.IntegerField()
    question_id = serializers.CharField()
    granularity = serializers.ChoiceField(choices=Granularity.choices)
    task = serializers.ChoiceField(choices=TASK_NAMES)
    round = serializers.IntegerField()
    video = AgreementVideoSerializer()
    closed_at = serializers.DateTimeField()
    outcome = serializers.ChoiceField(choices=RoundOutcome.choices)
    kind = serializers.ChoiceField(choices=KINDS)
    decisions = ItemDecisionSerializer(many=True)


class InsteadSerializer(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]
    count = serializers.IntegerField()


class LabelConfusionSerializer(serializers.Serializer[Any]):
    """How two reviewers used one label; the first is who had slot 1 of the round."""

    label = serializers.CharField()  # type: ignore[assignment]
    both = serializers.IntegerField()
    only_first = serializers.IntegerField()
    only_second = serializers.IntegerField()
    neither = serializers.IntegerField()
    agreement = serializers.FloatField(help_text="Dice: twice both, over all times that it was given.")
    instead = InsteadSerializer(many=True, help_text="What only the other gave where one gave this label.")


class LabelAgreementSerializer(serializers.Serializer[Any]):
    granularity = serializers.ChoiceField(choices=Granularity.choices)
    task = serializers.ChoiceField(choices=TASK_NAMES)
    side = serializers.CharField(help_text="`before` or `after` of a transition, else empty.")
    n = serializers.IntegerField()
    same_sets = serializers.IntegerField()
    masi = serializers.FloatField(allow_null=True, help_text="Alpha with the MASI distance.")
    jaccard = serializers.FloatField(allow_null=True, help_text="Alpha with the Jaccard distance.")
    not_computable = serializers.DictField(child=serializers.CharField())
    confusion = LabelConfusionSerializer(many=True)


class StageAgreementSerializer(serializers.Serializer[Any]):
    granularity = serializers.ChoiceField(choices=Granularity.choices)
    task = serializers.ChoiceField(choices=TASK_NAMES)
    n = serializers.IntegerField()
    same_orders = serializers.IntegerField()
    mean_tau = serializers.FloatField(allow_null=True, help_text="Mean of Kendall's tau over the items.")
    not_computable = serializers.DictField(child=serializers.CharField())


class OwnAnswersSerializer(serializers.Serializer[Any]):
    """Agreement on what reviewers answered before they saw the reference, from closed rounds."""

    labels = LabelAgreementSerializer(many=True)
    stages = StageAgreementSerializer(many=True)
    excluded = NamedCountsField(help_text="Rounds that were left out, by reason.")
