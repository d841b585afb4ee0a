"""The people of the tests: one project with an admin, two annotators and two reviewers, and somebody outside."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from rest_framework.test import APIClient

from accounts.models import Membership, User
from annotation.projects.models import GuidelineVersion, Project

PASSWORD = "correct-horse-battery"


@dataclass(frozen=True)
class People:
    """A project and the people around it. `outsider` is a member of nothing."""

    project: Project
    admin: User
    annotator: User
    second_annotator: User
    reviewer_a: User
    reviewer_b: User
    outsider: User

    @property
    def members(self) -> tuple[User, ...]:
        return (self.admin, self.annotator, self.second_annotator, self.reviewer_a, self.reviewer_b)


def make_user(name: str, *, is_staff: bool = False, is_superuser: bool = False) -> User:
    """A user whose address is `name@lab.example` and whose password is PASSWORD."""
    email = f"{name.lower().replace(' ', '.')}@lab.example"
    return User.objects.create_user(
        email, PASSWORD, name=name.title(), is_staff=is_staff, is_superuser=is_superuser
    )


def add_member(
    project: Project, user: User, *, annotator: bool = False, reviewer: bool = False, admin: bool = False
) -> Membership:
    return Membership.objects.create(
        project=project, user=user, is_annotator=annotator, is_reviewer=reviewer, is_admin=admin
    )


def make_people(*, name: str = "Road", suffix: str = "") -> People:
    """The whole cast; give a `suffix` for a second cast in the same test."""
    admin = make_user(f"admin{suffix}", is_staff=True)
    annotator = make_user(f"annotator{suffix}")
    second_annotator = make_user(f"second annotator{suffix}")
    reviewer_a = make_user(f"reviewer a{suffix}")
    reviewer_b = make_user(f"reviewer b{suffix}")
    project = Project.objects.create(name=f"{name}{suffix}", created_by=admin)
    GuidelineVersion.objects.create(project=project, number=1, text="", created_by=admin)
    add_member(project, admin, admin=True)
    add_member(project, annotator, annotator=True)
    add_member(project, second_annotator, annotator=True)
    add_member(project, reviewer_a, reviewer=True)
    add_member(project, reviewer_b, reviewer=True)
    return People(
        project=project,
        admin=admin,
        annotator=annotator,
        second_annotator=second_annotator,
        reviewer_a=reviewer_a,
        reviewer_b=reviewer_b,
        outsider=make_user(f"outsider{suffix}"),
    )


def client_of(user: User | None) -> APIClient:
    """A client with the session of `user`; nobody is logged in when None. CSRF is not enforced."""
    client = APIClient()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def people(db: None) -> People:
    """The cast of one test."""
    return make_people()
