"""The front door of the app: what review and evaluation may use of it."""

from annotation.clips.importing import NOT_RECORDED
from annotation.clips.models import Clip, Granularity
from annotation.clips.selectors import PreparedFile, prepared_file
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
    accepted_revisions,
    changes_of,
    count_accepted,
    find_project,
    last_submitted_revision,
    revisions_in_full,
    state_changes,
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
from annotation.subtitles.cutting import write_srt
from annotation.videos.models import Video
from annotation.videos.serving import serve_file
from annotation.videos.storage import discard, local_path, size_of, store_file, work_path

__all__ = [
    "GRANULARITIES",
    "LABELS",
    "NOT_RECORDED",
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
    "PreparedFile",
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
    "Video",
    "accepted_records",
    "accepted_revisions",
    "begin_question",
    "canonical_json",
    "changes_of",
    "check_record",
    "count_accepted",
    "discard",
    "find_project",
    "find_task",
    "get_task",
    "get_visible_question",
    "is_label",
    "last_submitted_revision",
    "load_records",
    "local_path",
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
    "prepared_file",
    "project_summary",
    "read_content",
    "record_sha256",
    "revisions_in_full",
    "serve_file",
    "size_of",
    "state_changes",
    "store_file",
    "submitted_revision",
    "work_path",
    "write_srt",
]
