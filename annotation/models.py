"""All models of the app in one place, for Django."""

from annotation.clips.models import Clip, ClipSegment
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
    "Clip",
    "ClipSegment",
    "DerivedFile",
    "Event",
    "EvidenceInterval",
    "GuidelineVersion",
    "LabelRow",
    "Project",
    "ProjectCounter",
    "Question",
    "QuestionTransition",
    "ReferenceItem",
    "Revision",
    "SubtitleFile",
    "Upload",
    "Utterance",
    "UtteranceEdit",
    "Video",
    "VideoAnnotator",
    "WatchedRange",
]
