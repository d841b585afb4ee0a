"""kill -9 in the middle of `add_videos`: whole videos or none, and the same command goes on to the end."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.files.storage import default_storage

from annotation.subtitles.models import SubtitleFile
from annotation.videos.models import Video
from jobs.models import Job
from tests.annotation.media_files import small_video
from tests.faults.processes import ROOT, environment
from tests.faults.test_lost_worker import purge
from tests.personas import People

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults, pytest.mark.slow]

#: Runs the command in a process that ends itself, as nothing could prevent, before or after one of its steps.
SCRIPT = """
import importlib, os, signal, sys
import django
django.setup()
from django.core.management import call_command
folder, where, when = sys.argv[1:]
if where:
    module, name = where.rsplit(".", 1)
    home = importlib.import_module(module)
    real = getattr(home, name)
    def step(*args, **kwargs):
        if when == "after":
            real(*args, **kwargs)
        os.kill(os.getpid(), signal.SIGKILL)
    setattr(home, name, step)
call_command("add_videos", folder, "--project", "Road", "--names", "speakers")
"""
STEPS = [
    ("annotation.videos.storage.store_file", "after"),
    ("annotation.videos.registration._register", "after"),
    ("annotation.videos.batches.add_subtitles", "before"),
]


def add(folder: Path, where: str = "", when: str = "") -> int:
    command = [sys.executable, "-c", SCRIPT, str(folder), where, when]
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**environment("import"), "LONGEMO_DATA_DIR": os.environ["LONGEMO_DATA_DIR"]},
        capture_output=True,
        check=False,
    ).returncode


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, tone in (("one", 440), ("two", 880)):
        shutil.copy(small_video(tone=tone), tmp_path / f"{name}.mp4")
        (tmp_path / f"{name}.srt").write_text(f"1\n00:00:00,500 --> 00:00:01,250\nROSS: {name}.\n")
    (tmp_path / "manifest.csv").write_text(
        "file,source,domain,licence,subtitles\none.mp4,S1,sitcom,CC0,one.srt\ntwo.mp4,S2,sitcom,CC0,two.srt\n"
    )
    return tmp_path


@pytest.mark.parametrize(("where", "when"), STEPS)
def test_no_half_video_is_there_and_the_rest_follows_when_killed(
    people: People, folder: Path, where: str, when: str
) -> None:
    purge()
    assert add(folder, where, when) == -signal.SIGKILL
    for video in Video.objects.all():
        assert default_storage.size(video.original_key) == video.size
        assert SubtitleFile.objects.get(video=video).utterances.count() == 1
        assert Job.objects.get(subject=f"video:{video.pk}").kind == "video.probe"
    assert SubtitleFile.objects.count() == Job.objects.count() == Video.objects.count()
    assert add(folder) == 0
    videos = list(Video.objects.order_by("pk"))
    assert sorted(video.source_from for video in videos) == ["S1", "S2"]
    assert [SubtitleFile.objects.get(video=video).utterances.get().speaker for video in videos] == [
        "ROSS"
    ] * 2
    assert Job.objects.filter(kind="video.probe").count() == 2
    # The name of a stored file follows from its content, so the killed attempt has left no second one.
    folders = {
        path.parent.name
        for path in Path(default_storage.path(f"videos/{people.project.pk}")).rglob("original")
    }
    assert folders == {video.sha256 for video in videos}
