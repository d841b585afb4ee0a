"""`manage.py check_table TABLE`: can a printed table of scores be true? The contract is in docs/commands.md."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandParser
from jsonschema import Draft202012Validator

from evaluation.scoring.consistency import PrintedTask, RowCheck, check_row
from kernel.terminal import Refused, TerminalCommand

INCONSISTENT: Final = 3
_PERCENT: Final = {"type": "number", "minimum": 0, "maximum": 100}
_COUNT: Final = {"type": "integer", "minimum": 1, "maximum": 1_000_000}
_TEXT: Final = {"type": "string", "minLength": 1}
SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["tasks", "rows"],
    "properties": {
        "tasks": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["name", "count"],
                "properties": {
                    "name": _TEXT,
                    "count": _COUNT,
                    "maximum": {
                        "anyOf": [{"type": "null"}, {"type": "integer", "minimum": 1, "maximum": 100}]
                    },
                },
            },
        },
        "rows": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["method", "scores", "overall"],
                "properties": {
                    "method": _TEXT,
                    "scores": {"type": "object", "additionalProperties": _PERCENT},
                    "overall": _PERCENT,
                },
            },
        },
    },
}


class Command(TerminalCommand):
    help = (
        "Check a printed table: the count-weighted Overall of each row, and which task means no answers to that many "
        "questions can give. Exit code 0 when every row holds, 3 when one does not, 1 when the file is wrong."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("table", type=Path, metavar="TABLE", help="JSON file with tasks and rows")
        parser.add_argument("--json", action="store_true", help="print the result as JSON on standard output")

    def handle(self, *args: Any, table: Path, json: bool = False, **options: Any) -> None:
        tasks, rows = _read(table)
        checked = [_checked(tasks, row) for row in rows]
        if json:
            self.stdout.write(_dumps({"rows": checked}))
        else:
            for row in checked:
                self.stdout.write(_sentence(row))
        if not all(row["holds"] for row in checked):
            sys.exit(INCONSISTENT)


def _read(path: Path) -> tuple[list[PrintedTask], list[Mapping[str, Any]]]:
    try:
        found = json.loads(
            path.read_text(encoding="utf-8"), parse_float=Decimal, parse_constant=_refuse_constant
        )
    except ValueError as fault:
        raise Refused("not_json", f"{path.name} is not JSON in UTF-8: {fault}.") from None
    fault_at = next(Draft202012Validator(SCHEMA).iter_errors(found), None)
    if fault_at is not None:
        where = ".".join(map(str, fault_at.absolute_path)) or "the whole"
        raise Refused("wrong_form", f"{path.name}: at {where} the rule {fault_at.validator} is broken.")
    tasks = [PrintedTask(task["name"], task["count"], task.get("maximum")) for task in found["tasks"]]
    names = {task.name for task in tasks}
    if len(names) < len(tasks):
        raise Refused("wrong_form", f"{path.name}: two tasks have one name.")
    for row in found["rows"]:
        if set(row["scores"]) != names:
            raise Refused(
                "wrong_form", f"{path.name}: {row['method']} needs a score for each task and no other."
            )
    return tasks, found["rows"]


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number of JSON")


def _checked(tasks: list[PrintedTask], row: Mapping[str, Any]) -> dict[str, Any]:
    overall = Decimal(row["overall"])
    check = check_row(tasks, {name: Decimal(score) for name, score in row["scores"].items()}, overall)
    points = None if check.from_points is None else [float(value) for value in check.from_points]
    return {
        "method": row["method"],
        "overall_printed": float(overall),
        "overall_from_parts": float(check.from_parts),
        "overall_from_points": points,
        "within_rounding": check.within_rounding,
        "impossible": [
            {"task": task.name, "printed": float(row["scores"][task.name]), "count": task.count}
            for task in tasks
            if task.name in check.impossible
        ],
        "holds": _holds(check, overall),
    }


def _holds(check: RowCheck, overall: Decimal) -> bool:
    reached = check.within_rounding if check.from_points is None else overall in check.from_points
    return reached and not check.impossible


def _sentence(row: Mapping[str, Any]) -> str:
    told = f"{row['method']}: printed {row['overall_printed']:.2f}, from its parts {row['overall_from_parts']:.2f}"
    told += "".join(
        f"; {part['task']} {part['printed']:.2f} is impossible for {part['count']} questions"
        for part in row["impossible"]
    )
    return told if row["holds"] else f"{told} - does not hold"


def _dumps(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
