"""Records that come in through the page."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.models import User
from annotation.clips.models import Clip
from annotation.projects.models import Project
from annotation.questions.models import Question
from tests.annotation.questions.samples import CAUSE, CONTEXTUAL, record_for
from tests.personas import client_of, make_people

pytestmark = pytest.mark.django_db

GOOD = [
    record_for(CONTEXTUAL, question_id="G1_Q000041", video_id="G1_V000007"),
    record_for(CAUSE, question_id="G1_Q000042", video_id="G1_V000007"),
]


def send(user: User, project: Project, files: dict[str, str], **options: Any) -> tuple[int, dict[str, Any]]:
    uploads = [SimpleUploadedFile(name, text.encode()) for name, text in files.items()]
    data = {"project": project.pk, "files": uploads, "state": "draft", **options}
    answer = client_of(user).post("/api/v1/record-imports", data, format="multipart")
    return answer.status_code, answer.json()


def lines(*records: Any) -> str:
    return "".join(f"{json.dumps(one)}\n" for one in records)


def test_bad_records_are_told_by_line_and_nothing_is_written() -> None:
    people = make_people()
    bad = {**GOOD[1], "question": ""}
    status, found = send(
        people.admin, people.project, {"some.jsonl": lines(GOOD[0], bad) + "{\n", "._some.jsonl": "junk"}
    )
    assert (status, found["ok"], found["questions"], found["ignored"]) == (200, False, 0, ["._some.jsonl"])
    assert [(one["file"], one["line"]) for one in found["problems"]] == [("some.jsonl", 2), ("some.jsonl", 3)]
    assert found["problems"][0]["field"] == "question"
    assert (Question.objects.count(), Clip.objects.count()) == (0, 0)


def test_dry_run_counts_and_import_writes_once() -> None:
    people = make_people()
    files = {"some.jsonl": lines(*GOOD)}
    status, dry = send(people.admin, people.project, files, dry_run="true", author=people.annotator.pk)
    assert (status, dry["ok"], dry["questions"], dry["clips"], dry["videos"]) == (200, True, 2, 1, 1)
    assert Question.objects.count() == 0
    _, done = send(people.admin, people.project, files, state="accepted", author=people.annotator.pk)
    assert {**done, "dry_run": True} == dry
    assert set(Question.objects.values_list("public_id", "state", "author")) == {
        (f"G1_Q00004{n}", "accepted", people.annotator.pk) for n in (1, 2)
    }
    _, again = send(people.admin, people.project, files)
    assert [(one["line"], one["code"]) for one in again["problems"]] == [(1, "id_taken"), (2, "id_taken")]
    _, skipped = send(people.admin, people.project, files, skip_clashes="true")
    assert (skipped["ok"], skipped["questions"], skipped["skipped"], Question.objects.count()) == (
        True,
        0,
        2,
        2,
    )


def test_only_admins_import_and_only_for_people_who_may_write() -> None:
    people = make_people()
    files = {"some.jsonl": lines(*GOOD)}
    assert send(people.annotator, people.project, files)[0] == 403
    assert send(people.outsider, people.project, files)[0] == 404
    status, refusal = send(people.admin, people.project, files, author=people.reviewer_a.pk)
    assert (status, refusal["errors"][0]["field"]) == (400, "author")
    assert Question.objects.count() == 0


@pytest.mark.parametrize("names", [["records.txt"], ["a/some.json", "b/some.json"]])
def test_files_that_cannot_be_told_apart_or_are_no_records_are_refused(names: list[str]) -> None:
    people = make_people()
    status, refusal = send(people.admin, people.project, dict.fromkeys(names, "{}"))
    assert status == 400
    assert refusal["errors"][0]["field"] == "files"
