"""The guidelines that new projects start with."""

from __future__ import annotations

import re

import pytest

from annotation.emotic.labels import LABELS
from annotation.projects.guidelines import LANGUAGES, starting_guideline
from annotation.questions.tasks import TASKS
from tests.personas import People, client_of


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_task_has_its_section_when_a_project_starts(language: str) -> None:
    headings = re.findall(r"^# (.+)$", starting_guideline(language), re.MULTILINE)
    assert headings == ["general", "reviewing", *(f"{task.granularity}: {task.type}" for task in TASKS)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_example_labels_are_labels_when_they_are_named(language: str) -> None:
    told = re.findall(
        r"(?:Answer|Before|After|答案|之前|之后)[:：] ?([a-z/,、 ]+)[.。]", starting_guideline(language)
    )
    named = [word for labels in told for word in re.split("[,、] ?", labels)]
    assert len(named) == 8
    assert set(named) <= {label.name for label in LABELS}


def test_project_starts_with_the_guideline_of_its_language_when_one_is_chosen(people: People) -> None:
    people.admin.is_staff = True
    people.admin.save()
    client = client_of(people.admin)
    made = client.post("/api/v1/projects", {"name": "中文", "guideline": "zh-CN"}, format="json")
    assert (made.status_code, made.json()["guideline_text"]) == (201, starting_guideline("zh-CN"))
    refused = client.post("/api/v1/projects", {"name": "Third", "guideline": "fr"}, format="json")
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "guideline")


def test_starting_guideline_names_the_languages_when_there_is_none() -> None:
    with pytest.raises(ValueError, match="en, zh-CN"):
        starting_guideline("fr")
