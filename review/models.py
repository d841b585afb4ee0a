"""All models of the app in one place, for Django."""

from review.activity.models import WorkSession
from review.assignments.models import Assignment
from review.blind.models import BlindLabel
from review.gold.models import GoldBar, GoldPlacement, GoldStore
from review.notifications.models import Notification, NotificationSettings
from review.points.models import PointAnswer
from review.rounds.models import Round
from review.threads.models import Post, Thread
from review.trail.models import Step
from review.training.models import (
    GuidelineReading,
    PracticeAnswer,
    PracticeRun,
    QualificationEvent,
    SeededItem,
    TrainingPlan,
)
from review.verdicts.models import Verdict

__all__ = [
    "Assignment",
    "BlindLabel",
    "GoldBar",
    "GoldPlacement",
    "GoldStore",
    "GuidelineReading",
    "Notification",
    "NotificationSettings",
    "PointAnswer",
    "Post",
    "PracticeAnswer",
    "PracticeRun",
    "QualificationEvent",
    "Round",
    "SeededItem",
    "Step",
    "Thread",
    "TrainingPlan",
    "Verdict",
    "WorkSession",
]
