"""Videos that leave the library, and come back."""

from __future__ import annotations

from typing import Any

import pytest

from annotation.questions.services import withdraw_question
from annotation.questions.tasks import get_task
from annotation.videos.models import Video, VideoState
from tests.annotation.media_files import add_video
from tests.annotation.questions.making import make_clip, make_draft, make_video
from tests.personas import People, client_of

LIST = "/api/v1/videos"


def post(people: People, video: Video, what: str, *, who: str = "admin") -> Any:
    return client_of(getattr(people, who)).post(f"{LIST}/{video.pk}/{what}")


def listed(people: People, **query: str) -> list[int]:
    asked: dict[str, Any] = {"project": people.project.pk, **query}
    return [row["id"] for row in client_of(people.admin).get(LIST, asked).json()["results"]]


def test_video_leaves_the_list_and_comes_back_when_retired_and_reinstated(people: People) -> None:
    video = add_video(people)
    for _ in range(2):
        assert post(people, video, "retirement").json()["state"] == "retired"
    assert (listed(people), listed(people, state="retired")) == ([], [video.pk])
    # Nothing is deleted: the file still plays for those who may see it.
    assert client_of(people.annotator).get(f"{LIST}/{video.pk}/media").status_code == 200
    for _ in range(2):
        assert post(people, video, "reinstatement").json()["state"] == "ready"
    assert listed(people) == [video.pk]


@pytest.mark.parametrize(("code", "state"), [("not_a_video", "rejected"), ("", "awaiting_media")])
def test_video_is_what_its_facts_say_when_reinstated(people: People, code: str, state: str) -> None:
    video = make_video(people.project, added_by=people.admin)
    Video.objects.filter(pk=video.pk).update(
        state=state, rejection_code=code, duration=None, frame_count=None
    )
    post(people, video, "retirement")
    assert post(people, video, "reinstatement").json()["state"] == state


def test_video_stays_when_a_question_needs_it(people: People) -> None:
    video = make_video(people.project, added_by=people.admin)
    question = make_draft(people, get_task("clip", "emotion cause"), clip=make_clip(video))
    refused = post(people, video, "retirement")
    assert (refused.status_code, refused.json()["code"], refused.json()["questions"]) == (
        409,
        "video_in_use",
        1,
    )
    assert Video.objects.get().state == VideoState.READY
    withdraw_question(actor=people.annotator, question_id=question.pk, reason="not needed")
    assert post(people, video, "retirement").status_code == 200


def test_video_stays_when_it_is_being_probed(people: People) -> None:
    video = add_video(people, probed=False)
    assert post(people, video, "retirement").json()["code"] == "video_not_ready"
    assert Video.objects.get().state == VideoState.PROBING


def test_video_stays_retired_when_its_content_came_in_again(people: People) -> None:
    video = add_video(people)
    post(people, video, "retirement")
    again = add_video(people, title="Again")
    refused = post(people, video, "reinstatement")
    assert (refused.status_code, refused.json()["code"], refused.json()["video"]) == (
        409,
        "duplicate_video",
        again.pk,
    )
    assert Video.objects.get(pk=video.pk).state == VideoState.RETIRED


@pytest.mark.parametrize(("who", "status"), [("annotator", 403), ("reviewer_a", 404), ("outsider", 404)])
def test_nothing_changes_when_somebody_else_retires(people: People, who: str, status: int) -> None:
    video = make_video(people.project, added_by=people.admin)
    assert post(people, video, "retirement", who=who).status_code == status
    assert post(people, video, "reinstatement", who=who).status_code == status
    assert Video.objects.get().state == VideoState.READY
