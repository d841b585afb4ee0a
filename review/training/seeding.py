"""Seeded items: copies of accepted records with a known verdict, made by admins."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.policies import require_role
from accounts.selectors import Role
from annotation.public import Question, QuestionState, Revision, canonical_json, last_submitted_revision
from kernel.errors import Conflict, FieldError, Invalid, NotFound
from kernel.times import to_json_number
from review.training.flaws import Evidence, Flawed, FlawName, Material, make_flawed, possible_flaws
from review.training.models import SeededItem, Use


def material_of(revision: Revision) -> Material:
    """What reviewers see of a submitted revision; three queries, fewer when its rows are prefetched."""
    record: dict[str, Any] = json.loads(revision.record_json)
    stages = sorted((row for row in revision.items.all() if row.kind == "S"), key=lambda row: row.position)
    rows = sorted(revision.evidence.all(), key=lambda row: row.position)
    return Material(
        record=record,
        evidence=tuple(Evidence(row.start, row.end, tuple(row.modalities), row.note) for row in rows),
        stage_times={
            f"S{place}": stage.anchor_time
            for place, stage in enumerate(stages, start=1)
            if stage.anchor_time is not None
        },
    )


def accepted_revision(*, project_id: int, question_id: int) -> Revision:
    """The accepted revision of a question of the project. Raises NotFound, or Conflict `not_accepted`."""
    question = Question.objects.filter(pk=question_id, project_id=project_id).first()
    revision = last_submitted_revision(question_id=question_id) if question is not None else None
    if question is None or revision is None:
        raise NotFound("not_found", f"There is no submitted question {question_id} in this project.")
    if question.state != QuestionState.ACCEPTED:
        raise Conflict(
            "not_accepted",
            f"{question.public_id} is not accepted, so its right verdict is not known; choose an accepted one.",
        )
    return revision


def flaws_for(*, actor: User, project_id: int, question_id: int) -> list[FlawName]:
    """The flaws that an accepted question has a place for. For admins."""
    require_role(user=actor, project_id=project_id, any_of=(Role.ADMIN,))
    return possible_flaws(material_of(accepted_revision(project_id=project_id, question_id=question_id)))


@transaction.atomic
def make_seeded_item(
    *,
    actor: User,
    project_id: int,
    question_id: int,
    use: Use,
    flaw: FlawName | None,
    seed: int = 0,
    explanation: str = "",
) -> SeededItem:
    """A sound copy (flaw None) or one with a seeded flaw, of an accepted question. For admins.

    Raises NotFound and Conflict as accepted_revision, Invalid `flaw_has_no_place` for a flaw that the record
    cannot have, Conflict `seeded_already` for a copy that there is already.
    """
    require_role(user=actor, project_id=project_id, any_of=(Role.ADMIN,))
    revision = accepted_revision(project_id=project_id, question_id=question_id)
    return _store(actor, revision, use, flaw, seed, explanation)


@transaction.atomic
def make_several(
    *, actor: User, project_id: int, use: Use, count: int, flawed_share: float, seed: int
) -> list[SeededItem]:
    """Up to `count` items from accepted questions that have none of that use yet, about `flawed_share` of them flawed.

    Which questions, and which flaw each gets, follows from `seed`. For admins. Fewer come back when there are fewer
    such questions; Conflict `no_accepted_questions` when there is none at all.
    """
    require_role(user=actor, project_id=project_id, any_of=(Role.ADMIN,))
    used = SeededItem.objects.filter(project_id=project_id, use=use, retired_at__isnull=True)
    free = list(
        Question.objects.filter(project_id=project_id, state=QuestionState.ACCEPTED)
        .exclude(pk__in=used.values("revision__question_id"))
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    if not free:
        raise Conflict(
            "no_accepted_questions",
            "Every accepted question has such an item already; accept more questions first, or retire items.",
        )
    chosen = random.Random(seed)  # noqa: S311 (repeatable, no secret)
    picked = chosen.sample(free, min(count, len(free)))
    flawed = round(flawed_share * len(picked))
    made = []
    for place, question_id in enumerate(picked):
        revision = accepted_revision(project_id=project_id, question_id=question_id)
        flaw: FlawName | None = None
        if place < flawed:
            possible = possible_flaws(material_of(revision))
            flaw = chosen.choice(possible) if possible else None
        made.append(_store(actor, revision, use, flaw, seed, ""))
    return made


@transaction.atomic
def retire_seeded_item(*, actor: User, item_id: int) -> SeededItem:
    """Takes an item out of new runs and of the pool; what was answered stays. Twice is the same as once."""
    item = SeededItem.objects.select_for_update().filter(pk=item_id).first()
    if item is None:
        raise NotFound("not_found", f"There is no seeded item {item_id}.")
    require_role(user=actor, project_id=item.project_id, any_of=(Role.ADMIN,))
    if item.retired_at is None:
        item.retired_at = timezone.now()
        item.save(update_fields=["retired_at"])
    return item


def _store(
    actor: User, revision: Revision, use: Use, flaw: FlawName | None, seed: int, explanation: str
) -> SeededItem:
    material = material_of(revision)
    made: Flawed | None = None
    if flaw is not None:
        made = make_flawed(material, flaw=flaw, seed=seed)
        if made is None:
            possible = ", ".join(possible_flaws(material)) or "none"
            message = f"{revision.question.public_id} has no place for {flaw}; possible: {possible}."
            raise Invalid(
                "flaw_has_no_place", message, errors=[FieldError("flaw", "flaw_has_no_place", message)]
            )
        material = made.material
    text = canonical_json(material.record)
    evidence = [_evidence_document(part) for part in material.evidence]
    times = _times_document(material.stage_times)
    project_id = revision.question.project_id
    same = SeededItem.objects.filter(
        project_id=project_id, use=use, revision=revision, record_json=text, retired_at__isnull=True
    )
    if any(one.evidence == evidence and one.stage_times == times for one in same):
        raise Conflict(
            "seeded_already",
            f"There is just this copy of {revision.question.public_id} already; choose another flaw or seed.",
        )
    return SeededItem.objects.create(
        project_id=project_id,
        revision=revision,
        use=use,
        flaw=flaw or "",
        seed=seed,
        gold="reject" if made else "accept",
        named_by=list(made.reasons) if made else [],
        changes=[
            {"field": one.field, "before": one.before, "after": one.after}
            for one in (made.changes if made else ())
        ],
        record_json=text,
        evidence=evidence,
        stage_times=times,
        explanation=explanation.strip(),
        created_by=actor,
    )


def _evidence_document(part: Evidence) -> dict[str, Any]:
    return {
        "start": to_json_number(part.start),
        "end": to_json_number(part.end),
        "modalities": list(part.modalities),
        "note": part.note,
    }


def _times_document(times: Mapping[str, Decimal]) -> list[dict[str, Any]]:
    return [
        {"id": stage, "time": to_json_number(times[stage])}
        for stage in sorted(times, key=lambda name: int(name[1:]))
    ]
