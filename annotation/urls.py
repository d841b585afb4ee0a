"""Addresses of projects, videos, clips and questions, under /api/v1/."""

from django.urls import include, path

from annotation.projects import views as projects

urlpatterns = [
    path("projects", projects.ProjectListView.as_view()),
    path("projects/<int:pk>", projects.ProjectView.as_view()),
    path("projects/<int:pk>/summary", projects.ProjectSummaryView.as_view()),
    path("", include("annotation.questions.urls")),
]
