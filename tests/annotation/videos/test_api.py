"""Videos over HTTP, by person."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.clips.models import Clip, Granularity
from annotation.questions.models import Question, QuestionState, Revision
from annotation.videos.models import Video, VideoState
from tests.annotation.media_files import add_video, run_jobs, small_video
from tests.personas import People, client_of, make_people

BASE = "/api/v1/videos"


def plain_video(people: People, title: str = "V", **fields: Any) -> Video:
    values = {
        "source_from": "Show",
        "domain": "vlog",
        "licence": "CC0",
        "state": VideoState.PROBING,
        **fields,
    }
    return Video.objects.create(project=people.project, title=title, added_by=people.admin, **values)


def question_about(
    people: People, video: Video, number: int, *, submitted: bool = False, state: str = "draft"
) -> Question:
    clip = Clip.objects.create(
        project=people.project,
        video=video,
        granularity=Granularity.CLIP,
        public_id=f"G1_V{number:06d}",
        content_key=f"{number:064d}",
        created_by=people.annotator,
    )
    question = Question.objects.create(
        project=people.project,
        public_id=f"G1_Q{number:06d}",
        granularity=Granularity.CLIP,
        task="contextual emotion",
        author=people.annotator,
        state=state,
    )
    frozen = (
        {"submitted_at": timezone.now(), "record_json": "{}", "record_sha256": "0" * 64} if submitted else {}
    )
    Revision.objects.create(question=question, number=1, clip=clip, written_by=people.annotator, **frozen)
    return question


def test_list_counts_what_a_video_carries_when_asked(people: People) -> None:
    video = plain_video(people, "First")
    question_about(people, video, 1)
    question_about(people, video, 2, submitted=True, state=QuestionState.ACCEPTED)
    plain_video(people, "Second")
    second, first = client_of(people.annotator).get(f"{BASE}?project={people.project.pk}").json()["results"]
    assert (first["title"], first["clip_count"], first["question_count"]) == ("First", 2, 2)
    assert (first["questions"]["draft"], first["questions"]["accepted"], first["questions"]["total"]) == (
        1,
        1,
        2,
    )
    assert (second["title"], second["clip_count"], second["questions"]["total"]) == ("Second", 0, 0)
    assert second["job"] is None
    assert second["added_by"] == {"id": people.admin.pk, "name": people.admin.name}


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ("state=rejected", ["Beta"]),
        ("domain=sitcom", ["Alpha"]),
        ("search=ALP", ["Alpha"]),
        ("search=s01e08", ["Alpha"]),
        ("search=beta.mp4", ["Beta"]),
        ("ordering=title", ["Alpha", "Beta"]),
        ("ordering=-title", ["Beta", "Alpha"]),
        ("state=ready", []),
    ],
)
def test_list_is_filtered_when_asked(people: People, query: str, titles: list[str]) -> None:
    plain_video(people, "Alpha", domain="sitcom", source_from="Show S01E08")
    plain_video(people, "Beta", state=VideoState.REJECTED, original_name="beta.mp4")
    listed = client_of(people.annotator).get(f"{BASE}?project={people.project.pk}&{query}").json()["results"]
    assert [video["title"] for video in listed] == titles


@pytest.mark.parametrize(("query", "field"), [("state=odd", "state"), ("ordering=id", "ordering")])
def test_parameter_is_named_when_it_is_wrong(people: People, query: str, field: str) -> None:
    response = client_of(people.annotator).get(f"{BASE}?project={people.project.pk}&{query}")
    assert response.status_code == 400
    assert response.json()["errors"][0]["field"] == field
    assert client_of(people.annotator).get(BASE).json()["errors"][0]["field"] == "project"


def cost_of_list(people: People) -> int:
    client = client_of(people.annotator)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"{BASE}?project={people.project.pk}").status_code == 200
    return len(queries)


def test_list_costs_the_same_when_there_are_20_videos(people: People) -> None:
    question_about(people, plain_video(people), 1)
    one = cost_of_list(people)
    for n in range(2, 21):
        question_about(people, plain_video(people, f"V{n}"), n)
    assert cost_of_list(people) == one


@pytest.mark.parametrize("who", ["reviewer_a", "outsider"])
def test_media_are_unknown_when_the_person_is_no_annotator_or_admin(people: People, who: str) -> None:
    video = add_video(people)
    client = client_of(getattr(people, who))
    assert client.get(f"{BASE}?project={people.project.pk}").status_code == 404
    for path in ("", "/media", "/frames", "/watched"):
        assert client.get(f"{BASE}/{video.pk}{path}").status_code == 404
    assert client.patch(f"{BASE}/{video.pk}", {"title": "Mine"}, format="json").status_code == 404
    video.refresh_from_db()
    assert video.title == "A talk"


def test_media_of_another_project_are_unknown_when_an_admin_asks(people: People) -> None:
    video = add_video(people)
    other = make_people(suffix=" two")
    assert client_of(other.admin).get(f"{BASE}/{video.pk}/media").status_code == 404
    assert client_of(None).get(f"{BASE}/{video.pk}/media").status_code == 401


def test_range_is_sent_when_a_member_plays(people: People) -> None:
    video = add_video(people)
    content = small_video().read_bytes()
    client = client_of(people.annotator)
    accept = {"Accept": "video/webm,video/ogg,video/*;q=0.9", "Range": "bytes=100-299"}
    response = client.get(f"{BASE}/{video.pk}/media", headers=accept)
    assert (response.status_code, response["Content-Type"]) == (206, "video/mp4")
    assert response["ETag"] == f'"{video.sha256}"'
    assert b"".join(response) == content[100:300]
    whole = client.get(f"{BASE}/{video.pk}/media")
    assert b"".join(whole) == content
    head = client.head(f"{BASE}/{video.pk}/media")
    assert (head.status_code, head["Content-Length"], head.content) == (200, str(len(content)), b"")


def test_player_is_told_to_wait_when_the_proxy_is_not_there(people: People) -> None:
    video = add_video(people, small_video(kind="webm", seconds=2), probed=False)
    client = client_of(people.annotator)
    assert client.get(f"{BASE}/{video.pk}/media").json()["code"] == "playback_not_ready"
    assert client.get(f"{BASE}/{video.pk}/frames").json()["code"] == "video_not_ready"
    run_jobs()
    response = client.get(f"{BASE}/{video.pk}/media", headers={"Range": "bytes=0-9"})
    assert response.status_code == 206
    video.refresh_from_db()
    assert response["ETag"] == f'"{video.playback_key.rpartition("-")[2].removesuffix(".mp4")}"'


def test_frames_are_whole_numbers_on_a_time_base_when_asked(people: People) -> None:
    video = add_video(people)
    client = client_of(people.annotator)
    response = client.get(f"{BASE}/{video.pk}/frames")
    frames = response.json()
    assert len(frames["pts"]) == 100
    assert frames["pts"][25] * frames["time_base"][0] / frames["time_base"][1] == 1.0
    assert (frames["first"], frames["keyframes"]) == (0, [0, 25, 50, 75])
    again = client.get(f"{BASE}/{video.pk}/frames", headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_detail_shows_facts_and_warnings_when_probed(people: People) -> None:
    shown = client_of(people.annotator).get(f"{BASE}/{add_video(people).pk}").json()
    assert (shown["duration"], shown["frame_count"], shown["frame_rate"]) == (4, 100, "25/1")
    assert (shown["playable"], shown["has_audio"], shown["warnings"]) == (True, True, [])
    assert shown["job"]["state"] == "succeeded"


def test_texts_change_when_the_admin_says_so(people: People) -> None:
    video = plain_video(people)
    change = {"title": "New", "source_from": "Show S02", "domain": "sitcom", "terms": " T ", "language": "fr"}
    response = client_of(people.admin).patch(f"{BASE}/{video.pk}", change, format="json")
    assert response.status_code == 200
    video.refresh_from_db()
    assert (video.title, video.source_from, video.domain, video.terms, video.language) == (
        "New",
        "Show S02",
        "sitcom",
        "T",
        "fr",
    )


def test_texts_stay_when_an_annotator_changes_them(people: People) -> None:
    video = plain_video(people)
    response = client_of(people.annotator).patch(f"{BASE}/{video.pk}", {"title": "Mine"}, format="json")
    assert (response.status_code, response.json()["code"]) == (403, "role_missing")
    video.refresh_from_db()
    assert video.title == "V"


def test_source_stays_when_records_carry_it(people: People) -> None:
    video = plain_video(people)
    question = question_about(people, video, 1, submitted=True, state=QuestionState.IN_REVIEW)
    client = client_of(people.admin)
    response = client.patch(f"{BASE}/{video.pk}", {"source_from": "Other", "title": "New"}, format="json")
    assert (response.status_code, response.json()["code"]) == (409, "source_frozen")
    assert response.json()["errors"][0]["field"] == "source_from"
    video.refresh_from_db()
    assert (video.source_from, video.title) == ("Show", "V")
    # Other texts are no part of a record, and the same source is no change.
    assert (
        client.patch(f"{BASE}/{video.pk}", {"source_from": "Show", "title": "New"}, format="json").status_code
        == 200
    )
    Question.objects.filter(pk=question.pk).update(state=QuestionState.WITHDRAWN)
    assert client.patch(f"{BASE}/{video.pk}", {"source_from": "Other"}, format="json").status_code == 200
