"""`manage.py add_videos DIR --project PROJECT ...`: the videos of a folder or bucket, by the list that lies in it."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.management.choosing import project_and_actor
from annotation.videos.batches import Batch, RowOutcome, add_checked, check_rows, unlisted_files
from annotation.videos.ingest import milliseconds
from annotation.videos.manifests import REQUIRED, BadManifest, ManifestRow, choose_manifest, read_manifest
from annotation.videos.sources import open_source
from kernel.errors import DomainError
from kernel.terminal import TerminalCommand
from kernel.times import to_json_number

OUTCOMES = ("ready", "added", "duplicate", "refused", "failed")


class Command(TerminalCommand):
    help = (
        "Add the videos of a folder, or of a prefix of an S3 bucket, to a project, by a list (manifest.csv or "
        "manifest.json) of file, title, source, "
        "domain, licence, terms, language, subtitles and encoding. Every row is looked at first, and nothing is added "
        "while one is wrong. Files that the project has already are passed over, so it can be run again. Probes are "
        "queued for a worker. Exit code 1 when a row is refused or fails."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "place",
            metavar="DIR",
            help="folder with the files, or s3://BUCKET/PREFIX of the store in the settings; they stay as they are",
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
        parser.add_argument(
            "--attach",
            action="store_true",
            help="the files are for videos of imported records that await them, found by their source",
        )
        parser.add_argument(
            "--names",
            choices=["text", "speakers"],
            default="text",
            help="what becomes of names that begin a cue's text, as ROSS: (default: text; a dry run shows them)",
        )
        parser.add_argument("--dry-run", action="store_true", help="look at everything and add nothing")
        parser.add_argument(
            "--skip-refused",
            action="store_true",
            help="add the rows that are right although others are wrong",
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        project, actor = project_and_actor(options["project"], options["user"])
        talk = not options["json"]
        try:
            batch = Batch(
                actor=actor,
                project_id=project.pk,
                source=open_source(options["place"]),
                attach=options["attach"],
                names_in_text=options["names"] == "speakers",
            )
        except OSError as error:
            raise CommandError(str(error)) from None
        try:
            names = list(batch.source.names())
            rows = self._rows(batch, names, options)
            outcomes = check_rows(batch=batch, rows=rows, on_row=self._tell if talk else None)
        except BadManifest as error:
            self._refuse(error.code, error.reason, as_json=options["json"])
        except DomainError as error:
            self._refuse(error.code, error.detail, as_json=options["json"])
        except OSError as error:
            self._refuse("unreadable", str(error), as_json=options["json"])
        wrong = any(outcome.wrong for outcome in outcomes)
        if not options["dry_run"] and (not wrong or options["skip_refused"]):
            for outcome in [outcome for outcome in outcomes if outcome.outcome == "ready"]:
                add_checked(batch=batch, outcome=outcome)
                if talk:
                    self._tell(outcome)
        unlisted = unlisted_files(names=names, rows=rows)
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

    def _rows(self, batch: Batch, names: list[str], options: dict[str, Any]) -> list[ManifestRow]:
        defaults = {
            name: options[name].strip() for name in ("source", "domain", "licence", "terms", "language")
        }
        required = ("file", "source") if batch.attach else REQUIRED
        if options["manifest"] is not None:
            return read_manifest(options["manifest"], defaults=defaults, required=required)
        name = choose_manifest(names, place=batch.source.place)
        with batch.source.local(name) as path:
            try:
                return read_manifest(path, defaults=defaults, required=required)
            except BadManifest as error:
                told = error.reason.replace(str(path), f"{batch.source.place}/{name}")
                raise BadManifest(error.code, told) from None

    def _tell(self, outcome: RowOutcome) -> None:
        why = f": {outcome.reason} [{outcome.code}]" if outcome.code else ""
        name = outcome.row.values.get("file") or "(no file)"
        self.stdout.write(f"{outcome.row.number}. {name}: {outcome.outcome}{why}")
        if outcome.outcome == "ready" and outcome.speakers:
            named = ", ".join(f"{name} ({cues})" for name, cues in outcome.speakers.items())
            self.stdout.write(f"   speakers that its subtitles name: {named}")
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
        "speakers": outcome.speakers,
        "warnings": outcome.warnings,
    }
