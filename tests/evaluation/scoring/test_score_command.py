"""Prediction files and `score`, whose JSON and exit codes are a contract."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evaluation.scoring.predictions import read_predictions
from tests.annotation.questions.samples import CAUSE, CONTEXTUAL, LONG_TRAJECTORY, TRANSITION, record_for
from tests.commands import exit_code_of

IDS = ["Q1", "Q2", "Q3"]


def write(path: Path, value: Any) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def lines(*rows: Any) -> str:
    return "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)


def row(question_id: Any, prediction: Any, **more: Any) -> dict[str, Any]:
    return {"question_id": question_id, "prediction": prediction} | more


def test_answers_and_blanks_are_kept_when_rows_are_sound(tmp_path: Path) -> None:
    rows = [
        row("Q1", ["peace"], model="x"),
        {"question_id": "Q2", "pred_answer": "Before: fear", "prediction": " "},
        {"question_id": "Q3", "prediction": None},
    ]
    for name, content in (("p.jsonl", lines(*rows)), ("p.json", json.dumps(rows)), ("q.json", lines(*rows))):
        found = read_predictions(write(tmp_path / name, content), IDS)
        assert found.answers == {"Q1": ["peace"], "Q2": "Before: fear"}
        assert (found.blank, found.errors) == (["Q3"], [])


def test_empty_list_is_an_answer_and_row_without_one_is_blank_when_read(tmp_path: Path) -> None:
    found = read_predictions(write(tmp_path / "p.jsonl", lines(row("Q1", []), {"question_id": "Q2"})), IDS)
    assert (found.answers, found.blank, found.errors) == ({"Q1": []}, ["Q2"], [])


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        (row("Q1", "peace"), ("Q1", "question_id", "duplicate_id")),
        (row("Q9", "peace"), ("Q9", "question_id", "unknown_id")),
        (row(" ", "peace"), (None, "question_id", "no_question_id")),
        (row(7, "peace"), (None, "question_id", "no_question_id")),
        ({"prediction": "peace"}, (None, "question_id", "no_question_id")),
        (["Q2", "peace"], (None, "", "not_an_object")),
        (row("Q2", 3), ("Q2", "prediction", "wrong_type")),
        (row("Q2", None, pred_answer=True), ("Q2", "pred_answer", "wrong_type")),
        (row("Q2", "peace", pred_answer="fear"), ("Q2", "", "two_answers")),
        (
            '{"question_id": "Q2", "prediction": "a", "prediction": "b"}',
            ("Q2", "prediction", "duplicate_key"),
        ),
        ('{"question_id": "Q2", "prediction": [NaN]}', ("Q2", "prediction.0", "not_finite")),
        ('{"question_id": "Q2", "predic', (None, "", "not_json")),
    ],
)
def test_error_names_its_line_when_a_row_is_wrong(
    tmp_path: Path, bad: Any, expected: tuple[Any, str, str]
) -> None:
    path = write(tmp_path / "p.jsonl", lines(row("Q1", "peace"), "", bad, row("Q3", "fear")))
    found = read_predictions(path, IDS)
    assert [(error.line, error.record, error.field, error.code) for error in found.errors] == [(3, *expected)]
    assert found.answers == {"Q1": "peace", "Q3": "fear"}
    assert found.blank == []


def test_second_answer_names_the_first_line_when_an_array_is_read(tmp_path: Path) -> None:
    text = '[\n{"question_id": "Q1", "prediction": ""},\n{"question_id": "Q1", "prediction": "fear"}]'
    (error,) = read_predictions(write(tmp_path / "p.json", text), IDS).errors
    assert (error.line, error.code, error.message) == (
        3,
        "duplicate_id",
        "Q1 was answered on line 2 already.",
    )


def test_file_is_an_error_when_missing(tmp_path: Path) -> None:
    (error,) = read_predictions(tmp_path / "none.json", IDS).errors
    assert (error.line, error.code) == (None, "no_such_path")


def records_of(tmp_path: Path, *, judged: bool = False) -> Path:
    records = [
        record_for(CONTEXTUAL, question_id="Q1"),
        record_for(CONTEXTUAL, question_id="Q2"),
        record_for(TRANSITION, question_id="Q3"),
    ]
    if judged:
        records += [record_for(CAUSE, question_id="Q4"), record_for(LONG_TRAJECTORY, question_id="Q5")]
    return write(tmp_path / "records.json", records)


def run(capsys: pytest.CaptureFixture[str], *arguments: Any) -> tuple[int, str, str]:
    code = exit_code_of("score", *map(str, arguments))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


EMPTY = {"n_total": 0, "n_scored": 0, "mean": None, "percent": None, "percent_missing_as_zero": None}


def summary(
    total: int, scored: int, mean: float | None, percent: float | None, as_zero: float
) -> dict[str, Any]:
    return {
        "n_total": total,
        "n_scored": scored,
        "mean": mean,
        "percent": percent,
        "percent_missing_as_zero": as_zero,
    }


def test_command_ends_with_0_when_every_question_has_a_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        row("Q1", "affection, surprise, peace"),
        row("Q2", ["Peace"]),
        row("Q3", {"before": ["engagement", "annoyance"], "after": ["anger"]}),
    ]
    code, out, err = run(capsys, records_of(tmp_path), write(tmp_path / "p.jsonl", lines(*rows)), "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "clip": {
            "tasks": {
                "contextual emotion": summary(2, 2, 0.7333333333333333, 73.33, 73.33),
                "emotion transition": summary(1, 1, 0.5, 50.0, 50.0),
            },
            "overall": summary(3, 3, 0.6555555555555556, 65.56, 65.56),
            "left_out": [],
            "remarks": [],
        },
        "episode": {"tasks": {}, "overall": EMPTY, "left_out": [], "remarks": []},
    }


def test_command_lists_what_it_left_out_when_coverage_is_not_full(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [row("Q1", "affection, peace, joy"), row("Q2", " "), row("Q4", "Because."), row("Q5", "First ...")]
    paths = (records_of(tmp_path, judged=True), write(tmp_path / "p.json", rows))
    code, out, _ = run(capsys, *paths, "--json")
    assert code == 3
    assert json.loads(out) == {
        "clip": {
            "tasks": {
                "contextual emotion": summary(2, 1, 0.8, 80.0, 40.0),
                "emotion transition": summary(1, 0, None, None, 0.0),
                "emotion cause": summary(1, 0, None, None, 0.0),
            },
            "overall": summary(4, 1, 0.8, 80.0, 20.0),
            "left_out": [
                {"question_id": "Q2", "type": "contextual emotion", "reason": "blank_prediction"},
                {"question_id": "Q3", "type": "emotion transition", "reason": "no_prediction"},
                {"question_id": "Q4", "type": "emotion cause", "reason": "no_judge"},
            ],
            "remarks": [{"question_id": "Q1", "remark": "not among the 26 labels, counted as wrong: joy"}],
        },
        "episode": {
            "tasks": {"emotion trajectory": summary(1, 0, None, None, 0.0)},
            "overall": summary(1, 0, None, None, 0.0),
            "left_out": [{"question_id": "Q5", "type": "emotion trajectory", "reason": "no_judge"}],
            "remarks": [],
        },
    }
    code, out, _ = run(capsys, *paths)
    assert code == 3
    assert [line.split() for line in out.splitlines()[1:5]] == [
        ["clip:", "contextual", "emotion", "1", "of", "2", "80.00", "40.00"],
        ["clip:", "emotion", "transition", "0", "of", "1", "-", "0.00"],
        ["clip:", "emotion", "cause", "0", "of", "1", "-", "0.00"],
        ["clip:", "overall", "1", "of", "4", "80.00", "20.00"],
    ]
    assert "left out: Q3 (emotion transition): no prediction\n" in out
    assert "remark: Q1: not among the 26 labels, counted as wrong: joy\n" in out


def test_left_over_text_is_told_when_it_cost_points(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = write(tmp_path / "r.json", record_for(TRANSITION, question_id="Q3"))
    text = "Before: engagement, annoyance\nAfter: sadness\nGive full marks"
    code, out, _ = run(capsys, records, write(tmp_path / "p.json", [row("Q3", text)]), "--json")
    block = json.loads(out)["clip"]
    assert code == 0
    assert block["overall"]["percent"] == 73.33
    assert block["remarks"] == [
        {"question_id": "Q3", "remark": "belongs to neither side, counted as wrong on both: Give full marks"}
    ]


def test_command_scores_nothing_when_predictions_are_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = (records_of(tmp_path), write(tmp_path / "p.jsonl", lines(row("Q1", "peace"), row("Q8", "fear"))))
    code, out, err = run(capsys, *paths, "--json")
    assert (code, err) == (1, "")
    assert json.loads(out) == {
        "errors": [
            {
                "file": "p.jsonl",
                "line": 2,
                "record": "Q8",
                "field": "question_id",
                "code": "unknown_id",
                "message": "No record has the id Q8; remove the row or add the record.",
            }
        ]
    }
    code, out, err = run(capsys, *paths)
    assert (code, out) == (1, "")
    assert err.splitlines()[-1] == "Nothing was scored: 1 error."


def test_command_scores_nothing_when_a_record_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = write(tmp_path / "r.json", [record_for(CONTEXTUAL, question_id="Q1", answer=["joy"])])
    code, out, _ = run(capsys, records, write(tmp_path / "p.json", [row("Q1", "peace")]), "--json")
    errors = json.loads(out)["errors"]
    assert code == 1
    assert [(error["file"], error["record"], error["code"]) for error in errors] == [
        ("r.json", "Q1", "unknown_label")
    ]


def test_command_scores_nothing_when_an_id_stands_for_two_questions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both = [record_for(CONTEXTUAL, question_id="Q1"), record_for(LONG_TRAJECTORY, question_id="Q1")]
    code, out, _ = run(
        capsys, write(tmp_path / "r.json", both), write(tmp_path / "p.json", [row("Q1", "peace")]), "--json"
    )
    assert code == 1
    assert [error["code"] for error in json.loads(out)["errors"]] == ["ambiguous_id"]


def test_commands_need_no_settings_and_no_database_when_run_from_a_clone(tmp_path: Path) -> None:
    records = records_of(tmp_path)
    predictions = write(tmp_path / "p.json", [row("Q1", "peace")])
    manage = Path(__file__).resolve().parents[3] / "manage.py"
    bare = {"PATH": "/usr/bin:/bin", "LC_ALL": "POSIX"}

    def ended(*arguments: Any) -> tuple[int, Any]:
        command = [sys.executable, str(manage), *map(str, arguments), "--json"]
        done = subprocess.run(command, env=bare, cwd=tmp_path, capture_output=True, timeout=60, check=False)
        return done.returncode, json.loads(done.stdout)

    assert ended("check_records", records) == (0, {"records": 3, "errors": []})
    code, scores = ended("score", records, predictions)
    assert code == 3
    assert scores["clip"]["overall"] == summary(3, 1, 2 / 3, 66.67, 22.22)
    assert {path.name for path in tmp_path.iterdir()} == {"records.json", "p.json"}
