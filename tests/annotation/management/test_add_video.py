"""`manage.py add_video`: exit codes, the --json contract, and what is in the project afterwards."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.subtitles.models import SubtitleFile
from annotation.videos.models import Video, VideoState
from jobs.models import Job, JobState
from tests.annotation.media_files import add_video, small_video
from tests.personas import People, make_people

# The command keeps its job's lease from a second connection, which sees what is committed only.
pytestmark = pytest.mark.django_db(transaction=True)

SRT = "1\n00:00:00,500 --> 00:00:01,250\nROSS: Hi.\n"


@pytest.fixture
def cast() -> People:
    return make_people()


def run(path: Path, *more: str, project: str = "Road") -> tuple[int, dict[str, Any]]:
    """Exit code and JSON output."""
    output = StringIO()
    options = [
        "--project",
        project,
        "--source",
        "Show S01E08",
        "--domain",
        "sitcom",
        "--licence",
        "CC0",
        "--json",
    ]
    try:
        call_command("add_video", str(path), *options, *more, stdout=output)
    except SystemExit as end:
        return int(str(end.code)), json.loads(output.getvalue())
    return 0, json.loads(output.getvalue())


def test_video_is_ready_with_its_subtitles_when_the_command_ends(cast: People, tmp_path: Path) -> None:
    subtitles = tmp_path / "talk.srt"
    subtitles.write_text(SRT)
    options = ("--language", "en", "--subtitles", str(subtitles), "--names", "speakers")
    code, told = run(small_video(), "--title", "A talk", *options)
    video = Video.objects.get()
    assert (code, told) == (
        0,
        {
            "ok": True,
            "video": video.pk,
            "title": "A talk",
            "state": "ready",
            "duration": 4,
            "frames": 100,
            "sha256": video.sha256,
            "warnings": [],
            "subtitle_warnings": [],
        },
    )
    assert (video.source_from, video.domain, video.licence, video.language) == (
        "Show S01E08",
        "sitcom",
        "CC0",
        "en",
    )
    assert (video.added_by, video.playback_key) == (cast.admin, video.original_key)
    assert SubtitleFile.objects.get().utterances.get().speaker == "ROSS"
    assert Job.objects.get(kind="video.probe").state == JobState.SUCCEEDED
    # What the timeline shows is left to a worker.
    assert Job.objects.filter(kind="video.peaks", state=JobState.QUEUED).exists()


def test_copy_that_browsers_play_is_there_when_the_command_ends(cast: People) -> None:
    code, told = run(small_video(kind="webm", seconds=2))
    assert (code, told["state"], told["frames"]) == (0, "ready", 50)
    assert Video.objects.get().playback_key.startswith("derived/")


def test_work_is_queued_when_nobody_waits(cast: People, tmp_path: Path) -> None:
    subtitles = tmp_path / "talk.srt"
    subtitles.write_text(SRT)
    code, told = run(small_video(), "--no-wait", "--subtitles", str(subtitles))
    assert (code, told["ok"], told["state"]) == (0, True, "probing")
    assert SubtitleFile.objects.get().utterances.count() == 1
    assert Job.objects.get().state == JobState.QUEUED


def test_reason_is_given_when_the_file_is_no_video(cast: People, tmp_path: Path) -> None:
    path = tmp_path / "talk.mp4"
    path.write_text("#EXTM3U\nhttp://example.org/a.ts\n")
    code, told = run(path)
    assert (code, told["ok"], told["code"], told["state"]) == (1, False, "playlist", "rejected")
    assert Video.objects.get().state == VideoState.REJECTED


def test_video_is_named_when_only_its_subtitles_are_refused(cast: People, tmp_path: Path) -> None:
    subtitles = tmp_path / "talk.srt"
    subtitles.write_text("No times here.")
    code, told = run(small_video(), "--subtitles", str(subtitles))
    assert (code, told["code"], told["state"]) == (1, "format_unknown", "ready")
    assert not SubtitleFile.objects.exists()


def test_nothing_is_added_when_the_content_is_there(cast: People) -> None:
    add_video(cast, probed=False)
    code, told = run(small_video())
    assert (code, told["code"]) == (1, "duplicate_video")
    assert Video.objects.count() == 1


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["--user", "annotator@lab.example"], "role_missing"),
        (["--user", "outsider@lab.example"], "not_found"),
    ],
)
def test_nothing_is_added_when_the_person_may_not(cast: People, more: list[str], code: str) -> None:
    assert run(small_video(), *more)[1]["code"] == code
    assert not Video.objects.exists()


def test_mistake_is_named_when_the_options_are_wrong(cast: People, tmp_path: Path) -> None:
    for more, project, words in (
        (["--user", "nobody@lab.example"], "Road", "no account"),
        (["--subtitles", str(tmp_path / "none.srt")], "Road", "no subtitle file"),
        ([], "Elsewhere", "Elsewhere"),
    ):
        with pytest.raises(CommandError, match=words):
            run(small_video(), *more, project=project)
    assert run(tmp_path / "none.mp4")[1]["code"] == "no_file"
    assert not Video.objects.exists()
