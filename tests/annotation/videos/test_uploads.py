"""Resumable uploads over HTTP: byte-identical after any cut, refused before the body, owned by one person."""

from __future__ import annotations

import base64
import fcntl
import hashlib
import random
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.http import UnreadablePostError
from django.test import override_settings
from django.utils import timezone
from rest_framework.test import APIClient

from annotation.videos import uploads
from annotation.videos.models import Upload
from annotation.videos.tus import Checksum
from kernel.errors import TooLarge
from tests.personas import People, client_of

BASE = "/api/v1/uploads"
TUS = {"Tus-Resumable": "1.0.0"}
CONTENT = random.Random(7).randbytes(300_001)


def begin(
    client: APIClient, project: int, *, size: int = len(CONTENT), name: str = "../../etc/talk.mp4"
) -> Any:
    metadata = f"filename {base64.b64encode(name.encode()).decode()}"
    return client.post(
        f"{BASE}?project={project}", headers={**TUS, "Upload-Length": str(size), "Upload-Metadata": metadata}
    )


def send(client: APIClient, address: str, offset: int, data: bytes, **headers: str) -> Any:
    return client.generic(
        "PATCH",
        address,
        data,  # type: ignore[arg-type]
        content_type="application/offset+octet-stream",
        headers={**TUS, "Upload-Offset": str(offset), **headers},
    )


def offset_of(client: APIClient, address: str) -> int:
    response = client.head(address, headers=TUS)
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    return int(response["Upload-Offset"])


@pytest.fixture
def client(people: People) -> APIClient:
    return client_of(people.admin)


@pytest.fixture
def address(people: People, client: APIClient) -> str:
    return str(begin(client, people.project.pk)["Location"])


def stored(address: str) -> Path:
    return uploads.path_of(Upload.objects.get(pk=address.rpartition("/")[2]).pk)


def test_upload_begins_empty_when_announced(people: People, client: APIClient) -> None:
    response = begin(client, people.project.pk)
    assert (response.status_code, response["Upload-Offset"], response["Tus-Resumable"]) == (201, "0", "1.0.0")
    assert response["Upload-Expires"].endswith("GMT")
    upload = Upload.objects.get()
    assert response["Location"] == f"{BASE}/{upload.pk}"
    assert (upload.filename, upload.size, upload.owner) == ("../../etc/talk.mp4", len(CONTENT), people.admin)
    # The name is kept as words and is no part of any path.
    assert uploads.path_of(upload.pk).name == upload.pk.hex


def test_bytes_are_identical_when_resumed_at_odd_offsets(client: APIClient, address: str) -> None:
    chooser = random.Random(3)
    offset = 0
    while offset < len(CONTENT):
        end = min(len(CONTENT), offset + chooser.choice([1, 7, 4095, 65_537, 99_991]))
        response = send(client, address, offset, CONTENT[offset:end])
        assert (response.status_code, response["Upload-Offset"]) == (204, str(end))
        offset = offset_of(client, address)
        assert offset == end
    assert stored(address).read_bytes() == CONTENT
    assert Upload.objects.get().offset == len(CONTENT)


class CutLine:
    """A body that breaks off, as Django reports it, after `left` bytes."""

    def __init__(self, data: bytes, left: int, end: Callable[[], bytes]) -> None:
        self.data, self.left, self.end = data, left, end

    def read(self, size: int, /) -> bytes:
        piece = self.data[: min(size, self.left, 1000)]
        if not piece:
            return self.end()
        self.data, self.left = self.data[len(piece) :], self.left - len(piece)
        return piece


def broken() -> bytes:
    raise UnreadablePostError("the line was cut")


def nothing() -> bytes:
    return b""


@pytest.mark.parametrize("end", [broken, nothing])
@pytest.mark.parametrize("cut_at", [0, 1, 999, 123_457])
def test_upload_goes_on_when_the_line_is_cut(
    people: People, client: APIClient, address: str, cut_at: int, end: Callable[[], bytes]
) -> None:
    upload = Upload.objects.get()
    uploads.append_chunk(
        actor=people.admin,
        upload_id=upload.pk,
        offset=0,
        length=len(CONTENT),
        body=CutLine(CONTENT, cut_at, end),
    )
    assert offset_of(client, address) == cut_at
    assert send(client, address, cut_at, CONTENT[cut_at:]).status_code == 204
    assert stored(address).read_bytes() == CONTENT


def test_real_length_counts_when_the_server_died_before_the_row_was_written(
    client: APIClient, address: str
) -> None:
    send(client, address, 0, CONTENT[:1000])
    with stored(address).open("ab") as file:
        file.write(CONTENT[1000:5000])
    assert Upload.objects.get().offset == 1000
    assert offset_of(client, address) == 5000
    assert send(client, address, 5000, CONTENT[5000:]).status_code == 204
    assert stored(address).read_bytes() == CONTENT


@pytest.mark.parametrize("offset", [0, 999, 1001])
def test_right_offset_is_told_when_the_wrong_one_is_sent(
    client: APIClient, address: str, offset: int
) -> None:
    send(client, address, 0, CONTENT[:1000])
    response = send(client, address, offset, b"x" * 10)
    assert (response.status_code, response.json()["code"], response.json()["offset"]) == (
        409,
        "offset_mismatch",
        1000,
    )
    assert stored(address).read_bytes() == CONTENT[:1000]


@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
def test_chunk_is_kept_when_its_checksum_is_right_only(
    client: APIClient, address: str, algorithm: str
) -> None:
    right = base64.b64encode(hashlib.new(algorithm, CONTENT[:5000]).digest()).decode()
    damaged = b"x" + CONTENT[1:5000]
    response = send(client, address, 0, damaged, **{"Upload-Checksum": f"{algorithm} {right}"})
    assert (response.status_code, response.json()["code"]) == (460, "checksum_mismatch")
    assert offset_of(client, address) == 0
    assert (
        send(client, address, 0, CONTENT[:5000], **{"Upload-Checksum": f"{algorithm} {right}"}).status_code
        == 204
    )
    assert stored(address).read_bytes() == CONTENT[:5000]
    assert not stored(address).with_suffix(".chunk").exists()


def test_no_byte_counts_when_a_checked_chunk_is_cut(people: People, client: APIClient, address: str) -> None:
    checksum = Checksum("sha256", hashlib.sha256(CONTENT).digest())
    upload = Upload.objects.get()
    with pytest.raises(Exception, match="ended early"):
        uploads.append_chunk(
            actor=people.admin,
            upload_id=upload.pk,
            offset=0,
            length=len(CONTENT),
            body=CutLine(CONTENT, 5000, nothing),
            checksum=checksum,
        )
    assert offset_of(client, address) == 0


@override_settings(UPLOAD_MAX_BYTES=1000)
def test_file_is_refused_when_it_is_above_the_limit(people: People, client: APIClient) -> None:
    response = begin(client, people.project.pk, size=1001)
    assert (response.status_code, response.json()["code"], response.json()["limit"]) == (
        413,
        "upload_too_large",
        1000,
    )
    assert not Upload.objects.exists()
    assert begin(client, people.project.pk, size=1000).status_code == 201


def test_file_is_refused_when_the_disk_has_no_room(people: People, client: APIClient) -> None:
    with override_settings(UPLOAD_MAX_BYTES=10**18):
        response = begin(client, people.project.pk, size=10**17)
    assert (response.status_code, response.json()["code"]) == (413, "no_room")
    assert not Upload.objects.exists()


def test_empty_file_is_refused_when_announced(people: People, client: APIClient) -> None:
    response = begin(client, people.project.pk, size=0)
    assert (response.status_code, response.json()["code"]) == (400, "empty_file")


class Untouchable:
    def read(self, size: int, /) -> bytes:
        raise AssertionError("the body was read")


def test_chunk_is_refused_unread_when_it_is_too_large(people: People, address: str) -> None:
    upload = Upload.objects.get()
    for settings, offset in (({"UPLOAD_CHUNK_MAX_BYTES": 10}, 0), ({}, 0)):
        with override_settings(**settings), pytest.raises(TooLarge):
            uploads.append_chunk(
                actor=people.admin,
                upload_id=upload.pk,
                offset=offset,
                length=upload.size + 1,
                body=Untouchable(),
            )
    assert stored(address).stat().st_size == 0


def test_second_writer_waits_when_one_is_writing(client: APIClient, address: str) -> None:
    with stored(address).open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        response = send(client, address, 0, CONTENT)
    assert (response.status_code, response.json()["code"]) == (423, "upload_locked")
    assert stored(address).stat().st_size == 0
    assert send(client, address, 0, CONTENT).status_code == 204


def test_nothing_is_left_when_the_upload_is_ended(client: APIClient, address: str) -> None:
    send(client, address, 0, CONTENT[:10])
    path = stored(address)
    assert client.delete(address, headers=TUS).status_code == 204
    assert not path.exists()
    assert client.head(address, headers=TUS).status_code == 404


def test_upload_is_gone_when_it_has_expired(people: People, client: APIClient, address: str) -> None:
    uploads.prune_uploads()  # what other tests have left
    Upload.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    path = stored(address)
    assert client.head(address, headers=TUS).status_code == 410
    assert send(client, address, 0, CONTENT).status_code == 410
    assert path.stat().st_size == 0
    assert uploads.prune_uploads() == 1
    assert not path.exists()
    assert not Upload.objects.exists()


def test_clock_starts_again_when_a_chunk_arrives(client: APIClient, address: str) -> None:
    soon = timezone.now() + timedelta(minutes=1)
    Upload.objects.update(expires_at=soon)
    send(client, address, 0, CONTENT[:10])
    assert Upload.objects.get().expires_at > soon + timedelta(days=6)
    assert uploads.prune_uploads() == 0


@pytest.mark.parametrize(
    ("who", "status"),
    [("annotator", 403), ("reviewer_a", 403), ("outsider", 404)],
)
def test_upload_is_refused_when_the_person_may_not_add_media(people: People, who: str, status: int) -> None:
    assert begin(client_of(getattr(people, who)), people.project.pk).status_code == status
    assert not Upload.objects.exists()


@pytest.mark.parametrize("who", ["annotator", "outsider"])
def test_upload_is_unknown_when_it_is_somebody_elses(people: People, address: str, who: str) -> None:
    client = client_of(getattr(people, who))
    assert client.head(address, headers=TUS).status_code == 404
    assert client.get(address).status_code == 404
    assert send(client, address, 0, CONTENT).status_code == 404
    assert client.delete(address, headers=TUS).status_code == 404
    assert stored(address).stat().st_size == 0


def test_request_is_refused_when_the_csrf_token_is_missing(people: People, address: str) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(people.admin, backend="django.contrib.auth.backends.ModelBackend")
    assert send(client, address, 0, CONTENT).status_code == 403
    assert stored(address).stat().st_size == 0
    assert send(client_of(None), address, 0, CONTENT).status_code == 401


def test_protocol_is_checked_when_headers_are_wrong(people: People, client: APIClient, address: str) -> None:
    assert client.head(address).status_code == 412
    assert client.head(address, headers={"Tus-Resumable": "0.2.2"})["Tus-Version"] == "1.0.0"
    wrong_type = client.generic(
        "PATCH", address, "x", content_type="video/mp4", headers={**TUS, "Upload-Offset": "0"}
    )
    assert wrong_type.status_code == 415
    assert (
        send(client, address, 0, b"x", **{"Upload-Checksum": "md5 AAAA"}).json()["code"]
        == "checksum_algorithm"
    )
    assert stored(address).stat().st_size == 0


def test_server_says_what_it_can_when_asked(client: APIClient) -> None:
    response = client.options(BASE)
    assert response.status_code == 204
    assert response["Tus-Version"] == "1.0.0"
    assert response["Tus-Extension"] == "creation,termination,checksum,expiration"
    assert response["Tus-Checksum-Algorithm"] == "sha256,sha1"
    assert int(response["Tus-Max-Size"]) > 0


def test_progress_is_shown_as_json_when_asked(client: APIClient, address: str) -> None:
    send(client, address, 0, CONTENT[:10])
    shown = client.get(address).json()
    assert (shown["offset"], shown["size"], shown["filename"]) == (10, len(CONTENT), "../../etc/talk.mp4")
