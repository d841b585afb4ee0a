"""Shapes of what an author reads about closed rounds."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from kernel.fields import SecondsField
from review.rounds.models import RoundOutcome
from review.rounds.selectors import ClosedRound
from review.verdicts.models import Decision, Verdict
from review.verdicts.reasons import find_reason


class GivenReasonSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    title = serializers.CharField()


class FeedbackVerdictSerializer(serializers.Serializer[tuple[int, Verdict]]):
    """One verdict without its writer: `reviewer` is 1 or 2 and means something within its round only."""

    reviewer = serializers.IntegerField(min_value=1, max_value=2)
    decision = serializers.ChoiceField(choices=Decision.choices)
    reasons = GivenReasonSerializer(many=True)
    comment = serializers.CharField()
    comment_field = serializers.CharField(help_text="Field of the record, or empty.")
    comment_time = SecondsField(allow_null=True, help_text="Original timeline.")
    answer = serializers.CharField(
        allow_blank=True, help_text="What the author answered; empty: nothing yet."
    )

    def to_representation(self, instance: tuple[int, Verdict]) -> dict[str, Any]:
        place, verdict = instance
        return super().to_representation(
            {  # type: ignore[arg-type]
                "reviewer": place,
                "decision": verdict.decision,
                "reasons": [
                    {"code": code, "title": reason.title if (reason := find_reason(code)) else code}
                    for code in verdict.reasons
                ],
                "comment": verdict.comment,
                "comment_field": verdict.comment_field,
                "comment_time": verdict.comment_time,
                "answer": answer.text if (answer := getattr(verdict, "answer", None)) else "",
            }
        )


class FeedbackRoundSerializer(serializers.Serializer[ClosedRound]):
    number = serializers.IntegerField()
    revision_number = serializers.IntegerField()
    outcome = serializers.ChoiceField(choices=RoundOutcome.choices)
    closed_at = serializers.DateTimeField()
    verdicts = FeedbackVerdictSerializer(many=True)


class FeedbackSerializer(serializers.Serializer[Any]):
    """What reviewers said in the closed rounds of a question, newest round first."""

    rounds = FeedbackRoundSerializer(many=True)
