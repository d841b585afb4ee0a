"""From an upload to a video: nothing half-registered, the same content once, names that never become paths."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage

from annotation.videos import duplicates, registration, uploads
from annotation.videos.models import Upload, Video, VideoState
from jobs.models import Job
from kernel.errors import Conflict, Invalid
from tests.annotation.media_files import add_video, facts, run_jobs, small_video
from tests.annotation.videos.test_uploads import TUS, begin, send
from tests.personas import People, client_of

BASE = "/api/v1/videos"
TEXTS = {"source_from": "Show S01E08", "domain": "sitcom", "licence": "CC BY 4.0"}


def uploaded(people: People, path: Path, *, name: str = "a/../b.mp4") -> Upload:
    client = client_of(people.admin)
    content = path.read_bytes()
    address = begin(client, people.project.pk, size=len(content), name=name)["Location"]
    assert send(client, address, 0, content).status_code == 204
    return Upload.objects.get(pk=address.rpartition("/")[2])


def register(people: People, upload: Upload, **changes: Any) -> Any:
    body = {"project": people.project.pk, "upload": str(upload.pk), **TEXTS, **changes}
    return client_of(people.admin).post(BASE, body, format="json")


def test_video_is_made_and_its_probe_queued_when_the_upload_is_whole(people: People) -> None:
    upload = uploaded(people, small_video())
    response = register(people, upload, title=" A talk ", terms="Only for research.", language="en")
    assert response.status_code == 201
    shown = response.json()
    assert (shown["title"], shown["state"], shown["original_name"]) == ("A talk", "probing", "a/../b.mp4")
    assert (shown["source_from"], shown["domain"], shown["licence"]) == ("Show S01E08", "sitcom", "CC BY 4.0")
    assert (shown["terms"], shown["language"], shown["playable"]) == ("Only for research.", "en", False)
    job = Job.objects.get()
    assert shown["job"] == {
        "id": job.pk,
        "kind": "video.probe",
        "state": "queued",
        "progress": 0.0,
        "error": "",
    }
    assert (job.subject, job.queue, job.project, job.owner) == (
        f"video:{shown['id']}",
        "media",
        people.project,
        people.admin,
    )
    video = Video.objects.get()
    content = small_video().read_bytes()
    assert (video.size, video.sha256) == (len(content), hashlib.sha256(content).hexdigest())
    assert video.original_key == f"videos/{people.project.pk}/{upload.pk.hex}/original"
    assert default_storage.open(video.original_key).read() == content
    upload.refresh_from_db()
    assert upload.taken_at is not None
    assert not uploads.path_of(upload.pk).exists()


def test_title_is_the_files_name_when_none_is_given(people: People) -> None:
    assert (
        register(people, uploaded(people, small_video(), name="日本 talk.mp4")).json()["title"] == "日本 talk"
    )


@pytest.mark.parametrize("field", ["source_from", "domain", "licence"])
@pytest.mark.parametrize("value", [None, "", "  "])
def test_nothing_is_made_when_a_required_text_is_missing(
    people: People, field: str, value: str | None
) -> None:
    upload = uploaded(people, small_video())
    body = {"project": people.project.pk, "upload": str(upload.pk), **TEXTS, field: value}
    response = client_of(people.admin).post(BASE, body, format="json")
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == [field]
    assert not Video.objects.exists()
    assert uploads.path_of(upload.pk).exists()


def test_video_is_refused_when_bytes_are_missing(people: People) -> None:
    client = client_of(people.admin)
    address = begin(client, people.project.pk, size=1000)["Location"]
    send(client, address, 0, b"x" * 999)
    response = register(people, Upload.objects.get())
    assert (response.status_code, response.json()["code"], response.json()["offset"]) == (
        409,
        "upload_incomplete",
        999,
    )
    assert not Video.objects.exists()


def test_upload_makes_one_video_when_registered_twice(people: People) -> None:
    upload = uploaded(people, small_video())
    assert register(people, upload).status_code == 201
    response = register(people, upload)
    assert (response.status_code, response.json()["code"]) == (409, "upload_taken")
    video = Video.objects.get()
    assert default_storage.exists(video.original_key)
    delete = client_of(people.admin).delete(f"/api/v1/uploads/{upload.pk}", headers=TUS)
    assert (delete.status_code, delete.json()["code"]) == (409, "upload_taken")


def test_other_video_is_named_when_the_content_is_in_the_project(people: People) -> None:
    first = add_video(people, title="First")
    upload = uploaded(people, small_video())
    response = register(people, upload)
    assert (response.status_code, response.json()["code"]) == (409, "duplicate_video")
    assert (response.json()["video"], response.json()["video_title"]) == (first.pk, "First")
    assert "'First'" in response.json()["detail"]
    assert Video.objects.count() == 1
    assert not default_storage.exists(f"videos/{people.project.pk}/{upload.pk.hex}/original")


def test_content_may_come_again_when_the_first_was_rejected(people: People) -> None:
    Video.objects.filter(pk=add_video(people, probed=False).pk).update(state=VideoState.REJECTED)
    assert register(people, uploaded(people, small_video())).status_code == 201


def test_loser_leaves_no_file_when_the_same_content_comes_twice_at_once(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = uploaded(people, small_video())
    looked: list[str] = []
    real = duplicates.refuse_duplicate

    def late(*, project_id: int, sha256: str) -> None:
        looked.append(sha256)
        if len(looked) == 1:  # the other one comes in after the first look
            add_video(people, title="Winner", probed=False)
            return
        real(project_id=project_id, sha256=sha256)

    monkeypatch.setattr(registration, "refuse_duplicate", late)
    # `add_video` looks as well, so the second look is its own and the third is the loser's.
    response = register(people, upload)
    assert (response.status_code, response.json()["code"]) == (409, "duplicate_video")
    assert [video.title for video in Video.objects.all()] == ["Winner"]
    assert not default_storage.exists(f"videos/{people.project.pk}/{upload.pk.hex}/original")
    upload.refresh_from_db()
    assert upload.taken_at is None
    assert uploads.path_of(upload.pk).exists()


@pytest.mark.parametrize("who", ["annotator", "reviewer_a", "outsider"])
def test_upload_stays_its_owners_when_somebody_else_registers_it(people: People, who: str) -> None:
    upload = uploaded(people, small_video())
    body = {"project": people.project.pk, "upload": str(upload.pk), **TEXTS}
    assert client_of(getattr(people, who)).post(BASE, body, format="json").status_code == 404
    assert not Video.objects.exists()
    upload.refresh_from_db()
    assert upload.taken_at is None


def test_file_on_the_server_stays_as_it_is_when_registered(people: People, tmp_path: Path) -> None:
    source = tmp_path / "-x; rm.mp4"
    source.write_bytes(small_video().read_bytes())
    registered = registration.register_file(
        actor=people.admin, project_id=people.project.pk, path=source, facts=facts()
    )
    assert source.read_bytes() == small_video().read_bytes()
    assert source.stat().st_nlink == 1
    assert registered.video.original_name == "-x; rm.mp4"
    assert run_jobs() == [("video.probe", "succeeded")]


def test_error_is_clear_when_the_file_on_the_server_is_none(people: People, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.mp4"):
        with pytest.raises(Invalid) as caught:
            registration.register_file(
                actor=people.admin, project_id=people.project.pk, path=path, facts=facts()
            )
        assert caught.value.code == "no_file"
    add_video(people)
    with pytest.raises(Conflict):
        registration.register_file(
            actor=people.admin, project_id=people.project.pk, path=small_video(), facts=facts()
        )
