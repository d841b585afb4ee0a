"""Answering what reviewers said, and what a renewed review sees of it."""

from __future__ import annotations

import pytest

from annotation.questions.changes import Part, compare_words
from annotation.questions.models import Question, Revision
from kernel.errors import Conflict, Forbidden, NotFound
from review.points.models import PointAnswer
from review.points.services import answer_point
from review.rounds.models import Round
from tests.personas import People, add_member, client_of, make_user
from tests.review import rows
from tests.review.rows import ACCEPT, REJECT, claim, claim_and_judge, make_item, reveal

pytestmark = pytest.mark.django_db

API = "/api/v1"


@pytest.fixture
def returned(people: People) -> Round:
    """A question that A accepted and B rejected."""
    make_item(people.project, people.annotator, filled=True)
    claim_and_judge(people.reviewer_a, people.project, ACCEPT)
    return claim_and_judge(people.reviewer_b, people.project, REJECT)


def answer(
    people: People,
    item: Round,
    text: str = "It now ends after the turn.",
    *,
    number: int = 1,
    reviewer: int = 2,
) -> None:
    answer_point(
        author=people.annotator,
        question_id=item.question_id,
        round_number=number,
        reviewer=reviewer,
        text=text,
    )


def test_answer_stands_beside_the_point_when_the_author_gives_it(people: People, returned: Round) -> None:
    client = client_of(people.annotator)
    address = f"{API}/questions/{returned.question_id}"
    for text in ("First.", " It now ends after the turn. "):
        told = client.put(f"{address}/rounds/1/points/2/answer", {"text": text}, format="json")
        assert told.status_code == 200
    [shown] = client.get(f"{address}/feedback").json()["rounds"]
    assert [row["answer"] for row in shown["verdicts"]] == ["", "It now ends after the turn."]
    answer(people, returned, "")
    assert not PointAnswer.objects.exists()


def test_answer_is_refused_when_it_is_not_the_authors_to_give(people: People, returned: Round) -> None:
    for who, error in (
        (people.admin, Forbidden),
        (people.second_annotator, NotFound),
        (people.reviewer_a, NotFound),
    ):
        with pytest.raises(error):
            answer_point(author=who, question_id=returned.question_id, round_number=1, reviewer=2, text="No.")
    assert not PointAnswer.objects.exists()


@pytest.mark.parametrize(
    ("given", "error"),
    [({"reviewer": 3}, NotFound), ({"reviewer": 0}, NotFound), ({"number": 2}, Conflict)],
)
def test_answer_is_refused_when_there_is_no_such_point(
    people: People, returned: Round, given: dict[str, int], error: type[Exception]
) -> None:
    with pytest.raises(error):
        answer(people, returned, number=given.get("number", 1), reviewer=given.get("reviewer", 2))
    assert not PointAnswer.objects.exists()


def test_answer_is_fixed_when_the_question_was_submitted_again(people: People, returned: Round) -> None:
    answer(people, returned)
    rows.submit_again(returned)
    with pytest.raises(Conflict) as refused:
        answer(people, returned, "Something else.")
    assert refused.value.code == "not_answerable"
    assert PointAnswer.objects.get().text == "It now ends after the turn."


def test_new_reviewer_sees_changes_and_answers_but_nothing_of_the_verdicts(
    people: People, returned: Round
) -> None:
    answer(people, returned)
    renewed = rows.submit_again(returned)
    third = make_user("reviewer c")
    add_member(people.project, third, reviewer=True)
    assert claim(third, people.project) == renewed
    client = client_of(third)
    address = f"{API}/assignments/{renewed.pk}/changes"
    assert client.get(address).json() == {"since": None, "changes": [], "answers": []}
    reveal(third, renewed)
    told = client.get(address)
    assert told.json()["since"] == 1
    assert told.json()["answers"] == [{"field": "", "time": None, "text": "It now ends after the turn."}]
    for word in ("The clip ends before", "reject", "accept", "other", "Reviewer"):
        assert word not in told.content.decode()
    assert client_of(people.reviewer_a).get(address).status_code == 404


def test_author_sees_what_the_open_revision_changes(people: People, returned: Round) -> None:
    Revision.objects.filter(submitted_at__isnull=True).update(question_text="How does she feel at the end?")
    shown = client_of(people.annotator).get(f"{API}/questions/{returned.question_id}/changes").json()
    assert shown["since"] == 1
    [change] = shown["changes"]
    assert change["field"] == "question_text"
    assert "".join(part["text"] for part in change["parts"] if part["kind"] != "removed") == (
        "How does she feel at the end?"
    )
    assert Question.objects.get().state == "returned"


def test_words_are_marked_when_texts_differ() -> None:
    assert compare_words("She is sad now", "She is very sad") == (
        Part("same", "She is "),
        Part("added", "very "),
        Part("same", "sad"),
        Part("removed", " now"),
    )
    assert compare_words("她很难过", "她很开心") == (
        Part("same", "她很"),
        Part("removed", "难过"),
        Part("added", "开心"),
    )
