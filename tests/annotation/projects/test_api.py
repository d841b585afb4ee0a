"""Projects over HTTP, by person."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Membership
from annotation.projects.guidelines import starting_guideline
from annotation.projects.models import GuidelineVersion, Project
from tests.personas import People, add_member, client_of, make_people, make_user

BASE = "/api/v1/projects"


def test_creator_becomes_admin_when_staff_starts_a_project(db: None) -> None:
    staff = make_user("staff", is_staff=True)
    answer = client_of(staff).post(BASE, {"name": "Emotions"}, format="json")
    assert answer.status_code == 201
    shown = answer.json()
    assert shown["roles"] == ["admin"]
    assert (shown["protocol"], shown["max_rounds"], shown["double_rejection"]) == (
        "longemobench",
        3,
        "remove",
    )
    assert (shown["hide_author"], shown["min_watched_share"]) == (True, 0.8)
    assert (shown["guideline_text"], shown["guideline_version"]) == (starting_guideline("en"), 1)
    membership = Membership.objects.get(project_id=shown["id"], user=staff)
    assert (membership.is_admin, membership.is_annotator, membership.is_reviewer) == (True, False, False)


def test_nothing_is_made_when_somebody_else_starts_a_project(people: People) -> None:
    answer = client_of(people.annotator).post(BASE, {"name": "Emotions"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "staff_only")
    assert list(Project.objects.all()) == [people.project]


def test_second_project_is_refused_when_the_name_is_taken(people: People) -> None:
    answer = client_of(people.admin).post(BASE, {"name": people.project.name}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "project_name_taken")
    assert answer.json()["errors"][0]["field"] == "name"
    assert Project.objects.count() == 1


def test_list_holds_my_projects_with_my_roles_when_asked(people: People) -> None:
    other = make_people(suffix=" two")
    add_member(other.project, people.annotator, reviewer=True, annotator=True)
    listed = client_of(people.annotator).get(BASE).json()["results"]
    assert [(p["name"], p["roles"]) for p in listed] == [
        ("Road", ["annotator"]),
        ("Road two", ["annotator", "reviewer"]),
    ]
    assert client_of(people.outsider).get(BASE).json()["results"] == []


def test_list_holds_all_projects_when_a_superuser_asks(people: People) -> None:
    root = make_user("root", is_superuser=True)
    listed = client_of(root).get(BASE).json()["results"]
    assert [(p["name"], p["roles"]) for p in listed] == [("Road", ["admin"])]


def test_project_is_unknown_when_an_outsider_asks(people: People) -> None:
    client = client_of(people.outsider)
    assert client.get(f"{BASE}/{people.project.pk}").status_code == 404
    assert client.get(f"{BASE}/{people.project.pk}/summary").status_code == 404
    assert client.patch(f"{BASE}/{people.project.pk}", {"name": "Mine"}, format="json").status_code == 404
    people.project.refresh_from_db()
    assert people.project.name == "Road"
    assert client_of(None).get(BASE).status_code == 401


def test_former_member_sees_nothing_when_removed(people: People) -> None:
    Membership.objects.filter(user=people.annotator).update(ended_at="2026-01-01T00:00:00Z")
    assert client_of(people.annotator).get(f"{BASE}/{people.project.pk}").status_code == 404
    assert client_of(people.annotator).get(BASE).json()["count"] == 0


def test_settings_change_when_the_admin_says_so(people: People) -> None:
    answer = client_of(people.admin).patch(
        f"{BASE}/{people.project.pk}",
        {"max_rounds": 2, "double_rejection": "return", "hide_author": False, "min_watched_share": 0.5},
        format="json",
    )
    assert answer.status_code == 200
    people.project.refresh_from_db()
    project = people.project
    assert (project.max_rounds, project.double_rejection) == (2, "return")
    assert (project.hide_author, project.min_watched_share) == (False, 0.5)


@pytest.mark.parametrize("who", ["annotator", "reviewer_a"])
def test_settings_stay_when_another_role_changes_them(people: People, who: str) -> None:
    answer = client_of(getattr(people, who)).patch(
        f"{BASE}/{people.project.pk}", {"max_rounds": 1, "guideline_text": "x"}, format="json"
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "role_missing")
    people.project.refresh_from_db()
    assert people.project.max_rounds == 3
    assert GuidelineVersion.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"max_rounds": 0}, "max_rounds"),
        ({"max_rounds": 11}, "max_rounds"),
        ({"double_rejection": "keep"}, "double_rejection"),
        ({"min_watched_share": 1.5}, "min_watched_share"),
        ({"min_watched_share": "nan"}, "min_watched_share"),
        ({"name": " "}, "name"),
    ],
)
def test_field_is_named_when_a_setting_is_wrong(
    people: People, change: dict[str, object], field: str
) -> None:
    answer = client_of(people.admin).patch(f"{BASE}/{people.project.pk}", change, format="json")
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    before = (people.project.name, people.project.max_rounds)
    people.project.refresh_from_db()
    assert (people.project.name, people.project.max_rounds) == before


def test_guideline_gets_a_version_when_its_text_differs_only(people: People) -> None:
    client = client_of(people.admin)
    address = f"{BASE}/{people.project.pk}"
    assert (
        client.patch(address, {"guideline_text": "  One.\n"}, format="json").json()["guideline_version"] == 2
    )
    assert (
        client.patch(address, {"guideline_text": "  One.\n"}, format="json").json()["guideline_version"] == 2
    )
    shown = client.patch(address, {"guideline_text": "Two."}, format="json").json()
    assert (shown["guideline_version"], shown["guideline_text"]) == (3, "Two.")
    texts = GuidelineVersion.objects.order_by("number").values_list("text", flat=True)
    assert list(texts) == ["", "  One.\n", "Two."]


def test_summary_counts_zeros_when_the_project_is_empty(people: People) -> None:
    shown = client_of(people.annotator).get(f"{BASE}/{people.project.pk}/summary").json()
    assert shown["questions"]["total"] == 0
    assert shown["by_granularity"]["episode"]["accepted"] == 0
    assert (shown["by_task"], shown["jobs_active"]) == ([], 0)
    assert (shown["videos"]["ready"], shown["clips"]["cutting"]) == (0, 0)


def queries_of_list(people: People) -> int:
    client = client_of(people.annotator)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(BASE).status_code == 200
    return len(queries)


def test_list_costs_the_same_when_there_are_20_projects(people: People) -> None:
    one = queries_of_list(people)
    for n in range(19):
        project = Project.objects.create(name=f"More {n}", created_by=people.admin)
        add_member(project, people.annotator, annotator=True)
    assert client_of(people.annotator).get(BASE).json()["count"] == 20
    assert queries_of_list(people) == one
