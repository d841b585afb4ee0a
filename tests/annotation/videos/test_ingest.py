"""Probing and the proxy as jobs, with real ffmpeg."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.files.storage import default_storage

from annotation.videos import ingest, storage
from annotation.videos.media_errors import ProcessFailed
from annotation.videos.models import DerivedFile, Video, VideoState
from annotation.videos.probing import probe
from jobs.models import Job, JobState
from jobs.services import request_cancellation, retry
from tests.annotation.media_files import add_video, run_jobs, small_video
from tests.personas import People
from tests.shared_files import shared_path


def test_video_plays_its_own_file_when_browsers_can(people: People) -> None:
    video = add_video(people, probed=False)
    assert run_jobs() == [("video.probe", "succeeded")]
    video.refresh_from_db()
    assert (video.state, video.duration, video.frame_count, video.frame_rate) == (
        VideoState.READY,
        Decimal("4.000"),
        100,
        "25/1",
    )
    assert (video.width, video.height, video.video_codec) == (160, 90, "h264")
    assert video.playback_key == video.original_key
    frames = json.loads(storage.read_bytes(video.frames_key))
    base, pts = frames["time_base"], frames["pts"]
    assert [round(tick * base[0] / base[1], 3) for tick in pts] == [round(n / 25, 3) for n in range(100)]
    assert frames["first"] == 0
    assert ingest.probe_of(video).frames == 100


def test_proxy_is_made_when_browsers_cannot_play_the_file(people: People) -> None:
    video = add_video(people, small_video(kind="webm", seconds=2), probed=False)
    assert run_jobs() == [("video.probe", "succeeded"), ("video.proxy", "succeeded")]
    video.refresh_from_db()
    assert video.playback_key == DerivedFile.objects.get(video=video, kind="proxy").file_key
    with storage.local_path(video.playback_key) as path:
        made = probe(path)
        assert (made.frames, made.video.codec, made.mp4 is not None) == (50, "h264", True)
        assert storage.size_of(video.playback_key) == path.stat().st_size
    # Ready before the proxy was there: the page can be used at once.
    assert video.state == VideoState.READY
    assert not list(Path(default_storage.path("work")).iterdir())


def test_video_is_rejected_for_good_when_it_is_none(people: People, tmp_path: Path) -> None:
    path = tmp_path / "talk.mp4"
    path.write_text("ffconcat version 1.0\nfile '/etc/passwd'\n")
    video = add_video(people, path, probed=False)
    assert run_jobs() == [("video.probe", "failed")]
    video.refresh_from_db()
    assert (video.state, video.rejection_code) == (VideoState.REJECTED, "playlist")
    assert "concat script" in video.rejection_reason
    job = Job.objects.get()
    assert (job.state, job.error_code, job.attempts) == (JobState.FAILED, "playlist", 1)
    assert (video.duration, video.frames_key, video.playback_key) == (None, "", "")
    # Asking again gives the same answer without reading the file again.
    retry(job_id=job.pk)
    assert run_jobs() == [("video.probe", "succeeded")]
    video.refresh_from_db()
    assert (video.state, video.rejection_code) == (VideoState.REJECTED, "playlist")


def test_nothing_changes_when_the_probe_is_delivered_twice(people: People) -> None:
    video = add_video(people)
    before = Video.objects.filter(pk=video.pk).values().get()
    job = Job.objects.get(kind="video.probe")
    Job.objects.filter(pk=job.pk).update(state=JobState.QUEUED, finished_at=None)
    assert run_jobs() == [("video.probe", "succeeded")]
    assert Video.objects.filter(pk=video.pk).values().get() == before


def test_video_waits_for_a_retry_when_the_probe_broke_down(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    video = add_video(people, probed=False)
    Job.objects.update(max_attempts=1)

    def broken(path: Path, **options: object) -> None:
        raise ProcessFailed("timeout", "ffprobe was stopped after 60 s without an end.")

    with monkeypatch.context() as patch:
        patch.setattr(ingest, "probe", broken)
        assert run_jobs() == [("video.probe", "failed")]
    video.refresh_from_db()
    assert (video.state, video.rejection_code) == (VideoState.REJECTED, "probe_failed")
    retry(job_id=Job.objects.get().pk)
    assert run_jobs() == [("video.probe", "succeeded")]
    video.refresh_from_db()
    assert (video.state, video.rejection_code, video.rejection_reason) == (VideoState.READY, "", "")


def test_video_is_not_left_probing_when_the_job_is_cancelled(people: People) -> None:
    video = add_video(people, probed=False)
    request_cancellation(job_id=Job.objects.get().pk)
    video.refresh_from_db()
    assert (video.state, video.rejection_code) == (VideoState.REJECTED, "probe_cancelled")
    assert video.rejection_reason


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nasa_13013.mp4", "asl_no.mkv", "chaplin_noaudio.mp4"])
def test_real_videos_become_ready_when_probed(people: People, name: str) -> None:
    video = add_video(people, shared_path(f"media/{name}"))
    assert (video.state, video.rejection_reason) == (VideoState.READY, "")
    assert video.frame_count == len(json.loads(storage.read_bytes(video.frames_key))["pts"])
    assert storage.size_of(video.playback_key)
