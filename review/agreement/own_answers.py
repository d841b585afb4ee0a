"""The report on reviewers' own answers in a scope. Computed when asked for, never stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from accounts.models import User
from annotation.public import LABELS, get_task
from review.agreement import selectors
from review.agreement.blind_answers import (
    BlindItem,
    LabelAgreement,
    OwnAnswer,
    StageAgreement,
    blind_report,
)
from review.agreement.scopes import ClosedItem, Scope

Answers = Mapping[tuple[int, int], OwnAnswer]


def asks_first(item: ClosedItem) -> bool:
    """Whether the task lets reviewers answer for themselves: labels, or an order of stages."""
    task = get_task(item.granularity, item.task)
    return task.answer_form in ("labels", "transition") or task.item_kinds == ("S",)


def read_answers(
    scope: Scope, *, viewer: User, may_still_review: bool
) -> tuple[list[ClosedItem], Answers, Mapping[str, int]]:
    """The counted items of tasks that ask first, their answers, and why items were left out; four queries."""
    found = selectors.closed_items(scope, viewer=viewer, may_still_review=may_still_review)
    left_out: dict[str, int] = {}
    for item, reason in found.left_out:
        if asks_first(item):
            left_out[reason] = left_out.get(reason, 0) + 1
    items = [item for item in found.counted if asks_first(item)]
    return items, selectors.own_answers(items, scope), left_out


def own_answer_document(
    items: Sequence[ClosedItem], answers: Answers, left_out: Mapping[str, int]
) -> dict[str, Any]:
    """Agreement by task as plain data; null where not computable, with the reason beside it."""
    told = blind_report(
        [
            BlindItem(
                item.granularity,
                item.task,
                (
                    answers.get((item.round_id, item.decisions[0][0])),
                    answers.get((item.round_id, item.decisions[1][0])),
                ),
            )
            for item in items
        ],
        labels=[label.name for label in LABELS],
    )
    return {
        "labels": [_labels(row) for row in told.labels],
        "stages": [_stages(row) for row in told.stages],
        "excluded": dict(sorted({**left_out, **told.excluded}.items())),
    }


def answer_rows(
    items: Sequence[ClosedItem], answers: Answers, people: Mapping[int, Mapping[str, Any]]
) -> Iterator[list[str]]:
    """One row for each set of labels and each order of stages, by item, round, reviewer and side."""
    for item in sorted(items, key=lambda item: (item.public_id, item.round_number)):
        for reviewer, _ in item.decisions:
            answer = answers.get((item.round_id, reviewer))
            if answer is None:
                continue
            facts = [
                item.public_id,
                str(item.round_number),
                item.granularity,
                item.task,
                str(people[reviewer]["email"]),
            ]
            for side, labels in sorted(answer.labels.items()):
                yield [*facts, side, " | ".join(sorted(labels)), ""]
            if answer.stages:
                yield [*facts, "", "", " | ".join(answer.stages)]


def _labels(row: LabelAgreement) -> dict[str, Any]:
    statistics = {"masi": row.masi, "jaccard": row.jaccard}
    return {
        "granularity": row.granularity,
        "task": row.task,
        "side": row.side,
        "n": row.n,
        "same_sets": row.same_sets,
        **{name: each.value for name, each in statistics.items()},
        "not_computable": {name: each.reason.value for name, each in statistics.items() if each.reason},
        "confusion": [
            {
                "label": label.label,
                "both": label.both,
                "only_first": label.only_first,
                "only_second": label.only_second,
                "neither": label.neither,
                "agreement": label.agreement,
                "instead": [{"label": other, "count": count} for other, count in label.instead],
            }
            for label in row.confusion
        ],
    }


def _stages(row: StageAgreement) -> dict[str, Any]:
    return {
        "granularity": row.granularity,
        "task": row.task,
        "n": row.n,
        "same_orders": row.same_orders,
        "mean_tau": row.mean_tau.value,
        "not_computable": {"mean_tau": row.mean_tau.reason.value} if row.mean_tau.reason else {},
    }
