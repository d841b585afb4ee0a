"""Agreement on reviewers' own answers over HTTP, from closed rounds only."""

from __future__ import annotations

import pytest

from accounts.models import Membership
from annotation.questions.models import Question
from review.assignments.models import Assignment
from review.blind.models import BlindLabel
from review.rounds.models import Round
from tests.personas import People, client_of
from tests.review.agreement.reviews import ask, clips_of, close_rounds
from tests.review.rows import claim, make_item
from tests.review.test_api_costs import at_most

pytestmark = pytest.mark.django_db


def answer(item: Round, slot: int, *labels: str, side: str = "", stages: tuple[str, ...] = ()) -> None:
    """What the reviewer of a slot answered before the reference was shown, as rows."""
    held = Assignment.objects.get(round=item, slot=slot)
    BlindLabel.objects.bulk_create(
        BlindLabel(assignment=held, side=side, position=place, label=label)
        for place, label in enumerate(labels)
    )
    Assignment.objects.filter(pk=held.pk).update(stage_order=list(stages))


@pytest.fixture
def answered(people: People) -> People:
    """Two label items and a transition that both answered, one that one did, a trajectory, and a cause."""
    clip = clips_of(people.project, people.annotator, 1)[0]
    tasks = ["contextual emotion"] * 3 + ["emotion transition", "emotion trajectory", "emotion cause"]
    items = [
        make_item(people.project, people.annotator, number=number, task=task, clip=clip)
        for number, task in enumerate(tasks, start=1)
    ]
    close_rounds(items, (people.reviewer_a, people.reviewer_b), ["accept accept"] * 5 + ["accept reject"])
    answer(items[0], 1, "anger")
    answer(items[0], 2, "anger")
    answer(items[1], 1, "fear")
    answer(items[1], 2, "fear", "anger")
    answer(items[2], 1, "peace")
    for slot, after in ((1, "fear"), (2, "anger")):
        answer(items[3], slot, "peace", side="before")
        answer(items[3], slot, after, side="after")
    answer(items[4], 1, stages=("S1", "S2", "S3"))
    answer(items[4], 2, stages=("S2", "S1", "S3"))
    return people


def test_own_answers_are_compared_by_task_when_rounds_are_closed(answered: People) -> None:
    told = ask(answered, "/own-answers")
    assert [(row["task"], row["side"], row["n"], row["same_sets"]) for row in told["labels"]] == [
        ("contextual emotion", "", 2, 1),
        ("emotion transition", "before", 1, 1),
        ("emotion transition", "after", 1, 0),
    ]
    plain, before, after = told["labels"]
    assert plain["masi"] == pytest.approx(0.5)
    assert (before["masi"], before["not_computable"]) == (None, {"masi": "one_value", "jaccard": "one_value"})
    assert after["confusion"][1]["instead"] == [{"label": "anger", "count": 1}]
    assert [(row["task"], row["n"], row["mean_tau"]) for row in told["stages"]] == [
        ("emotion trajectory", 1, pytest.approx(1 / 3))
    ]
    # The cause asks nothing before the reference and is not counted as unanswered.
    assert told["excluded"] == {"one_answer": 1}
    assert [row["task"] for row in ask(answered, "/own-answers", task="emotion transition")["labels"]] == [
        "emotion transition"
    ] * 2


def test_own_answers_can_be_taken_away_when_a_figure_is_to_be_checked(answered: People) -> None:
    lines = ask(answered, "/own-answers-file").content.decode().splitlines()
    assert lines[0] == "item,round,granularity,task,reviewer,side,labels,stages"
    assert len(lines) == 1 + 4 + 1 + 4 + 2
    assert lines[4] == "G1_Q000002,1,clip,contextual emotion,reviewer.b@lab.example,,anger | fear,"
    assert lines[-1] == "G1_Q000005,1,clip,emotion trajectory,reviewer.b@lab.example,,,S2 | S1 | S3"


def test_own_answers_stay_unseen_when_their_round_is_open(people: People) -> None:
    make_item(people.project, people.annotator)
    item = claim(people.reviewer_a, people.project)
    assert item is not None
    answer(item, 1, "anger")
    assert ask(people, "/own-answers") == {"labels": [], "stages": [], "excluded": {}}
    assert ask(people, "/own-answers-file").content.count(b"\r\n") == 1


def test_own_answers_are_left_out_when_the_admin_may_still_judge(answered: People) -> None:
    Membership.objects.filter(user=answered.admin).update(is_reviewer=True)
    Question.objects.filter(public_id="G1_Q000001").update(state="returned")
    told = ask(answered, "/own-answers")
    assert told["excluded"] == {"may_still_review": 1, "one_answer": 1}
    assert told["labels"][0]["n"] == 1
    assert b"G1_Q000001" not in ask(answered, "/own-answers-file").content


def test_only_admins_read_own_answers_when_others_ask(answered: People) -> None:
    for path in ("/own-answers", "/own-answers-file"):
        assert ask(answered, path, answered.reviewer_a, 403)["code"] == "role_missing"
        assert ask(answered, path, answered.outsider, 404)["code"] == "not_found"


def test_own_answers_cost_at_most_10_statements_when_asked_for(answered: People) -> None:
    client = client_of(answered.admin)
    for path in ("own-answers", "own-answers-file"):
        with at_most(10):
            client.get(f"/api/v1/agreement/{path}", {"project": answered.project.pk})
