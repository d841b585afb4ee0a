"""A full disk is named, and uploads that are ended while others work on them leave nothing behind."""

from __future__ import annotations

import errno
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.db import OperationalError
from django.test import override_settings
from rest_framework.test import APIClient

from annotation.videos import ffmpeg, registration, storage, uploads
from annotation.videos.models import Upload, Video
from annotation.videos.tus import Checksum, Gone, StorageFull
from tests.annotation.media_files import small_video
from tests.annotation.videos.test_registration import register, uploaded
from tests.annotation.videos.test_uploads import CONTENT, TUS, Untouchable, begin, send
from tests.personas import People, client_of

Usage = namedtuple("Usage", "total used free")
FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def client(people: People) -> APIClient:
    made = client_of(people.admin)
    made.raise_request_exception = False
    return made


@pytest.fixture
def address(people: People, client: APIClient) -> str:
    return str(begin(client, people.project.pk)["Location"])


def told(response: Any) -> tuple[int, str]:
    assert response["Content-Type"] == "application/problem+json"
    return response.status_code, response.json()["code"]


def bytes_there() -> list[str]:
    return sorted(path.name for path in storage.scratch_folder("uploads").iterdir())


def test_chunk_is_refused_unread_when_it_would_need_the_reserve(
    people: People, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = Upload.objects.get()
    checked = Checksum("sha256", b"")
    for checksum, free, refused in (
        (None, 1099, True),
        (None, 1100, False),
        (checked, 1199, True),
        (checked, 1200, False),
    ):
        monkeypatch.setattr("shutil.disk_usage", lambda path, free=free: Usage(0, 0, free))
        error = StorageFull if refused else AssertionError
        with override_settings(DISK_RESERVE_BYTES=1000), pytest.raises(error):
            uploads.append_chunk(
                actor=people.admin,
                upload_id=upload.pk,
                offset=0,
                length=100,
                body=Untouchable(),
                checksum=checksum,
            )
    assert uploads.path_of(upload.pk).stat().st_size == 0


def test_upload_is_refused_when_it_would_need_the_reserve(
    people: People, client: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: Usage(0, 0, 5000))
    with override_settings(DISK_RESERVE_BYTES=1000):
        assert told(begin(client, people.project.pk, size=4001)) == (413, "no_room")
        assert begin(client, people.project.pk, size=4000).status_code == 201


def test_chunk_is_told_of_the_full_disk_when_the_database_is_on_it(
    client: APIClient, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(file: Any, data: bytes) -> None:
        raise StorageFull("disk_full", "The server's disk is full; tell an admin, then go on.")

    def settle(upload: Upload, file: Any) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(uploads, "_settle", settle)
    monkeypatch.setattr(uploads, "_write_all", write)
    assert told(send(client, address, 0, CONTENT)) == (507, "disk_full")


@pytest.mark.parametrize("error", [FULL, OperationalError("database or disk is full")], ids=["file", "rows"])
def test_chunk_is_told_of_the_full_disk_when_only_the_end_of_it_fails(
    client: APIClient, address: str, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def settle(upload: Upload, file: Any) -> None:
        raise error

    monkeypatch.setattr(uploads, "_settle", settle)
    assert told(send(client, address, 0, CONTENT)) == (507, "disk_full")
    monkeypatch.undo()
    # The bytes are there all the same, and the client goes on from there.
    assert client.head(address, headers=TUS)["Upload-Offset"] == str(len(CONTENT))


@pytest.mark.parametrize("log", ["out.mp4: No space left on device", "x: Disk quota exceeded"])
def test_program_names_the_disk_when_it_is_full(log: str) -> None:
    limits = ffmpeg.Limits(wall_seconds=1, cpu_seconds=1)
    failure = ffmpeg._failure("ffmpeg", 1, 0.0, f"{log}\nConversion failed!", limits)
    assert (failure.code, failure.reason) == (
        "disk_full",
        "ffmpeg found the disk full; make room and try again.",
    )


# --- ended meanwhile ------------------------------------------------------------------------------------------


class EndsTheUpload:
    """A body whose sender ends the upload when half of it has been read."""

    def __init__(self, client: APIClient, address: str) -> None:
        self._client, self._address, self._reads = client, address, 0

    def read(self, size: int, /) -> bytes:
        self._reads += 1
        if self._reads == 2:
            assert self._client.delete(self._address, headers=TUS).status_code == 204
        return b"x" * 10 if self._reads < 4 else b""


def test_chunk_is_refused_and_nothing_left_when_its_upload_is_ended_meanwhile(
    people: People, client: APIClient, address: str
) -> None:
    upload = Upload.objects.get()
    with pytest.raises(Gone) as refusal:
        uploads.append_chunk(
            actor=people.admin, upload_id=upload.pk, offset=0, length=100, body=EndsTheUpload(client, address)
        )
    assert (refusal.value.status, refusal.value.code) == (410, "upload_ended")
    assert (Upload.objects.count(), upload.pk.hex in bytes_there()) == (0, False)


def test_chunk_is_refused_and_nothing_left_when_its_upload_was_ended_before_the_lock(
    client: APIClient, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = Upload.objects.get()
    real = uploads._locked_file

    def late(found: Upload) -> Any:
        assert uploads._drop(found)
        return real(found)

    monkeypatch.setattr(uploads, "_locked_file", late)
    assert told(send(client, address, 0, CONTENT)) == (410, "upload_ended")
    assert (Upload.objects.count(), upload.pk.hex in bytes_there()) == (0, False)


def folder_of(people: People, upload: Upload) -> Path:
    return Path(default_storage.path(f"videos/{people.project.pk}/{upload.pk.hex}"))


@pytest.mark.parametrize("step", ["settled", "looked at", "stored"])
def test_video_is_not_made_and_nothing_left_when_its_upload_is_ended_meanwhile(
    people: People, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    upload = uploaded(people, small_video())
    client = client_of(people.admin)
    owner: Any = storage if step == "stored" else registration
    name = {"settled": "settle_soon", "looked at": "refuse_duplicate", "stored": "store_file"}[step]
    real = getattr(owner, name)

    def late(*args: Any, **options: Any) -> Any:
        if step == "settled":  # ended before; in the other cases after
            assert client.delete(f"/api/v1/uploads/{upload.pk}", headers=TUS).status_code == 204
        done = real(*args, **options)
        if step != "settled":
            assert client.delete(f"/api/v1/uploads/{upload.pk}", headers=TUS).status_code == 204
        return done

    monkeypatch.setattr(owner, name, late)
    assert told(register(people, upload)) == (410, "upload_ended")
    assert (Video.objects.count(), Upload.objects.count()) == (0, 0)
    assert not folder_of(people, upload).exists()
    assert upload.pk.hex not in bytes_there()


def test_video_stays_when_the_upload_is_registered_twice(people: People) -> None:
    upload = uploaded(people, small_video())
    assert register(people, upload).status_code == 201
    assert told(register(people, upload)) == (409, "upload_taken")
    assert [path.name for path in folder_of(people, upload).iterdir()] == ["original"]
