"""Log-in, the person behind the request, members, invitations and API tokens."""

from __future__ import annotations

from typing import Any, cast

from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.db.models import Prefetch, QuerySet
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import ensure_csrf_cookie
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.models import AuthToken
from rest_framework import generics, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from accounts import services
from accounts.models import Invitation, Language, Membership, User
from accounts.policies import require_role
from accounts.selectors import Role
from accounts.serializers import (
    AcceptInvitationSerializer,
    ChangeMeSerializer,
    InvitationSerializer,
    InviteSerializer,
    LoginSerializer,
    MemberSerializer,
    MeSerializer,
    NewInvitationSerializer,
    NewTokenSerializer,
    OpenInvitationSerializer,
    RolesSerializer,
    TokenSerializer,
)
from kernel.csrf import FromThePage
from kernel.errors import Invalid, NotFound
from kernel.parameters import read_id

PROJECT = OpenApiParameter("project", int, required=True, description="Id of the project.")


def person(request: Request) -> User:
    """The logged-in user (views behind IsAuthenticated only)."""
    return cast(User, request.user)


def project_parameter(request: Request) -> int:
    """The required `?project=`; raises Invalid naming the parameter."""
    value = request.query_params.get("project", "")
    message = "Give the project's id, e.g. ?project=1."
    return read_id(value, field="project", message=message, code="required")


@method_decorator(ensure_csrf_cookie, name="dispatch")
class CsrfView(APIView):
    """Sets the CSRF cookie, for a page that has none yet."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="csrf", responses={204: None})
    def get(self, request: Request) -> Response:
        return Response(status=status.HTTP_204_NO_CONTENT)


# DRF exempts anonymous requests from CSRF, but a log-in forged from elsewhere would put a person into a
# stranger's account.
class SessionView(APIView):
    permission_classes = [FromThePage]
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "login"

    @extend_schema(operation_id="log_in", request=LoginSerializer, responses={200: MeSerializer})
    def post(self, request: Request) -> Response:
        """Log in. After too many failures the pair of address and machine is locked for a while (403)."""
        data = LoginSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        user = authenticate(
            request._request,
            username=data.validated_data["email"].strip().lower(),
            password=data.validated_data["password"],
        )
        if user is None:
            raise Invalid("login_failed", "The email address or the password is not right.")
        login(request._request, user)
        return Response(MeSerializer(_with_memberships(user.pk)).data)

    def get_throttles(self) -> list[Any]:
        return super().get_throttles() if self.request.method == "POST" else []

    @extend_schema(operation_id="log_out", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Log out; harmless when nobody is logged in."""
        logout(request._request)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _with_memberships(user_id: int) -> User:
    live = (
        Membership.objects.filter(ended_at__isnull=True).select_related("project").order_by("project__name")
    )
    return User.objects.prefetch_related(Prefetch("memberships", queryset=live)).get(pk=user_id)


class MeView(APIView):
    @extend_schema(operation_id="me", responses={200: MeSerializer})
    def get(self, request: Request) -> Response:
        """The person behind this request, with their roles in each project."""
        return Response(MeSerializer(_with_memberships(person(request).pk)).data)

    @extend_schema(operation_id="me_change", request=ChangeMeSerializer, responses={200: MeSerializer})
    def patch(self, request: Request) -> Response:
        """Choose the language of the page, for every browser."""
        data = ChangeMeSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        services.choose_language(user=person(request), language=Language(data.validated_data["language"]))
        return Response(MeSerializer(_with_memberships(person(request).pk)).data)


class MemberListView(generics.ListAPIView[Membership]):
    """Members of a project, for its admins; those who left come with `ended_at`."""

    serializer_class = MemberSerializer
    filter_backends = []

    def get_queryset(self) -> QuerySet[Membership]:
        if getattr(self, "swagger_fake_view", False):
            return Membership.objects.none()
        project_id = project_parameter(self.request)
        require_role(user=person(self.request), project_id=project_id, any_of=(Role.ADMIN,))
        return (
            Membership.objects.filter(project_id=project_id)
            .select_related("user")
            .order_by("user__name", "pk")
        )

    @extend_schema(operation_id="members_list", parameters=[PROJECT])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class MemberView(APIView):
    @extend_schema(
        operation_id="member_change_roles", request=RolesSerializer, responses={200: MemberSerializer}
    )
    def patch(self, request: Request, pk: int) -> Response:
        data = RolesSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        member = services.change_roles(
            actor=person(request), membership_id=pk, roles=data.validated_data["roles"]
        )
        return Response(MemberSerializer(member).data)


class MemberRemovalView(APIView):
    @extend_schema(operation_id="member_remove", request=None, responses={200: MemberSerializer})
    def post(self, request: Request, pk: int) -> Response:
        member = services.remove_member(actor=person(request), membership_id=pk)
        return Response(MemberSerializer(member).data)


class InvitationListView(generics.ListAPIView[Invitation]):
    """Invitations of a project, newest first, for its admins."""

    serializer_class = InvitationSerializer
    filter_backends = []

    def get_queryset(self) -> QuerySet[Invitation]:
        if getattr(self, "swagger_fake_view", False):
            return Invitation.objects.none()
        project_id = project_parameter(self.request)
        require_role(user=person(self.request), project_id=project_id, any_of=(Role.ADMIN,))
        return Invitation.objects.filter(project_id=project_id).select_related("accepted_by").order_by("-pk")

    @extend_schema(operation_id="invitations_list", parameters=[PROJECT])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(operation_id="invite", request=InviteSerializer, responses={201: NewInvitationSerializer})
    def post(self, request: Request) -> Response:
        data = InviteSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        new = services.invite(
            actor=person(request),
            project_id=data.validated_data["project"],
            roles=data.validated_data["roles"],
            email=data.validated_data["email"],
        )
        base = settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}"
        answer = {**InvitationSerializer(new.invitation).data, "link": f"{base}/invitations/{new.token}"}
        return Response(answer, status=status.HTTP_201_CREATED)


class InvitationRevocationView(APIView):
    @extend_schema(operation_id="invitation_revoke", request=None, responses={200: InvitationSerializer})
    def post(self, request: Request, pk: int) -> Response:
        invitation = services.revoke_invitation(actor=person(request), invitation_id=pk)
        return Response(InvitationSerializer(invitation).data)


class OpenInvitationView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="invitation_by_token", responses={200: OpenInvitationSerializer})
    def get(self, request: Request, token: str) -> Response:
        """What a link invites to. Anybody with the link may ask."""
        invitation = services.open_invitation(token=token)
        answer = {
            "project_name": invitation.project.name,
            "roles": InvitationSerializer(invitation).data["roles"],
            "email": invitation.email,
            "needs_account": not request.user.is_authenticated,
        }
        return Response(answer)


class InvitationAcceptanceView(APIView):
    permission_classes = [FromThePage]
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "login"

    @extend_schema(
        operation_id="invitation_accept", request=AcceptInvitationSerializer, responses={200: MeSerializer}
    )
    def post(self, request: Request, token: str) -> Response:
        """Join the project; a new person is logged in at once."""
        data = AcceptInvitationSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        current = person(request) if request.user.is_authenticated else None
        user, _ = services.accept_invitation(token=token, user=current, **data.validated_data)
        if current is None:
            login(request._request, user, backend="django.contrib.auth.backends.ModelBackend")
        return Response(MeSerializer(_with_memberships(user.pk)).data)


class TokenListView(APIView):
    @extend_schema(operation_id="tokens_list", responses={200: TokenSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """My API tokens (never the tokens themselves)."""
        tokens = AuthToken.objects.filter(user=person(request)).order_by("-created")
        return Response(TokenSerializer(tokens, many=True).data)

    @extend_schema(operation_id="token_create", request=None, responses={201: NewTokenSerializer})
    def post(self, request: Request) -> Response:
        """A new token for scripts: `Authorization: Token <value>`. Shown once."""
        limit = settings.REST_KNOX["TOKEN_LIMIT_PER_USER"]
        if AuthToken.objects.filter(user=person(request)).count() >= limit:
            raise Invalid(
                "token_limit", f"You have {limit} tokens already. Delete one that is not used any more."
            )
        row, token = AuthToken.objects.create(person(request))
        return Response({**TokenSerializer(row).data, "token": token}, status=status.HTTP_201_CREATED)


class TokenView(APIView):
    @extend_schema(operation_id="token_delete", responses={204: None})
    def delete(self, request: Request, token_id: str) -> Response:
        deleted, _ = AuthToken.objects.filter(user=person(request), token_key=token_id).delete()
        if not deleted:
            raise NotFound("not_found", "You have no such token.")
        return Response(status=status.HTTP_204_NO_CONTENT)
