"""Log-in, invitations, roles, removal and tokens, through the API."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import identify_hasher, make_password
from django.contrib.auth.models import Permission
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Invitation, Membership, User
from accounts.policies import has_server_pages
from accounts.selectors import Role, roles_of
from accounts.services import add_member, hash_token
from annotation.models import Project

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"


def make_user(name: str) -> User:
    return User.objects.create_user(f"{name}@lab.example", PASSWORD, name=name.title())


@pytest.fixture
def boss() -> User:
    return make_user("boss")


@pytest.fixture
def project(boss: User) -> Project:
    project = Project.objects.create(name="Pilot", created_by=boss)
    add_member(project_id=project.pk, user=boss, roles=frozenset({Role.ADMIN}))
    return project


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def post(client: Client, path: str, body: dict[str, Any] | None = None) -> Any:
    return client.post(f"/api/v1/{path}", body or {}, content_type="application/json")


def test_login_answers_the_person_when_password_is_right(boss: User, project: Project) -> None:
    answer = post(Client(), "session", {"email": "BOSS@lab.example", "password": PASSWORD})
    assert answer.status_code == 200
    assert answer.json() == {
        "id": boss.pk,
        "email": "boss@lab.example",
        "name": "Boss",
        "language": None,
        "is_staff": False,
        "is_superuser": False,
        "has_server_pages": False,
        "memberships": [{"project": {"id": project.pk, "name": "Pilot"}, "roles": ["admin"]}],
    }


def test_login_is_refused_when_password_is_wrong(boss: User) -> None:
    client = Client()
    answer = post(client, "session", {"email": boss.email, "password": "wrong"})
    assert (answer.status_code, answer.json()["code"]) == (400, "login_failed")
    assert answer["Content-Type"] == "application/problem+json"
    assert client.get("/api/v1/me").status_code == 401


def test_login_is_locked_when_failures_reach_the_limit(boss: User, settings: Any) -> None:
    settings.AXES_FAILURE_LIMIT = 3
    client = Client()
    codes = [
        post(client, "session", {"email": boss.email, "password": "wrong"}).json()["code"] for _ in range(3)
    ]
    assert codes == ["login_failed", "login_failed", "login_locked"]
    right = post(client, "session", {"email": boss.email, "password": PASSWORD})
    assert (right.status_code, right.json()["code"]) == (403, "login_locked")
    elsewhere = Client(REMOTE_ADDR="127.0.0.9")
    assert post(elsewhere, "session", {"email": boss.email, "password": PASSWORD}).status_code == 200


def test_login_needs_the_csrf_token_when_the_page_sends_it(boss: User) -> None:
    client = Client(enforce_csrf_checks=True)
    refused = post(client, "session", {"email": boss.email, "password": PASSWORD})
    assert refused.status_code == 403
    client.get("/api/v1/csrf")
    token = client.cookies["csrftoken"].value
    accepted = client.post(
        "/api/v1/session",
        {"email": boss.email, "password": PASSWORD},
        content_type="application/json",
        headers={"X-CSRFToken": token},
    )
    assert accepted.status_code == 200


def test_passwords_are_hashed_with_argon2_by_the_product() -> None:
    from config import settings as product

    assert product.PASSWORD_HASHERS[0].endswith("Argon2PasswordHasher")
    assert identify_hasher(make_password("x", hasher="argon2")).algorithm == "argon2"


def test_invitation_makes_a_member_when_a_new_person_accepts(boss: User, project: Project) -> None:
    made = post(logged_in(boss), "invitations", {"project": project.pk, "roles": ["reviewer", "annotator"]})
    assert made.status_code == 201
    token = made.json()["link"].rsplit("/", 1)[1]
    assert made.json()["link"] == f"http://testserver/invitations/{token}"
    assert Invitation.objects.get().token_hash == hash_token(token)

    visitor = Client()
    shown = visitor.get(f"/api/v1/invitations/by-token/{token}").json()
    assert shown == {
        "project_name": "Pilot",
        "roles": ["annotator", "reviewer"],
        "email": "",
        "needs_account": True,
    }
    joined = post(
        visitor,
        f"invitations/by-token/{token}/acceptance",
        {"email": "new@lab.example", "name": "New", "password": PASSWORD},
    )
    assert joined.status_code == 200
    assert visitor.get("/api/v1/me").json()["memberships"] == [
        {"project": {"id": project.pk, "name": "Pilot"}, "roles": ["annotator", "reviewer"]}
    ]
    again = post(Client(), f"invitations/by-token/{token}/acceptance", {"email": "x@lab.example"})
    assert (again.status_code, again.json()["code"]) == (404, "invitation_used")
    assert Membership.objects.count() == 2


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"email": "", "name": "N", "password": PASSWORD}, "email"),
        ({"email": "n@lab.example", "name": " ", "password": PASSWORD}, "name"),
        ({"email": "n@lab.example", "name": "N", "password": "short"}, "password"),
        ({"email": "n@lab.example", "name": "N", "password": "1234567890123"}, "password"),
    ],
)
def test_acceptance_names_the_field_when_it_is_wrong(
    boss: User, project: Project, body: dict[str, str], field: str
) -> None:
    made = post(logged_in(boss), "invitations", {"project": project.pk, "roles": ["reviewer"]})
    token = made.json()["link"].rsplit("/", 1)[1]
    answer = post(Client(), f"invitations/by-token/{token}/acceptance", body)
    assert answer.status_code == 400
    assert {error["field"] for error in answer.json()["errors"]} == {field}
    assert User.objects.count() == 1
    assert Invitation.objects.get().accepted_at is None


@pytest.mark.parametrize(
    ("flags", "permission", "answer"),
    [
        ({"is_staff": True, "is_superuser": True}, None, True),
        ({"is_staff": True}, "change_user", True),
        ({"is_staff": True}, None, False),
        ({}, "change_user", False),
        ({"is_staff": True, "is_superuser": True, "is_active": False}, None, False),
    ],
)
def test_server_pages_are_offered_when_the_person_can_do_something_there(
    flags: dict[str, bool], permission: str | None, answer: bool
) -> None:
    user = User.objects.create_user("root@lab.example", PASSWORD, name="Root", **flags)
    if permission is not None:
        user.user_permissions.add(Permission.objects.get(codename=permission))
    assert has_server_pages(User.objects.get(pk=user.pk)) is answer


def test_invitations_name_who_accepted_when_somebody_did(boss: User, project: Project) -> None:
    counts = []
    for number in range(3):
        made = post(logged_in(boss), "invitations", {"project": project.pk, "roles": ["reviewer"]})
        token = made.json()["link"].rsplit("/", 1)[1]
        if number > 0:
            post(logged_in(make_user(f"guest{number}")), f"invitations/by-token/{token}/acceptance")
        client = logged_in(boss)
        with CaptureQueriesContext(connection) as queries:
            rows = client.get(f"/api/v1/invitations?project={project.pk}").json()["results"]
        counts.append(len(queries))
    assert [row["accepted_by_name"] for row in rows] == ["Guest2", "Guest1", None]
    assert counts[1] == counts[2]


def test_invitation_is_refused_when_it_is_for_another_address(boss: User, project: Project) -> None:
    made = post(
        logged_in(boss),
        "invitations",
        {"project": project.pk, "roles": ["reviewer"], "email": "Ann@lab.example"},
    )
    token = made.json()["link"].rsplit("/", 1)[1]
    other = make_user("other")
    answer = post(logged_in(other), f"invitations/by-token/{token}/acceptance")
    assert (answer.status_code, answer.json()["code"]) == (403, "invitation_for_another")
    assert roles_of(user=other, project_id=project.pk) == frozenset()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"expires_at": timezone.now() - timedelta(seconds=1)}, "invitation_expired"),
        ({"revoked_at": timezone.now()}, "invitation_revoked"),
    ],
)
def test_invitation_is_refused_when_it_is_over(
    boss: User, project: Project, change: dict[str, Any], code: str
) -> None:
    made = post(logged_in(boss), "invitations", {"project": project.pk, "roles": ["reviewer"]})
    token = made.json()["link"].rsplit("/", 1)[1]
    Invitation.objects.update(**change)
    answer = post(
        Client(),
        f"invitations/by-token/{token}/acceptance",
        {"email": "n@lab.example", "name": "N", "password": PASSWORD},
    )
    assert (answer.status_code, answer.json()["code"]) == (404, code)
    assert Membership.objects.count() == 1


def test_accepting_adds_roles_when_the_person_is_a_member(boss: User, project: Project) -> None:
    made = post(logged_in(boss), "invitations", {"project": project.pk, "roles": ["reviewer"]})
    token = made.json()["link"].rsplit("/", 1)[1]
    assert post(logged_in(boss), f"invitations/by-token/{token}/acceptance").status_code == 200
    assert roles_of(user=boss, project_id=project.pk) == {Role.ADMIN, Role.REVIEWER}


def test_members_are_not_shown_when_the_person_is_no_admin(boss: User, project: Project) -> None:
    reviewer, outsider = make_user("rev"), make_user("out")
    add_member(project_id=project.pk, user=reviewer, roles=frozenset({Role.REVIEWER}))
    assert logged_in(reviewer).get(f"/api/v1/members?project={project.pk}").status_code == 403
    assert logged_in(outsider).get(f"/api/v1/members?project={project.pk}").status_code == 404
    assert logged_in(boss).get("/api/v1/members").json()["errors"][0]["field"] == "project"
    made = post(logged_in(reviewer), "invitations", {"project": project.pk, "roles": ["admin"]})
    assert made.status_code == 403
    assert Invitation.objects.count() == 0


def test_roles_change_and_members_leave_when_an_admin_says_so(boss: User, project: Project) -> None:
    member = add_member(project_id=project.pk, user=make_user("rev"), roles=frozenset({Role.REVIEWER}))
    client = logged_in(boss)
    changed = client.patch(
        f"/api/v1/members/{member.pk}", {"roles": ["annotator"]}, content_type="application/json"
    )
    assert changed.json()["roles"] == ["annotator"]
    removed = post(client, f"members/{member.pk}/removal")
    assert removed.status_code == 200
    assert post(client, f"members/{member.pk}/removal").json() == removed.json()
    assert roles_of(user=member.user, project_id=project.pk) == frozenset()


def test_last_admin_stays_when_they_would_go(boss: User, project: Project) -> None:
    mine = Membership.objects.get(user=boss)
    client = logged_in(boss)
    demoted = client.patch(
        f"/api/v1/members/{mine.pk}", {"roles": ["reviewer"]}, content_type="application/json"
    )
    removed = post(client, f"members/{mine.pk}/removal")
    assert (demoted.status_code, removed.status_code) == (409, 409)
    assert roles_of(user=boss, project_id=project.pk) == {Role.ADMIN}


def test_token_opens_the_api_until_it_is_deleted(boss: User, project: Project) -> None:
    made = post(logged_in(boss), "tokens").json()
    script = Client(headers={"Authorization": f"Token {made['token']}"})
    assert script.get("/api/v1/me").json()["id"] == boss.pk
    assert "token" not in logged_in(boss).get("/api/v1/tokens").json()[0]
    other = logged_in(make_user("other"))
    assert other.delete(f"/api/v1/tokens/{made['id']}").status_code == 404
    assert script.get("/api/v1/me").status_code == 200
    assert script.delete(f"/api/v1/tokens/{made['id']}").status_code == 204
    assert script.get("/api/v1/me").status_code == 401


def test_deactivated_person_has_no_roles_and_no_session(boss: User, project: Project) -> None:
    client = logged_in(boss)
    User.objects.update(is_active=False)
    assert client.get("/api/v1/me").status_code == 401
    boss.refresh_from_db()
    assert roles_of(user=boss, project_id=project.pk) == frozenset()


@pytest.mark.parametrize("name", ["membership_has_a_role", "membership_unique_user_in_project"])
def test_database_refuses_membership_when_service_is_bypassed(
    boss: User, project: Project, name: str
) -> None:
    flags = {"is_admin": True} if name.endswith("in_project") else {}
    user = boss if flags else make_user("new")
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(project=project, user=user, **flags)
    assert Membership.objects.count() == 1


def test_database_refuses_user_when_email_differs_in_case_only(boss: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(email="BOSS@lab.example", name="Impostor")
    assert User.objects.count() == 1


def test_language_is_kept_with_the_person_and_is_one_that_the_page_has(boss: User) -> None:
    client = logged_in(boss)
    change = client.patch("/api/v1/me", {"language": "zh-CN"}, content_type="application/json")
    assert (change.status_code, change.json()["language"]) == (200, "zh-CN")
    refused = client.patch("/api/v1/me", {"language": "fr"}, content_type="application/json")
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "language")
    assert logged_in(boss).get("/api/v1/me").json()["language"] == "zh-CN"
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=boss.pk).update(language="fr")
