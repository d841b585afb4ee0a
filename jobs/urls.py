"""Addresses of the jobs API, under /api/v1/."""

from django.urls import path

from jobs import views

urlpatterns = [
    path("jobs", views.JobList.as_view(), name="jobs"),
    path("jobs/<id:job_id>", views.JobDetail.as_view(), name="job"),
    path("jobs/<id:job_id>/cancellation", views.JobCancellation.as_view(), name="job-cancellation"),
    path("jobs/<id:job_id>/retry", views.JobRetry.as_view(), name="job-retry"),
]
