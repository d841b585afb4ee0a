"""Endpoints over HTTP, for the people who run the server."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from llm import selectors, services
from llm.models import Attempt, Endpoint
from llm.policies import require_may_set_up
from llm.serializers import (
    ChangeEndpointSerializer,
    CreateEndpointSerializer,
    EndpointSerializer,
    TrialSerializer,
)
from llm.services import EndpointSettings


def _shown(endpoint: Endpoint) -> dict[str, Any]:
    loads = selectors.load_of([endpoint.pk])
    return dict(EndpointSerializer(endpoint, context={"loads": loads}).data)


class EndpointList(GenericAPIView[Endpoint]):
    """GET, POST /model-endpoints"""

    serializer_class = EndpointSerializer
    filter_backends = ()
    queryset = Endpoint.objects.none()

    @extend_schema(operation_id="list_model_endpoints", responses=EndpointSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Every endpoint of this installation, those in use first (staff only)."""
        require_may_set_up(request.user)
        page = self.paginate_queryset(selectors.endpoints()) or []
        loads = selectors.load_of([endpoint.pk for endpoint in page])
        data = EndpointSerializer(page, many=True, context={"loads": loads}).data
        return self.get_paginated_response(data)

    @extend_schema(
        operation_id="create_model_endpoint",
        request=CreateEndpointSerializer,
        responses={201: EndpointSerializer},
    )
    def post(self, request: Request) -> Response:
        """Set up an endpoint (staff only). Its key is stored encrypted, or read from an environment variable."""
        actor = require_may_set_up(request.user)
        data = CreateEndpointSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        endpoint = services.create_endpoint(actor=actor, settings=EndpointSettings(**data.validated_data))
        return Response(_shown(endpoint), status=status.HTTP_201_CREATED)


class EndpointDetail(APIView):
    """PATCH /model-endpoints/{id}"""

    @extend_schema(
        operation_id="change_model_endpoint", request=ChangeEndpointSerializer, responses=EndpointSerializer
    )
    def patch(self, request: Request, endpoint_id: int) -> Response:
        """Change an endpoint (staff only); a stored key has to be entered again when its host changes."""
        actor = require_may_set_up(request.user)
        data = ChangeEndpointSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        values = dict(data.validated_data)
        endpoint = services.change_endpoint(
            actor=actor,
            endpoint_id=endpoint_id,
            version=values.pop("version"),
            settings=EndpointSettings(**values),
        )
        return Response(_shown(endpoint))


class EndpointRetirement(APIView):
    """POST /model-endpoints/{id}/retirement"""

    @extend_schema(operation_id="retire_model_endpoint", request=None, responses=EndpointSerializer)
    def post(self, request: Request, endpoint_id: int) -> Response:
        """Take an endpoint out of use for good and forget its key (staff only); what it answered stays."""
        actor = require_may_set_up(request.user)
        return Response(_shown(services.retire_endpoint(actor=actor, endpoint_id=endpoint_id)))


class EndpointTrial(APIView):
    """POST /model-endpoints/{id}/trial"""

    @extend_schema(operation_id="try_model_endpoint", request=None, responses=TrialSerializer)
    def post(self, request: Request, endpoint_id: int) -> Response:
        """Ask the endpoint for one word, at its price (staff only). The answer waits for it."""
        actor = require_may_set_up(request.user)
        reply = services.try_endpoint(actor=actor, endpoint_id=endpoint_id)
        attempt = Attempt.objects.get(pk=reply.attempt_id)
        document = {
            "model": reply.model,
            "answer": reply.text[:200],
            "milliseconds": attempt.milliseconds,
            "cost": float(reply.cost),
        }
        return Response(TrialSerializer(document).data)
