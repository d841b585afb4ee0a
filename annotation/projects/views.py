"""Projects over HTTP."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.policies import require_role
from accounts.selectors import Role
from accounts.views import person
from annotation.projects import selectors, services
from annotation.projects.models import Project
from annotation.projects.serializers import (
    ChangeProjectSerializer,
    CreateProjectSerializer,
    ProjectDetailSerializer,
    ProjectSerializer,
    SummarySerializer,
)
from annotation.projects.services import ProjectChanges
from kernel.errors import NotFound


def _shown(request: Request, pk: int) -> dict[str, Any]:
    project = selectors.visible_to(person(request)).filter(pk=pk).first()
    if project is None:
        raise NotFound("not_found", "There is no such project, or you are not a member of it.")
    return dict(ProjectDetailSerializer(project, context={"request": request}).data)


class ProjectListView(generics.ListAPIView[Project]):
    """My projects, by name; all of them for superusers."""

    serializer_class = ProjectSerializer
    filter_backends = []

    def get_queryset(self) -> QuerySet[Project]:
        if getattr(self, "swagger_fake_view", False):
            return Project.objects.none()
        return selectors.visible_to(person(self.request)).order_by("name", "pk")

    @extend_schema(operation_id="projects_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="project_create",
        request=CreateProjectSerializer,
        responses={201: ProjectDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        """Start a project (staff only); you become its admin."""
        data = CreateProjectSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        project = services.create_project(actor=person(request), **data.validated_data)
        return Response(_shown(request, project.pk), status=status.HTTP_201_CREATED)


class ProjectView(APIView):
    @extend_schema(operation_id="project", responses={200: ProjectDetailSerializer})
    def get(self, request: Request, pk: int) -> Response:
        return Response(_shown(request, pk))

    @extend_schema(
        operation_id="project_change",
        request=ChangeProjectSerializer,
        responses={200: ProjectDetailSerializer},
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Change settings (admins; `quota_bytes` superusers); a new guideline text becomes its next version."""
        data = ChangeProjectSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        values = dict(data.validated_data)
        with transaction.atomic():
            if "quota_bytes" in values:
                services.set_quota(
                    actor=person(request), project_id=pk, quota_bytes=values.pop("quota_bytes")
                )
            services.change_project(actor=person(request), project_id=pk, changes=ProjectChanges(**values))
        return Response(_shown(request, pk))


class ProjectSummaryView(APIView):
    @extend_schema(operation_id="project_summary", responses={200: SummarySerializer})
    def get(self, request: Request, pk: int) -> Response:
        """Counts of questions, videos, clips and running jobs, for admins and annotators.

        Not for those who only review: the counts of a moment after one's own verdict would tell the other's.
        """
        require_role(user=person(request), project_id=pk, any_of=(Role.ADMIN, Role.ANNOTATOR))
        return Response(SummarySerializer(selectors.summary_of(project_id=pk)).data)
