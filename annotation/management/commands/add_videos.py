"""`manage.py add_videos DIR --project PROJECT ...`: the videos of a folder, by the list that lies in it."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.management.choosing import project_and_actor
from annotation.videos.batches import RowOutcome, add_checked, check_rows, unlisted_files
from annotation.videos.ingest import milliseconds
from annotation.videos.manifests import BadManifest, find_manifest, read_manifest
from kernel.errors import DomainError
from kernel.terminal import TerminalCommand
from kernel.times import to_json_number

OUTCOMES = ("ready", "added", "duplicate", "refused", "failed")


class Command(TerminalCommand):
    help = (
        "Add the videos of a folder to a project, by a list (manifest.csv or manifest.json) of file, title, source, "
        "domain, licence, terms, language, subtitles and encoding. Every row is looked at first, and nothing is added "
        "while one is wrong. Files that the project has already are passed over, so it can be run again. Probes are "
        "queued for a worker. Exit code 1 when a row is refused or fails."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folder", type=Path, metavar="DIR", help="folder with the files; they stay as they are"
        )
        parser.add_argument("--project", required=True, help="id or exact name of the project")
        parser.add_argument(
            "--manifest", type=Path, metavar="FILE", help="the list (default: manifest.csv or .json in DIR)"
        )
        for name, what in (
            ("source", "where they are from"),
            ("domain", "kind of source"),
            ("licence", "licence under which they may be used"),
            ("terms", "terms of use"),
            ("language", "spoken language"),
        ):
            parser.add_argument(f"--{name}", default="", help=f"{what}, for rows that do not say")
        parser.add_argument(
            "--user",
            default="",
            metavar="EMAIL",
            help="who adds them, an admin of the project (default: the person who created the project)",
        )
        parser.add_argument("--dry-run", action="store_true", help="look at everything and add nothing")
        parser.add_argument(
            "--skip-refused",
            action="store_true",
            help="add the rows that are right although others are wrong",
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        if not folder.is_dir():
            raise CommandError(f"There is no folder {folder}.")
        project, actor = project_and_actor(options["project"], options["user"])
        defaults = {
            name: options[name].strip() for name in ("source", "domain", "licence", "terms", "language")
        }
        talk = not options["json"]
        try:
            rows = read_manifest(options["manifest"] or find_manifest(folder), defaults=defaults)
            outcomes = check_rows(
                actor=actor,
                project_id=project.pk,
                folder=folder,
                rows=rows,
                on_row=self._tell if talk else None,
            )
        except BadManifest as error:
            self._refuse(error.code, error.reason, as_json=options["json"])
        except DomainError as error:
            self._refuse(error.code, error.detail, as_json=options["json"])
        wrong = any(outcome.wrong for outcome in outcomes)
        if not options["dry_run"] and (not wrong or options["skip_refused"]):
            for outcome in [outcome for outcome in outcomes if outcome.outcome == "ready"]:
                add_checked(actor=actor, project_id=project.pk, folder=folder, outcome=outcome)
                if talk:
                    self._tell(outcome)
        unlisted = unlisted_files(folder=folder, rows=rows)
        found = Counter(outcome.outcome for outcome in outcomes)
        ok = not any(outcome.wrong for outcome in outcomes)
        if talk:
            for name in unlisted:
                self.stdout.write(f"not in the list: {name}")
            self.stdout.write(", ".join(f"{found[name]} {name}" for name in OUTCOMES))
            if not ok and found["ready"]:
                self.stdout.write("Nothing was added: correct the list, or add the rest with --skip-refused.")
        else:
            told = {
                "ok": ok,
                "project": project.pk,
                "dry_run": options["dry_run"],
                "counts": {name: found[name] for name in OUTCOMES},
                "rows": [_shown(outcome) for outcome in outcomes],
                "unlisted": unlisted,
            }
            self.stdout.write(json.dumps(told, ensure_ascii=False))
        if not ok:
            sys.exit(1)

    def _tell(self, outcome: RowOutcome) -> None:
        why = f": {outcome.reason} [{outcome.code}]" if outcome.code else ""
        name = outcome.row.values.get("file") or "(no file)"
        self.stdout.write(f"{outcome.row.number}. {name}: {outcome.outcome}{why}")
        for warning in outcome.warnings if outcome.outcome == "ready" else []:
            self.stdout.write(f"   warning: {warning['message']} [{warning['code']}]")

    def _refuse(self, code: str, reason: str, *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps({"ok": False, "code": code, "reason": reason}, ensure_ascii=False))
        else:
            self.stderr.write(f"{reason} [{code}]")
        sys.exit(1)


def _shown(outcome: RowOutcome) -> dict[str, Any]:
    values = outcome.row.values
    return {
        "row": outcome.row.number,
        "file": values["file"],
        "title": values["title"] or Path(values["file"]).name,
        "outcome": outcome.outcome,
        "code": outcome.code or None,
        "reason": outcome.reason or None,
        "video": outcome.video,
        "sha256": outcome.sha256 or None,
        "size": outcome.size or None,
        "duration": to_json_number(milliseconds(outcome.probe.duration)) if outcome.probe else None,
        "frames": outcome.probe.frames if outcome.probe else None,
        "subtitles": outcome.subtitles,
        "warnings": outcome.warnings,
    }
