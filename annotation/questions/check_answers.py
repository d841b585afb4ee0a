"""Checks of the reference answer: labels, text, reference items and rubric against what the task asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from annotation.emotic.labels import is_label, normalise_label
from annotation.questions.content import ItemKind, Side, labels_of_side
from annotation.questions.findings import Draft, Finding, error, warning
from annotation.questions.placement import playing_time
from annotation.questions.rubrics import RUBRIC_FAMILIES
from annotation.questions.tasks import AnswerForm
from kernel.texts import shown

ITEM_NAMES: Final[dict[ItemKind, str]] = {"S": "stage", "R": "factor", "C": "component"}

_SIDES: Final[dict[AnswerForm, tuple[Side, ...]]] = {
    "labels": ("",),
    "transition": ("before", "after"),
    "text": (),
}

#: Words that state a cause, a motive or an intention; words of time alone are not among them.
_CAUSAL: Final = re.compile(
    r"\b(because|due to|owing to|thanks to|as a result|results? (from|in)|resulted (from|in)|caus\w+|reason\w*"
    r"|motiv\w+|so that|in order to|leads? to|led to|driv(es|en|ing)|drove|trigger\w*|wants?|wanted|intend\w*"
    r"|intention\w*|afraid (of|that)|blam\w+|why|therefore)\b"
    r"|因为|由于|因此|导致|为了|想要|使得|原因|动机",
    re.IGNORECASE,
)


def check_answer(draft: Draft) -> list[Finding]:
    """Findings about `labels`, `answer_text`, `items`, `details_description`, `components_rule`,
    `rubric_*`.
    """
    return [
        *_answer_form(draft),
        *_labels(draft),
        *_items(draft),
        *_components(draft),
        *_factors(draft),
        *_rubric(draft),
    ]


def _answer_form(draft: Draft) -> Iterator[Finding]:
    task, content = draft.task, draft.content
    if task.answer_form == "text":
        if not shown(content.answer_text):
            yield error("answer_missing", "answer_text", "Write the reference answer.")
        if content.labels:
            yield error(
                "answer_form", "labels", f"The answer of an {task.type} question is text; remove the labels."
            )
    elif shown(content.answer_text):
        yield error(
            "answer_form",
            "answer_text",
            f"The answer of a question of {task.type} is labels only; remove the answer text.",
        )


def _labels(draft: Draft) -> Iterator[Finding]:
    sides = _SIDES[draft.task.answer_form]
    rows = draft.content.labels
    if sides and any(row.side not in sides for row in rows):
        told = " or ".join(sides) if len(sides) > 1 else "one set, without before and after"
        yield error("label_side", "labels", f"Labels of {draft.task.type} go to {told}; move the others.")
    for side in sides:
        field = f"labels.{side}" if side else "labels"
        names = labels_of_side(rows, side)
        if not names:
            where = f" for the {side} side" if side else ""
            yield error("labels_missing", field, f"Choose at least one label{where}.")
        seen: set[str] = set()
        for name in names:
            if not is_label(name):
                plain = normalise_label(name)
                hint = f"write {plain!r}" if is_label(plain) else "choose one of the 26 EMOTIC labels"
                yield error("label_unknown", field, f"{name!r} is not a label; {hint}.")
            if normalise_label(name) in seen:
                yield error("label_duplicate", field, f"{name!r} is there twice; remove one.")
            seen.add(normalise_label(name))
    if len(sides) == 2:
        before, after = ({normalise_label(name) for name in labels_of_side(rows, side)} for side in sides)
        if before and before == after:
            yield error(
                "transition_unchanged",
                "labels",
                "Before and after are the same set. If only the intensity changes, ask for an emotion trajectory; "
                "else choose labels that differ.",
            )


def _items(draft: Draft) -> Iterator[Finding]:
    task, items = draft.task, draft.content.items
    kinds = {item.kind for item in items}
    unfit = sorted(kinds - set(task.item_kinds))
    if unfit:
        names = " and ".join(f"{ITEM_NAMES[kind]}s" for kind in unfit)
        allowed = " or ".join(f"{ITEM_NAMES[kind]}s" for kind in task.item_kinds)
        way_out = f"it takes {allowed}" if allowed else "remove them"
        yield error("item_kind", "items", f"A question of {task.type} has no {names}; {way_out}.")
    elif len(kinds) > 1:
        yield error(
            "item_kinds_mixed", "items", "Use either components or factors in one question, not both."
        )
    if "S" in task.item_kinds and sum(item.kind == "S" for item in items) < task.min_items:
        yield error(
            "stages_too_few",
            "items",
            f"A trajectory has at least {task.min_items} stages; add what is missing, or ask for a transition.",
        )
    for place, item in enumerate(items):
        name = ITEM_NAMES[item.kind]
        if not shown(item.description):
            yield error("item_description_missing", f"items.{place}.description", f"Describe this {name}.")
        if item.kind != "S":
            if item.anchor or item.emotion or item.intensity:
                yield error(
                    "item_field_unused",
                    f"items.{place}",
                    f"A {name} has a description only; anchor, emotion and intensity would be lost.",
                )
            continue
        if not shown(item.emotion):
            yield error("stage_emotion_missing", f"items.{place}.emotion", "Name the emotion of this stage.")
        if not shown(item.anchor):
            yield warning(
                "stage_anchor_missing",
                f"items.{place}.anchor",
                "Say which event, utterance or action shows where this stage is.",
            )
    yield from _stage_order(draft)


def _stage_order(draft: Draft) -> Iterator[Finding]:
    latest = None
    for place, item in enumerate(draft.content.items):
        if item.kind != "S" or item.anchor_time is None:
            continue
        at = playing_time(item.anchor_time, draft.segments, draft.video_duration)
        if at is None:
            yield error(
                "stage_outside_clip",
                f"items.{place}.anchor_time",
                f"{item.anchor_time} s is not played in this clip; move the stage's time into one of its segments.",
            )
            continue
        if latest is not None and at < latest:
            yield error(
                "stages_out_of_order",
                f"items.{place}.anchor_time",
                "This stage comes before the one above it in the video; put the stages in the order in which they "
                "are seen.",
            )
        latest = at if latest is None else max(latest, at)


def _components(draft: Draft) -> Iterator[Finding]:
    content = draft.content
    has_components = any(item.kind == "C" for item in content.items)
    if has_components and content.components_rule not in ("all", "any"):
        yield error(
            "components_rule_missing",
            "components_rule",
            "Say whether all components are required or any one of them is enough.",
        )
    if content.components_rule and not has_components:
        yield error(
            "components_rule_unused", "components_rule", "There are no components; clear this choice."
        )
    if shown(content.details_description) and not content.items:
        yield error(
            "description_unused",
            "details_description",
            "A description without items is not exported; add the items or clear the description.",
        )


def _factors(draft: Draft) -> Iterator[Finding]:
    content = draft.content
    if not _asks_for_a_cause(draft) or not shown(content.answer_text):
        return
    if any(item.kind == "R" and shown(item.description) for item in content.items):
        return
    if not _CAUSAL.search(content.answer_text):
        yield warning(
            "cause_without_factor",
            "items",
            "The answer says what came first but names no factor. That one thing follows another does not make it "
            "the cause: add a factor that the video supports.",
        )


def _asks_for_a_cause(draft: Draft) -> bool:
    families = draft.task.rubric_families
    return families == ("cause",) or ("cause" in families and draft.content.rubric_family == "cause")


def _rubric(draft: Draft) -> Iterator[Finding]:
    task, content = draft.task, draft.content
    given = content.rubric_family or shown(content.rubric_criterion) or content.rubric_scores
    if not task.is_judged:
        if given:
            yield error(
                "rubric_unused", "rubric_family", f"A question of {task.type} has no rubric; clear it."
            )
        return
    if content.rubric_family not in task.rubric_families:
        yield error(
            "rubric_family",
            "rubric_family",
            f"Choose the rubric of this question: {' or '.join(task.rubric_families)}.",
        )
        return
    family = RUBRIC_FAMILIES[content.rubric_family]
    if not shown(content.rubric_criterion):
        yield error("rubric_criterion_missing", "rubric_criterion", "Say what the judge has to assess.")
    for level in family.levels:
        if not shown(content.rubric_scores.get(level, "")):
            yield error("rubric_score_missing", f"rubric_scores.{level}", f"Say what earns {level}.")
    for level in content.rubric_scores:
        if level not in family.levels:
            yield error(
                "rubric_score_unknown",
                f"rubric_scores.{level}",
                f"The {family.name} rubric goes from 0 to {family.maximum}; remove {level!r}.",
            )
    unfit = {"result": "R", "cause": "C"}.get(family.name)
    for item in content.items:
        if item.kind == unfit and item.kind in task.item_kinds:
            yield warning(
                "items_and_rubric_differ",
                "rubric_family",
                f"A {family.name} rubric with {ITEM_NAMES[item.kind]}s: components belong to a definite result, "
                "factors to an explanation. Change one of the two.",
            )
            break
