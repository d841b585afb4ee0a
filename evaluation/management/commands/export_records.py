"""`manage.py export_records PROJECT --output FILE`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation import public as annotation
from evaluation.exports.services import write_records


class Command(BaseCommand):
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
        if not output.parent.is_dir():
            raise CommandError(f"There is no folder {output.parent}; make it first.")
        partial = output.with_name(f".{output.name}.partial")
        try:
            sha256, counts = write_records(project_id=project_id, path=partial)
            partial.replace(output)
        finally:
            partial.unlink(missing_ok=True)
        records = sum(sum(tasks.values()) for tasks in counts.values())
        if options["json"]:
            self.stdout.write(
                json.dumps(
                    {"ok": True, "path": str(output), "records": records, "counts": counts, "sha256": sha256}
                )
            )
        else:
            self.stdout.write(f"{records} records written to {output} (sha256 {sha256}).")
