"""What admins see and decide of training, over HTTP. Thin: one service call or one read each."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.policies import require_role
from accounts.selectors import Role
from accounts.views import PROJECT, person, project_parameter
from kernel.parameters import read_id
from review.training import documents, seeding, selectors, services
from review.training import serializers as shapes
from review.training.models import QualificationChange, QualificationEvent, SeededItem, Use
from review.verdicts.views import choice_parameter


def _admins_project(request: Request) -> int:
    project_id = project_parameter(request)
    require_role(user=person(request), project_id=project_id, any_of=(Role.ADMIN,))
    return project_id


def _whole_number(request: Request, name: str) -> int:
    value = request.query_params.get(name, "")
    return read_id(value, field=name, message=f"Give {name} as a number.", code="required")


class TrainingPlanView(APIView):
    @extend_schema(
        operation_id="training_plan", parameters=[PROJECT], responses={200: shapes.TrainingPlanSerializer}
    )
    def get(self, request: Request) -> Response:
        """What the project asks for before live work (admins)."""
        plan = selectors.plan_of(project_id=_admins_project(request))
        return Response(shapes.TrainingPlanSerializer(plan).data)

    @extend_schema(
        operation_id="training_plan_change",
        parameters=[PROJECT],
        request=shapes.ChangeTrainingPlanSerializer,
        responses={200: shapes.TrainingPlanSerializer},
    )
    def patch(self, request: Request) -> Response:
        """Change it (admins). Whoever meets the new demands is qualified at once; nobody loses it by a change."""
        data = shapes.ChangeTrainingPlanSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        plan = services.change_plan(
            actor=person(request),
            project_id=project_parameter(request),
            changes=services.PlanChanges(**data.validated_data),
        )
        return Response(shapes.TrainingPlanSerializer(plan).data)


class TrainingPeopleView(APIView):
    @extend_schema(
        operation_id="training_people", parameters=[PROJECT], responses={200: shapes.TrainingPeopleSerializer}
    )
    def get(self, request: Request) -> Response:
        """Who has read, practised and is qualified, by name (admins)."""
        project_id = _admins_project(request)
        demands = selectors.demands_of(selectors.plan_of(project_id=project_id))
        people = [
            documents.standing_document(standing, demands)
            for standing in selectors.standings(project_id=project_id)
        ]
        return Response(shapes.TrainingPeopleSerializer({"people": people}).data)


class QualificationView(generics.GenericAPIView[QualificationEvent]):
    queryset = QualificationEvent.objects.none()
    serializer_class = shapes.QualificationEventSerializer
    filter_backends = []

    @extend_schema(
        operation_id="qualifications_list",
        parameters=[PROJECT],
        responses={200: shapes.QualificationEventSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """Every change of a qualification, newest first (admins)."""
        rows = selectors.audit_of(project_id=_admins_project(request))
        page = self.paginate_queryset(rows) or []
        return self.get_paginated_response(shapes.QualificationEventSerializer(page, many=True).data)

    @extend_schema(
        operation_id="qualification_decide",
        request=shapes.DecideQualificationSerializer,
        responses={200: shapes.QualificationEventSerializer},
    )
    def post(self, request: Request) -> Response:
        """Qualify a member, take it back, or allow practice runs again, with a reason (admins)."""
        data = shapes.DecideQualificationSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        told = data.validated_data
        event = services.decide_qualification(
            actor=person(request),
            project_id=told["project"],
            user_id=told["user"],
            role=told["role"],
            change=QualificationChange(told["change"]),
            reason=told["reason"],
        )
        return Response(shapes.QualificationEventSerializer(event).data)


class SeededItemListView(generics.GenericAPIView[SeededItem]):
    queryset = SeededItem.objects.none()
    serializer_class = shapes.SeededItemSerializer
    filter_backends = []

    @extend_schema(
        operation_id="seeded_items_list",
        parameters=[PROJECT, OpenApiParameter("use", str, enum=Use.values)],
        responses={200: shapes.SeededItemSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """The practice and gold items of a project, newest first (admins)."""
        project_id = _admins_project(request)
        rows = selectors.seeded_items(project_id=project_id, use=choice_parameter(request, "use", Use.values))
        page = [documents.item_document(item) for item in self.paginate_queryset(rows) or []]
        return self.get_paginated_response(shapes.SeededItemSerializer(page, many=True).data)

    @extend_schema(
        operation_id="seeded_item_make",
        request=shapes.MakeSeededItemSerializer,
        responses={201: shapes.SeededItemSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make a sound or a flawed copy of an accepted question (admins).

        400 `flaw_has_no_place`; 409 `not_accepted`, `seeded_already`.
        """
        data = shapes.MakeSeededItemSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        told = data.validated_data
        item = seeding.make_seeded_item(
            actor=person(request),
            project_id=told["project"],
            question_id=told["question"],
            use=told["use"],
            flaw=told["flaw"],
            seed=told["seed"],
            explanation=told["explanation"],
        )
        return Response(
            shapes.SeededItemSerializer(documents.item_document(item)).data, status=status.HTTP_201_CREATED
        )


class SeededItemBatchView(APIView):
    @extend_schema(
        operation_id="seeded_items_make_several",
        request=shapes.MakeSeveralSerializer,
        responses={201: shapes.MadeItemsSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make several from accepted questions that have none of that use yet (admins)."""
        data = shapes.MakeSeveralSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        told = data.validated_data
        made = seeding.make_several(
            actor=person(request),
            project_id=told["project"],
            use=told["use"],
            count=told["count"],
            flawed_share=told["flawed_share"],
            seed=told["seed"],
        )
        return Response(shapes.MadeItemsSerializer({"made": len(made)}).data, status=status.HTTP_201_CREATED)


class SeededItemRetirementView(APIView):
    @extend_schema(
        operation_id="seeded_item_retire", request=None, responses={200: shapes.SeededItemSerializer}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Take an item out of new runs and of the pool (admins)."""
        item = seeding.retire_seeded_item(actor=person(request), item_id=pk)
        shown = selectors.seeded_items(project_id=item.project_id, use=None).get(pk=item.pk)
        return Response(shapes.SeededItemSerializer(documents.item_document(shown)).data)


class PossibleFlawsView(APIView):
    @extend_schema(
        operation_id="possible_flaws",
        parameters=[PROJECT, OpenApiParameter("question", int, required=True)],
        responses={200: shapes.PossibleFlawsSerializer},
    )
    def get(self, request: Request) -> Response:
        """Which flaws an accepted question has a place for (admins)."""
        project_id = _admins_project(request)
        flaws = seeding.flaws_for(
            actor=person(request), project_id=project_id, question_id=_whole_number(request, "question")
        )
        return Response(shapes.PossibleFlawsSerializer({"flaws": flaws}).data)
