"""`manage.py import_records PATH --project PROJECT`: existing ten-field records become questions."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from accounts.models import User
from annotation.projects.models import Project
from annotation.questions.importing import ImportResult, import_records, told
from annotation.questions.incoming import read_incoming
from annotation.questions.selectors import find_project
from kernel.terminal import TerminalCommand, counted


class Command(TerminalCommand):
    help = (
        "Make questions of existing records: a JSON file (one record or an array), a JSONL file, or a directory of "
        "them. All or nothing: with any error nothing is written and the exit code is 1."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, metavar="PATH", help="file or directory of records")
        parser.add_argument("--project", required=True, help="id or exact name of the project")
        parser.add_argument(
            "--state",
            choices=["draft", "accepted"],
            default="draft",
            help="draft (default): for the author to go on with; accepted: kept word for word, with provenance",
        )
        parser.add_argument(
            "--author",
            metavar="EMAIL",
            default="",
            help="whose questions they become (default: the person who created the project)",
        )
        parser.add_argument(
            "--skip-clashes",
            action="store_true",
            help="leave out records whose ids the project uses already, and count them",
        )
        parser.add_argument("--dry-run", action="store_true", help="check and count, write nothing")
        parser.add_argument("--json", action="store_true", help="print the result as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            project = Project.objects.select_related("created_by").get(pk=find_project(options["project"]))
        except LookupError as error:
            raise CommandError(str(error)) from None
        author = _author(options["author"]) if options["author"] else project.created_by
        incoming = read_incoming(options["path"])
        result = import_records(
            project=project,
            incoming=incoming,
            state=options["state"],
            author=author,
            skip_clashes=options["skip_clashes"],
            dry_run=options["dry_run"],
        )
        if incoming.ignored:
            self.stderr.write(
                f"{len(incoming.ignored)} macOS '._' files passed over: {', '.join(incoming.ignored)}"
            )
        if options["json"]:
            self.stdout.write(_as_json(result, project, options["state"]))
        else:
            self._tell(result)
        if not result.ok:
            sys.exit(1)

    def _tell(self, result: ImportResult) -> None:
        for line in told(result.warnings):
            self.stdout.write(f"warning: {line}")
        for line in told(result.errors):
            self.stdout.write(line)
        if not result.ok:
            self.stdout.write(
                f"{counted(result.records, 'record')}, {counted(len(result.errors), 'error')}: nothing was imported."
            )
            return
        done = "would be imported" if result.dry_run else "imported"
        self.stdout.write(
            f"{result.questions} of {result.records} records {done} ({result.skipped} left out), with "
            f"{result.clips} new clips of {result.videos} new videos that await their files."
        )


def _author(email: str) -> User:
    user = User.objects.filter(email=email.strip().lower()).first()
    if user is None:
        raise CommandError(f"There is no account with the address {email}; invite the person first.")
    return user


def _as_json(result: ImportResult, project: Project, state: str) -> str:
    return json.dumps(
        {
            "ok": result.ok,
            "project": project.pk,
            "state": state,
            "dry_run": result.dry_run,
            "records": result.records,
            "imported": {"questions": result.questions, "clips": result.clips, "videos": result.videos},
            "skipped": result.skipped,
            "errors": [asdict(error) for error in result.errors],
            "warnings": [asdict(warning) for warning in result.warnings],
        },
        indent=2,
    )
