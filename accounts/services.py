"""Writes about people: invitations, acceptance, roles, removal."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.announcements import announce_membership
from accounts.models import Invitation, Language, Membership, User
from accounts.policies import require_role
from accounts.selectors import Role
from kernel.errors import Conflict, FieldError, Forbidden, Invalid, NotFound
from kernel.texts import shown


def _flags(roles: frozenset[Role]) -> dict[str, bool]:
    if not roles:
        raise Invalid(
            "roles_missing",
            "Choose at least one role.",
            errors=[FieldError("roles", "required", "Choose at least one role.")],
        )
    return {f"is_{role.value}": role in roles for role in Role}


def hash_token(token: str) -> str:
    """What is stored of an invitation's token: its sha256 in hex (the token has 256 random bits, no salt needed)."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True)
class NewInvitation:
    """`token` is shown once and not stored."""

    invitation: Invitation
    token: str


@transaction.atomic
def add_member(*, project_id: int, user: User, roles: frozenset[Role]) -> Membership:
    """Makes `user` a member with exactly `roles`, also when they had been one before."""
    membership, _ = Membership.objects.update_or_create(
        project_id=project_id, user=user, defaults={**_flags(roles), "ended_at": None}
    )
    return membership


@transaction.atomic
def invite(*, actor: User, project_id: int, roles: frozenset[Role], email: str = "") -> NewInvitation:
    """An invitation to the project, for admins. With `email`, only a user of that address can accept it."""
    require_role(user=actor, project_id=project_id, any_of=(Role.ADMIN,))
    token = secrets.token_urlsafe(32)
    invitation = Invitation.objects.create(
        project_id=project_id,
        email=email.strip().lower(),
        token_hash=hash_token(token),
        created_by=actor,
        expires_at=timezone.now() + settings.INVITATION_LIFETIME,
        **_flags(roles),
    )
    return NewInvitation(invitation, token)


@transaction.atomic
def revoke_invitation(*, actor: User, invitation_id: int) -> Invitation:
    """Takes an open invitation back; doing it twice is the same. Raises Conflict when it was already accepted."""
    invitation = Invitation.objects.select_for_update().filter(pk=invitation_id).first()
    if invitation is None:
        raise NotFound("not_found", "There is no such invitation.")
    require_role(user=actor, project_id=invitation.project_id, any_of=(Role.ADMIN,))
    if invitation.accepted_at:
        raise Conflict(
            "invitation_accepted",
            "This invitation was accepted already; change the member's roles or remove the member.",
        )
    if invitation.revoked_at is None:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
    return invitation


def open_invitation(*, token: str) -> Invitation:
    """The invitation behind a link. Raises NotFound for unknown, revoked, expired or used links, saying which."""
    invitation = Invitation.objects.select_related("project").filter(token_hash=hash_token(token)).first()
    if invitation is None:
        raise NotFound("invitation_unknown", "This invitation link is not known here; ask for a new one.")
    if invitation.revoked_at:
        raise NotFound("invitation_revoked", "This invitation was taken back; ask an admin of the project.")
    if invitation.accepted_at:
        raise NotFound("invitation_used", "This invitation was used already; log in instead.")
    if invitation.expires_at <= timezone.now():
        raise NotFound(
            "invitation_expired", "This invitation has expired; ask an admin of the project for a new one."
        )
    return invitation


@transaction.atomic
def accept_invitation(
    *, token: str, user: User | None, email: str = "", name: str = "", password: str = ""
) -> tuple[User, Membership]:
    """Joins the project, as `user` when logged in, else as a new user made from email, name and password.

    Raises Invalid naming the field, Conflict when the address has an account already (log in first), Forbidden
    when the invitation is for another address.
    """
    found = open_invitation(token=token)
    # Locked and read again: a link opened twice at the same time is used once.
    invitation = Invitation.objects.select_for_update().get(pk=found.pk)
    if invitation.accepted_at or invitation.revoked_at:
        raise NotFound("invitation_used", "This invitation was used already; log in instead.")
    person = user or _new_user(email=invitation.email or email, name=name, password=password)
    if invitation.email and person.email != invitation.email:
        raise Forbidden(
            "invitation_for_another",
            f"This invitation is for {invitation.email}; you are logged in as {person.email}. "
            "Log out and open it again.",
        )
    roles = frozenset(role for role in Role if getattr(invitation, f"is_{role.value}"))
    existing = Membership.objects.filter(
        project_id=invitation.project_id, user=person, ended_at__isnull=True
    ).first()
    if existing:
        # An invitation adds roles; it never takes one from somebody who is a member already.
        roles |= frozenset(role for role in Role if getattr(existing, f"is_{role.value}"))
    membership = add_member(project_id=invitation.project_id, user=person, roles=roles)
    invitation.accepted_at = timezone.now()
    invitation.accepted_by = person
    invitation.save(update_fields=["accepted_at", "accepted_by"])
    return person, membership


def _new_user(*, email: str, name: str, password: str) -> User:
    email = email.strip().lower()
    errors = [
        FieldError(field, "required", f"{label} is needed.")
        for field, label, value in (("email", "An email address", email), ("name", "A name", shown(name)))
        if not value
    ]
    if email and User.objects.filter(email=email).exists():
        raise Conflict(
            "account_exists",
            f"There is an account for {email} already. Log in with it and open the invitation again.",
        )
    candidate = User(email=email, name=name.strip())
    try:
        validate_password(password, candidate)
    except ValidationError as error:
        errors += [FieldError("password", "weak_password", message) for message in error.messages]
    if errors:
        raise Invalid("invalid", errors[0].message, errors=errors)
    return User.objects.create_user(email, password, name=name.strip())


@transaction.atomic
def change_roles(*, actor: User, membership_id: int, roles: frozenset[Role]) -> Membership:
    """Sets a member's roles. A project always keeps one admin: raises Conflict for the last one."""
    membership = _locked_membership(actor=actor, membership_id=membership_id)
    flags = _flags(roles)
    if membership.is_admin and not flags["is_admin"]:
        _require_another_admin(membership)
    for name, value in flags.items():
        setattr(membership, name, value)
    membership.save(update_fields=list(flags))
    announce_membership(membership)
    return membership


@transaction.atomic
def remove_member(*, actor: User, membership_id: int) -> Membership:
    """Ends a membership; the person's work stays. Doing it twice is the same. Raises Conflict for the last admin."""
    membership = _locked_membership(actor=actor, membership_id=membership_id)
    if membership.ended_at is None:
        if membership.is_admin:
            _require_another_admin(membership)
        membership.ended_at = timezone.now()
        membership.save(update_fields=["ended_at"])
        announce_membership(membership)
    return membership


def _locked_membership(*, actor: User, membership_id: int) -> Membership:
    membership = Membership.objects.filter(pk=membership_id).select_related("user").first()
    if membership is None:
        raise NotFound("not_found", "There is no such member.")
    require_role(user=actor, project_id=membership.project_id, any_of=(Role.ADMIN,))
    # All memberships of the project, in id order: two admins who demote each other at once must queue.
    list(Membership.objects.select_for_update().filter(project_id=membership.project_id).order_by("pk"))
    return Membership.objects.select_related("user").get(pk=membership_id)


def _require_another_admin(membership: Membership) -> None:
    others = Membership.objects.filter(
        project_id=membership.project_id, is_admin=True, ended_at__isnull=True, user__is_active=True
    ).exclude(pk=membership.pk)
    if not others.exists():
        raise Conflict("last_admin", "This is the project's only admin. Make somebody else an admin first.")


def choose_language(*, user: User, language: Language) -> None:
    """Keeps the language in which `user` reads the page."""
    User.objects.filter(pk=user.pk).update(language=language)
