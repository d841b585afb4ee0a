"""Addresses of exports, under /api/v1/."""

from django.urls import path

from evaluation.exports import views

urlpatterns = [
    path("exports", views.ExportListView.as_view()),
    path("exports/<id:pk>", views.ExportView.as_view()),
    path("exports/<id:pk>/file", views.ExportFileView.as_view()),
]
