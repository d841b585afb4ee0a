"""Addresses of questions, under /api/v1/. What reviewers said of one (`questions/ID/feedback`) is review's."""

from django.urls import path

from annotation.questions import import_views, views

urlpatterns = [
    path("questions", views.QuestionListView.as_view()),
    path("questions/counts", views.QuestionCountsView.as_view()),
    path("questions/<id:pk>", views.QuestionView.as_view()),
    path("questions/<id:pk>/draft", views.QuestionDraftView.as_view()),
    path("questions/<id:pk>/submission", views.QuestionSubmissionView.as_view()),
    path("questions/<id:pk>/withdrawal", views.QuestionWithdrawalView.as_view()),
    path("questions/<id:pk>/reopening", views.QuestionReopeningView.as_view()),
    path("questions/<id:pk>/watch-waiver", views.QuestionWatchWaiverView.as_view()),
    path("questions/<id:pk>/history", views.QuestionHistoryView.as_view()),
    path("questions/<id:pk>/record", views.QuestionRecordView.as_view()),
    path("record-imports", import_views.RecordImportView.as_view()),
    path("vocabulary", views.VocabularyView.as_view()),
]
