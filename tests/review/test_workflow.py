"""What two verdicts make of a question."""

import pytest

from review.rounds.workflow import attempts_so_far, is_complete, outcome_of

A, R = "accept", "reject"


@pytest.mark.parametrize(
    ("decisions", "attempt", "double_rejection", "outcome"),
    [
        ([A, A], 1, "remove", "accepted"),
        ([A, A], 3, "remove", "accepted"),
        ([A, A], 3, "return", "accepted"),
        ([A, R], 1, "remove", "returned"),
        ([R, A], 2, "return", "returned"),
        ([A, R], 3, "remove", "removed"),
        ([R, A], 3, "return", "removed"),
        ([A, R], 4, "return", "removed"),
        ([R, R], 1, "remove", "removed"),
        ([R, R], 1, "return", "returned"),
        ([R, R], 2, "return", "returned"),
        ([R, R], 3, "return", "removed"),
    ],
)
def test_outcome_follows_the_protocol_when_both_verdicts_are_in(
    decisions: list[str], attempt: int, double_rejection: str, outcome: str
) -> None:
    found = outcome_of(decisions, attempt=attempt, max_rounds=3, double_rejection=double_rejection)
    assert found == outcome


@pytest.mark.parametrize("decisions", [[], [A], [A, A, A], [A, "maybe"]])
def test_outcome_is_refused_when_there_are_not_two_known_verdicts(decisions: list[str]) -> None:
    with pytest.raises(ValueError, match="two verdicts"):
        outcome_of(decisions, attempt=1, max_rounds=3, double_rejection="remove")


def test_outcome_is_refused_when_the_setting_is_unknown() -> None:
    with pytest.raises(ValueError, match="double_rejection"):
        outcome_of([A, R], attempt=1, max_rounds=3, double_rejection="discuss")


def test_round_is_complete_when_two_verdicts_are_in() -> None:
    assert [is_complete([A] * n) for n in (0, 1, 2)] == [False, False, True]


@pytest.mark.parametrize(
    ("number", "last_accepted", "attempts"), [(1, None, 1), (3, None, 3), (4, 3, 1), (6, 4, 2)]
)
def test_attempts_start_anew_when_an_accepted_question_was_reopened(
    number: int, last_accepted: int | None, attempts: int
) -> None:
    assert attempts_so_far(number=number, last_accepted=last_accepted) == attempts
