"""`manage.py export_records PROJECT --output FILE`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation import public as annotation
from evaluation.exports.services import write_records
from kernel.outputs import OutputRefused, written_whole
from kernel.terminal import Refused, TerminalCommand


class Command(TerminalCommand):
    help = "Write the accepted records of a project as one JSON array, each with the ten fields in order."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("project", help="Id or exact name of the project.")
        parser.add_argument("--output", required=True, type=Path, help="File to write; replaced when whole.")
        parser.add_argument("--json", action="store_true", help="Print the result as JSON.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            project_id = annotation.find_project(options["project"])
        except LookupError as error:
            raise CommandError(str(error)) from None
        output: Path = options["output"]
        try:
            with written_whole(output) as partial:
                sha256, counts = write_records(project_id=project_id, path=partial)
        except OutputRefused as refusal:
            raise Refused(refusal.code, refusal.reason) from None
        records = sum(sum(tasks.values()) for tasks in counts.values())
        if options["json"]:
            self.stdout.write(
                json.dumps(
                    {"ok": True, "path": str(output), "records": records, "counts": counts, "sha256": sha256}
                )
            )
        else:
            self.stdout.write(f"{records} records written to {output} (sha256 {sha256}).")
