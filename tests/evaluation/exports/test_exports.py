"""Accepted records leave as one JSON array: by job and page for admins, by command for scripts."""

from __future__ import annotations

import hashlib
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Project
from annotation.questions.importing import import_records
from annotation.questions.incoming import read_incoming
from annotation.questions.models import Revision
from annotation.questions.record_files import check_records
from annotation.questions.tasks import TASKS
from evaluation.exports.models import Export
from evaluation.exports.services import make_export, request_export
from jobs import runner
from jobs.models import Job
from tests.annotation.questions.samples import record_for
from tests.personas import People, client_of, make_people

pytestmark = pytest.mark.django_db


def accept_records(people: People, folder: Path, *, copies: int = 1) -> list[dict[str, Any]]:
    """Fills the project with accepted questions, `copies` of each task, and returns their records."""
    records = []
    for copy in range(copies):
        for number, task in enumerate(TASKS):
            record = record_for(task)
            digits = copy * len(TASKS) + number + 1
            record["question_id"] = f"{task.question_prefix}{digits:06d}"
            record["video_id"] = f"{task.video_prefix}{digits:06d}"
            records.append(record)
    path = folder / "in.json"
    path.write_text(json.dumps(records, ensure_ascii=False), encoding="utf-8")
    result = import_records(
        project=people.project, incoming=read_incoming(path), state="accepted", author=people.admin
    )
    assert result.ok
    return sorted(records, key=lambda record: (record["granularity"], record["question_id"]))


def run_export(people: People) -> Export:
    export, job = request_export(actor=people.admin, project_id=people.project.pk)
    assert runner.run(job_id=job.pk, worker="test", keep_lease=False) == "succeeded"
    export.refresh_from_db()
    return export


def test_export_carries_every_accepted_record_unchanged(people: People, tmp_path: Path) -> None:
    records = accept_records(people, tmp_path)
    export = run_export(people)
    data = default_storage.open(export.file_key).read()
    assert json.loads(data) == records
    assert [list(record) for record in json.loads(data)] == [list(record) for record in records]
    for text in Revision.objects.values_list("record_json", flat=True):
        assert text.rstrip("\n").encode() in data
    assert (export.sha256, export.size) == (hashlib.sha256(data).hexdigest(), len(data))
    assert export.counts == {
        "clip": {task.type: 1 for task in TASKS if task.granularity == "clip"},
        "episode": {task.type: 1 for task in TASKS if task.granularity == "episode"},
    }
    (tmp_path / "out.json").write_bytes(data)
    report = check_records(tmp_path / "out.json")
    assert (report.records, report.errors) == (len(TASKS), [])


def test_export_is_the_same_bytes_when_it_went_through_an_empty_project(
    people: People, tmp_path: Path
) -> None:
    accept_records(people, tmp_path)
    first = tmp_path / "first.json"
    call_command("export_records", people.project.name, "--output", str(first), stdout=StringIO())
    other = make_people(name="Other", suffix=" 2")
    result = import_records(
        project=other.project, incoming=read_incoming(first), state="accepted", author=other.admin
    )
    assert result.ok
    second = tmp_path / "second.json"
    out = StringIO()
    call_command("export_records", str(other.project.pk), "--output", str(second), "--json", stdout=out)
    assert second.read_bytes() == first.read_bytes()
    answer = json.loads(out.getvalue())
    assert answer["records"] == len(TASKS)
    assert answer["sha256"] == hashlib.sha256(first.read_bytes()).hexdigest()


def test_export_again_changes_nothing_when_it_is_delivered_twice(people: People, tmp_path: Path) -> None:
    accept_records(people, tmp_path)
    export = run_export(people)
    before = Export.objects.filter(pk=export.pk).values().get()
    make_export(export_id=export.pk)
    assert Export.objects.filter(pk=export.pk).values().get() == before


def test_export_is_refused_when_nothing_is_accepted(people: People) -> None:
    answer = client_of(people.admin).post("/api/v1/exports", {"project": people.project.pk}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "nothing_accepted")
    assert (Export.objects.count(), Job.objects.count()) == (0, 0)


def test_admin_asks_for_an_export_and_downloads_it(people: People, tmp_path: Path) -> None:
    records = accept_records(people, tmp_path)
    client = client_of(people.admin)
    asked = client.post("/api/v1/exports", {"project": people.project.pk}, format="json")
    assert (asked.status_code, asked.json()["finished_at"]) == (201, None)
    pk = asked.json()["id"]
    early = client.get(f"/api/v1/exports/{pk}/file")
    assert (early.status_code, early.json()["code"]) == (409, "export_not_finished")
    runner.run(job_id=asked.json()["job"], worker="test", keep_lease=False)
    answer = client.get(f"/api/v1/exports/{pk}/file")
    assert answer.status_code == 200
    data = b"".join(answer)
    assert answer["Content-Disposition"] == f'attachment; filename="road-{pk}.json"'
    assert int(answer["Content-Length"]) == len(data)
    assert json.loads(data) == records


@pytest.mark.parametrize(
    ("name", "disposition"),
    [
        ("Demo: The missing cake", 'attachment; filename="demo-the-missing-cake-{pk}.json"'),
        (
            "情感 基准",
            "attachment; filename=\"export-{pk}.json\"; filename*=UTF-8''"
            "%E6%83%85%E6%84%9F-%E5%9F%BA%E5%87%86-{pk}.json",
        ),
    ],
)
def test_export_file_has_a_name_without_spaces_whatever_the_project_is_called(
    people: People, tmp_path: Path, name: str, disposition: str
) -> None:
    accept_records(people, tmp_path)
    export = run_export(people)
    Project.objects.filter(pk=people.project.pk).update(name=name)
    answer = client_of(people.admin).get(f"/api/v1/exports/{export.pk}/file")
    assert answer["Content-Disposition"] == disposition.format(pk=export.pk)


def test_exports_are_hidden_from_everybody_but_admins(people: People, tmp_path: Path) -> None:
    accept_records(people, tmp_path)
    export = run_export(people)
    for user, status in ((people.annotator, 403), (people.reviewer_a, 403), (people.outsider, 404)):
        client = client_of(user)
        answers = [
            client.get(f"/api/v1/exports?project={people.project.pk}"),
            client.get(f"/api/v1/exports/{export.pk}"),
            client.get(f"/api/v1/exports/{export.pk}/file"),
            client.post("/api/v1/exports", {"project": people.project.pk}, format="json"),
        ]
        assert [answer.status_code for answer in answers] == [status] * 4
    assert Export.objects.count() == 1


@pytest.mark.parametrize("rows", [1, 20])
def test_list_asks_the_same_number_of_queries(people: People, rows: int) -> None:
    Export.objects.bulk_create(Export(project=people.project, created_by=people.admin) for _ in range(rows))
    client = client_of(people.admin)
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(f"/api/v1/exports?project={people.project.pk}")
    assert len(answer.json()["results"]) == rows
    assert len(queries) <= 6


def test_writing_records_asks_one_query_whatever_their_number(people: People, tmp_path: Path) -> None:
    from evaluation.exports.services import write_records

    accept_records(people, tmp_path, copies=5)
    with CaptureQueriesContext(connection) as queries:
        write_records(project_id=people.project.pk, path=tmp_path / "out.json")
    assert len(queries) <= 3


def test_command_says_what_is_wrong_and_leaves_no_file(people: People, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nowhere"):
        call_command("export_records", people.project.name, "--output", str(tmp_path / "nowhere" / "x.json"))
    with pytest.raises(CommandError, match="Nobody"):
        call_command("export_records", "Nobody's", "--output", str(tmp_path / "x.json"))
    assert list(tmp_path.iterdir()) == []
