"""Agreement on reviewers' own labels and orders of stages."""

from __future__ import annotations

import pytest

from review.agreement.blind_answers import BlindItem, OwnAnswer, blind_report

LABELS = ["anger", "annoyance", "fear", "peace"]


def own(*labels: str, side: str = "") -> OwnAnswer:
    return OwnAnswer({side: frozenset(labels)})


def item(first: OwnAnswer | None, second: OwnAnswer | None, task: str = "contextual emotion") -> BlindItem:
    return BlindItem("clip", task, (first, second))


def test_labels_are_compared_by_task_and_side_when_both_answered() -> None:
    both_sides = OwnAnswer({"before": frozenset({"peace"}), "after": frozenset({"fear"})})
    other = OwnAnswer({"before": frozenset({"peace"}), "after": frozenset({"anger"})})
    report = blind_report(
        [
            item(own("anger"), own("anger")),
            item(own("fear"), own("fear", "anger")),
            item(both_sides, other, "emotion transition"),
        ],
        labels=LABELS,
    )
    told = [(each.task, each.side, each.n, each.same_sets) for each in report.labels]
    assert told == [
        ("contextual emotion", "", 2, 1),
        ("emotion transition", "before", 1, 1),
        ("emotion transition", "after", 1, 0),
    ]
    plain, before, after = report.labels
    # Pairs {a},{a} and {f},{f,a}: MASI 0 and 2/3 within; by chance the mean over all 12 ordered pairs of four sets.
    within = (0 + 2 / 3) / 2
    by_chance = 2 * (0 + 1 + 2 / 3 + 1 + 2 / 3 + 2 / 3) / 12
    assert plain.masi.value == pytest.approx(1 - within / by_chance)
    assert plain.jaccard.value == pytest.approx(1 - (0.5 / 2) / (2 * (0 + 1 + 0.5 + 1 + 0.5 + 0.5) / 12))
    assert [(row.label, row.both, row.only_first, row.only_second) for row in plain.confusion] == [
        ("anger", 1, 0, 1),
        ("fear", 1, 0, 0),
    ]
    assert (before.masi.value, before.masi.reason) == (None, "one_value")
    assert after.masi.value == 0.0
    assert after.confusion[0].instead == (("fear", 1),)


def test_items_are_counted_when_an_answer_is_missing() -> None:
    report = blind_report([item(own("fear"), None), item(None, None), item(None, own("fear"))], labels=LABELS)
    assert (report.labels, report.stages) == ([], [])
    assert report.excluded == {"no_answer": 1, "one_answer": 2}


def test_orders_are_compared_when_both_put_the_stages_in_order() -> None:
    def ordered(*stages: str) -> OwnAnswer:
        return OwnAnswer(stages=stages)

    task = "emotion trajectory"
    report = blind_report(
        [
            item(ordered("S1", "S2", "S3"), ordered("S1", "S2", "S3"), task),
            item(ordered("S1", "S2", "S3"), ordered("S2", "S1", "S3"), task),
            item(ordered("S1", "S2"), OwnAnswer(), task),
        ],
        labels=LABELS,
    )
    (stages,) = report.stages
    assert (stages.task, stages.n, stages.same_orders) == (task, 2, 1)
    assert stages.mean_tau.value == pytest.approx((1 + 1 / 3) / 2)
    assert report.labels == []
