"""Subtitles over HTTP."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import person
from annotation.subtitles import selectors, services
from annotation.subtitles.parsing import MAX_BYTES
from annotation.subtitles.serializers import AddSubtitlesSerializer, Names, SubtitlesSerializer
from annotation.videos.selectors import get_visible
from kernel.errors import TooLarge

#: What multipart adds around a file, generously.
FORM_BYTES = 64 * 1024


def refuse_too_large(request: Request) -> None:
    """Raises TooLarge before the body of a request with a subtitle file is read."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > MAX_BYTES + FORM_BYTES:
        raise TooLarge("subtitles_too_large", f"Subtitle files have at most {MAX_BYTES} bytes.")


def _shown(video_id: int) -> Response:
    file = selectors.active_file(video_id=video_id)
    utterances = file.utterances.all() if file is not None else []
    return Response(SubtitlesSerializer({"file": file, "utterances": utterances}).data)


class SubtitlesView(APIView):
    parser_classes = [MultiPartParser]

    @extend_schema(operation_id="subtitles", responses={200: SubtitlesSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """All utterances of a video, in its order."""
        return _shown(get_visible(user=person(request), video_id=pk).pk)

    @extend_schema(
        operation_id="subtitles_add",
        request={"multipart/form-data": AddSubtitlesSerializer},
        responses={201: SubtitlesSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Add a subtitle file (admins), in place of an older one. 400 with `encodings` where that is not certain.

        409 when submitted questions carry the video's subtitles.
        """
        refuse_too_large(request)
        data = AddSubtitlesSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        file = data.validated_data["file"]
        services.add_subtitles(
            actor=person(request),
            video_id=pk,
            filename=file.name,
            content=file.read(),
            encoding=data.validated_data["encoding"],
            names_in_text=data.validated_data["names"] == Names.SPEAKERS,
        )
        response = _shown(pk)
        response.status_code = status.HTTP_201_CREATED
        return response

    @extend_schema(operation_id="subtitles_remove", responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Take the subtitles out of use (admins); harmless when there are none."""
        services.remove_subtitles(actor=person(request), video_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)
