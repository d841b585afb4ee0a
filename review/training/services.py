"""Writes of training: reading, practice, and who is qualified. Each is one transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Membership, User
from accounts.policies import require_role
from accounts.selectors import Role
from annotation.public import GuidelineVersion
from kernel.errors import Conflict, FieldError, Invalid, NotFound
from kernel.texts import shown
from review.training import selectors
from review.training.models import (
    DECIDING,
    GuidelineReading,
    PracticeAnswer,
    PracticeRun,
    QualificationChange,
    QualificationEvent,
    TrainingPlan,
)
from review.training.pages import pages_of
from review.training.policies import require_trainee
from review.training.scoring import choose_items, is_right
from review.training.workflow import TrainedRole
from review.verdicts.reasons import find_reason

QualifiedCallback = Callable[[QualificationEvent], None]

_callbacks: list[QualifiedCallback] = []


def on_qualification(callback: QualifiedCallback) -> None:
    """Registers `callback(event)`, run in the transaction that writes the event. Twice the same is once."""
    if callback not in _callbacks:
        _callbacks.append(callback)


@dataclass(frozen=True, kw_only=True)
class PlanChanges:
    """What to change in a plan; None leaves a setting as it is."""

    reviewer_required: bool | None = None
    annotator_required: bool | None = None
    hours_required: float | None = None
    practice_length: int | None = None
    max_runs: int | None = None
    reviewer_threshold: float | None = None
    annotator_threshold: float | None = None
    gold_rate: float | None = None


@transaction.atomic
def change_plan(*, actor: User, project_id: int, changes: PlanChanges) -> TrainingPlan:
    """Changes what a project asks for. For admins. Whoever meets the new demands is qualified at once."""
    require_role(user=actor, project_id=project_id, any_of=(Role.ADMIN,))
    plan, _ = TrainingPlan.objects.select_for_update().get_or_create(project_id=project_id)
    for name, value in vars(changes).items():
        if value is not None:
            setattr(plan, name, value)
    plan.save()
    _earn(project_id=project_id, user_ids=None)
    return plan


@transaction.atomic
def mark_page(*, actor: User, project_id: int, version: int, page: int) -> GuidelineReading:
    """Notes that `actor` has read a page of a version; all pages make the version read. Twice is the same as once.

    Raises NotFound for a version or page that there is not.
    """
    require_trainee(user=actor, project_id=project_id)
    guideline = GuidelineVersion.objects.filter(project_id=project_id, number=version).first()
    pages = len(pages_of(guideline.text)) if guideline is not None else 0
    if guideline is None or not 1 <= page <= pages:
        raise NotFound("not_found", f"Version {version} of the guideline has no page {page}; open it again.")
    reading, _ = GuidelineReading.objects.select_for_update().get_or_create(user=actor, version=guideline)
    if page not in reading.pages:
        reading.pages = sorted([*reading.pages, page])
        if len(reading.pages) == pages:
            reading.read_at = timezone.now()
        reading.save(update_fields=["pages", "read_at"])
        _earn(project_id=project_id, user_ids=[actor.pk])
    return reading


@transaction.atomic
def earn_if_due(*, user: User, project_id: int) -> None:
    """Writes the qualifications that `user` has come to meet (hours arrive by themselves)."""
    _earn(project_id=project_id, user_ids=[user.pk])


def start_run(*, actor: User, project_id: int) -> tuple[PracticeRun, bool]:
    """The practice run of `actor` that is not finished, else a new one; True when it is new.

    A new run takes items that they have seen least often. Raises Conflict `no_practice_items` where there are none,
    `runs_used_up` when no run is left (extra: `runs`, `allowed`).
    """
    require_trainee(user=actor, project_id=project_id)
    open_runs = PracticeRun.objects.filter(user=actor, project_id=project_id, finished_at__isnull=True)
    try:
        with transaction.atomic():
            found = open_runs.first()
            return (found, False) if found is not None else (_new_run(actor, project_id), True)
    except IntegrityError:
        # Two tabs at once: the other one's run is the run.
        return open_runs.get(), False


def _new_run(actor: User, project_id: int) -> PracticeRun:
    standing = selectors.standing_of(user=actor, project_id=project_id)
    progress = standing.progress
    if progress.runs_left == 0:
        raise Conflict(
            "runs_used_up",
            f"You have used all {progress.runs_allowed} practice runs; an admin of the project can allow more.",
            extra={"runs": len(progress.runs), "allowed": progress.runs_allowed},
        )
    items = list(
        selectors.practice_items(project_id=project_id)
        .exclude(revision__question__author=actor)
        .values_list("pk", flat=True)
    )
    if not items:
        raise Conflict(
            "no_practice_items",
            "There are no practice items yet that you can use; an admin of the project makes them.",
        )
    earlier = PracticeAnswer.objects.filter(run__user=actor, run__project_id=project_id)
    seen = Counter(earlier.values_list("item_id", flat=True))
    number = len(progress.runs) + 1
    length = selectors.plan_of(project_id=project_id).practice_length
    chosen = choose_items(items, seen=seen, length=length, key=f"{project_id}:{actor.pk}:{number}")
    run = PracticeRun.objects.create(project_id=project_id, user=actor, number=number)
    PracticeAnswer.objects.bulk_create(
        PracticeAnswer(run=run, position=place, item_id=item) for place, item in enumerate(chosen, start=1)
    )
    return run


@transaction.atomic
def give_practice_verdict(
    *, actor: User, answer_id: int, decision: str, reasons: Sequence[str] = (), comment: str = ""
) -> PracticeAnswer:
    """Stores a practice verdict, tells whether it was right, and finishes the run with its last one.

    The same verdict again changes nothing. Raises NotFound for anybody else's item, Conflict `verdict_differs` for
    another verdict than the one given, Invalid as for a live verdict (an unknown reason, none with a rejection).
    """
    found = selectors.own_answer(user=actor, answer_id=answer_id)
    # The run's lock: two last verdicts at once must not both find the other one missing.
    run = PracticeRun.objects.select_for_update().get(pk=found.run_id)
    answer = selectors.own_answer(user=actor, answer_id=answer_id)
    chosen = sorted(set(reasons))
    _require_verdict(answer, decision, chosen)
    if answer.decision:
        if (answer.decision, answer.reasons) == (decision, chosen):
            return answer
        raise Conflict(
            "verdict_differs", "You have judged this practice item already; go on to the next one."
        )
    now = timezone.now()
    answer.decision = decision
    answer.reasons = chosen
    answer.comment = shown(comment)
    answer.right = is_right(
        gold=answer.item.gold, named_by=answer.item.named_by, decision=decision, reasons=chosen
    )
    answer.answered_at = now
    answer.save(update_fields=["decision", "reasons", "comment", "right", "answered_at"])
    if not run.answers.filter(decision="").exists():
        run.finished_at = now
        run.save(update_fields=["finished_at"])
        _earn(project_id=run.project_id, user_ids=[actor.pk])
    return answer


def _require_verdict(answer: PracticeAnswer, decision: str, reasons: Sequence[str]) -> None:
    question = answer.item.revision.question
    errors = []
    if decision not in ("accept", "reject"):
        errors.append(FieldError("decision", "unknown", "A verdict is 'accept' or 'reject'."))
    for code in reasons:
        reason = find_reason(code)
        if reason is None or not reason.applies_to(question.granularity, question.task):
            errors.append(
                FieldError(
                    "reasons", "not_for_this_task", f"{code} is no reason for the task {question.task}."
                )
            )
    if decision == "reject" and not reasons:
        errors.append(FieldError("reasons", "required", "Choose at least one reason for the rejection."))
    if decision == "accept" and reasons:
        errors.append(FieldError("reasons", "not_with_accept", "Reasons are for rejections."))
    if errors:
        raise Invalid("invalid", errors[0].message, errors=errors)


@transaction.atomic
def decide_qualification(
    *, actor: User, project_id: int, user_id: int, role: TrainedRole, change: QualificationChange, reason: str
) -> QualificationEvent:
    """An admin's exception: qualifies a member for a role, takes it back, or allows practice runs again.

    Needs a reason, which stays in the trail. What is so already is not written again (the last event comes back),
    except RUNS_ADDED, which adds each time. Raises NotFound for people who are not members with that role, Invalid
    `reason_required`, ValueError for EARNED, which only the rules write.
    """
    require_role(user=actor, project_id=project_id, any_of=(Role.ADMIN,))
    if change == QualificationChange.EARNED:
        raise ValueError("only the rules write 'earned'")
    reason = shown(reason)
    if not reason:
        message = "Write why; the reason stays in the record of qualifications."
        raise Invalid("reason_required", message, errors=[FieldError("reason", "required", message)])
    member = (
        Membership.objects.select_for_update(of=("self",))
        .filter(project_id=project_id, user_id=user_id, ended_at__isnull=True, **{f"is_{role}": True})
        .first()
    )
    if member is None:
        raise NotFound("not_found", f"There is no member {user_id} with the role {role} in this project.")
    last = (
        QualificationEvent.objects.filter(
            project_id=project_id, user_id=user_id, role=role, event__in=DECIDING
        )
        .order_by("-pk")
        .first()
    )
    is_now = last is not None and last.event != QualificationChange.REVOKED
    decides = change != QualificationChange.RUNS_ADDED
    if last is not None and decides and is_now == (change == QualificationChange.GRANTED):
        return last
    return _write(
        QualificationEvent(
            project_id=project_id, user_id=user_id, role=role, event=change, reason=reason, actor=actor
        )
    )


def _earn(*, project_id: int, user_ids: list[int] | None) -> None:
    """Writes EARNED for whoever has nothing left to do. What an admin took back is not earned again by itself."""
    members = Membership.objects.filter(project_id=project_id)
    if user_ids is not None:
        members = members.filter(user_id__in=user_ids)
    # Two reports of one person at once must not both find that nothing was earned yet.
    list(members.select_for_update().order_by("pk").values_list("pk", flat=True))
    for standing in selectors.standings(project_id=project_id, user_ids=user_ids):
        for role in standing.roles:
            if role.last is not None or role.steps_left:
                continue
            progress = standing.progress
            _write(
                QualificationEvent(
                    project_id=project_id,
                    user=standing.user,
                    role=role.role,
                    event=QualificationChange.EARNED,
                    details={
                        "hours": round(progress.seconds / 3600, 2),
                        "score": progress.best_score,
                        "guideline_version": standing.guideline_version,
                    },
                )
            )


def _write(event: QualificationEvent) -> QualificationEvent:
    event.save(force_insert=True)
    for callback in _callbacks:
        callback(event)
    return event
