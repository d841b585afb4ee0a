"""A file for a video that imported records know: checked against their clips, which are then cut."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage

from annotation.clips.importing import ImportedClip, place_clips
from annotation.clips.models import Clip, ClipState
from annotation.clips.services import content_key
from annotation.questions.content import Segment, SubtitleLine
from annotation.subtitles.models import SubtitleFile
from annotation.videos import attaching
from annotation.videos.models import Upload, Video, VideoState
from annotation.videos.probing import probe
from annotation.videos.storage import local_path
from jobs.models import Job
from kernel.errors import Conflict, Forbidden
from tests.annotation.media_files import add_video, derive, run_jobs, small_video
from tests.annotation.videos.test_registration import uploaded
from tests.personas import People, client_of

SHOW = "Show S01E08"


def part(start: str, end: str) -> Segment:
    return Segment(Decimal(start), Decimal(end))


def imported(
    public_id: str, *segments: Segment, lines: tuple[SubtitleLine, ...] | None = None
) -> ImportedClip:
    granularity = "clip" if segments else "episode"
    return ImportedClip(public_id, granularity, SHOW, segments or None, lines)


def place(people: People, *clips: ImportedClip) -> Video:
    place_clips(project=people.project, imported=clips, added_by=people.admin)
    return Video.objects.filter(state=VideoState.AWAITING_MEDIA).earliest("pk")


def attach(people: People, video: Video, upload: Upload, **more: str) -> Any:
    return client_of(people.admin).post(
        f"/api/v1/videos/{video.pk}/media", {"upload": str(upload.pk), **more}, format="json"
    )


def test_clips_are_cut_and_keep_their_ids_when_the_file_arrives(people: People) -> None:
    line = SubtitleLine(Decimal("0.5"), Decimal("1.25"), "Hi.", "Ross")
    video = place(
        people,
        imported("G1_V000004", part("0.4", "1.2"), lines=(line,)),
        imported("G1_V000009", part("2", "3"), part("0.4", "0.8")),
        imported("G2_V000001"),
    )
    upload = uploaded(people, small_video())
    answer = attach(people, video, upload)
    assert (answer.status_code, answer.json()["state"]) == (202, "probing")
    assert answer.json()["job"]["kind"] == "video.probe"
    assert Clip.objects.filter(state=ClipState.AWAITING_MEDIA).count() == 3
    assert run_jobs() == [("video.probe", "succeeded"), ("clip.cut", "succeeded"), ("clip.cut", "succeeded")]
    video.refresh_from_db()
    assert (video.state, video.duration, video.source_from) == (VideoState.READY, Decimal("4.000"), SHOW)
    clips = {clip.public_id: clip for clip in Clip.objects.all()}
    assert {name: (clip.state, clip.frame_count) for name, clip in clips.items()} == {
        "G1_V000004": (ClipState.READY, 20),
        "G1_V000009": (ClipState.READY, 35),
        "G2_V000001": (ClipState.READY, 100),
    }
    with local_path(clips["G1_V000009"].file_key) as path:
        assert probe(path).frames == 35
    assert clips["G1_V000009"].content_key == content_key(
        video=video, segments=[part("2", "3"), part("0.4", "0.8")]
    )
    # What the records said stays: the lines, and which seconds are shown.
    assert SubtitleFile.objects.get(video=video, active=True).utterances.get().text == "Hi."
    assert [(s.start, s.end) for s in clips["G1_V000009"].segments.order_by("position")] == [
        (Decimal("2.000"), Decimal("3.000")),
        (Decimal("0.400"), Decimal("0.800")),
    ]
    assert client_of(people.annotator).get(f"/api/v1/clips/{clips['G1_V000009'].pk}/media").status_code == 200
    assert [kind for kind, outcome in derive()] == ["video.peaks", "video.filmstrip", "video.shots"]


def test_video_awaits_another_file_when_a_clip_does_not_lie_in_this_one(people: People) -> None:
    video = place(
        people, imported("G1_V000001", part("0.4", "1.2")), imported("G1_V000002", part("3", "4.2"))
    )
    attach(people, video, uploaded(people, small_video()))
    key = Video.objects.get(pk=video.pk).original_key
    assert default_storage.exists(key)
    assert run_jobs() == [("video.probe", "failed")]
    shown = client_of(people.admin).get(f"/api/v1/videos/{video.pk}").json()
    assert (shown["state"], shown["rejection_code"]) == ("awaiting_media", "media_does_not_fit")
    assert "1 of 2 clips" in shown["rejection_reason"]
    assert "G1_V000002" in shown["rejection_reason"]
    assert "4.000" in shown["rejection_reason"]
    assert not default_storage.exists(key)
    assert set(Clip.objects.values_list("state", flat=True)) == {ClipState.AWAITING_MEDIA}
    # The right one may follow.
    assert attach(people, video, uploaded(people, small_video(seconds=5))).status_code == 202
    assert run_jobs()[0] == ("video.probe", "succeeded")
    video.refresh_from_db()
    assert (video.state, video.rejection_code, video.rejection_reason) == (VideoState.READY, "", "")
    assert set(Clip.objects.values_list("state", flat=True)) == {ClipState.READY}


def test_video_awaits_another_file_when_this_one_is_no_video(people: People, tmp_path: Path) -> None:
    video = place(people, imported("G1_V000001", part("0.4", "1.2")))
    path = tmp_path / "list.mp4"
    path.write_text("#EXTM3U\nhttp://127.0.0.1:9/a.ts\n")
    attach(people, video, uploaded(people, path))
    assert run_jobs() == [("video.probe", "failed")]
    video.refresh_from_db()
    assert (video.state, video.rejection_code, video.original_key, video.sha256) == (
        VideoState.AWAITING_MEDIA,
        "playlist",
        "",
        "",
    )


def test_file_stays_when_it_is_attached_to_a_second_time(people: People) -> None:
    video = place(people, imported("G1_V000001", part("0.4", "1.2")))
    attach(people, video, uploaded(people, small_video()))
    before = Video.objects.get(pk=video.pk)
    other = uploaded(people, small_video(tone=880))
    answer = attach(people, video, other)
    assert (answer.status_code, answer.json()["code"]) == (409, "media_attached")
    run_jobs()
    assert attach(people, video, other).status_code == 409
    after = Video.objects.get(pk=video.pk)
    assert (after.sha256, after.original_key) == (before.sha256, before.original_key)
    assert Upload.objects.get(pk=other.pk).taken_at is None


def test_file_of_an_ordinary_video_is_never_replaced(people: People) -> None:
    video = add_video(people)
    answer = attach(people, video, uploaded(people, small_video(tone=880)))
    assert (answer.status_code, answer.json()["code"]) == (409, "not_from_records")
    Video.objects.filter(pk=video.pk).update(state=VideoState.REJECTED)
    assert attach(people, video, uploaded(people, small_video(tone=880))).status_code == 409


def test_two_videos_of_one_source_may_hold_the_same_file_when_records_made_them(people: People) -> None:
    place(people, imported("G1_V000001", part("0.4", "1.2")), imported("G1_V000002", part("0.4", "1.2")))
    first, second = Video.objects.order_by("pk")
    add_video(people, title="Of its own", probed=False)
    for video in (first, second):
        assert attach(people, video, uploaded(people, small_video())).status_code == 202
    assert {outcome for _, outcome in run_jobs()} == {"succeeded"}
    assert Clip.objects.filter(state=ClipState.READY).count() == 2
    # An upload of the same content as a new video is still a duplicate.
    answer = client_of(people.admin).post(
        "/api/v1/videos",
        {
            "project": people.project.pk,
            "upload": str(uploaded(people, small_video()).pk),
            "source_from": "S",
            "domain": "d",
            "licence": "CC0",
        },
        format="json",
    )
    assert answer.json()["code"] == "duplicate_video"


def test_upload_stays_when_the_person_may_not_attach_it(people: People) -> None:
    video = place(people, imported("G1_V000001", part("0.4", "1.2")))
    upload = uploaded(people, small_video())
    for who, code in ((people.annotator, 403), (people.reviewer_a, 404), (people.outsider, 404)):
        answer = client_of(who).post(
            f"/api/v1/videos/{video.pk}/media", {"upload": str(upload.pk)}, format="json"
        )
        assert answer.status_code == code
    wrong = attach(people, video, upload, sha256="0" * 64)
    assert (wrong.status_code, wrong.json()["code"]) == (409, "checksum_mismatch")
    video.refresh_from_db()
    assert (video.state, video.original_key) == (VideoState.AWAITING_MEDIA, "")
    assert Job.objects.count() == 0
    upload.refresh_from_db()
    assert upload.taken_at is None
    with pytest.raises(Forbidden):
        attaching.attach_file(actor=people.annotator, video_id=video.pk, path=small_video())


def test_file_on_the_server_is_copied_when_attached(people: People) -> None:
    video = place(people, imported("G1_V000001", part("0.4", "1.2")))
    attaching.attach_file(actor=people.admin, video_id=video.pk, path=small_video())
    with pytest.raises(Conflict):
        attaching.attach_file(actor=people.admin, video_id=video.pk, path=small_video(tone=880))
    assert run_jobs() == [("video.probe", "succeeded"), ("clip.cut", "succeeded")]
    video.refresh_from_db()
    assert (video.original_name, video.state) == (small_video().name, VideoState.READY)
    assert small_video().exists()
