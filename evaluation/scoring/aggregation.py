"""Means of question scores: per task and per granularity, with coverage beside them.

Question scores are exact Fractions in 0..1; a percentage is rounded once, half up, from the exact mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal

RESULT_WEIGHT: Final = Fraction(3, 5)
CAUSE_WEIGHT: Final = Fraction(2, 5)

#: Why a question has no score: nobody answered it, the answer was blank, no judge was asked, no attempt of the judge
#: counts, or the judge could not be asked any more.
LeftOut = Literal["no_prediction", "blank_prediction", "no_judge", "judge_unscored", "judge_stopped"]


@dataclass(frozen=True, slots=True)
class QuestionScore:
    """The score of one question, 0..1, or None with the reason. `remark` is what a person should know about
    how the answer was read, '' for nothing."""

    question_id: str
    granularity: str
    type: str
    score: Fraction | None
    left_out: LeftOut | None = None
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """Scores of a set of questions. `points` is the exact sum over those that have a score."""

    n_total: int
    n_scored: int
    points: Fraction

    @property
    def mean(self) -> Fraction | None:
        """Mean over the scored questions, 0..1, unrounded; None where none is scored."""
        return self.points / self.n_scored if self.n_scored else None

    @property
    def mean_missing_as_zero(self) -> Fraction | None:
        """Mean over all questions, each without a score counting 0 whatever the reason; None where there
        are none.
        """
        return self.points / self.n_total if self.n_total else None

    @property
    def percent(self) -> Decimal | None:
        """`mean` in percent, two decimals."""
        return None if self.mean is None else round_percent(self.mean)

    @property
    def percent_missing_as_zero(self) -> Decimal | None:
        """`mean_missing_as_zero` in percent, two decimals."""
        mean = self.mean_missing_as_zero
        return None if mean is None else round_percent(mean)

    @property
    def is_complete(self) -> bool:
        """True at full coverage: only then may the mean be ranked against others."""
        return self.n_scored == self.n_total


@dataclass(frozen=True, slots=True)
class GranularityScores:
    """The scores of one granularity: per task, in the order in which the tasks first came, and over all
    questions.
    """

    tasks: Mapping[str, Summary]
    overall: Summary


def summarise(scores: Iterable[Fraction | None]) -> Summary:
    """Sums question scores; None is a question without one."""
    listed = list(scores)
    scored = [score for score in listed if score is not None]
    return Summary(len(listed), len(scored), sum(scored, Fraction(0)))


def aggregate(scores: Iterable[QuestionScore]) -> GranularityScores:
    """Per-task and overall summaries of the questions of one granularity.

    Overall is the mean over questions, that is the count-weighted mean of the task scores. Raises
    ValueError where both granularities are mixed: their scores are never averaged.
    """
    listed = list(scores)
    if len({score.granularity for score in listed}) > 1:
        raise ValueError("clip and episode questions are summarised separately")
    by_task: dict[str, list[Fraction | None]] = {}
    for score in listed:
        by_task.setdefault(score.type, []).append(score.score)
    return GranularityScores(
        {task: summarise(of_task) for task, of_task in by_task.items()},
        summarise(score.score for score in listed),
    )


def weighted_reasoning_mean(result: Summary, cause: Summary) -> Fraction | None:
    """60 % of the mean of definite-result questions and 40 % of that of explanations, shown beside the
    plain mean of emotional reasoning. None where one of the two kinds has no score."""
    if result.mean is None or cause.mean is None:
        return None
    return RESULT_WEIGHT * result.mean + CAUSE_WEIGHT * cause.mean


def count_weighted_mean(parts: Iterable[tuple[int, Decimal | Fraction]]) -> Fraction:
    """The mean of task scores weighted by their numbers of questions, exact; for published tables that give
    task scores only. Raises ValueError where there is no question at all."""
    listed = [(count, Fraction(score)) for count, score in parts]
    total = sum(count for count, _ in listed)
    if total <= 0:
        raise ValueError("a mean needs at least one question")
    return sum((count * score for count, score in listed), Fraction(0)) / total


def round_percent(share: Fraction) -> Decimal:
    """A share of 0..1 in percent with two decimals, rounded half up: 1/1600 of 1 is 0.06, 0.00125 is 0.13."""
    return round_half_up(share * 100)


def round_half_up(value: Fraction) -> Decimal:
    """A number that is not negative, rounded half up to two decimals from its exact value."""
    return Decimal((value * 200 + 1) // 2).scaleb(-2)
