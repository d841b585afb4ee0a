"""Puts gold items into the live queue, in the transaction of a submission (review/apps.py).

A gold item comes in beside a live one and so has its place and its numbers among them: ids and order are those of a
queue in which it was submitted. The copy is a question in a store of its own, its round one of the project like any
other; what reviews do with rounds, they do with this one, but for the end: its question goes nowhere.
"""

from __future__ import annotations

import json
from decimal import Decimal

from django.conf import settings
from django.utils import timezone

from accounts.models import Membership
from annotation.public import (
    Event,
    EvidenceInterval,
    Project,
    Question,
    ReferenceItem,
    Revision,
    begin_question,
    canonical_json,
    get_task,
    lock_question,
    move_question,
    next_public_id,
    record_sha256,
)
from review.assignments.models import Assignment
from review.gold.models import GoldBar, GoldPlacement, GoldStore
from review.gold.placing import is_followed_by_gold, order_of
from review.rounds.models import Round
from review.rounds.workflow import VERDICTS_NEEDED
from review.trail.models import StepKind
from review.trail.services import note_step
from review.training.models import PracticeAnswer, SeededItem, TrainingPlan, Use


def place_beside(question: Question, revision: Revision) -> None:
    """Puts a gold item beside the round of a revision that is being submitted, where the project's rate says so.

    Nothing happens without an item that two reviewers can be given who know neither it nor its question.
    """
    rate = TrainingPlan.objects.filter(pk=question.project_id).values_list("gold_rate", flat=True).first()
    if not rate:
        return
    live = Round.objects.get(revision=revision)
    if is_followed_by_gold(
        key=settings.SECRET_KEY, project_id=question.project_id, round_id=live.pk, rate=rate
    ):
        place_next(project_id=question.project_id)


def place_next(*, project_id: int) -> Round | None:
    """Opens the round of the next usable gold item; None when there is none. Runs in the caller's transaction."""
    waiting = list(
        SeededItem.objects.filter(
            project_id=project_id, use=Use.GOLD, retired_at__isnull=True, placement__isnull=True
        ).select_related("revision__question", "revision__clip")
    )
    waiting.sort(key=lambda item: order_of(key=settings.SECRET_KEY, project_id=project_id, item_id=item.pk))
    for item in waiting:
        barred = people_who_know(item)
        free = Membership.objects.filter(
            project_id=project_id, is_reviewer=True, ended_at__isnull=True, user__is_active=True
        ).exclude(user_id__in=barred)
        if free.count() >= VERDICTS_NEEDED:
            return _place(item, barred)
    return None


def people_who_know(item: SeededItem) -> set[int]:
    """Who cannot be given the item: who wrote or held its question, practised on it, made it, or is an admin."""
    question_id = item.revision.question_id
    return {
        item.created_by_id,
        item.revision.question.author_id,
        *Revision.objects.filter(question_id=question_id).values_list("written_by_id", flat=True),
        # Whoever held it has seen it, also when they handed it back or took their verdict back.
        *Assignment.objects.filter(round__question_id=question_id).values_list("reviewer_id", flat=True),
        *PracticeAnswer.objects.filter(item__revision__question_id=question_id).values_list(
            "run__user_id", flat=True
        ),
        *Assignment.objects.filter(round__gold__item__revision__question_id=question_id).values_list(
            "reviewer_id", flat=True
        ),
        *Membership.objects.filter(
            project_id=item.project_id, is_admin=True, ended_at__isnull=True
        ).values_list("user_id", flat=True),
    }


def _place(item: SeededItem, barred: set[int]) -> Round:
    original = item.revision.question
    store = _store_of(item)
    question = Question(
        project_id=store.store_id,
        public_id=_public_id(store, original),
        granularity=original.granularity,
        task=original.task,
        author=original.author,
    )
    begin_question(question=question, event=Event.CREATE, actor=original.author)
    revision = _copy_revision(item, question)
    submitted = lock_question(question_id=question.pk)
    move_question(question=submitted, event=Event.SUBMIT, actor=original.author, revision=revision)
    now = timezone.now()
    placed = Round.objects.create(
        project_id=item.project_id,
        question=submitted,
        revision=revision,
        number=1,
        granularity=original.granularity,
        task=original.task,
        opened_at=now,
        is_gold=True,
    )
    note_step(round_id=placed.pk, kind=StepKind.OPENED, actor_id=revision.written_by_id, at=now)
    GoldPlacement.objects.create(item=item, round=placed)
    GoldBar.objects.bulk_create(GoldBar(round=placed, user_id=user_id) for user_id in sorted(barred))
    return placed


def _store_of(item: SeededItem) -> GoldStore:
    """The project's store with its row locked, made when there is none."""
    found = GoldStore.objects.select_for_update().filter(pk=item.project_id).first()
    if found is not None:
        return found
    kept = Project.objects.create(
        name=f"Gold items of project {item.project_id}", is_store=True, created_by=item.created_by
    )
    return GoldStore.objects.create(project_id=item.project_id, store=kept)


def _public_id(store: GoldStore, original: Question) -> str:
    """The id reserved at the placement before; the next one is reserved now."""
    prefix = get_task(original.granularity, original.task).question_prefix
    fresh = next_public_id(project_id=store.project_id, prefix=prefix)
    given = store.reserved.get(prefix)
    if given is None:
        given, fresh = fresh, next_public_id(project_id=store.project_id, prefix=prefix)
    store.reserved = {**store.reserved, prefix: fresh}
    store.save(update_fields=["reserved"])
    return str(given)


def _copy_revision(item: SeededItem, question: Question) -> Revision:
    """The copy as a submitted revision: with it come the evidence and the times that reviewers see."""
    source = item.revision
    record = {**json.loads(item.record_json), "question_id": question.public_id}
    text = canonical_json(record)
    revision = Revision.objects.create(
        question=question,
        number=1,
        clip=source.clip,
        question_text=record["question"],
        answer_text=record["answer"] if isinstance(record["answer"], str) else "",
        include_subtitles=source.include_subtitles,
        author_note=source.author_note,
        written_by=question.author,
        warnings=source.warnings,
    )
    EvidenceInterval.objects.bulk_create(
        EvidenceInterval(
            revision=revision,
            position=place,
            start=Decimal(str(part["start"])),
            end=Decimal(str(part["end"])),
            modalities=part["modalities"],
            note=part["note"],
        )
        for place, part in enumerate(item.evidence)
    )
    times = {each["id"]: Decimal(str(each["time"])) for each in item.stage_times}
    details = record["answer_details"] or {"items": []}
    stages = [each for each in details["items"] if each["id"].startswith("S")]
    ReferenceItem.objects.bulk_create(
        ReferenceItem(
            revision=revision,
            kind="S",
            position=place,
            description=stage["description"],
            anchor=stage["anchor"] or "",
            anchor_time=times.get(stage["id"]),
            emotion=stage["emotion"],
            intensity=stage["intensity"] or "",
        )
        for place, stage in enumerate(stages, start=1)
    )
    revision.record_json = text
    revision.record_sha256 = record_sha256(text)
    revision.submitted_at = timezone.now()
    revision.save(update_fields=["record_json", "record_sha256", "submitted_at"])
    return revision
