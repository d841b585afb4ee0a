"""A project's quota under many uploads that begin in the same moment."""

from __future__ import annotations

import pytest

from annotation.projects.models import Project
from annotation.projects.quota import room_of
from annotation.videos.models import Upload
from annotation.videos.uploads import begin_upload
from kernel.errors import TooLarge
from tests.concurrency.threads import at_once
from tests.personas import People

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]


def test_quota_is_kept_when_sixteen_uploads_begin_at_once(people: People) -> None:
    Project.objects.filter(pk=people.project.pk).update(quota_bytes=5_500)

    def begin(number: int) -> str:
        try:
            begin_upload(
                actor=people.admin, project_id=people.project.pk, filename=f"{number}.mp4", size=1_000
            )
        except TooLarge as refusal:
            return refusal.code
        return "begun"

    told = at_once([lambda number=number: begin(number) for number in range(16)])  # type: ignore[misc]
    assert sorted(told) == ["begun"] * 5 + ["quota_exceeded"] * 11
    assert Upload.objects.count() == 5
    assert room_of(project_id=people.project.pk).left == 500
