"""One attempt in this process: how handlers end and what is left on the row."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from jobs import context as context_module
from jobs import housekeeping, leases, registry, runner, services
from jobs.context import JobContext
from jobs.errors import JobCancelled, LeaseLost
from jobs.models import Job
from tests.jobs.handlers import ENDS, make_job, outcomes
from tests.jobs.test_leases import row

pytestmark = pytest.mark.django_db(transaction=True)

Sent = list[tuple[int, str]]


@pytest.fixture(autouse=True)
def own_kinds() -> Iterator[None]:
    """Kinds that a test registers for itself are gone after it."""
    before, prunes = dict(registry._handlers), dict(registry._prunes)
    yield
    registry._handlers.clear()
    registry._handlers.update(before)
    registry._prunes.clear()
    registry._prunes.update(prunes)


def test_job_ends_with_its_result_when_the_handler_returns(sent: Sent) -> None:
    job = make_job(payload={"number": 21})
    assert runner.run(job_id=job.pk, worker="w") == "succeeded"
    after = row(job)
    assert (after["state"], after["progress"], after["message"]) == ("succeeded", 1.0, "half of it")
    assert (after["result"], after["error"], after["lease_token"]) == ({"doubled": 42}, "", None)
    assert outcomes(job) == [(1, "succeeded")]


def test_nothing_runs_when_the_wake_up_comes_twice(sent: Sent) -> None:
    job = make_job()
    runner.run(job_id=job.pk, worker="w")
    before = row(job)
    assert runner.run(job_id=job.pk, worker="w") is None
    assert row(job) == before


@pytest.mark.parametrize(
    ("raised", "state", "code", "words"),
    [
        ("permanent", "failed", "file_gone", "The source file is gone. Upload it again."),
        ("domain", "queued", "segment_late", "Segment 2 ends after the video."),
        (
            "disk",
            "queued",
            "disk_full",
            "The disk of the worker is full. Make room on it, then retry the job.",
        ),
        (
            "other",
            "queued",
            "unexpected",
            "Something went wrong that the program does not know (RuntimeError). ",
        ),
    ],
)
def test_error_is_kept_in_plain_words_when_the_handler_raises(
    sent: Sent, caplog: pytest.LogCaptureFixture, raised: str, state: str, code: str, words: str
) -> None:
    job = make_job(payload={"raise": raised})
    with caplog.at_level(logging.ERROR, logger="longemo.jobs"):
        assert runner.run(job_id=job.pk, worker="w") == state
    after = row(job)
    assert (after["state"], after["error_code"]) == (state, code)
    assert str(after["error"]).startswith(words)
    assert "secret inner text" not in str(after["error"])
    assert "Traceback" not in str(after["error"])
    logged = [r for r in caplog.records if r.exc_info]
    assert len(logged) == (0 if raised == "permanent" else 1)
    assert all(r.__dict__["job_id"] == job.pk for r in logged)


def test_job_comes_back_when_a_service_has_said_when(sent: Sent, caplog: pytest.LogCaptureFixture) -> None:
    job = make_job(payload={"raise": "later", "after": 100, "counts": True}, max_attempts=2)
    before = timezone.now()
    with caplog.at_level(logging.ERROR, logger="longemo.jobs"):
        assert runner.run(job_id=job.pk, worker="w") == "queued"
    after = Job.objects.get(pk=job.pk)
    pause = (after.run_after - before).total_seconds()
    # Never earlier than asked, and not all at once.
    assert 100 <= pause < 125
    assert (after.error_code, after.error, after.max_attempts) == ("busy", "The service is busy.", 2)
    assert caplog.records == []
    Job.objects.filter(pk=job.pk).update(run_after=before)
    assert runner.run(job_id=job.pk, worker="w") == "failed"
    assert outcomes(job) == [(1, "retried"), (2, "failed")]


def test_job_keeps_its_attempts_when_it_has_only_waited_for_its_turn(sent: Sent) -> None:
    job = make_job(payload={"raise": "later", "after": 0, "counts": False}, max_attempts=1)
    for _ in range(3):
        Job.objects.filter(pk=job.pk).update(run_after=timezone.now())
        assert runner.run(job_id=job.pk, worker="w") == "queued"
    after = Job.objects.get(pk=job.pk)
    assert (after.attempts, after.max_attempts) == (3, 4)


def test_job_fails_at_once_when_the_same_would_happen_again(sent: Sent) -> None:
    job = make_job(payload={"raise": "hopeless"})
    assert runner.run(job_id=job.pk, worker="w") == "failed"
    assert (row(job)["error_code"], row(job)["attempts"]) == ("over_budget", 1)


def test_job_fails_for_good_when_its_kind_is_unknown_to_the_worker(sent: Sent) -> None:
    job = make_job()
    Job.objects.filter(pk=job.pk).update(kind="test.of_the_future")
    assert runner.run(job_id=job.pk, worker="w") == "failed"
    assert (row(job)["error_code"], row(job)["attempts"]) == ("kind_unknown", 1)


def test_job_goes_through_all_its_attempts_when_it_keeps_failing(sent: Sent) -> None:
    job = make_job(payload={"raise": "other"})
    for _ in range(3):
        Job.objects.filter(pk=job.pk).update(run_after=timezone.now())
        runner.run(job_id=job.pk, worker="w")
    assert row(job)["state"] == "failed"
    assert outcomes(job) == [(1, "retried"), (2, "retried"), (3, "failed")]
    errors = job.attempt_rows.values_list("error_code", flat=True)
    assert list(errors) == ["unexpected"] * 3


def test_end_of_the_job_stands_when_its_subject_raises(sent: Sent, caplog: pytest.LogCaptureFixture) -> None:
    job = make_job("test.angry", queue="media")
    assert runner.run(job_id=job.pk, worker="w") == "failed"
    assert (row(job)["state"], row(job)["message"]) == ("failed", "")
    assert "could not be told" in caplog.text


def test_subject_is_told_in_the_same_transaction_when_the_job_fails(sent: Sent) -> None:
    job = make_job("test.told", queue="media", payload={"a": 1})
    runner.run(job_id=job.pk, worker="w")
    (told,) = ENDS
    assert told == registry.JobEnd(
        job.pk, "test.told", "thing:1", {"a": 1}, "failed", "no", "It cannot be done."
    )


def test_handler_stops_when_the_job_is_cancelled_while_it_runs(
    sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context_module, "LOOK_SECONDS", 0.05)
    steps: list[int] = []
    started = threading.Event()

    @registry.handler("test.long", queue="default")
    def run(context: JobContext, payload: dict[str, Any]) -> None:
        started.set()
        for step in range(1000):
            steps.append(step)
            if context.cancelled():
                context.raise_if_stopped()
            time.sleep(0.01)

    job = make_job("test.long")

    def cancel() -> None:
        started.wait(5)
        services.request_cancellation(job_id=job.pk)
        connection.close()

    thread = threading.Thread(target=cancel)
    thread.start()
    assert runner.run(job_id=job.pk, worker="w") == "cancelled"
    thread.join()
    assert len(steps) < 500
    assert (row(job)["state"], row(job)["error"], row(job)["lease_token"]) == ("cancelled", "", None)
    assert outcomes(job) == [(1, "cancelled")]


def test_job_succeeds_when_the_cancellation_came_too_late(sent: Sent) -> None:
    @registry.handler("test.quick", queue="default")
    def run(context: JobContext, payload: dict[str, Any]) -> None:
        services.request_cancellation(job_id=context.job_id)

    job = make_job("test.quick")
    assert runner.run(job_id=job.pk, worker="w") == "succeeded"
    assert row(job)["state"] == "succeeded"


def test_silent_handler_keeps_its_lease_when_it_runs_longer_than_one(
    sent: Sent, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.JOB_LEASE = timedelta(seconds=0.6)
    seen: list[bool] = []

    @registry.handler("test.silent", queue="default")
    def run(context: JobContext, payload: dict[str, Any]) -> None:
        for _ in range(8):
            time.sleep(0.2)
            seen.append(leases.claim(job_id=context.job_id, worker="thief") is None)

    job = make_job("test.silent")
    assert runner.run(job_id=job.pk, worker="w") == "succeeded"
    assert seen == [True] * 8
    assert outcomes(job) == [(1, "succeeded")]


def test_worker_writes_nothing_when_its_job_was_taken_back(
    sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context_module, "LOOK_SECONDS", 0.05)
    told: list[type[BaseException]] = []

    @registry.handler("test.taken", queue="default")
    def run(context: JobContext, payload: dict[str, Any]) -> dict[str, Any]:
        token = Job.objects.values_list("lease_token", flat=True).get(pk=context.job_id)
        assert token is not None
        leases.take_back(job_id=context.job_id, token=token, worker_ended=True)
        second = leases.claim(job_id=context.job_id, worker="two")
        assert second is not None
        deadline = time.monotonic() + 5
        while not context.cancelled() and time.monotonic() < deadline:
            time.sleep(0.01)
        attempts: list[Callable[[], None]] = [
            lambda: context.progress(0.9),
            context.raise_if_stopped,
            lambda: held(context),
        ]
        for attempt in attempts:
            with pytest.raises(LeaseLost):
                attempt()
            told.append(LeaseLost)
        return {"late": True}

    def held(context: JobContext) -> None:
        with transaction.atomic():
            context.hold_lease()

    job = make_job("test.taken")
    assert runner.run(job_id=job.pk, worker="one") == "lost"
    assert len(told) == 3
    after = row(job)
    assert (after["state"], after["result"], after["progress"], after["attempts"]) == (
        "running",
        None,
        0.0,
        2,
    )
    assert outcomes(job) == [(1, "lost"), (2, "")]


def test_reports_are_thinned_out_when_they_come_fast(sent: Sent, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[float | None] = []
    renew = leases.renew

    def counted(**given: Any) -> bool:
        written.append(given.get("progress"))
        return renew(**given)

    monkeypatch.setattr(leases, "renew", counted)
    lease = leases.claim(job_id=make_job().pk, worker="w")
    assert lease is not None
    context = JobContext(lease)
    for step in range(100):
        context.progress(step / 100)
    context.progress(0.995, "now with words")
    context.progress(1.0)
    assert written == [0.0, 0.995, 1.0]


def test_progress_raises_when_the_job_was_cancelled(sent: Sent) -> None:
    lease = leases.claim(job_id=make_job().pk, worker="w")
    assert lease is not None
    context = JobContext(lease)
    services.request_cancellation(job_id=lease.job_id)
    assert context.cancelled() is False
    with pytest.raises(JobCancelled):
        context.progress(0.5)
    assert context.cancelled() is True


def test_kind_is_refused_when_another_function_has_it() -> None:
    with pytest.raises(ValueError, match=r"is handled by tests\.jobs\.handlers already"):

        @registry.handler("test.plain", queue="default")
        def other(context: JobContext, payload: dict[str, Any]) -> None:
            return None

    with pytest.raises(ValueError, match="asks for queue 'fast'"):
        registry.handler("test.x", queue="fast")


def test_housekeeping_goes_on_when_one_part_fails(caplog: pytest.LogCaptureFixture) -> None:
    registry._prunes.clear()

    @registry.housekeeping("a.broken")
    def broken() -> int:
        raise OSError("no disk")

    @registry.housekeeping("b.uploads")
    def uploads() -> int:
        return 3

    assert housekeeping.tidy() == {"b.uploads": 3}
    assert "a.broken failed" in caplog.text
