"""`manage.py verify_media`: what is missing, altered, not as asked for, or nobody's."""

from __future__ import annotations

import json
import os
import time
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command

from annotation.clips.models import Clip, Granularity
from annotation.clips.segments import Segment
from annotation.clips.services import create_clip
from annotation.subtitles.models import SubtitleFile
from annotation.subtitles.services import add_subtitles
from annotation.videos import storage
from annotation.videos.models import DerivedFile, DerivedKind, Video
from tests.annotation.media_files import add_video, derive, run_jobs, small_video
from tests.personas import People


def run(*more: str) -> tuple[int, dict[str, Any]]:
    output = StringIO()
    try:
        call_command("verify_media", "--json", *more, stdout=output)
    except SystemExit as end:
        return int(str(end.code)), json.loads(output.getvalue())
    return 0, json.loads(output.getvalue())


def codes(told: dict[str, Any]) -> list[tuple[str, str]]:
    return [(finding["code"], finding["kind"]) for finding in told["findings"]]


@pytest.fixture
def clip(people: People) -> Clip:
    """A clip of a video with everything that is stored of one: original, frames, proxy, derived files, clip."""
    video = add_video(people, small_video(kind="webm", seconds=2), probed=False)
    derive()
    srt = b"1\n00:00:01,000 --> 00:00:02,000\nHi.\n"
    add_subtitles(actor=people.admin, video_id=video.pk, filename="a.srt", content=srt)
    made = create_clip(
        actor=people.admin,
        video_id=video.pk,
        granularity=Granularity.CLIP,
        segments=[Segment(Decimal("0.4"), Decimal("1.2"))],
    ).clip
    run_jobs()
    made.refresh_from_db()
    return made


def damage(key: str) -> None:
    path = Path(default_storage.path(key))
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.unlink()  # the name may be one of two for the same bytes
    path.write_bytes(content)


def test_nothing_is_found_when_all_is_well(people: People, clip: Clip) -> None:
    code, told = run("--project", "Road")
    assert (code, told["ok"], told["files"], told["findings"], told["notes"]) == (0, True, 8, [], [])
    assert told["bytes"] > small_video(kind="webm", seconds=2).stat().st_size


def test_every_kind_is_named_when_it_is_damaged_or_gone(people: People, clip: Clip) -> None:
    video = Video.objects.get()
    shots, strip = (DerivedFile.objects.get(kind=kind) for kind in (DerivedKind.SHOTS, DerivedKind.FILMSTRIP))
    damage(video.original_key)
    storage.store_bytes(b'{"pts": [1, 2]}', video.frames_key)
    damage(video.playback_key)
    damage(clip.file_key)
    storage.remove(shots.file_key)
    storage.store_bytes(b"x", strip.file_key)
    storage.store_bytes(b"y", SubtitleFile.objects.get().file_key)
    code, told = run("--project", "Road")
    assert code == 1
    assert codes(told) == [
        ("altered", "original"),
        ("altered", "frames"),
        ("altered", "clip"),
        ("altered", "filmstrip"),
        ("altered", "proxy"),
        ("missing", "shots"),
        ("altered", "subtitles"),
    ]
    assert told["findings"][2]["subject"] == f"clip {clip.public_id}"
    assert Video.objects.get().state == "ready"


def test_derived_files_are_made_anew_when_asked_for(people: People, clip: Clip) -> None:
    rows = {row.kind: row for row in DerivedFile.objects.all()}
    damage(rows["peaks"].file_key)
    storage.remove(rows["shots"].file_key)
    code, told = run("--project", "Road", "--rebuild")
    assert (code, told["rebuilding"]) == (1, 2)
    assert derive() == [("video.peaks", "succeeded"), ("video.shots", "succeeded")]
    assert run("--project", "Road")[0] == 0


def test_copy_that_browsers_play_is_made_anew_when_it_was_damaged(people: People, clip: Clip) -> None:
    damage(Video.objects.get().playback_key)
    code, told = run("--project", "Road", "--rebuild")
    assert (code, codes(told), told["rebuilding"]) == (1, [("altered", "proxy")], 1)
    assert derive() == [("video.proxy", "succeeded")]
    assert run("--project", "Road")[0] == 0
    assert storage.size_of(Video.objects.get().playback_key) is not None


def test_frame_times_are_named_when_one_was_changed(people: People, clip: Clip) -> None:
    key = Video.objects.get().frames_key
    frames = json.loads(storage.read_bytes(key))
    frames["pts"][7] += 1
    storage.store_bytes(json.dumps(frames).encode(), key)
    assert codes(run("--project", "Road")[1]) == [("altered", "frames")]


def test_clip_is_named_when_it_is_not_what_its_row_says(people: People, clip: Clip) -> None:
    clip.segments.update(end=Decimal("1.3"))
    assert codes(run("--project", "Road")[1]) == [("check_failed", "clip")]
    clip.segments.update(end=Decimal("1.2"))
    Clip.objects.update(frame_count=clip.frame_count - 1)  # type: ignore[operator]
    assert codes(run("--project", "Road")[1]) == [("check_failed", "clip")]


def test_files_of_nobody_are_named_when_they_are_not_new(people: People, clip: Clip) -> None:
    hour_ago = time.time() - 2 * 3600
    for name, old in (("clips/9/stray.mp4", True), ("clips/9/fresh.mp4", False)):
        storage.store_bytes(b"stray", name)
        if old:
            os.utime(default_storage.path(name), (hour_ago, hour_ago))
    try:
        code, told = run()
    finally:
        storage.remove("clips/9/stray.mp4")
        storage.remove("clips/9/fresh.mp4")
    assert code == 1
    assert "clips/9/stray.mp4" in {row["key"] for row in told["findings"] if row["code"] == "unexpected"}
    assert "clips/9/fresh.mp4" not in {row["key"] for row in told["findings"]}
    assert clip.file_key not in {row["key"] for row in told["findings"]}


def test_older_recipe_is_news_and_no_fault_when_found(people: People, clip: Clip) -> None:
    DerivedFile.objects.filter(kind=DerivedKind.PEAKS).update(content_key="0" * 64)
    code, told = run("--project", "Road")
    assert (code, [(note["code"], note["kind"]) for note in told["notes"]]) == (0, [("outdated", "peaks")])


def test_project_is_named_when_there_is_none(people: People) -> None:
    with pytest.raises(CommandError, match="Nowhere"):
        run("--project", "Nowhere")
