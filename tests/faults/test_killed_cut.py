"""kill -9 in the middle of a real cut: the clip comes out right, and once."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.files.storage import default_storage

from annotation.clips.cutting import cut
from annotation.clips.models import Clip, ClipState, Granularity
from annotation.clips.segments import Segment
from annotation.clips.services import create_clip
from annotation.videos import storage
from annotation.videos.ingest import probe_of
from annotation.videos.models import Video, VideoState
from jobs.models import Job
from tests.annotation.media_files import add_video
from tests.faults.processes import Product, product, set_up_name, wait_for
from tests.faults.test_lost_worker import purge, rows, state, wait_done
from tests.personas import People
from tests.settings import DATA

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults, pytest.mark.slow]

SEGMENTS = [Segment(Decimal("1.000"), Decimal("31.000")), Segment(Decimal("35.520"), Decimal("55.520"))]
FRAMES = 750 + 500  # 25 a second
#: x264 with several threads does not give the same bytes twice. The same picture twice is above 55 dB, and the
#: picture of the next frame is below 30.
SAME_PICTURE_DB = 45.0
BIG = "size=640x360:rate=25:duration=60"


@pytest.fixture(autouse=True)
def empty_queue() -> None:
    purge()


def long_video() -> Path:
    """A minute of moving picture and a tone, large enough that cutting most of it takes seconds."""
    path = DATA / "made" / "long.mp4"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        picture = [
            "-f",
            "lavfi",
            "-i",
            f"testsrc2={BIG}",
            "-f",
            "lavfi",
            "-i",
            "sine=frequency=330:duration=60",
        ]
        coding = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "50", "-c:a", "aac"]
        # Copying would be over before anybody could kill it: groups of pictures that are not closed are encoded.
        coding += ["-x264-params", "open-gop=1:bframes=2:b-adapt=0"]
        subprocess.run(["ffmpeg", "-nostdin", "-y", "-v", "error", *picture, *coding, str(path)], check=True)
    return path


def counted(path: Path) -> int:
    """Frames of the picture, by decoding every one."""
    command = ["ffprobe", "-v", "error", "-select_streams", "v:0", "-count_frames"]
    found = subprocess.run(
        [*command, "-show_entries", "stream=nb_read_frames", "-of", "json", str(path)],
        check=True,
        capture_output=True,
    )
    return int(json.loads(found.stdout)["streams"][0]["nb_read_frames"])


def undisturbed(clip: Clip) -> Path:
    """The same selection cut in this process, which nobody kills; made once a session."""
    path = DATA / "made" / "undisturbed.mp4"
    if not path.exists():
        video = Video.objects.get(pk=clip.video_id)
        with storage.local_path(video.original_key) as source:
            cut(source, probe_of(video), SEGMENTS, path)
    return path


def worst_likeness(one: Path, other: Path) -> float:
    """The PSNR in decibels of the two frames of a pair that are least alike."""
    command = ["ffmpeg", "-nostdin", "-hide_banner", "-i", str(one), "-i", str(other)]
    done = subprocess.run([*command, "-lavfi", "psnr", "-f", "null", "-"], check=True, capture_output=True)
    (least,) = re.findall(rb"PSNR .* min:(\S+)", done.stderr)
    return float(least)


def programs_of(parent: int) -> list[int]:
    """Numbers of the living ffmpeg processes that one process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().partition("(")[2].rpartition(")")
        except (FileNotFoundError, ProcessLookupError):
            continue
        status, ppid = rest.split()[:2]
        if name == "ffmpeg" and int(ppid) == parent and status != "Z":
            found.append(int(stat.parent.name))
    return found


@contextmanager
def in_the_middle_of_a_cut(running: Product, people: People) -> Iterator[tuple[Clip, Job, int, int]]:
    """The clip, its job, the worker that cuts it and its ffmpeg, about a third of the way through."""
    video = add_video(people, long_video(), probed=False)
    wait_for(lambda: Video.objects.get(pk=video.pk).state == VideoState.READY, seconds=60, why="probed")
    clip = create_clip(
        actor=people.annotator, video_id=video.pk, granularity=Granularity.CLIP, segments=SEGMENTS
    ).clip
    job = Job.objects.get(kind="clip.cut")
    worker = running.first_child("media-worker-1")
    wait_for(lambda: Job.objects.get(pk=job.pk).progress > 0.35, seconds=60, why="a third cut")
    (ffmpeg,) = programs_of(worker)
    assert state(job) == "running"
    yield clip, job, worker, ffmpeg


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def assert_cut_right_and_once(clip: Clip, job: Job) -> None:
    """One file of exactly the frames chosen, each as in a cut that nobody disturbed."""
    job.refresh_from_db()
    clip.refresh_from_db()
    assert (job.state, job.attempts, job.error) == ("succeeded", 2, "")
    assert rows(job) == [(1, "lost"), (2, "succeeded")]
    assert (clip.state, clip.failure_code, clip.frame_count) == (ClipState.READY, "", FRAMES)
    assert clip.duration == Decimal("50.000")
    folder = Path(default_storage.path(f"clips/{clip.project_id}"))
    assert [path.name for path in folder.iterdir()] == [Path(clip.file_key).name]
    assert counted(Path(default_storage.path(clip.file_key))) == FRAMES
    assert worst_likeness(Path(default_storage.path(clip.file_key)), undisturbed(clip)) > SAME_PICTURE_DB
    assert Clip.objects.count() == 1
    assert Job.objects.filter(kind="clip.cut").count() == 1


def test_clip_is_cut_right_and_once_when_the_worker_is_killed_in_the_middle(
    tmp_path: Path, people: People
) -> None:
    with (
        product(tmp_path) as running,
        in_the_middle_of_a_cut(running, people) as (clip, job, worker, ffmpeg),
    ):
        os.kill(worker, signal.SIGKILL)
        killed = time.monotonic()
        wait_for(lambda: not alive(ffmpeg), seconds=3, why="ffmpeg gone with its worker")
        wait_for(lambda: rows(job)[-1][0] == 2, seconds=60, why="started again")
        recovery = time.monotonic() - killed
        wait_done(job)
        whole = time.monotonic() - killed
        print(
            f"killed cut on {set_up_name()}: started again after {recovery:.2f} s, ready after {whole:.2f} s"
        )
        assert_cut_right_and_once(clip, job)
        assert running.interrupt() == 0


def test_clip_is_cut_right_and_once_when_everything_is_killed_in_the_middle(
    tmp_path: Path, people: People
) -> None:
    with (
        product(tmp_path) as running,
        in_the_middle_of_a_cut(running, people) as (clip, job, _, ffmpeg),
    ):
        running.process.kill()
        wait_for(lambda: not alive(ffmpeg), seconds=5, why="ffmpeg gone with everything else")
        assert state(job) == "running"
    with product(tmp_path):
        wait_done(job)
        assert_cut_right_and_once(clip, job)
