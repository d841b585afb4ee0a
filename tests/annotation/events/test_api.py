"""Events over HTTP, by person."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.clips.models import Clip, ClipSegment
from annotation.events.models import Event
from annotation.videos.models import Video
from tests.annotation.media_files import add_video, small_video
from tests.personas import People, client_of, make_people

BASE = "/api/v1/events"
CONTENT = {
    "start": 0.5,
    "end": 2.2,
    "title": "finds the box",
    "participants": ["Ross", "woman in red"],
    "cues": {"face": "mouth open, brows up", "voice": "breath held"},
    "emotion_notes": "surprise, then doubt",
}


def mark(people: People, video: Video, *, who: str = "annotator", **changes: Any) -> Any:
    body = {"video": video.pk, **CONTENT, **changes}
    return client_of(getattr(people, who)).post(BASE, body, format="json")


def change(people: People, event: dict[str, Any], *, who: str = "annotator", **changes: Any) -> Any:
    body = {**CONTENT, "version": event["version"], **changes}
    return client_of(getattr(people, who)).put(f"{BASE}/{event['id']}", body, format="json")


def test_event_is_given_as_entered_when_marked(people: People) -> None:
    video = add_video(people)
    response = mark(people, video, title="  finds   the box ")
    assert response.status_code == 201
    shown = response.json()
    assert {key: shown[key] for key in CONTENT} == CONTENT
    assert (shown["video"], shown["version"], shown["removed"]) == (video.pk, 1, False)
    assert shown["created_by"] == {"id": people.annotator.pk, "name": people.annotator.name}
    assert client_of(people.second_annotator).get(f"{BASE}/{shown['id']}").json() == shown


def test_events_are_in_order_of_time_when_listed(people: People) -> None:
    video = add_video(people)
    later = mark(people, video, start=1, end=3).json()["id"]
    first = mark(people, video, start=0, end=4).json()["id"]
    inner = mark(people, video, start=1, end=2).json()["id"]
    mark(people, add_video(people, small_video(seconds=5), title="Another"))
    answer = client_of(people.admin).get(BASE, {"video": video.pk}).json()
    assert (answer["count"], [row["id"] for row in answer["results"]]) == (3, [first, inner, later])


def test_list_costs_the_same_when_there_are_many(people: People) -> None:
    video = add_video(people)
    client = client_of(people.annotator)

    def statements() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(BASE, {"video": video.pk}).status_code == 200
        return len(queries)

    mark(people, video)
    one = statements()
    for _ in range(20):
        mark(people, video)
    assert statements() == one
    assert one <= 8


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"end": 0.5}, "end", "end_before_start"),
        ({"start": -0.001}, "start", "negative_time"),
        ({"end": 4.001}, "end", "past_end"),
        ({"end": 2.2004}, "end", "max_decimal_places"),
        ({"title": "   "}, "title", "blank"),
        ({"title": "x" * 201}, "title", "too_long"),
        ({"participants": ["Ross", "ross"]}, "participants.1", "duplicate"),
        ({"participants": ["Ross", " "]}, "participants.1", "required"),
        ({"participants": ["x" * 121]}, "participants.0", "too_long"),
        ({"participants": [str(n) for n in range(31)]}, "participants", "too_many"),
        ({"cues": {"smell": "smoke"}}, "cues.smell", "invalid"),
        ({"cues": {"face": "x" * 4001}}, "cues.face", "too_long"),
        ({"emotion_notes": "x" * 4001}, "emotion_notes", "too_long"),
    ],
)
def test_field_is_named_when_an_event_is_refused(
    people: People, changes: dict[str, Any], field: str, code: str
) -> None:
    response = mark(people, add_video(people), **changes)
    assert response.status_code == 400
    assert [(error["field"], error["code"]) for error in response.json()["errors"]] == [(field, code)]
    assert not Event.objects.exists()


def test_event_is_refused_when_the_video_is_not_ready(people: People) -> None:
    response = mark(people, add_video(people, probed=False))
    assert (response.status_code, response.json()["code"]) == (409, "video_not_ready")
    assert not Event.objects.exists()


def test_change_makes_a_new_version_when_the_old_one_was_seen(people: People) -> None:
    event = mark(people, add_video(people)).json()
    changed = change(people, event, who="second_annotator", end=3).json()
    assert (changed["end"], changed["version"]) == (3, 2)
    assert changed["changed_by"]["id"] == people.second_annotator.pk
    assert changed["created_by"]["id"] == people.annotator.pk


def test_change_is_refused_when_somebody_changed_it_meanwhile(people: People) -> None:
    event = mark(people, add_video(people)).json()
    change(people, event, who="second_annotator", end=3)
    stale = change(people, event, title="opens the box")
    assert (stale.status_code, stale.json()["code"], stale.json()["current_version"]) == (
        409,
        "stale_version",
        2,
    )
    row = Event.objects.get()
    assert (row.title, f"{row.end}", row.version) == ("finds the box", "3.000", 2)
    # The same content sent again, because its answer was lost, is one change.
    again = change(people, event, who="second_annotator", end=3)
    assert (again.status_code, again.json()["version"]) == (200, 2)


def test_event_comes_back_as_it_was_when_its_removal_is_taken_back(people: People) -> None:
    video = add_video(people)
    event = mark(people, video).json()
    client = client_of(people.annotator)
    for _ in range(2):
        removed = client.post(f"{BASE}/{event['id']}/removal").json()
        assert (removed["removed"], removed["version"]) == (True, 2)
    assert client.get(BASE, {"video": video.pk}).json()["results"] == []
    refused = change(people, removed, title="opens the box")
    assert (refused.status_code, refused.json()["code"]) == (409, "event_removed")
    assert client.post(f"{BASE}/{event['id']}/clip").json()["code"] == "event_removed"
    assert not Clip.objects.exists()
    for _ in range(2):
        back = client.post(f"{BASE}/{event['id']}/restoration").json()
        assert (back["removed"], back["version"], back["title"]) == (False, 3, "finds the box")
    assert len(client.get(BASE, {"video": video.pk}).json()["results"]) == 1


def test_clip_shows_exactly_the_event_when_made_of_it(people: People) -> None:
    event = mark(people, add_video(people)).json()
    client = client_of(people.annotator)
    first = client.post(f"{BASE}/{event['id']}/clip")
    assert (first.status_code, first.json()["granularity"]) == (201, "clip")
    assert first.json()["segments"] == [{"start": 0.5, "end": 2.2}]
    again = client.post(f"{BASE}/{event['id']}/clip")
    assert (again.status_code, again.json()["id"]) == (200, first.json()["id"])
    assert ClipSegment.objects.count() == 1


@pytest.mark.parametrize("who", ["reviewer_a", "outsider"])
def test_nothing_is_told_when_the_media_are_not_open_to_a_person(people: People, who: str) -> None:
    video = add_video(people)
    event = mark(people, video).json()
    client = client_of(getattr(people, who))
    answers = [
        client.get(BASE, {"video": video.pk}),
        client.get(f"{BASE}/{event['id']}"),
        mark(people, video, who=who),
        change(people, event, who=who, end=3),
        *(client.post(f"{BASE}/{event['id']}/{name}") for name in ("removal", "restoration", "clip")),
    ]
    assert [answer.status_code for answer in answers] == [404] * 7
    row = Event.objects.get()
    assert (row.version, row.removed_at, Clip.objects.count()) == (1, None, 0)


def test_event_of_another_project_is_unknown_when_asked_for(people: People) -> None:
    event = mark(people, add_video(people)).json()
    others = make_people(name="Other", suffix="2")
    assert client_of(others.admin).get(f"{BASE}/{event['id']}").status_code == 404
    assert client_of(None).get(f"{BASE}/{event['id']}").status_code == 401
