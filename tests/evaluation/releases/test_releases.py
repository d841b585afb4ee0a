"""A release is checked, then frozen whole or not at all, and never changes afterwards."""

from __future__ import annotations

import errno
import hashlib
import json
import shutil
import subprocess
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from annotation.clips.models import Clip
from annotation.questions.importing import import_records
from annotation.questions.incoming import read_incoming
from annotation.questions.models import Question
from annotation.questions.record_files import check_records
from annotation.videos.models import Video
from evaluation.releases import packages, selectors
from evaluation.releases.archives import Archive
from evaluation.releases.models import Release, ReleasePackage, ReleaseRecord
from review.threads.models import Thread
from tests.evaluation.releases.making import HELD, ask, check, draft, fill, freeze, run, stored, unpacked
from tests.personas import People, client_of, make_people

pytestmark = [pytest.mark.django_db]


@pytest.fixture(autouse=True)
def empty_storage() -> None:
    """Tests share one storage folder, and rows get the same ids again."""
    shutil.rmtree(default_storage.path("releases"), ignore_errors=True)


def sums_hold(folder: Path) -> bool:
    return (
        subprocess.run(
            ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=folder, check=False
        ).returncode
        == 0
    )


def files_below(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_complete_folder_checks_itself_and_is_the_same_bytes_when_it_went_through_an_empty_project(
    people: People, tmp_path: Path
) -> None:
    fill(people, tmp_path)
    release = freeze(people)
    folder = unpacked(release, "complete", tmp_path / "first")
    assert sums_hold(folder)
    report = check_records(folder)
    assert (report.records, report.errors) == (release.record_count, [])
    manifest = (folder / "manifest.json").read_bytes()
    assert hashlib.sha256(manifest).hexdigest() == release.digest
    told = json.loads(manifest)
    assert told["checksums"]["sha256"] == hashlib.sha256((folder / "SHA256SUMS").read_bytes()).hexdigest()
    assert told["counts"]["accepted_by"] == {"import": release.record_count}
    for record in selectors.records_of(release):
        assert (folder / record.granularity / f"{record.public_id}.json").read_text() == record.record_json
        assert (folder / record.granularity / "videos" / f"{record.video_public_id}.mp4").is_file()

    other = make_people(name="Other", suffix=" 2")
    for granularity in ("clip", "episode"):
        incoming = read_incoming(folder / f"{granularity}.json")
        assert import_records(
            project=other.project, incoming=incoming, state="accepted", author=other.admin
        ).ok
    media = {
        clip.public_id: clip for clip in Clip.objects.filter(project=people.project).select_related("video")
    }
    for clip in Clip.objects.filter(project=other.project):
        one = media[clip.public_id]
        names: tuple[str, ...] = ("state", "file_key", "sha256", "size", "duration")
        Clip.objects.filter(pk=clip.pk).update(**{name: getattr(one, name) for name in names})
        names = ("licence", "domain", "original_key", "original_name", "sha256", "size")
        Video.objects.filter(pk=clip.video_id).update(**{name: getattr(one.video, name) for name in names})
    again = unpacked(freeze(other), "complete", tmp_path / "second")
    first, second = files_below(folder), files_below(again)
    assert second.keys() == first.keys()
    # What names the project and the moment differs; SHA256SUMS has a line for the changelog, which has its date.
    own = {"manifest.json", "CHANGELOG.md", "SHA256SUMS"}
    assert {name for name in first if first[name] != second[name]} <= own


def test_answers_that_are_held_out_are_in_the_complete_folder_alone(people: People, tmp_path: Path) -> None:
    records = fill(people, tmp_path)
    release = freeze(people, splits=HELD)
    held = {record.public_id for record in selectors.records_of(release, held_out=True)}
    for kind in ("open", "public"):
        assert run(ask(people, release, "packages", {"kind": kind})) == "succeeded"
    opened = unpacked(release, "open", tmp_path / "open")
    public = unpacked(release, "public", tmp_path / "public")
    withheld = {"answer", "answer_details", "rubric"}
    for record in records:
        name, granularity = f"{record['question_id']}.json", record["granularity"]
        told = json.loads((public / granularity / name).read_text())
        assert told == {key: value for key, value in record.items() if key not in withheld}
        apart = record["question_id"] in held
        place = opened / "held_out" / granularity if apart else opened / granularity
        assert json.loads((place / name).read_text()) == (told if apart else record)
    assert sums_hold(opened)
    assert sums_hold(public)


@pytest.mark.parametrize(
    ("spoil", "code", "says"),
    [
        (
            lambda: default_storage.delete(Clip.objects.exclude(file_key="")[0].file_key),
            "media_verified",
            "not in",
        ),
        (lambda: Clip.objects.exclude(file_key="").update(size=3), "media_verified", "not the one"),
        (lambda: Video.objects.update(licence="All rights reserved"), "licences_allow", "not known to allow"),
        (lambda: Video.objects.update(licence="not recorded"), "licences_allow", "Nothing is recorded"),
        (lambda: Question.objects.update(state="draft"), "something_accepted", "nothing to release"),
    ],
    ids=["missing", "altered", "forbidden", "unknown", "empty"],
)
def test_check_list_names_what_holds_a_release_up(
    people: People, tmp_path: Path, spoil: Any, code: str, says: str
) -> None:
    fill(people, tmp_path)
    release = draft(people)
    spoil()
    found = check(people, release)
    assert list(found) == [code]
    assert says in found[code]
    answer = client_of(people.admin).post(f"/api/v1/releases/{release.pk}/freeze")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_checked")
    assert stored() == []


def test_videos_stay_out_where_licences_forbid_them(people: People, tmp_path: Path) -> None:
    fill(people, tmp_path)
    Video.objects.update(licence="All rights reserved")
    folder = unpacked(freeze(people, videos_form="referenced"), "complete", tmp_path / "out")
    assert not list(folder.rglob("*.mp4"))
    assert check_records(folder).errors == []


def test_open_comment_and_missing_accept_are_red(people: People, tmp_path: Path) -> None:
    fill(people, tmp_path)
    question = Question.objects.order_by("pk")[0]
    Thread.objects.create(project=people.project, question=question, started_by=people.annotator)
    question.transitions.all().delete()
    found = check(people, draft(people))
    assert set(found) == {"two_accepts", "no_open_comment"}


def test_question_that_changed_since_the_check_stops_the_freezing(people: People, tmp_path: Path) -> None:
    fill(people, tmp_path)
    release = draft(people)
    assert check(people, release) == {}
    question = Question.objects.order_by("pk")[0]
    Question.objects.filter(pk=question.pk).update(state="returned")
    job = ask(people, release, "freeze")
    assert run(job) == "failed"
    job.refresh_from_db()
    assert question.public_id in job.error
    release.refresh_from_db()
    assert (release.state, release.digest, stored()) == ("drafted", "", [])
    assert check(people, release) == {}
    assert run(ask(people, release, "freeze")) == "succeeded"


def test_media_altered_after_the_check_stops_the_freezing(people: People, tmp_path: Path) -> None:
    fill(people, tmp_path)
    release = draft(people)
    assert check(people, release) == {}
    path = Path(default_storage.path(Clip.objects.exclude(file_key="")[0].file_key))
    sound = path.read_bytes()
    path.write_bytes(sound[:-1] + b"?")
    job = ask(people, release, "freeze")
    assert run(job) == "failed"
    job.refresh_from_db()
    assert job.error_code == "media_altered"
    assert (stored(), ReleasePackage.objects.count()) == ([], 0)
    path.write_bytes(sound)
    assert run(ask(people, release, "freeze")) == "succeeded"


def test_full_disk_leaves_nothing_and_the_next_attempt_is_whole(
    people: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(people, tmp_path)
    release = draft(people)
    assert check(people, release) == {}
    job = ask(people, release, "freeze")
    whole = Archive._write

    def full(self: Archive, data: bytes) -> None:
        if self.size > 20_000:
            raise OSError(errno.ENOSPC, "No space left on device")
        whole(self, data)

    monkeypatch.setattr(Archive, "_write", full)
    run(job)
    job.refresh_from_db()
    release.refresh_from_db()
    assert (release.state, stored()) == ("checked", [])
    assert job.error_code == "disk_full"
    monkeypatch.undo()
    job.delete()
    assert run(ask(people, release, "freeze")) == "succeeded"


def test_archive_that_lost_its_lease_at_the_end_is_thrown_away(
    people: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(people, tmp_path)
    release = draft(people)
    assert check(people, release) == {}
    job = ask(people, release, "freeze")
    store = packages.store_package

    def taken_over(*args: Any) -> str:
        type(job).objects.filter(pk=job.pk).update(lease_token=uuid.uuid4())
        return store(*args)

    monkeypatch.setattr("evaluation.releases.freezing.store_package", taken_over)
    assert run(job) != "succeeded"
    release.refresh_from_db()
    assert (release.state, stored()) == ("checked", [])


def test_database_refuses_to_change_a_frozen_release(people: People, tmp_path: Path) -> None:
    fill(people, tmp_path)
    release = freeze(people)
    row = ReleaseRecord.objects.filter(release=release)[0]
    for change in (
        lambda: Release.objects.filter(pk=release.pk).update(notes="new"),
        lambda: ReleaseRecord.objects.filter(pk=row.pk).update(split="other"),
        lambda: ReleaseRecord.objects.filter(pk=row.pk).delete(),
        lambda: release.videos.update(licence="other"),
    ):
        with pytest.raises(DatabaseError, match="immutable"), transaction.atomic():
            change()
    answer = client_of(people.admin).delete(f"/api/v1/releases/{release.pk}")
    assert (answer.status_code, answer.json()["code"]) == (409, "release_frozen")


def test_second_release_tells_what_changed_and_keeps_splits_canary_and_pseudonyms(
    people: People, tmp_path: Path
) -> None:
    fill(people, tmp_path)
    first = freeze(people, splits=HELD)
    gone = Question.objects.order_by("pk")[0]
    Question.objects.filter(pk=gone.pk).update(state="returned")
    second = freeze(people, "1.1", splits=HELD, notes="One question less.")
    client = client_of(people.admin)
    told = client.get(f"/api/v1/releases/{second.pk}/changes").json()
    assert [(row["kind"], row["public_id"]) for row in told["results"]] == [("removed", gone.public_id)]
    assert second.changes["removed"] == 1
    assert second.canary == first.canary
    before = {r.public_id: (r.split, r.author) for r in selectors.records_of(first)}
    assert all(before[r.public_id] == (r.split, r.author) for r in selectors.records_of(second))
    changelog = (unpacked(second, "complete", tmp_path / "second") / "CHANGELOG.md").read_text()
    assert "One question less." in changelog
    assert f"- Removed {gone.public_id}" in changelog


def test_diff_releases_tells_the_fields_of_releases_and_of_files_alike(
    people: People, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = fill(people, tmp_path)
    freeze(people)
    Question.objects.filter(public_id=records[0]["question_id"]).update(state="returned")
    freeze(people, "1.1")
    call_command("diff_releases", "1.0", "1.1", "--project", str(people.project.pk), "--json")
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["kind"], line["public_id"]) for line in lines[:-1]] == [
        ("removed", records[0]["question_id"])
    ]
    assert lines[-1]["totals"]["unchanged"] == len(records) - 1
    (tmp_path / "old.json").write_text(json.dumps(records))
    (tmp_path / "new.json").write_text(json.dumps([{**records[0], "question": "Why?"}, *records[1:]]))
    call_command("diff_releases", str(tmp_path / "old.json"), str(tmp_path / "new.json"))
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"changed {records[0]['question_id']}"
    assert told[1].startswith("  question: ")
    with pytest.raises(CommandError, match=r"no frozen release '2\.0'; there are: 1\.1, 1\.0"):
        call_command("diff_releases", "2.0", "1.1", "--project", str(people.project.pk))


def test_download_goes_on_where_it_broke_off(people: People, tmp_path: Path) -> None:
    fill(people, tmp_path)
    release = freeze(people)
    client = client_of(people.admin)
    address = f"/api/v1/releases/{release.pk}/packages/complete/file"
    whole = client.get(address)
    data = b"".join(whole)
    assert whole["Content-Disposition"] == 'attachment; filename="road-1.0-complete.tar"'
    package = ReleasePackage.objects.get()
    assert hashlib.sha256(data).hexdigest() == package.sha256
    rest = client.get(address, HTTP_RANGE="bytes=1000-", HTTP_IF_RANGE=whole["ETag"])
    assert (rest.status_code, data[:1000] + b"".join(rest)) == (206, data)
    for person, status in ((people.annotator, 404), (people.reviewer_a, 404), (people.outsider, 404)):
        assert client_of(person).get(address).status_code == status


def test_list_costs_the_same_queries_however_many_releases_there_are(people: People, tmp_path: Path) -> None:
    fill(people, tmp_path)
    client = client_of(people.admin)
    counts = []
    for version in ("1.0", "1.1"):
        freeze(people, version)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            answer = client.get(f"/api/v1/releases?project={people.project.pk}")
        counts.append(len(queries))
    assert answer.json()["count"] == 2
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"version": "a b"}, "version"),
        ({"splits": [{"name": "test", "share": "0.5", "held_out": False}]}, "splits"),
        ({"splits": []}, "splits"),
    ],
)
def test_draft_is_refused_when_its_settings_make_no_sense(
    people: People, changes: dict[str, Any], field: str
) -> None:
    body = {"project": people.project.pk, "version": "1.0", "splits": HELD, **changes}
    answer = client_of(people.admin).post("/api/v1/releases", body, format="json")
    assert answer.status_code == 400
    assert field in json.dumps(answer.json()["errors"])
    sound = {**body, "version": "1.0", "splits": HELD}
    assert client_of(people.annotator).post("/api/v1/releases", sound, format="json").status_code == 403
    assert Release.objects.count() == 0
