"""Subtitles of a video over HTTP, by person."""

from __future__ import annotations

import hashlib
from decimal import Decimal
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.questions.models import Question, QuestionState, Revision
from annotation.subtitles import services
from annotation.subtitles.models import SubtitleFile, Utterance
from annotation.subtitles.past_end import warn_past_end
from annotation.videos import storage
from annotation.videos.models import Video, VideoState
from kernel.errors import Conflict
from tests.annotation.media_files import add_video, run_jobs
from tests.annotation.videos.test_api import question_about
from tests.personas import People, client_of
from tests.shared_files import shared_path

SRT = b"""1
00:00:00,500 --> 00:00:01,250
ROSS: Hi.

2
00:00:03,000 --> 00:00:05,000
How are you?
"""
OTHER = b"1\n00:00:01,000 --> 00:00:02,000\nSomething else.\n"


def post(
    people: People,
    video: Video,
    content: bytes = SRT,
    *,
    who: str = "admin",
    name: str = "a.srt",
    names: str = "speakers",
    **more: str,
) -> Any:
    body = {"file": SimpleUploadedFile(name, content), "names": names, **more}
    return client_of(getattr(people, who)).post(
        f"/api/v1/videos/{video.pk}/subtitles", body, format="multipart"
    )


def test_file_becomes_utterances_when_added(people: People) -> None:
    video = add_video(people)
    response = post(people, video)
    assert response.status_code == 201
    shown = response.json()
    assert shown["utterances"] == [
        {"id": "U1", "start": 0.5, "end": 1.25, "speaker": "ROSS", "text": "Hi."},
        {"id": "U2", "start": 3, "end": 5, "speaker": None, "text": "How are you?"},
    ]
    file = shown["file"]
    assert (file["filename"], file["format"], file["encoding"]) == ("a.srt", "srt", "utf-8")
    # The video has 4 s: a cue past its end is kept, and told.
    assert [(warning["line"], warning["code"]) for warning in file["warnings"]] == [(6, "past_end")]
    assert client_of(people.annotator).get(f"/api/v1/videos/{video.pk}/subtitles").json() == shown
    assert client_of(people.annotator).get(f"/api/v1/videos/{video.pk}").json()["utterance_count"] == 2


def test_names_become_speakers_only_when_somebody_says_so(people: People) -> None:
    video = add_video(people)
    body = {"file": SimpleUploadedFile("a.srt", SRT)}
    client_of(people.admin).post(f"/api/v1/videos/{video.pk}/subtitles", body, format="multipart")
    assert [(row.speaker, row.text) for row in Utterance.objects.order_by("number")] == [
        ("", "ROSS: Hi."),
        ("", "How are you?"),
    ]


def test_file_itself_is_kept_when_added(people: People) -> None:
    video = add_video(people)
    post(people, video)
    file = SubtitleFile.objects.get()
    assert storage.read_bytes(file.file_key) == SRT
    assert file.file_key == f"subtitles/{people.project.pk}/{file.sha256}"


def test_no_file_is_left_when_subtitles_are_refused(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    video = add_video(people)
    content = b"1\n00:00:01,000 --> 00:00:02,000\nNever kept.\n"

    def refuse(video: Video) -> None:
        raise Conflict("subtitles_frozen", "Too late.")

    monkeypatch.setattr(services, "refuse_when_frozen", refuse)
    assert post(people, video, content).status_code == 409
    assert storage.size_of(f"subtitles/{people.project.pk}/{hashlib.sha256(content).hexdigest()}") is None
    assert SubtitleFile.objects.count() == 0


def test_nothing_is_shown_when_a_video_has_no_subtitles(people: People) -> None:
    video = add_video(people)
    shown = client_of(people.annotator).get(f"/api/v1/videos/{video.pk}/subtitles").json()
    assert shown == {"file": None, "utterances": []}


def test_older_file_is_kept_but_unused_when_replaced(people: People) -> None:
    video = add_video(people)
    post(people, video)
    shown = post(people, video, OTHER, name="b.srt").json()
    assert [row["text"] for row in shown["utterances"]] == ["Something else."]
    assert list(SubtitleFile.objects.order_by("pk").values_list("filename", "active")) == [
        ("a.srt", False),
        ("b.srt", True),
    ]
    assert Utterance.objects.count() == 3


def test_nothing_changes_when_the_same_file_comes_again(people: People) -> None:
    video = add_video(people)
    first = post(people, video).json()
    assert post(people, video).json() == first
    assert SubtitleFile.objects.count() == 1


def test_candidates_are_shown_when_the_encoding_is_not_certain(people: People) -> None:
    video = add_video(people)
    content = "1\n00:00:00,500 --> 00:00:01,250\nDéjà vu à côté\n".encode("cp1252")
    response = post(people, video, content)
    assert (response.status_code, response.json()["code"]) == (400, "encoding_unknown")
    assert response.json()["errors"][0]["field"] == "encoding"
    previews = {row["encoding"]: row["preview"] for row in response.json()["encodings"]}
    assert "Déjà vu à côté" in previews["cp1252"]
    assert not SubtitleFile.objects.exists()
    chosen = post(people, video, content, encoding="cp1252")
    assert (chosen.status_code, chosen.json()["utterances"][0]["text"]) == (201, "Déjà vu à côté")
    assert chosen.json()["file"]["encoding"] == "cp1252"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\xff\xd8\xff\xe0" + bytes(200), "not_text"),
        (b"Hello, this is no subtitle file.", "format_unknown"),
        (b"1\n00:00:02,000 --> 00:00:01,000\nBackwards\n", "no_cues"),
        (b"1\n00:00:00,500 --> 00:00:01,250\n[" + b"N" * 121 + b"] Hi\n", None),
    ],
)
def test_video_stays_as_it_is_when_the_file_cannot_be_used(
    people: People, content: bytes, code: str | None
) -> None:
    video = add_video(people)
    post(people, video)
    response = post(people, video, content)
    if code is None:  # whether that is a speaker is the reader's business; it must not break
        assert response.status_code in {201, 400}
        return
    assert (response.status_code, response.json()["code"]) == (400, code)
    assert list(SubtitleFile.objects.values_list("filename", "active")) == [("a.srt", True)]


def test_file_is_required_when_posted(people: People) -> None:
    video = add_video(people)
    client = client_of(people.admin)
    missing = client.post(f"/api/v1/videos/{video.pk}/subtitles", {}, format="multipart")
    assert (missing.status_code, missing.json()["errors"][0]["field"]) == (400, "file")
    assert client.post(f"/api/v1/videos/{video.pk}/subtitles", {}, format="json").status_code == 415


def test_large_body_is_refused_when_it_is_above_the_limit(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    video = add_video(people)
    monkeypatch.setattr("annotation.subtitles.views.MAX_BYTES", -64 * 1024)
    assert post(people, video).status_code == 413
    monkeypatch.undo()
    monkeypatch.setattr("annotation.subtitles.services.MAX_BYTES", 10)
    assert post(people, video).status_code == 413
    assert not SubtitleFile.objects.exists()


def test_cues_past_the_end_are_told_when_the_probe_knows_the_end(people: People) -> None:
    video = add_video(people, probed=False)
    response = post(people, video)
    assert (response.status_code, response.json()["file"]["warnings"]) == (201, [])
    run_jobs()
    shown = client_of(people.annotator).get(f"/api/v1/videos/{video.pk}/subtitles").json()
    assert shown["file"]["warnings"] == [
        {
            "line": 0,
            "code": "past_end",
            "message": "The cue U2 at 3.000 to 5.000 s is past the end of the video (4.000 s).",
        }
    ]
    warn_past_end(video_id=video.pk, duration=Decimal(4))
    assert len(SubtitleFile.objects.get().warnings) == 1


@pytest.mark.parametrize("state", [VideoState.REJECTED, VideoState.RETIRED, VideoState.AWAITING_MEDIA])
def test_subtitles_are_refused_when_the_video_is_of_no_use(people: People, state: str) -> None:
    video = add_video(people, probed=False)
    Video.objects.update(state=state)
    response = post(people, video)
    assert (response.status_code, response.json()["code"]) == (409, "video_not_ready")
    assert not SubtitleFile.objects.exists()


@pytest.mark.parametrize(("who", "status"), [("annotator", 403), ("reviewer_a", 404), ("outsider", 404)])
def test_subtitles_stay_when_another_person_changes_them(people: People, who: str, status: int) -> None:
    video = add_video(people)
    post(people, video)
    assert post(people, video, OTHER, who=who).status_code == status
    assert (
        client_of(getattr(people, who)).delete(f"/api/v1/videos/{video.pk}/subtitles").status_code == status
    )
    assert list(SubtitleFile.objects.values_list("filename", "active")) == [("a.srt", True)]
    if status == 404:
        assert client_of(getattr(people, who)).get(f"/api/v1/videos/{video.pk}/subtitles").status_code == 404


def test_subtitles_stay_when_records_carry_them(people: People) -> None:
    video = add_video(people)
    post(people, video)
    question = question_about(people, video, 1, submitted=True, state=QuestionState.IN_REVIEW)
    replaced = post(people, video, OTHER)
    assert (replaced.status_code, replaced.json()["code"]) == (409, "subtitles_frozen")
    client = client_of(people.admin)
    assert client.delete(f"/api/v1/videos/{video.pk}/subtitles").json()["code"] == "subtitles_frozen"
    assert list(SubtitleFile.objects.values_list("filename", "active")) == [("a.srt", True)]
    # The same file is no change; records of withdrawn questions are never exported.
    assert post(people, video).status_code == 201
    Question.objects.filter(pk=question.pk).update(state=QuestionState.WITHDRAWN)
    assert post(people, video, OTHER).status_code == 201


def test_subtitles_may_change_when_records_go_without_them(people: People) -> None:
    video = add_video(people)
    post(people, video)
    question_about(people, video, 1)
    assert post(people, video, OTHER).status_code == 201
    assert Revision.objects.get().submitted_at is None


def test_subtitles_are_out_of_use_when_removed(people: People) -> None:
    video = add_video(people)
    post(people, video)
    client = client_of(people.admin)
    for _ in range(2):
        assert client.delete(f"/api/v1/videos/{video.pk}/subtitles").status_code == 204
    assert client.get(f"/api/v1/videos/{video.pk}/subtitles").json() == {"file": None, "utterances": []}


def test_utterances_cost_the_same_when_there_are_20(people: People) -> None:
    video = add_video(people)

    def cost() -> int:
        client = client_of(people.annotator)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/api/v1/videos/{video.pk}/subtitles").status_code == 200
        return len(queries)

    post(people, video)
    few = cost()
    cues = "".join(f"{n}\n00:00:0{n % 4},000 --> 00:00:0{n % 4},900\nLine {n}\n\n" for n in range(1, 21))
    assert len(post(people, video, cues.encode()).json()["utterances"]) == 20
    assert cost() == few


def test_real_subtitles_go_with_their_video_when_added(people: People) -> None:
    video = add_video(people, shared_path("media/nasa_13013.mp4"))
    shown = post(people, video, shared_path("media/nasa_13013.en.srt").read_bytes(), name="nasa.srt").json()
    assert len(shown["utterances"]) > 3
    assert shown["file"]["format"] == "srt"
