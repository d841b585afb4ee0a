"""Every file of the shared manifest, by each road that a file comes in: the commands, and an upload over HTTP."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from annotation.subtitles.models import SubtitleFile
from annotation.videos.models import DerivedFile, Video, VideoState
from tests.annotation.media_files import add_video, derive
from tests.annotation.videos.test_probing import (
    ACCEPTED,
    PLAYABLE,
    REFUSED,
    WARNED,
    media,
    names_in_manifest,
)
from tests.annotation.videos.test_registration import register, uploaded
from tests.annotation.videos.test_uploads import begin
from tests.personas import People, client_of
from tests.shared_files import shared_path

pytestmark = pytest.mark.one_database

ATTACKS = [name for name, code in REFUSED.items() if code == "playlist"]


def printed(*command: str) -> tuple[int, dict[str, Any]]:
    output = StringIO()
    try:
        call_command(*command, "--json", stdout=output)
    except SystemExit as end:
        return int(str(end.code)), json.loads(output.getvalue())
    return 0, json.loads(output.getvalue())


@pytest.mark.parametrize("name", [*ACCEPTED, *REFUSED])
def test_probe_says_what_the_manifest_expects_when_run_as_a_command(name: str) -> None:
    code, told = printed("probe", str(media(name)))
    if name in REFUSED:
        assert (code, told["ok"], told["code"]) == (1, False, REFUSED[name])
        assert told["reason"]
        return
    frames, duration, first, rate, size = ACCEPTED[name]
    assert (code, told["frames"], told["duration"], told["first_pts"]) == (0, frames, duration, first)
    assert told["fps"] == (None if rate is None else f"{rate}/1" if "/" not in rate else rate)
    assert (told["width"], told["height"]) == size
    assert {warning["code"] for warning in told["warnings"]} == WARNED.get(name, set())
    assert told["browser_playable"] == (name in PLAYABLE)


def test_every_row_gets_what_the_manifest_expects_when_all_files_are_added_at_once(
    people: People, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    wanted: list[tuple[str, str, str | None]] = []
    for name in [*ACCEPTED, *REFUSED]:
        (folder / media(name).name).symlink_to(media(name))
        wanted.append((media(name).name, "refused" if name in REFUSED else "ready", REFUSED.get(name)))
    with (folder / "manifest.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["file", "source", "domain", "licence"])
        rows.writerows([name, f"Source {n}", "test", "CC0"] for n, (name, _, _) in enumerate(wanted))
    # Links that lead out of the folder are no files of it.
    code, told = printed("add_videos", str(folder), "--project", "Road", "--dry-run")
    assert (code, {row["code"] for row in told["rows"]}) == (1, {"outside_folder"})
    for path in [path for path in folder.iterdir() if path.is_symlink()]:
        content = path.read_bytes()
        path.unlink()
        path.write_bytes(content)
    code, told = printed("add_videos", str(folder), "--project", "Road", "--skip-refused")
    seen: set[str] = set()
    for row, (name, outcome, why) in zip(told["rows"], wanted, strict=True):
        if row["sha256"] in seen and outcome == "ready":
            outcome, why = "duplicate", "duplicate_row"  # the long name has the content of the control
        elif outcome == "ready":
            outcome = "added"
            seen.add(row["sha256"])
        assert (row["file"], row["outcome"], row["code"]) == (name, outcome, why)
    assert (code, told["counts"]["refused"], told["counts"]["added"]) == (1, len(REFUSED), len(seen))
    assert Video.objects.count() == len(seen)
    assert set(Video.objects.values_list("state", flat=True)) == {VideoState.PROBING}
    # Under names of our own: nothing of what the files are called.
    assert all(key.endswith("/original") for key in Video.objects.values_list("original_key", flat=True))


@pytest.mark.parametrize("name", [*ACCEPTED, *REFUSED])
def test_upload_gets_what_the_manifest_expects_when_sent_over_http(people: People, name: str) -> None:
    path = media(name)
    if REFUSED.get(name) == "empty_file":
        answer = begin(client_of(people.admin), people.project.pk, size=0, name=path.name)
        assert (answer.status_code, answer.json()["code"]) == (400, "empty_file")
        return
    answer = register(people, uploaded(people, path, name=path.name))
    assert answer.status_code == 201
    [(_, outcome)] = derive(only=["video.probe"])
    client = client_of(people.admin)
    shown = client.get(f"/api/v1/videos/{answer.json()['id']}").json()
    assert shown["original_name"] == path.name
    if name in REFUSED:
        assert (outcome, shown["state"], shown["rejection_code"]) == ("failed", "rejected", REFUSED[name])
        assert shown["rejection_reason"]
        assert (DerivedFile.objects.count(), shown["playable"]) == (0, False)
        return
    frames, duration, _, rate, (width, height) = ACCEPTED[name]
    assert (outcome, shown["state"], shown["frame_count"]) == ("succeeded", "ready", frames)
    assert shown["duration"] == pytest.approx(duration, abs=0.0005)
    assert (shown["width"], shown["height"]) == (width, height)
    assert shown["frame_rate"] == ("" if rate is None else f"{rate}/1" if "/" not in rate else rate)
    assert {warning["code"] for warning in shown["warnings"]} == WARNED.get(name, set())
    assert shown["playable"] == (name in PLAYABLE)
    assert DerivedFile.objects.filter(kind="proxy").exists() == (name not in PLAYABLE)
    assert len(client.get(f"/api/v1/videos/{shown['id']}/frames").json()["pts"]) == frames


@pytest.mark.parametrize("name", names_in_manifest())
def test_odd_name_is_text_alone_when_uploaded(people: People, name: str) -> None:
    path = shared_path("cases/media/ok_cfr25.mp4")
    answer = register(people, uploaded(people, path, name=name))
    assert (answer.status_code, answer.json()["original_name"]) == (201, name)
    video = Video.objects.get()
    assert video.original_key.count("/") == 3
    assert default_storage.open(video.original_key).read() == path.read_bytes()
    assert derive(only=["video.probe"]) == [("video.probe", "succeeded")]


@pytest.mark.parametrize("name", ATTACKS)
def test_attack_is_no_subtitle_file_when_sent_as_one(people: People, name: str) -> None:
    video = add_video(people)
    for called in (name, "a.srt", "a.vtt", "a.ass", "a.json"):
        body = {"file": SimpleUploadedFile(called, media(name).read_bytes())}
        answer = client_of(people.admin).post(
            f"/api/v1/videos/{video.pk}/subtitles", body, format="multipart"
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "format_unknown")
    code, told = printed("subtitles", str(media(name)))
    assert (code, told["code"]) == (1, "format_unknown")
    assert SubtitleFile.objects.count() == 0


@pytest.mark.parametrize("name", ATTACKS)
def test_attack_has_no_tracks_to_import_when_it_was_refused(people: People, name: str) -> None:
    register(people, uploaded(people, media(name)))
    derive(only=["video.probe"])
    video = Video.objects.get()
    base = f"/api/v1/videos/{video.pk}/subtitles/tracks"
    client = client_of(people.admin)
    assert client.get(base).json() == {"tracks": []}
    answer = client.post(f"{base}/0/import")
    assert (answer.status_code, answer.json()["code"]) == (409, "video_not_ready")
    code, told = printed("subtitles", str(media(name)), "--track", "0")
    assert (code, told["code"]) == (1, "playlist")
    assert SubtitleFile.objects.count() == 0
