"""The step from what a tested model sees to the reference: once, with the reviewer's own answer before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from annotation.public import BlindAnswers, get_task, is_label, normalise_label
from kernel.errors import Conflict, FieldError, Invalid
from review.assignments.models import Assignment
from review.assignments.services import lock_own, require_live
from review.blind.models import BlindLabel
from review.trail.models import StepKind
from review.trail.services import note_step


@dataclass(frozen=True, slots=True)
class BlindAnswer:
    """What a reviewer answers for themselves: (side, label) pairs, and stage keys in the order they think right.

    Sides are '' for a label set, 'before' and 'after' for a transition. Both empty: no answer.
    """

    labels: tuple[tuple[str, str], ...] = ()
    stages: tuple[str, ...] = ()

    def is_empty(self) -> bool:
        return not self.labels and not self.stages


def sides_of(assignment: Assignment) -> tuple[str, ...]:
    """The sides for which the reviewer of a label task may give labels; none for other tasks, or where it is off.

    Reads the joined round and project.
    """
    if assignment.project.blind_answers == BlindAnswers.OFF:
        return ()
    form = get_task(assignment.round.granularity, assignment.round.task).answer_form
    return {"labels": ("",), "transition": ("before", "after")}.get(form, ())


def may_order_stages(assignment: Assignment) -> bool:
    """Whether the task has stages that the reviewer may put in order first. Reads the joined round and project."""
    task = get_task(assignment.round.granularity, assignment.round.task)
    return assignment.project.blind_answers != BlindAnswers.OFF and task.item_kinds == ("S",)


@transaction.atomic
def reveal_reference(*, reviewer: User, round_id: int, answer: BlindAnswer) -> None:
    """Opens the reference of a held item for its reviewer, keeping the answer that they gave before, and the time.

    The same again, or without an answer, changes nothing. Raises NotFound for anybody but the holder; Conflict as
    require_live does, and `reference_shown` for another answer once the reference is open; Invalid for labels that
    are none, for the wrong side or twice, for an answer where none is asked, `blind_answer_required` where the
    project wants one, and for an order of stages that leaves one out.
    """
    assignment = lock_own(reviewer=reviewer, round_id=round_id)
    if assignment.revealed_at is not None:
        if not answer.is_empty() and _stored(assignment) != _checked(answer, assignment):
            raise Conflict(
                "reference_shown",
                "The reference is open already, so your own answer can no longer be changed.",
            )
        return
    now = timezone.now()
    require_live(assignment, now)
    answer = _checked(answer, assignment)
    sides = sides_of(assignment)
    if sides and not answer.labels and assignment.project.blind_answers == BlindAnswers.REQUIRED:
        message = "Give your own labels first; this project asks for them before the reference is shown."
        raise Invalid("blind_answer_required", message, errors=[FieldError("labels", "required", message)])
    BlindLabel.objects.bulk_create(
        BlindLabel(assignment=assignment, side=side, position=place, label=label)
        for place, (side, label) in enumerate(answer.labels)
    )
    assignment.revealed_at = now
    assignment.stage_order = list(answer.stages)
    assignment.save(update_fields=["revealed_at", "stage_order"])
    note_step(round_id=round_id, kind=StepKind.REVEALED, actor_id=reviewer.pk, at=now)


@transaction.atomic
def show_stages(*, reviewer: User, round_id: int) -> list[dict[str, str]]:
    """The stages of a held item as (key, description), shuffled, for a reviewer who wants to order them first.

    The order is the same each time for this assignment and another one for others; a key says nothing about the
    stage's place. Raises Conflict as require_live does, Invalid `no_stages` for a task without stages or where the
    project has blind answers off.
    """
    assignment = lock_own(reviewer=reviewer, round_id=round_id)
    now = timezone.now()
    require_live(assignment, now)
    if not may_order_stages(assignment):
        raise Invalid("no_stages", "This item has no stages that could be put in order before the reference.")
    if assignment.stages_shown_at is None:
        assignment.stages_shown_at = now
        assignment.save(update_fields=["stages_shown_at"])
    return [{"key": key, "description": text} for key, _, text in shuffled_stages(assignment)]


def shuffled_stages(assignment: Assignment) -> list[tuple[str, str, str]]:
    """(key, id in the record, description) of each stage, in an order that depends on the assignment alone."""
    record = json.loads(assignment.round.revision.record_json)
    details: dict[str, Any] = record["answer_details"] or {"items": []}
    keyed = [
        (
            hashlib.sha256(f"{assignment.pk} {assignment.round_id} {item['id']}".encode()).hexdigest()[:8],
            str(item["id"]),
            str(item["description"]),
        )
        for item in details["items"]
    ]
    return sorted(keyed)


def _stored(assignment: Assignment) -> BlindAnswer:
    labels = assignment.blind_labels.order_by("position").values_list("side", "label")
    return BlindAnswer(tuple(labels), tuple(assignment.stage_order))


def _checked(answer: BlindAnswer, assignment: Assignment) -> BlindAnswer:
    """The answer as it is stored: labels in the record's spelling, stages by their ids. Raises Invalid."""
    errors = [*_label_errors(answer.labels, sides_of(assignment))]
    stages: tuple[str, ...] = ()
    if answer.stages:
        stages, wrong = _read_stages(answer.stages, assignment)
        errors += wrong
    if errors:
        raise Invalid("invalid", errors[0].message, errors=errors)
    return BlindAnswer(tuple((side, normalise_label(label)) for side, label in answer.labels), stages)


def _label_errors(labels: Sequence[tuple[str, str]], sides: tuple[str, ...]) -> Iterable[FieldError]:
    if labels and not sides:
        yield FieldError("labels", "not_asked", "No labels are asked for before the reference of this item.")
        return
    seen: set[tuple[str, str]] = set()
    for side, label in labels:
        if side not in sides:
            known = " or ".join(repr(each) for each in sides)
            yield FieldError("labels", "wrong_side", f"The side of a label is {known} here, not {side!r}.")
        elif not is_label(normalise_label(label)):
            yield FieldError("labels", "unknown_label", f"{label!r} is none of the 26 labels.")
        elif (side, normalise_label(label)) in seen:
            yield FieldError("labels", "duplicate_label", f"{label!r} is there twice.")
        seen.add((side, normalise_label(label)))
    empty = [side for side in sides if labels and side not in {each for each, _ in labels}]
    for side in empty:
        yield FieldError("labels", "side_empty", f"Give labels for {side!r}, too, or none at all.")


def _read_stages(keys: Sequence[str], assignment: Assignment) -> tuple[tuple[str, ...], list[FieldError]]:
    ids = (
        {key: stage for key, stage, _ in shuffled_stages(assignment)} if may_order_stages(assignment) else {}
    )
    if sorted(keys) != sorted(ids):
        message = "An order of the stages names each of them once, by the keys they were shown with."
        return (), [FieldError("stages", "not_all_stages", message)]
    return tuple(ids[key] for key in keys), []
