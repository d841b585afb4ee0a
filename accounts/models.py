"""Users, memberships and invitations."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone


class UserManager(BaseUserManager["User"]):
    """Makes users; the email is stored in lower case because people log in with it."""

    use_in_migrations = True

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        if not email:
            raise ValueError("A user needs an email address.")
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email=(username or "").strip().lower())


class Language(models.TextChoices):
    """Languages of the page, by their BCP 47 tags."""

    ENGLISH = "en", "English"
    CHINESE = "zh-CN", "简体中文"


class User(AbstractBaseUser, PermissionsMixin):
    """A person. Deactivated (`is_active=False`), never deleted: their work stays theirs."""

    email = models.EmailField(unique=True)
    name = models.CharField(max_length=120)
    language = models.CharField(
        max_length=10,
        choices=Language.choices,
        blank=True,
        default="",
        help_text="Of the page; empty: what the browser asks for.",
    )
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    joined_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), name="user_email_unique_any_case"),
            models.CheckConstraint(
                condition=Q(language__in=["", *Language.values]), name="user_language_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class RoleFields(models.Model):
    """The roles of a person in a project; several are allowed, none is not."""

    is_annotator = models.BooleanField(default=False)
    is_reviewer = models.BooleanField(default=False)
    is_admin = models.BooleanField(default=False)

    class Meta:
        abstract = True


class Membership(RoleFields):
    """A person in a project. A removed member keeps the row (`ended_at`), since work refers to the person."""

    project = models.ForeignKey("annotation.Project", on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    joined_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "user"], name="membership_unique_user_in_project"),
            models.CheckConstraint(
                condition=Q(is_annotator=True) | Q(is_reviewer=True) | Q(is_admin=True),
                name="membership_has_a_role",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.project_id}"


class Invitation(RoleFields):
    """A link that makes its holder a member. Only a hash of the link's token is kept."""

    project = models.ForeignKey("annotation.Project", on_delete=models.PROTECT, related_name="invitations")
    email = models.EmailField(blank=True, help_text="Empty: whoever has the link.")
    token_hash = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(is_annotator=True) | Q(is_reviewer=True) | Q(is_admin=True),
                name="invitation_has_a_role",
            ),
            models.CheckConstraint(
                condition=Q(accepted_at__isnull=True, accepted_by__isnull=True)
                | Q(accepted_at__isnull=False, accepted_by__isnull=False),
                name="invitation_accepted_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk}"
