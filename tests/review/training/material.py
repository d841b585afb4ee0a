"""A project with a guideline, accepted questions, practice items and a plan."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from django.utils import timezone

from accounts.models import User
from annotation.projects.models import GuidelineVersion, Project
from annotation.questions.models import Question, QuestionState
from review.activity.models import WorkSession
from review.rounds.models import Round
from review.training import seeding, services
from review.training.models import PracticeAnswer, SeededItem, TrainingPlan, Use
from tests.personas import People
from tests.review.rows import make_item

TEXT = "# Labels\nOne of 26.\n# Stages\nIn order.\n"


def write_guideline(people: People, text: str = TEXT) -> GuidelineVersion:
    number = GuidelineVersion.objects.filter(project=people.project).count() + 1
    return GuidelineVersion.objects.create(
        project=people.project, number=number, text=text, created_by=people.admin
    )


def make_accepted(people: People, *, number: int, task: str = "contextual emotion") -> Question:
    """An accepted question by the annotator, with evidence, whose round is over."""
    item = make_item(people.project, people.annotator, number=number, task=task, filled=True)
    Round.objects.filter(pk=item.pk).update(closed_at=timezone.now(), outcome="accepted")
    Question.objects.filter(pk=item.question_id).update(state=QuestionState.ACCEPTED)
    return Question.objects.get(pk=item.question_id)


def make_practice(
    people: People, *, flaws: tuple[str | None, ...] = ("wrong_label", None)
) -> list[SeededItem]:
    """One practice item for each of `flaws`, None for a sound copy."""
    first = Question.objects.count() + 1
    return [
        seeding.make_seeded_item(
            actor=people.admin,
            project_id=people.project.pk,
            question_id=make_accepted(people, number=number).pk,
            use=Use.PRACTICE,
            flaw=flaw,  # type: ignore[arg-type]
        )
        for number, flaw in enumerate(flaws, start=first)
    ]


def ask_for_training(project: Project, **settings: object) -> TrainingPlan:
    """A plan that asks both roles for reading and one right practice run, no hours."""
    asked = {"reviewer_required": True, "annotator_required": True, "hours_required": 0.0, **settings}
    return TrainingPlan.objects.create(project=project, **asked)


def log_hours(user: User, project: Project, hours: float, part: str = "guideline") -> WorkSession:
    """A session of just so many hours that ended an hour ago."""
    end = timezone.now() - timedelta(hours=1)
    return WorkSession.objects.create(
        user=user,
        project=project,
        key=uuid4(),
        part=part,
        started_at=end - timedelta(hours=hours),
        last_at=end,
        seconds=hours * 3600,
    )


def read_all(user: User, project: Project, version: int, pages: int = 2) -> None:
    for page in range(1, pages + 1):
        services.mark_page(actor=user, project_id=project.pk, version=version, page=page)


def judge_practice(user: User, answer: PracticeAnswer, *, right: bool = True) -> PracticeAnswer:
    """The gold verdict of an item, or the other one."""
    decision = answer.item.gold if right else {"accept": "reject", "reject": "accept"}[answer.item.gold]
    reasons = (answer.item.named_by[:1] or ["other"]) if decision == "reject" else []
    return services.give_practice_verdict(actor=user, answer_id=answer.pk, decision=decision, reasons=reasons)


def pass_run(user: User, project: Project, *, right: int | None = None) -> None:
    """A whole run; `right` verdicts of it are right, all when None."""
    run, _ = services.start_run(actor=user, project_id=project.pk)
    for place, answer in enumerate(run.answers.all()):
        judge_practice(user, answer, right=right is None or place < right)
