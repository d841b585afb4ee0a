"""The project and the person that a command works for, as they are named on its command line."""

from __future__ import annotations

from django.core.management.base import CommandError

from accounts.models import User
from annotation.projects.models import Project
from annotation.questions.selectors import find_project


def project_and_actor(project: str, email: str) -> tuple[Project, User]:
    """The project by id or exact name, and the account of that address, or else who created the project.

    Raises CommandError when there is none.
    """
    try:
        found = Project.objects.select_related("created_by").get(pk=find_project(project))
    except LookupError as error:
        raise CommandError(str(error)) from None
    if not email:
        return found, found.created_by
    user = User.objects.filter(email=email.strip().lower()).first()
    if user is None:
        raise CommandError(f"There is no account with the address {email}; invite the person first.")
    return found, user
