"""Public ids are handed out once each, whatever happens at the same time."""

from __future__ import annotations

import threading

import pytest
from django.db import connection, transaction

from annotation.projects.counters import next_public_id, reserve_public_ids
from annotation.projects.models import ProjectCounter
from tests.personas import People, make_people


def test_ids_count_up_by_prefix_when_asked_again(people: People) -> None:
    project_id = people.project.pk
    given = [
        next_public_id(project_id=project_id, prefix=prefix) for prefix in ("G1_Q", "G1_Q", "G2_Q", "G1_V")
    ]
    assert given == ["G1_Q000001", "G1_Q000002", "G2_Q000001", "G1_V000001"]


def test_projects_count_for_themselves_when_there_are_two(people: People) -> None:
    other = make_people(suffix=" two")
    assert next_public_id(project_id=people.project.pk, prefix="G1_Q") == "G1_Q000001"
    assert next_public_id(project_id=other.project.pk, prefix="G1_Q") == "G1_Q000001"


def test_number_is_used_up_when_its_thing_is_committed_only(people: People) -> None:
    with transaction.atomic():
        assert next_public_id(project_id=people.project.pk, prefix="G1_Q") == "G1_Q000001"
        transaction.set_rollback(True)
    assert not ProjectCounter.objects.exists()
    assert next_public_id(project_id=people.project.pk, prefix="G1_Q") == "G1_Q000001"


def test_imported_numbers_are_not_handed_out_when_reserved(people: People) -> None:
    reserve_public_ids(project_id=people.project.pk, prefix="G1_Q", up_to=126)
    reserve_public_ids(project_id=people.project.pk, prefix="G1_Q", up_to=7)
    assert next_public_id(project_id=people.project.pk, prefix="G1_Q") == "G1_Q000127"


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_no_id_is_handed_out_twice_when_eight_threads_ask() -> None:
    project_id = make_people().project.pk
    given: list[str] = []
    start = threading.Barrier(8)

    def ask() -> None:
        try:
            start.wait()
            for _ in range(10):
                given.append(next_public_id(project_id=project_id, prefix="G1_V"))
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(given) == [f"G1_V{n:06d}" for n in range(1, 81)]
