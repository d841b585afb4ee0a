"""Flawed copies: what is changed, that nothing else is, and that a seed gives the same copy."""

from __future__ import annotations

import copy
from decimal import Decimal
from typing import Any

import pytest

from annotation.emotic.labels import LABELS
from annotation.questions.record_checks import check_record
from review.training.flaws import FLAWS, Evidence, FlawName, Material, make_flawed, possible_flaws
from review.verdicts.reasons import find_reason
from tests.review.rows import record_of

GROUPS = {label.name: label.group for label in LABELS}
SEEDS = range(25)


def material(task: str, granularity: str = "clip", **extra: Any) -> Material:
    return Material(record_of("G1_Q000001", "G1_V000001", granularity, task), **extra)


LABELLED = material("contextual emotion", evidence=(Evidence(Decimal(21), Decimal("22.5"), ("face",)),))
CHANGING = material("emotion transition")
STAGED = material("emotion trajectory", stage_times={"S1": Decimal("20.500"), "S2": Decimal("40.500")})
ALL = [LABELLED, CHANGING, STAGED]


@pytest.mark.parametrize("flaw", FLAWS)
@pytest.mark.parametrize("sound", ALL)
def test_copy_is_the_same_again_and_leaves_the_original_when_made_by_one_seed(
    sound: Material, flaw: FlawName
) -> None:
    before = copy.deepcopy(sound)
    for seed in SEEDS:
        made = make_flawed(sound, flaw=flaw, seed=seed)
        assert made == make_flawed(sound, flaw=flaw, seed=seed)
        if made is None:
            continue
        assert made.flaw == flaw
        assert made.material != sound
        assert check_record(made.material.record) == check_record(sound.record)
        assert all(change.before != change.after for change in made.changes)
        named = [find_reason(code) for code in made.reasons]
        granularity, task = sound.record["granularity"], sound.record["type"]
        assert all(reason is not None and reason.applies_to(granularity, task) for reason in named)
    assert sound == before


def test_flaws_are_possible_when_the_record_has_a_place_for_them() -> None:
    assert possible_flaws(LABELLED) == ["wrong_label", "shifted_time", "leaked_answer"]
    assert possible_flaws(CHANGING) == ["wrong_label", "leaked_answer"]
    assert possible_flaws(STAGED) == ["shifted_time", "swapped_stages", "leaked_answer"]


def test_wrong_label_comes_from_another_group_when_one_is_replaced() -> None:
    for seed in SEEDS:
        made = make_flawed(LABELLED, flaw="wrong_label", seed=seed)
        assert made is not None
        [label] = made.material.record["answer"]
        assert GROUPS[label] != GROUPS["sadness"]
        assert {**made.material.record, "answer": ["sadness"]} == LABELLED.record
        assert made.changes[0].field == "answer"


def test_wrong_label_changes_one_side_when_the_task_has_two() -> None:
    sides = set()
    for seed in SEEDS:
        made = make_flawed(CHANGING, flaw="wrong_label", seed=seed)
        assert made is not None
        answer = made.material.record["answer"]
        changed = [side for side in ("before", "after") if answer[side] != CHANGING.record["answer"][side]]
        assert [f"answer.{side}" for side in changed] == [made.changes[0].field]
        sides.update(changed)
    assert sides == {"before", "after"}


def test_time_moves_by_a_quarter_of_the_video_and_stays_inside_when_shifted() -> None:
    # The clip runs from 20 to 44 on the original timeline: a quarter is 6 s.
    for seed in SEEDS:
        made = make_flawed(STAGED, flaw="shifted_time", seed=seed)
        assert made is not None
        moved = [
            stage for stage, time in made.material.stage_times.items() if time != STAGED.stage_times[stage]
        ]
        assert len(moved) == 1
        time = made.material.stage_times[moved[0]]
        assert abs(time - STAGED.stage_times[moved[0]]) >= 6
        assert 20 <= time <= 44
        assert made.material.record == STAGED.record
        part = make_flawed(LABELLED, flaw="shifted_time", seed=seed)
        assert part is not None
        [evidence] = part.material.evidence
        assert evidence.end - evidence.start == Decimal("1.5")
        assert evidence.start >= 27
        assert evidence.end <= 44


def test_stages_change_places_with_their_times_when_swapped() -> None:
    made = make_flawed(STAGED, flaw="swapped_stages", seed=3)
    assert made is not None
    items = made.material.record["answer_details"]["items"]
    assert [(item["id"], item["description"]) for item in items] == [("S1", "Stage 2"), ("S2", "Stage 1")]
    assert made.material.stage_times == {"S2": Decimal("20.500"), "S1": Decimal("40.500")}
    assert made.reasons == ("stage_order",)


def test_question_says_the_answer_when_it_is_leaked() -> None:
    made = make_flawed(LABELLED, flaw="leaked_answer", seed=0)
    assert made is not None
    assert made.material.record["question"] == (
        "Given that it shows “sadness”: How does she feel in G1_Q000001?"
    )
    chinese = copy.deepcopy(LABELLED)
    chinese.record["question"] = "她的情绪如何？"  # type: ignore[index]
    told = make_flawed(chinese, flaw="leaked_answer", seed=0)
    assert told is not None
    assert told.material.record["question"] == "既然画面表现了“sadness”，她的情绪如何？"
