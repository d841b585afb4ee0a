"""`check_table`: the paper's tables, and what a printed mean says about the number of questions behind it."""

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from evaluation.scoring.aggregation import round_half_up
from evaluation.scoring.consistency import possible_points
from tests.commands import exit_code_of
from tests.shared_files import shared_path

TASKS: dict[str, list[tuple[str, str, int | None]]] = {
    "G1": [
        ("contextual", "contextual emotion", None),
        ("transition", "emotion transition", None),
        ("trajectory", "emotion trajectory", 4),
        ("cause", "emotion cause", 3),
        ("influence", "emotion influence", None),
    ],
    "G2": [
        ("EIC", "emotional intensity comparison", 1),
        ("ET", "emotion trajectory", 4),
        ("ER", "emotional reasoning", 3),
    ],
}


def check(table: Any, path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, Any]:
    path.write_text(table if isinstance(table, str) else json.dumps(table), encoding="utf-8")
    code = exit_code_of("check_table", str(path), "--json")
    return code, json.loads(capsys.readouterr().out)


def paper_table(granularity: str) -> dict[str, Any]:
    paper = json.loads(shared_path("cases/paper_tables.json").read_text(encoding="utf-8"))["longemo"]
    counts = paper["counts"][granularity]
    tasks = TASKS[granularity]
    return {
        "tasks": [{"name": short, "count": counts[name], "maximum": most} for short, name, most in tasks],
        "rows": [
            {
                "method": row["method"],
                "scores": {short: row[short] for short, _, _ in tasks},
                "overall": row["overall_printed"],
            }
            for row in paper["table2" if granularity == "G1" else "table3"]
        ],
    }


def test_overall_of_twenty_rows_comes_out_when_paper_tables_are_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows: dict[tuple[str, str], Any] = {}
    for granularity in ("G1", "G2"):
        found = check(paper_table(granularity), tmp_path / "t.json", capsys)
        assert found[0] == 3
        rows |= {(granularity, row["method"]): row for row in found[1]["rows"]}
    odd = {key: row for key, row in rows.items() if row["overall_from_parts"] != row["overall_printed"]}
    assert (len(rows), sorted(odd)) == (22, [("G2", "LongEmo (Ours)"), ("G2", "LongVideoAgent")])
    agent, ours = odd["G2", "LongVideoAgent"], odd["G2", "LongEmo (Ours)"]
    assert (agent["overall_from_parts"], agent["overall_from_points"], agent["holds"]) == (
        14.66,
        [14.67],
        True,
    )
    assert (ours["overall_from_parts"], ours["within_rounding"], ours["holds"]) == (60.05, False, False)
    assert [part["count"] for part in ours["impossible"]] == [194, 235, 129]
    # Other rows have judged means that are on no grid either, but their Overall can be reached.
    impossible = {key: [part["task"] for part in row["impossible"]] for key, row in rows.items()}
    assert {key: tasks for key, tasks in impossible.items() if tasks} == {
        ("G1", "AffectGPT"): ["trajectory", "cause"],
        ("G2", "LongVU"): ["ER"],
        ("G2", "Flash-VStream-7B"): ["ER"],
        ("G2", "VideoChat-Flash-7B"): ["ER"],
        ("G2", "VideoChat3-4B"): ["ER"],
        ("G2", "LongEmo (Ours)"): ["EIC", "ET", "ER"],
    }
    assert [key for key, row in rows.items() if not row["within_rounding"]] == [("G2", "LongEmo (Ours)")]


@pytest.mark.parametrize(
    ("printed", "count", "maximum", "points"),
    [
        ("7.73", 194, 1, [15]),
        ("21.91", 235, 4, [206]),
        ("11.89", 129, 3, [46]),
        ("49.13", 173, 1, [85]),
        ("49.13", 194, 1, []),
        ("0.13", 800, 1, [1]),  # 0.125 is rounded half up
        ("0.12", 800, 1, []),
        ("0", 3, 1, [0]),
        ("100", 3, 1, [3]),
    ],
)
def test_points_behind_a_mean_when_it_is_possible(
    printed: str, count: int, maximum: int, points: list[int]
) -> None:
    assert possible_points(Decimal(printed), count=count, maximum=maximum) == points


def test_every_mean_is_possible_for_its_own_points_when_counts_are_small() -> None:
    for count in range(1, 30):
        for points in range(3 * count + 1):
            printed = round_half_up(Fraction(100 * points, 3 * count))
            assert points in possible_points(printed, count=count, maximum=3)


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ("{", "not_json"),
        ('{"tasks": [{"name": "a", "count": NaN}], "rows": []}', "not_json"),
        ({"tasks": [{"name": "a", "count": 0}], "rows": []}, "wrong_form"),
        ({"tasks": [{"name": "a", "count": 2}] * 2, "rows": []}, "wrong_form"),
        (
            {"tasks": [{"name": "a", "count": 2}], "rows": [{"method": "m", "scores": {}, "overall": 1}]},
            "wrong_form",
        ),
    ],
)
def test_table_is_refused_with_a_code_when_it_is_wrong(table: Any, code: str, tmp_path: Path) -> None:
    from django.core.management import call_command

    from kernel.terminal import Refused

    path = tmp_path / "t.json"
    path.write_text(table if isinstance(table, str) else json.dumps(table), encoding="utf-8")
    with pytest.raises(Refused) as refused:
        call_command("check_table", str(path))
    assert refused.value.code == code
