"""Reads about threads, for those who take part in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Prefetch, Q, QuerySet

from accounts.models import User
from accounts.policies import require_role
from accounts.selectors import Role
from annotation.public import Question
from review.assignments.policies import require_holder
from review.assignments.selectors import own
from review.rounds.policies import SETTLED
from review.threads.models import Post, PostKind, Stance, Thread
from review.threads.policies import judged_and_settled, may_settle


@dataclass(frozen=True, slots=True)
class PostView:
    """One entry as one person reads it. `name` None: not theirs to know; `number` tells a thread's reviewers apart."""

    kind: str
    stance: str
    name: str | None
    number: int | None
    mine: bool
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ThreadView:
    """A thread as one person reads it. `reviewer` None for reviewers; `mine`: it is about the viewer's own verdict."""

    thread: Thread
    round_number: int | None
    reviewer: int | None
    mine: bool
    actions: list[str]
    posts: list[PostView]


def in_full(threads: QuerySet[Thread]) -> QuerySet[Thread]:
    """With all that a ThreadView needs, the newest first; two queries."""
    posts = Post.objects.select_related("writer").order_by("pk")
    return (
        threads.select_related("project", "question", "verdict__assignment__round")
        .prefetch_related(Prefetch("posts", queryset=posts))
        .order_by("-started_at", "pk")
    )


def threads_of(*, question: Question) -> QuerySet[Thread]:
    """All threads of a question, for author and admins (policies.get_discussed)."""
    return Thread.objects.filter(question=question)


def threads_for_reviewer(*, reviewer: User, round_id: int) -> QuerySet[Thread]:
    """The threads that the holder of an assignment takes part in: none while the question is not settled.

    Raises NotFound as require_holder does.
    """
    mine = require_holder(own(reviewer).filter(round_id=round_id).select_related("round__question").first())
    question = mine.round.question
    if not judged_and_settled(user=reviewer, question=question):
        return Thread.objects.none()
    return Thread.objects.filter(question=question, with_reviewers=True)


def threads_in_project(*, user: User, project_id: int) -> QuerySet[Thread]:
    """Those of the project's questions that `user` may discuss: their own, and as an admin all.

    Raises NotFound outside the project. An admin who reviews sees those of settled questions, as with feedback.
    """
    roles = require_role(user=user, project_id=project_id)
    found = Thread.objects.filter(project_id=project_id)
    own_question = Q(question__author=user)
    if Role.ADMIN not in roles:
        return found.filter(own_question)
    if Role.REVIEWER in roles:
        return found.filter(own_question | Q(question__state__in=SETTLED))
    return found


def open_thread_counts(*, project_id: int) -> dict[int, int]:
    """How many open threads each question of the project has, by the question's id; those without any are left out."""
    found = (
        Thread.objects.filter(project_id=project_id, resolved_at__isnull=True)
        .order_by()
        .values_list("question_id")
        .annotate(n=Count("pk"))
    )
    return dict(found)


def thread_view(*, thread: Thread, viewer: User, stance: str) -> ThreadView:
    """The thread (of `in_full`) as `viewer` reads it, who takes part as `stance`."""
    as_reviewer = stance == Stance.REVIEWER
    settles = may_settle(user=viewer, thread=thread, stance=stance)
    if thread.resolved_at is None:
        actions = ["reply", *(["resolve"] if settles else [])]
    else:
        actions = ["reopen"] if settles else []
    about = thread.verdict.assignment if thread.verdict is not None else None
    return ThreadView(
        thread=thread,
        round_number=about.round.number if about is not None else None,
        reviewer=about.slot if about is not None and not as_reviewer else None,
        mine=about is not None and about.reviewer_id == viewer.pk,
        actions=actions,
        posts=_posts(thread, list(thread.posts.all()), viewer, as_reviewer),
    )


def _posts(thread: Thread, posts: Sequence[Post], viewer: User, as_reviewer: bool) -> list[PostView]:
    """Reviewers have no names here: to the author never, to each other neither; a number tells them apart."""
    reviewers: dict[int, int] = {}
    found = []
    for post in posts:
        number = None
        name: str | None = post.writer.name
        if post.stance == Stance.REVIEWER:
            number = reviewers.setdefault(post.writer_id, len(reviewers) + 1)
            name = None
        elif post.stance == Stance.AUTHOR and as_reviewer and thread.project.hide_author:
            name = None
        found.append(
            PostView(
                kind=PostKind(post.kind).value,
                stance=post.stance,
                name=name,
                number=number,
                mine=post.writer_id == viewer.pk,
                text=post.text,
                at=post.at,
            )
        )
    return found
