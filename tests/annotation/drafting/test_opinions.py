"""Second opinions: what they flag, whom they are shown to, and that they decide nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from llmock.pytest_plugin import LLMock

from annotation.clips.models import Clip
from annotation.drafting.drafts.services import confirm_fields
from annotation.drafting.models import ModelChoice, Purpose
from annotation.drafting.opinions.asking import cosine, f1, leaking_words
from annotation.questions.models import Question
from annotation.questions.tasks import get_task
from jobs import runner
from jobs.models import Job
from kernel.errors import Conflict
from llm.public import Attempt
from tests.annotation.questions.making import make_draft
from tests.llm.conftest import MakeEndpoint
from tests.personas import People, client_of
from tests.review.rows import claim

pytestmark = pytest.mark.django_db

NO_LEAK = json.dumps({"gives_away": False, "words": "", "reason": "It names the moment only."})


def replies(llmock: LLMock, *texts: str) -> None:
    """The server answers with these, one after the other."""
    for text in texts:
        llmock.reply(text)


def choose(people: People, purpose: Purpose, endpoint: Any) -> None:
    ModelChoice.objects.create(
        project=people.project, purpose=purpose, endpoint=endpoint, chosen_by=people.admin
    )


def opinions(people: People, question: Question) -> dict[str, Any]:
    """Asks as the author, runs the job, and gives what the author is shown then."""
    client = client_of(people.annotator)
    asked = client.post(f"/api/v1/questions/{question.pk}/opinions")
    assert asked.status_code == 202, asked.json()
    runner.run(job_id=asked.json()["id"], worker="w", keep_lease=False)
    shown: dict[str, Any] = client.get(f"/api/v1/questions/{question.pk}/opinions").json()
    return shown


@pytest.mark.parametrize(
    ("guess", "flagged"), [(["affection", "peace"], True), (["affection", "anger"], False)]
)
def test_text_only_answer_is_flagged_when_it_is_right(
    people: People, make_endpoint: MakeEndpoint, llmock: LLMock, guess: list[str], flagged: bool
) -> None:
    choose(people, Purpose.OPINIONS, make_endpoint())
    question = make_draft(people, get_task("clip", "contextual emotion"))
    replies(llmock, json.dumps({"labels": guess}), NO_LEAK)
    shown = opinions(people, question)
    probe, leak = shown["opinions"]
    assert (probe["kind"], probe["flagged"], leak["flagged"]) == ("text_only", flagged, False)
    sent = llmock.requests[0].body["messages"][1]["content"]
    # As a tested model reads them: no names, no times; and nothing of the reference.
    assert ("This one?" in sent, "Ross" in sent, "affection" in sent) == (True, False, False)
    codes = [
        one["code"]
        for one in client_of(people.annotator).get(f"/api/v1/questions/{question.pk}").json()["findings"]
    ]
    assert ("opinion_text_only" in codes) == flagged


def test_text_answer_is_scored_by_the_questions_own_rubric(
    people: People, make_endpoint: MakeEndpoint, llmock: LLMock
) -> None:
    choose(people, Purpose.OPINIONS, make_endpoint())
    question = make_draft(people, get_task("clip", "emotion cause"))
    replies(
        llmock,
        json.dumps({"answer": "Because of the letter."}),
        json.dumps({"score": 3, "reason": "All."}),
        NO_LEAK,
    )
    (probe, _) = opinions(people, question)["opinions"]
    assert (probe["flagged"], probe["score"]) == (True, 1.0)
    assert Attempt.objects.filter(state="succeeded").count() == 3
    # The same question again is not asked about again.
    opinions(people, question)
    assert (Attempt.objects.count(), len(llmock.requests)) == (3, 3)


def test_reviewers_read_opinions_with_the_reference_and_not_before(
    people: People, make_endpoint: MakeEndpoint, llmock: LLMock
) -> None:
    choose(people, Purpose.OPINIONS, make_endpoint())
    question = make_draft(people, get_task("clip", "contextual emotion"))
    leak = {"gives_away": True, "words": "during  the meal", "reason": "It says so."}
    replies(llmock, json.dumps({"labels": ["affection", "peace"]}), json.dumps(leak))
    opinions(people, question)
    author = client_of(people.annotator)
    assert (
        author.post(f"/api/v1/questions/{question.pk}/submission", {"version": 2}, format="json").status_code
        == 200
    )
    judged = claim(people.reviewer_a, people.project)
    assert judged is not None
    reviewer = client_of(people.reviewer_a)
    before = reviewer.get(f"/api/v1/assignments/{judged.pk}")
    assert before.status_code == 200
    assert (before.json()["reference"], "opinion" in before.content.decode()) == (None, False)
    assert reviewer.get(f"/api/v1/questions/{question.pk}/opinions").status_code == 404
    seen = reviewer.post(f"/api/v1/assignments/{judged.pk}/reference", {}, format="json").json()
    codes = [one["code"] for one in seen["reference"]["warnings"]]
    assert {"opinion_text_only", "opinion_leak"} <= set(codes)


@pytest.mark.parametrize(("vector", "flagged"), [([1.0, 0.05], True), ([0.0, 1.0], False)])
def test_question_is_flagged_when_another_about_the_video_is_worded_alike(
    people: People,
    make_endpoint: MakeEndpoint,
    llmock: LLMock,
    vector: list[float],
    flagged: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    choose(people, Purpose.EMBEDDINGS, make_endpoint(abilities=["embeddings"]))
    first = make_draft(people, get_task("clip", "contextual emotion"))
    clip = Clip.objects.get()
    question = make_draft(people, get_task("clip", "emotion influence"), clip=clip)
    vectors = {0: [1.0, 0.0], 1: vector}
    monkeypatch.setattr(
        "annotation.drafting.opinions.looking.embed_texts",
        lambda *, texts, **_: [vectors[place] for place, _ in enumerate(texts)],
    )
    (found,) = opinions(people, question)["opinions"]
    assert (found["kind"], found["flagged"], first.public_id in found["message"]) == (
        "duplicates",
        flagged,
        flagged,
    )


def test_opinion_goes_when_the_question_is_changed(
    people: People, make_endpoint: MakeEndpoint, llmock: LLMock
) -> None:
    choose(people, Purpose.OPINIONS, make_endpoint())
    question = make_draft(people, get_task("clip", "contextual emotion"))
    replies(llmock, json.dumps({"labels": ["affection", "peace"]}), NO_LEAK)
    opinions(people, question)
    question.revisions.update(question_text="What does the man at the door feel?")
    assert (
        client_of(people.annotator).get(f"/api/v1/questions/{question.pk}/opinions").json()["opinions"] == []
    )


def test_nothing_is_asked_when_there_is_nobody_or_nothing_to_ask(people: People) -> None:
    question = make_draft(people, get_task("clip", "contextual emotion"))
    refused = client_of(people.annotator).post(f"/api/v1/questions/{question.pk}/opinions")
    assert (refused.status_code, refused.json()["code"], Job.objects.count()) == (409, "no_endpoint", 0)
    with pytest.raises(Conflict, match="written by a person"):
        confirm_fields(actor=people.annotator, question_id=question.pk, version=2, paths=["labels"])


def test_numbers_are_those_of_the_field() -> None:
    assert f1({"a", "b"}, {"a"}) == pytest.approx(2 / 3)
    assert (f1({"a"}, set()), f1({"a"}, {"a"})) == (0.0, 1.0)
    assert cosine([3.0, 4.0], [4.0, 3.0]) == pytest.approx(0.96)
    assert cosine([0.0], [1.0]) == 0.0
    told = {"gives_away": True, "words": "the Happy  woman"}
    assert leaking_words("How does the happy woman feel?", told) == "the Happy woman"
    assert leaking_words("How does she feel?", told) == ""
