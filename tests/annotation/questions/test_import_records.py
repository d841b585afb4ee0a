"""Existing records become questions, and an export of them is what came in."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.clips.models import Clip
from annotation.projects.counters import next_public_id
from annotation.projects.models import Project, ProjectCounter
from annotation.questions.models import Question, QuestionTransition, Revision
from annotation.questions.records import canonical_json, read_content
from annotation.questions.revisions import read_content as content_of
from annotation.questions.selectors import accepted_records
from annotation.questions.services import reopen_question
from annotation.questions.tasks import TASKS
from annotation.subtitles.models import SubtitleFile, Utterance
from annotation.videos.models import Video
from tests.annotation.questions.making import make_submitted
from tests.annotation.questions.samples import CAUSE, COMPARISON, CONTEXTUAL, record_for
from tests.personas import People, make_people


def write(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text(
        "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8"
    )
    return path


def run(path: Path, project: Project, *options: str) -> tuple[int, dict[str, Any]]:
    """Exit code and JSON of the command."""
    out, code = StringIO(), 0
    try:
        call_command(
            "import_records",
            str(path),
            "--project",
            project.name,
            "--json",
            *options,
            stdout=out,
            stderr=StringIO(),
        )
    except SystemExit as end:
        code = int(end.code or 0)
    return code, json.loads(out.getvalue())


def counts() -> tuple[int, ...]:
    models = (Question, Revision, Clip, Video, Utterance, SubtitleFile, QuestionTransition, ProjectCounter)
    return tuple(model._default_manager.count() for model in models)


def one_of_each() -> list[dict[str, Any]]:
    """One record of every task, on two clips of one episode and the episode itself."""
    records = []
    for place, task in enumerate(TASKS, start=1):
        record = record_for(task, question_id=f"{task.question_prefix}{place:06d}")
        record["video_id"] = f"{task.video_prefix}{1 + place % 2 if task.granularity == 'clip' else 7:06d}"
        if record["video_id"] == "G1_V000002":
            # Concatenated in an order that goes back in time, its lines with it.
            record["source"]["segments"] = [{"start": 700, "end": 710.5}, {"start": 687.6, "end": 690}]
            record["subtitles"] = [
                {"id": "U1", "t": [701, 702.25], "speaker": None, "text": "那就是。"},
                {"id": "U2", "t": [687.61, 688.82], "speaker": "Ross", "text": "This one?"},
            ]
        records.append(record)
    return records


def test_export_is_the_same_when_imported_into_an_empty_project_and_exported_again(
    people: People, tmp_path: Path
) -> None:
    code, told = run(write(tmp_path / "all.jsonl", *one_of_each()), people.project, "--state", "accepted")
    assert (code, told["ok"], told["records"]) == (0, True, 8)
    assert told["imported"] == {"questions": 8, "clips": 3, "videos": 1}
    assert (told["skipped"], told["errors"], told["warnings"]) == (0, [], [])
    first = [one.record_json for one in accepted_records(people.project.pk)]
    assert first == [canonical_json(record) for record in one_of_each()]

    export = tmp_path / "export.json"
    export.write_text("[" + ",".join(first) + "]", encoding="utf-8")
    second = make_people(suffix=" two").project
    assert run(export, second, "--state", "accepted")[0] == 0
    assert [one.record_json for one in accepted_records(second.pk)] == first
    assert [one.record_sha256 for one in accepted_records(second.pk)] == [
        one.record_sha256 for one in accepted_records(people.project.pk)
    ]


def test_export_file_is_the_same_when_it_went_through_another_project(people: People, tmp_path: Path) -> None:
    other = make_people(suffix=" two").project
    run(write(tmp_path / "all.jsonl", *one_of_each()), people.project, "--state", "accepted")
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    call_command("export_records", str(people.project.pk), "--output", str(first), stdout=StringIO())
    assert run(first, other, "--state", "accepted")[0] == 0
    call_command("export_records", str(other.pk), "--output", str(second), stdout=StringIO())
    assert first.read_bytes() == second.read_bytes()
    assert len(json.loads(first.read_bytes())) == 8


def test_rows_are_what_the_records_say_when_imported(people: People, tmp_path: Path) -> None:
    records = one_of_each()
    run(write(tmp_path / "all.jsonl", *records), people.project, "--state", "accepted")
    video = Video.objects.get()
    assert (video.source_from, video.title, video.state) == (
        "Friends S01E08",
        "Friends S01E08",
        "awaiting_media",
    )
    assert (video.domain, video.licence, video.duration) == ("not recorded", "not recorded", None)
    clips = {clip.public_id: clip for clip in Clip.objects.all()}
    assert {(name, clip.granularity, clip.whole_video, clip.state) for name, clip in clips.items()} == {
        ("G1_V000001", "clip", False, "awaiting"),
        ("G1_V000002", "clip", False, "awaiting"),
        ("G2_V000007", "episode", True, "awaiting"),
    }
    assert [str(segment) for segment in clips["G1_V000002"].segments.all()] == [
        "700.000-710.500",
        "687.600-690.000",
    ]
    lines = Utterance.objects.order_by("number").values_list("number", "start", "speaker", "text")
    assert [(n, float(start), speaker, text) for n, start, speaker, text in lines] == [
        (1, 687.61, "Ross", "This one?"),
        (2, 701.0, "", "那就是。"),
    ]
    for record in records:
        revision = Revision.objects.get(question__public_id=record["question_id"])
        assert content_of(revision) == read_content(record)
        assert (revision.source, revision.number, revision.include_subtitles) == (
            "import",
            1,
            record["subtitles"] is not None,
        )
        assert revision.clip.public_id == record["video_id"]


def test_history_says_imported_when_accepted(people: People, tmp_path: Path) -> None:
    path = write(tmp_path / "one.jsonl", record_for(CAUSE))
    run(path, people.project, "--state", "accepted", "--author", " Annotator@LAB.example ")
    question = Question.objects.get()
    assert (question.state, question.author) == ("accepted", people.annotator)
    row = QuestionTransition.objects.get()
    assert (row.event, row.from_state, row.to_state) == ("import_accepted", "", "accepted")
    assert (row.actor, row.reason) == (people.annotator, "imported from one.jsonl")


def test_questions_are_open_drafts_when_imported_as_drafts(people: People, tmp_path: Path) -> None:
    code, told = run(write(tmp_path / "one.jsonl", record_for(CAUSE)), people.project)
    assert (code, told["state"]) == (0, "draft")
    question = Question.objects.get()
    assert (question.state, question.author, question.public_id) == ("draft", people.admin, "G1_Q000001")
    revision = Revision.objects.get()
    assert (revision.submitted_at, revision.record_json, revision.version) == (None, "", 1)
    assert content_of(revision) == read_content(record_for(CAUSE))
    assert QuestionTransition.objects.get().event == "import_draft"


def test_ids_go_on_after_the_imported_ones_when_something_new_is_made(people: People, tmp_path: Path) -> None:
    record = record_for(CAUSE, question_id="G1_Q000126") | {"video_id": "G1_V000116"}
    other = record_for(COMPARISON, question_id="from_elsewhere.7") | {"video_id": "ep-1"}
    run(write(tmp_path / "two.jsonl", record, other), people.project)
    project_id = people.project.pk
    assert next_public_id(project_id=project_id, prefix="G1_Q") == "G1_Q000127"
    assert next_public_id(project_id=project_id, prefix="G1_V") == "G1_V000117"
    assert next_public_id(project_id=project_id, prefix="G2_Q") == "G2_Q000001"
    assert set(Question.objects.values_list("public_id", flat=True)) == {"G1_Q000126", "from_elsewhere.7"}


def test_nothing_is_imported_when_one_id_is_taken(people: People, tmp_path: Path) -> None:
    make_submitted(people, CONTEXTUAL)
    before = counts()
    path = write(
        tmp_path / "two.jsonl",
        record_for(CAUSE, question_id="G1_Q000009") | {"video_id": "G1_V000009"},
        record_for(CAUSE, question_id="G1_Q000001") | {"video_id": "G1_V000009"},
    )
    code, told = run(path, people.project)
    assert (code, told["ok"], told["imported"]["questions"]) == (1, False, 0)
    assert [(e["file"], e["record"], e["field"], e["code"]) for e in told["errors"]] == [
        ("two.jsonl", "G1_Q000001", "question_id", "id_taken")
    ]
    assert counts() == before
    assert next_public_id(project_id=people.project.pk, prefix="G1_Q") == "G1_Q000002"


def test_clashes_are_left_out_and_counted_when_told_to_skip_them(people: People, tmp_path: Path) -> None:
    make_submitted(people, CONTEXTUAL)
    path = write(
        tmp_path / "three.jsonl",
        record_for(CAUSE, question_id="G1_Q000009") | {"video_id": "G1_V000009"},
        record_for(CAUSE, question_id="G1_Q000001") | {"video_id": "G1_V000009"},
        record_for(CAUSE, question_id="G1_Q000010"),  # its clip id is another clip's here
    )
    code, told = run(path, people.project, "--skip-clashes")
    assert (code, told["ok"], told["skipped"], told["errors"]) == (0, True, 2, [])
    assert told["imported"] == {"questions": 1, "clips": 1, "videos": 1}
    assert set(Question.objects.values_list("public_id", flat=True)) == {"G1_Q000001", "G1_Q000009"}


def test_everything_clashes_when_imported_twice(people: People, tmp_path: Path) -> None:
    path = write(tmp_path / "all.jsonl", *one_of_each())
    run(path, people.project)
    before = counts()
    code, told = run(path, people.project)
    assert (code, {error["code"] for error in told["errors"]}, len(told["errors"])) == (1, {"id_taken"}, 8)
    assert run(path, people.project, "--skip-clashes")[1]["skipped"] == 8
    assert counts() == before


def test_another_record_joins_its_clip_when_the_clip_was_imported_before(
    people: People, tmp_path: Path
) -> None:
    run(write(tmp_path / "a.jsonl", record_for(CAUSE, question_id="G1_Q000001")), people.project)
    later = record_for(CONTEXTUAL, question_id="G1_Q000002")
    code, told = run(write(tmp_path / "b.jsonl", later), people.project)
    assert (code, told["imported"]) == (0, {"questions": 1, "clips": 0, "videos": 0})
    assert {r.clip.public_id for r in Revision.objects.all()} == {"G1_V000001"}


def test_clip_is_another_video_when_its_stretch_has_an_id_already(people: People, tmp_path: Path) -> None:
    path = write(
        tmp_path / "two.jsonl",
        record_for(COMPARISON, question_id="G2_Q000001") | {"video_id": "G2_V000001"},
        record_for(COMPARISON, question_id="G2_Q000002") | {"video_id": "G2_V000002"},
    )
    code, told = run(path, people.project)
    assert (code, told["imported"]) == (0, {"questions": 2, "clips": 2, "videos": 2})


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"rubric": None}, "rubric", "missing_rubric"),
        ({"question_id": "Q" * 61}, "question_id", "too_long"),
        ({"question_id": "G1_Q9999999999"}, "question_id", "number_too_large"),
        ({"question": "half \x00 of it?"}, "question", "bad_character"),
        (
            {"source": {"from": "x", "segments": [{"start": 1.0005, "end": 2}]}},
            "source.segments.0.start",
            "bad_time",
        ),
        (
            {"source": {"from": "x", "segments": [{"start": 1, "end": 10000000}]}},
            "source.segments.0.end",
            "bad_time",
        ),
    ],
)
def test_nothing_is_imported_when_one_record_is_bad(
    people: People, tmp_path: Path, changes: dict[str, Any], field: str, code: str
) -> None:
    before = counts()
    bad = record_for(CAUSE, question_id="G1_Q000002") | {"video_id": "G1_V000002"} | changes
    exit_code, told = run(write(tmp_path / "two.jsonl", record_for(CAUSE), bad), people.project)
    assert exit_code == 1
    assert [(error["field"], error["code"]) for error in told["errors"]] == [(field, code)]
    assert counts() == before


def test_nothing_is_imported_when_one_id_means_two_clips(people: People, tmp_path: Path) -> None:
    other = record_for(CAUSE, question_id="G1_Q000002", source={"from": "Friends S01E08", "segments": None})
    code, told = run(write(tmp_path / "two.jsonl", record_for(CAUSE), other), people.project)
    assert (code, [error["code"] for error in told["errors"]]) == (1, ["clip_differs"])
    assert Question.objects.count() == 0


def test_text_stays_as_it_is_when_two_records_differ_in_their_subtitles(
    people: People, tmp_path: Path
) -> None:
    other = record_for(CAUSE, question_id="G1_Q000002")
    other["subtitles"][0]["text"] = "This other one?"
    records = [record_for(CAUSE), other]
    code, told = run(write(tmp_path / "two.jsonl", *records), people.project, "--state", "accepted")
    assert (code, [warning["code"] for warning in told["warnings"]]) == (0, ["subtitles_differ"])
    assert [one.record_json for one in accepted_records(people.project.pk)] == [
        canonical_json(r) for r in records
    ]
    assert Utterance.objects.get().text == "This one?"


def test_nothing_is_written_when_the_run_is_dry(people: People, tmp_path: Path) -> None:
    before = counts()
    code, told = run(write(tmp_path / "all.jsonl", *one_of_each()), people.project, "--dry-run")
    assert (code, told["dry_run"], told["imported"]) == (0, True, {"questions": 8, "clips": 3, "videos": 1})
    assert counts() == before


def test_imported_question_goes_back_to_its_author_when_reopened(people: People, tmp_path: Path) -> None:
    record = record_for(CAUSE)
    path = write(tmp_path / "one.jsonl", record)
    run(path, people.project, "--state", "accepted", "--author", people.annotator.email)
    question = Question.objects.get()
    reopen_question(actor=people.admin, question_id=question.pk, reason="A factor is missing.")
    copy = Revision.objects.get(question=question, submitted_at=None)
    assert (copy.number, copy.source, content_of(copy)) == (2, "human", read_content(record))


def test_command_says_what_is_wrong_when_project_or_author_is_unknown(people: People, tmp_path: Path) -> None:
    path = write(tmp_path / "one.jsonl", record_for(CAUSE))
    with pytest.raises(CommandError, match=r"no project 'Nowhere'; there are: \d+ \(Road\)"):
        call_command("import_records", str(path), "--project", "Nowhere")
    with pytest.raises(CommandError, match="no account with the address who"):
        call_command("import_records", str(path), "--project", "Road", "--author", "who@lab.example")
    code, told = run(tmp_path / "absent.json", people.project)
    assert (code, told["errors"][0]["code"]) == (1, "no_such_path")
    assert Question.objects.count() == 0


def test_result_is_told_in_words_when_json_is_not_asked_for(people: People, tmp_path: Path) -> None:
    out = StringIO()
    path = write(tmp_path / "one.jsonl", record_for(CAUSE))
    call_command("import_records", str(path), "--project", str(people.project.pk), stdout=out)
    assert out.getvalue() == (
        "1 of 1 records imported (0 left out), with 1 new clips of 1 new videos that await their files.\n"
    )
