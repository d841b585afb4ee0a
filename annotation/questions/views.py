"""Questions over HTTP: thin, each view one read or one service call."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.policies import require_role
from accounts.selectors import Role, roles_of
from accounts.views import PROJECT, person, project_parameter
from annotation.clips.models import Granularity
from annotation.projects.serializers import QuestionCountsSerializer
from annotation.questions import documents, previews, selectors, services
from annotation.questions import serializers as shapes
from annotation.questions.models import Question, QuestionState, QuestionTransition, Revision
from annotation.questions.policies import allowed_actions
from annotation.questions.records import InvalidRecord, canonical_json, record_sha256
from annotation.questions.revisions import read_content
from annotation.questions.vocabulary import vocabulary_document
from annotation.questions.workflow import EDITABLE
from kernel.errors import FieldError, Invalid
from kernel.parameters import read_id

_FILTERS = {
    "state": QuestionState.values,
    "granularity": Granularity.values,
    "task": shapes.TASK_NAMES,
    "author": ["me"],
    "ordering": ["changed_at", "-changed_at", "public_id", "-public_id"],
}


def question_answer(*, question: Question, user: User) -> dict[str, Any]:
    """The document of QuestionSerializer: the question, its newest revision, findings and what `user` may do."""
    revision = selectors.current_revision(question=question)
    content = read_content(revision)
    facts = previews.clip_facts(revision.clip)
    editable = question.state in EDITABLE
    draft = previews.draft_of(question, revision, content, facts)
    findings = previews.findings_about(draft, question, revision) if editable else []
    roles = roles_of(user=user, project_id=question.project_id)
    return {
        **documents.question_document(question),
        "revision": documents.revision_document(revision, content),
        "findings": [documents.finding_document(one) for one in findings],
        "watched_share": draft.watched_share,
        "watch_waiver": documents.waiver_document(question),
        "actions": allowed_actions(user=user, question=question, roles=roles),
    }


def _answer(request: Request, question_id: int, *, code: int = status.HTTP_200_OK) -> Response:
    user = person(request)
    question = selectors.get_visible(user=user, question_id=question_id)
    data = question_answer(question=question, user=user)
    return Response(shapes.QuestionSerializer(data).data, status=code)


def _one_of(request: Request, name: str) -> str | None:
    value = request.query_params.get(name)
    if value is not None and value not in _FILTERS[name]:
        message = f"{name} is one of: {', '.join(_FILTERS[name])}."
        raise Invalid("invalid", message, errors=[FieldError(name, "unknown", message)])
    return value


class QuestionListView(generics.GenericAPIView[Question]):
    filter_backends = []
    serializer_class = shapes.QuestionRowSerializer

    def get_queryset(self) -> QuerySet[Question]:
        """The visible questions of the project that the address's filters leave, last changed first unless told
        otherwise."""
        if getattr(self, "swagger_fake_view", False):
            return Question.objects.none()
        request, user = self.request, person(self.request)
        project_id = project_parameter(request)
        require_role(user=user, project_id=project_id)
        questions = selectors.visible_to(user).filter(project_id=project_id)
        for name in ("state", "granularity", "task"):
            value = _one_of(request, name)
            if value is not None:
                questions = questions.filter(**{name: value})
        if _one_of(request, "author"):
            questions = questions.filter(author=user)
        video = request.query_params.get("video")
        if video is not None:
            message = "Give the video's id, e.g. video=1."
            video_id = read_id(video, field="video", message=message, code="not_an_id")
            questions = selectors.of_video(questions, video_id=video_id)
        search = request.query_params.get("search", "").strip()
        if "\x00" in search:
            message = "Search for text without NUL characters."
            raise Invalid("invalid", message, errors=[FieldError("search", "bad_character", message)])
        if search:
            questions = selectors.matching(questions, text=search)
        ordering = _one_of(request, "ordering") or "-changed_at"
        tie = "-pk" if ordering.startswith("-") else "pk"
        return selectors.with_newest_revision(questions).order_by(ordering, tie)

    @extend_schema(
        operation_id="questions_list",
        parameters=[
            PROJECT,
            OpenApiParameter("state", str, enum=QuestionState.values),
            OpenApiParameter("granularity", str, enum=Granularity.values),
            OpenApiParameter("task", str, enum=shapes.TASK_NAMES),
            OpenApiParameter("author", str, enum=["me"]),
            OpenApiParameter("video", int, description="Id of the source video."),
            OpenApiParameter("search", str, description="In the public id and the newest wording."),
            OpenApiParameter("ordering", str, enum=_FILTERS["ordering"]),
        ],
        responses={200: shapes.QuestionRowSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """Questions of a project: an annotator's own, all for an admin, none for a reviewer."""
        page = self.paginate_queryset(self.get_queryset()) or []
        rows = [documents.row_document(question, _newest(question)) for question in page]
        return self.get_paginated_response(shapes.QuestionRowSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="question_create",
        request=shapes.CreateQuestionSerializer,
        responses={201: shapes.QuestionSerializer},
    )
    def post(self, request: Request) -> Response:
        """Begin a question about a clip; the draft carries the task's default rubric."""
        data = shapes.CreateQuestionSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        question = services.create_question(
            actor=person(request), clip_id=data.validated_data["clip"], task=data.validated_data["task"]
        )
        return _answer(request, question.pk, code=status.HTTP_201_CREATED)


def _newest(question: Question) -> Revision:
    newest: list[Revision] = question.newest  # type: ignore[attr-defined]
    return newest[0]


class QuestionCountsView(APIView):
    @extend_schema(
        operation_id="questions_counts",
        parameters=[PROJECT, OpenApiParameter("author", str, enum=["me"])],
        responses={200: QuestionCountsSerializer},
    )
    def get(self, request: Request) -> Response:
        """How many of the questions that you may see are in each state."""
        user = person(request)
        project_id = project_parameter(request)
        require_role(user=user, project_id=project_id)
        questions = selectors.visible_to(user).filter(project_id=project_id)
        if _one_of(request, "author"):
            questions = questions.filter(author=user)
        return Response(QuestionCountsSerializer(selectors.count_by_state(questions)).data)


class QuestionView(APIView):
    @extend_schema(operation_id="question", responses={200: shapes.QuestionSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """A question with its newest revision, the findings of the checks, and what you may do."""
        return _answer(request, pk)


class QuestionDraftView(APIView):
    @extend_schema(
        operation_id="question_save_draft",
        request=shapes.SaveDraftSerializer,
        responses={200: shapes.QuestionSerializer},
    )
    def put(self, request: Request, pk: int) -> Response:
        """Save the whole draft. 409 `stale_version` carries `current_version` and `saved`."""
        data = shapes.SaveDraftSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        services.save_draft(
            actor=person(request), question_id=pk, version=data.validated_data["version"], draft=data.draft()
        )
        return _answer(request, pk)


class QuestionSubmissionView(APIView):
    @extend_schema(
        operation_id="question_submit",
        request=shapes.SubmitQuestionSerializer,
        responses={200: shapes.QuestionSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Submit a version for review; submitting it again changes nothing."""
        data = shapes.SubmitQuestionSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        services.submit_question(
            actor=person(request), question_id=pk, version=data.validated_data["version"]
        )
        return _answer(request, pk)


def _reason(request: Request) -> str:
    data = shapes.QuestionReasonSerializer(data=request.data)
    data.is_valid(raise_exception=True)
    return str(data.validated_data["reason"])


class QuestionWithdrawalView(APIView):
    @extend_schema(
        operation_id="question_withdraw",
        request=shapes.QuestionReasonSerializer,
        responses={200: shapes.QuestionSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Take a draft or returned question out for good."""
        services.withdraw_question(actor=person(request), question_id=pk, reason=_reason(request))
        return _answer(request, pk)


class QuestionReopeningView(APIView):
    @extend_schema(
        operation_id="question_reopen",
        request=shapes.QuestionReasonSerializer,
        responses={200: shapes.QuestionSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Give an accepted question back to its author (admins)."""
        services.reopen_question(actor=person(request), question_id=pk, reason=_reason(request))
        return _answer(request, pk)


class QuestionWatchWaiverView(APIView):
    @extend_schema(
        operation_id="question_waive_watching",
        request=shapes.QuestionReasonSerializer,
        responses={200: shapes.QuestionSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Let an episode question pass though its author has not watched the whole video (admins)."""
        services.waive_watching(actor=person(request), question_id=pk, reason=_reason(request))
        return _answer(request, pk)


class QuestionHistoryView(generics.GenericAPIView[QuestionTransition]):
    filter_backends = []
    serializer_class = shapes.TransitionSerializer
    queryset = QuestionTransition.objects.none()

    @extend_schema(operation_id="question_history", responses={200: shapes.TransitionSerializer(many=True)})
    def get(self, request: Request, pk: int) -> Response:
        """Every change of the question's state, oldest first."""
        user = person(request)
        question = selectors.get_visible(user=user, question_id=pk)
        admin = Role.ADMIN in roles_of(user=user, project_id=question.project_id)
        page = self.paginate_queryset(selectors.history_of(question=question)) or []
        rows = [documents.transition_document(row, for_admin=admin) for row in page]
        return self.get_paginated_response(shapes.TransitionSerializer(rows, many=True).data)


class QuestionRecordView(APIView):
    @extend_schema(operation_id="question_record", responses={200: shapes.RecordPreviewSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """The newest revision as it is or would be exported, and what a tested model will see of it."""
        question = selectors.get_visible(user=person(request), question_id=pk)
        revision = selectors.current_revision(question=question)
        content = read_content(revision)
        facts = previews.clip_facts(revision.clip)
        frozen = revision.submitted_at is not None
        issues: list[dict[str, str]] = []
        text: str | None = revision.record_json
        if frozen:
            seen = previews.model_view_of_record(revision.record_json)
        else:
            seen = previews.model_view(question, revision, content, facts)
            try:
                text = canonical_json(previews.record_of(question, revision, content, facts))
            except InvalidRecord as problem:
                text = None
                issues = [
                    {"field": one.field, "code": one.code, "message": one.message} for one in problem.issues
                ]
        data = {
            "revision_number": revision.number,
            "frozen": frozen,
            "record_json": text,
            "record_sha256": record_sha256(text) if text else None,
            "issues": issues,
            "model_view": seen,
        }
        return Response(shapes.RecordPreviewSerializer(data).data)


class VocabularyView(APIView):
    @extend_schema(operation_id="vocabulary", responses={200: shapes.VocabularySerializer})
    def get(self, request: Request) -> Response:
        """Tasks, labels, modalities, default rubrics and domains."""
        return Response(shapes.VocabularySerializer(vocabulary_document()).data)
