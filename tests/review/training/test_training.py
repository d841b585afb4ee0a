"""Reading, hours, practice, and being qualified by them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from annotation.questions import services as questions
from annotation.questions.models import Question
from kernel.errors import Conflict, DomainError, Forbidden, Invalid, NotFound
from review.activity.models import Part, WorkSession
from review.activity.services import report_work
from review.assignments.services import claim_next
from review.training import seeding, selectors, services
from review.training.models import (
    PracticeAnswer,
    PracticeRun,
    QualificationChange,
    QualificationEvent,
    SeededItem,
    Use,
)
from tests.personas import People
from tests.review.rows import judge, make_item
from tests.review.training.material import (
    ask_for_training,
    judge_practice,
    log_hours,
    make_accepted,
    make_practice,
    pass_run,
    read_all,
    write_guideline,
)

pytestmark = pytest.mark.django_db


def events(user: User) -> list[tuple[str, str]]:
    return list(QualificationEvent.objects.filter(user=user).values_list("role", "event"))


def refused(code: str, call: Any, **arguments: Any) -> DomainError:
    with pytest.raises(DomainError) as caught:
        call(**arguments)
    assert caught.value.code == code
    return caught.value


def test_version_is_read_when_all_its_pages_are(people: People) -> None:
    version = write_guideline(people)
    reading = services.mark_page(
        actor=people.reviewer_a, project_id=people.project.pk, version=version.number, page=2
    )
    assert (reading.pages, reading.read_at) == ([2], None)
    again = services.mark_page(
        actor=people.reviewer_a, project_id=people.project.pk, version=version.number, page=2
    )
    assert again.pages == [2]
    done = services.mark_page(
        actor=people.reviewer_a, project_id=people.project.pk, version=version.number, page=1
    )
    assert done.pages == [1, 2]
    assert done.read_at is not None
    for page in (0, 3):
        refused(
            "not_found",
            services.mark_page,
            actor=people.reviewer_a,
            project_id=people.project.pk,
            version=version.number,
            page=page,
        )


def test_reviewer_is_qualified_when_reading_hours_and_practice_are_done(people: People) -> None:
    version = write_guideline(people)
    make_practice(people, flaws=("wrong_label", None, "leaked_answer", None, "shifted_time"))
    ask_for_training(people.project, hours_required=5.0, practice_length=5)
    person = people.reviewer_a
    pass_run(person, people.project, right=4)
    log_hours(person, people.project, 3.0)
    assert events(person) == []
    read_all(person, people.project, version.number)
    assert events(person) == []
    log_hours(person, people.project, 2.0, part="practice")
    # Overlapping sessions count once: those two together are 3 h by the clock.
    services.earn_if_due(user=person, project_id=people.project.pk)
    assert events(person) == []
    WorkSession.objects.filter(part="practice").update(
        started_at=timezone.now() - timedelta(hours=9), last_at=timezone.now() - timedelta(hours=7)
    )
    services.earn_if_due(user=person, project_id=people.project.pk)
    services.earn_if_due(user=person, project_id=people.project.pk)
    assert events(person) == [("reviewer", "earned")]
    event = QualificationEvent.objects.get()
    assert event.actor is None
    assert event.details == {"hours": 5.0, "score": 0.8, "guideline_version": version.number}


def test_queue_gives_nothing_when_training_is_asked_for_and_missing(people: People) -> None:
    item = make_item(people.project, people.annotator)
    ask_for_training(people.project)
    problem = refused("not_qualified", claim_next, reviewer=people.reviewer_a, project_id=people.project.pk)
    assert isinstance(problem, Forbidden)
    assert problem.extra == {"project": people.project.pk, "role": "reviewer"}
    assert item.assignments.count() == 0
    grant(people, people.reviewer_a, "reviewer")
    assert claim_next(reviewer=people.reviewer_a, project_id=people.project.pk).round_id == item.pk


def test_item_in_hand_can_be_finished_when_the_qualification_is_taken_back(people: People) -> None:
    item = make_item(people.project, people.annotator)
    make_item(people.project, people.annotator, number=2)
    ask_for_training(people.project)
    grant(people, people.reviewer_a, "reviewer")
    claim_next(reviewer=people.reviewer_a, project_id=people.project.pk)
    grant(people, people.reviewer_a, "reviewer", QualificationChange.REVOKED)
    assert claim_next(reviewer=people.reviewer_a, project_id=people.project.pk).round_id == item.pk
    judge(people.reviewer_a, item)
    refused("not_qualified", claim_next, reviewer=people.reviewer_a, project_id=people.project.pk)


def test_other_role_is_not_held_up_when_one_role_needs_training(people: People) -> None:
    item = make_item(people.project, people.annotator)
    ask_for_training(people.project, reviewer_required=False)
    assert claim_next(reviewer=people.reviewer_a, project_id=people.project.pk).round_id == item.pk


def test_question_is_not_begun_when_its_annotator_is_not_qualified(people: People) -> None:
    clip = make_item(people.project, people.annotator, number=5).revision.clip
    ask_for_training(people.project)
    ask: dict[str, Any] = {"actor": people.second_annotator, "clip_id": clip.pk, "task": "emotion influence"}
    problem = refused("not_qualified", questions.create_question, **ask)
    assert problem.extra["role"] == "annotator"
    assert Question.objects.count() == 1
    grant(people, people.second_annotator, "annotator")
    begun = questions.create_question(**ask)
    grant(people, people.second_annotator, "annotator", QualificationChange.REVOKED)
    refused(
        "not_qualified",
        questions.submit_question,
        actor=people.second_annotator,
        question_id=begun.pk,
        version=1,
    )
    begun.refresh_from_db()
    assert begun.state == "draft"


def grant(
    people: People,
    user: User,
    role: Any,
    change: QualificationChange = QualificationChange.GRANTED,
    reason: str = "Trained elsewhere.",
) -> QualificationEvent:
    return services.decide_qualification(
        actor=people.admin,
        project_id=people.project.pk,
        user_id=user.pk,
        role=role,
        change=change,
        reason=reason,
    )


def test_override_needs_a_reason_and_a_member_with_the_role_when_an_admin_decides(people: People) -> None:
    with pytest.raises(Invalid):
        grant(people, people.reviewer_a, "reviewer", reason="  ")
    with pytest.raises(NotFound):
        grant(people, people.reviewer_a, "annotator")
    with pytest.raises(NotFound):
        grant(people, people.outsider, "reviewer")
    with pytest.raises(Forbidden):
        services.decide_qualification(
            actor=people.reviewer_a,
            project_id=people.project.pk,
            user_id=people.reviewer_a.pk,
            role="reviewer",
            change=QualificationChange.GRANTED,
            reason="I am good.",
        )
    assert QualificationEvent.objects.count() == 0
    first = grant(people, people.reviewer_a, "reviewer")
    assert grant(people, people.reviewer_a, "reviewer") == first
    grant(people, people.reviewer_a, "reviewer", QualificationChange.REVOKED)
    trail = [(event.event, event.reason, event.actor) for event in QualificationEvent.objects.all()]
    assert trail == [
        ("granted", "Trained elsewhere.", people.admin),
        ("revoked", "Trained elsewhere.", people.admin),
    ]


def test_database_refuses_an_override_without_a_reason_when_the_service_is_passed_by(people: People) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        QualificationEvent.objects.create(
            project=people.project,
            user=people.reviewer_a,
            role="reviewer",
            event="granted",
            actor=people.admin,
        )


def test_revoked_qualification_is_not_earned_again_when_all_is_done(people: People) -> None:
    make_practice(people)
    ask_for_training(people.project)
    pass_run(people.reviewer_a, people.project)
    assert events(people.reviewer_a) == [("reviewer", "earned")]
    grant(people, people.reviewer_a, "reviewer", QualificationChange.REVOKED)
    services.earn_if_due(user=people.reviewer_a, project_id=people.project.pk)
    assert events(people.reviewer_a) == [("reviewer", "earned"), ("reviewer", "revoked")]


def test_runs_end_when_all_are_used_and_an_admin_can_add_more(people: People) -> None:
    make_practice(people)
    ask_for_training(people.project, max_runs=2)
    person, project = people.reviewer_a, people.project
    pass_run(person, project, right=1)
    pass_run(person, project, right=1)
    problem = refused("runs_used_up", services.start_run, actor=person, project_id=project.pk)
    assert problem.extra == {"runs": 2, "allowed": 2}
    assert PracticeRun.objects.count() == 2
    grant(people, person, "reviewer", QualificationChange.RUNS_ADDED)
    pass_run(person, project)
    assert events(person) == [("reviewer", "runs_added"), ("reviewer", "earned")]


def test_run_goes_on_when_it_is_not_finished(people: People) -> None:
    items = make_practice(people)
    ask_for_training(people.project)
    run, is_new = services.start_run(actor=people.reviewer_a, project_id=people.project.pk)
    assert is_new
    assert {answer.item for answer in run.answers.all()} == set(items)
    judge_practice(people.reviewer_a, run.answers.all()[0])
    assert services.start_run(actor=people.reviewer_a, project_id=people.project.pk) == (run, False)
    run.refresh_from_db()
    assert run.finished_at is None
    judge_practice(people.reviewer_a, run.answers.all()[1])
    run.refresh_from_db()
    assert run.finished_at is not None


def test_run_cannot_begin_when_there_are_no_items_but_ones_own(people: People) -> None:
    refused("no_practice_items", services.start_run, actor=people.reviewer_a, project_id=people.project.pk)
    make_practice(people)
    # Both copies are of questions by the annotator.
    refused("no_practice_items", services.start_run, actor=people.annotator, project_id=people.project.pk)


def test_practice_verdict_stays_when_another_is_sent(people: People) -> None:
    make_practice(people, flaws=("wrong_label",))
    run, _ = services.start_run(actor=people.reviewer_a, project_id=people.project.pk)
    answer = run.answers.get()
    given = judge_practice(people.reviewer_a, answer, right=False)
    assert given.right is False
    assert judge_practice(people.reviewer_a, answer, right=False).answered_at == given.answered_at
    with pytest.raises(Conflict):
        judge_practice(people.reviewer_a, answer)
    with pytest.raises(NotFound):
        judge_practice(people.reviewer_b, answer)
    assert PracticeAnswer.objects.get().decision == "accept"


@pytest.mark.parametrize(
    ("decision", "reasons", "code"),
    [
        ("reject", [], "required"),
        ("reject", ["stage_order"], "not_for_this_task"),
        ("accept", ["other"], "not_with_accept"),
        ("maybe", [], "unknown"),
    ],
)
def test_practice_verdict_is_refused_when_a_live_one_would_be(
    people: People, decision: str, reasons: list[str], code: str
) -> None:
    make_practice(people, flaws=(None,))
    run, _ = services.start_run(actor=people.reviewer_a, project_id=people.project.pk)
    with pytest.raises(Invalid) as caught:
        services.give_practice_verdict(
            actor=people.reviewer_a, answer_id=run.answers.get().pk, decision=decision, reasons=reasons
        )
    assert [error.code for error in caught.value.errors] == [code]
    assert PracticeAnswer.objects.get().decision == ""


def test_item_is_a_copy_with_one_flaw_when_it_is_made_of_an_accepted_question(people: People) -> None:
    question = make_accepted(people, number=1)
    make: dict[str, Any] = {
        "actor": people.admin,
        "project_id": people.project.pk,
        "question_id": question.pk,
    }
    item = seeding.make_seeded_item(
        **make,
        use=Use.PRACTICE,
        flaw="leaked_answer",
        explanation=" Look. ",
    )
    assert (item.gold, item.named_by, item.explanation) == ("reject", ["answer_given_away"], "Look.")
    assert item.evidence == [{"start": 21, "end": 22.5, "modalities": ["face"], "note": "tears"}]
    assert item.record_json != item.revision.record_json
    refused("seeded_already", seeding.make_seeded_item, **make, use=Use.PRACTICE, flaw="leaked_answer")
    refused("flaw_has_no_place", seeding.make_seeded_item, **make, use=Use.PRACTICE, flaw="swapped_stages")
    sound = seeding.make_seeded_item(**make, use=Use.PRACTICE, flaw=None)
    assert (sound.gold, sound.record_json) == ("accept", sound.revision.record_json)
    draft = make_item(people.project, people.annotator, number=2)
    refused(
        "not_accepted",
        seeding.make_seeded_item,
        **{**make, "question_id": draft.question_id},
        use=Use.PRACTICE,
        flaw=None,
    )
    assert SeededItem.objects.count() == 2


def test_several_items_are_made_once_a_question_when_asked_for_many(people: People) -> None:
    for number in range(1, 6):
        make_accepted(people, number=number)
    make: dict[str, Any] = {
        "actor": people.admin,
        "project_id": people.project.pk,
        "use": Use.GOLD,
        "seed": 4,
    }
    made = seeding.make_several(**make, count=4, flawed_share=0.5)
    assert sorted(item.gold for item in made) == ["accept", "accept", "reject", "reject"]
    assert len({item.revision_id for item in made}) == 4
    assert len(seeding.make_several(**make, count=4, flawed_share=0.5)) == 1
    refused("no_accepted_questions", seeding.make_several, **make, count=4, flawed_share=0.5)
    retired = seeding.retire_seeded_item(actor=people.admin, item_id=made[0].pk)
    assert seeding.retire_seeded_item(actor=people.admin, item_id=made[0].pk).retired_at == retired.retired_at


def test_work_is_counted_up_to_the_clock_when_a_page_reports_it(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    report: dict[str, Any] = {
        "actor": people.reviewer_a,
        "project_id": people.project.pk,
        "key": uuid4(),
        "part": Part.GUIDELINE,
    }
    # A session begins when the page opens, not with an hour on its account.
    refused("more_than_the_clock", report_work, **report, seconds=3600.0)
    assert WorkSession.objects.count() == 0
    report_work(**report, seconds=0.0)
    now += timedelta(seconds=60)
    assert report_work(**report, seconds=50.0).seconds == 50.0
    assert report_work(**report, seconds=40.0).seconds == 50.0
    refused("more_than_the_clock", report_work, **report, seconds=66.0)
    refused("session_of_another", report_work, **{**report, "part": Part.PRACTICE}, seconds=51.0)
    refused("not_found", report_work, **{**report, "actor": people.outsider}, seconds=0.0)
    assert WorkSession.objects.get().seconds == 50.0
    assert (
        selectors.standing_of(user=people.reviewer_a, project_id=people.project.pk).progress.seconds == 50.0
    )


def test_members_meet_new_demands_at_once_when_the_plan_is_changed(people: People) -> None:
    make_practice(people)
    ask_for_training(people.project, hours_required=1.0)
    pass_run(people.reviewer_a, people.project)
    assert events(people.reviewer_a) == []
    services.change_plan(
        actor=people.admin, project_id=people.project.pk, changes=services.PlanChanges(hours_required=0.0)
    )
    assert events(people.reviewer_a) == [("reviewer", "earned")]
    assert events(people.reviewer_b) == []
