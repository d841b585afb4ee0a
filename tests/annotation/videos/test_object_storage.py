"""The same road with the media in S3: upload, probe, proxy, cut, and playback by addresses that expire."""

from __future__ import annotations

import hashlib
import json
import urllib.error
import urllib.request
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.management import call_command
from django.test import override_settings
from django.utils import timezone

from annotation.clips.models import ClipState, Granularity
from annotation.clips.segments import Segment
from annotation.clips.services import create_clip
from annotation.videos import arrivals, serving, storage, uploads
from annotation.videos.models import DerivedFile, Upload, VideoState
from annotation.videos.probing import probe
from jobs.errors import JobCancelled
from tests.annotation.media_files import add_video, derive, run_jobs, small_video
from tests.annotation.object_store import Bucket
from tests.annotation.videos.test_registration import register, uploaded
from tests.personas import People, client_of

pytestmark = pytest.mark.one_database


def fetch(address: str) -> bytes:
    with urllib.request.urlopen(address) as answer:
        return bytes(answer.read())


def fetch_part(address: str, part: str) -> tuple[str, bytes]:
    """Content-Range and bytes of an answer to a request for a part; the store of the tests says 200 for 206."""
    request = urllib.request.Request(address, headers={"Range": part})
    with urllib.request.urlopen(request) as answer:
        return str(answer.headers["Content-Range"]), bytes(answer.read())


def test_road_is_the_same_when_media_are_in_s3(people: People, bucket: Bucket) -> None:
    upload = uploaded(people, small_video(kind="webm", seconds=2))
    video_id = register(people, upload).json()["id"]
    assert run_jobs() == [("video.probe", "succeeded"), ("video.proxy", "succeeded")]
    client = client_of(people.annotator)
    video = client.get(f"/api/v1/videos/{video_id}").json()
    assert (video["state"], video["frame_count"], video["playable"]) == (VideoState.READY, 50, True)
    assert len(client.get(f"/api/v1/videos/{video_id}/frames").json()["pts"]) == 50
    clip = create_clip(
        actor=people.annotator,
        video_id=video_id,
        granularity=Granularity.CLIP,
        segments=[Segment(Decimal("0.4"), Decimal("1.2"))],
    ).clip
    assert run_jobs() == [("clip.cut", "succeeded")]
    clip.refresh_from_db()
    assert (clip.state, clip.frame_count) == (ClipState.READY, 20)
    response = client.get(f"/api/v1/clips/{clip.pk}/media", headers={"Range": "bytes=0-99"})
    assert (response.status_code, response["Cache-Control"]) == (302, "private, no-store")
    content = fetch(response["Location"])
    assert hashlib.sha256(content).hexdigest() == clip.sha256
    assert clip.file_key in bucket.objects()
    assert all(key.startswith(("videos/", "clips/", "derived/")) for key in bucket.objects())


def test_address_expires_and_is_signed_when_given(
    people: People, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    video = add_video(people)
    client = client_of(people.annotator)
    monkeypatch.setattr(serving, "ADDRESS_SECONDS", 60)
    address = client.get(f"/api/v1/videos/{video.pk}/media")["Location"]
    query = parse_qs(urlsplit(address).query)
    assert query["X-Amz-Expires"] == ["60"]
    assert query["response-content-type"] == ["video/mp4"]
    assert fetch(address) == small_video().read_bytes()
    for wrong in (address.split("?")[0], address.replace("X-Amz-Expires=60", "X-Amz-Expires=6000")):
        with pytest.raises(urllib.error.HTTPError) as caught:
            fetch(wrong)
        assert caught.value.code in {400, 403}


def test_players_get_parts_and_a_new_address_each_time_when_media_are_in_s3(
    people: People, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    video = add_video(people)
    client = client_of(people.annotator)
    whole = small_video().read_bytes()
    n = len(whole)
    address = client.get(f"/api/v1/videos/{video.pk}/media", headers={"Range": "bytes=0-"})["Location"]
    assert fetch_part(address, "bytes=4-11") == (f"bytes 4-11/{n}", whole[4:12])
    assert fetch_part(address, f"bytes={n - 5}-") == (f"bytes {n - 5}-{n - 1}/{n}", whole[-5:])
    assert fetch_part(address, "bytes=-7") == (f"bytes {n - 7}-{n - 1}/{n}", whole[-7:])
    with pytest.raises(urllib.error.HTTPError) as refused:
        fetch_part(address, f"bytes={n}-")
    assert refused.value.code == 416
    # The page asks the same address of ours again when the store's has expired, and reads on where it was.
    monkeypatch.setattr(serving, "ADDRESS_SECONDS", 90)
    renewed = client.get(f"/api/v1/videos/{video.pk}/media", headers={"Range": "bytes=4-11"})["Location"]
    assert renewed != address
    assert fetch_part(renewed, "bytes=4-11") == (f"bytes 4-11/{n}", whole[4:12])


@override_settings(MEDIA_DELIVERY="x-accel")
def test_address_stays_between_nginx_and_the_store_when_nginx_delivers(
    people: People, bucket: Bucket, s3_endpoint: str
) -> None:
    video = add_video(people)
    response = client_of(people.annotator).get(
        f"/api/v1/videos/{video.pk}/media", headers={"Range": "bytes=0-9"}
    )
    assert (response.status_code, response.content, "Location" in response) == (200, b"", False)
    inner = response["X-Accel-Redirect"]
    assert inner.startswith(f"/protected-store/{bucket.name}/{video.playback_key}?")
    # What nginx makes of it, as deploy/nginx.conf says.
    assert fetch(inner.replace("/protected-store", s3_endpoint, 1)) == small_video().read_bytes()


def test_no_address_is_given_when_the_person_may_not_see_it(people: People, bucket: Bucket) -> None:
    video = add_video(people)
    for user in (people.reviewer_a, people.outsider):
        response = client_of(user).get(f"/api/v1/videos/{video.pk}/media")
        assert response.status_code == 404
        assert "Location" not in response


def test_head_is_answered_here_when_media_are_in_s3(people: People, bucket: Bucket) -> None:
    video = add_video(people)
    head = client_of(people.annotator).head(f"/api/v1/videos/{video.pk}/media")
    assert (head.status_code, head["Content-Length"]) == (200, str(small_video().stat().st_size))
    assert head["ETag"] == f'"{video.sha256}"'


def test_source_is_fetched_once_when_two_ask(
    bucket: Bucket, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source = tmp_path / "file"
    source.write_bytes(small_video().read_bytes())
    storage.store_file(source, "videos/0/once/original")
    with storage.local_path("videos/0/once/original") as path:
        assert probe(path).frames == 100
    bucket.client.delete_object(Bucket=bucket.name, Key="videos/0/once/original")
    with storage.local_path("videos/0/once/original") as path:
        assert path.read_bytes() == small_video().read_bytes()
    assert not path.exists()


def test_nothing_half_fetched_stays_when_the_job_is_cancelled(bucket: Bucket, tmp_path: Path) -> None:
    source = tmp_path / "file"
    source.write_bytes(small_video().read_bytes())
    storage.store_file(source, "videos/0/cancelled/original")
    folder = storage.scratch_folder("fetched")
    before = set(folder.iterdir())

    def stop(done: int) -> None:
        raise JobCancelled("cancelled")

    with pytest.raises(JobCancelled), storage.local_path("videos/0/cancelled/original", on_bytes=stop):
        pass
    assert set(folder.iterdir()) == before


def test_missing_object_is_an_error_when_asked_for(bucket: Bucket) -> None:
    assert storage.size_of("videos/0/nothing") is None
    with pytest.raises(FileNotFoundError), storage.local_path("videos/0/nothing"):
        pass
    storage.remove("videos/0/nothing")


def test_derived_files_are_the_same_when_media_are_in_s3(people: People, bucket: Bucket) -> None:
    video = add_video(people, small_video(kind="webm", seconds=2), probed=False)
    assert [outcome for _, outcome in derive()] == ["succeeded"] * 5
    client, base = client_of(people.annotator), f"/api/v1/videos/{video.pk}"
    frames = client.get(f"{base}/frames").json()
    assert (len(frames["pts"]), frames["keyframes"][0]) == (50, 0)
    assert len(client.get(f"{base}/peaks").content) == DerivedFile.objects.get(kind="peaks").size
    strip = client.get(f"{base}/filmstrip").json()
    picture = client.get(strip["image"])
    assert (picture.status_code, fetch(picture["Location"])[:3]) == (302, b"\xff\xd8\xff")
    assert client.get(f"{base}/shots").json()["shots"][0]["frame"] == 0
    kept = {row.kind: row for row in DerivedFile.objects.filter(video=video)}
    assert set(kept) == {"peaks", "filmstrip", "proxy", "shots"}
    for row in kept.values():
        content = bucket.client.get_object(Bucket=bucket.name, Key=row.file_key)["Body"].read()
        assert (hashlib.sha256(content).hexdigest(), len(content)) == (row.sha256, row.size)
    assert sum(key.startswith("derived/") for key in bucket.objects()) == 4
    assert not any("work" in key or ".part" in key for key in bucket.objects())


def test_every_fault_is_named_when_media_in_s3_are_verified(people: People, bucket: Bucket) -> None:
    video = add_video(people, small_video(kind="webm", seconds=2), probed=False)
    derive()
    clip = create_clip(
        actor=people.admin,
        video_id=video.pk,
        granularity=Granularity.CLIP,
        segments=[Segment(Decimal("0.4"), Decimal("1.2"))],
    ).clip
    run_jobs()
    clip.refresh_from_db()
    video.refresh_from_db()
    assert verified() == (0, [])
    put = {"Bucket": bucket.name, "Body": b"something else"}
    bucket.client.put_object(Key=video.original_key, **put)
    bucket.client.put_object(Key=clip.file_key, **put)
    bucket.client.delete_object(Bucket=bucket.name, Key=video.playback_key)
    bucket.client.put_object(Key=video.frames_key, **put)
    assert verified() == (
        1,
        [("altered", "original"), ("altered", "frames"), ("altered", "clip"), ("missing", "proxy")],
    )


def test_large_upload_lies_in_s3_before_it_is_registered_and_leaves_with_it(
    people: People, bucket: Bucket, settings: Any
) -> None:
    settings.UPLOAD_CHUNK_MAX_BYTES = small_video().stat().st_size - 1
    kept, dropped = (
        uploads.begin_upload(
            actor=people.admin,
            project_id=people.project.pk,
            filename=f"{n}.mp4",
            size=small_video().stat().st_size,
        )
        for n in range(2)
    )
    for upload in (kept, dropped):
        uploads.path_of(upload.pk).write_bytes(small_video().read_bytes())
        arrivals.settle_soon(upload)
    assert run_jobs() == [("upload.settle", "succeeded")] * 2
    assert bucket.objects() == sorted(arrivals.original_key(upload) for upload in (kept, dropped))
    assert verified() == (0, [])
    Upload.objects.filter(pk=dropped.pk).update(expires_at=timezone.now())
    uploads.prune_uploads()
    assert bucket.objects() == [arrivals.original_key(kept)]
    assert register(people, kept).status_code == 201
    assert run_jobs() == [("video.probe", "succeeded")]
    assert not uploads.path_of(kept.pk).exists()


def verified() -> tuple[int, list[tuple[str, str]]]:
    """Exit code of `verify_media` and what it found."""
    output = StringIO()
    try:
        call_command("verify_media", "--json", stdout=output)
        code = 0
    except SystemExit as end:
        code = int(str(end.code))
    return code, [(row["code"], row["kind"]) for row in json.loads(output.getvalue())["findings"]]
