"""The eight tasks of LongEmoBench as data: everything else asks this table, nothing else lists the tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from annotation.questions.content import ItemKind
from annotation.questions.rubrics import FamilyName

Granularity = Literal["clip", "episode"]
AnswerForm = Literal["labels", "transition", "text"]
Metric = Literal["f1", "transition_f1", "judge"]

GRANULARITIES: Final[tuple[Granularity, ...]] = ("clip", "episode")
QUESTION_PREFIXES: Final[dict[Granularity, str]] = {"clip": "G1_Q", "episode": "G2_Q"}
VIDEO_PREFIXES: Final[dict[Granularity, str]] = {"clip": "G1_V", "episode": "G2_V"}
DOMAINS: Final = (
    "sitcom",
    "reality show",
    "cooking",
    "vlog",
    "talk show",
    "documentary",
    "gaming",
    "animation",
)


@dataclass(frozen=True, slots=True)
class Task:
    """One task of one granularity.

    `type` is the record's string. `item_kinds` are the reference items its details may hold, `min_items` how
    many an authored question needs. `rubric_families` is empty exactly for the label tasks; else its first is
    the default. `published_count` is how many questions of it the published benchmark has.
    """

    granularity: Granularity
    type: str
    answer_form: AnswerForm
    metric: Metric
    published_count: int
    item_kinds: tuple[ItemKind, ...] = ()
    min_items: int = 0
    rubric_families: tuple[FamilyName, ...] = ()

    @property
    def default_rubric_family(self) -> FamilyName | None:
        """The family a new question starts with; None for label tasks."""
        return self.rubric_families[0] if self.rubric_families else None

    @property
    def question_prefix(self) -> str:
        """Start of the public question ids: `G1_Q` or `G2_Q`."""
        return QUESTION_PREFIXES[self.granularity]

    @property
    def video_prefix(self) -> str:
        """Start of the public ids of its prepared videos: `G1_V` or `G2_V`."""
        return VIDEO_PREFIXES[self.granularity]

    @property
    def is_judged(self) -> bool:
        """True where a judge scores by a rubric, False where labels are compared."""
        return self.metric == "judge"


TASKS: Final[tuple[Task, ...]] = (
    Task("clip", "contextual emotion", "labels", "f1", 178),
    Task("clip", "emotion transition", "transition", "transition_f1", 115),
    Task("clip", "emotion trajectory", "text", "judge", 552, ("S",), 2, ("trajectory",)),
    Task("clip", "emotion cause", "text", "judge", 212, ("R",), 0, ("cause",)),
    Task("clip", "emotion influence", "labels", "f1", 360),
    Task("episode", "emotional intensity comparison", "text", "judge", 194, ("C",), 0, ("result",)),
    Task("episode", "emotion trajectory", "text", "judge", 235, ("S",), 2, ("trajectory",)),
    Task("episode", "emotional reasoning", "text", "judge", 129, ("C", "R"), 0, ("result", "cause")),
)

_BY_KEY: Final[dict[tuple[str, str], Task]] = {(task.granularity, task.type): task for task in TASKS}


def find_task(granularity: str, task_type: str) -> Task | None:
    """The task of that granularity and `type` string, or None. Both are matched exactly."""
    return _BY_KEY.get((granularity, task_type))


def get_task(granularity: str, task_type: str) -> Task:
    """As find_task; raises ValueError that names the tasks there are."""
    task = find_task(granularity, task_type)
    if task is None:
        known = ", ".join(task.type for task in tasks_of(granularity)) or "none: use 'clip' or 'episode'"
        raise ValueError(f"{granularity!r} has no task {task_type!r}; its tasks are: {known}")
    return task


def tasks_of(granularity: str) -> Sequence[Task]:
    """The tasks of one granularity, in the paper's order."""
    return [task for task in TASKS if task.granularity == granularity]


def format_public_id(prefix: str, number: int) -> str:
    """`G1_Q` and 126 give `G1_Q000126`: six digits, more where six no longer do."""
    if number < 1:
        raise ValueError(f"public ids count from 1, not {number}")
    return f"{prefix}{number:06d}"
