"""Addresses of what is proposed and drafted, and of models, under /api/v1/."""

from django.urls import path

from annotation.drafting import views
from annotation.drafting.drafts import views as drafts
from annotation.drafting.opinions import views as opinions
from annotation.drafting.use import views as use

urlpatterns = [
    path("videos/<id:pk>/candidates", views.VideoCandidatesView.as_view()),
    path("videos/<id:pk>/candidate-search", views.CandidateSearchView.as_view()),
    path("candidates/<id:pk>", views.CandidateView.as_view()),
    path("candidates/<id:pk>/acceptance", views.CandidateAcceptanceView.as_view()),
    path("candidates/<id:pk>/removal", views.CandidateRemovalView.as_view()),
    path("candidates/<id:pk>/restoration", views.CandidateRestorationView.as_view()),
    path("model-drafts", drafts.ModelDraftListView.as_view()),
    path("model-drafts/<id:pk>/taking", drafts.ModelDraftTakingView.as_view()),
    path("model-drafts/<id:pk>/removal", drafts.ModelDraftRemovalView.as_view()),
    path("questions/<id:pk>/draft-mark", drafts.DraftMarkView.as_view()),
    path("questions/<id:pk>/opinions", opinions.OpinionsView.as_view()),
    path("projects/<id:pk>/model-choices", use.ModelChoicesView.as_view()),
    path("projects/<id:pk>/model-use", use.ModelUseView.as_view()),
    path("projects/<id:pk>/model-budget", use.ModelBudgetView.as_view()),
]
