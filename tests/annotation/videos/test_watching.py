"""Stretches of time, as data and as reported by the page."""

from __future__ import annotations

import threading
from decimal import Decimal

import pytest
from django.db import connection

from annotation.videos.models import Video, VideoState, WatchedRange
from annotation.videos.services import record_watched
from annotation.videos.watching import clipped, merge, share
from tests.annotation.media_files import add_video
from tests.personas import People, client_of, make_people

D = Decimal


def stretches(*pairs: tuple[str, str]) -> list[tuple[Decimal, Decimal]]:
    return [(D(start), D(end)) for start, end in pairs]


def test_stretches_become_one_when_they_touch_or_overlap() -> None:
    given = stretches(("5", "6"), ("0", "2"), ("2", "3"), ("2.5", "2.7"), ("8", "9"))
    assert merge(given) == stretches(("0", "3"), ("5", "6"), ("8", "9"))
    assert merge([]) == []


def test_share_counts_time_once_when_stretches_overlap() -> None:
    assert share(stretches(("0", "2"), ("1", "3")), D(4)) == 0.75
    assert share(stretches(("0", "9")), D(4)) == 1.0
    assert clipped(stretches(("3", "5"), ("4", "5")), D(4)) == stretches(("3", "4"))


def test_what_i_played_adds_up_when_reported_in_pieces(people: People) -> None:
    video = add_video(people)
    client = client_of(people.annotator)
    address = f"/api/v1/videos/{video.pk}/watched"
    assert client.get(address).json() == {"ranges": [], "share": 0.0}
    assert client.post(address, {"ranges": [[0, 1.5], [3, 3.5]]}, format="json").json() == {
        "ranges": [[0, 1.5], [3, 3.5]],
        "share": 0.5,
    }
    later = client.post(address, {"ranges": [[1.25, 3], [3.9, 4.012], [4.01, 4.02]]}, format="json")
    assert later.json() == {"ranges": [[0, 3.5], [3.9, 4]], "share": 0.9}
    again = client.post(address, {"ranges": [[1.25, 3]]}, format="json").json()
    assert again == later.json() == client.get(address).json()
    assert client.get(f"/api/v1/videos/{video.pk}").json()["watched_share"] == 0.9
    # Others have played nothing.
    assert client_of(people.second_annotator).get(address).json()["share"] == 0.0


@pytest.mark.parametrize(
    ("ranges", "field"),
    [([[2, 1]], "ranges.0"), ([[0, 1], [1, 1]], "ranges.1"), ([[-1, 1]], "ranges.0"), ([[0]], "ranges.0")],
)
def test_stretch_is_named_when_it_is_wrong(people: People, ranges: list[list[int]], field: str) -> None:
    video = add_video(people)
    address = f"/api/v1/videos/{video.pk}/watched"
    response = client_of(people.annotator).post(address, {"ranges": ranges}, format="json")
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == [field]
    assert not WatchedRange.objects.exists()


@pytest.mark.parametrize("who", ["reviewer_a", "outsider"])
def test_nothing_is_kept_when_the_person_may_not_see_the_video(people: People, who: str) -> None:
    video = add_video(people)
    client = client_of(getattr(people, who))
    assert (
        client.post(f"/api/v1/videos/{video.pk}/watched", {"ranges": [[0, 1]]}, format="json").status_code
        == 404
    )
    assert client.get(f"/api/v1/videos/{video.pk}/watched").status_code == 404
    assert not WatchedRange.objects.exists()


def test_nothing_is_kept_when_the_video_is_not_probed(people: People) -> None:
    video = add_video(people, probed=False)
    response = client_of(people.annotator).post(
        f"/api/v1/videos/{video.pk}/watched", {"ranges": [[0, 1]]}, format="json"
    )
    assert (response.status_code, response.json()["code"]) == (409, "video_not_ready")


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_no_stretch_is_lost_when_two_windows_report_at_once() -> None:
    people = make_people()
    video = Video.objects.create(
        project=people.project,
        title="V",
        added_by=people.admin,
        state=VideoState.READY,
        duration=100,
        frame_count=1,
    )
    start = threading.Barrier(4)

    def report(first: int) -> None:
        try:
            start.wait()
            for n in range(10):
                at = D(n * 8 + first * 2)
                record_watched(actor=people.annotator, video_id=video.pk, ranges=[(at, at + 2)])
        finally:
            connection.close()

    threads = [threading.Thread(target=report, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(row.start, row.end) for row in WatchedRange.objects.all()] == [(D(0), D(80))]
