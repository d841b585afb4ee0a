"""Small videos made by ffmpeg for tests, once a session each, and videos of a project made of them."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from annotation.videos import storage
from annotation.videos.models import JOB_KINDS, DerivedKind, Video
from annotation.videos.registration import VideoFacts, register_file
from jobs.models import Job, JobState
from jobs.runner import run
from tests.personas import People
from tests.settings import DATA

CODING = {
    "mp4": ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25", "-c:a", "aac"],
    "webm": ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"],
}


TIMELINE_JOBS = [JOB_KINDS[kind] for kind in DerivedKind if kind != DerivedKind.PROXY]


@cache
def small_video(*, seconds: int = 4, rate: str = "25", kind: str = "mp4", tone: int = 440) -> Path:
    """A moving test picture of 160x90 with a tone; `mp4` plays in browsers as it is, `webm` (VP9) needs a proxy."""
    folder = DATA / "made"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{seconds}s-{rate.replace('/', '_')}-{tone}.{kind}"
    picture = f"testsrc2=size=160x90:rate={rate}:duration={seconds}"
    sound = f"sine=frequency={tone}:sample_rate=48000:duration={seconds}"
    command = [
        "ffmpeg",
        "-nostdin",
        "-y",
        "-v",
        "error",
        "-f",
        "lavfi",
        "-i",
        picture,
        "-f",
        "lavfi",
        "-i",
        sound,
    ]
    front = ["-movflags", "+faststart"] if kind == "mp4" else []
    subprocess.run([*command, *CODING[kind], *front, "-ac", "1", str(path)], check=True)
    return path


def facts(title: str = "A talk", **changes: str) -> VideoFacts:
    values = {"source_from": "Show S01E08", "domain": "sitcom", "licence": "CC BY 4.0", **changes}
    return VideoFacts(title=title, **values)


def run_jobs() -> list[tuple[str, str | None]]:
    """Runs every queued job once, also those that are queued meanwhile; `(kind, outcome)` of each.

    But for what is only derived for the timeline (`derive` does): few tests look at it, and a video is used without.
    """
    return _run(Job.objects.exclude(kind__in=TIMELINE_JOBS))


def derive(*, only: Sequence[str] = ()) -> list[tuple[str, str | None]]:
    """The same with what is derived for the timeline; with `only`, jobs of those kinds alone."""
    return _run(Job.objects.filter(kind__in=only) if only else Job.objects.all())


def _run(jobs: QuerySet[Job]) -> list[tuple[str, str | None]]:
    done: list[tuple[str, str | None]] = []
    seen: set[int] = set()
    while (job := jobs.filter(state=JobState.QUEUED).exclude(pk__in=seen).order_by("pk").first()) is not None:
        seen.add(job.pk)
        done.append((job.kind, run(job_id=job.pk, worker="test", keep_lease=False)))
    return done


def add_video(
    people: People, path: Path | None = None, *, title: str = "A talk", probed: bool = True
) -> Video:
    """A video of the project, probed (and with its proxy made where it needs one) unless said otherwise.

    What the jobs found out about a file is remembered for the session: tests of the jobs themselves ask for a video
    that is not probed.
    """
    source = path or small_video()
    registered = register_file(
        actor=people.admin, project_id=people.project.pk, path=source, facts=facts(title)
    )
    video = registered.video
    if probed and source in _PROBED:
        _remember(video, *_PROBED[source])
        Job.objects.filter(pk=registered.job.pk).update(state=JobState.SUCCEEDED, finished_at=timezone.now())
    elif probed:
        run_jobs()
    video.refresh_from_db()
    if video.playback_key and video.playback_key == video.original_key:
        _PROBED[source] = (
            {name: getattr(video, name) for name in _FACTS},
            storage.read_bytes(video.frames_key),
        )
    return video


_FACTS = ("state", "duration", "frame_count", "frame_rate", "width", "height", "video_codec", "probe")
_PROBED: dict[Path, tuple[dict[str, Any], bytes]] = {}


def _remember(video: Video, found: dict[str, Any], frames: bytes) -> None:
    frames_key = video.original_key.replace("original", "frames.json")
    storage.store_bytes(frames, frames_key)
    Video.objects.filter(pk=video.pk).update(**found, frames_key=frames_key, playback_key=video.original_key)
