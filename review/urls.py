"""Addresses of reviews, under /api/v1/."""

from django.urls import path

from review.agreement import views as agreement
from review.assignments import views as assignments
from review.blind import views as blind
from review.dashboards import views as dashboards
from review.gold import views as gold
from review.notifications import views as notifications
from review.points import views as points
from review.rounds import views as rounds
from review.threads import views as threads
from review.trail import views as trail
from review.training import admin_views as training_admin
from review.training import views as training
from review.verdicts import views as verdicts

urlpatterns = [
    path("assignments", assignments.AssignmentListView.as_view()),
    path("assignments/next", assignments.NextAssignmentView.as_view()),
    path("assignments/upcoming", assignments.UpcomingAssignmentView.as_view()),
    path("assignments/<id:pk>", assignments.AssignmentView.as_view()),
    path("assignments/<id:pk>/heartbeat", assignments.AssignmentHeartbeatView.as_view()),
    path("assignments/<id:pk>/verdict-draft", assignments.AssignmentDraftView.as_view()),
    path("assignments/<id:pk>/release", assignments.AssignmentReleaseView.as_view()),
    path("assignments/<id:pk>/changes", points.AssignmentChangesView.as_view()),
    path("assignments/<id:pk>/threads", threads.AssignmentThreadsView.as_view()),
    path("assignments/<id:pk>/take-up", assignments.AssignmentTakeUpView.as_view()),
    path("assignments/<id:pk>/stages", blind.AssignmentStagesView.as_view()),
    path("assignments/<id:pk>/reference", blind.AssignmentReferenceView.as_view()),
    path("assignments/<id:pk>/verdict-undo", verdicts.VerdictUndoView.as_view()),
    path("assignments/<id:pk>/media", assignments.AssignmentMediaView.as_view(), name="assignment-media"),
    path("assignments/<id:pk>/verdict", verdicts.VerdictView.as_view()),
    path("agreement", agreement.AgreementView.as_view()),
    path("agreement/items", agreement.AgreementItemsView.as_view()),
    path("agreement/own-answers", agreement.OwnAnswersView.as_view()),
    path("agreement/own-answers-file", agreement.OwnAnswersFileView.as_view()),
    path("agreement/decisions", agreement.AgreementDecisionsView.as_view()),
    path("review-reasons", verdicts.ReasonsView.as_view()),
    path("questions/<id:pk>/feedback", rounds.QuestionFeedbackView.as_view()),
    path("questions/<id:pk>/trail", trail.QuestionTrailView.as_view()),
    path("questions/<id:pk>/changes", points.QuestionChangesView.as_view()),
    path(
        "questions/<id:pk>/rounds/<id:number>/points/<id:reviewer>/answer", points.PointAnswerView.as_view()
    ),
    path("questions/<id:pk>/threads", threads.QuestionThreadsView.as_view()),
    path("threads", threads.ThreadListView.as_view()),
    path("threads/<uuid:pk>/posts", threads.ThreadPostView.as_view()),
    path("threads/<uuid:pk>/resolution", threads.ThreadResolutionView.as_view()),
    path("threads/<uuid:pk>/reopening", threads.ThreadReopeningView.as_view()),
    path("training", training.TrainingView.as_view()),
    path("training/guideline", training.TrainingGuidelineView.as_view()),
    path("training/readings", training.TrainingReadingView.as_view()),
    path("training/plan", training_admin.TrainingPlanView.as_view()),
    path("training/people", training_admin.TrainingPeopleView.as_view()),
    path("training/qualifications", training_admin.QualificationView.as_view()),
    path("training/possible-flaws", training_admin.PossibleFlawsView.as_view()),
    path("practice-runs", training.PracticeRunsView.as_view()),
    path("practice-items/<id:pk>", training.PracticeItemView.as_view()),
    path("practice-items/<id:pk>/media", training.PracticeMediaView.as_view(), name="practice-media"),
    path("practice-items/<id:pk>/verdict", training.PracticeVerdictView.as_view()),
    path("seeded-items", training_admin.SeededItemListView.as_view()),
    path("seeded-items/batch", training_admin.SeededItemBatchView.as_view()),
    path("seeded-items/<id:pk>/retirement", training_admin.SeededItemRetirementView.as_view()),
    path("gold-report", gold.GoldReportView.as_view()),
    path("work-time", training.WorkTimeView.as_view()),
    path("notifications", notifications.NotificationListView.as_view()),
    path("notifications/unread", notifications.UnreadCountView.as_view()),
    path("notifications/readings", notifications.AllReadingView.as_view()),
    path("notifications/<uuid:pk>/reading", notifications.NotificationReadingView.as_view()),
    path("notification-settings", notifications.NotificationSettingsView.as_view()),
    path("dashboards/pipeline", dashboards.PipelineView.as_view()),
    path("dashboards/ageing", dashboards.AgeingView.as_view()),
    path("dashboards/waiting", dashboards.WaitingListView.as_view()),
    path("dashboards/work", dashboards.WorkView.as_view()),
    path("dashboards/disagreements", dashboards.DisagreementListView.as_view()),
    path("my-week", dashboards.WeekView.as_view()),
]
