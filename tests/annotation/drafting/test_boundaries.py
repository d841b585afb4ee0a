"""Boundaries from signals alone: what each signal says, and how well they do where the truth is known."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from annotation.drafting.boundaries import (
    LONGEST_CLIP,
    SHORTEST_CLIP,
    Boundary,
    Cue,
    Signal,
    find_boundaries,
    find_gaps,
    find_pauses,
    spans_between,
)
from config.demo.script import DURATION, LINES, SCENES


def sound(*spoken: tuple[float, float], duration: float, hiss: int = 1) -> NDArray[np.int8]:
    """Peaks at 100 a second: loud in `spoken`, a hiss elsewhere."""
    level = np.full(round(duration * 100), hiss, np.int8)
    for start, end in spoken:
        level[round(start * 100) : round(end * 100)] = 90
    return np.stack([-level, level], axis=1)


def kinds(boundary: Boundary) -> list[str]:
    return [signal.kind for signal in boundary.signals]


def test_pause_is_found_when_the_sound_is_quiet_long_enough() -> None:
    heard = sound((0, 10), (10.3, 20), (22, 30), duration=30)
    (pause,) = find_pauses(heard)
    assert pause == pytest.approx((20.0, 22.0), abs=0.1)


@pytest.mark.parametrize("level", [0, 1, 100])
def test_no_pause_is_found_when_everything_is_equally_loud(level: int) -> None:
    assert list(find_pauses(np.full((3000, 2), level, np.int8))) == []


def test_pause_is_found_when_the_loudest_sample_has_the_lowest_value() -> None:
    heard = sound((0, 10), (12, 20), duration=20)
    heard[:200] = -128  # its size does not fit the type
    assert [round(start) for start, _ in find_pauses(heard)] == [10]


def test_gap_counts_from_the_last_line_that_is_shown_when_lines_overlap() -> None:
    lines = [Cue(1, 9), Cue(2, 3), Cue(9.5, 11), Cue(14, 15)]
    assert list(find_gaps(lines, 20.0)) == [(11, 14)]


def test_cut_says_where_when_a_pause_is_around_it() -> None:
    (found,) = find_boundaries(duration=60, cuts=[0, 30.1], peaks=sound((0, 29), (31, 60), duration=60))
    assert (found.time, kinds(found)) == (30.1, ["cut", "pause"])


def test_cut_is_doubted_when_somebody_speaks_across_it() -> None:
    across = [Cue(0, 60, "A")]
    silent = find_boundaries(duration=60, cuts=[30])
    assert [one.confidence for one in silent] == [0.45]
    assert find_boundaries(duration=60, cuts=[30], cues=across) == []


def test_boundary_is_surer_when_other_people_speak_after_it() -> None:
    lines = [Cue(10, 20, "A"), Cue(20.5, 28, "B"), Cue(32, 40, "C"), Cue(40.4, 50, "D")]
    same = [Cue(line.start, line.end, "A") for line in lines]
    (changed,) = find_boundaries(duration=60, cuts=[30], cues=lines)
    (unchanged,) = find_boundaries(duration=60, cuts=[30], cues=same)
    assert changed.confidence > unchanged.confidence
    assert changed.signals[-1] == Signal("speakers", words="A, B → C, D")
    assert "speakers" not in kinds(unchanged)


def test_weaker_boundary_is_left_out_when_it_is_near_a_stronger_one() -> None:
    found = find_boundaries(duration=60, cuts=[30, 32], peaks=sound((0, 29.5), (30.8, 60), duration=60))
    assert [one.time for one in found] == [30]


def test_nothing_is_found_when_there_is_nothing_to_go_by() -> None:
    assert find_boundaries(duration=60) == []
    assert [(span.start, span.end) for span in spans_between([], duration=60)] == [(0, 60)]


def test_long_span_is_divided_at_a_weaker_boundary_when_there_is_one() -> None:
    weak = [Boundary(time, confidence, ()) for time, confidence in ((50, 0.35), (100, 0.45), (190, 0.3))]
    spans = [(span.start, span.end) for span in spans_between(weak, duration=200)]
    assert spans == [(0, 100), (100, 200)]


def test_short_span_joins_the_neighbour_it_is_less_divided_from() -> None:
    marks = [Boundary(30, 0.9, ()), Boundary(34, 0.6, ()), Boundary(58, 0.8, ())]
    spans = [(span.start, span.end) for span in spans_between(marks, duration=60)]
    assert spans == [(0, 30), (30, 60)]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0.1, 599.9), st.floats(0.3, 1.0)), max_size=60),
    st.floats(7.0, 600.0),
)
def test_spans_cover_the_video_once_whatever_the_boundaries(
    marks: list[tuple[float, float]], duration: float
) -> None:
    inside = sorted({time: sure for time, sure in marks if time < duration}.items())
    spans = spans_between([Boundary(time, sure, ()) for time, sure in inside], duration=duration)
    assert (spans[0].start, spans[-1].end) == (0.0, duration)
    assert all(before.end == after.start for before, after in pairwise(spans))
    assert all(span.end - span.start >= SHORTEST_CLIP for span in spans)
    strong_inside = [time for time, sure in inside if sure >= 0.5]
    if not strong_inside and len(inside) >= 1 and duration > LONGEST_CLIP:
        dividable = [time for time, _ in inside if SHORTEST_CLIP <= time <= duration - SHORTEST_CLIP]
        assert (len(spans) > 1) == bool(dividable)


def matched(found: list[float], true: list[float], tolerance: float) -> tuple[float, float]:
    """Precision and recall; each true moment is matched by at most one found."""
    left = list(found)
    hits = 0
    for moment in true:
        near = [one for one in left if abs(one - moment) <= tolerance]
        if near:
            left.remove(min(near, key=lambda one: abs(one - moment)))
            hits += 1
    return hits / len(found) if found else 0.0, hits / len(true)


#: What the demo's video is by construction: its scenes begin with hard cuts, its sound is its lines.
CUTS = [scene.start for scene in SCENES]
CUES = [Cue(line.start, line.end, line.speaker) for line in LINES]
HEARD = sound(*((line.start, line.end) for line in LINES), duration=DURATION)
SCENE_CHANGES = [scene.start for scene in SCENES[1:]]


def strong(boundaries: list[Boundary]) -> list[float]:
    return [one.time for one in boundaries if one.confidence >= 0.5]


def test_scene_changes_of_the_demo_are_found_when_all_signals_are_there() -> None:
    found = find_boundaries(duration=DURATION, cuts=CUTS, peaks=HEARD, cues=CUES)
    assert matched(strong(found), SCENE_CHANGES, 0.1) == (1.0, 1.0)
    assert [(span.start, span.end) for span in spans_between(found, duration=DURATION)] == [
        (scene.start, scene.end) for scene in SCENES
    ]


def test_pauses_of_the_demo_are_found_when_only_its_sound_is_heard() -> None:
    true = [((before.end + after.start) / 2, after.start - before.end) for before, after in pairwise(LINES)]
    long_enough = [middle for middle, length in true if length >= 0.7]
    found = [(start + end) / 2 for start, end in find_pauses(HEARD) if 1.5 < start < DURATION - 2]
    precision, recall = matched(found, [middle for middle, length in true if length >= 0.5], 0.3)
    assert (precision, matched(found, long_enough, 0.3)[1]) == (1.0, 1.0)
    assert recall == 14 / 16  # two of half a second are shorter than that once the sound is smoothed
