"""Why an item is rejected: codes as data, each for the tasks that it makes sense for. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from annotation.public import TASKS, Task


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason. `title` is what a button says, `explanation` when to choose it; `tasks` are the tasks it is for."""

    code: str
    title: str
    explanation: str
    tasks: tuple[Task, ...]

    def applies_to(self, granularity: str, task: str) -> bool:
        """Whether it may be given for that task."""
        return any(each.granularity == granularity and each.type == task for each in self.tasks)


def _reason(code: str, title: str, explanation: str, fits: Callable[[Task], bool] = lambda _: True) -> Reason:
    return Reason(code, title, explanation, tuple(task for task in TASKS if fits(task)))


def _labels(task: Task) -> bool:
    return task.answer_form != "text"


def _transition(task: Task) -> bool:
    return task.answer_form == "transition"


def _text(task: Task) -> bool:
    return task.answer_form == "text"


def _stages(task: Task) -> bool:
    return "S" in task.item_kinds


def _factors(task: Task) -> bool:
    return "R" in task.item_kinds


def _components(task: Task) -> bool:
    return "C" in task.item_kinds


def _comparison(task: Task) -> bool:
    return task.type == "emotional intensity comparison"


def _episode(task: Task) -> bool:
    return task.granularity == "episode"


REASONS: Final[tuple[Reason, ...]] = (
    _reason("wrong_task", "Wrong task", "The question asks for something else than its task is about."),
    _reason(
        "unclear_question", "Question unclear", "Whom, when or what it asks about can be read in two ways."
    ),
    _reason(
        "not_open_ended",
        "Not open-ended",
        "It can be answered by yes or no, or by choosing from what it lists.",
    ),
    _reason(
        "answer_given_away",
        "Gives the answer away",
        "The question's wording names or implies the answer, so that nobody has to watch.",
    ),
    _reason(
        "not_from_video",
        "Video not needed",
        "Subtitles or general knowledge are enough to answer; face, voice and situation add nothing.",
    ),
    _reason(
        "answer_wrong", "Answer wrong", "What is seen and heard contradicts the reference answer.", _text
    ),
    _reason(
        "answer_incomplete",
        "Answer incomplete",
        "Right as far as it goes, but a required part is missing.",
        _text,
    ),
    _reason("label_wrong", "Wrong label", "A label does not fit the person at that time.", _labels),
    _reason("label_missing", "Label missing", "A label that clearly applies is not in the answer.", _labels),
    _reason("label_surplus", "Superfluous label", "A label has no support in the clip.", _labels),
    _reason("sides_swapped", "Before and after swapped", "The change runs the other way.", _transition),
    _reason(
        "no_transition",
        "No change of emotion",
        "The emotion stays the same or only its intensity changes; that is a trajectory.",
        _transition,
    ),
    _reason("stage_missing", "Stage missing", "The course has a stage that the answer leaves out.", _stages),
    _reason(
        "stage_surplus", "Superfluous stage", "A stage is not there, or is two that belong together.", _stages
    ),
    _reason(
        "stage_order", "Stages in wrong order", "The stages do not follow each other as listed.", _stages
    ),
    _reason(
        "stage_emotion", "Stage's emotion wrong", "The emotion of a stage is not the one shown.", _stages
    ),
    _reason(
        "stage_anchor", "Stage's anchor wrong", "The anchor points to another moment, or to none.", _stages
    ),
    _reason(
        "factor_missing", "Factor missing", "A cause that is needed for the explanation is missing.", _factors
    ),
    _reason("factor_wrong", "Factor wrong", "A factor is no cause, or not of this emotion.", _factors),
    _reason(
        "succession_only",
        "Succession, not cause",
        "It says only that one thing came after the other, not how it brought the emotion about.",
        _factors,
    ),
    _reason("component_missing", "Component missing", "A part of the result is missing.", _components),
    _reason(
        "component_wrong", "Component wrong", "A part of the result is wrong or not asked for.", _components
    ),
    _reason(
        "no_unique_extremum",
        "No single answer",
        "Two moments are equally strong, so that the comparison cannot be decided.",
        _comparison,
    ),
    _reason(
        "single_part",
        "One part is enough",
        "The evidence lies in one part of the episode; the other parts do not contribute.",
        _episode,
    ),
    _reason(
        "rubric_unfit", "Rubric does not fit", "The levels cannot tell better answers from worse.", _text
    ),
    _reason("evidence_missing", "Evidence missing", "What the answer rests on is not in the prepared video."),
    _reason(
        "clip_bounds", "Cut in the wrong place", "It begins too late, ends too early, or is far too long."
    ),
    _reason("subtitles_wrong", "Subtitles wrong", "Words, speaker or time of a subtitle are wrong."),
    _reason(
        "media_fault", "Picture or sound faulty", "The video does not play, or cannot be seen or heard well."
    ),
    _reason(
        "not_suitable", "Not suitable material", "It should not be in a benchmark: private, harmful, licence."
    ),
    _reason("other", "Something else", "None of the others; the comment says what."),
)

_BY_CODE: Final = {reason.code: reason for reason in REASONS}


def find_reason(code: str) -> Reason | None:
    """The reason with that code, or None."""
    return _BY_CODE.get(code)


def reasons_for(*, granularity: str | None = None, task: str | None = None) -> Sequence[Reason]:
    """The reasons that may be given for such tasks, in the order in which they are shown."""
    return [
        reason
        for reason in REASONS
        if any(
            (granularity is None or each.granularity == granularity) and (task is None or each.type == task)
            for each in reason.tasks
        )
    ]
