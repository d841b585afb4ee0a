"""Writes about assignments: claim, take-up, heartbeat, draft, release.

Lock order everywhere: question, then its round, then assignment, then verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Membership, User
from kernel.errors import Conflict
from review.assignments import selectors, watching
from review.assignments.leases import lease_end, next_possible_end
from review.assignments.models import Assignment, AssignmentState
from review.assignments.policies import require_holder, require_reviewer
from review.assignments.selectors import Wish
from review.rounds.models import Round
from review.trail.models import StepKind
from review.trail.services import note_step, note_steps
from review.training.policies import not_qualified

#: A claim that lost a race looks for another item; after so many losses the person is asked to try again.
CLAIM_ATTEMPTS = 25


@dataclass(frozen=True)
class Claim:
    """The answer to "next, please".

    `round_id` names the assignment; None when nothing can be had now. `is_new` is False for a lease that the
    reviewer already held. When there is none: `held` items are in other people's hands, and none of them frees
    before `frees_at` unless it is handed back (None when `held` is 0).
    """

    round_id: int | None
    is_new: bool = False
    held: int | None = None
    frees_at: datetime | None = None


class _LostRace(Exception):
    """Somebody else changed the rows between reading and writing; nothing was written."""


def claim_next(
    *, reviewer: User, project_id: int, granularity: str | None = None, task: str | None = None
) -> Claim:
    """Gives `reviewer` the item to judge next: the lease they hold, else a slot of the oldest round they may have.

    Never a question of their own or one of which they wrote a revision, never a round that they judged or handed
    back; a round after the first goes first to people who have not judged the question. At most two people get
    the same round, however many ask at once, on SQLite and on PostgreSQL.

    Raises NotFound or Forbidden for people who are not reviewers of the project, Conflict `lease_elsewhere` when
    they hold an item of another project (extra: `project`, `assignment`), Conflict `queue_busy` when every attempt
    lost its race.
    """
    return _until_won(Wish(reviewer, project_id, granularity, task))


def take_up(*, reviewer: User, round_id: int) -> Claim:
    """Gives `reviewer` their own item back whose hold ran out or was set aside, when a slot of it is free for them.

    Held already = nothing to do. Raises NotFound as require_holder does, Conflict `verdict_given`,
    `assignment_released`, `lease_elsewhere` (extra: `project`, `assignment`) while they hold another item, and
    `not_free` when the item cannot be had now, which does not say who has it or why.
    """
    own = require_holder(selectors.own(reviewer).filter(round_id=round_id).first())
    if own.state in (AssignmentState.SUBMITTED, AssignmentState.RELEASED):
        require_live(own, timezone.now())
    claim = _until_won(Wish(reviewer, own.project_id, round_id=round_id))
    if claim.round_id is None:
        raise Conflict(
            "not_free",
            "This item is not free for you now. What you wrote is kept; ask for the next item meanwhile.",
        )
    if claim.round_id != round_id:
        raise Conflict(
            "lease_elsewhere",
            "You hold another item. Judge it or hand it back first.",
            extra={"project": own.project_id, "assignment": claim.round_id},
        )
    return claim


def _until_won(wish: Wish) -> Claim:
    for _ in range(CLAIM_ATTEMPTS):
        try:
            return _claim(wish)
        except (_LostRace, IntegrityError):
            # The unique constraints are the last line: whoever hits one has lost the slot and looks again.
            continue
    raise Conflict("queue_busy", "Many reviewers are asking for items just now; ask again in a moment.")


def _claim(wish: Wish) -> Claim:
    now = timezone.now()
    standing = selectors.standing_of(wish)
    if standing is None or not wish.reviewer.is_active:
        require_reviewer(user=wish.reviewer, project_id=wish.project_id)
        raise _LostRace  # made a reviewer between the two looks
    if standing.lease_expires_at is not None and standing.lease_expires_at > now:
        if standing.project_id != wish.project_id:
            raise Conflict(
                "lease_elsewhere",
                "You hold an item of another project. Judge it or hand it back first.",
                extra={"project": standing.project_id, "assignment": standing.round_id},
            )
        return Claim(round_id=standing.round_id)
    if standing.is_untrained:
        raise not_qualified(project_id=wish.project_id, role="reviewer")

    queue = selectors.claimable(wish, now)
    if connection.features.has_select_for_update_skip_locked:
        with transaction.atomic():
            given = _take_first(wish, partial(_lock_first, queue), own_is_stale=standing.round_id is not None)
    else:
        # SQLite locks all of the database for a transaction that writes. So nothing is compiled inside, and those
        # who wait for work only look, which holds up nobody.
        look = partial(_first_of, *queue.query.sql_with_params())
        given = None
        if look() is not None:
            with transaction.atomic():
                given = _take_first(wish, look, own_is_stale=standing.round_id is not None)
    if given is None:
        return _nothing_left(selectors.holds_in_the_way(wish, now), now)
    return Claim(round_id=given, is_new=True)


def _lock_first(queue: QuerySet[Any]) -> Any:
    """The first round of the queue that nobody else is claiming, locked; else the first of all, or None."""
    found = queue.select_for_update(of=("self",), skip_locked=True, no_key=True).first()
    if found is None:
        # What was skipped is being claimed by somebody else, and its second slot may still be free.
        found = queue.select_for_update(of=("self",), no_key=True).first()
    return found


def _first_of(sql: str, parameters: Sequence[Any]) -> Any:
    """The first round of a compiled queue, or None."""
    return next(iter(Round.objects.raw(f"{sql} LIMIT 1", parameters)), None)


def _take_first(wish: Wish, find: Callable[[], Any], *, own_is_stale: bool) -> int | None:
    """Takes a slot of the round that `find` gives, inside a transaction; the round's id, or None for none."""
    found = find()
    if found is None:
        return None
    now = timezone.now()
    steps: list[tuple[StepKind, int, int]] = []
    if own_is_stale or found.has_stale:
        steps += [(StepKind.EXPIRED, *hold) for hold in _expire_stale(wish.reviewer, found.pk, now)]
    _take_slot(found, wish.reviewer, now)
    kind = StepKind.CLAIMED if found.own_id is None else StepKind.TAKEN_UP
    note_steps([*steps, (kind, found.pk, wish.reviewer.pk)], at=now)
    round_id: int = found.pk
    return round_id


def _take_slot(found: Any, reviewer: User, now: datetime) -> None:
    """Writes the claim of a row of `selectors.claimable`; raises when the slot is gone."""
    slot = 1 if found.taken in (0, 2) else 2
    lease = lease_end(claimed_at=now, now=now, lease=settings.REVIEW_LEASE)
    if found.own_id is None:
        Assignment.objects.create(
            round_id=found.pk,
            project_id=found.project_id,
            slot=slot,
            reviewer=reviewer,
            author_id=found.author_id,
            writer_id=found.writer_id,
            claimed_at=now,
            lease_expires_at=lease,
        )
        return
    taken_up = Assignment.objects.filter(pk=found.own_id, state=AssignmentState.EXPIRED).update(
        state=AssignmentState.HELD, slot=slot, claimed_at=now, lease_expires_at=lease, ended_at=None
    )
    if not taken_up:
        raise _LostRace


def _expire_stale(reviewer: User, round_id: int, now: datetime) -> list[tuple[int, int]]:
    """Marks holds that ran out, the reviewer's own and the round's; drafts and watched stretches stay.

    Gives (round id, reviewer id) of each.
    """
    stale = Assignment.objects.filter(
        Q(reviewer=reviewer) | Q(round_id=round_id), state=AssignmentState.HELD, lease_expires_at__lte=now
    )
    # Locked in one order, so that two claims which each find the other's stale hold cannot wait in a circle.
    rows = list(
        stale.order_by("pk").select_for_update(no_key=True).values_list("pk", "round_id", "reviewer_id")
    )
    expired = Assignment.objects.filter(pk__in=[row[0] for row in rows], state=AssignmentState.HELD)
    expired.update(state=AssignmentState.EXPIRED, ended_at=now)
    return [(held_round, holder) for _, held_round, holder in rows]


def _nothing_left(holds: Sequence[tuple[int, datetime]], now: datetime) -> Claim:
    ends = [next_possible_end(claimed_at=at, now=now, lease=settings.REVIEW_LEASE) for _, at in holds]
    return Claim(
        round_id=None, held=len({round_id for round_id, _ in holds}), frees_at=min(ends, default=None)
    )


def lock_own(*, reviewer: User, round_id: int) -> Assignment:
    """The reviewer's assignment of that round, its row locked until the transaction ends.

    Project, verdict, round, revision, clip and video are joined (not locked). Raises NotFound as require_holder does.
    """
    return require_holder(
        selectors.own(reviewer)
        .select_for_update(of=("self",), no_key=True)
        .select_related("project", "verdict", "round__revision__clip__video")
        .defer("round__revision__record_json")
        .filter(round_id=round_id)
        .first()
    )


def require_live(assignment: Assignment, now: datetime) -> None:
    """Raises Conflict unless the assignment is held and its lease lives. Says nothing about who has the slot."""
    if assignment.state == AssignmentState.SUBMITTED:
        raise Conflict("verdict_given", "You have judged this item already.")
    if assignment.state == AssignmentState.RELEASED:
        raise Conflict("assignment_released", "You handed this item back; ask for the next one.")
    if assignment.state == AssignmentState.EXPIRED or assignment.lease_expires_at <= now:
        raise Conflict(
            "lease_expired",
            "Your hold of this item has run out. What you wrote is kept; ask for the next item to go on with this "
            "one if it is still free.",
        )


@transaction.atomic
def heartbeat(*, reviewer: User, round_id: int, watched: Sequence[Sequence[float]] = ()) -> Assignment:
    """Renews the lease of a held assignment and adds the played stretches (seconds of the prepared video).

    Raises Conflict `lease_expired`, `assignment_released` or `verdict_given`, Invalid `invalid_stretch`.
    """
    assignment = lock_own(reviewer=reviewer, round_id=round_id)
    now = timezone.now()
    require_live(assignment, now)
    assignment.lease_expires_at = max(
        assignment.lease_expires_at,
        lease_end(claimed_at=assignment.claimed_at, now=now, lease=settings.REVIEW_LEASE),
    )
    add_watched(assignment, watched)
    assignment.save(update_fields=["lease_expires_at", "watched"])
    return assignment


def add_watched(assignment: Assignment, reported: Sequence[Sequence[float]]) -> None:
    """Joins reported stretches into `assignment.watched`; the caller saves. Raises Invalid."""
    new = watching.read_stretches(reported, duration=selectors.prepared_duration(assignment))
    known = watching.from_json(assignment.watched)
    assignment.watched = watching.to_json(watching.join_stretches([*known, *new]))


@transaction.atomic
def save_draft(*, reviewer: User, round_id: int, draft: dict[str, Any]) -> Assignment:
    """Keeps an unfinished verdict; it replaces the earlier one. Raises Conflict as heartbeat does."""
    assignment = lock_own(reviewer=reviewer, round_id=round_id)
    require_live(assignment, timezone.now())
    assignment.draft = draft
    assignment.save(update_fields=["draft"])
    return assignment


@transaction.atomic
def release(*, reviewer: User, round_id: int) -> Assignment:
    """Skips or hands back an item: the slot is free for somebody else, and not offered to this person again.

    Twice is the same as once. Raises Conflict `verdict_given` after a verdict.
    """
    assignment = lock_own(reviewer=reviewer, round_id=round_id)
    if assignment.state == AssignmentState.SUBMITTED:
        raise Conflict("verdict_given", "You have judged this item already; it cannot be handed back.")
    if assignment.state != AssignmentState.RELEASED:
        assignment.state = AssignmentState.RELEASED
        assignment.ended_at = timezone.now()
        assignment.save(update_fields=["state", "ended_at"])
        note_step(round_id=round_id, kind=StepKind.RELEASED, actor_id=reviewer.pk, at=assignment.ended_at)
    return assignment


def release_without_role(membership: Membership) -> None:
    """Frees what a person holds in a project when they review there no more: others need not wait for the lease.

    Registered with accounts (review/apps.py): runs in the transaction that changes the membership.
    """
    if membership.is_reviewer and membership.ended_at is None:
        return
    held = Assignment.objects.select_for_update(of=("self",)).filter(
        reviewer_id=membership.user_id,
        round__question__project_id=membership.project_id,
        state=AssignmentState.HELD,
    )
    for assignment in held.order_by("pk"):
        assignment.state = AssignmentState.RELEASED
        assignment.ended_at = timezone.now()
        assignment.save(update_fields=["state", "ended_at"])
        note_step(
            round_id=assignment.round_id,
            kind=StepKind.RELEASED,
            actor_id=membership.user_id,
            at=assignment.ended_at,
        )
