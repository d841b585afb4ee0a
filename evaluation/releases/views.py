"""Releases of a project, for its admins."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.policies import require_role
from accounts.selectors import Role
from accounts.views import PROJECT, person, project_parameter
from annotation.public import serve_file
from evaluation.releases import changelogs, selectors, services
from evaluation.releases.models import Release, ReleasePackage, ReleaseState
from evaluation.releases.packages import root_of
from evaluation.releases.serializers import (
    DifferenceSerializer,
    DraftReleaseSerializer,
    MakePackageSerializer,
    ReleaseJobSerializer,
    ReleaseSerializer,
    ReleaseSettingsSerializer,
)
from jobs.models import Job
from kernel.errors import Conflict, NotFound

TAR = "application/x-tar"


class ReleaseListView(generics.ListAPIView[Release]):
    """Releases of a project, newest first."""

    serializer_class = ReleaseSerializer
    filter_backends = []

    def get_queryset(self) -> QuerySet[Release]:
        if getattr(self, "swagger_fake_view", False):
            return Release.objects.none()
        project_id = project_parameter(self.request)
        user = person(self.request)
        require_role(user=user, project_id=project_id, any_of=(Role.ADMIN,))
        return selectors.visible_to(user).filter(project_id=project_id).prefetch_related("packages")

    @extend_schema(operation_id="releases_list", parameters=[PROJECT])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="release_draft", request=DraftReleaseSerializer, responses={201: ReleaseSerializer}
    )
    def post(self, request: Request) -> Response:
        """Draft a release of what is accepted; one at a time."""
        data = DraftReleaseSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        values = dict(data.validated_data)
        release = services.draft_release(actor=person(request), project_id=values.pop("project"), **values)
        return Response(_shown(request, release.pk), status=status.HTTP_201_CREATED)


class ReleaseView(APIView):
    @extend_schema(operation_id="release", responses={200: ReleaseSerializer})
    def get(self, request: Request, pk: int) -> Response:
        return Response(_shown(request, pk))

    @extend_schema(
        operation_id="release_change", request=ReleaseSettingsSerializer, responses={200: ReleaseSerializer}
    )
    def put(self, request: Request, pk: int) -> Response:
        """New settings of a release that is not frozen; it has to be checked again."""
        data = ReleaseSettingsSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        services.change_release(actor=person(request), release_id=pk, **data.validated_data)
        return Response(_shown(request, pk))

    @extend_schema(operation_id="release_discard", responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Discard a release that is not frozen."""
        services.discard_release(actor=person(request), release_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ReleaseCheckView(APIView):
    @extend_schema(operation_id="release_check", request=None, responses={202: ReleaseJobSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Go through the check list, by a job."""
        return _accepted(services.request_check(actor=person(request), release_id=pk))


class ReleaseFreezeView(APIView):
    @extend_schema(operation_id="release_freeze", request=None, responses={202: ReleaseJobSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Freeze a checked release, by a job; it never changes afterwards."""
        return _accepted(services.request_freeze(actor=person(request), release_id=pk))


class ReleasePackageListView(APIView):
    @extend_schema(
        operation_id="release_package_make",
        request=MakePackageSerializer,
        responses={202: ReleaseJobSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Make an archive of a frozen release, by a job."""
        data = MakePackageSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        job = services.request_package(actor=person(request), release_id=pk, kind=data.validated_data["kind"])
        return _accepted(job)


class ReleasePackageFileView(APIView):
    @extend_schema(
        operation_id="release_package_file",
        responses={
            (200, TAR): OpenApiResponse(OpenApiTypes.BINARY, "The archive."),
            (206, TAR): OpenApiResponse(OpenApiTypes.BINARY, "The range asked for."),
        },
    )
    def get(self, request: Request, pk: int, kind: str) -> HttpResponseBase:
        """A finished archive; a download that broke off can go on with a `Range` header. 409 while there is none."""
        release = selectors.get_visible(user=person(request), release_id=pk)
        package = ReleasePackage.objects.filter(release=release, kind=kind).first()
        if package is None:
            raise Conflict(
                "package_not_made", f"Release {release.version} has no archive {kind[:40]!r} yet; make it."
            )
        name = f"{root_of(release)}-{kind}.tar"
        return serve_file(request._request, package.file_key, package.sha256, TAR, download=name)


class ReleaseManifestView(APIView):
    @extend_schema(operation_id="release_manifest", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """The manifest of a frozen release as it is in its archives; its sha256 is the digest."""
        release = selectors.get_visible(user=person(request), release_id=pk)
        if release.state != ReleaseState.FROZEN:
            raise Conflict("not_frozen", f"Release {release.version} is not frozen yet.")
        return HttpResponse(release.manifest, content_type="application/json")


class ReleaseChangesView(generics.GenericAPIView[Release]):
    queryset = Release.objects.none()
    serializer_class = DifferenceSerializer
    filter_backends = []

    @extend_schema(operation_id="release_changes", responses={200: DifferenceSerializer(many=True)})
    def get(self, request: Request, pk: int) -> Response:
        """What was added, removed and changed, field by field, against the previous release."""
        release = selectors.get_visible(user=person(request), release_id=pk)
        if release.previous is None:
            raise NotFound(
                "no_previous", f"Release {release.version} is the first one: nothing to compare with."
            )
        found = changelogs.changed_ids(release.previous, release)
        page: list[Any] = self.paginate_queryset(found) or []
        rows = changelogs.differences_of(release.previous, release, page)
        return self.get_paginated_response(DifferenceSerializer(rows, many=True).data)


def _shown(request: Request, pk: int) -> dict[str, Any]:
    return dict(ReleaseSerializer(selectors.get_visible(user=person(request), release_id=pk)).data)


def _accepted(job: Job | None) -> Response:
    answer = ReleaseJobSerializer({"job": None if job is None else job.pk}).data
    return Response(answer, status=status.HTTP_202_ACCEPTED)
