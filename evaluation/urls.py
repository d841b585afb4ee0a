"""Addresses of exports and releases, under /api/v1/."""

from django.urls import path

from evaluation.exports import views
from evaluation.releases import views as releases

urlpatterns = [
    path("exports", views.ExportListView.as_view()),
    path("exports/<id:pk>", views.ExportView.as_view()),
    path("exports/<id:pk>/file", views.ExportFileView.as_view()),
    path("releases", releases.ReleaseListView.as_view()),
    path("releases/<id:pk>", releases.ReleaseView.as_view()),
    path("releases/<id:pk>/check", releases.ReleaseCheckView.as_view()),
    path("releases/<id:pk>/freeze", releases.ReleaseFreezeView.as_view()),
    path("releases/<id:pk>/manifest", releases.ReleaseManifestView.as_view()),
    path("releases/<id:pk>/changes", releases.ReleaseChangesView.as_view()),
    path("releases/<id:pk>/packages", releases.ReleasePackageListView.as_view()),
    path("releases/<id:pk>/packages/<slug:kind>/file", releases.ReleasePackageFileView.as_view()),
]
