"""Answering the points of a closed round. Lock order: question first."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from annotation.public import QuestionState, get_visible_question, lock_question
from kernel.errors import Conflict, FieldError, Forbidden, Invalid, NotFound
from review.assignments.models import Assignment
from review.points.models import PointAnswer
from review.rounds.models import Round

MAX_LENGTH = 5_000


@transaction.atomic
def answer_point(*, author: User, question_id: int, round_number: int, reviewer: int, text: str) -> None:
    """Stores the author's answer to what "reviewer 1" or "reviewer 2" said in the last closed round of a returned
    question; another text replaces it, an empty one takes it away.

    Raises NotFound for a question that is not theirs to see or a point that is not there, Forbidden for all but its
    author, Conflict `not_answerable` outside the state returned or for an earlier round, Invalid for a text that is
    too long.
    """
    get_visible_question(user=author, question_id=question_id)
    question = lock_question(question_id=question_id)
    if question.author_id != author.pk:
        raise Forbidden("not_the_author", f"Only the author of {question.public_id} answers its reviewers.")
    text = text.strip()
    if len(text) > MAX_LENGTH:
        message = f"An answer has at most {MAX_LENGTH} characters; this one has {len(text)}."
        raise Invalid("invalid", message, errors=[FieldError("text", "too_long", message)])
    last = Round.objects.filter(question=question, closed_at__isnull=False).order_by("-number").first()
    given = (
        list(Assignment.objects.filter(round=last, verdict__isnull=False).order_by("slot")) if last else []
    )
    if last is None or not 1 <= reviewer <= len(given):
        raise NotFound("not_found", f"Reviewer {reviewer} said nothing in round {round_number}.")
    if last.number != round_number or question.state != QuestionState.RETURNED:
        raise Conflict(
            "not_answerable",
            "Points are answered while the question is returned, for its last round. Nothing was changed.",
            extra={"state": question.state},
        )
    verdict = given[reviewer - 1].verdict
    if not text:
        PointAnswer.objects.filter(verdict=verdict).delete()
        return
    PointAnswer.objects.update_or_create(
        verdict=verdict, defaults={"author": author, "text": text, "answered_at": timezone.now()}
    )
