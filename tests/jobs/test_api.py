"""GET /jobs and what a person may do to one: owner and project admins only."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Membership, User
from jobs import leases, runner, subjects
from jobs.models import Job
from tests.jobs.handlers import make_job
from tests.personas import People, client_of, make_people, make_user

pytestmark = pytest.mark.django_db

Sent = list[tuple[int, str]]


def ids(user: User | None, query: str = "") -> list[int]:
    answer = client_of(user).get(f"/api/v1/jobs{query}")
    assert answer.status_code == 200, answer.json()
    return [job["id"] for job in answer.json()["results"]]


@pytest.fixture
def theirs(people: People, sent: Sent) -> Job:
    """A job that the annotator asked for in the project."""
    return make_job(project_id=people.project.pk, owner=people.annotator)


def test_job_is_shown_in_full_when_its_owner_asks(people: People, theirs: Job) -> None:
    Job.objects.filter(pk=theirs.pk).update(payload={"inner": "answer"})
    answer = client_of(people.annotator).get(f"/api/v1/jobs/{theirs.pk}")
    assert answer.status_code == 200
    body = answer.json()
    assert body.pop("created_at")
    assert body.pop("run_after")
    assert body == {
        "id": theirs.pk,
        "kind": "test.plain",
        "subject": "thing:1",
        "subject_name": "",
        "project": people.project.pk,
        "owner": people.annotator.pk,
        "owner_name": people.annotator.name,
        "state": "queued",
        "progress": 0.0,
        "message": "",
        "attempts": 0,
        "max_attempts": 3,
        "cancel_requested": False,
        "error_code": "",
        "error": "",
        "started_at": None,
        "finished_at": None,
    }


def test_jobs_name_what_they_work_on_with_one_query_when_listed(
    people: People, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[frozenset[int]] = []

    def names(ids: frozenset[int]) -> dict[int, str]:
        asked.append(ids)
        return {3: "The missing cake", 4: "Another"}

    monkeypatch.setattr(subjects, "_namers", {"video": names})
    rows = [make_job(project_id=people.project.pk, owner=people.annotator) for _ in range(4)]
    for row, subject in zip(rows, ("video:3", "video:4", "video:99", "video:x"), strict=True):
        Job.objects.filter(pk=row.pk).update(subject=subject)
    answer = client_of(people.annotator).get("/api/v1/jobs").json()["results"]
    assert [job["subject_name"] for job in answer] == ["", "", "Another", "The missing cake"]
    assert asked == [frozenset({3, 4, 99})]
    one = client_of(people.annotator).get(f"/api/v1/jobs/{rows[0].pk}").json()
    assert one["subject_name"] == "The missing cake"


@pytest.mark.parametrize(
    ("who", "sees"),
    [
        ("annotator", True),
        ("admin", True),
        ("second_annotator", False),
        ("reviewer_a", False),
        ("reviewer_b", False),
        ("outsider", False),
    ],
)
def test_job_is_visible_to_its_owner_and_admins_alone_when_people_look(
    people: People,
    theirs: Job,
    who: str,
    sees: bool,
) -> None:
    user = getattr(people, who)
    assert ids(user) == ([theirs.pk] if sees else [])
    client = client_of(user)
    codes = [
        client.get(f"/api/v1/jobs/{theirs.pk}").status_code,
        client.post(f"/api/v1/jobs/{theirs.pk}/retry").status_code,
        client.post(f"/api/v1/jobs/{theirs.pk}/cancellation").status_code,
    ]
    assert codes == [200 if sees else 404] * 3
    theirs.refresh_from_db()
    assert theirs.state == ("cancelled" if sees else "queued")


def test_job_of_a_reviewer_is_hidden_when_another_reviewer_looks(people: People, sent: Sent) -> None:
    job = make_job(project_id=people.project.pk, owner=people.reviewer_a)
    assert ids(people.reviewer_a) == [job.pk]
    assert ids(people.reviewer_b) == []
    assert ids(people.annotator) == []


def test_job_is_hidden_when_its_owner_has_left_the_project(people: People, theirs: Job) -> None:
    Membership.objects.filter(user=people.annotator).update(ended_at=timezone.now())
    assert ids(people.annotator) == []
    Membership.objects.filter(user=people.admin).update(ended_at=timezone.now())
    assert ids(people.admin) == []


def test_admin_of_one_project_sees_nothing_when_the_job_is_of_another(people: People, theirs: Job) -> None:
    other = make_people(name="Other", suffix=" 2")
    own = make_job(project_id=other.project.pk)
    assert ids(other.admin) == [own.pk]
    assert ids(people.admin) == [theirs.pk]
    assert ids(make_user("root", is_superuser=True)) == [own.pk, theirs.pk]


def test_job_without_a_project_is_its_owners_when_people_look(people: People, sent: Sent) -> None:
    job = make_job(owner=people.outsider)
    assert ids(people.outsider) == [job.pk]
    assert ids(people.admin) == []


def test_jobs_need_a_login_when_asked_for(theirs: Job) -> None:
    client = client_of(None)
    assert client.get("/api/v1/jobs").status_code == 401
    assert client.post(f"/api/v1/jobs/{theirs.pk}/cancellation").status_code == 401
    theirs.refresh_from_db()
    assert theirs.state == "queued"


def test_list_is_filtered_when_asked(people: People, sent: Sent) -> None:
    project = people.project.pk
    done, waiting, free = (
        make_job(project_id=project, owner=people.admin),
        make_job(project_id=project, owner=people.admin),
        make_job(owner=people.admin),
    )
    runner.run(job_id=done.pk, worker="w", keep_lease=False)
    assert ids(people.admin) == [free.pk, waiting.pk, done.pk]
    assert ids(people.admin, f"?project={project}") == [waiting.pk, done.pk]
    assert ids(people.admin, "?active=true") == [free.pk, waiting.pk]
    assert ids(people.admin, "?active=false") == [done.pk]
    assert ids(people.admin, f"?project={project}&active=true") == [waiting.pk]
    assert ids(people.admin, "?project=404") == []


@pytest.mark.parametrize(("query", "field"), [("?project=x", "project"), ("?active=perhaps", "active")])
def test_list_names_the_parameter_when_it_is_wrong(people: People, query: str, field: str) -> None:
    answer = client_of(people.admin).get(f"/api/v1/jobs{query}")
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_list_costs_the_same_when_there_are_more_jobs(people: People, sent: Sent) -> None:
    client = client_of(people.admin)

    def cost() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get("/api/v1/jobs").status_code == 200
        return len(queries)

    make_job(project_id=people.project.pk, owner=people.annotator)
    one = cost()
    for _ in range(19):
        make_job(project_id=people.project.pk, owner=people.annotator)
    assert cost() == one


def test_running_job_is_asked_to_stop_when_an_admin_cancels_it(people: People, theirs: Job) -> None:
    leases.claim(job_id=theirs.pk, worker="w")
    client = client_of(people.admin)
    answers: list[Any] = [client.post(f"/api/v1/jobs/{theirs.pk}/cancellation") for _ in range(2)]
    assert [a.status_code for a in answers] == [200, 200]
    assert [(a.json()["state"], a.json()["cancel_requested"]) for a in answers] == [("running", True)] * 2


def test_job_is_queued_once_when_retry_is_pressed_twice(people: People, sent: Sent) -> None:
    job = make_job(project_id=people.project.pk, owner=people.annotator, payload={"raise": "permanent"})
    runner.run(job_id=job.pk, worker="w", keep_lease=False)
    client = client_of(people.annotator)
    failed = client.get(f"/api/v1/jobs/{job.pk}").json()
    assert (failed["state"], failed["error_code"]) == ("failed", "file_gone")
    assert failed["error"] == "The source file is gone. Upload it again."
    answers = [client.post(f"/api/v1/jobs/{job.pk}/retry") for _ in range(2)]
    assert [(a.status_code, a.json()["state"], a.json()["max_attempts"]) for a in answers] == [
        (200, "queued", 4)
    ] * 2
    assert Job.objects.count() == 1


def test_retry_is_refused_when_the_job_has_succeeded(people: People, theirs: Job) -> None:
    runner.run(job_id=theirs.pk, worker="w", keep_lease=False)
    answer = client_of(people.annotator).post(f"/api/v1/jobs/{theirs.pk}/retry")
    assert (answer.status_code, answer.json()["code"]) == (409, "job_succeeded")
    theirs.refresh_from_db()
    assert theirs.state == "succeeded"
