"""Subtitles over HTTP: previews, embedded tracks, edits of cues, and the file that goes out again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import person
from annotation.clips.segments import Segment
from annotation.subtitles import editing, selectors, services, tracks
from annotation.subtitles.cues import ParsedSubtitles
from annotation.subtitles.cutting import write_srt
from annotation.subtitles.models import UtteranceEdit
from annotation.subtitles.serializers import (
    EditedUtteranceSerializer,
    EditUtteranceSerializer,
    ImportTrackSerializer,
    Names,
    PreviewSubtitlesSerializer,
    SubtitlesPreviewSerializer,
    TracksSerializer,
    UtteranceEditSerializer,
)
from annotation.subtitles.views import refuse_too_large
from annotation.videos.policies import require_may_change
from annotation.videos.selectors import get_visible
from annotation.videos.serializers import JobReferenceSerializer
from annotation.videos.views import AnyType
from kernel.errors import Invalid, NotFound

#: How many cues a preview shows.
PREVIEW_CUES: Final = 20


class SubtitlesPreviewView(APIView):
    parser_classes = [MultiPartParser]

    @extend_schema(
        operation_id="subtitles_preview",
        request={"multipart/form-data": PreviewSubtitlesSerializer},
        responses={200: SubtitlesPreviewSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Show what a subtitle file would be read as (admins), storing nothing."""
        refuse_too_large(request)
        video = get_visible(user=person(request), video_id=pk)
        require_may_change(user=person(request), video=video)
        data = PreviewSubtitlesSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        file = data.validated_data["file"]
        try:
            parsed = services.read_subtitles(
                filename=file.name,
                content=file.read(),
                encoding=data.validated_data["encoding"] or None,
                video_duration=video.duration,
                names_in_text=data.validated_data["names"] == Names.SPEAKERS,
            )
        except Invalid as refusal:
            return Response(SubtitlesPreviewSerializer(_refused(refusal)).data)
        return Response(SubtitlesPreviewSerializer(_previewed(parsed)).data)


class SubtitleTracksView(APIView):
    @extend_schema(operation_id="subtitle_tracks", responses={200: TracksSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """The subtitle tracks inside the video file; none before it is probed."""
        video = get_visible(user=person(request), video_id=pk)
        return Response(TracksSerializer({"tracks": tracks.tracks_of(video)}).data)


class SubtitleTrackImportView(APIView):
    @extend_schema(
        operation_id="subtitle_track_import",
        request=ImportTrackSerializer,
        responses={202: JobReferenceSerializer},
    )
    def post(self, request: Request, pk: int, track: int) -> Response:
        """Make a text track the video's subtitles (admins); the job reads it, and says why where it cannot."""
        data = ImportTrackSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        job = tracks.request_import(
            actor=person(request),
            video_id=pk,
            track=track,
            names_in_text=data.validated_data["names"] == Names.SPEAKERS,
        )
        return Response(JobReferenceSerializer(job).data, status=status.HTTP_202_ACCEPTED)


class UtteranceView(APIView):
    @extend_schema(
        operation_id="utterance_edit",
        request=EditUtteranceSerializer,
        responses={200: EditedUtteranceSerializer},
    )
    def patch(self, request: Request, pk: int, number: int) -> Response:
        """Edit one cue (admins); its U-id stays. 409 with `current_version` when stale, or frozen by questions."""
        data = EditUtteranceSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        values = dict(data.validated_data)
        version = values.pop("version")
        edited = editing.edit_utterance(
            actor=person(request),
            video_id=pk,
            number=number,
            version=version,
            changes=editing.CueChanges(**values),
        )
        return Response(EditedUtteranceSerializer(edited).data)


class UtteranceEditsView(generics.GenericAPIView[UtteranceEdit]):
    serializer_class = UtteranceEditSerializer
    filter_backends = []

    def get_queryset(self) -> QuerySet[UtteranceEdit]:
        if getattr(self, "swagger_fake_view", False):
            return UtteranceEdit.objects.none()
        video = get_visible(user=person(self.request), video_id=self.kwargs["pk"])
        return selectors.edits_of(video_id=video.pk)

    @extend_schema(operation_id="subtitle_edits", responses={200: UtteranceEditSerializer(many=True)})
    def get(self, request: Request, pk: int) -> Response:
        """What people changed of the subtitles in use, newest first."""
        page = self.paginate_queryset(self.get_queryset()) or []
        return self.get_paginated_response(UtteranceEditSerializer(page, many=True).data)


@dataclass(frozen=True)
class _Line:
    """A cue for an SRT file."""

    t: tuple[Decimal, Decimal]
    speaker: str | None
    text: str


class SubtitlesFileView(APIView):
    content_negotiation_class = AnyType

    @extend_schema(
        operation_id="subtitles_srt",
        parameters=[OpenApiParameter("speakers", bool, description="Names before the text (default: yes).")],
        responses={(200, "application/x-subrip"): OpenApiTypes.STR},
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The subtitles in use as an SRT file on the video's timeline."""
        video = get_visible(user=person(request), video_id=pk)
        file = selectors.active_file(video_id=video.pk)
        if file is None:
            raise NotFound("no_subtitles", f"{video.title!r} has no subtitles.")
        named = request.query_params.get("speakers", "true").lower() not in {"false", "0", "no"}
        lines = [_Line((row.start, row.end), row.speaker or None, row.text) for row in file.utterances.all()]
        if named:
            lines = [
                replace(row, text=f"{row.speaker}: {row.text}" if row.speaker else row.text) for row in lines
            ]
        end = max(row.t[1] for row in lines) + 1
        response = HttpResponse(
            write_srt(lines, [Segment(Decimal(0), end)]), content_type="application/x-subrip; charset=utf-8"
        )
        response["Content-Disposition"] = f'attachment; filename="subtitles-{video.pk}.srt"'
        response["Cache-Control"] = "private, no-cache"
        return response


def _previewed(parsed: ParsedSubtitles) -> dict[str, Any]:
    counts = Counter(row.speaker for row in parsed.utterances if row.speaker)
    examples: dict[str, str] = {}
    for row in parsed.utterances:
        if row.speaker:
            examples.setdefault(row.speaker, row.text)
    first = parsed.utterances[:PREVIEW_CUES]
    return {
        "readable": True,
        "code": None,
        "reason": None,
        "encodings": [],
        "format": parsed.format,
        "encoding": parsed.encoding,
        "cues": len(parsed.utterances),
        "first": [
            {"id": row.id, "start": row.t[0], "end": row.t[1], "speaker": row.speaker, "text": row.text}
            for row in first
        ],
        "speakers": [
            {"name": name, "cues": n, "example": examples[name]} for name, n in counts.most_common()
        ],
        "warnings": parsed.warnings,
    }


def _refused(refusal: Invalid) -> dict[str, Any]:
    return {
        "readable": False,
        "code": refusal.code,
        "reason": refusal.detail,
        "encodings": refusal.extra.get("encodings", []),
        "format": None,
        "encoding": None,
        "cues": 0,
        "first": [],
        "speakers": [],
        "warnings": [],
    }
