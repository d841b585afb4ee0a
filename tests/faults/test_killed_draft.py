"""kill -9 of a worker in the middle of a call to a model: it costs that call at most, and the draft comes once."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from llmock.pytest_plugin import LLMock
from llmock.scenarios import Delay

from annotation.drafting.drafts.models import ModelDraft
from annotation.drafting.drafts.services import request_draft, take_draft
from annotation.drafting.models import ModelChoice, Purpose
from annotation.questions.models import Question
from jobs.models import Job
from llm.models import Attempt, Endpoint
from tests.annotation.drafting.answers import answer
from tests.annotation.questions.making import make_clip, make_video
from tests.faults.processes import product, wait_for
from tests.faults.test_lost_worker import purge, rows, wait_done
from tests.personas import People

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults, pytest.mark.slow]


def test_draft_comes_once_and_one_call_is_lost_when_the_worker_is_killed_in_the_middle(
    tmp_path: Path, people: People, llmock: LLMock
) -> None:
    purge()
    endpoint = Endpoint.objects.create(
        name="slow",
        base_url=llmock.base_url("openai"),
        model="gpt-mock",
        abilities=["json_schema"],
        created_by=people.admin,
    )
    ModelChoice.objects.create(
        project=people.project, purpose=Purpose.DRAFTS, endpoint=endpoint, chosen_by=people.admin
    )
    clip = make_clip(make_video(people.project, added_by=people.admin))
    llmock.reply(answer("emotion cause"), times=None)
    llmock.add(Delay(4.0, times=None))
    with product(tmp_path) as running:
        draft = request_draft(actor=people.annotator, clip_id=clip.pk, task="emotion cause")
        job = Job.objects.get(kind="question.draft")
        wait_for(lambda: Attempt.objects.exists(), seconds=30, why="a call under way")
        assert Attempt.objects.get().state == "open"
        os.kill(running.first_child("default,scoring,llm"), signal.SIGKILL)
        wait_done(job)
        assert running.interrupt() == 0
    job.refresh_from_db()
    draft.refresh_from_db()
    assert (job.state, rows(job)) == ("succeeded", [(1, "lost"), (2, "succeeded")])
    assert (draft.state, ModelDraft.objects.count(), Question.objects.count()) == ("ready", 1, 0)
    states = list(Attempt.objects.order_by("pk").values_list("state", flat=True))
    assert states == ["lost", "succeeded"]
    made = {take_draft(actor=people.annotator, draft_id=draft.pk).pk for _ in range(2)}
    assert (len(made), Question.objects.count()) == (1, 1)
