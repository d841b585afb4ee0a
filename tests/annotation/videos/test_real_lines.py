"""Uploads and playback over real sockets: lines that are cut in the middle, in both directions."""

from __future__ import annotations

import http.client
import random
import socket
import time
from typing import Any
from urllib.parse import urlsplit

import pytest
from knox.models import AuthToken

from annotation.videos import uploads
from annotation.videos.models import Upload
from tests.annotation.media_files import add_video, small_video
from tests.annotation.videos.test_uploads import begin
from tests.personas import People, client_of, make_people

pytestmark = pytest.mark.django_db(transaction=True)

CONTENT = random.Random(11).randbytes(3_000_001)


@pytest.fixture
def cast() -> People:
    return make_people()


def token(user: Any) -> str:
    return str(AuthToken.objects.create(user)[1])


def offset_of(live: Any, address: str, headers: dict[str, str]) -> int:
    connection = http.client.HTTPConnection(urlsplit(live.url).netloc)
    connection.request("HEAD", address, headers=headers)
    response = connection.getresponse()
    assert response.status == 200
    connection.close()
    return int(response.headers["Upload-Offset"])


def settled_offset(live: Any, address: str, headers: dict[str, str], *, after: int) -> int:
    """The offset once it is past `after` and stands still: the server may still be writing what has arrived."""
    deadline = time.monotonic() + 20
    seen = offset_of(live, address, headers)
    while time.monotonic() < deadline:
        time.sleep(0.2)
        before, seen = seen, offset_of(live, address, headers)
        if before == seen > after:
            break
    return seen


def cut_while_sending(live: Any, address: str, headers: dict[str, str], offset: int, sent: int) -> None:
    """Announces the rest of the file, sends some of it, and resets the connection."""
    where = urlsplit(live.url)
    lines = {
        **headers,
        "Host": where.netloc,
        "Content-Type": "application/offset+octet-stream",
        "Content-Length": str(len(CONTENT) - offset),
        "Upload-Offset": str(offset),
    }
    head = f"PATCH {address} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in lines.items()) + "\r\n"
    with socket.create_connection((where.hostname, where.port)) as line:
        line.sendall(head.encode() + CONTENT[offset : offset + sent])
        time.sleep(0.3)


def test_upload_is_byte_identical_when_the_line_is_cut_again_and_again(
    cast: People, live_server: Any
) -> None:
    address = begin(client_of(cast.admin), cast.project.pk, size=len(CONTENT))["Location"]
    headers = {"Authorization": f"Token {token(cast.admin)}", "Tus-Resumable": "1.0.0"}
    offset = 0
    for sent in (1, 700_001, 65_536, 1_000_003):
        cut_while_sending(live_server, address, headers, offset, sent)
        now = settled_offset(live_server, address, headers, after=offset)
        assert offset < now <= offset + sent
        offset = now
    connection = http.client.HTTPConnection(urlsplit(live_server.url).netloc)
    more = {"Content-Type": "application/offset+octet-stream", "Upload-Offset": str(offset)}
    connection.request("PATCH", address, body=CONTENT[offset:], headers={**headers, **more})
    response = connection.getresponse()
    assert (response.status, response.headers["Upload-Offset"]) == (204, str(len(CONTENT)))
    connection.close()
    upload = Upload.objects.get()
    assert uploads.path_of(upload.pk).read_bytes() == CONTENT
    assert upload.offset == len(CONTENT)


def test_next_range_is_answered_when_a_player_hung_up(cast: People, live_server: Any) -> None:
    video = add_video(cast)
    content = small_video().read_bytes()
    headers = {"Authorization": f"Token {token(cast.annotator)}"}
    netloc = urlsplit(live_server.url).netloc
    for _ in range(3):
        rude = http.client.HTTPConnection(netloc)
        rude.request("GET", f"/api/v1/videos/{video.pk}/media", headers=headers)
        assert rude.getresponse().read(10) == content[:10]
        rude.close()
    polite = http.client.HTTPConnection(netloc)
    polite.request("GET", f"/api/v1/videos/{video.pk}/media", headers={**headers, "Range": "bytes=1000-"})
    response = polite.getresponse()
    assert response.status == 206
    assert response.read() == content[1000:]
    polite.close()
