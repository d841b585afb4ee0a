"""What happens once all bytes of an upload are here: its checksum, duplicates, and its place in the storage."""

from __future__ import annotations

import hashlib
import os
import time
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.utils import timezone

from annotation.videos import arrivals, registration, uploads
from annotation.videos.models import Upload, Video
from jobs.models import Job
from jobs.services import request_cancellation
from tests.annotation.media_files import add_video, run_jobs, small_video
from tests.annotation.videos.test_registration import register, uploaded
from tests.annotation.videos.test_uploads import BASE, begin
from tests.personas import People, client_of, make_people

CONTENT = small_video().read_bytes()
SHA256 = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def large(settings: Any) -> None:
    """Every file is too large to be read inside a request, and still goes in one chunk."""
    settings.UPLOAD_CHUNK_MAX_BYTES = len(CONTENT) - 1


def arrived(people: People) -> Upload:
    """An upload whose bytes are all here, put there past the limit of a chunk."""
    upload = uploads.begin_upload(
        actor=people.admin, project_id=people.project.pk, filename="talk.mp4", size=len(CONTENT)
    )
    uploads.path_of(upload.pk).write_bytes(CONTENT)
    return upload


def shown(people: People, upload: Upload) -> dict[str, Any]:
    return dict(client_of(people.admin).get(f"{BASE}/{upload.pk}").json())


def test_small_upload_is_ready_when_its_last_byte_is_here(people: People) -> None:
    upload = uploaded(people, small_video())
    told = shown(people, upload)
    assert (told["state"], told["sha256"], told["duplicate"]) == ("ready", SHA256, None)
    assert Job.objects.count() == 0


def test_large_upload_is_read_by_a_job_and_never_by_the_request(
    people: People, large: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = arrived(people)
    answer = register(people, upload)
    assert (answer.status_code, answer.json()["code"]) == (409, "upload_checking")
    assert (Video.objects.count(), shown(people, upload)["state"]) == (0, "checking")
    # Asked for again: still one job.
    assert register(people, upload).json()["job"] == answer.json()["job"]
    job = Job.objects.get()
    assert (job.pk, job.kind, job.queue) == (answer.json()["job"], "upload.settle", "default")
    assert run_jobs() == [("upload.settle", "succeeded")]
    told = shown(people, upload)
    assert (told["state"], told["sha256"]) == ("ready", SHA256)

    def read(path: Path) -> str:
        raise AssertionError(f"{path} was read in the request")

    monkeypatch.setattr(registration, "sha256_of", read)
    monkeypatch.setattr(arrivals, "_settled", read)
    assert register(people, upload).status_code == 201
    assert Video.objects.get().sha256 == SHA256
    assert shown(people, upload)["state"] == "taken"


def test_job_is_queued_when_the_last_chunk_of_a_large_upload_arrives(people: People, settings: Any) -> None:
    client = client_of(people.admin)
    address = begin(client, people.project.pk, size=len(CONTENT))["Location"]
    settings.UPLOAD_CHUNK_MAX_BYTES = len(CONTENT) - 1
    headers = {"Tus-Resumable": "1.0.0"}
    for offset, end in ((0, 1000), (1000, len(CONTENT))):
        assert Job.objects.count() == 0
        answer = client.generic(
            "PATCH",
            address,
            CONTENT[offset:end],  # type: ignore[arg-type]
            content_type="application/offset+octet-stream",
            headers={**headers, "Upload-Offset": str(offset)},
        )
        assert answer.status_code == 204
    assert Job.objects.get().kind == "upload.settle"
    assert client.get(address).json()["state"] == "checking"


def test_other_video_is_named_before_anything_is_registered_when_the_content_is_there(
    people: People, large: None
) -> None:
    known = add_video(people, title="Known", probed=False)
    upload = arrived(people)
    arrivals.settle_soon(upload)
    run_jobs()
    assert shown(people, upload)["duplicate"] == {"video": known.pk, "title": "Known"}
    answer = register(people, upload)
    assert (answer.status_code, answer.json()["code"], answer.json()["video"]) == (
        409,
        "duplicate_video",
        known.pk,
    )
    assert Video.objects.count() == 1


def test_video_is_refused_when_another_file_arrived_than_was_sent(people: People) -> None:
    upload = uploaded(people, small_video())
    answer = register(people, upload, sha256="0" * 64)
    assert (answer.status_code, answer.json()["code"], answer.json()["sha256"]) == (
        409,
        "checksum_mismatch",
        SHA256,
    )
    assert (Video.objects.count(), register(people, upload, sha256="nonsense").status_code) == (0, 400)
    assert register(people, upload, sha256=SHA256.upper()).status_code == 201


def test_nothing_happens_when_the_job_comes_too_late_or_twice(people: People, large: None) -> None:
    ended, settled = arrived(people), arrived(people)
    for upload in (ended, settled):
        arrivals.settle_soon(upload)
    uploads.end_upload(actor=people.admin, upload_id=ended.pk)
    assert run_jobs() == [("upload.settle", "succeeded")] * 2
    assert Upload.objects.get().sha256 == SHA256
    Job.objects.update(state="queued", finished_at=None)
    assert run_jobs() == [("upload.settle", "succeeded")] * 2
    assert Upload.objects.get().sha256 == SHA256


def test_check_can_be_asked_for_again_when_it_was_cancelled(people: People, large: None) -> None:
    upload = arrived(people)
    first = register(people, upload).json()["job"]
    request_cancellation(job_id=first)
    again = register(people, upload).json()["job"]
    assert again != first
    assert run_jobs() == [("upload.settle", "succeeded")]
    assert register(people, upload).status_code == 201


def test_bytes_that_went_missing_are_told_when_the_job_runs(people: People, large: None) -> None:
    upload = arrived(people)
    arrivals.settle_soon(upload)
    uploads.path_of(upload.pk).write_bytes(CONTENT[:-1])
    assert run_jobs() == [("upload.settle", "failed")]
    assert Job.objects.get().error_code == "upload_incomplete"
    assert Upload.objects.get().sha256 == ""


def test_own_open_uploads_are_listed_when_asked_for(people: People, django_assert_num_queries: Any) -> None:
    mine = uploaded(people, small_video())
    add_video(people, title="Known", probed=False)
    expired = arrived(people)
    Upload.objects.filter(pk=expired.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    taken = uploaded(people, small_video(tone=880))
    assert register(people, taken).status_code == 201
    stranger = make_people(suffix=" two")
    uploaded(stranger, small_video())
    client = client_of(people.admin)
    address = f"{BASE}?project={people.project.pk}"
    with django_assert_num_queries(5):
        listed = client.get(address).json()["results"]
    assert [(row["id"], row["state"], row["duplicate"]["title"]) for row in listed] == [
        (str(mine.pk), "ready", "Known")
    ]
    for _ in range(4):
        uploads.begin_upload(actor=people.admin, project_id=people.project.pk, filename="a.mp4", size=9)
    with django_assert_num_queries(5):
        assert [row["state"] for row in client.get(address).json()["results"]] == ["receiving"] * 4 + [
            "ready"
        ]
    for who in (people.annotator, people.reviewer_a):
        assert client_of(who).get(address).status_code == 403
    assert client_of(people.outsider).get(address).status_code in {403, 404}


def test_bytes_of_nobody_are_removed_when_they_are_a_day_old(people: People) -> None:
    folder = uploads.path_of(uuid.uuid4()).parent
    going, stray, fresh = arrived(people), folder / uuid.uuid4().hex, folder / uuid.uuid4().hex
    day_ago = time.time() - 25 * 3600
    for path in (stray, fresh, uploads.path_of(going.pk)):
        path.touch()
        if path != fresh:
            os.utime(path, (day_ago, day_ago))
    assert uploads.prune_uploads() >= 1
    assert (stray.exists(), fresh.exists(), uploads.path_of(going.pk).exists()) == (False, True, True)
    fresh.unlink()


def test_no_second_file_is_stored_when_registering_is_tried_again_after_a_crash(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = uploaded(people, small_video())

    class Killed(BaseException):
        pass

    def die(**values: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(registration, "_register", die)
        with pytest.raises(Killed):
            registration.register_upload(
                actor=people.admin,
                project_id=people.project.pk,
                upload_id=upload.pk,
                facts=registration.VideoFacts(title="", source_from="S", domain="d", licence="CC0"),
            )
    assert default_storage.exists(arrivals.original_key(upload))
    assert register(people, upload).status_code == 201
    assert Video.objects.get().original_key == arrivals.original_key(upload)
