"""What an assignment tells its holder beside the record."""

from __future__ import annotations

from decimal import Decimal

import pytest

from review.assignments.documents import full_document
from review.assignments.selectors import get_mine_in_full
from tests.personas import People
from tests.review import rows
from tests.review.rows import claim, make_item

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("task", "times"),
    [
        ("emotion trajectory", [{"id": "S2", "time": Decimal("40.500")}]),
        ("contextual emotion", []),
    ],
)
def test_reference_tells_the_times_of_stages_when_the_author_set_them(
    people: People, task: str, times: list[dict[str, object]]
) -> None:
    item = make_item(people.project, people.annotator, task=task, filled=True)
    claim(people.reviewer_a, people.project)
    rows.reveal(people.reviewer_a, item)
    shown = full_document(get_mine_in_full(reviewer=people.reviewer_a, round_id=item.pk))
    assert shown["reference"]["stage_times"] == times
