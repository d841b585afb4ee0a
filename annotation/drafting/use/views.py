"""Which models a project asks for what, its budget, and what its calls came to."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.policies import require_role
from accounts.selectors import Role, roles_of
from accounts.views import person
from annotation.drafting import services
from annotation.drafting.drafts.selectors import survival_of
from annotation.drafting.models import ModelChoice, Purpose
from annotation.drafting.use import serializers as shapes
from llm.public import endpoint_choices, may_set_up, set_budget, spending_of, use_of


def _choices(user: User, project_id: int) -> dict[str, Any]:
    known = {one.id: one for one in endpoint_choices()}
    chosen = dict(ModelChoice.objects.filter(project_id=project_id).values_list("purpose", "endpoint_id"))
    admin = Role.ADMIN in roles_of(user=user, project_id=project_id)
    document = {
        "purposes": [
            {"purpose": purpose, "endpoint": known.get(chosen.get(purpose, 0))} for purpose in Purpose
        ],
        "endpoints": list(known.values()) if admin else [],
    }
    return dict(shapes.ModelChoicesSerializer(document).data)


class ModelChoicesView(APIView):
    @extend_schema(operation_id="model_choices", responses={200: shapes.ModelChoicesSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """Which model the project asks for what (annotators, admins); without one everything works by hand."""
        user = person(request)
        require_role(user=user, project_id=pk, any_of=(Role.ADMIN, Role.ANNOTATOR))
        return Response(_choices(user, pk))

    @extend_schema(
        operation_id="model_choice_set",
        request=shapes.ChooseEndpointSerializer,
        responses={200: shapes.ModelChoicesSerializer},
    )
    def put(self, request: Request, pk: int) -> Response:
        """Choose the endpoint for one purpose, null for none (admins)."""
        data = shapes.ChooseEndpointSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        services.choose_endpoint(
            actor=person(request),
            project_id=pk,
            purpose=Purpose(data.validated_data["purpose"]),
            endpoint_id=data.validated_data["endpoint"],
        )
        return Response(_choices(person(request), pk))


class ModelUseView(APIView):
    @extend_schema(operation_id="model_use", responses={200: shapes.ModelUseSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """Calls, tokens, cost and failures by endpoint and prompt version, and what became of drafts (admins)."""
        user = person(request)
        require_role(user=user, project_id=pk, any_of=(Role.ADMIN,))
        document = {
            "budget": spending_of(project_id=pk),
            "may_set_budget": may_set_up(user),
            "calls": use_of(project_id=pk),
            "drafts": survival_of(project_id=pk),
        }
        return Response(shapes.ModelUseSerializer(document).data)


class ModelBudgetView(APIView):
    @extend_schema(
        operation_id="model_budget_set",
        request=shapes.SetBudgetSerializer,
        responses={200: shapes.BudgetSerializer},
    )
    def put(self, request: Request, pk: int) -> Response:
        """Set what the project may spend on calls in all (staff who are admins of it); what is spent counts."""
        require_role(user=person(request), project_id=pk, any_of=(Role.ADMIN,))
        data = shapes.SetBudgetSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        set_budget(actor=person(request), project_id=pk, limit=data.validated_data["limit"])
        return Response(shapes.BudgetSerializer(spending_of(project_id=pk)).data)
