"""Addresses of model endpoints, under /api/v1/."""

from django.urls import path

from llm import views

urlpatterns = [
    path("model-endpoints", views.EndpointList.as_view(), name="model-endpoints"),
    path("model-endpoints/<id:endpoint_id>", views.EndpointDetail.as_view(), name="model-endpoint"),
    path(
        "model-endpoints/<id:endpoint_id>/retirement",
        views.EndpointRetirement.as_view(),
        name="model-endpoint-retirement",
    ),
    path(
        "model-endpoints/<id:endpoint_id>/trial", views.EndpointTrial.as_view(), name="model-endpoint-trial"
    ),
]
