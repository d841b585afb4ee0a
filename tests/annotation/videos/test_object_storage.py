"""The same road with the media in S3: upload, probe, proxy, cut, and playback by addresses that expire."""

from __future__ import annotations

import hashlib
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import boto3
import pytest
from botocore.config import Config
from django.conf import settings
from django.test import override_settings

from annotation.clips.models import ClipState, Granularity
from annotation.clips.segments import Segment
from annotation.clips.services import create_clip
from annotation.videos import serving, storage
from annotation.videos.models import VideoState
from annotation.videos.probing import probe
from jobs.errors import JobCancelled
from tests import services
from tests.annotation.media_files import add_video, run_jobs, small_video
from tests.annotation.videos.test_registration import register, uploaded
from tests.personas import People, client_of


@dataclass(frozen=True)
class Bucket:
    name: str
    client: Any

    def objects(self) -> list[str]:
        return sorted(row["Key"] for row in self.client.list_objects_v2(Bucket=self.name)["Contents"])


@pytest.fixture
def bucket(s3_endpoint: str) -> Iterator[Bucket]:
    """A bucket of its own on the test's S3 server, as the storage of media; with its name and a client."""
    name = f"media-{uuid.uuid4().hex}"
    client = boto3.client(
        "s3",
        endpoint_url=s3_endpoint,
        aws_access_key_id=services.S3_KEY,
        aws_secret_access_key=services.S3_SECRET,
        region_name="us-east-1",
        config=Config(signature_version="s3v4", s3={"addressing_style": "path"}),
    )
    client.create_bucket(Bucket=name)
    options = {
        "bucket_name": name,
        "endpoint_url": s3_endpoint,
        "region_name": "us-east-1",
        "access_key": services.S3_KEY,
        "secret_key": services.S3_SECRET,
        "addressing_style": "path",
        "signature_version": "s3v4",
        "file_overwrite": True,
        "querystring_auth": True,
        "max_memory_size": 1024,
    }
    stores = {
        **settings.STORAGES,
        "default": {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options},
    }
    with override_settings(STORAGES=stores):
        yield Bucket(name, client)


def fetch(address: str) -> bytes:
    with urllib.request.urlopen(address) as answer:
        return bytes(answer.read())


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
    assert all(key.startswith(("videos/", "clips/")) for key in bucket.objects())


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
