"""Flawed copies of accepted records, for practice and for gold items. Pure: the same seed gives the same copy.

A flaw is one that reviewers are there to find. What was changed is told field by field, so that feedback can show it.
Times are seconds of the ORIGINAL video.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Final, Literal

from annotation.public import LABELS, check_record, is_label

FlawName = Literal["wrong_label", "shifted_time", "swapped_stages", "leaked_answer"]

_GROUPS: Final[Mapping[str, str]] = {label.name: label.group for label in LABELS}
_CHINESE: Final = re.compile("[\u4e00-\u9fff]")
_MILLISECOND: Final = Decimal("0.001")
#: A shift smaller than this share of the prepared video could be honest imprecision.
SMALLEST_SHIFT: Final = Decimal("0.25")


@dataclass(frozen=True, slots=True)
class Evidence:
    """One evidence interval as reviewers see it."""

    start: Decimal
    end: Decimal
    modalities: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Material:
    """What a reviewer sees of a question: the ten-field record, the evidence, and when stages begin (id to time)."""

    record: Mapping[str, Any]
    evidence: tuple[Evidence, ...] = ()
    stage_times: Mapping[str, Decimal] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Change:
    """One changed field, with what it said before and what it says now."""

    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Flawed:
    """A flawed copy. `reasons` are the codes of review/verdicts/reasons.py any of which names this flaw."""

    material: Material
    flaw: FlawName
    reasons: tuple[str, ...]
    changes: tuple[Change, ...]


_Maker = Callable[[Material, random.Random], Flawed | None]


def make_flawed(material: Material, *, flaw: FlawName, seed: int) -> Flawed | None:
    """A copy of `material` with that one flaw, chosen by `seed`; None where the record has no place for it.

    `material` stays as it is, and the copy has no format issue that `material` has not.
    """
    # The name is part of the seed: two flaws of one record must not be made at the same place by chance.
    chosen = random.Random(f"{flaw}:{seed}")  # noqa: S311 (repeatable, no secret)
    made = _MAKERS[flaw](material, chosen)
    if made is None or check_record(made.material.record) != check_record(material.record):
        return None
    return made


def possible_flaws(material: Material) -> list[FlawName]:
    """The flaws that this record has a place for, in fixed order."""
    return [name for name in FLAWS if make_flawed(material, flaw=name, seed=0) is not None]


# --- wrong label ----------------------------------------------------------------------------------------------


def _wrong_label(material: Material, chosen: random.Random) -> Flawed | None:
    """One label replaced by one of another group that the answer does not have; else a stage's emotion, likewise."""
    record = copy.deepcopy(dict(material.record))
    answer = record["answer"]
    sides: list[tuple[str, list[str]]] = (
        [("answer", answer)]
        if isinstance(answer, list)
        else [(f"answer.{side}", answer[side]) for side in ("before", "after")]
        if isinstance(answer, dict)
        else []
    )
    places = [(name, labels, at) for name, labels in sides for at in range(len(labels))]
    if places:
        name, labels, at = chosen.choice(places)
        before = labels[at]
        labels[at] = _other_label(before, {label for _, side in sides for label in side}, chosen)
        changes = (Change(name, before, labels[at]),)
        return Flawed(
            replace(material, record=record),
            "wrong_label",
            ("label_wrong", "label_surplus", "label_missing"),
            changes,
        )
    stages = [stage for stage in _stages(record) if is_label(stage["emotion"])]
    if not stages:
        return None
    stage = chosen.choice(stages)
    before = stage["emotion"]
    stage["emotion"] = _other_label(before, {each["emotion"] for each in stages}, chosen)
    return Flawed(
        replace(material, record=record),
        "wrong_label",
        ("stage_emotion",),
        (Change(f"answer_details.{stage['id']}.emotion", before, stage["emotion"]),),
    )


def _other_label(label: str, taken: set[str], chosen: random.Random) -> str:
    others = [one.name for one in LABELS if one.name not in taken and one.group != _GROUPS.get(label)]
    return chosen.choice(others)


# --- shifted time ---------------------------------------------------------------------------------------------


def _shifted_time(material: Material, chosen: random.Random) -> Flawed | None:
    """A stage's time, else an evidence interval, moved by at least a quarter of the video, staying inside it."""
    start, end = _span(material)
    if material.stage_times:
        stage = chosen.choice(sorted(material.stage_times))
        at = material.stage_times[stage]
        moved = _moved(at, Decimal(0), start, end, chosen)
        if moved is None:
            return None
        times = {**material.stage_times, stage: moved}
        return Flawed(
            replace(material, stage_times=times),
            "shifted_time",
            ("stage_anchor",),
            (Change(f"answer_details.{stage}.time", str(at), str(moved)),),
        )
    if not material.evidence:
        return None
    place = chosen.randrange(len(material.evidence))
    old = material.evidence[place]
    moved = _moved(old.start, old.end - old.start, start, end, chosen)
    if moved is None:
        return None
    new = replace(old, start=moved, end=moved + (old.end - old.start))
    evidence = (*material.evidence[:place], new, *material.evidence[place + 1 :])
    return Flawed(
        replace(material, evidence=evidence),
        "shifted_time",
        ("evidence_missing",),
        (Change(f"evidence.{place + 1}", f"{old.start}-{old.end}", f"{new.start}-{new.end}"),),
    )


def _span(material: Material) -> tuple[Decimal, Decimal]:
    """From the first to the last moment of the original that is known to be in the prepared video."""
    segments = material.record["source"]["segments"]
    if segments:
        starts = [Decimal(str(part["start"])) for part in segments]
        return min(starts), max(Decimal(str(part["end"])) for part in segments)
    ends = [part.end for part in material.evidence] + list(material.stage_times.values())
    rows = material.record["subtitles"] or ()
    return Decimal(0), max([*ends, *(Decimal(str(row["t"][1])) for row in rows)], default=Decimal(0))


def _moved(
    at: Decimal, length: Decimal, start: Decimal, end: Decimal, chosen: random.Random
) -> Decimal | None:
    """Another place in [start, end - length], at least SMALLEST_SHIFT of the whole away; None when there is none."""
    least = (end - start) * SMALLEST_SHIFT
    rooms = [(start, at - least), (at + least, end - length)]
    rooms = [(low, high) for low, high in rooms if low < high]
    if not rooms:
        return None
    low, high = chosen.choice(rooms)
    return (low + (high - low) * Decimal(str(round(chosen.random(), 6)))).quantize(_MILLISECOND)


# --- swapped stages -------------------------------------------------------------------------------------------


def _swapped_stages(material: Material, chosen: random.Random) -> Flawed | None:
    """Two neighbouring stages change places, each with its own time; ids stay in order."""
    record = copy.deepcopy(dict(material.record))
    stages = _stages(record)
    pairs = [at for at in range(len(stages) - 1) if _content(stages[at]) != _content(stages[at + 1])]
    if not pairs:
        return None
    at = chosen.choice(pairs)
    first, second = stages[at], stages[at + 1]
    changes = tuple(
        Change(f"answer_details.{stage['id']}", stage["description"], other["description"])
        for stage, other in ((first, second), (second, first))
    )
    moved = _content(first)
    first.update(_content(second))
    second.update(moved)
    swap = {first["id"]: second["id"], second["id"]: first["id"]}
    times = {swap.get(stage, stage): time for stage, time in material.stage_times.items()}
    return Flawed(
        replace(material, record=record, stage_times=times), "swapped_stages", ("stage_order",), changes
    )


def _stages(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    details = record["answer_details"]
    return [] if details is None else [item for item in details["items"] if item["id"].startswith("S")]


def _content(stage: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in stage.items() if name != "id"}


# --- leaked answer --------------------------------------------------------------------------------------------


def _leaked_answer(material: Material, chosen: random.Random) -> Flawed | None:
    """The question's wording says a part of the answer: a label, a stage, or the answer's first words."""
    record = copy.deepcopy(dict(material.record))
    parts = _tellable(record)
    if not parts:
        return None
    told = chosen.choice(parts)
    before: str = record["question"]
    if _CHINESE.search(before):
        record["question"] = f"既然画面表现了“{told}”，{before}"
    else:
        record["question"] = f"Given that it shows “{told}”: {before}"
    return Flawed(
        replace(material, record=record),
        "leaked_answer",
        ("answer_given_away",),
        (Change("question", before, record["question"]),),
    )


def _tellable(record: Mapping[str, Any]) -> list[str]:
    answer = record["answer"]
    if isinstance(answer, dict):
        return [*answer["before"], *answer["after"]]
    if isinstance(answer, list):
        return list(answer)
    stages = [stage["description"].strip().rstrip(".。") for stage in _stages(record)]
    first = re.split(r"(?<=[.!?。！？])", answer.strip(), maxsplit=1)[0].rstrip(".。")
    return [part for part in (stages or [first]) if part]


_MAKERS: Final[Mapping[FlawName, _Maker]] = {
    "wrong_label": _wrong_label,
    "shifted_time": _shifted_time,
    "swapped_stages": _swapped_stages,
    "leaked_answer": _leaked_answer,
}
FLAWS: Final[Sequence[FlawName]] = tuple(_MAKERS)
