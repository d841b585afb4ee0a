"""What a reviewer holds is free at once when they review in the project no more."""

from __future__ import annotations

import pytest

from accounts.models import Membership, User
from accounts.selectors import Role
from accounts.services import change_roles, remove_member
from review.assignments.models import Assignment, AssignmentState
from review.assignments.services import claim_next
from review.rounds.services import open_round
from tests.personas import People, add_member, make_people, make_user
from tests.review.rows import make_clip, make_question, make_video


@pytest.fixture
def held(people: People) -> Assignment:
    """An item that reviewer A holds and reviewer B too, so that both slots are taken."""
    clip = make_clip(make_video(people.project, people.admin), people.annotator, public_id="G1_V000001")
    question = make_question(people.project, people.annotator, clip, number=1)
    open_round(question, question.revisions.get())
    for reviewer in (people.reviewer_a, people.reviewer_b):
        claim_next(reviewer=reviewer, project_id=people.project.pk)
    return Assignment.objects.get(reviewer=people.reviewer_a)


def third(people: People) -> User:
    user = make_user("third reviewer")
    add_member(people.project, user, reviewer=True)
    return user


def membership(people: People) -> Membership:
    return Membership.objects.get(user=people.reviewer_a, project=people.project)


@pytest.mark.parametrize("how", ["removed", "annotator"])
def test_item_is_free_at_once_when_its_reviewer_reviews_no_more(
    people: People, held: Assignment, how: str
) -> None:
    waiting = third(people)
    assert claim_next(reviewer=waiting, project_id=people.project.pk).round_id is None
    if how == "removed":
        remove_member(actor=people.admin, membership_id=membership(people).pk)
    else:
        change_roles(
            actor=people.admin, membership_id=membership(people).pk, roles=frozenset({Role.ANNOTATOR})
        )
    held.refresh_from_db()
    assert (held.state, held.ended_at is None) == (AssignmentState.RELEASED, False)
    other = Assignment.objects.get(reviewer=people.reviewer_b)
    assert other.state == AssignmentState.HELD
    taken = claim_next(reviewer=waiting, project_id=people.project.pk)

    assert taken.round_id == held.round_id


def test_item_stays_held_when_its_reviewer_gets_one_more_role(people: People, held: Assignment) -> None:
    roles = frozenset({Role.ANNOTATOR, Role.REVIEWER})
    change_roles(actor=people.admin, membership_id=membership(people).pk, roles=roles)
    held.refresh_from_db()
    assert held.state == AssignmentState.HELD


def test_item_stays_held_when_its_reviewer_leaves_another_project(people: People, held: Assignment) -> None:
    elsewhere = make_people(name="Other", suffix=" two")
    left = add_member(elsewhere.project, people.reviewer_a, reviewer=True)
    remove_member(actor=elsewhere.admin, membership_id=left.pk)
    held.refresh_from_db()
    assert held.state == AssignmentState.HELD
