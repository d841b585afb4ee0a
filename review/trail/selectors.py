"""The audit trail of a question: what its own history, rounds, answers, comments and gold copies say, in one order.

Nothing is stored for it. Of an open round it tells nothing to anybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from annotation.public import Question, state_changes
from review.points.models import PointAnswer
from review.threads.models import Post, Stance
from review.trail.models import Step, StepKind
from review.verdicts.models import Verdict

#: What an author may know of a round that has closed. The rest would tell who judged when.
_FOR_AUTHORS = (StepKind.OPENED, StepKind.CLOSED)


@dataclass(frozen=True, slots=True)
class TrailEntry:
    """One thing that happened. `actor` None: the rules, or somebody the reader is not to know (see `done_by`).

    `word`: the decision, the outcome, or the state that the question came to; `text`: a reason or a comment.
    """

    at: datetime
    area: str
    kind: str
    done_by: str
    actor: User | None = None
    round_number: int | None = None
    revision_number: int | None = None
    word: str = ""
    text: str = ""


def trail_of(*, question: Question, stance: str) -> list[TrailEntry]:
    """Every step of a question, oldest first, as its author or an admin may read it; at most five queries.

    `stance` as policies.get_discussed of threads gives it. The author reads no name of a reviewer, and of rounds only
    when they opened and closed.
    """
    for_admin = stance == Stance.ADMIN
    found = [*_states(question, for_admin), *_rounds(question, for_admin), *_answers(question)]
    found += _comments(question, for_admin)
    if for_admin:
        found += _gold(question)
    # The sort is stable: what one transaction did at one time stays in the order of the areas.
    return sorted(found, key=lambda entry: entry.at)


def _states(question: Question, for_admin: bool) -> list[TrailEntry]:
    return [
        TrailEntry(
            at=change.at,
            area="question",
            kind=change.event,
            done_by="person" if change.actor else "hidden" if change.is_hidden else "rules",
            actor=change.actor,
            revision_number=change.revision_number,
            word=change.to_state,
            text=change.reason,
        )
        for change in state_changes(question=question, for_admin=for_admin)
    ]


def _rounds(question: Question, for_admin: bool) -> list[TrailEntry]:
    steps = Step.objects.filter(round__question=question, round__closed_at__isnull=False)
    if not for_admin:
        steps = steps.filter(kind__in=_FOR_AUTHORS)
    rows = steps.select_related("actor", "round__revision").defer("round__revision__record_json")
    found = []
    for step in rows.order_by("id"):
        # The verdict that came second closes a round; whose it was is not for the author.
        actor = step.actor if for_admin or step.kind == StepKind.OPENED else None
        hidden = step.actor is not None and actor is None
        found.append(
            TrailEntry(
                at=step.at,
                area="round",
                kind=step.kind,
                done_by="person" if actor else "hidden" if hidden else "rules",
                actor=actor,
                round_number=step.round.number,
                revision_number=step.round.revision.number,
                word=step.word,
            )
        )
    return found


def _answers(question: Question) -> list[TrailEntry]:
    answers = PointAnswer.objects.filter(
        verdict__assignment__round__question=question,
        verdict__assignment__round__closed_at__isnull=False,
    ).select_related("author", "verdict__assignment__round")
    return [
        TrailEntry(
            at=answer.answered_at,
            area="answer",
            kind="answered",
            done_by="person",
            actor=answer.author,
            round_number=answer.verdict.assignment.round.number,
            text=answer.text,
        )
        for answer in answers.order_by("pk")
    ]


def _comments(question: Question, for_admin: bool) -> list[TrailEntry]:
    posts = Post.objects.filter(thread__question=question).select_related("writer").order_by("pk")
    found = []
    for post in posts:
        hidden = post.stance == Stance.REVIEWER and not for_admin
        found.append(
            TrailEntry(
                at=post.at,
                area="comment",
                kind=post.kind,
                done_by="hidden" if hidden else "person",
                actor=None if hidden else post.writer,
                text=post.text,
            )
        )
    return found


def _gold(question: Question) -> list[TrailEntry]:
    """Verdicts on gold copies of the question, of closed rounds, as the gold report counts them."""
    verdicts = Verdict.objects.filter(
        assignment__round__gold__item__revision__question=question,
        assignment__round__closed_at__isnull=False,
    ).select_related("assignment__reviewer")
    return [
        TrailEntry(
            at=verdict.created_at,
            area="gold",
            kind="judged",
            done_by="person",
            actor=verdict.assignment.reviewer,
            word=verdict.decision,
        )
        for verdict in verdicts.order_by("pk")
    ]
