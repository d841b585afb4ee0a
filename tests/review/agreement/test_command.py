"""`agreement DECISIONS.csv`, whose JSON and exit codes are a contract (docs/commands.md)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.sources import ROOT
from tests.commands import exit_code_of
from tests.review.agreement.reviews import KINDS
from tests.shared_files import SHARED_ROOT, shared_path

CASES = SHARED_ROOT / "cases/agreement.json"
TABLES: list[dict[str, Any]] = json.loads(CASES.read_text())["tables"] if CASES.exists() else []
HEADER = "item,reviewer,decision"


def file_of(tmp_path: Path, *lines: str, header: str = HEADER) -> Path:
    path = tmp_path / "decisions.csv"
    path.write_text("\n".join((header, *lines)) + "\n", encoding="utf-8")
    return path


def pair(item: str, decisions: str, more: str = "") -> list[str]:
    """The two lines of one item."""
    return [f"{item},r{number},{word}{more}" for number, word in enumerate(decisions.split(), start=1)]


def lines_of(table: dict[str, Any], prefix: str = "Q", more: str = "") -> list[str]:
    return [
        line
        for kind, decisions in KINDS.items()
        for number in range(table[kind])
        for line in pair(f"{prefix}{kind}{number}", decisions, more)
    ]


def run(capsys: pytest.CaptureFixture[str], path: Path, *options: str, code: int = 0) -> dict[str, Any]:
    assert exit_code_of("agreement", str(path), "--json", *options) == code
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def faults(told: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [(each["line"], each["column"], each["code"]) for each in told["errors"]]


# --- the cases ---------------------------------------------------------------------------------------------------


def test_shared_cases_are_read_when_they_are_there() -> None:
    shared_path("cases/agreement.json")
    assert len(TABLES) >= 7


@pytest.mark.parametrize("table", TABLES, ids=lambda table: str(table["name"]))
def test_command_gives_the_known_figures_when_table_is_given(
    table: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, *lines_of(table, more=",all"), header=f"{HEADER},stratum")
    told = run(capsys, path)
    for figure in (told["overall"], *told["strata"].values()):
        for name in ("n", "both_accept", "disagree", "both_reject"):
            assert figure[name] == table[name]
        for name in ("observed", "alpha", "ac1"):
            if table[name] is None:
                assert figure[name] is None
                assert figure["interval_95"][name] is None
                assert figure["not_computable"][name] in ("no_items", "one_value")
                assert f"interval_95.{name}" in figure["not_computable"]
            else:
                assert figure[name] == pytest.approx(table[name], abs=1e-12)
                low, high = figure["interval_95"][name]
                assert low - 1e-12 <= figure[name] <= high + 1e-12
                assert name not in figure["not_computable"]
        assert figure["excluded"] == {}
    assert list(told["strata"]) == (["all"] if table["n"] else [])


def test_command_explains_in_words_when_nearly_everything_is_accepted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, *lines_of({"both_accept": 596, "disagree": 109, "both_reject": 15}))
    assert run(capsys, path)["overall"]["explanation"] == "mostly_accepted"
    assert exit_code_of("agreement", str(path)) == 0
    told = capsys.readouterr().out
    assert "overall: 720 items (596 accepted by both, 109 split, 15 rejected by both)" in told
    assert "84.86 %" in told
    assert "alpha is 0.133" in told
    assert "r1 accepts 705 of 720 (97.92 %)" in told


def test_command_says_not_computable_when_all_accept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, *lines_of({"both_accept": 4, "disagree": 0, "both_reject": 0}))
    assert exit_code_of("agreement", str(path)) == 0
    assert "alpha     not computable: every decision is the same" in capsys.readouterr().out


def test_command_needs_no_database_when_run_alone(tmp_path: Path) -> None:
    path = file_of(tmp_path, *pair("Q1", "accept reject"))
    outcome = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "agreement", str(path), "--json"],
        capture_output=True,
        text=True,
        env={"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "PATH": ""},
        cwd=tmp_path,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stderr
    assert json.loads(outcome.stdout)["overall"]["alpha"] == 0.0


# --- what is counted ---------------------------------------------------------------------------------------------


def test_first_round_alone_counts_when_there_are_rounds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(
        tmp_path,
        *pair("Q1", "accept reject", ",1"),
        *pair("Q1", "accept accept", ",2"),
        *pair("Q2", "accept accept", ",1"),
        *pair("Q3", "reject reject", ",2"),
        header=f"{HEADER},round",
    )
    first = run(capsys, path)["overall"]
    assert (first["both_accept"], first["disagree"], first["both_reject"]) == (1, 1, 0)
    assert first["excluded"] == {"later_round": 2}
    second = run(capsys, path, "--round", "2")["overall"]
    assert (second["n"], second["excluded"]) == (2, {"earlier_round": 2})
    every = run(capsys, path, "--round", "all")["overall"]
    assert (every["n"], every["excluded"]) == (4, {})
    assert every["bootstrap"]["clusters"] == 3


def test_items_without_two_decisions_are_counted_by_reason_when_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(
        tmp_path,
        *pair("Q1", "accept accept", ",clip"),
        "Q2,r1,accept,clip",
        "Q3,r1,,clip",
        *pair("Q4", "accept reject accept", ",episode"),
        # Handed back by one, taken up by a third: two decided.
        "Q5,r1,accept,episode",
        "Q5,r2,,episode",
        "Q5,r3,reject,episode",
        header=f"{HEADER},stratum",
    )
    told = run(capsys, path)
    assert told["overall"]["n"] == 2
    assert told["overall"]["excluded"] == {"no_decision": 1, "single_review": 1, "third_reviewer": 1}
    assert told["strata"]["clip"]["excluded"] == {"no_decision": 1, "single_review": 1}
    assert told["strata"]["episode"]["excluded"] == {"third_reviewer": 1}
    assert told["strata"]["episode"]["n"] == 1
    assert [each["reviewer"] for each in told["strata"]["episode"]["reviewers"]] == ["r1", "r3"]
    assert told["file"] == {"rows": 10, "blank_lines": 0, "blank_decisions": 2, "ignored_columns": []}


def test_items_of_a_video_are_one_cluster_when_the_column_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        line
        for n in range(8)
        for line in pair(f"Q{n}", "accept reject" if n < 4 else "accept accept", f",V{n // 4}")
    ]
    told = run(capsys, file_of(tmp_path, *lines, header=f"{HEADER},video"))["overall"]
    assert told["bootstrap"]["clusters"] == 2
    assert told["interval_95"]["observed"] == [0.0, 1.0]
    one = run(capsys, file_of(tmp_path, *lines[:8], header=f"{HEADER},video"))["overall"]
    assert one["interval_95"] == {"observed": None, "alpha": None, "ac1": None}
    assert one["not_computable"] == {
        f"interval_95.{name}": "one_cluster" for name in ("observed", "alpha", "ac1")
    }


def test_file_is_read_as_meant_when_spreadsheets_wrote_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A byte order mark, CRLF, quoted commas, quotes and line breaks, empty lines, lines of commas, another order."""
    path = tmp_path / "decisions.csv"
    text = (
        '\ufeffdecision , reviewer,item,remark\r\n\r\naccept,"Mia, ""Mi""","Q\r\n1",\r\n,,,\r\n'
        'reject,李, "Q2" ,x\r\n'
    )
    # A blank before an opening quote makes the quote part of the text, in which it then ends the cell wrongly.
    path.write_bytes(text.replace(' "Q2" ', '"Q2" ').encode())
    assert faults(run(capsys, path, code=1)) == [(6, "", "not_csv")]
    path.write_bytes(text.replace(' "Q2" ', '"Q\r\n1"').encode())
    told = run(capsys, path)
    assert told["file"] == {"rows": 2, "blank_lines": 2, "blank_decisions": 0, "ignored_columns": ["remark"]}
    assert (told["overall"]["n"], told["overall"]["disagree"]) == (1, 1)
    assert [each["reviewer"] for each in told["overall"]["reviewers"]] == ['Mia, "Mi"', "李"]


# --- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["Q1,r1,Accept"], (2, "decision", "unknown_decision")),
        (["", "Q1,r1,maybe"], (3, "decision", "unknown_decision")),
        (["Q1,r1,accept", "Q1,r1,reject"], (3, "reviewer", "duplicate_review")),
        (["Q1,r1,accept", "Q1, r1,accept"], (3, "reviewer", "duplicate_review")),
        ([",r1,accept"], (2, "item", "required")),
        (["Q1, ,accept"], (2, "reviewer", "required")),
        (["Q1,r1"], (2, "", "cells")),
        (["Q1,r1,accept,clip"], (2, "", "cells")),
        (['"Q\n1",r1,accept', '"Q2,r1,accept'], (4, "", "not_csv")),
        (["Q1,r1\0,accept"], (2, "", "nul_character")),
    ],
)
def test_line_is_named_when_it_cannot_be_read_as_meant(
    lines: list[str], expected: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = run(capsys, file_of(tmp_path, *lines), code=1)
    assert faults(told) == [expected]
    assert f"ine {expected[0]}" in told["errors"][0]["message"]


@pytest.mark.parametrize("number", ["0", "-1", "1.0", "one", "٢"])
def test_round_is_refused_when_it_is_no_whole_number_from_one(
    number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, f"Q1,r1,accept,{number}", header=f"{HEADER},round")
    assert faults(run(capsys, path, code=1)) == [(2, "round", "bad_round")]


@pytest.mark.parametrize("column", ["stratum", "video"])
def test_item_is_refused_when_its_lines_place_it_differently(
    column: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, "Q1,r1,accept,A", "Q1,r2,accept,B", "Q2,r1,accept,", header=f"{HEADER},{column}")
    assert faults(run(capsys, path, code=1)) == [(3, column, f"{column}_differs"), (4, column, "required")]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", (0, "", "no_header")),
        (b"\n\n", (0, "", "no_header")),
        (b"item;reviewer;decision\nQ1;r1;accept\n", (1, "item", "missing_column")),
        (b"item,reviewer,verdict\n", (1, "decision", "missing_column")),
        (b"item,reviewer,decision,item\n", (1, "item", "duplicate_column")),
        (b"item,reviewer,decision\nQ1,r1,accept\nQ1,M\xfcller,accept\n", (3, "", "encoding")),
        ("item,reviewer,decision\n".encode("utf-16"), (1, "", "encoding")),
    ],
)
def test_file_is_refused_as_a_whole_when_it_is_no_table_of_decisions(
    content: bytes, expected: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "decisions.csv"
    path.write_bytes(content)
    assert faults(run(capsys, path, code=1)) == [expected]


def test_file_is_named_when_it_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert faults(run(capsys, tmp_path / "none.csv", code=1)) == [(0, "", "no_such_path")]
    assert faults(run(capsys, tmp_path, code=1)) == [(0, "", "unreadable")]
    assert exit_code_of("agreement", str(tmp_path / "none.csv")) == 1
    assert "none.csv cannot be read" in capsys.readouterr().err


def test_faults_are_counted_when_there_are_too_many_to_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = run(capsys, file_of(tmp_path, *(f"Q{n},r1,yes" for n in range(250))), code=1)
    assert (len(told["errors"]), told["more_errors"]) == (200, 50)


def test_round_option_is_refused_when_it_means_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, *pair("Q1", "accept accept"))
    assert faults(run(capsys, path, "--round", "2", code=1)) == [(1, "round", "missing_column")]
    assert run(capsys, path, "--round", "all")["overall"]["n"] == 1
    outcome = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "agreement", str(path), "--round", "0"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 2
