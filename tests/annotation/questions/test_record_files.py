"""Reading records from paths, and `check_records`, whose JSON is a contract."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotation.questions.record_files import check_records, load_records
from annotation.questions.records import canonical_json
from tests.annotation.questions.samples import CAUSE, CONTEXTUAL, LONG_TRAJECTORY, TRANSITION, record_for
from tests.commands import exit_code_of


def named(question_id: str, **changes: Any) -> dict[str, Any]:
    return record_for(CONTEXTUAL, question_id=question_id, **changes)


def found(path: Path) -> tuple[int, list[tuple[str, str | None, str, str]]]:
    report = check_records(path)
    return report.records, [(error.file, error.record, error.field, error.code) for error in report.errors]


def write(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def test_single_record_is_sound_when_its_canonical_text_is_read(tmp_path: Path) -> None:
    path = write(tmp_path / "G1_Q000001.json", canonical_json(record_for(TRANSITION)))
    assert found(path) == (1, [])


def test_errors_name_file_and_record_when_an_array_is_read(tmp_path: Path) -> None:
    records = [named("Q1"), named("Q2", answer=["joy"]), [], named("", answer=[])]
    assert found(write(tmp_path / "all.json", records)) == (
        4,
        [
            ("all.json", "Q2", "answer.0", "unknown_label"),
            ("all.json", "#3", "", "not_an_object"),
            ("all.json", "#4", "question_id", "bad_id"),
            ("all.json", "#4", "answer", "empty"),
        ],
    )


def test_later_lines_are_read_when_one_line_is_broken(tmp_path: Path) -> None:
    lines = [json.dumps(named("Q1")), '{"question_id": "Q2",', "", json.dumps(named("Q3"))]
    path = write(tmp_path / "all.jsonl", "\n".join(lines))
    assert found(path) == (2, [("all.jsonl", "#2", "", "not_json")])
    records, _ = load_records(path)
    assert [record["question_id"] for record in records] == ["Q1", "Q3"]


def test_id_is_an_error_when_used_twice_in_one_granularity(tmp_path: Path) -> None:
    write(tmp_path / "a.json", [named("Q1"), record_for(LONG_TRAJECTORY, question_id="Q1")])
    write(tmp_path / "b.json", "\n\n" + json.dumps(named("Q1")))
    report = check_records(tmp_path)
    assert [(error.file, error.record, error.code) for error in report.errors] == [
        ("b.json", "Q1", "duplicate_id")
    ]
    assert "was there before (a.json, line 1)" in report.errors[0].message


def test_what_json_lets_pass_is_an_error_once_when_read(tmp_path: Path) -> None:
    text = (
        json.dumps(named("Q1"))
        .replace("687.61", "NaN")
        .replace('"rubric": null', '"rubric": null, "rubric": null')
    )
    assert found(write(tmp_path / "a.json", text)) == (
        1,
        [("a.json", "Q1", "rubric", "duplicate_key"), ("a.json", "Q1", "subtitles.0.t.0", "not_finite")],
    )


def test_other_files_are_passed_over_when_a_flat_directory_is_read(tmp_path: Path) -> None:
    write(tmp_path / "b.json", named("Q2"))
    write(tmp_path / "a.jsonl", json.dumps(named("Q1")))
    write(tmp_path / "notes.txt", "no record")
    write(tmp_path / "deeper/c.json", "broken")
    for name in ("._a.jsonl", "._b.json"):
        (tmp_path / name).write_bytes(b"\x00\x05\x16\x07")
    records, report = load_records(tmp_path)
    assert [record["question_id"] for record in records] == ["Q1", "Q2"]
    assert (report.records, report.errors, report.ignored) == (2, [], ["._a.jsonl", "._b.json"])


def test_both_folders_are_read_when_a_release_is_checked(tmp_path: Path) -> None:
    write(tmp_path / "manifest.json", {"version": 1})
    write(tmp_path / "clip/G1_Q000001.json", named("G1_Q000001"))
    write(tmp_path / "episode/G2_Q000001.json", record_for(LONG_TRAJECTORY))
    write(tmp_path / "episode/G2_Q000002.json", named("G2_Q000002"))
    assert found(tmp_path) == (3, [("episode/G2_Q000002.json", "G2_Q000002", "granularity", "wrong_folder")])


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("a.json", b'{"question": "\xe9"}', "encoding"),
        ("a.json", "{}".encode("utf-16"), "encoding"),
        ("a.json", b"", "not_json"),
        ("a.json", b"[]", "no_records"),
        ("a.jsonl", b"\n", "no_records"),
        ("a.txt", b"hello", "not_json"),
    ],
)
def test_file_is_an_error_when_no_record_can_be_read(
    tmp_path: Path, name: str, content: bytes, code: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    records, errors = found(path)
    assert records == 0
    assert [error[3] for error in errors] == [code]


def test_path_is_an_error_when_it_is_missing_or_empty(tmp_path: Path) -> None:
    missing, empty = tmp_path / "none", tmp_path / "empty"
    empty.mkdir()
    assert found(missing) == (0, [("none", None, "", "no_such_path")])
    assert found(empty) == (0, [(str(empty), None, "", "no_records")])


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = exit_code_of("check_records", *arguments)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_command_prints_the_contract_when_all_is_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / "a.json", [named("Q1"), record_for(CAUSE, question_id="Q2")])
    code, out, err = run(capsys, str(path), "--json")
    assert (code, json.loads(out), err) == (0, {"records": 2, "errors": []}, "")
    assert run(capsys, str(path))[:2] == (0, "2 records, 0 errors\n")


def test_command_prints_the_contract_when_a_record_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "._a.json", "x")
    write(tmp_path / "a.json", named("Q1", rubric={}))
    code, out, err = run(capsys, str(tmp_path), "--json")
    assert code == 1
    assert json.loads(out) == {
        "records": 1,
        "errors": [
            {
                "file": "a.json",
                "record": "Q1",
                "field": "rubric",
                "code": "not_null",
                "message": "rubric of a contextual emotion question is null: labels are compared.",
                "line": 1,
            }
        ],
    }
    assert err == "1 macOS '._' files passed over: ._a.json\n"
    code, out, _ = run(capsys, str(tmp_path))
    assert code == 1
    assert out.endswith("labels are compared. [not_null]\n1 record, 1 error\n")
