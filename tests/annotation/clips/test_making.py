"""Cutting as a job: right once however often it is delivered, and a reason where it cannot be done."""

from __future__ import annotations

import hashlib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage

from annotation.clips import making
from annotation.clips.models import Clip, ClipState, Granularity
from annotation.clips.segments import Segment
from annotation.clips.services import create_clip, request_cut
from annotation.videos import storage
from annotation.videos.media_errors import OutputCheckFailed, ProcessFailed
from annotation.videos.probing import probe
from jobs.errors import LeaseLost
from jobs.models import Job, JobState
from jobs.runner import run
from jobs.services import request_cancellation, retry
from kernel.errors import Conflict
from tests.annotation.media_files import add_video, run_jobs
from tests.personas import People

pytestmark = pytest.mark.one_database


def new_clip(people: People) -> Clip:
    video = add_video(people)
    segments = [Segment(Decimal("2.2"), Decimal("3")), Segment(Decimal("0.5"), Decimal("1"))]
    return create_clip(
        actor=people.annotator, video_id=video.pk, granularity=Granularity.CLIP, segments=segments
    ).clip


def row(clip: Clip) -> dict[str, Any]:
    return dict(Clip.objects.filter(pk=clip.pk).values().get())


def stored(clip: Clip) -> list[str]:
    folder = Path(default_storage.path(f"clips/{clip.project_id}"))
    return sorted(path.name for path in folder.iterdir() if path.name.startswith(clip.content_key))


def fail_with(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def broken(*args: Any, **options: Any) -> None:
        raise error

    monkeypatch.setattr(making, "cut", broken)


def test_everything_measured_is_kept_when_a_clip_is_cut(people: People) -> None:
    clip = new_clip(people)
    assert run_jobs() == [("clip.cut", "succeeded")]
    clip.refresh_from_db()
    with storage.local_path(clip.file_key) as path:
        content = path.read_bytes()
        assert probe(path).frames == clip.frame_count == 32
    assert (clip.sha256, clip.size) == (hashlib.sha256(content).hexdigest(), len(content))
    assert (clip.state, clip.duration, clip.method) == (ClipState.READY, Decimal("1.280"), "reencode")
    assert clip.recipe["version"] == 2
    assert clip.check_result["frames"] == 32
    assert Job.objects.get(kind="clip.cut").result == {
        "clip": clip.pk,
        "public_id": "G1_V000001",
        "frames": 32,
        "sha256": clip.sha256,
    }
    assert not list(Path(default_storage.path("work")).iterdir())


def test_file_stays_the_same_when_the_job_is_delivered_twice(people: People) -> None:
    clip = new_clip(people)
    run_jobs()
    before, files = row(clip), stored(clip)
    Job.objects.filter(kind="clip.cut").update(state=JobState.QUEUED, finished_at=None)
    assert run_jobs() == [("clip.cut", "succeeded")]
    assert (row(clip), stored(clip)) == (before, files)
    assert len(files) == 1


def test_clip_comes_out_right_when_the_first_worker_died_before_the_row_was_written(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    clip = new_clip(people)

    class Killed(BaseException):
        """What the process sees of a kill is nothing; this one ends the handler at the same place."""

    real = storage.store_file

    def store_and_die(path: Path, key: str) -> None:
        real(path, key)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(storage, "store_file", store_and_die)
        with pytest.raises(Killed):
            run_jobs()
    clip.refresh_from_db()
    assert (clip.state, clip.file_key) == (ClipState.CUTTING, "")
    Job.objects.filter(kind="clip.cut").update(lease_expires_at="2020-01-01T00:00:00Z")
    assert run(job_id=Job.objects.get(kind="clip.cut").pk, worker="second", keep_lease=False) == "succeeded"
    clip.refresh_from_db()
    assert (clip.state, clip.frame_count) == (ClipState.READY, 32)
    assert stored(clip) == [Path(clip.file_key).name]


def test_row_is_not_written_when_the_lease_was_lost(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    clip = new_clip(people)

    def lost(self: Any) -> None:
        raise LeaseLost("another worker has it")

    monkeypatch.setattr("jobs.context.JobContext.hold_lease", lost)
    assert run_jobs() == [("clip.cut", "lost")]
    clip.refresh_from_db()
    assert (clip.state, clip.file_key) == (ClipState.CUTTING, "")


def test_reason_is_kept_when_the_cut_is_not_what_was_asked_for(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    clip = new_clip(people)
    with monkeypatch.context() as patch:
        fail_with(patch, OutputCheckFailed("cut_check_failed", "The cut file has 31 frames instead of 32."))
        assert run_jobs() == [("clip.cut", "failed")]
    clip.refresh_from_db()
    assert (clip.state, clip.failure_code) == (ClipState.FAILED, "cut_check_failed")
    assert "31 frames" in clip.failure_reason
    assert Job.objects.get(kind="clip.cut").attempts == 1
    shown = request_cut(actor=people.second_annotator, clip_id=clip.pk)
    assert (shown.state, shown.failure_code, shown.failure_reason) == (ClipState.CUTTING, "", "")
    assert request_cut(actor=people.annotator, clip_id=clip.pk).state == ClipState.CUTTING
    assert run_jobs() == [("clip.cut", "succeeded")]
    clip.refresh_from_db()
    assert clip.state == ClipState.READY


def test_clip_is_tried_again_when_ffmpeg_broke_down(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    clip = new_clip(people)
    with monkeypatch.context() as patch:
        fail_with(patch, ProcessFailed("timeout", "ffmpeg was stopped after 300 s without an end."))
        assert run_jobs() == [("clip.cut", "queued")]
        clip.refresh_from_db()
        assert clip.state == ClipState.CUTTING
        Job.objects.filter(kind="clip.cut").update(max_attempts=2, run_after="2020-01-01T00:00:00Z")
        assert run_jobs() == [("clip.cut", "failed")]
    clip.refresh_from_db()
    assert clip.state == ClipState.FAILED
    assert clip.failure_reason
    retry(job_id=Job.objects.get(kind="clip.cut").pk)
    assert run_jobs() == [("clip.cut", "succeeded")]
    clip.refresh_from_db()
    assert (clip.state, clip.failure_code) == (ClipState.READY, "")


def test_clip_is_not_left_cutting_when_the_job_is_cancelled(people: People) -> None:
    clip = new_clip(people)
    request_cancellation(job_id=Job.objects.get(kind="clip.cut").pk)
    clip.refresh_from_db()
    assert (clip.state, clip.failure_code) == (ClipState.FAILED, "cancelled")
    request_cut(actor=people.annotator, clip_id=clip.pk)
    assert run_jobs() == [("clip.cut", "succeeded")]


def test_reason_is_clear_when_the_source_is_gone(people: People) -> None:
    clip = new_clip(people)
    storage.remove(clip.video.original_key)
    assert run_jobs() == [("clip.cut", "failed")]
    clip.refresh_from_db()
    assert (clip.state, clip.failure_code) == (ClipState.FAILED, "media_missing")


def test_clip_from_records_is_refused_when_its_video_has_no_file(people: People) -> None:
    clip = new_clip(people)
    Clip.objects.filter(pk=clip.pk).update(state=ClipState.AWAITING_MEDIA)
    with pytest.raises(Conflict) as caught:
        request_cut(actor=people.annotator, clip_id=clip.pk)
    assert caught.value.code == "no_media"
    assert row(clip)["state"] == ClipState.AWAITING_MEDIA
