"""What is made of a video in the background, as jobs and over HTTP."""

from __future__ import annotations

import os
import time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction

from annotation.clips.models import Granularity
from annotation.clips.segments import Segment
from annotation.clips.services import create_clip
from annotation.videos import derived, storage
from annotation.videos.derived import DERIVATIONS, prune_files, queue_derived, sweep_recipes, wanted_key
from annotation.videos.media_errors import OutputCheckFailed, ProcessFailed
from annotation.videos.models import DerivedFile, DerivedKind, DerivedState, Video
from annotation.videos.peaks import read_peaks
from jobs.models import Job
from jobs.services import request_cancellation
from tests.annotation.media_files import add_video, derive, small_video
from tests.personas import People, client_of, make_people

pytestmark = pytest.mark.one_database

BASE = "/api/v1/videos"
DONE = [("video.peaks", "succeeded"), ("video.filmstrip", "succeeded"), ("video.shots", "succeeded")]


def states(video: Video) -> dict[str, str]:
    return dict(DerivedFile.objects.filter(video=video).values_list("kind", "state"))


def derived_video(people: People, **options: Any) -> Video:
    video = add_video(people, probed=False, **options)
    derive()
    video.refresh_from_db()
    return video


def swap(monkeypatch: pytest.MonkeyPatch, kind: DerivedKind, **changes: Any) -> None:
    changed = {**DERIVATIONS[kind].__dict__, **changes}
    monkeypatch.setitem(DERIVATIONS, kind, derived.Derivation(**changed))


def test_files_are_made_in_the_order_of_need_when_a_video_was_probed(people: People) -> None:
    video = add_video(people, small_video(kind="webm", seconds=2), probed=False)
    assert derive() == [
        ("video.probe", "succeeded"),
        ("video.peaks", "succeeded"),
        ("video.filmstrip", "succeeded"),
        ("video.proxy", "succeeded"),
        ("video.shots", "succeeded"),
    ]
    assert states(video) == {"peaks": "ready", "filmstrip": "ready", "proxy": "ready", "shots": "ready"}
    for row in DerivedFile.objects.filter(video=video):
        kind = DerivedKind(row.kind)
        assert row.content_key == row.wanted_key == wanted_key(sha256=video.sha256, kind=kind)
        assert row.recipe == DERIVATIONS[kind].recipe
        assert storage.size_of(row.file_key) == row.size
    assert not list(Path(default_storage.path("work")).iterdir())


def test_nothing_is_made_again_when_a_job_is_delivered_twice(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    video = derived_video(people)
    before = list(DerivedFile.objects.order_by("kind").values())
    monkeypatch.setattr("annotation.videos.deriving._made", None)
    Job.objects.filter(kind__in=[kind for kind, _ in DONE]).update(state="queued", finished_at=None)
    assert derive() == DONE
    assert list(DerivedFile.objects.order_by("kind").values()) == before
    assert queue_derived(video=video, owner=None) == 0


def test_file_is_lent_when_another_project_has_the_same_content(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = derived_video(people)
    other = add_video(make_people(suffix=" two"), probed=False)
    monkeypatch.setattr("annotation.videos.deriving._made", None)
    assert derive() == [("video.probe", "succeeded"), *DONE]
    keys = [set(video.derived_files.values_list("file_key", flat=True)) for video in (first, other)]
    assert keys[0] == keys[1]
    assert len(keys[0]) == 3


def test_video_stays_usable_when_a_file_cannot_be_made(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any, **options: Any) -> dict[str, Any]:
        raise OutputCheckFailed("check_failed", "The sound decoded to 3 bytes instead of 4.")

    with monkeypatch.context() as patch:
        swap(patch, DerivedKind.PEAKS, make=broken)
        video = add_video(people, probed=False)
        assert derive() == [("video.probe", "succeeded"), ("video.peaks", "failed"), *DONE[1:]]
    video.refresh_from_db()
    assert (video.state, video.playback_key) == ("ready", video.original_key)
    assert states(video) == {"peaks": "failed", "filmstrip": "ready", "shots": "ready"}
    client = client_of(people.annotator)
    answer = client.get(f"{BASE}/{video.pk}/peaks")
    assert (answer.status_code, answer.json()["code"], answer.json()["state"]) == (
        409,
        "derived_failed",
        "failed",
    )
    shown = client.get(f"{BASE}/{video.pk}").json()["derived"][0]
    assert (shown["kind"], shown["state"], shown["failure_code"]) == ("peaks", "failed", "check_failed")
    # The sweep does not try for ever what failed by this recipe; a person may.
    assert sweep_recipes() == 0
    client_of(people.admin).post(f"/api/v1/jobs/{Job.objects.get(kind='video.peaks').pk}/retry")
    assert derive() == [("video.peaks", "succeeded")]
    assert states(video)["peaks"] == "ready"


def test_reason_is_kept_when_the_work_is_cancelled(people: People) -> None:
    video = add_video(people, probed=False)
    derive(only=["video.probe"])
    request_cancellation(job_id=Job.objects.get(kind="video.shots").pk)
    row = DerivedFile.objects.get(video=video, kind=DerivedKind.SHOTS)
    assert (row.state, row.failure_code) == (DerivedState.FAILED, "cancelled")
    assert row.failure_reason


def test_job_is_tried_again_when_a_process_broke_down(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any, **options: Any) -> dict[str, Any]:
        raise ProcessFailed("timeout", "ffmpeg was stopped.")

    swap(monkeypatch, DerivedKind.SHOTS, make=broken)
    video = add_video(people, probed=False)
    assert ("video.shots", "queued") in derive()
    assert states(video)["shots"] == "making"


def test_old_file_serves_until_its_successor_is_there_when_a_recipe_changes(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    video = derived_video(people)
    old = DerivedFile.objects.get(video=video, kind=DerivedKind.SHOTS)
    recipe = {**DERIVATIONS[DerivedKind.SHOTS].recipe, "version": 99}
    swap(monkeypatch, DerivedKind.SHOTS, recipe=recipe)
    assert sweep_recipes() == 1
    assert sweep_recipes() == 0
    waiting = DerivedFile.objects.get(pk=old.pk)
    assert (waiting.state, waiting.file_key, waiting.content_key) == ("ready", old.file_key, old.content_key)
    assert client_of(people.annotator).get(f"{BASE}/{video.pk}/shots").status_code == 200
    assert derive() == [("video.shots", "succeeded")]
    made = DerivedFile.objects.get(pk=old.pk)
    assert (made.recipe["version"], made.content_key) == (99, made.wanted_key)
    assert made.file_key != old.file_key


def test_order_of_need_goes_over_all_videos_when_several_wait(people: People) -> None:
    for tone in (440, 880):
        add_video(people, small_video(kind="webm", seconds=2, tone=tone), title=f"{tone} Hz", probed=False)
    derive(only=["video.probe"])
    waiting = Job.objects.filter(state="queued").order_by("priority", "pk")
    assert [(job.kind, job.queue) for job in waiting] == [
        (f"video.{kind}", "derived")
        for kind in ("peaks", "peaks", "filmstrip", "filmstrip", "proxy", "proxy", "shots", "shots")
    ]


def test_cut_and_probe_are_on_another_queue_when_copies_are_made(people: People) -> None:
    video = add_video(people)
    create_clip(
        actor=people.annotator,
        video_id=video.pk,
        granularity=Granularity.CLIP,
        segments=[Segment(Decimal("0.4"), Decimal("1.2"))],
    )
    add_video(people, small_video(tone=880), title="Next", probed=False)
    waiting = Job.objects.filter(state="queued", queue="media").order_by("priority", "pk")
    assert [job.kind for job in waiting] == ["clip.cut", "video.probe"]


def test_copy_is_made_anew_and_serves_meanwhile_when_its_recipe_changes(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    video = add_video(people, small_video(kind="webm", seconds=2), probed=False)
    derive()
    video.refresh_from_db()
    old = video.playback_key
    assert old == DerivedFile.objects.get(video=video, kind=DerivedKind.PROXY).file_key
    recipe = {**DERIVATIONS[DerivedKind.PROXY].recipe, "version": 99}
    swap(monkeypatch, DerivedKind.PROXY, recipe=recipe)
    assert sweep_recipes() == 1
    job = Job.objects.get(kind="video.proxy", state="queued")
    assert (job.owner, job.priority) == (None, 130)
    client = client_of(people.annotator)
    before = client.get(f"{BASE}/{video.pk}/media")
    assert (before.status_code, Video.objects.get().playback_key) == (200, old)
    assert derive() == [("video.proxy", "succeeded")]
    video.refresh_from_db()
    row = DerivedFile.objects.get(video=video, kind=DerivedKind.PROXY)
    assert (row.recipe["version"], video.playback_key, row.content_key) == (99, row.file_key, row.wanted_key)
    assert video.playback_key != old
    assert client.get(f"{BASE}/{video.pk}/media").status_code == 200
    # Of no use to anybody now: housekeeping takes it a day later.
    assert storage.size_of(old) is not None
    assert old not in DerivedFile.objects.values_list("file_key", flat=True)


def test_copy_of_an_older_release_is_replaced_and_removed_when_swept(people: People) -> None:
    video = add_video(people, small_video(kind="webm", seconds=2), probed=False)
    derive()
    video.refresh_from_db()
    legacy = video.original_key.replace("original", "proxy-" + "0" * 64 + ".mp4")
    storage.store_bytes(storage.read_bytes(video.playback_key), legacy)
    DerivedFile.objects.filter(video=video, kind=DerivedKind.PROXY).delete()
    Video.objects.filter(pk=video.pk).update(playback_key=legacy)
    assert sweep_recipes() == 1
    assert client_of(people.annotator).get(f"{BASE}/{video.pk}/media").status_code == 200
    assert derive() == [("video.proxy", "succeeded")]
    video.refresh_from_db()
    assert video.playback_key.startswith("derived/")
    assert storage.size_of(legacy) is None


def test_progress_of_a_copy_is_shown_when_it_is_being_made(people: People) -> None:
    video = add_video(people, small_video(kind="webm", seconds=2), probed=False)
    derive(only=["video.probe"])
    Job.objects.filter(kind="video.proxy").update(progress=0.4)
    shown = client_of(people.annotator).get(f"{BASE}/{video.pk}").json()["derived"]
    assert [(row["kind"], row["state"], row["progress"]) for row in shown] == [
        ("peaks", "making", 0),
        ("filmstrip", "making", 0),
        ("proxy", "making", 0.4),
        ("shots", "making", 0),
    ]


def test_video_of_an_older_release_gets_its_files_when_swept(people: People) -> None:
    video = add_video(people)
    DerivedFile.objects.all().delete()
    Job.objects.all().delete()
    assert sweep_recipes() == 3
    assert derive() == DONE
    assert set(states(video).values()) == {"ready"}


def test_unnamed_files_are_removed_when_they_are_a_day_old(people: People) -> None:
    derived_video(people)
    for name in ("old.jpg", "new.jpg"):
        storage.store_bytes(b"x", f"derived/{name}")
    day_ago = time.time() - 25 * 3600
    for path in Path(default_storage.path("derived")).iterdir():
        if path.name != "new.jpg":
            os.utime(path, (day_ago, day_ago))
    assert prune_files() >= 1
    assert storage.size_of("derived/old.jpg") is None
    assert storage.size_of("derived/new.jpg") == 1
    assert all(storage.size_of(row.file_key) == row.size for row in DerivedFile.objects.all())
    storage.remove("derived/new.jpg")


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"state": "ready"}, "derived_file_ready_has_file"),
        ({"state": "failed"}, "derived_file_failed_says_why"),
        ({"kind": "shots"}, "derived_file_one_per_kind"),
    ],
)
def test_database_refuses_when_a_row_contradicts_itself(
    people: People, changes: dict[str, str], name: str
) -> None:
    video = add_video(people)
    DerivedFile.objects.filter(video=video).delete()
    rows = [DerivedFile.objects.create(video=video, kind=kind, wanted_key="k") for kind in ("peaks", "shots")]
    with pytest.raises(IntegrityError), transaction.atomic():
        DerivedFile.objects.filter(pk=rows[0].pk).update(**changes)


def test_page_gets_all_it_draws_when_the_files_are_there(people: People) -> None:
    video = derived_video(people)
    client = client_of(people.annotator)
    peaks = client.get(f"{BASE}/{video.pk}/peaks", headers={"Accept": "*/*"})
    assert peaks["Content-Type"] == "application/octet-stream"
    pairs = read_peaks(peaks.content)
    assert pairs.shape == (400, 2)
    assert pairs[100:300, 1].min() > 10
    strip = client.get(f"{BASE}/{video.pk}/filmstrip").json()
    assert (strip["times"], strip["columns"], strip["rows"]) == ([0.0, 1.0, 2.0, 3.0], 4, 1)
    image = client.get(strip["image"], headers={"Accept": "image/avif,image/webp,*/*;q=0.8"})
    assert (image.status_code, image["Content-Type"]) == (200, "image/jpeg")
    assert b"".join(image)[:3] == b"\xff\xd8\xff"
    shots = client.get(f"{BASE}/{video.pk}/shots").json()
    assert shots["shots"] == [{"start": 0.0, "end": 4.0, "frame": 0}]
    assert (shots["method"], shots["threshold"]) == ("ffmpeg scdet", 10)
    shown = client.get(f"{BASE}/{video.pk}").json()
    assert [(row["kind"], row["state"], row["job"]) for row in shown["derived"]] == [
        ("peaks", "ready", None),
        ("filmstrip", "ready", None),
        ("shots", "ready", None),
    ]
    # The newest job of the video is one that makes it usable, not one of these.
    assert shown["job"]["kind"] == "video.probe"


@pytest.mark.parametrize("path", ["peaks", "filmstrip", "filmstrip/image", "shots"])
def test_file_is_not_sent_again_when_the_page_has_it(people: People, path: str) -> None:
    video = derived_video(people)
    client = client_of(people.annotator)
    first = client.get(f"{BASE}/{video.pk}/{path}")
    assert first["Cache-Control"] == "private, no-cache"
    again = client.get(f"{BASE}/{video.pk}/{path}", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    other = client.get(f"{BASE}/{video.pk}/{path}", headers={"If-None-Match": '"other"'})
    assert other.status_code == 200


@pytest.mark.parametrize("path", ["peaks", "filmstrip", "filmstrip/image", "shots"])
def test_file_is_unknown_when_the_person_may_not_see_the_video(people: People, path: str) -> None:
    video = derived_video(people)
    for user in (people.reviewer_a, people.outsider, make_people(suffix=" two").admin):
        assert client_of(user).get(f"{BASE}/{video.pk}/{path}").status_code == 404
    assert client_of(None).get(f"{BASE}/{video.pk}/{path}").status_code == 401


def test_state_is_told_when_a_file_is_not_made_yet(people: People) -> None:
    video = add_video(people, probed=False)
    client = client_of(people.annotator)
    assert [row["state"] for row in client.get(f"{BASE}/{video.pk}").json()["derived"]] == [None, None, None]
    assert client.get(f"{BASE}/{video.pk}/shots").json()["state"] is None
    derive(only=["video.probe"])
    shown = client.get(f"{BASE}/{video.pk}").json()["derived"]
    assert [(row["state"], row["progress"]) for row in shown] == [("making", 0.0)] * 3
    assert all(row["job"] for row in shown)
    answer = client.get(f"{BASE}/{video.pk}/shots")
    assert (answer.status_code, answer.json()["code"], answer.json()["state"]) == (
        409,
        "derived_not_ready",
        "making",
    )


def test_failed_file_is_made_once_more_when_an_annotator_asks_twice(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any, **options: Any) -> dict[str, Any]:
        raise OutputCheckFailed("check_failed", "The sound decoded to 3 bytes instead of 4.")

    with monkeypatch.context() as patch:
        swap(patch, DerivedKind.PEAKS, make=broken)
        video = derived_video(people)
    client = client_of(people.annotator)
    first = client.post(f"{BASE}/{video.pk}/derived/peaks/retry")
    again = client.post(f"{BASE}/{video.pk}/derived/peaks/retry")
    assert (first.status_code, first.json()["state"], first.json()["failure_reason"]) == (202, "making", "")
    assert again.json()["job"] == first.json()["job"] is not None
    assert derive() == [("video.peaks", "succeeded")]
    assert states(video)["peaks"] == "ready"


def test_nothing_is_made_again_when_what_is_asked_for_has_not_failed(people: People) -> None:
    video = derived_video(people)
    jobs = Job.objects.count()
    client = client_of(people.annotator)
    answer = client.post(f"{BASE}/{video.pk}/derived/shots/retry")
    assert (answer.status_code, answer.json()["state"], answer.json()["job"]) == (202, "ready", None)
    assert client.post(f"{BASE}/{video.pk}/derived/posters/retry").status_code == 404
    assert client_of(people.reviewer_a).post(f"{BASE}/{video.pk}/derived/shots/retry").status_code == 404
    assert Job.objects.count() == jobs


def test_small_picture_is_served_and_named_in_the_list_when_the_filmstrip_is_made(people: People) -> None:
    video = add_video(people, probed=False)
    client = client_of(people.annotator)
    assert client.get(f"{BASE}/{video.pk}").json()["poster"] is None
    assert client.get(f"{BASE}/{video.pk}/poster").json()["code"] == "derived_not_ready"
    derive()
    row = client.get(BASE, {"project": people.project.pk}).json()["results"][0]
    assert [(file["kind"], file["state"]) for file in row["derived"]] == [
        ("peaks", "ready"),
        ("filmstrip", "ready"),
        ("shots", "ready"),
    ]
    answer = client.get(row["poster"])
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
    assert answer.content.startswith(b"\xff\xd8")
    assert len(answer.content) < 20_000
    assert client.get(row["poster"], headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert "poster" not in client.get(f"{BASE}/{video.pk}/filmstrip").json()
    assert client_of(people.reviewer_a).get(row["poster"]).status_code == 404
