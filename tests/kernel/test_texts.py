"""Whether a text shows anything, and that nobody gets by with one that does not."""

from __future__ import annotations

from typing import Any

import pytest

from annotation.projects.models import Project
from annotation.questions.models import Question
from annotation.subtitles.errors import SubtitleError
from annotation.subtitles.parsing import parse
from kernel.errors import Invalid
from kernel.texts import shown, shows_anything
from review.verdicts.services import Judgement, _checked
from tests.personas import People, client_of
from tests.review.rows import make_clip, make_question, make_video

INVISIBLE = [
    "\u200b",
    "\u3164",
    "\u2800",
    "\u00a0\u2003\u3000",
    "\u202e\u2066",
    "\ufeff",
    "\u0301",
    "\u115f",
    "\x07",
]


@pytest.mark.parametrize("text", [*INVISIBLE, "", " \t\n", "".join(INVISIBLE)])
def test_text_shows_nothing_when_all_of_it_is_invisible(text: str) -> None:
    assert (shows_anything(text), shown(text)) == (False, "")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a", "a"),
        (" \u200bé ", "\u200bé"),
        ("？", "？"),
        ("你", "你"),
        ("👍\ufe0f", "👍\ufe0f"),
        ("-", "-"),
        ("की", "की"),
    ],
)
def test_text_is_kept_when_any_of_it_shows(text: str, kept: str) -> None:
    assert (shows_anything(text), shown(text)) == (True, kept)


@pytest.mark.parametrize("text", INVISIBLE[:3])
def test_project_is_not_made_when_its_name_shows_nothing(people: People, text: str) -> None:
    people.admin.is_superuser = True
    people.admin.save()
    response = client_of(people.admin).post("/api/v1/projects", {"name": text}, format="json")
    assert response.status_code == 400
    assert [(e["field"], e["code"]) for e in response.json()["errors"]] == [("name", "blank")]
    assert Project.objects.count() == 1


@pytest.mark.parametrize("text", INVISIBLE[:3])
def test_question_stays_when_the_reason_of_its_withdrawal_shows_nothing(people: People, text: str) -> None:
    clip = make_clip(make_video(people.project, people.admin), people.annotator, public_id="G1_V000001")
    question = make_question(people.project, people.annotator, clip, number=1)
    Question.objects.filter(pk=question.pk).update(state="accepted")
    response: Any = client_of(people.admin).post(
        f"/api/v1/questions/{question.pk}/reopening", {"reason": text}, format="json"
    )
    assert (response.status_code, response.json()["errors"][0]["field"]) == (400, "reason")
    question.refresh_from_db()
    assert question.state == "accepted"


@pytest.mark.parametrize("text", INVISIBLE[:3])
def test_rejection_needs_a_comment_when_the_given_one_shows_nothing(text: str) -> None:
    with pytest.raises(Invalid) as refusal:
        _checked(Judgement("reject", reasons=("other",), comment=text))
    assert "comment" in [error.field for error in refusal.value.errors]


@pytest.mark.parametrize("text", ["\u200b", "\u3164", "\u2800"])
def test_cue_has_no_text_when_all_of_it_is_invisible(text: str) -> None:
    found = parse(f"1\n00:00:01,000 --> 00:00:02,000\n{text}\n".encode(), "x.srt")
    assert (found.utterances, [w.code for w in found.warnings]) == ((), ["no_text"])
    with pytest.raises(SubtitleError):
        parse(f'[{{"id": "U1", "t": [0, 1], "speaker": null, "text": "{text}"}}]'.encode(), "x.json")
