"""Reads about assignments: a reviewer's own, and the queue.

Everything that a reviewer can see is about rows of their own. The queue's queries look at other people's rows, but
treat a held slot (with a living lease) and a submitted one alike, so that no answer changes when somebody else's
verdict arrives (docs/decisions/blindness.md).
"""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import Membership, User
from annotation.public import TASKS, Clip, EpisodeWatching, Granularity, Revision
from kernel.errors import Conflict, FieldError, Invalid, NotFound
from review.assignments.models import Assignment, AssignmentState
from review.assignments.policies import require_holder, still_reviewer
from review.assignments.watching import Stretch, in_prepared
from review.assignments.workflow import DONE_WITH, OCCUPYING
from review.gold.models import GoldBar
from review.rounds.models import Round
from review.rounds.workflow import SLOTS
from review.training.policies import is_untrained
from review.verdicts.models import Verdict

#: What `taken` is when both slots of a round are: slot numbers add up like bits.
BOTH_SLOTS = 3


def own(reviewer: User) -> QuerySet[Any]:
    """The reviewer's own assignments, each with `is_reviewer` for policies.require_holder."""
    return Assignment.objects.filter(reviewer=reviewer).annotate(is_reviewer=still_reviewer())


def mine(reviewer: User) -> QuerySet[Assignment]:
    """The reviewer's own assignments, newest claim first, with what a list row shows; one query."""
    return (
        Assignment.objects.filter(reviewer=reviewer)
        .select_related("round__question", "round__revision", "verdict")
        .defer("watched", "draft", "round__revision__record_json", "round__revision__warnings")
        .order_by("-claimed_at", "-round_id")
    )


def mine_in_full(reviewer: User) -> QuerySet[Any]:
    """The reviewer's own assignments with what the verdict page shows; one query.

    What belongs to the reference has rows of its own, which are asked for once it is open.
    """
    return own(reviewer).select_related(
        "project", "author", "writer", "verdict", "round__question", "round__revision__clip__video"
    )


def occupying(now: datetime) -> Q:
    """Assignments that take a slot at `now`: submitted ones and held ones whose lease lives."""
    return Q(state=AssignmentState.SUBMITTED) | Q(state=AssignmentState.HELD, lease_expires_at__gt=now)


def _total(rows: QuerySet[Any], aggregate: Count | Sum) -> Coalesce:
    """`aggregate` over rows that refer to the outer query; 0 for none.

    A scalar subquery on purpose: PostgreSQL may turn EXISTS below an OR into one scan of the whole table.
    """
    rows = rows.order_by().annotate(_all=Value(1)).values("_all").annotate(_n=aggregate).values("_n")
    return Coalesce(Subquery(rows, output_field=IntegerField()), 0)


def _fresh_reviewers(now: datetime) -> QuerySet[Membership]:
    """For an outer Round: members who could still take it and have not judged this question before."""
    question = OuterRef(OuterRef("question_id"))
    judged = Verdict.objects.filter(
        assignment__reviewer=OuterRef("user_id"), assignment__round__question_id=question
    )
    wrote = Revision.objects.filter(question_id=question, written_by=OuterRef("user_id"))
    on_it = Assignment.objects.filter(round_id=OuterRef(OuterRef("pk")), reviewer=OuterRef("user_id"))
    return Membership.objects.filter(
        ~Exists(judged),
        ~Exists(wrote),
        ~Exists(on_it.filter(Q(state__in=DONE_WITH) | occupying(now))),
        ~Q(user_id=OuterRef("question__author_id")),
        project_id=OuterRef("project_id"),
        is_reviewer=True,
        ended_at__isnull=True,
        user__is_active=True,
    )


@dataclass(frozen=True, slots=True)
class Wish:
    """Who asks for an item of which project; `granularity`, `task` and `round_id` None for any."""

    reviewer: User
    project_id: int
    granularity: str | None = None
    task: str | None = None
    round_id: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """What a reviewer of a project holds, in whatever project; `round_id` None for nothing.

    `is_untrained`: they may not take a new item before their training (review/training/policies.py).
    """

    round_id: int | None
    project_id: int | None
    lease_expires_at: datetime | None
    is_untrained: bool


def standing_of(wish: Wish) -> Standing | None:
    """What the reviewer holds (a lease that ran out included); None when they are no reviewer of the project.

    One statement for all questions.
    """
    held = Assignment.objects.filter(reviewer=OuterRef("user_id"), state=AssignmentState.HELD)
    row = (
        Membership.objects.filter(
            user=wish.reviewer, project_id=wish.project_id, is_reviewer=True, ended_at__isnull=True
        )
        .values_list(
            *(Subquery(held.values(name)[:1]) for name in ("round_id", "project_id", "lease_expires_at")),
            is_untrained("reviewer"),
        )
        .first()
    )
    return None if row is None else Standing(*row)


def _open_for(wish: Wish, now: datetime) -> QuerySet[Any]:
    """Open rounds, oldest first, that the reviewer may take part in if a slot were free for them.

    Not their own questions, not those of which they wrote any revision, not rounds that they judged or handed
    back, nor gold copies of what they know. Each has the alias `taken`: the sum of the taken slots' numbers, 0, 1,
    2, or 3 for both.

    The conditions are plain comparisons on purpose: PostgreSQL then knows that the first fitting round comes soon,
    and reads the index of open rounds in order instead of sorting all of them.
    """
    rounds = Round.objects.filter(project_id=wish.project_id, closed_at__isnull=True)
    if wish.granularity is not None:
        rounds = rounds.filter(granularity=wish.granularity)
    if wish.task is not None:
        # The index begins with the granularity: without it, finding that nothing is left reads every open round.
        known = [task.granularity for task in TASKS if task.type == wish.task]
        rounds = rounds.filter(granularity__in=known, task=wish.task)
    if wish.round_id is not None:
        rounds = rounds.filter(pk=wish.round_id)
    done = Assignment.objects.filter(round_id=OuterRef("pk"), reviewer=wish.reviewer, state__in=DONE_WITH)
    wrote = Revision.objects.filter(question_id=OuterRef("question_id"), written_by=wish.reviewer)
    barred = GoldBar.objects.filter(round_id=OuterRef("pk"), user=wish.reviewer)
    slots = Assignment.objects.filter(occupying(now), round_id=OuterRef("pk"))
    return (
        rounds.filter(~Q(question__author=wish.reviewer), ~Exists(done), ~Exists(wrote), ~Exists(barred))
        .alias(taken=_total(slots, Sum("slot")))
        .order_by("pk")
    )


def _ahead_of(reviewer: User, now: datetime, *, beside: Any) -> Case:
    """For an outer Round: how many people go before `reviewer`, plus `beside`; 0 when nobody can.

    Only where the reviewer judged the question in an earlier round do others go before them: those who did not.
    """
    judged = Verdict.objects.filter(
        assignment__reviewer=reviewer, assignment__round__question_id=OuterRef("question_id")
    )
    fresh = _total(_fresh_reviewers(now), Count("pk"))
    return Case(
        When(number=1, then=Value(0)),
        When(Exists(judged), then=fresh + beside),
        default=Value(0),
        output_field=IntegerField(),
    )


def claimable(wish: Wish, now: datetime) -> QuerySet[Any]:
    """Rounds with a slot that the reviewer can have, oldest first.

    Where others go before the reviewer, there have to be more free slots than such people. Each row has what a
    claim writes: `taken`, `author_id`, `writer_id`, `own_id` (the reviewer's earlier, expired hold of this round,
    or None) and `has_stale` (holds whose lease ran out and that still say `held`).
    """
    rows = Assignment.objects.filter(round_id=OuterRef("pk"))
    in_use = _total(rows.filter(occupying(now)), Count("pk"))
    rounds = _open_for(wish, now)
    free: QuerySet[Any] = rounds.alias(crowd=_ahead_of(wish.reviewer, now, beside=in_use)).filter(
        taken__lt=BOTH_SLOTS, crowd__lt=len(SLOTS)
    )
    found: QuerySet[Any] = free.annotate(
        taken=F("taken"),
        author_id=F("question__author_id"),
        writer_id=F("revision__written_by_id"),
        own_id=Subquery(rows.filter(reviewer=wish.reviewer).values("pk")[:1]),
        has_stale=_total(rows.filter(state=AssignmentState.HELD, lease_expires_at__lte=now), Count("pk")),
    )
    return found


def holds_in_the_way(wish: Wish, now: datetime) -> list[tuple[int, datetime]]:
    """(round id, claimed at) of both slots of every round that is full and that the reviewer could take otherwise.

    Held and submitted slots alike: the answer is the same before and after a verdict that does not close the
    round. One query.
    """
    # A full round that is still open has a living lease: starting from the few there are keeps this flat.
    leased = Assignment.objects.filter(
        project_id=wish.project_id, state=AssignmentState.HELD, lease_expires_at__gt=now
    )
    rounds = _open_for(wish, now)
    full = (
        rounds.alias(ahead=_ahead_of(wish.reviewer, now, beside=Value(0)))
        .filter(taken=BOTH_SLOTS, ahead=0, pk__in=leased.values("round_id"))
        .order_by()
    )
    rows = Assignment.objects.filter(state__in=OCCUPYING, round__in=full.values("pk"))
    return list(rows.values_list("round_id", "claimed_at"))


def prepared_duration(assignment: Assignment) -> Decimal | None:
    """Seconds of the prepared video that the assignment is about; None while it is not known.

    Reads the joined clip and video.
    """
    clip = assignment.round.revision.clip
    if clip.duration is not None:
        return clip.duration
    return clip.video.duration if clip.whole_video else None


def watches_evidence(assignment: Assignment) -> bool:
    """Whether not the whole prepared video but its marked evidence has to be played. Reads the joined project."""
    return (
        assignment.project.episode_watching == EpisodeWatching.EVIDENCE
        and assignment.round.granularity == Granularity.EPISODE
    )


def required_parts(assignment: Assignment) -> list[Stretch] | None:
    """The stretches of the prepared video of which the project's share has to be played; None while its length
    is not known.

    All of it; for episodes the evidence where the project says so and any is played in it.
    """
    duration = prepared_duration(assignment)
    if not duration:
        return None
    whole = [(Decimal("0.000"), duration)]
    if not watches_evidence(assignment):
        return whole
    revision = assignment.round.revision
    marked = [
        (row.start, min(row.end, revision.clip.video.duration or row.end)) for row in revision.evidence.all()
    ]
    segments = None
    if not revision.clip.whole_video:
        segments = [
            (row.start, row.end) for row in sorted(revision.clip.segments.all(), key=lambda row: row.position)
        ]
    return in_prepared(marked, segments) or whole


def get_mine_in_full(*, reviewer: User, round_id: int) -> Assignment:
    """One of `mine_in_full`; NotFound for anybody else's, or when the reviewer has left the project."""
    return require_holder(mine_in_full(reviewer).filter(round_id=round_id).first())


def in_state(assignments: QuerySet[Assignment], state: str | None) -> QuerySet[Assignment]:
    """Only those in `state` as their holder sees it (a hold whose lease ran out is expired); all for None.

    Raises Invalid for an unknown state.
    """
    if state is None:
        return assignments
    now = timezone.now()
    ran_out = Q(state=AssignmentState.HELD, lease_expires_at__lte=now)
    if state == AssignmentState.EXPIRED:
        return assignments.filter(Q(state=AssignmentState.EXPIRED) | ran_out)
    if state in AssignmentState.values:
        return assignments.filter(state=state).exclude(ran_out)
    message = f"state is one of: {', '.join(AssignmentState.values)}."
    raise Invalid("invalid", message, errors=[FieldError("state", "unknown", message)])


@dataclass(frozen=True, slots=True)
class StoredMedia:
    """A file in the media storage, as serve_file wants it."""

    key: str
    etag: str
    content_type: str


def upcoming(wish: Wish, now: datetime) -> Round | None:
    """The round that the reviewer would most likely get next, were they done with what they hold; nothing is taken."""
    held = Assignment.objects.filter(reviewer=wish.reviewer, state=AssignmentState.HELD)
    # Two claims at once may give it to others meanwhile: this is a guess, and the claim decides.
    found: Round | None = (
        claimable(wish, now).exclude(pk__in=held.values("round_id")).select_related("revision__clip").first()
    )
    return found


def media_of_upcoming(*, round_id: int) -> StoredMedia:
    """The prepared video of an open round, for who was told that it comes next; NotFound `media_missing`."""
    found = Round.objects.filter(pk=round_id, closed_at__isnull=True)
    row = found.select_related("revision__clip__video").defer("revision__record_json").first()
    if row is None:
        raise _no_media()
    return prepared_media(row.revision.clip)


def media_of_mine(*, reviewer: User, round_id: int) -> StoredMedia:
    """The prepared video of an assignment of the reviewer's that they have not handed back.

    Raises NotFound as require_holder does, Conflict `assignment_released`, NotFound `media_missing` while there is
    no file.
    """
    row = (
        own(reviewer)
        .filter(round_id=round_id)
        .select_related("round__revision__clip__video")
        .defer("round__revision__record_json", "draft", "watched")
        .first()
    )
    assignment = require_holder(row)
    if assignment.state == AssignmentState.RELEASED:
        raise Conflict("assignment_released", "You handed this item back; ask for the next one.")
    return prepared_media(assignment.round.revision.clip)


def _no_media() -> NotFound:
    return NotFound("media_missing", "The prepared video of this item is not there; tell an admin.")


def prepared_media(clip: Clip) -> StoredMedia:
    """The stored file of a prepared video, its clip's video joined; NotFound `media_missing` while there is none."""
    key = clip.video.playback_key if clip.whole_video else clip.file_key
    if not key:
        raise _no_media()
    # A key never names two contents, so its hash can stand for the content's.
    etag = hashlib.sha256(key.encode()).hexdigest()[:32]
    return StoredMedia(key, etag, mimetypes.guess_type(key)[0] or "video/mp4")
