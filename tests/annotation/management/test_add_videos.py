"""`manage.py add_videos`: a folder of files by its list, looked at as a whole before anything is added."""

from __future__ import annotations

import hashlib
import json
import shutil
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command

from annotation.clips.importing import ImportedClip, place_clips
from annotation.clips.models import Clip
from annotation.questions.content import Segment
from annotation.subtitles.models import SubtitleFile
from annotation.videos.models import Video, VideoState
from annotation.videos.storage import scratch_folder
from jobs.models import Job
from tests.annotation.media_files import run_jobs, small_video
from tests.annotation.object_store import Bucket
from tests.personas import People

SRT = "1\n00:00:00,500 --> 00:00:01,250\nROSS: Hi.\n"
HEADER = "file,title,source,domain,licence,subtitles\n"


def run(folder: Path | str, *more: str) -> tuple[int, dict[str, Any]]:
    output = StringIO()
    try:
        call_command("add_videos", str(folder), "--project", "Road", "--json", *more, stdout=output)
    except SystemExit as end:
        return int(str(end.code)), json.loads(output.getvalue())
    return 0, json.loads(output.getvalue())


def outcomes(told: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(row["outcome"], row["code"]) for row in told["rows"]]


def stored_originals() -> int:
    folder = Path(default_storage.path("videos"))
    return sum(path.name == "original" for path in folder.rglob("*")) if folder.is_dir() else 0


def digest(tone: int) -> str:
    return hashlib.sha256(small_video(tone=tone).read_bytes()).hexdigest()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two videos, one with subtitles, and a list that is right."""
    place = tmp_path / "in"
    (place / "more").mkdir(parents=True)
    shutil.copy(small_video(), place / "one.mp4")
    shutil.copy(small_video(tone=880), place / "more" / "two.mp4")
    (place / "one.srt").write_text(SRT)
    (place / "manifest.csv").write_text(
        f"{HEADER}one.mp4,First,Show S01E01,sitcom,CC0,one.srt\nmore/two.mp4,,Show S01E02,sitcom,CC0,\n"
    )
    return place


def test_videos_are_added_with_all_that_is_said_when_the_list_is_right(people: People, folder: Path) -> None:
    code, told = run(folder, "--language", "en", "--names", "speakers")
    assert (code, told["ok"], told["dry_run"], told["unlisted"]) == (0, True, False, [])
    assert told["counts"] == {"ready": 0, "added": 2, "duplicate": 0, "refused": 0, "failed": 0}
    first, second = Video.objects.order_by("pk")
    assert (first.title, first.source_from, first.language) == ("First", "Show S01E01", "en")
    assert (second.title, second.state, second.added_by) == ("two", VideoState.PROBING, people.admin)
    assert SubtitleFile.objects.get(video=first).utterances.get().speaker == "ROSS"
    row = told["rows"][0]
    assert (row["video"], row["sha256"], row["duration"], row["frames"], row["subtitles"]) == (
        first.pk,
        first.sha256,
        4,
        100,
        1,
    )
    assert Job.objects.filter(kind="video.probe", state="queued").count() == 2
    assert (folder / "one.mp4").read_bytes() == small_video().read_bytes()


def test_names_stay_in_the_text_until_somebody_says_that_they_are_speakers(
    people: People, folder: Path
) -> None:
    _, told = run(folder, "--dry-run")
    assert told["rows"][0]["speakers"] == {"ROSS": 1}
    run(folder)
    cue = SubtitleFile.objects.get().utterances.get()
    assert (cue.speaker, cue.text) == ("", "ROSS: Hi.")


def test_nothing_is_stored_when_it_is_a_dry_run(people: People, folder: Path) -> None:
    before = stored_originals()
    code, told = run(folder, "--dry-run")
    assert (code, told["dry_run"], outcomes(told)) == (0, True, [("ready", None), ("ready", None)])
    assert (Video.objects.count(), Job.objects.count(), stored_originals()) == (0, 0, before)


def test_rows_are_passed_over_when_the_command_is_run_again(people: People, folder: Path) -> None:
    run(folder)
    code, told = run(folder)
    assert code == 0
    assert outcomes(told) == [("duplicate", "duplicate_video")] * 2
    assert {row["video"] for row in told["rows"]} == set(Video.objects.values_list("pk", flat=True))
    assert Video.objects.count() == 2


def test_nothing_is_added_when_one_row_is_wrong(people: People, folder: Path) -> None:
    (folder / "notes.mp4").write_text("ffconcat version 1.0\nfile '/etc/passwd'\n")
    shutil.copy(small_video(), folder / "again.mp4")
    (folder / "odd.srt").write_bytes("1\n00:00:01,000 --> 00:00:02,000\nDéjà vu\n".encode("cp1252"))
    (folder / "link.mp4").symlink_to("/etc/hostname")
    with (folder / "manifest.csv").open("a") as file:
        file.write("notes.mp4,,S,d,CC0,\nagain.mp4,,S,d,CC0,\ngone.mp4,,S,d,CC0,\n../one.mp4,,S,d,CC0,\n")
        file.write("link.mp4,,S,d,CC0,\none.mp4,,,d,CC0,\none.mp4,x\n")
    code, told = run(folder)
    assert (code, told["ok"], Video.objects.count()) == (1, False, 0)
    assert outcomes(told) == [
        ("ready", None),
        ("ready", None),
        ("refused", "playlist"),
        ("duplicate", "duplicate_row"),
        ("refused", "no_file"),
        ("refused", "outside_folder"),
        ("refused", "outside_folder"),
        ("refused", "required"),
        ("refused", "cells"),
    ]
    assert all(row["reason"] for row in told["rows"][2:])
    code, told = run(folder, "--skip-refused")
    assert (code, told["counts"]["added"], Video.objects.count()) == (1, 2, 2)


def test_row_is_refused_when_its_subtitles_leave_doubt(people: People, folder: Path) -> None:
    (folder / "one.srt").write_bytes("1\n00:00:01,000 --> 00:00:02,000\nDéjà vu\n".encode("cp1252"))
    code, told = run(folder)
    assert (code, outcomes(told)[0]) == (1, ("refused", "encoding_unknown"))
    (folder / "manifest.csv").write_text(
        "file,source,domain,licence,subtitles,encoding\none.mp4,S,d,CC0,one.srt,cp1252\n"
    )
    code, told = run(folder)
    assert (code, told["counts"]["added"]) == (0, 1)
    assert SubtitleFile.objects.get().utterances.get().text == "Déjà vu"
    assert told["unlisted"] == ["more/two.mp4"]


def test_neither_is_added_when_the_subtitles_fail_at_the_last_moment(
    people: People, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from annotation.videos import batches
    from kernel.errors import Conflict

    def refuse(**values: object) -> None:
        raise Conflict("subtitles_frozen", "Too late.")

    monkeypatch.setattr(batches, "add_subtitles", refuse)
    code, told = run(folder)
    assert code == 1
    assert outcomes(told) == [("failed", "subtitles_frozen"), ("added", None)]
    assert [video.title for video in Video.objects.all()] == ["two"]
    stored = [
        default_storage.exists(f"videos/{people.project.pk}/{digest(tone)}/original") for tone in (440, 880)
    ]
    assert stored == [False, True]


def test_json_list_is_read_when_there_is_no_csv(people: People, folder: Path) -> None:
    (folder / "manifest.csv").unlink()
    rows = [
        {"file": "one.mp4", "title": "Erster, „Teil“"},
        {"file": 3},
        "x",
        {"file": "more/two.mp4", "title": None},
    ]
    (folder / "manifest.json").write_text(json.dumps(rows), encoding="utf-8")
    options = ("--source", "S", "--domain", "d", "--licence", "CC0")
    code, told = run(folder, *options, "--dry-run")
    assert code == 1
    assert outcomes(told) == [("ready", None), ("refused", "cells"), ("refused", "cells"), ("ready", None)]
    assert told["rows"][0]["title"] == "Erster, „Teil“"


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("manifest.csv", b"file,license\na.mp4,CC0\n", "unknown_column"),
        ("manifest.csv", b"title,domain\nA,d\n", "no_file_column"),
        ("manifest.csv", b"file,file\na,b\n", "unknown_column"),
        ("manifest.csv", b"file,title\n", "no_rows"),
        ("manifest.csv", "file,title\na.mp4,Déjà\n".encode("cp1252"), "encoding"),
        ("manifest.csv", b'file,title\n"a.mp4,b\n', "unreadable"),
        ("manifest.json", b'{"file": "a.mp4"}', "not_json"),
        ("manifest.json", b"[" * 100_000, "not_json"),
        ("manifest.json", b'[{"file": "a.mp4", "year": 1}]', "unknown_column"),
        ("other.csv", b"file\na.mp4\n", "no_manifest"),
    ],
)
def test_reason_is_given_when_the_list_cannot_be_read(
    people: People, tmp_path: Path, name: str, content: bytes, code: str
) -> None:
    (tmp_path / name).write_bytes(content)
    ended, told = run(tmp_path)
    assert (ended, told["ok"], told["code"]) == (1, False, code)
    assert told["reason"]


def test_excel_list_is_read_when_it_begins_with_a_mark(people: People, folder: Path) -> None:
    text = (folder / "manifest.csv").read_text().replace("\n", "\r\n")
    (folder / "manifest.csv").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert run(folder, "--dry-run")[0] == 0


def test_rows_are_refused_when_the_project_has_no_room(people: People, folder: Path) -> None:
    size = small_video().stat().st_size
    people.project.quota_bytes = size + 10
    people.project.save(update_fields=["quota_bytes"])
    code, told = run(folder)
    assert (code, outcomes(told)) == (1, [("ready", None), ("refused", "quota_exceeded")])
    assert Video.objects.count() == 0


def test_list_is_refused_when_the_person_is_no_admin(people: People, folder: Path) -> None:
    code, told = run(folder, "--user", people.annotator.email)
    assert (code, told["code"], Video.objects.count()) == (1, "role_missing", 0)
    with pytest.raises(CommandError, match="no folder"):
        run(folder / "gone")


def test_files_go_to_the_videos_that_await_them_when_records_came_first(people: People, folder: Path) -> None:
    records = [
        ImportedClip("G1_V000001", "clip", "Show S01E01", (Segment(Decimal("0.4"), Decimal("1.2")),), None),
        ImportedClip("G1_V000002", "clip", "Show S01E02", (Segment(Decimal(3), Decimal("4.5")),), None),
    ]
    place_clips(project=people.project, imported=records, added_by=people.admin)
    (folder / "manifest.csv").write_text(
        "file,source,domain\none.mp4,Show S01E01,sitcom\nmore/two.mp4,Show S01E02,\none.mp4,Show S09,\n"
    )
    code, told = run(folder, "--attach", "--dry-run")
    assert (code, outcomes(told)) == (
        1,
        [("ready", None), ("refused", "media_does_not_fit"), ("duplicate", "duplicate_row")],
    )
    assert Video.objects.filter(state=VideoState.AWAITING_MEDIA).count() == 2
    (folder / "manifest.csv").write_text(
        "file,source,domain,subtitles\none.mp4,Show S01E01,sitcom,\nmore/two.mp4,Show S09,,\n"
    )
    code, told = run(folder, "--attach", "--skip-refused")
    assert (code, outcomes(told)) == (1, [("added", None), ("refused", "no_awaiting_video")])
    video = Video.objects.get(source_from="Show S01E01")
    assert (told["rows"][0]["video"], video.domain, video.state) == (video.pk, "sitcom", VideoState.PROBING)
    assert run_jobs() == [("video.probe", "succeeded"), ("clip.cut", "succeeded")]
    assert Clip.objects.get(public_id="G1_V000001").frame_count == 20
    # Again: it has its file, and that is no fault.
    (folder / "manifest.csv").write_text("file,source\none.mp4,Show S01E01\n")
    code, told = run(folder, "--attach")
    assert (code, outcomes(told), told["rows"][0]["video"]) == (
        0,
        [("duplicate", "duplicate_video")],
        video.pk,
    )
    (folder / "manifest.csv").write_text("file,source,subtitles\nmore/two.mp4,Show S01E02,one.srt\n")
    assert outcomes(run(folder, "--attach")[1]) == [("refused", "subtitles_from_records")]


def test_videos_are_added_when_they_lie_below_a_prefix_of_a_bucket(
    people: People, folder: Path, bucket: Bucket
) -> None:
    for path in folder.rglob("*.*"):
        bucket.client.upload_file(str(path), bucket.name, f"in/2026/{path.relative_to(folder).as_posix()}")
    bucket.client.put_object(Bucket=bucket.name, Key="in/2026/more/three.mp4", Body=b"not listed")
    bucket.client.put_object(Bucket=bucket.name, Key="in/secret.mp4", Body=b"of somebody else")
    before = bucket.objects()
    address = f"s3://{bucket.name}/in/2026/"
    code, told = run(address, "--dry-run")
    assert (code, outcomes(told), told["unlisted"]) == (0, [("ready", None)] * 2, ["more/three.mp4"])
    assert (Video.objects.count(), bucket.objects()) == (0, before)
    code, told = run(address)
    assert (code, told["counts"]["added"], told["rows"][0]["subtitles"]) == (0, 2, 1)
    first, second = Video.objects.order_by("pk")
    assert (first.original_name, second.original_name, second.title) == ("one.mp4", "two.mp4", "two")
    stored = bucket.client.get_object(Bucket=bucket.name, Key=first.original_key)["Body"].read()
    assert stored == small_video().read_bytes()
    assert not list(scratch_folder("work").iterdir())
    code, told = run(address)
    assert (code, outcomes(told)) == (0, [("duplicate", "duplicate_video")] * 2)
    bucket.client.put_object(
        Bucket=bucket.name,
        Key="in/2026/manifest.csv",
        Body=f"{HEADER}../secret.mp4,,S,d,CC0,\ngone.mp4,,S,d,CC0,\nmore//two.mp4,,S,d,CC0,\n".encode(),
    )
    code, told = run(address)
    assert outcomes(told) == [
        ("refused", "outside_folder"),
        ("refused", "no_file"),
        ("refused", "outside_folder"),
    ]


def test_bucket_is_named_when_it_cannot_be_read(people: People, bucket: Bucket) -> None:
    with pytest.raises(CommandError, match="s3://nothing-here/a cannot be read"):
        run("s3://nothing-here/a")
    assert Video.objects.count() == 0
