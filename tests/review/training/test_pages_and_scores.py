"""The pure parts of training: pages, order, verdicts, rates, hours."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from review.activity.sessions import Session, seconds_worked
from review.training.pages import GuidelinePage, pages_of
from review.training.scoring import (
    GoldVerdict,
    Proportion,
    choose_items,
    detection,
    false_rejects,
    is_right,
)
from review.training.workflow import Demands, Progress, Run, is_qualified, steps_left

NOON = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


def test_pages_begin_at_headings_when_the_text_has_some() -> None:
    text = "Read this first.\n\n# Labels\nOne of 26.\n\n## Stages  \n\nIn order.\n### Detail\nInside.\n"
    assert pages_of(text) == [
        GuidelinePage("", "Read this first."),
        GuidelinePage("Labels", "One of 26."),
        GuidelinePage("Stages", "In order.\n### Detail\nInside."),
    ]


def test_pages_keep_a_heading_without_text_when_the_next_one_follows() -> None:
    assert pages_of("# Part one\n## Labels\nOne.\n# End") == [
        GuidelinePage("Part one · Labels", "One."),
        GuidelinePage("End", ""),
    ]
    assert pages_of("#no heading\n#\n# ") == [GuidelinePage("", "#no heading\n#\n#")]
    assert pages_of(" \n\n") == []


@pytest.mark.parametrize(
    ("gold", "named_by", "decision", "reasons", "right"),
    [
        ("accept", [], "accept", [], True),
        ("accept", [], "reject", ["other"], False),
        ("reject", ["stage_order"], "reject", ["stage_order", "other"], True),
        ("reject", ["stage_order"], "reject", ["other"], False),
        ("reject", ["stage_order"], "accept", [], False),
        ("reject", [], "reject", ["other"], True),
    ],
)
def test_verdict_is_right_when_decision_and_reason_fit(
    gold: str, named_by: list[str], decision: str, reasons: list[str], right: bool
) -> None:
    assert is_right(gold=gold, named_by=named_by, decision=decision, reasons=reasons) is right


def test_run_takes_items_seen_least_when_there_are_more_than_it_needs() -> None:
    first = choose_items(range(1, 11), seen={}, length=4, key="1:7:1")
    assert len(set(first)) == 4
    assert first == choose_items(range(10, 0, -1), seen={}, length=4, key="1:7:1")
    second = choose_items(range(1, 11), seen=dict.fromkeys(first, 1), length=6, key="1:7:2")
    assert set(second) == set(range(1, 11)) - set(first)
    assert choose_items([3, 4], seen={}, length=9, key="x") in ([3, 4], [4, 3])
    assert {tuple(choose_items(range(4), seen={}, length=4, key=str(key))) for key in range(20)} != {
        tuple(first)
    }


def test_wilson_interval_has_known_values_when_computed_by_hand() -> None:
    # p = 0.5, n = 10, z^2 = 3.8415: centre 0.5, half 0.2634 (Newcombe 1998 gives 0.2366 to 0.7634).
    low, high = Proportion(5, 10).interval or (0, 0)
    assert (round(low, 4), round(high, 4)) == (0.2366, 0.7634)
    none = Proportion(0, 10).interval or (1, 0)
    assert (none[0], round(none[1], 4)) == (0.0, 0.2775)
    every = Proportion(10, 10).interval or (0, 0)
    assert (round(every[0], 4), every[1]) == (0.7225, 1.0)
    assert (Proportion(0, 0).rate, Proportion(0, 0).interval) == (None, None)


def test_rates_count_flawed_and_sound_items_apart_when_both_were_judged() -> None:
    verdicts = [
        GoldVerdict("reject", "reject", True),
        GoldVerdict("reject", "reject", False),
        GoldVerdict("reject", "accept", False),
        GoldVerdict("accept", "accept", True),
        GoldVerdict("accept", "reject", False),
    ]
    assert detection(verdicts) == Proportion(1, 3)
    assert false_rejects(verdicts) == Proportion(1, 2)


def session(start: float, end: float, seconds: float) -> Session:
    return Session(NOON + timedelta(seconds=start), NOON + timedelta(seconds=end), seconds)


def test_hours_are_added_when_sessions_follow_each_other() -> None:
    assert seconds_worked([session(0, 100, 80), session(100, 200, 50), session(500, 600, 100)]) == 230


def test_hours_never_pass_the_clock_when_sessions_overlap() -> None:
    two_tabs = [session(0, 100, 90), session(10, 110, 90)]
    assert seconds_worked(two_tabs) == 110
    assert seconds_worked([*two_tabs, session(200, 300, 60)]) == 170
    # A short one inside a long one, and one that overlaps only with the long one: one group of 300 s.
    assert seconds_worked([session(0, 300, 200), session(10, 20, 10), session(100, 200, 30)]) == 240
    assert seconds_worked([]) == 0


DEMANDS = Demands(frozenset({"reviewer"}), 5.0, 10, 3, {"annotator": 0.6, "reviewer": 0.8})


def progress(
    *, read: int = 4, seconds: float = 18_000, runs: tuple[Run, ...] = (), allowed: int = 3
) -> Progress:
    return Progress(4, read, seconds, runs, allowed, 20)


def test_steps_are_left_when_each_is_missing() -> None:
    good = Run(1, 8, 10, 10, NOON)
    assert steps_left(progress(read=3, seconds=17_999.9), DEMANDS, "reviewer") == [
        "reading",
        "hours",
        "practice",
    ]
    assert steps_left(progress(runs=(good,)), DEMANDS, "reviewer") == []
    poor = Run(1, 7, 10, 10, NOON)
    assert steps_left(progress(runs=(poor,)), DEMANDS, "reviewer") == ["practice"]
    assert steps_left(progress(runs=(poor,)), DEMANDS, "annotator") == []
    # The best of the finished runs counts; one that is not finished does not.
    unfinished = Run(2, 9, 9, 10, None)
    assert steps_left(progress(runs=(poor, unfinished)), DEMANDS, "reviewer") == ["practice"]
    assert (progress(runs=(good, poor)).best_score, progress(runs=(good, poor)).runs_left) == (0.8, 1)


def test_person_is_qualified_when_the_last_event_is_no_revocation() -> None:
    assert [is_qualified(events) for events in ([], ["earned"], ["earned", "revoked"])] == [
        False,
        True,
        False,
    ]
    assert is_qualified(["earned", "revoked", "granted"]) is True
