"""The front door of the app: what review and evaluation may use of it."""

from annotation.clips.models import Clip, Granularity
from annotation.projects.models import DoubleRejection, Project
from annotation.questions.content import Segment
from annotation.questions.models import EvidenceInterval, Question, QuestionState, Revision
from annotation.questions.revisions import read_content
from annotation.questions.selectors import (
    AcceptedRecord,
    accepted_records,
    count_accepted,
    find_project,
    last_submitted_revision,
    submitted_revision,
)
from annotation.questions.submission import on_submitted
from annotation.questions.tasks import GRANULARITIES, TASKS, Task, find_task
from annotation.questions.transitions import lock_question, move_question
from annotation.questions.workflow import Event

__all__ = [
    "GRANULARITIES",
    "TASKS",
    "AcceptedRecord",
    "Clip",
    "DoubleRejection",
    "Event",
    "EvidenceInterval",
    "Granularity",
    "Project",
    "Question",
    "QuestionState",
    "Revision",
    "Segment",
    "Task",
    "accepted_records",
    "count_accepted",
    "find_project",
    "find_task",
    "last_submitted_revision",
    "lock_question",
    "move_question",
    "on_submitted",
    "read_content",
    "submitted_revision",
]
