"""Room for a project's media: counted, shown, and refused before a byte is sent."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from annotation.projects.models import Project
from annotation.projects.quota import room_of
from annotation.videos.models import Upload, Video
from annotation.videos.registration import register_file
from kernel.errors import TooLarge
from tests.annotation.media_files import add_video, facts, small_video
from tests.personas import People, client_of, make_user

TUS = {"Tus-Resumable": "1.0.0", "Upload-Metadata": "filename YS5tcDQ="}


def give(project: Project, quota: int | None) -> None:
    Project.objects.filter(pk=project.pk).update(quota_bytes=quota)


def begin(people: People, size: int) -> tuple[int, dict[str, object]]:
    answer = client_of(people.admin).post(
        f"/api/v1/uploads?project={people.project.pk}", headers={**TUS, "Upload-Length": str(size)}
    )
    return answer.status_code, answer.json() if answer.content else {}


def test_upload_is_refused_before_its_bytes_when_it_would_pass_the_quota(people: People) -> None:
    video = add_video(people)
    assert video.size is not None
    give(people.project, video.size + 1000)
    assert begin(people, 600)[0] == 201
    code, told = begin(people, 401)
    assert (code, told["code"], told["left"], told["quota"]) == (
        413,
        "quota_exceeded",
        400,
        video.size + 1000,
    )
    assert Upload.objects.count() == 1
    assert begin(people, 400)[0] == 201


def test_file_on_the_server_is_refused_when_it_would_pass_the_quota(people: People) -> None:
    give(people.project, 100)
    with pytest.raises(TooLarge) as caught:
        register_file(actor=people.admin, project_id=people.project.pk, path=small_video(), facts=facts())
    assert caught.value.code == "quota_exceeded"
    assert Video.objects.count() == 0


def test_server_default_counts_when_the_project_has_no_quota(people: People, settings: Any) -> None:
    assert room_of(project_id=people.project.pk).left is None
    settings.PROJECT_QUOTA_BYTES = 500
    assert begin(people, 501)[0] == 413
    give(people.project, 501)
    assert begin(people, 501)[0] == 201


def test_summary_shows_the_room_when_asked(people: People) -> None:
    video = add_video(people)
    give(people.project, 10_000_000)
    begin(people, 300)
    shown = client_of(people.annotator).get(f"/api/v1/projects/{people.project.pk}/summary").json()
    assert video.size is not None
    assert shown["storage"] == {
        "used": video.size,
        "promised": 300,
        "quota": 10_000_000,
        "left": 10_000_000 - video.size - 300,
    }


def test_quota_is_set_by_a_superuser_only_when_changed(people: People) -> None:
    address = f"/api/v1/projects/{people.project.pk}"
    refused = client_of(people.admin).patch(address, {"quota_bytes": 5, "name": "Other"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "quota_not_yours")
    people.project.refresh_from_db()
    assert (people.project.quota_bytes, people.project.name) == (None, "Road")
    root = client_of(make_user("root", is_staff=True, is_superuser=True))
    assert root.patch(address, {"quota_bytes": 5}, format="json").json()["quota_bytes"] == 5
    assert root.patch(address, {"max_rounds": 4}, format="json").json()["quota_bytes"] == 5
    assert root.patch(address, {"quota_bytes": None}, format="json").json()["quota_bytes"] is None
    assert root.patch(address, {"quota_bytes": 0}, format="json").status_code == 400


def test_database_refuses_when_a_quota_is_not_positive(people: People) -> None:
    with pytest.raises(IntegrityError, match="quota"), transaction.atomic():
        give(people.project, 0)
