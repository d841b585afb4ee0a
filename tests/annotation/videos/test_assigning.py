"""Which annotators a video was given to, and what its questions cover."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.questions.tasks import get_task
from annotation.videos.models import Video, VideoAnnotator
from tests.annotation.questions.making import make_clip, make_draft, make_submitted, make_video
from tests.personas import People, client_of

LIST = "/api/v1/videos"


def assign(people: People, video: Video, users: list[int], *, who: str = "admin") -> Any:
    client = client_of(getattr(people, who))
    return client.put(f"{LIST}/{video.pk}/annotators", {"users": users}, format="json")


def listed(people: People, *, who: str = "annotator", **query: str) -> list[int]:
    asked: dict[str, Any] = {"project": people.project.pk, **query}
    answer = client_of(getattr(people, who)).get(LIST, asked)
    assert answer.status_code == 200
    return [row["id"] for row in answer.json()["results"]]


@pytest.fixture
def video(people: People) -> Video:
    return make_video(people.project, added_by=people.admin)


def test_annotators_are_those_given_when_assigned(people: People, video: Video) -> None:
    both = assign(people, video, [people.second_annotator.pk, people.annotator.pk])
    assert both.status_code == 200
    assert [row["name"] for row in both.json()["annotators"]] == ["Second Annotator", "Annotator"]
    kept = VideoAnnotator.objects.get(user=people.annotator)
    one = assign(people, video, [people.annotator.pk, people.annotator.pk])
    assert [row["id"] for row in one.json()["annotators"]] == [people.annotator.pk]
    # Who was there already stays as assigned.
    assert VideoAnnotator.objects.get() == kept
    assert assign(people, video, []).json()["annotators"] == []


def test_list_has_only_the_videos_of_a_person_when_filtered(people: People, video: Video) -> None:
    free = make_video(people.project, added_by=people.admin, title="Free")
    theirs = make_video(people.project, added_by=people.admin, title="Theirs")
    assign(people, video, [people.annotator.pk])
    assign(people, theirs, [people.second_annotator.pk])
    assert listed(people, annotator="me") == [video.pk]
    assert listed(people, annotator="nobody") == [free.pk]
    assert listed(people, annotator=str(people.second_annotator.pk)) == [theirs.pk]
    # It opens nothing and hides nothing.
    assert listed(people) == [theirs.pk, free.pk, video.pk]


def test_list_names_the_filter_when_it_is_wrong(people: People) -> None:
    asked: dict[str, Any] = {"project": people.project.pk, "annotator": "x"}
    answer = client_of(people.admin).get(LIST, asked)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "annotator")


def test_list_has_only_a_language_when_filtered(people: People, video: Video) -> None:
    chinese = make_video(people.project, added_by=people.admin, title="中文")
    Video.objects.filter(pk=chinese.pk).update(language="zh-CN")
    assert listed(people, language="zh-cn") == [chinese.pk]


@pytest.mark.parametrize("wrong", ["reviewer_a", "outsider", "admin"])
def test_nobody_is_assigned_when_one_is_no_annotator(people: People, video: Video, wrong: str) -> None:
    answer = assign(people, video, [people.annotator.pk, getattr(people, wrong).pk])
    assert (answer.status_code, answer.json()["errors"][0]["field"], answer.json()["errors"][0]["code"]) == (
        400,
        "users.1",
        "not_annotator",
    )
    assert not VideoAnnotator.objects.exists()


@pytest.mark.parametrize(("who", "status"), [("annotator", 403), ("reviewer_a", 404), ("outsider", 404)])
def test_nothing_changes_when_somebody_else_assigns(
    people: People, video: Video, who: str, status: int
) -> None:
    assert assign(people, video, [people.annotator.pk], who=who).status_code == status
    assert not VideoAnnotator.objects.exists()


def test_coverage_counts_questions_by_task_when_listed(people: People, video: Video) -> None:
    clip = make_clip(video)
    make_draft(people, get_task("clip", "emotion cause"), clip=clip)
    make_submitted(people, get_task("clip", "emotion cause"), clip=clip)
    gone = make_draft(people, get_task("clip", "emotion influence"), clip=clip)
    client_of(people.annotator).post(
        f"/api/v1/questions/{gone.pk}/withdrawal", {"reason": "twice"}, format="json"
    )
    make_draft(
        people, get_task("episode", "emotional reasoning"), clip=make_clip(video, granularity="episode")
    )
    row = client_of(people.admin).get(LIST, {"project": people.project.pk}).json()["results"][0]
    assert row["coverage"] == [
        {"granularity": "clip", "task": "emotion cause", "questions": 2, "accepted": 0},
        {"granularity": "episode", "task": "emotional reasoning", "questions": 1, "accepted": 0},
    ]
    assert (row["question_count"], row["questions"]["draft"], row["questions"]["withdrawn"]) == (4, 2, 1)


def test_list_costs_the_same_when_there_are_many(people: People, video: Video) -> None:
    client = client_of(people.annotator)

    def statements() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(LIST, {"project": people.project.pk}).status_code == 200
        return len(queries)

    assign(people, video, [people.annotator.pk])
    one = statements()
    for number in range(19):
        more = make_video(people.project, added_by=people.admin, title=str(number))
        assign(people, more, [people.annotator.pk, people.second_annotator.pk])
        make_draft(people, get_task("clip", "emotion cause"), clip=make_clip(more))
    assert statements() == one
    assert one <= 10
