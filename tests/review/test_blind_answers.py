"""A reviewer's own answer before the reference: when it is asked, what is kept, and who may read it."""

from __future__ import annotations

from typing import Any

import pytest

from annotation.projects.models import Project
from annotation.questions.models import Question
from kernel.errors import Conflict, Invalid, NotFound
from review.assignments.models import Assignment
from review.blind.models import BlindLabel
from review.blind.selectors import closed_blind_answers
from review.blind.services import BlindAnswer, reveal_reference, show_stages
from review.rounds.models import Round
from review.trail.models import Step
from tests.personas import People, client_of
from tests.review import rows
from tests.review.rows import ACCEPT, REJECT, claim, judge, let_run_out, make_item

pytestmark = pytest.mark.django_db

NOTHING = BlindAnswer()
SAD = BlindAnswer(labels=(("", "sadness"),))


def held(people: People, task: str = "contextual emotion", mode: str = "optional") -> Round:
    Project.objects.update(blind_answers=mode)
    item = make_item(people.project, people.annotator, task=task)
    assert claim(people.reviewer_a, people.project) == item
    return item


def reveal(people: People, item: Round, answer: BlindAnswer) -> None:
    reveal_reference(reviewer=people.reviewer_a, round_id=item.pk, answer=answer)


def nothing_kept() -> bool:
    return not BlindLabel.objects.exists() and Assignment.objects.get().revealed_at is None


def test_labels_are_kept_with_the_moment_when_the_reference_is_opened(people: People) -> None:
    item = held(people)
    reveal(people, item, BlindAnswer(labels=(("", "Sadness"), ("", "doubt/confusion"))))
    assert list(BlindLabel.objects.values_list("side", "position", "label")) == [
        ("", 0, "sadness"),
        ("", 1, "doubt/confusion"),
    ]
    step = Step.objects.latest("pk")
    assert (step.kind, step.actor, step.at) == (
        "revealed",
        people.reviewer_a,
        Assignment.objects.get().revealed_at,
    )


def test_opening_again_changes_nothing_when_the_answer_is_the_same_or_none(people: People) -> None:
    item = held(people)
    reveal(people, item, SAD)
    before = list(Assignment.objects.values()), list(BlindLabel.objects.values()), Step.objects.count()
    for answer in (SAD, NOTHING):
        reveal(people, item, answer)
    with pytest.raises(Conflict) as refused:
        reveal(people, item, BlindAnswer(labels=(("", "anger"),)))
    assert refused.value.code == "reference_shown"
    after = list(Assignment.objects.values()), list(BlindLabel.objects.values()), Step.objects.count()
    assert after == before


@pytest.mark.parametrize(
    ("task", "labels", "code"),
    [
        ("contextual emotion", [("", "grief")], "unknown_label"),
        ("contextual emotion", [("", "anger"), ("", "Anger")], "duplicate_label"),
        ("contextual emotion", [("before", "anger")], "wrong_side"),
        ("emotion transition", [("", "anger")], "wrong_side"),
        ("emotion transition", [("before", "anger")], "side_empty"),
        ("emotion cause", [("", "anger")], "not_asked"),
    ],
)
def test_labels_are_refused_when_they_are_wrong(
    people: People, task: str, labels: list[tuple[str, str]], code: str
) -> None:
    item = held(people, task)
    with pytest.raises(Invalid) as refused:
        reveal(people, item, BlindAnswer(labels=tuple(labels)))
    assert code in [error.code for error in refused.value.errors]
    assert nothing_kept()


@pytest.mark.parametrize(
    ("mode", "task", "code"),
    [
        ("required", "contextual emotion", "blind_answer_required"),
        ("required", "emotion transition", "blind_answer_required"),
        ("required", "emotion trajectory", ""),
        ("optional", "contextual emotion", ""),
        ("off", "contextual emotion", ""),
    ],
)
def test_reference_opens_without_labels_unless_the_project_requires_them(
    people: People, mode: str, task: str, code: str
) -> None:
    item = held(people, task, mode)
    if not code:
        reveal(people, item, NOTHING)
        assert Assignment.objects.get().revealed_at is not None
        return
    with pytest.raises(Invalid) as refused:
        reveal(people, item, NOTHING)
    assert refused.value.code == code
    assert nothing_kept()


def test_labels_are_refused_when_the_project_has_them_off(people: People) -> None:
    item = held(people, mode="off")
    with pytest.raises(Invalid):
        reveal(people, item, SAD)
    assert nothing_kept()


@pytest.mark.parametrize("who", ["reviewer_b", "annotator", "admin", "outsider"])
def test_reference_stays_closed_when_the_item_is_not_held_by_the_person(people: People, who: str) -> None:
    item = held(people)
    with pytest.raises(NotFound):
        reveal_reference(reviewer=getattr(people, who), round_id=item.pk, answer=NOTHING)
    with pytest.raises(NotFound):
        show_stages(reviewer=getattr(people, who), round_id=item.pk)
    assert nothing_kept()


def test_reference_stays_closed_when_the_hold_ran_out(people: People) -> None:
    item = held(people)
    let_run_out(people.reviewer_a)
    with pytest.raises(Conflict) as refused:
        reveal(people, item, SAD)
    assert refused.value.code == "lease_expired"
    assert nothing_kept()


def test_answer_has_no_reference_before_the_step_and_all_of_it_after(people: People) -> None:
    item = held(people, "emotion transition", "required")
    client = client_of(people.reviewer_a)
    address = f"/api/v1/assignments/{item.pk}"
    before = client.get(address)
    assert before.json()["reference"] is None
    assert before.json()["blind"] == {
        "mode": "required",
        "sides": ["before", "after"],
        "labels": [],
        "may_order_stages": False,
        "stage_order": [],
    }
    for told in ("happiness", "hands", "Mia", "names the label"):
        assert told not in before.content.decode()
    bare = client.post(f"{address}/reference", {}, format="json")
    assert (bare.status_code, bare.json()["code"]) == (400, "blind_answer_required")
    labels = [{"side": "before", "label": "peace"}, {"side": "after", "label": "fear"}]
    opened = client.post(f"{address}/reference", {"labels": labels}, format="json").json()
    assert opened["reference"]["answer"] == {"before": ["happiness"], "after": ["sadness"]}
    assert opened["blind"]["labels"] == labels
    assert opened == client.get(address).json()


def test_stages_are_shuffled_and_their_order_is_kept_by_record_ids(people: People) -> None:
    item = held(people, "emotion trajectory")
    client = client_of(people.reviewer_a)
    address = f"/api/v1/assignments/{item.pk}"
    shown = client.post(f"{address}/stages").json()["stages"]
    assert sorted(stage["description"] for stage in shown) == ["Stage 1", "Stage 2"]
    assert shown == client.post(f"{address}/stages").json()["stages"]
    keys = {stage["description"]: stage["key"] for stage in shown}
    half = client.post(f"{address}/reference", {"stages": [keys["Stage 2"]]}, format="json")
    assert (half.status_code, half.json()["errors"][0]["code"]) == (400, "not_all_stages")
    order = [keys["Stage 2"], keys["Stage 1"]]
    opened = client.post(f"{address}/reference", {"stages": order}, format="json").json()
    assert opened["blind"]["stage_order"] == ["S2", "S1"]


def test_stages_are_not_shown_when_the_task_has_none(people: People) -> None:
    item = held(people, "emotion cause")
    with pytest.raises(Invalid) as refused:
        show_stages(reviewer=people.reviewer_a, round_id=item.pk)
    assert refused.value.code == "no_stages"


def answers(people: People) -> list[Any]:
    return list(closed_blind_answers(project_id=people.project.pk))


def test_blind_answers_are_given_to_agreement_when_the_round_has_closed_only(people: People) -> None:
    item = held(people)
    reveal(people, item, SAD)
    judge(people.reviewer_a, item, ACCEPT)
    assert claim(people.reviewer_b, people.project) == item
    reveal_reference(
        reviewer=people.reviewer_b,
        round_id=item.pk,
        answer=BlindAnswer(labels=(("", "sadness"), ("", "pain"))),
    )
    assert answers(people) == []
    judge(people.reviewer_b, item, REJECT)
    public_id = Question.objects.get().public_id
    found = [
        (each.item, each.round_number, each.reviewer_id, each.task, each.labels, each.stage_order)
        for each in answers(people)
    ]
    assert found == [
        (public_id, 1, people.reviewer_a.pk, "contextual emotion", {"": ("sadness",)}, ()),
        (public_id, 1, people.reviewer_b.pk, "contextual emotion", {"": ("sadness", "pain")}, ()),
    ]


def test_blind_answers_leave_out_reviewers_without_one_when_the_round_has_closed(people: People) -> None:
    item = held(people, "emotion trajectory")
    shown = show_stages(reviewer=people.reviewer_a, round_id=item.pk)
    reveal(people, item, BlindAnswer(stages=tuple(stage["key"] for stage in shown)))
    judge(people.reviewer_a, item)
    rows.claim_and_judge(people.reviewer_b, people.project)
    [found] = answers(people)
    assert (found.reviewer_id, found.labels) == (people.reviewer_a.pk, {})
    assert sorted(found.stage_order) == ["S1", "S2"]
