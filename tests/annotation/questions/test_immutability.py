"""The database refuses to change a submitted revision, even to those who go round the services."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest
from django.db import IntegrityError, connection, transaction

from annotation.questions import immutability
from annotation.questions.models import EvidenceInterval, LabelRow, ReferenceItem, Revision
from annotation.questions.revisions import read_content
from tests.annotation.questions.making import make_draft, make_submitted, newest
from tests.annotation.questions.samples import CONTEXTUAL, TRAJECTORY
from tests.personas import People

Change = Callable[[Revision], object]

CHANGES: dict[str, Change] = {
    "text": lambda r: Revision.objects.filter(pk=r.pk).update(question_text="Other?"),
    "record": lambda r: Revision.objects.filter(pk=r.pk).update(record_json="{}"),
    "reopen": lambda r: Revision.objects.filter(pk=r.pk).update(
        submitted_at=None, record_json="", record_sha256=""
    ),
    "clip": lambda r: Revision.objects.filter(pk=r.pk).update(version=9),
    "save": lambda r: r.save(),
    "label update": lambda r: LabelRow.objects.filter(revision=r).update(position=7),
    "label insert": lambda r: LabelRow.objects.create(revision=r, side="", position=9, label="fear"),
    "label delete": lambda r: LabelRow.objects.filter(revision=r).delete(),
    "item update": lambda r: ReferenceItem.objects.filter(revision=r).update(emotion="joy"),
    "item insert": lambda r: ReferenceItem.objects.create(revision=r, kind="S", position=9),
    "item delete": lambda r: ReferenceItem.objects.filter(revision=r).delete(),
    "evidence update": lambda r: EvidenceInterval.objects.filter(revision=r).update(note="other"),
    "evidence insert": lambda r: EvidenceInterval.objects.create(
        revision=r, position=9, start=Decimal(1), end=Decimal(2)
    ),
    "evidence delete": lambda r: EvidenceInterval.objects.filter(revision=r).delete(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_change_is_refused_by_the_database_when_the_revision_is_submitted(
    people: People, change: str
) -> None:
    task = CONTEXTUAL if change.startswith("label") else TRAJECTORY
    revision = newest(make_submitted(people, task))
    before = (Revision.objects.filter(pk=revision.pk).values().get(), read_content(revision))
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        CHANGES[change](revision)
    assert immutability.MESSAGE in str(refusal.value)
    again = Revision.objects.get(pk=revision.pk)
    assert (Revision.objects.filter(pk=revision.pk).values().get(), read_content(again)) == before


def test_deleting_is_refused_by_the_database_when_the_revision_is_submitted(people: People) -> None:
    revision = newest(make_submitted(people, CONTEXTUAL))
    # Raw SQL: Django's own delete would meet the protection of its foreign keys first.
    with pytest.raises(IntegrityError) as refusal, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM annotation_revision WHERE id = %s", [revision.pk])
    assert immutability.MESSAGE in str(refusal.value)
    assert Revision.objects.filter(pk=revision.pk).count() == 1


def test_a_row_cannot_be_moved_into_a_submitted_revision_when_its_own_is_open(people: People) -> None:
    submitted = newest(make_submitted(people, CONTEXTUAL))
    row = LabelRow.objects.filter(revision=newest(make_draft(people, CONTEXTUAL))).earliest("position")
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        LabelRow.objects.filter(pk=row.pk).update(revision=submitted, position=5)
    assert immutability.MESSAGE in str(refusal.value)
    row.refresh_from_db()
    assert (row.revision_id == submitted.pk, row.position) == (False, 0)


def test_changes_pass_when_the_revision_is_open(people: People) -> None:
    revision = newest(make_draft(people, CONTEXTUAL))
    assert Revision.objects.filter(pk=revision.pk).update(question_text="Other?") == 1
    assert LabelRow.objects.filter(revision=revision, position=0).update(label="fear") == 1
    assert LabelRow.objects.filter(revision=revision).delete()[0] == 2
    assert Revision.objects.filter(pk=revision.pk).delete()[0] == 2
