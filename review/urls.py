"""Addresses of reviews, under /api/v1/."""

from django.urls import path

from review.agreement import views as agreement
from review.assignments import views as assignments
from review.rounds import views as rounds
from review.verdicts import views as verdicts

urlpatterns = [
    path("assignments", assignments.AssignmentListView.as_view()),
    path("assignments/next", assignments.NextAssignmentView.as_view()),
    path("assignments/<int:pk>", assignments.AssignmentView.as_view()),
    path("assignments/<int:pk>/heartbeat", assignments.AssignmentHeartbeatView.as_view()),
    path("assignments/<int:pk>/verdict-draft", assignments.AssignmentDraftView.as_view()),
    path("assignments/<int:pk>/release", assignments.AssignmentReleaseView.as_view()),
    path("assignments/<int:pk>/media", assignments.AssignmentMediaView.as_view(), name="assignment-media"),
    path("assignments/<int:pk>/verdict", verdicts.VerdictView.as_view()),
    path("agreement", agreement.AgreementView.as_view()),
    path("agreement/items", agreement.AgreementItemsView.as_view()),
    path("agreement/decisions", agreement.AgreementDecisionsView.as_view()),
    path("review-reasons", verdicts.ReasonsView.as_view()),
    path("questions/<int:pk>/feedback", rounds.QuestionFeedbackView.as_view()),
]
