"""Clips over HTTP, by person."""

from __future__ import annotations

import threading
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.clips.models import Clip, ClipSegment, ClipState, Granularity
from annotation.clips.segments import Segment
from annotation.clips.services import create_clip
from annotation.projects.models import ProjectCounter
from annotation.videos.models import Video, VideoState
from jobs.models import Job
from tests.annotation.media_files import add_video, run_jobs, small_video
from tests.personas import People, client_of, make_people

BASE = "/api/v1/clips"
SEGMENTS = [{"start": 2.2, "end": 3}, {"start": 0.5, "end": 1}]


def post(
    people: People,
    video: Video,
    *,
    who: str = "annotator",
    granularity: str = "clip",
    segments: Any = SEGMENTS,
) -> Any:
    body = {"video": video.pk, "granularity": granularity, "segments": segments}
    return client_of(getattr(people, who)).post(BASE, body, format="json")


def test_clip_keeps_its_order_and_is_queued_when_made(people: People) -> None:
    video = add_video(people)
    response = post(people, video)
    assert response.status_code == 201
    shown = response.json()
    assert (shown["public_id"], shown["granularity"], shown["state"]) == ("G1_V000001", "clip", "cutting")
    assert (shown["segments"], shown["whole_video"], shown["playable"]) == (SEGMENTS, False, False)
    assert shown["created_by"] == {"id": people.annotator.pk, "name": people.annotator.name}
    job = Job.objects.get(kind="clip.cut")
    assert shown["job"] == {"id": job.pk, "kind": "clip.cut", "state": "queued", "progress": 0.0, "error": ""}
    assert (job.subject, job.queue, job.owner) == (f"clip:{shown['id']}", "media", people.annotator)


def test_clip_plays_when_it_was_cut(people: People) -> None:
    clip_id = post(people, add_video(people)).json()["id"]
    client = client_of(people.second_annotator)
    waiting = client.get(f"{BASE}/{clip_id}/media")
    assert (waiting.status_code, waiting.json()["code"]) == (409, "clip_not_ready")
    assert run_jobs() == [("clip.cut", "succeeded")]
    shown = client.get(f"{BASE}/{clip_id}").json()
    # 0.8 s and 0.5 s at 25 frames a second: 2.20..2.96 and 0.52..0.96.
    assert (shown["state"], shown["playable"], shown["frame_count"], shown["duration"]) == (
        "ready",
        True,
        32,
        1.28,
    )
    assert [(s["frames"], s["first_pts"], s["last_pts"]) for s in shown["check_result"]["segments"]] == [
        (20, 2.2, 2.96),
        (12, 0.52, 0.96),
    ]
    part = client.get(f"{BASE}/{clip_id}/media", headers={"Range": "bytes=4-7"})
    assert (part.status_code, b"".join(part), part["ETag"]) == (206, b"ftyp", f'"{shown["sha256"]}"')
    assert part["Content-Range"] == f"bytes 4-7/{shown['size']}"


def test_same_clip_is_given_when_the_same_content_is_asked_for(people: People) -> None:
    video = add_video(people)
    first = post(people, video).json()
    again = post(people, video, who="second_annotator", segments=[{"start": 2.200, "end": 3.0}, SEGMENTS[1]])
    assert (again.status_code, again.json()["id"]) == (200, first["id"])
    assert Job.objects.filter(kind="clip.cut").count() == 1
    # Another order, another granularity and other times are other clips.
    assert post(people, video, segments=SEGMENTS[::-1]).json()["public_id"] == "G1_V000002"
    assert post(people, video, granularity="episode").json()["public_id"] == "G2_V000001"
    assert ProjectCounter.objects.get(prefix="G1_V").last == 2


def test_whole_video_is_ready_at_once_when_asked_for(people: People) -> None:
    video = add_video(people)
    response = post(people, video, granularity="episode", segments=None)
    shown = response.json()
    assert response.status_code == 201
    assert (shown["public_id"], shown["whole_video"], shown["segments"]) == ("G2_V000001", True, None)
    assert (shown["state"], shown["playable"], shown["frame_count"], shown["duration"]) == (
        "ready",
        True,
        100,
        4,
    )
    assert shown["job"] is None
    media = client_of(people.annotator).get(f"{BASE}/{shown['id']}/media")
    assert b"".join(media) == small_video().read_bytes()
    assert post(people, video, granularity="episode", segments=None).status_code == 200
    cut = client_of(people.annotator).post(f"{BASE}/{shown['id']}/cut")
    assert (cut.status_code, cut.json()["state"]) == (200, "ready")
    assert not Job.objects.filter(kind="clip.cut").exists()


@pytest.mark.parametrize(
    ("segments", "field"),
    [
        ([{"start": 0, "end": 1}, {"start": 2, "end": 5}], "segments.1.end"),
        ([{"start": 0.0001, "end": 1}], "segments.0.start"),
        ([{"start": 0}], "segments.0.end"),
        ([{"start": 0, "end": "x"}], "segments.0.end"),
        ([{"start": 0, "end": 2}, {"start": 1, "end": 3}], "segments.1.start"),
        ([{"start": 0.01, "end": 0.03}], "segments.0"),
        ([], "segments"),
    ],
)
def test_field_is_named_when_a_segment_is_wrong(people: People, segments: Any, field: str) -> None:
    video = add_video(people)
    response = post(people, video, segments=segments)
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == [field]
    assert not Clip.objects.exists()
    assert not ProjectCounter.objects.exists()
    assert not Job.objects.filter(kind="clip.cut").exists()


def test_clip_is_refused_when_the_video_is_not_ready(people: People) -> None:
    video = add_video(people, probed=False)
    response = post(people, video)
    assert (response.status_code, response.json()["code"], response.json()["video_state"]) == (
        409,
        "video_not_ready",
        "probing",
    )
    assert not Clip.objects.exists()


@pytest.mark.parametrize("who", ["reviewer_a", "outsider"])
def test_clips_are_unknown_when_the_person_is_no_annotator_or_admin(people: People, who: str) -> None:
    video = add_video(people)
    clip_id = post(people, video).json()["id"]
    run_jobs()
    before = Clip.objects.filter(pk=clip_id).values().get()
    client = client_of(getattr(people, who))
    assert post(people, video, who=who, segments=None).status_code == 404
    for path in ("", "/media"):
        assert client.get(f"{BASE}/{clip_id}{path}").status_code == 404
    assert client.post(f"{BASE}/{clip_id}/cut").status_code == 404
    assert client.get(f"{BASE}?project={people.project.pk}").status_code == 404
    assert client.get(f"{BASE}?video={video.pk}").status_code == 404
    assert Clip.objects.filter(pk=clip_id).values().get() == before
    assert Clip.objects.count() == 1


def test_clips_of_another_project_are_unknown_when_an_admin_asks(people: People) -> None:
    clip_id = post(people, add_video(people)).json()["id"]
    other = make_people(suffix=" two")
    assert client_of(other.admin).get(f"{BASE}/{clip_id}").status_code == 404
    assert client_of(None).get(f"{BASE}/{clip_id}/media").status_code == 401


def test_list_is_filtered_when_asked(people: People) -> None:
    video, other = add_video(people), add_video(people, small_video(tone=220), title="Other")
    post(people, video)
    post(people, video, granularity="episode", segments=None)
    post(people, other, segments=SEGMENTS[:1])
    client = client_of(people.annotator)

    def ids(query: str) -> list[str]:
        return [clip["public_id"] for clip in client.get(f"{BASE}?{query}").json()["results"]]

    assert ids(f"project={people.project.pk}") == ["G1_V000002", "G2_V000001", "G1_V000001"]
    assert ids(f"video={video.pk}") == ["G2_V000001", "G1_V000001"]
    assert ids(f"video={video.pk}&project={people.project.pk}&granularity=clip") == ["G1_V000001"]
    assert ids(f"project={people.project.pk}&state=ready") == ["G2_V000001"]
    assert client.get(BASE).json()["errors"][0]["field"] == "project"
    assert client.get(f"{BASE}?video=x").json()["errors"][0]["field"] == "video"


def test_list_costs_the_same_when_there_are_20_clips(people: People) -> None:
    video = Video.objects.create(
        project=people.project, title="V", added_by=people.admin, state=VideoState.PROBING
    )

    def add(number: int) -> None:
        clip = Clip.objects.create(
            project=people.project,
            video=video,
            granularity=Granularity.CLIP,
            public_id=f"G1_V{number:06d}",
            content_key=f"{number:064d}",
            created_by=people.annotator,
        )
        ClipSegment.objects.create(clip=clip, position=0, start=0, end=number)

    def cost() -> int:
        client = client_of(people.annotator)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"{BASE}?video={video.pk}").status_code == 200
        return len(queries)

    add(1)
    one = cost()
    for number in range(2, 21):
        add(number)
    assert cost() == one


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_one_clip_is_made_when_eight_ask_for_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    people = make_people()
    video = add_video(people)
    start = threading.Barrier(8)
    made: list[bool] = []

    def ask() -> None:
        try:
            start.wait()
            created = create_clip(
                actor=people.annotator,
                video_id=video.pk,
                granularity=Granularity.CLIP,
                segments=[Segment(Decimal("1"), Decimal("2"))],
            )
            made.append(created.is_new)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(made) == [False] * 7 + [True]
    assert list(Clip.objects.values_list("public_id", "state")) == [("G1_V000001", ClipState.CUTTING)]
    assert Job.objects.filter(kind="clip.cut").count() == 1
