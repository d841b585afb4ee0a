"""The gold report over HTTP, for admins."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.policies import require_role
from accounts.selectors import Role
from accounts.views import PROJECT, person, project_parameter
from review.gold.selectors import gold_report
from review.gold.serializers import GoldReportSerializer


class GoldReportView(APIView):
    @extend_schema(operation_id="gold_report", parameters=[PROJECT], responses={200: GoldReportSerializer})
    def get(self, request: Request) -> Response:
        """How reviewers did on gold items, by name, from rounds that have closed (admins)."""
        project_id = project_parameter(request)
        require_role(user=person(request), project_id=project_id, any_of=(Role.ADMIN,))
        return Response(GoldReportSerializer(gold_report(project_id=project_id)).data)
