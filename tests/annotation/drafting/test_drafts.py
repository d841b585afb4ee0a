"""Drafts by a model, from the call to two accepting reviewers; and every way in which one comes to nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from llmock.pytest_plugin import LLMock

from annotation.clips.models import Clip
from annotation.drafting.drafts.models import DRAFTED_TASKS, ModelDraft
from annotation.drafting.drafts.selectors import survival_of
from annotation.drafting.drafts.services import request_draft
from annotation.drafting.models import ModelChoice, Purpose
from annotation.questions.content import LabelRow
from annotation.questions.models import Question, Revision
from annotation.questions.revisions import read_content
from annotation.questions.selectors import current_revision
from annotation.questions.services import DraftContent, save_draft, submit_question
from jobs import runner
from jobs.models import Job
from kernel.errors import Forbidden, Invalid
from llm.public import Attempt
from tests.annotation.drafting.answers import ANSWERS, answer
from tests.annotation.questions.making import make_clip, make_video
from tests.llm.conftest import MakeEndpoint
from tests.personas import People, client_of
from tests.review.rows import claim, judge

pytestmark = pytest.mark.django_db

DRAFTS = "/api/v1/model-drafts"


@pytest.fixture
def clip(people: People, make_endpoint: MakeEndpoint) -> Clip:
    """A clip of 30 seconds in a project that asks a model for drafts."""
    ModelChoice.objects.create(
        project=people.project, purpose=Purpose.DRAFTS, endpoint=make_endpoint(), chosen_by=people.admin
    )
    return make_clip(make_video(people.project, added_by=people.admin))


def ask_for(people: People, clip: Clip, task: str) -> dict[str, Any]:
    answer = client_of(people.annotator).post(DRAFTS, {"clip": clip.pk, "task": task}, format="json")
    assert answer.status_code == 202, answer.json()
    document: dict[str, Any] = answer.json()
    return document


def run(draft_id: int) -> Job:
    """The draft's job, run to the end of one attempt in the test's transaction."""
    job = Job.objects.get(kind="question.draft", payload={"draft": draft_id})
    runner.run(job_id=job.pk, worker="w", keep_lease=False)
    job.refresh_from_db()
    return job


def drafted(people: People, clip: Clip, task: str) -> dict[str, Any]:
    """A draft as the API shows it once its job has run."""
    asked = ask_for(people, clip, task)
    run(asked["id"])
    (row,) = [
        one
        for one in client_of(people.annotator).get(f"{DRAFTS}?clip={clip.pk}").json()["results"]
        if one["id"] == asked["id"]
    ]
    return dict(row)


@pytest.mark.parametrize("task", DRAFTED_TASKS)
def test_draft_becomes_an_accepted_question_when_people_take_it_over(
    people: People, clip: Clip, llmock: LLMock, task: str
) -> None:
    llmock.reply(answer(task))
    draft = drafted(people, clip, task)
    assert (draft["state"], draft["problems"], draft["findings"]) == ("ready", [], [])
    assert draft["content"]["evidence"][0]["start"] == 96.5  # 6.5 s of a clip that begins at 90 s
    sent = llmock.last_request.body["messages"]
    assert f"The task: {task}." in sent[0]["content"]
    assert "[1.5-3.0] Ross: This one?" in sent[1]["content"]
    assert Question.objects.count() == 0
    client = client_of(people.annotator)
    taken = client.post(f"{DRAFTS}/{draft['id']}/taking").json()
    assert client.post(f"{DRAFTS}/{draft['id']}/taking").json()["question"] == taken["question"]
    question = Question.objects.get()
    assert (question.task, current_revision(question=question).source) == (task, "model")

    with pytest.raises(Invalid) as refused:
        submit_question(actor=people.annotator, question_id=question.pk, version=2)
    fields = [one.field for one in refused.value.errors]
    mark = client.get(f"/api/v1/questions/{question.pk}/draft-mark").json()
    assert (mark["unconfirmed"], {one.code for one in refused.value.errors}) == (
        fields,
        {"model_unconfirmed"},
    )

    # One field is rewritten, the others are confirmed as they are.
    content = replace(
        read_content(current_revision(question=question)),
        question_text=ANSWERS[task]["question"]
        .replace("What", "Which feelings")
        .replace("How", "In what way"),
    )
    save_draft(
        actor=people.annotator, question_id=question.pk, version=2, draft=DraftContent(content=content)
    )
    left = client.get(f"/api/v1/questions/{question.pk}/draft-mark").json()["unconfirmed"]
    assert left == fields[1:]
    mine = {"version": 3, "paths": left}
    done = client.post(f"/api/v1/questions/{question.pk}/draft-mark", mine, format="json").json()
    assert done["unconfirmed"] == []
    sent_in = client.post(f"/api/v1/questions/{question.pk}/submission", {"version": 3}, format="json")
    assert sent_in.status_code == 200, sent_in.json()

    Clip.objects.filter(pk=clip.pk).update(duration=30, file_key="clips/there.mp4")
    for reviewer in (people.reviewer_a, people.reviewer_b):
        judged = claim(reviewer, people.project)
        assert judged is not None
        judge(reviewer, judged, watched=[[0.0, 30.0]])
    question.refresh_from_db()
    (row,) = survival_of(project_id=people.project.pk)
    assert (question.state, row.task, row.accepted) == ("accepted", task, 1)
    kept = (len(fields) - 1) / len(fields)
    assert row.share_kept == pytest.approx(kept)
    made = ModelDraft.objects.get()
    assert made.edit_distance in (2, 3)  # words of the question
    assert row.edited == pytest.approx(made.edit_distance / (made.edit_length or 0))


def test_no_episode_is_drafted_whoever_asks(people: People, clip: Clip, llmock: LLMock) -> None:
    episode = make_clip(clip.video, granularity="episode")
    for task in ("emotion trajectory", "emotional reasoning"):
        with pytest.raises(Forbidden) as refused:
            request_draft(actor=people.annotator, clip_id=episode.pk, task=task)
        assert refused.value.code == "episode_not_drafted"
    assert (ModelDraft.objects.count(), Job.objects.count(), len(llmock.requests)) == (0, 0, 0)


def test_draft_is_shown_as_unsupported_when_the_model_says_so(
    people: People, clip: Clip, llmock: LLMock
) -> None:
    llmock.reply(
        answer("emotion cause", supported=False, reason="Nobody  shows a feeling.", evidence=[], factors=[])
    )
    draft = drafted(people, clip, "emotion cause")
    assert (draft["state"], draft["reason"], draft["content"]) == (
        "unsupported",
        "Nobody shows a feeling.",
        None,
    )
    taken = client_of(people.annotator).post(f"{DRAFTS}/{draft['id']}/taking")
    assert (taken.status_code, taken.json()["code"], Question.objects.count()) == (409, "draft_not_ready", 0)


def test_draft_tells_what_was_left_out_and_what_the_checks_say_when_it_is_bad(
    people: People, clip: Clip, llmock: LLMock
) -> None:
    evidence = [{"start": 5, "end": 31, "modalities": [], "note": ""}]
    same = ["anger", "anger"]
    llmock.reply(answer("emotion transition", before=same, after=same, evidence=evidence))
    draft = drafted(people, clip, "emotion transition")
    assert draft["content"]["labels"] == [
        {"side": "before", "label": "anger"},
        {"side": "after", "label": "anger"},
    ]
    assert draft["content"]["evidence"] == []
    assert "no stretch of a clip of 30" in draft["problems"][-1]
    assert "error" in {one["level"] for one in draft["findings"]}


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("{", "answer_not_json"),
        ("", "answer_blank"),
        ('{"supported": true}', "answer_off_schema"),
        (json.dumps({**json.loads(answer("emotion influence")), "labels": ["joyful"]}), "answer_off_schema"),
    ],
)
def test_draft_is_asked_for_again_and_each_try_is_a_row_when_the_answer_is_bad(
    people: People, clip: Clip, llmock: LLMock, script: str, code: str
) -> None:
    llmock.reply(script)
    asked = ask_for(people, clip, "emotion influence")
    job = run(asked["id"])
    assert (job.state, job.error_code) == ("queued", code)
    Job.objects.filter(pk=job.pk).update(run_after=job.created_at)
    llmock.reset().reply(answer("emotion influence"))
    assert run(asked["id"]).state == "succeeded"
    assert [(one.state, one.error_code) for one in Attempt.objects.order_by("pk")] == [
        ("failed", code),
        ("succeeded", ""),
    ]


def test_draft_says_why_when_the_endpoint_refuses_for_good(
    people: People, clip: Clip, llmock: LLMock
) -> None:
    llmock.fail(401)
    draft = drafted(people, clip, "emotion cause")
    assert draft["state"] == "failed"
    assert "does not accept its key" in draft["reason"]


def test_one_draft_is_open_when_somebody_asks_twice(people: People, clip: Clip, llmock: LLMock) -> None:
    llmock.reply(answer("emotion cause"))
    first = ask_for(people, clip, "emotion cause")
    assert ask_for(people, clip, "emotion cause")["id"] == first["id"]
    run(first["id"])
    assert ask_for(people, clip, "emotion cause")["id"] == first["id"]
    assert (len(llmock.requests), Job.objects.count()) == (1, 1)


def test_nothing_is_sent_and_nothing_breaks_when_no_endpoint_is_chosen(
    people: People, clip: Clip, llmock: LLMock
) -> None:
    ModelChoice.objects.all().delete()
    client = client_of(people.annotator)
    refused = client.post(DRAFTS, {"clip": clip.pk, "task": "emotion cause"}, format="json")
    assert (refused.status_code, refused.json()["code"], len(llmock.requests)) == (409, "no_endpoint", 0)
    choices = client.get(f"/api/v1/projects/{people.project.pk}/model-choices").json()
    assert [one["endpoint"] for one in choices["purposes"]] == [None] * 4


def test_draft_is_hidden_from_everybody_but_who_asked_and_admins(
    people: People, clip: Clip, llmock: LLMock, django_assert_num_queries: Any
) -> None:
    llmock.reply(answer("emotion cause"))
    draft = drafted(people, clip, "emotion cause")
    list_of = f"{DRAFTS}?clip={clip.pk}"
    assert client_of(people.admin).get(list_of).json()["count"] == 1
    assert client_of(people.second_annotator).get(list_of).json()["count"] == 0
    assert client_of(people.reviewer_a).get(list_of).status_code == 404
    for who, status in ((people.second_annotator, 404), (people.admin, 403), (people.reviewer_a, 404)):
        assert client_of(who).post(f"{DRAFTS}/{draft['id']}/taking").status_code == status
    assert Question.objects.count() == 0
    client = client_of(people.annotator)
    for task in DRAFTED_TASKS:
        if task != "emotion cause":
            ask_for(people, clip, task)
        with django_assert_num_queries(6):
            client.get(list_of)


def test_field_is_marked_again_when_the_models_words_come_back(
    people: People, clip: Clip, llmock: LLMock
) -> None:
    llmock.reply(answer("contextual emotion"))
    draft = drafted(people, clip, "contextual emotion")
    client = client_of(people.annotator)
    question_id = client.post(f"{DRAFTS}/{draft['id']}/taking").json()["question"]["id"]
    question = Question.objects.get(pk=question_id)
    content = read_content(current_revision(question=question))
    other = replace(content, labels=(LabelRow("anger"),))
    mark = f"/api/v1/questions/{question_id}/draft-mark"
    for version, now, marked in ((2, other, False), (3, content, True)):
        save_draft(
            actor=people.annotator, question_id=question_id, version=version, draft=DraftContent(content=now)
        )
        assert ("labels" in client.get(mark).json()["unconfirmed"]) == marked
    stale = client.post(mark, {"version": 2, "paths": ["labels"]}, format="json")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")
    assert Revision.objects.get(question=question).version == 4
