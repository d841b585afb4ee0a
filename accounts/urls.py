"""Addresses of people, under /api/v1/."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("csrf", views.CsrfView.as_view()),
    path("session", views.SessionView.as_view()),
    path("me", views.MeView.as_view()),
    path("members", views.MemberListView.as_view()),
    path("members/<id:pk>", views.MemberView.as_view()),
    path("members/<id:pk>/removal", views.MemberRemovalView.as_view()),
    path("invitations", views.InvitationListView.as_view()),
    path("invitations/<id:pk>/revocation", views.InvitationRevocationView.as_view()),
    path("invitations/by-token/<str:token>", views.OpenInvitationView.as_view()),
    path("invitations/by-token/<str:token>/acceptance", views.InvitationAcceptanceView.as_view()),
    path("tokens", views.TokenListView.as_view()),
    path("tokens/<str:token_id>", views.TokenView.as_view()),
]
