"""The cast of the tests is what its names say."""

from accounts.selectors import Role, roles_of
from tests.personas import People, client_of


def test_cast_has_its_roles_when_made(people: People) -> None:
    roles = [roles_of(user=user, project_id=people.project.pk) for user in people.members]
    assert roles == [{Role.ADMIN}, {Role.ANNOTATOR}, {Role.ANNOTATOR}, {Role.REVIEWER}, {Role.REVIEWER}]
    assert roles_of(user=people.outsider, project_id=people.project.pk) == frozenset()


def test_client_is_its_person_when_logged_in(people: People) -> None:
    answer = client_of(people.annotator).get("/api/v1/me")
    assert answer.status_code == 200
    assert answer.json()["email"] == people.annotator.email
