"""Candidate clips as rows: looked for, adjusted, accepted, dropped; with and without a model."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from llmock.pytest_plugin import LLMock

from annotation.clips.models import Clip
from annotation.drafting.boundaries import find_boundaries
from annotation.drafting.models import Candidate, CandidateSearch, ModelChoice, Purpose
from annotation.drafting.searching import gather
from annotation.videos.models import Video
from config.demo.script import SCENES
from jobs import runner
from jobs.models import Job
from llm.public import Attempt
from tests.annotation.drafting.making import make_demo_video
from tests.llm.conftest import MakeEndpoint
from tests.personas import People, client_of

pytestmark = pytest.mark.django_db

TRUE_SPANS = [(Decimal(str(scene.start)), Decimal(str(scene.end))) for scene in SCENES]


@pytest.fixture
def video(people: People) -> Video:
    return make_demo_video(people)


def searched(people: People, video: Video) -> Job:
    """The job of one search, run to its end in the test's transaction."""
    answer = client_of(people.annotator).post(f"/api/v1/videos/{video.pk}/candidate-search")
    assert answer.status_code == 202
    job = Job.objects.get(pk=answer.json()["id"])
    runner.run(job_id=job.pk, worker="w", keep_lease=False)
    job.refresh_from_db()
    return job


def rows(people: People, video: Video) -> list[dict[str, Any]]:
    found = client_of(people.annotator).get(f"/api/v1/videos/{video.pk}/candidates?page_size=200")
    results: list[dict[str, Any]] = found.json()["results"]
    return results


def test_candidates_are_the_scenes_when_no_model_is_chosen(people: People, video: Video) -> None:
    job = searched(people, video)
    assert (job.state, job.result) == ("succeeded", {"candidates": 5, "method": "signals/1"})
    found = rows(people, video)
    assert [(Decimal(str(one["start"])), Decimal(str(one["end"]))) for one in found] == TRUE_SPANS
    assert [signal["kind"] for signal in found[1]["start_reasons"]] == ["cut", "pause", "gap", "speakers"]
    assert (found[0]["start_reasons"], found[0]["state"]) == (
        [{"kind": "edge", "seconds": None, "words": ""}],
        "open",
    )
    said = client_of(people.annotator).get(f"/api/v1/videos/{video.pk}/candidate-search").json()
    assert (said["job"], said["used"]) == (None, ["cuts", "sound", "subtitles", "speakers"])
    assert Attempt.objects.count() == 0


def test_what_people_decided_stays_when_candidates_are_looked_for_again(people: People, video: Video) -> None:
    searched(people, video)
    first, second, third, *_ = rows(people, video)
    client = client_of(people.annotator)
    client.post(f"/api/v1/candidates/{first['id']}/removal")
    client.patch(
        f"/api/v1/candidates/{second['id']}", {"version": 1, "start": 12.5, "end": 24.0}, format="json"
    )
    searched(people, video)
    again = rows(people, video)
    assert [(one["start"], one["end"], one["state"]) for one in again[:3]] == [
        (0, 12, "dropped"),
        (12.5, 24, "open"),
        (25, 38, "open"),
    ]
    assert (len(again), again[2]["id"] != third["id"]) == (5, True)


def test_clip_is_made_when_a_candidate_is_accepted(people: People, video: Video) -> None:
    # Making a clip needs the video's frames; the whole way is walked in the browser test.
    searched(people, video)
    candidate = Candidate.objects.all()[1]
    clip = Clip.objects.create(
        project=people.project,
        video=video,
        granularity="clip",
        public_id="G1_V000001",
        content_key="x",
        created_by=people.annotator,
    )
    Candidate.objects.filter(pk=candidate.pk).update(state="accepted", clip=clip)
    client = client_of(people.annotator)
    again = client.post(f"/api/v1/candidates/{candidate.pk}/acceptance", {"version": 1}, format="json")
    assert (again.status_code, again.json()["clip"]["public_id"]) == (200, "G1_V000001")
    for change in (
        client.post(f"/api/v1/candidates/{candidate.pk}/removal"),
        client.patch(
            f"/api/v1/candidates/{candidate.pk}", {"version": 1, "start": 1, "end": 2}, format="json"
        ),
    ):
        assert (change.status_code, change.json()["code"]) == (409, "candidate_decided")
    candidate.refresh_from_db()
    assert (candidate.state, candidate.start) == ("accepted", Decimal(12))


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"version": 1, "start": 5, "end": 5}, 400, "end_before_start"),
        ({"version": 1, "start": 5, "end": 60.001}, 400, "past_end"),
        ({"version": 2, "start": 5, "end": 9}, 409, "stale_version"),
    ],
)
def test_candidate_stays_as_it_is_when_an_adjustment_is_wrong(
    people: People, video: Video, body: dict[str, Any], status: int, code: str
) -> None:
    searched(people, video)
    candidate = Candidate.objects.all()[0]
    answer = client_of(people.annotator).patch(f"/api/v1/candidates/{candidate.pk}", body, format="json")
    told = answer.json()
    assert (answer.status_code, code in [told["code"], *(e["code"] for e in told.get("errors", []))]) == (
        status,
        True,
    )
    candidate.refresh_from_db()
    assert (candidate.start, candidate.end, candidate.version) == (Decimal(0), Decimal(12), 1)


@pytest.mark.parametrize(("who", "status"), [("reviewer_a", 404), ("outsider", 404)])
def test_candidates_are_hidden_when_somebody_may_not_see_the_video(
    people: People, video: Video, who: str, status: int
) -> None:
    searched(people, video)
    candidate = Candidate.objects.all()[0]
    client = client_of(getattr(people, who))
    answers = [
        client.get(f"/api/v1/videos/{video.pk}/candidates"),
        client.get(f"/api/v1/videos/{video.pk}/candidate-search"),
        client.post(f"/api/v1/videos/{video.pk}/candidate-search"),
        client.post(f"/api/v1/candidates/{candidate.pk}/removal"),
    ]
    assert [answer.status_code for answer in answers] == [status] * 4
    candidate.refresh_from_db()
    assert (candidate.state, Job.objects.count()) == ("open", 1)


def choose(people: People, endpoint_id: int) -> None:
    ModelChoice.objects.create(
        project=people.project, purpose=Purpose.BOUNDARIES, endpoint_id=endpoint_id, chosen_by=people.admin
    )


def test_model_moves_confidence_and_says_why_when_it_is_chosen(
    people: People, video: Video, make_endpoint: MakeEndpoint, llmock: LLMock
) -> None:
    choose(people, make_endpoint().pk)
    material = gather(video)
    cues = [cue for cue, _ in material.lines]
    told = find_boundaries(duration=60, cuts=material.cuts, peaks=material.peaks, cues=cues)
    moments = [
        {"number": number, "is_scene_boundary": one.time in (12, 25, 47), "reason": f"because {number}"}
        for number, one in enumerate(told, start=1)
    ]
    llmock.reply(json.dumps({"moments": [*moments, {**moments[0], "number": 99}]}))
    job = searched(people, video)
    sent = llmock.last_request.body["messages"][1]["content"]
    assert f"Moment {len(told)} at {told[-1].time:.1f} s." in sent
    assert job.result == {"candidates": 4, "method": "signals/1 + boundaries/1 by gpt-mock"}
    assert [one["end"] for one in rows(people, video)] == [12, 25, 47, 60]
    reasons = rows(people, video)[1]["start_reasons"]
    assert reasons[-1]["kind"] == "model"
    assert CandidateSearch.objects.get().used[-1] == "model"


def test_signals_alone_stand_when_the_model_refuses(
    people: People, video: Video, make_endpoint: MakeEndpoint, llmock: LLMock
) -> None:
    choose(people, make_endpoint().pk)
    llmock.fail(401)
    job = searched(people, video)
    assert (job.state, len(rows(people, video))) == ("succeeded", 5)
    assert "does not accept its key" in CandidateSearch.objects.get().model_failure


def test_search_comes_back_when_the_model_is_busy(
    people: People, video: Video, make_endpoint: MakeEndpoint, llmock: LLMock
) -> None:
    choose(people, make_endpoint().pk)
    llmock.rate_limit(retry_after=40)
    job = searched(people, video)
    assert (job.state, job.error_code, len(rows(people, video))) == ("queued", "model_rate_limited", 5)
    assert (job.run_after - job.created_at).total_seconds() > 39
