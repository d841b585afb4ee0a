"""Edits of cues, previews, embedded tracks and the way out as SRT, over HTTP."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.questions.models import Question, Revision
from annotation.subtitles.models import SubtitleFile, Utterance, UtteranceEdit
from annotation.videos.models import Video
from jobs.models import Job
from tests.annotation.media_files import add_video, derive, small_video
from tests.annotation.subtitles.test_api import SRT, post
from tests.annotation.videos.test_api import question_about
from tests.personas import People, client_of
from tests.settings import DATA

EXACT = b"1\n00:00:00,500 --> 00:00:01,250\nROSS: Hi.\n\n2\n00:00:03,000 --> 00:00:04,000\nHow are\nyou?\n\n"


def edit(people: People, video: Video, number: int, *, who: str = "admin", **values: Any) -> Any:
    return client_of(getattr(people, who)).patch(
        f"/api/v1/videos/{video.pk}/utterances/{number}", {"version": 1, **values}, format="json"
    )


def preview(people: People, video: Video, content: bytes, *, who: str = "admin", **more: str) -> Any:
    body = {"file": SimpleUploadedFile("a.srt", content), **more}
    return client_of(getattr(people, who)).post(
        f"/api/v1/videos/{video.pk}/subtitles/preview", body, format="multipart"
    )


@pytest.fixture
def video(people: People) -> Video:
    made = add_video(people)
    assert post(people, made, EXACT).status_code == 201
    return made


def test_cue_keeps_its_number_when_edited(people: People, video: Video) -> None:
    answer = edit(
        people, video, 2, text="How are you, Ross?", speaker=" Monica  Geller ", start=2.5, end=3.75
    )
    assert answer.status_code == 200
    assert answer.json() == {
        "version": 2,
        "utterance": {
            "id": "U2",
            "start": 2.5,
            "end": 3.75,
            "speaker": "Monica Geller",
            "text": "How are you, Ross?",
        },
    }
    shown = client_of(people.annotator).get(f"/api/v1/videos/{video.pk}/subtitles").json()
    assert shown["file"]["version"] == 2
    assert shown["utterances"][1] == answer.json()["utterance"]
    assert shown["utterances"][0]["text"] == "Hi."


def test_every_edit_is_kept_when_there_are_several(people: People, video: Video) -> None:
    edit(people, video, 1, text="Hi!")
    assert edit(people, video, 1, version=2, speaker="").json()["utterance"]["speaker"] is None
    edits = client_of(people.annotator).get(f"/api/v1/videos/{video.pk}/subtitles/edits").json()
    assert edits["count"] == 2
    newest, first = edits["results"]
    assert (first["id"], first["version"], first["before"]["text"], first["after"]["text"]) == (
        "U1",
        2,
        "Hi.",
        "Hi!",
    )
    assert (newest["before"]["speaker"], newest["after"]["speaker"]) == ("ROSS", "")
    assert newest["after"]["start"] == 0.5
    assert first["edited_by"] == {"id": people.admin.pk, "name": people.admin.name}


def test_nothing_is_kept_when_an_edit_changes_nothing(people: People, video: Video) -> None:
    assert edit(people, video, 1, text="Hi.", speaker="ROSS").json()["version"] == 1
    assert UtteranceEdit.objects.count() == 0


def test_edit_is_refused_when_somebody_was_faster(people: People, video: Video) -> None:
    edit(people, video, 2, text="First")
    answer = edit(people, video, 2, text="Second")
    assert (answer.status_code, answer.json()["code"], answer.json()["current_version"]) == (
        409,
        "stale_version",
        2,
    )
    assert Utterance.objects.get(number=2).text == "First"


@pytest.mark.parametrize(
    ("values", "field", "code"),
    [
        ({"end": 0.2}, "end", "end_before_start"),
        ({"start": -1}, "start", "negative_time"),
        ({"end": 4.001}, "end", "past_end"),
        ({"text": "  "}, "text", None),
        ({"speaker": "x" * 121}, "speaker", "too_long"),
        ({"start": 0.0001}, "start", None),
        ({"text": "a\0b"}, "text", None),
    ],
)
def test_field_is_named_when_an_edit_is_wrong(
    people: People, video: Video, values: dict[str, Any], field: str, code: str | None
) -> None:
    before = list(Utterance.objects.order_by("pk").values())
    answer = edit(people, video, 1, **values)
    assert answer.status_code == 400
    error = answer.json()["errors"][0]
    assert error["field"] == field
    assert code is None or error["code"] == code
    assert list(Utterance.objects.order_by("pk").values()) == before
    assert UtteranceEdit.objects.count() == 0


def test_edit_is_refused_when_questions_carry_the_subtitles(people: People, video: Video) -> None:
    question_about(people, video, 1, submitted=True, state="in_review")
    assert Revision.objects.get().include_subtitles
    answer = edit(people, video, 1, text="Other")
    assert (answer.status_code, answer.json()["code"]) == (409, "subtitles_frozen")
    assert Utterance.objects.get(number=1).text == "Hi."
    Question.objects.update(state="withdrawn")
    assert edit(people, video, 1, text="Other").status_code == 200


@pytest.mark.parametrize(("who", "status"), [("annotator", 403), ("reviewer_a", 404), ("outsider", 404)])
def test_cues_stay_when_the_person_is_no_admin(people: People, video: Video, who: str, status: int) -> None:
    assert edit(people, video, 1, who=who, text="Mine").status_code == status
    assert preview(people, video, SRT, who=who).status_code == status
    client = client_of(getattr(people, who))
    assert client.post(f"/api/v1/videos/{video.pk}/subtitles/tracks/1/import").status_code == status
    assert Utterance.objects.get(number=1).text == "Hi."
    assert edit(people, video, 9, text="x").status_code == 404


def test_same_file_starts_afresh_when_it_was_edited(people: People, video: Video) -> None:
    edit(people, video, 1, text="Other")
    shown = post(people, video, EXACT).json()
    assert (shown["file"]["version"], shown["utterances"][0]["text"]) == (1, "Hi.")
    assert (SubtitleFile.objects.count(), UtteranceEdit.objects.count()) == (2, 1)


def test_reading_is_shown_and_nothing_stored_when_previewed(people: People) -> None:
    video = add_video(people)
    shown = preview(people, video, SRT).json()
    assert (shown["readable"], shown["format"], shown["encoding"], shown["cues"]) == (True, "srt", "utf-8", 2)
    assert shown["speakers"] == [{"name": "ROSS", "cues": 1, "example": "Hi."}]
    assert shown["first"][0] == {"id": "U1", "start": 0.5, "end": 1.25, "speaker": "ROSS", "text": "Hi."}
    assert [warning["code"] for warning in shown["warnings"]] == ["past_end"]
    assert SubtitleFile.objects.count() == 0


def test_names_stay_in_the_text_when_asked_for(people: People) -> None:
    video = add_video(people)
    shown = preview(people, video, SRT, names="text").json()
    assert (shown["speakers"], shown["first"][0]["text"]) == ([], "ROSS: Hi.")
    added = post(people, video, SRT, names="text").json()
    assert (added["utterances"][0]["speaker"], added["utterances"][0]["text"]) == (None, "ROSS: Hi.")
    # Read in the other way it is another set of cues, although the file is the same.
    assert post(people, video, SRT).json()["utterances"][0]["speaker"] == "ROSS"


def test_likely_readings_are_shown_when_the_encoding_is_not_certain(people: People) -> None:
    video = add_video(people)
    content = "1\n00:00:01,000 --> 00:00:02,000\nDéjà vu, là\n".encode("cp1252")
    shown = preview(people, video, content).json()
    assert (shown["readable"], shown["code"], shown["encoding"]) == (False, "encoding_unknown", None)
    assert {"encoding": "cp1252", "preview": "Déjà vu, là"} in shown["encodings"]
    chosen = preview(people, video, content, encoding="cp1252").json()
    assert (chosen["readable"], chosen["first"][0]["text"]) == (True, "Déjà vu, là")
    assert preview(people, video, b"nothing").json()["code"] == "format_unknown"


def test_subtitles_come_out_as_they_went_in_when_saved_as_srt(people: People, video: Video) -> None:
    address = f"/api/v1/videos/{video.pk}/subtitles/srt"
    answer = client_of(people.annotator).get(address, headers={"Accept": "*/*"})
    assert answer["Content-Type"] == "application/x-subrip; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="subtitles-{video.pk}.srt"'
    assert answer.content == EXACT
    bare = client_of(people.annotator).get(f"{address}?speakers=false").content.decode()
    assert "ROSS" not in bare
    assert client_of(people.reviewer_a).get(address).status_code == 404
    client_of(people.admin).delete(f"/api/v1/videos/{video.pk}/subtitles")
    assert client_of(people.annotator).get(address).json()["code"] == "no_subtitles"


def video_with_track() -> Path:
    path = DATA / "made" / "with_track.mkv"
    if not path.exists():
        (DATA / "made" / "track.srt").write_bytes(EXACT)
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-i", str(small_video()), "-i", str(DATA / "made" / "track.srt"),
             "-map", "0:v", "-map", "1", "-c", "copy", "-c:s", "subrip", "-metadata:s:s:0", "language=eng", str(path)],
            check=True,
        )  # fmt: skip
    return path


def test_track_becomes_the_subtitles_when_chosen(people: People) -> None:
    video = add_video(people, video_with_track())
    client = client_of(people.admin)
    base = f"/api/v1/videos/{video.pk}/subtitles"
    tracks = client.get(f"{base}/tracks").json()["tracks"]
    assert tracks == [
        {"index": 1, "codec": "subrip", "language": "eng", "title": "", "default": False, "text": True}
    ]
    queued = client.post(f"{base}/tracks/1/import", {"names": "speakers"}, format="json")
    assert (queued.status_code, queued.json()["kind"]) == (202, "video.subtitles")
    assert client.post(f"{base}/tracks/1/import").json()["id"] == queued.json()["id"]
    assert derive(only=["video.subtitles"]) == [("video.subtitles", "succeeded")]
    shown = client.get(base).json()
    assert (shown["file"]["filename"], shown["utterances"][0]) == (
        "track 1 eng.srt",
        {"id": "U1", "start": 0.5, "end": 1.25, "speaker": "ROSS", "text": "Hi."},
    )
    missing = client.post(f"{base}/tracks/0/import")
    assert (missing.status_code, missing.json()["code"]) == (404, "no_such_track")
    client.post(f"{base}/tracks/1/import")
    question_about(people, video, 1, submitted=True, state="in_review")
    edits = Utterance.objects.get(number=1)
    edits.text = "As reviewers saw it"
    edits.save(update_fields=["text"])
    SubtitleFile.objects.update(version=2)
    assert derive(only=["video.subtitles"]) == [("video.subtitles", "failed")]
    assert Job.objects.filter(kind="video.subtitles").latest("pk").error_code == "subtitles_frozen"
    assert Utterance.objects.get(number=1).text == "As reviewers saw it"


def test_list_of_edits_costs_the_same_when_there_are_many(people: People, video: Video) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            client_of(people.annotator).get(f"/api/v1/videos/{video.pk}/subtitles/edits")
        return len(queries)

    edit(people, video, 1, text="0")
    one = cost()
    for n in range(2, 12):
        assert edit(people, video, 1, version=n, text=str(n)).status_code == 200
    assert cost() == one
