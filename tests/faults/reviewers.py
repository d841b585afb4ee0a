"""Reviewers that are processes: they work a queue and are killed in the middle of it, again and again.

    python -m tests.faults.reviewers PROJECT KILLS FOLDER ID...

One process for each reviewer id, all judging items of that project as fast as they can; some hand items back, some let
their hold run out, some die by SIGKILL and come back later. Each writes a line `round decision` into FOLDER/ID once a
verdict of theirs has been answered. Ends when no round of the project is open; prints how many were killed.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Final

import django

LEASE_SECONDS: Final = 1.5


def work(project_id: int, reviewer_id: int, folder: Path) -> None:
    """Judges until no round of the project is open."""
    from django.db import OperationalError

    from accounts.models import User
    from kernel.errors import Conflict
    from review.assignments.services import claim_next, release, save_draft
    from review.rounds.models import Round
    from tests.review.rows import ACCEPT, REJECT, judge

    dice = random.Random()
    reviewer = User.objects.get(pk=reviewer_id)
    answered = os.open(folder / str(reviewer_id), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    while Round.objects.filter(project_id=project_id, closed_at=None).exists():
        try:
            round_id = claim_next(reviewer=reviewer, project_id=project_id).round_id
            if round_id is None:
                time.sleep(0.1)
                continue
            save_draft(reviewer=reviewer, round_id=round_id, draft={"comment": f"by {reviewer_id}"})
            chance = dice.random()
            if chance < 0.10:
                release(reviewer=reviewer, round_id=round_id)
                continue
            if chance < 0.15:
                time.sleep(1.5 * LEASE_SECONDS)
            what = ACCEPT if dice.random() < 0.8 else REJECT
            judge(reviewer, Round(pk=round_id), what)
            os.write(answered, f"{round_id} {what.decision}\n".encode())
        except Conflict as lost:
            if lost.code not in {"lease_expired", "queue_busy"}:
                raise
        except OperationalError as refused:
            # SQLite lets one write at a time; who waited too long is refused, and asks again as a browser does.
            if "locked" not in str(refused):
                raise


def start(project_id: int, reviewer_id: int, folder: Path) -> int:
    """The number of a process that works as this reviewer."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        work(project_id, reviewer_id, folder)
        code = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stderr.flush()
        os._exit(code)


def run(project_id: int, kills: int, folder: Path, reviewers: list[int]) -> int:
    """Lets all of them work, kills `kills` of them at times of chance; how many died. Raises RuntimeError for a fault.

    This process never opens a connection to the database, so that none is shared with those it starts.
    """
    dice = random.Random()
    working = {start(project_id, each, folder): each for each in reviewers}
    away: list[tuple[float, int]] = []
    killed = 0
    while working or away:
        time.sleep(dice.uniform(0.02, 0.15))
        while (ended := os.waitpid(-1, os.WNOHANG) if working else (0, 0))[0]:
            reviewer_id = working.pop(ended[0])
            if os.WIFSIGNALED(ended[1]):
                away.append((time.monotonic() + dice.uniform(0, 2 * LEASE_SECONDS), reviewer_id))
            elif os.waitstatus_to_exitcode(ended[1]):
                raise RuntimeError(f"reviewer {reviewer_id} ended by an error")
        for back in [each for each in away if each[0] <= time.monotonic()]:
            away.remove(back)
            working[start(project_id, back[1], folder)] = back[1]
        if killed < kills and working:
            os.kill(dice.choice(list(working)), signal.SIGKILL)
            killed += 1
    return killed


def main() -> None:
    """Sets up Django with short leases and no time for undoing, and runs."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.faults.settings")
    django.setup()
    from django.conf import settings

    settings.REVIEW_LEASE = timedelta(seconds=LEASE_SECONDS)
    settings.REVIEW_UNDO = timedelta(0)
    project_id, kills, folder, *reviewers = sys.argv[1:]
    killed = run(int(project_id), int(kills), Path(folder), [int(each) for each in reviewers])
    print(json.dumps({"killed": killed}))


if __name__ == "__main__":
    main()
