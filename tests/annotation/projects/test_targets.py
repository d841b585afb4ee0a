"""How many questions of each task a project wants, and how far it is."""

from __future__ import annotations

from typing import Any

import pytest

from annotation.projects.models import Project
from annotation.questions.tasks import get_task
from tests.annotation.questions.making import make_submitted
from tests.personas import People, client_of

TARGETS = {"clip": {"emotion cause": 212}, "episode": {"emotion trajectory": 235, "emotional reasoning": 129}}


def put(people: People, targets: Any, *, who: str = "admin") -> Any:
    client = client_of(getattr(people, who))
    return client.patch(f"/api/v1/projects/{people.project.pk}", {"targets": targets}, format="json")


def test_targets_are_given_as_set_when_changed(people: People) -> None:
    assert client_of(people.admin).get(f"/api/v1/projects/{people.project.pk}").json()["targets"] == {}
    assert put(people, TARGETS).json()["targets"] == TARGETS
    assert put(people, {"clip": {"emotion cause": 1}}).json()["targets"] == {"clip": {"emotion cause": 1}}
    # Other settings leave them alone.
    client = client_of(people.admin)
    again = client.patch(f"/api/v1/projects/{people.project.pk}", {"max_rounds": 2}, format="json").json()
    assert (again["targets"], again["max_rounds"]) == ({"clip": {"emotion cause": 1}}, 2)


def test_summary_has_every_task_with_a_target_when_some_have_no_question(people: People) -> None:
    put(people, TARGETS)
    make_submitted(people, get_task("clip", "emotion cause"))
    make_submitted(people, get_task("clip", "emotion influence"))
    answer = client_of(people.admin).get(f"/api/v1/projects/{people.project.pk}/summary").json()
    assert [
        (row["granularity"], row["task"], row["target"], row["by_state"]["in_review"])
        for row in answer["by_task"]
    ] == [
        ("clip", "emotion cause", 212, 1),
        ("clip", "emotion influence", None, 1),
        ("episode", "emotion trajectory", 235, 0),
        ("episode", "emotional reasoning", 129, 0),
    ]


@pytest.mark.parametrize(
    ("targets", "field"),
    [
        ({"clip": {"emotional reasoning": 5}}, "targets.clip"),
        ({"clip": {"emotion cause": 0}}, "targets.clip.emotion cause"),
        ({"episode": {"emotional reasoning": 1.5}}, "targets.episode.emotional reasoning"),
        ({"episode": [1]}, "targets.episode"),
    ],
)
def test_field_is_named_when_a_target_is_wrong(people: People, targets: Any, field: str) -> None:
    put(people, TARGETS)
    answer = put(people, targets)
    assert (answer.status_code, [error["field"] for error in answer.json()["errors"]]) == (400, [field])
    assert Project.objects.get().targets == TARGETS


def test_targets_stay_when_an_annotator_changes_them(people: People) -> None:
    assert put(people, TARGETS, who="annotator").status_code == 403
    assert Project.objects.get().targets == {}
