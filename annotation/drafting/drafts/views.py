"""Model drafts over HTTP: ask for one, look, take it as a question, drop it, confirm its fields."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import person
from annotation.clips.selectors import get_visible as get_visible_clip
from annotation.drafting.drafts import fields, selectors, services
from annotation.drafting.drafts import serializers as shapes
from annotation.drafting.drafts.models import ModelDraft
from annotation.questions.documents import content_document
from annotation.questions.revisions import read_content
from annotation.questions.selectors import current_revision
from annotation.questions.selectors import get_visible as get_visible_question
from kernel.parameters import read_id


def _shown(request: Request, draft_id: int) -> dict[str, Any]:
    draft = selectors.get_visible(user=person(request), draft_id=draft_id)
    return dict(shapes.ModelDraftSerializer(draft).data)


class ModelDraftListView(generics.GenericAPIView[ModelDraft]):
    serializer_class = shapes.ModelDraftSerializer
    filter_backends = []

    def get_queryset(self) -> QuerySet[ModelDraft]:
        if getattr(self, "swagger_fake_view", False):
            return ModelDraft.objects.none()
        message = "Give the clip's id, e.g. clip=1."
        given = self.request.query_params.get("clip", "")
        clip_id = read_id(given, field="clip", message=message, code="not_an_id")
        user = person(self.request)
        return selectors.drafts_of_clip(user=user, clip_id=get_visible_clip(user=user, clip_id=clip_id).pk)

    @extend_schema(
        operation_id="model_drafts_list",
        parameters=[OpenApiParameter("clip", int, required=True, description="Id of the clip.")],
        responses={200: shapes.ModelDraftSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """Drafts by models for a clip, newest first: your own, all for an admin."""
        page = self.paginate_queryset(self.get_queryset()) or []
        return self.get_paginated_response(shapes.ModelDraftSerializer(page, many=True).data)

    @extend_schema(
        operation_id="model_draft_request",
        request=shapes.RequestDraftSerializer,
        responses={202: shapes.ModelDraftSerializer},
    )
    def post(self, request: Request) -> Response:
        """Ask the project's model for a draft (annotators; scene clips only). It is never submitted by itself."""
        data = shapes.RequestDraftSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        draft = services.request_draft(
            actor=person(request), clip_id=data.validated_data["clip"], task=data.validated_data["task"]
        )
        return Response(_shown(request, draft.pk), status=status.HTTP_202_ACCEPTED)


class ModelDraftTakingView(APIView):
    @extend_schema(
        operation_id="model_draft_take", request=None, responses={200: shapes.ModelDraftSerializer}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Begin a question with the content of a draft; its fields are marked until changed or confirmed."""
        services.take_draft(actor=person(request), draft_id=pk)
        return Response(_shown(request, pk))


class ModelDraftRemovalView(APIView):
    @extend_schema(
        operation_id="model_draft_drop", request=None, responses={200: shapes.ModelDraftSerializer}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Drop a draft that nobody has taken."""
        services.drop_draft(actor=person(request), draft_id=pk)
        return Response(_shown(request, pk))


class DraftMarkView(APIView):
    @extend_schema(operation_id="question_draft_mark", responses={200: shapes.DraftMarkSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """Which fields of a question still say what a model wrote, unconfirmed by anybody."""
        return Response(shapes.DraftMarkSerializer(self._mark(request, pk)).data)

    @extend_schema(
        operation_id="question_confirm_fields",
        request=shapes.ConfirmFieldsSerializer,
        responses={200: shapes.DraftMarkSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Confirm fields that a model wrote, as they stand in this version (the author)."""
        data = shapes.ConfirmFieldsSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        services.confirm_fields(actor=person(request), question_id=pk, **data.validated_data)
        return Response(shapes.DraftMarkSerializer(self._mark(request, pk)).data)

    def _mark(self, request: Request, pk: int) -> dict[str, Any]:
        question = get_visible_question(user=person(request), question_id=pk)
        draft = selectors.draft_of_question(question_id=question.pk)
        if draft is None:
            return {"drafted": False, "model": "", "prompt_version": "", "unconfirmed": [], "problems": []}
        current = content_document(read_content(current_revision(question=question)))
        return {
            "drafted": True,
            "model": draft.model,
            "prompt_version": draft.prompt_version,
            "unconfirmed": fields.unconfirmed(draft.proposed, current, draft.confirmed),
            "problems": draft.problems,
        }
