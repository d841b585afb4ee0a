"""Shapes of people, members, invitations and tokens in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import Invitation, Language, Membership, RoleFields, User
from accounts.policies import has_server_pages
from accounts.selectors import Role
from kernel.fields import IdField


class RolesField(serializers.MultipleChoiceField):
    """A set of roles, written and answered as a list in fixed order."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=[(role.value, role.value) for role in Role], allow_empty=False, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        return frozenset(Role(value) for value in super().to_internal_value(data))

    def to_representation(self, value: Any) -> Any:
        return [role.value for role in Role if role in value]


class RoleSerializer(serializers.ModelSerializer[Any]):
    """Adds `roles` to anything with role flags."""

    roles = serializers.SerializerMethodField()

    @extend_schema_field(
        serializers.ListField(child=serializers.ChoiceField(choices=[r.value for r in Role]))
    )
    def get_roles(self, row: RoleFields) -> list[str]:
        return [role.value for role in Role if getattr(row, f"is_{role.value}")]


class PersonSerializer(serializers.ModelSerializer[User]):
    class Meta:
        model = User
        fields = ["id", "name", "email"]
        read_only_fields = fields


class ProjectReferenceSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class MyMembershipSerializer(RoleSerializer):
    project = ProjectReferenceSerializer()

    class Meta:
        model = Membership
        fields = ["project", "roles"]
        read_only_fields = fields


class ChangeMeSerializer(serializers.Serializer[Any]):
    """What people set for themselves."""

    language = serializers.ChoiceField(choices=Language.choices)


class MeSerializer(serializers.ModelSerializer[User]):
    memberships = MyMembershipSerializer(many=True)
    language = serializers.SerializerMethodField(help_text="Of the page; null: what the browser asks for.")
    has_server_pages = serializers.SerializerMethodField(
        help_text="Whether the server's administration pages (/admin/) have anything for this person."
    )

    class Meta:
        model = User
        fields = [
            "id",
            "email",
            "name",
            "language",
            "is_staff",
            "is_superuser",
            "has_server_pages",
            "memberships",
        ]
        read_only_fields = fields

    @extend_schema_field(serializers.ChoiceField(choices=Language.choices, allow_null=True))
    def get_language(self, user: User) -> str | None:
        return user.language or None

    def get_has_server_pages(self, user: User) -> bool:
        return has_server_pages(user)


class LoginSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField()
    password = serializers.CharField(trim_whitespace=False, max_length=1000)


class MemberSerializer(RoleSerializer):
    user = PersonSerializer()

    class Meta:
        model = Membership
        fields = ["id", "project", "user", "roles", "joined_at", "ended_at"]
        read_only_fields = fields


class RolesSerializer(serializers.Serializer[Any]):
    roles = RolesField()


class InvitationSerializer(RoleSerializer):
    accepted_by_name = serializers.CharField(
        source="accepted_by.name", default=None, allow_null=True, read_only=True
    )

    class Meta:
        model = Invitation
        fields = [
            "id",
            "project",
            "email",
            "roles",
            "created_at",
            "expires_at",
            "accepted_at",
            "accepted_by_name",
            "revoked_at",
        ]
        read_only_fields = fields


class NewInvitationSerializer(InvitationSerializer):
    link = serializers.CharField(help_text="Shown once; it cannot be read again.")

    class Meta(InvitationSerializer.Meta):
        fields = [*InvitationSerializer.Meta.fields, "link"]
        read_only_fields = fields


class InviteSerializer(serializers.Serializer[Any]):
    project = IdField()
    email = serializers.EmailField(required=False, allow_blank=True, default="")
    roles = RolesField()


class OpenInvitationSerializer(serializers.Serializer[Any]):
    project_name = serializers.CharField()
    roles = serializers.ListField(child=serializers.ChoiceField(choices=[r.value for r in Role]))
    email = serializers.CharField()
    needs_account = serializers.BooleanField(help_text="Nobody is logged in: name and password are needed.")


class AcceptInvitationSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField(required=False, allow_blank=True, default="")
    name = serializers.CharField(required=False, allow_blank=True, default="", max_length=120)
    password = serializers.CharField(
        required=False, allow_blank=True, default="", trim_whitespace=False, max_length=1000
    )


class TokenSerializer(serializers.Serializer[Any]):
    id = serializers.CharField(source="token_key", help_text="First characters of the token; names it.")
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expiry", allow_null=True)


class NewTokenSerializer(TokenSerializer):
    token = serializers.CharField(help_text="Shown once.")
