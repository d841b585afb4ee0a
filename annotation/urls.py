"""Addresses of projects, videos, clips and questions, under /api/v1/."""

from django.urls import include, path

from annotation.clips import views as clips
from annotation.events import views as events
from annotation.projects import views as projects
from annotation.subtitles import editing_views as cues
from annotation.subtitles import views as subtitles
from annotation.videos import derived_views as derived
from annotation.videos import upload_views as uploads
from annotation.videos import views as videos

urlpatterns = [
    path("projects", projects.ProjectListView.as_view()),
    path("projects/<id:pk>", projects.ProjectView.as_view()),
    path("projects/<id:pk>/summary", projects.ProjectSummaryView.as_view()),
    path("uploads", uploads.UploadListView.as_view()),
    path("uploads/<uuid:pk>", uploads.UploadView.as_view()),
    path("videos", videos.VideoListView.as_view()),
    path("videos/<id:pk>", videos.VideoView.as_view()),
    path("videos/<id:pk>/annotators", videos.VideoAnnotatorsView.as_view()),
    path("videos/<id:pk>/retirement", videos.VideoRetirementView.as_view()),
    path("videos/<id:pk>/reinstatement", videos.VideoReinstatementView.as_view()),
    path("videos/<id:pk>/media", videos.VideoMediaView.as_view()),
    path("videos/<id:pk>/frames", videos.VideoFramesView.as_view()),
    path("videos/<id:pk>/peaks", derived.VideoPeaksView.as_view()),
    path("videos/<id:pk>/shots", derived.VideoShotsView.as_view()),
    path("videos/<id:pk>/filmstrip", derived.VideoFilmstripView.as_view()),
    path(
        "videos/<id:pk>/filmstrip/image",
        derived.VideoFilmstripImageView.as_view(),
        name="video-filmstrip-image",
    ),
    path("videos/<id:pk>/poster", derived.VideoPosterView.as_view(), name="video-poster"),
    path("videos/<id:pk>/derived/<str:kind>/retry", derived.VideoDerivedRetryView.as_view()),
    path("videos/<id:pk>/watched", videos.VideoWatchedView.as_view()),
    path("videos/<id:pk>/subtitles", subtitles.SubtitlesView.as_view()),
    path("videos/<id:pk>/subtitles/preview", cues.SubtitlesPreviewView.as_view()),
    path("videos/<id:pk>/subtitles/srt", cues.SubtitlesFileView.as_view()),
    path("videos/<id:pk>/subtitles/edits", cues.UtteranceEditsView.as_view()),
    path("videos/<id:pk>/subtitles/tracks", cues.SubtitleTracksView.as_view()),
    path("videos/<id:pk>/subtitles/tracks/<id:track>/import", cues.SubtitleTrackImportView.as_view()),
    path("videos/<id:pk>/utterances/<id:number>", cues.UtteranceView.as_view()),
    path("clips", clips.ClipListView.as_view()),
    path("clips/<id:pk>", clips.ClipView.as_view()),
    path("clips/<id:pk>/cut", clips.ClipCutView.as_view()),
    path("clips/<id:pk>/media", clips.ClipMediaView.as_view()),
    path("events", events.EventListView.as_view()),
    path("events/<id:pk>", events.EventView.as_view()),
    path("events/<id:pk>/removal", events.EventRemovalView.as_view()),
    path("events/<id:pk>/restoration", events.EventRestorationView.as_view()),
    path("events/<id:pk>/clip", events.EventClipView.as_view()),
    path("", include("annotation.drafting.urls")),
    path("", include("annotation.questions.urls")),
]
