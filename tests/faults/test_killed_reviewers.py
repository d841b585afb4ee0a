"""The review queue while holds run out and the processes that serve reviewers are killed, on both databases.

A small crew by default. In full, 20 reviewers and 1,000 items, for some minutes:
REVIEW_PROOF=20x1000 pytest -n0 -s tests/faults/test_killed_reviewers.py
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from django.db import connection

from review.assignments.models import Assignment, AssignmentState
from review.rounds.models import Round
from review.trail.models import Step, StepKind
from review.verdicts.models import Verdict
from tests.faults.processes import ROOT, environment, marked
from tests.review.queues import assert_closed_once, assert_two_each, make_queue
from tests.services import die_with_parent

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults, pytest.mark.slow]

REVIEWERS, ITEMS = (int(number) for number in os.environ.get("REVIEW_PROOF", "6x60").split("x"))
KILLS = max(10, ITEMS // 10)
BEGINS = {StepKind.CLAIMED, StepKind.TAKEN_UP}
ENDS = {StepKind.EXPIRED, StepKind.RELEASED}


def work_and_die(project_id: int, reviewers: list[int], folder: Path) -> int:
    """Lets these reviewers work as processes until the queue is done; how many were killed."""
    mark = uuid.uuid4().hex
    arguments = [str(project_id), str(KILLS), str(folder), *map(str, reviewers)]
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.reviewers", *arguments],
        cwd=ROOT,
        env=environment(mark),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=die_with_parent,
    )
    try:
        out, err = process.communicate(timeout=60 + ITEMS)
    finally:
        for pid in marked(mark):
            os.kill(pid, signal.SIGKILL)
    assert process.returncode == 0, err.decode()[-3000:]
    killed: int = json.loads(out)["killed"]
    return killed


def assert_never_three() -> None:
    """Replays the trail: no round had at any time more than two people who hold or have judged it, nor one twice."""
    inside: dict[int, set[int]] = defaultdict(set)
    steps = Step.objects.filter(kind__in=BEGINS | ENDS).order_by("round_id", "id")
    for round_id, kind, actor in steps.values_list("round_id", "kind", "actor_id"):
        if kind in ENDS:
            # Who hands back a hold that has run out already was outside before.
            inside[round_id].discard(actor)
            continue
        assert actor not in inside[round_id]
        inside[round_id].add(actor)
        assert len(inside[round_id]) <= 2


def test_every_item_has_two_verdicts_of_two_people_when_holds_run_out_and_processes_die(
    tmp_path: Path,
) -> None:
    project, people, rounds = make_queue(REVIEWERS, ITEMS)
    started = time.monotonic()
    killed = work_and_die(project.pk, [person.pk for person in people], tmp_path)
    took = time.monotonic() - started
    did = Counter(Step.objects.values_list("kind", flat=True))
    print(f"{REVIEWERS} x {ITEMS}: {killed} killed, {dict(did)} in {took:.1f} s on {connection.vendor}")

    assert killed == KILLS
    assert_two_each(rounds)
    assert_closed_once(rounds)
    assert_never_three()
    assert not Round.objects.filter(closed_at=None).exists()
    # What was answered is stored; what is stored and was not answered is the last word of somebody who was killed.
    stored = {
        (str(reviewer), f"{round_id} {decision}")
        for reviewer, round_id, decision in Verdict.objects.values_list(
            "assignment__reviewer_id", "assignment__round_id", "decision"
        )
    }
    answered = {(file.name, line) for file in tmp_path.iterdir() for line in file.read_text().splitlines()}
    assert answered <= stored
    assert len(stored) - killed <= len(answered)
    # Holds did run out, and what was written in them is kept.
    lost = Assignment.objects.filter(state=AssignmentState.EXPIRED).exclude(draft={})
    assert did[StepKind.EXPIRED] > 0
    assert did[StepKind.RELEASED] > 0
    assert all(each.draft == {"comment": f"by {each.reviewer_id}"} for each in lost)
