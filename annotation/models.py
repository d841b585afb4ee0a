"""All models of the app in one place, for Django."""

from annotation.clips.models import Clip, ClipSegment
from annotation.drafting.drafts.models import ModelDraft
from annotation.drafting.models import Candidate, CandidateSearch, ModelChoice
from annotation.drafting.opinions.models import Opinion, OpinionRequest, TextVector
from annotation.events.models import Event
from annotation.projects.models import GuidelineVersion, Project, ProjectCounter
from annotation.questions.models import (
    EvidenceInterval,
    LabelRow,
    Question,
    QuestionTransition,
    ReferenceItem,
    Revision,
)
from annotation.subtitles.models import SubtitleFile, Utterance, UtteranceEdit
from annotation.videos.models import DerivedFile, Upload, Video, VideoAnnotator, WatchedRange

__all__ = [
    "Candidate",
    "CandidateSearch",
    "Clip",
    "ClipSegment",
    "DerivedFile",
    "Event",
    "EvidenceInterval",
    "GuidelineVersion",
    "LabelRow",
    "ModelChoice",
    "ModelDraft",
    "Opinion",
    "OpinionRequest",
    "Project",
    "ProjectCounter",
    "Question",
    "QuestionTransition",
    "ReferenceItem",
    "Revision",
    "SubtitleFile",
    "TextVector",
    "Upload",
    "Utterance",
    "UtteranceEdit",
    "Video",
    "VideoAnnotator",
    "WatchedRange",
]
