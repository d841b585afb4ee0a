"""Every subtitle file of the shared manifest, by each road that one comes in: the command, the preview and the API."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from annotation.subtitles.models import SubtitleFile
from annotation.videos.models import Video
from tests.annotation.media_files import add_video
from tests.annotation.subtitles.test_api import post
from tests.annotation.subtitles.test_parsing import CASES, REFUSED
from tests.personas import People, client_of
from tests.shared_files import shared_path

pytestmark = pytest.mark.one_database

#: Files that are read, but of which no cue is left.
NOTHING_LEFT = {"end_before_start.srt"}


def read_by_command(name: str, encoding: str | None) -> tuple[int, dict[str, Any]]:
    output = StringIO()
    options = ["--encoding", encoding] if encoding else []
    try:
        call_command(
            "subtitles", str(shared_path(f"cases/subtitles/{name}")), "--json", *options, stdout=output
        )
    except SystemExit as end:
        return int(str(end.code)), json.loads(output.getvalue())
    return 0, json.loads(output.getvalue())


def line(start: float, end: float, speaker: str | None, text: str, like: str) -> str:
    times = f"{start:g}-{end:g} " if like[0].isdigit() else ""
    return f"{times}{speaker}: {text}"


def content_of(name: str) -> bytes:
    return shared_path(f"cases/subtitles/{name}").read_bytes()


def previewed(people: People, video: Video, name: str, **more: str) -> dict[str, Any]:
    body = {"file": SimpleUploadedFile(name, content_of(name)), **more}
    answer = client_of(people.admin).post(
        f"/api/v1/videos/{video.pk}/subtitles/preview", body, format="multipart"
    )
    assert answer.status_code == 200
    return dict(answer.json())


@pytest.mark.parametrize("name", CASES)
def test_command_reads_the_file_as_the_manifest_says(name: str) -> None:
    given, form, encoding, cues, warnings = CASES[name]
    code, told = read_by_command(name, given)
    assert (code, told["format"], told["encoding"]) == (0, form, encoding)
    shown = [
        line(float(u["t"][0]), float(u["t"][1]), u["speaker"], u["text"], cue)
        for u, cue in zip(told["utterances"], cues, strict=True)
    ]
    assert shown == cues
    assert [warning["code"] for warning in told["warnings"]] == warnings
    assert [u["id"] for u in told["utterances"]] == [f"U{n}" for n in range(1, len(cues) + 1)]


@pytest.mark.parametrize("name", REFUSED)
def test_command_refuses_the_file_with_a_reason_when_it_cannot_be_read_for_sure(name: str) -> None:
    code, told = read_by_command(name, None)
    assert (code, told["ok"], told["code"]) == (1, False, REFUSED[name])
    assert told["reason"]


@pytest.mark.parametrize("name", CASES)
def test_api_reads_the_file_as_the_manifest_says(people: People, name: str) -> None:
    given, form, encoding, cues, warnings = CASES[name]
    video = add_video(people)
    more = {"encoding": given} if given else {}
    proposed = previewed(people, video, name, **more)
    answer = post(people, video, content_of(name), name=name, **more)
    if name in NOTHING_LEFT:
        assert (answer.status_code, answer.json()["code"]) == (400, "no_cues")
        assert (proposed["readable"], proposed["code"]) == (False, "no_cues")
        assert SubtitleFile.objects.count() == 0
        return
    assert answer.status_code == 201
    stored = answer.json()
    assert (stored["file"]["format"], stored["file"]["encoding"]) == (form, encoding)
    shown = [
        line(u["start"], u["end"], u["speaker"], u["text"], cue)
        for u, cue in zip(stored["utterances"], cues, strict=True)
    ]
    assert shown == cues
    # What was previewed is what was stored.
    assert proposed["first"] == stored["utterances"]
    assert proposed["warnings"] == stored["file"]["warnings"]
    codes = [warning["code"] for warning in stored["file"]["warnings"] if warning["code"] != "past_end"]
    assert codes == [code for code in warnings if code != "past_end"]
    assert client_of(people.annotator).get(f"/api/v1/videos/{video.pk}/subtitles").json() == stored


@pytest.mark.parametrize("name", REFUSED)
def test_api_refuses_the_file_and_asks_where_that_helps(people: People, name: str) -> None:
    video = add_video(people)
    answer = post(people, video, content_of(name), name=name)
    assert answer.status_code == 400
    assert SubtitleFile.objects.count() == 0
    if content_of(name):
        told = answer.json()
        proposed = previewed(people, video, name)
        assert (told["code"], proposed["code"]) == (REFUSED[name], REFUSED[name])
        assert {row["encoding"]: row["preview"] for row in told["encodings"]}["cp1252"]
        assert proposed["encodings"] == told["encodings"]


def test_ids_stay_when_the_same_file_comes_again_after_edits(people: People) -> None:
    video = add_video(people)
    content = content_of("speakers.srt")
    before = post(people, video, content).json()["utterances"]
    client = client_of(people.admin)
    body = {"version": 1, "text": "Changed.", "start": 0, "end": 0.5}
    edited = client.patch(f"/api/v1/videos/{video.pk}/utterances/5", body, format="json").json()["utterance"]
    # Earlier than all others now, and still U5.
    assert (edited["id"], edited["text"]) == ("U5", "Changed.")
    now = client.get(f"/api/v1/videos/{video.pk}/subtitles").json()["utterances"]
    assert [row["id"] for row in now] == [row["id"] for row in before]
    assert post(people, video, content).json()["utterances"] == before
