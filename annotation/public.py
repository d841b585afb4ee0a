"""The front door of the app: what review and evaluation may use of it."""

from annotation.clips.models import Clip, Granularity
from annotation.emotic.labels import LABELS, is_label, normalise_label
from annotation.projects.announcements import on_guideline
from annotation.projects.counters import next_public_id
from annotation.projects.models import (
    BlindAnswers,
    DoubleRejection,
    EpisodeWatching,
    GuidelineVersion,
    Project,
)
from annotation.projects.selectors import newest_guideline
from annotation.projects.selectors import summary_of as project_summary
from annotation.questions.announcements import on_moved
from annotation.questions.changes import Change
from annotation.questions.content import Segment
from annotation.questions.gates import on_authoring
from annotation.questions.models import (
    EvidenceInterval,
    Question,
    QuestionState,
    QuestionTransition,
    ReferenceItem,
    Revision,
)
from annotation.questions.previews import model_view_of_record
from annotation.questions.record_files import load_records
from annotation.questions.records import canonical_json, check_record, record_sha256
from annotation.questions.revisions import read_content
from annotation.questions.selectors import (
    AcceptedRecord,
    accepted_records,
    changes_of,
    count_accepted,
    find_project,
    last_submitted_revision,
    revisions_in_full,
    submitted_revision,
)
from annotation.questions.selectors import get_visible as get_visible_question
from annotation.questions.serializers import (
    EvidenceSerializer,
    ModelViewSerializer,
    PersonNameSerializer,
    QuestionSegmentSerializer,
    QuestionWarningSerializer,
)
from annotation.questions.submission import on_submitted
from annotation.questions.tasks import GRANULARITIES, TASKS, Task, find_task, get_task
from annotation.questions.transitions import begin_question, lock_question, move_question
from annotation.questions.workflow import Event
from annotation.videos.serving import serve_file

__all__ = [
    "GRANULARITIES",
    "LABELS",
    "TASKS",
    "AcceptedRecord",
    "BlindAnswers",
    "Change",
    "Clip",
    "DoubleRejection",
    "EpisodeWatching",
    "Event",
    "EvidenceInterval",
    "EvidenceSerializer",
    "Granularity",
    "GuidelineVersion",
    "ModelViewSerializer",
    "PersonNameSerializer",
    "Project",
    "Question",
    "QuestionSegmentSerializer",
    "QuestionState",
    "QuestionTransition",
    "QuestionWarningSerializer",
    "ReferenceItem",
    "Revision",
    "Segment",
    "Task",
    "accepted_records",
    "begin_question",
    "canonical_json",
    "changes_of",
    "check_record",
    "count_accepted",
    "find_project",
    "find_task",
    "get_task",
    "get_visible_question",
    "is_label",
    "last_submitted_revision",
    "load_records",
    "lock_question",
    "model_view_of_record",
    "move_question",
    "newest_guideline",
    "next_public_id",
    "normalise_label",
    "on_authoring",
    "on_guideline",
    "on_moved",
    "on_submitted",
    "project_summary",
    "read_content",
    "record_sha256",
    "revisions_in_full",
    "serve_file",
    "submitted_revision",
]
