"""Writes of projects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.policies import require_role
from accounts.selectors import Role
from accounts.services import add_member
from annotation.projects.announcements import announce_guideline
from annotation.projects.guidelines import starting_guideline
from annotation.projects.models import (
    BlindAnswers,
    DoubleRejection,
    EpisodeWatching,
    GuidelineVersion,
    Project,
    Protocol,
)
from annotation.projects.policies import require_may_create_project
from kernel.errors import Conflict, FieldError, Forbidden

SETTINGS: Final = (
    "name",
    "max_rounds",
    "double_rejection",
    "hide_author",
    "min_watched_share",
    "targets",
    "episode_watching",
    "blind_answers",
)


@dataclass(frozen=True, kw_only=True)
class ProjectChanges:
    """What to change in a project; None leaves a setting as it is.

    `targets` is `{granularity: {task: n}}`, all of them: a task that is not there has no target.
    """

    name: str | None = None
    max_rounds: int | None = None
    double_rejection: DoubleRejection | None = None
    hide_author: bool | None = None
    min_watched_share: float | None = None
    episode_watching: EpisodeWatching | None = None
    blind_answers: BlindAnswers | None = None
    guideline_text: str | None = None
    targets: Mapping[str, Mapping[str, int]] | None = None


def create_project(
    *, actor: User, name: str, protocol: Protocol = Protocol.LONGEMOBENCH, guideline: str = "en"
) -> Project:
    """A new project with `actor` as its admin. For staff; raises Conflict when the name is taken.

    `guideline` is the language of the guideline that it starts with, one of guidelines.LANGUAGES.
    """
    require_may_create_project(user=actor)
    try:
        with transaction.atomic():
            project = Project.objects.create(name=name, protocol=protocol, created_by=actor)
            add_member(project_id=project.pk, user=actor, roles=frozenset({Role.ADMIN}))
            GuidelineVersion.objects.create(
                project=project, number=1, text=starting_guideline(guideline), created_by=actor
            )
    except IntegrityError:
        raise _name_taken(name) from None
    return project


def change_project(*, actor: User, project_id: int, changes: ProjectChanges) -> Project:
    """Changes settings; a new guideline text becomes a new version, the same text does not. For admins.

    Locks the project's row. Raises Conflict when the name is taken.
    """
    try:
        with transaction.atomic():
            require_role(user=actor, project_id=project_id, any_of=(Role.ADMIN,))
            project = Project.objects.select_for_update().get(pk=project_id)
            changed = []
            for field in SETTINGS:
                value = getattr(changes, field)
                if value is not None and value != getattr(project, field):
                    setattr(project, field, value)
                    changed.append(field)
            if changed:
                project.save(update_fields=changed)
            if changes.guideline_text is not None:
                _write_guideline(actor=actor, project=project, text=changes.guideline_text)
    except IntegrityError:
        raise _name_taken(changes.name or "") from None
    return project


@transaction.atomic
def set_quota(*, actor: User, project_id: int, quota_bytes: int | None) -> None:
    """Sets what the media of a project may take; None gives it the server's default. What is there stays.

    Room is the business of who runs the server: raises NotFound outside the project, Forbidden for all but superusers.
    """
    require_role(user=actor, project_id=project_id, any_of=(Role.ADMIN,))
    if not actor.is_superuser:
        raise Forbidden(
            "quota_not_yours",
            "How much room a project has is decided by the person who runs this server; ask there for more.",
        )
    Project.objects.filter(pk=project_id).update(quota_bytes=quota_bytes)


def _write_guideline(*, actor: User, project: Project, text: str) -> None:
    newest = project.guideline_versions.order_by("-number").first()
    if newest is not None and newest.text == text:
        return
    number = newest.number + 1 if newest else 1
    version = GuidelineVersion.objects.create(project=project, number=number, text=text, created_by=actor)
    announce_guideline(actor, version)


def _name_taken(name: str) -> Conflict:
    message = f"There is a project called {name!r} already; choose another name."
    return Conflict("project_name_taken", message, errors=[FieldError("name", "taken", message)])
