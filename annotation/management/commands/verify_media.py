"""`manage.py verify_media`: is every stored media file there, unchanged and what was asked for?"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.clips.verifying import Expected, rebuild, verify
from annotation.questions.selectors import find_project
from kernel.terminal import TerminalCommand


class Command(TerminalCommand):
    help = (
        "Read every stored media file again and compare it with its checksum, and cut clips with their check and "
        "recipe. Lists files that are missing, altered, not what was asked for, or that no row names. "
        "Exit code 1 when anything is off."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--project",
            default="",
            help="id or exact name: only its files (default: all, and files that no row names)",
        )
        parser.add_argument(
            "--rebuild",
            action="store_true",
            help="queue missing or altered waveforms, filmstrips and shots to be made anew",
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            project_id = find_project(options["project"]) if options["project"] else None
        except LookupError as error:
            raise CommandError(str(error)) from None
        talk = not options["json"] and options["verbosity"] > 1

        def told(expected: Expected) -> None:
            self.stdout.write(expected.key)

        done = verify(project_id=project_id, on_file=told if talk else None)
        rebuilt = rebuild(done.findings) if options["rebuild"] else 0
        if options["json"]:
            result = {
                "ok": not done.findings,
                "files": done.files,
                "bytes": done.bytes,
                "findings": [asdict(finding) for finding in done.findings],
                "notes": [asdict(finding) for finding in done.notes],
                "rebuilding": rebuilt,
            }
            self.stdout.write(json.dumps(result, ensure_ascii=False))
        else:
            for finding in [*done.findings, *done.notes]:
                self.stdout.write(f"{finding.code}: {finding.message} {finding.key}".rstrip())
            self.stdout.write(f"{done.files} files, {done.bytes} bytes read; {len(done.findings)} wrong.")
            if rebuilt:
                self.stdout.write(f"{rebuilt} files are queued to be made anew.")
        if done.findings:
            sys.exit(1)
