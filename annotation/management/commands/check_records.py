"""`manage.py check_records PATH`: is this benchmark JSON well-formed? The contract is in docs/commands.md."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation.questions.record_files import RecordsReport, check_records
from kernel.terminal import TerminalCommand, counted


class Command(TerminalCommand):
    help = (
        "Check benchmark records: a JSON file (one record or an array), a JSONL file, or a directory of them. "
        "Prints every error with its file, record and field; exit code 0 when there is none, else 1."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, metavar="PATH", help="file or directory to check")
        parser.add_argument("--json", action="store_true", help="print the report as JSON on standard output")

    def handle(self, *args: Any, path: Path, json: bool = False, **options: Any) -> None:
        report = check_records(path)
        if json:
            self.stdout.write(_as_json(report))
        else:
            for error in report.errors:
                where = " ".join(part for part in (error.file, error.record, error.field) if part)
                self.stdout.write(f"{where}: {error.message} [{error.code}]")
            self.stdout.write(f"{counted(report.records, 'record')}, {counted(len(report.errors), 'error')}")
        if report.ignored:
            self.stderr.write(
                f"{len(report.ignored)} macOS '._' files passed over: {', '.join(report.ignored)}"
            )
        if report.errors:
            sys.exit(1)


def _as_json(report: RecordsReport) -> str:
    errors = [asdict(error) for error in report.errors]
    return json.dumps({"records": report.records, "errors": errors}, indent=2)
