"""Who is offered what, and what becomes of a hold."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Membership, User
from annotation.projects.models import Project
from kernel.errors import Conflict, Forbidden, Invalid, NotFound
from review.assignments import services
from review.assignments.models import Assignment, AssignmentState
from review.assignments.services import claim_next, heartbeat, release, save_draft
from review.rounds.models import Round
from tests.personas import People, add_member, make_user
from tests.review import rows
from tests.review.rows import REJECT, claim, claim_and_judge, judge, let_run_out, make_item

pytestmark = pytest.mark.django_db


@pytest.fixture
def third(people: People) -> User:
    user = make_user("reviewer c")
    add_member(people.project, user, reviewer=True)
    return user


def mine(reviewer: User, round_id: int) -> Assignment:
    return Assignment.objects.get(reviewer=reviewer, round_id=round_id)


def test_oldest_round_comes_first_when_there_are_several(people: People) -> None:
    first, second = (
        make_item(people.project, people.annotator),
        make_item(people.project, people.annotator, number=2),
    )
    assert claim(people.reviewer_a, people.project) == first
    assert claim(people.reviewer_b, people.project) == first
    judge(people.reviewer_a, first)
    assert claim(people.reviewer_a, people.project) == second


def test_claim_gives_the_held_item_again_when_asked_twice(people: People) -> None:
    item = make_item(people.project, people.annotator)
    make_item(people.project, people.annotator, number=2)
    first = claim_next(reviewer=people.reviewer_a, project_id=people.project.pk)
    again = claim_next(reviewer=people.reviewer_a, project_id=people.project.pk, granularity="episode")
    assert (first.round_id, first.is_new) == (item.pk, True)
    assert (again.round_id, again.is_new) == (item.pk, False)
    assert Assignment.objects.count() == 1


def test_two_people_get_an_item_and_the_third_the_next_when_three_ask(people: People, third: User) -> None:
    first, second = (
        make_item(people.project, people.annotator),
        make_item(people.project, people.annotator, number=2),
    )
    got = [claim(each, people.project) for each in (people.reviewer_a, people.reviewer_b, third)]
    assert got == [first, first, second]
    assert sorted(Assignment.objects.filter(round=first).values_list("slot", flat=True)) == [1, 2]


def test_filters_choose_the_item_when_granularity_and_task_are_given(people: People) -> None:
    make_item(people.project, people.annotator)
    cause = make_item(people.project, people.annotator, number=2, task="emotion cause")
    episode = make_item(
        people.project, people.annotator, number=3, task="emotion trajectory", granularity="episode"
    )
    assert claim(people.reviewer_a, people.project, task="emotion cause") == cause
    assert claim(people.reviewer_b, people.project, granularity="episode") == episode
    rest = claim_next(reviewer=people.reviewer_b, project_id=people.project.pk, task="emotion influence")
    assert rest.round_id == episode.pk


def test_nobody_is_offered_what_they_wrote_when_authors_review(people: People) -> None:
    Membership.objects.filter(user=people.annotator).update(is_reviewer=True)
    Membership.objects.filter(user=people.second_annotator).update(is_reviewer=True)
    item = make_item(people.project, people.annotator)
    assert claim(people.annotator, people.project) is None
    assert claim(people.second_annotator, people.project) == item


def test_nobody_is_offered_what_they_revised_once_when_somebody_else_revised_it_last(people: People) -> None:
    Membership.objects.filter(user=people.second_annotator).update(is_reviewer=True)
    people.project.double_rejection = "return"
    people.project.save()
    item = make_item(people.project, people.annotator)
    for _ in range(2):
        for reviewer in (people.reviewer_a, people.reviewer_b):
            claim_and_judge(reviewer, people.project, REJECT)
        writer = people.second_annotator if item.number == 1 else people.annotator
        item = rows.submit_again(item, writer=writer)
    assert item.number == 3
    assert claim(people.second_annotator, people.project) is None


def test_database_refuses_an_author_as_reviewer_when_the_service_is_gone_round(people: People) -> None:
    item = make_item(people.project, people.annotator)
    for author, writer in ((people.reviewer_a, people.annotator), (people.annotator, people.reviewer_a)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Assignment.objects.create(
                round=item,
                project=people.project,
                slot=1,
                reviewer=people.reviewer_a,
                author=author,
                writer=writer,
                lease_expires_at=timezone.now(),
            )
    assert Assignment.objects.count() == 0


@pytest.mark.parametrize("who", ["annotator", "admin"])
def test_claim_is_refused_when_the_person_is_no_reviewer(people: People, who: str) -> None:
    make_item(people.project, people.second_annotator)
    with pytest.raises(Forbidden):
        claim(getattr(people, who), people.project)
    with pytest.raises(NotFound):
        claim(people.outsider, people.project)
    assert Assignment.objects.count() == 0


def test_claim_is_refused_when_an_item_of_another_project_is_held(people: People) -> None:
    held = make_item(people.project, people.annotator)
    other = Project.objects.create(name="Other", created_by=people.admin)
    add_member(other, people.reviewer_a, reviewer=True)
    make_item(other, people.annotator, number=7)
    claim(people.reviewer_a, people.project)
    before = rows.everything()
    with pytest.raises(Conflict) as refused:
        claim(people.reviewer_a, other)
    assert refused.value.code == "lease_elsewhere"
    assert refused.value.extra == {"project": people.project.pk, "assignment": held.pk}
    assert rows.everything() == before
    let_run_out(people.reviewer_a)
    assert claim(people.reviewer_a, other) is not None


def test_slot_goes_to_a_third_person_when_it_is_handed_back(people: People, third: User) -> None:
    item = make_item(people.project, people.annotator)
    claim(people.reviewer_a, people.project)
    claim(people.reviewer_b, people.project)
    assert claim(third, people.project) is None
    release(reviewer=people.reviewer_a, round_id=item.pk)
    ended = mine(people.reviewer_a, item.pk).ended_at
    release(reviewer=people.reviewer_a, round_id=item.pk)
    assert mine(people.reviewer_a, item.pk).ended_at == ended
    assert claim(people.reviewer_a, people.project) is None
    assert claim(third, people.project) == item
    assert mine(third, item.pk).slot == 1


def test_hand_back_is_refused_when_the_verdict_is_given(people: People) -> None:
    item = make_item(people.project, people.annotator)
    claim_and_judge(people.reviewer_a, people.project)
    with pytest.raises(Conflict) as refused:
        release(reviewer=people.reviewer_a, round_id=item.pk)
    assert refused.value.code == "verdict_given"
    assert mine(people.reviewer_a, item.pk).state == AssignmentState.SUBMITTED


def test_slot_is_free_and_the_draft_kept_when_a_lease_runs_out(people: People, third: User) -> None:
    item = make_item(people.project, people.annotator)
    claim(people.reviewer_a, people.project)
    claim(people.reviewer_b, people.project)
    save_draft(reviewer=people.reviewer_a, round_id=item.pk, draft={"comment": "so far"})
    heartbeat(reviewer=people.reviewer_a, round_id=item.pk, watched=[[0, 4]])
    let_run_out(people.reviewer_a)
    assert claim(third, people.project) == item
    lost = mine(people.reviewer_a, item.pk)
    assert (lost.state, lost.draft, lost.watched) == ("expired", {"comment": "so far"}, [[0, 4]])
    assert claim(people.reviewer_a, people.project) is None
    release(reviewer=third, round_id=item.pk)
    assert claim(people.reviewer_a, people.project) == item
    back = mine(people.reviewer_a, item.pk)
    assert (back.state, back.draft, back.watched, back.ended_at) == (
        "held",
        {"comment": "so far"},
        [[0, 4]],
        None,
    )


def test_own_expired_item_is_taken_up_again_when_nobody_took_it(people: People) -> None:
    item = make_item(people.project, people.annotator)
    claim(people.reviewer_a, people.project)
    let_run_out(people.reviewer_a)
    again = claim_next(reviewer=people.reviewer_a, project_id=people.project.pk)
    assert (again.round_id, again.is_new) == (item.pk, True)
    assert Assignment.objects.count() == 1


@pytest.mark.parametrize(
    "change",
    [
        partial(heartbeat, watched=[[0, 1]]),
        partial(save_draft, draft={"comment": "late"}),
    ],
)
def test_hold_cannot_be_used_when_its_lease_has_run_out(people: People, change: partial[Assignment]) -> None:
    item = make_item(people.project, people.annotator)
    claim(people.reviewer_a, people.project)
    let_run_out(people.reviewer_a)
    before = rows.everything()
    with pytest.raises(Conflict) as refused:
        change(reviewer=people.reviewer_a, round_id=item.pk)
    assert refused.value.code == "lease_expired"
    assert rows.everything() == before


def test_only_unfinished_work_expires_when_time_passes(people: People, third: User) -> None:
    item = make_item(people.project, people.annotator)
    claim_and_judge(people.reviewer_a, people.project)
    Assignment.objects.update(lease_expires_at=timezone.now() - timedelta(days=3))
    claim(people.reviewer_b, people.project)
    assert mine(people.reviewer_a, item.pk).state == AssignmentState.SUBMITTED
    assert claim(third, people.project) is None


def test_heartbeat_renews_the_lease_and_joins_what_was_played_when_sent(people: People) -> None:
    item = make_item(people.project, people.annotator)
    claim(people.reviewer_a, people.project)
    row = mine(people.reviewer_a, item.pk)
    assert row.lease_expires_at - row.claimed_at == settings.REVIEW_LEASE == timedelta(minutes=30)
    Assignment.objects.update(claimed_at=row.claimed_at - timedelta(minutes=12))
    heartbeat(reviewer=people.reviewer_a, round_id=item.pk, watched=[[0, 3]])
    renewed = heartbeat(reviewer=people.reviewer_a, round_id=item.pk, watched=[[2, 5.5], [8, 9]])
    assert renewed.watched == [[0, 5.5], [8, 9]]
    assert renewed.lease_expires_at == row.claimed_at + timedelta(minutes=33)


def test_heartbeat_changes_nothing_when_a_stretch_is_wrong(people: People) -> None:
    item = make_item(people.project, people.annotator)
    claim(people.reviewer_a, people.project)
    before = rows.everything()
    with pytest.raises(Invalid):
        heartbeat(reviewer=people.reviewer_a, round_id=item.pk, watched=[[0, 99]])
    assert rows.everything() == before


@pytest.mark.parametrize("reviewer", ["reviewer_b", "admin", "annotator", "outsider"])
def test_assignment_is_not_found_when_it_is_somebody_elses(people: People, reviewer: str) -> None:
    item = make_item(people.project, people.annotator)
    claim(people.reviewer_a, people.project)
    before = rows.everything()
    for act in (heartbeat, release):
        with pytest.raises(NotFound):
            act(reviewer=getattr(people, reviewer), round_id=item.pk)
    assert rows.everything() == before


def test_assignment_is_lost_when_its_holder_leaves_the_project(people: People, third: User) -> None:
    item = make_item(people.project, people.annotator)
    claim(people.reviewer_a, people.project)
    Membership.objects.filter(user=people.reviewer_a).update(ended_at=timezone.now())
    with pytest.raises(NotFound):
        heartbeat(reviewer=people.reviewer_a, round_id=item.pk)


# --- renewed rounds -----------------------------------------------------------------------------------------------


def returned_and_submitted_again(people: People) -> Round:
    """Round 2 of a question on which reviewers A and B disagreed."""
    item = make_item(people.project, people.annotator)
    claim_and_judge(people.reviewer_a, people.project)
    claim_and_judge(people.reviewer_b, people.project, REJECT)
    return rows.submit_again(item)


def test_renewed_round_goes_to_its_old_reviewers_when_there_are_no_others(people: People) -> None:
    renewed = returned_and_submitted_again(people)
    assert renewed.number == 2
    assert claim(people.reviewer_a, people.project) == renewed
    assert claim(people.reviewer_b, people.project) == renewed


def test_renewed_round_keeps_a_slot_for_the_new_reviewer_when_there_is_one(
    people: People, third: User
) -> None:
    renewed = returned_and_submitted_again(people)
    assert claim(people.reviewer_a, people.project) == renewed
    assert claim(people.reviewer_b, people.project) is None
    assert claim(third, people.project) == renewed


def test_renewed_round_waits_for_two_new_reviewers_when_there_are_two(people: People, third: User) -> None:
    fourth = make_user("reviewer d")
    add_member(people.project, fourth, reviewer=True)
    renewed = returned_and_submitted_again(people)
    assert claim(people.reviewer_a, people.project) is None
    assert claim(third, people.project) == renewed
    assert claim(people.reviewer_a, people.project) is None
    release(reviewer=third, round_id=renewed.pk)
    # Only one new reviewer is left for two free slots.
    assert claim(people.reviewer_a, people.project) == renewed
    assert claim(people.reviewer_b, people.project) is None
    assert claim(fourth, people.project) == renewed


@pytest.mark.parametrize("gone", ["left", "deactivated", "no reviewer"])
def test_renewed_round_does_not_wait_when_the_new_reviewer_is_gone(
    people: People, third: User, gone: str
) -> None:
    renewed = returned_and_submitted_again(people)
    if gone == "left":
        Membership.objects.filter(user=third).update(ended_at=timezone.now())
    elif gone == "deactivated":
        User.objects.filter(pk=third.pk).update(is_active=False)
    else:
        Membership.objects.filter(user=third).update(is_reviewer=False, is_annotator=True)
    assert claim(people.reviewer_a, people.project) == renewed
    assert claim(people.reviewer_b, people.project) == renewed


# --- nothing left -------------------------------------------------------------------------------------------------


def nothing(reviewer: User, project: Project) -> tuple[int | None, object]:
    answer = claim_next(reviewer=reviewer, project_id=project.pk)
    assert answer.round_id is None
    return answer.held, answer.frees_at


def test_answer_is_empty_when_nothing_is_in_review(people: People) -> None:
    assert nothing(people.reviewer_a, people.project) == (0, None)


def test_answer_tells_what_is_held_and_when_it_frees_when_all_slots_are_taken(
    people: People, third: User
) -> None:
    item = make_item(people.project, people.annotator)
    claim(people.reviewer_a, people.project)
    claim(people.reviewer_b, people.project)
    first = mine(people.reviewer_a, item.pk)
    assert nothing(third, people.project) == (1, first.lease_expires_at)


def test_answer_is_the_same_when_a_verdict_has_come_in_meanwhile(people: People, third: User) -> None:
    for number in (1, 2):
        make_item(people.project, people.annotator, number=number)
    item = claim(people.reviewer_a, people.project)
    assert item == claim(people.reviewer_b, people.project)
    assert item is not None
    before_own = nothing_for_others = None
    claim(third, people.project)
    fourth = make_user("reviewer d")
    add_member(people.project, fourth, reviewer=True)
    claim(fourth, people.project)
    fifth = make_user("reviewer e")
    add_member(people.project, fifth, reviewer=True)
    before_own = nothing(fifth, people.project)
    judge(people.reviewer_a, item)
    nothing_for_others = nothing(fifth, people.project)
    assert before_own == nothing_for_others
    assert before_own[0] == 2


def test_answer_counts_no_item_that_the_person_could_never_have_when_asked(
    people: People, third: User
) -> None:
    Membership.objects.filter(user=people.annotator).update(is_reviewer=True)
    make_item(people.project, people.annotator)
    claim(people.reviewer_a, people.project)
    claim(people.reviewer_b, people.project)
    assert nothing(people.annotator, people.project) == (0, None)
    judge(people.reviewer_a, Assignment.objects.get(reviewer=people.reviewer_a).round)
    assert nothing(people.reviewer_a, people.project) == (0, None)


def test_claim_gives_up_with_a_clear_error_when_every_race_is_lost(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_item(people.project, people.annotator)

    def lose(*_: object) -> None:
        raise IntegrityError

    monkeypatch.setattr(services, "_take_slot", lose)
    with pytest.raises(Conflict) as refused:
        claim(people.reviewer_a, people.project)
    assert refused.value.code == "queue_busy"
    assert Assignment.objects.count() == 0
