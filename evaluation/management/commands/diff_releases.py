"""`manage.py diff_releases OLD NEW`: what was added, removed and changed. The contract is in docs/commands.md."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.public import canonical_json, find_project, load_records
from evaluation.releases.changelogs import sides_of
from evaluation.releases.differences import Difference, Side, Totals, compare
from evaluation.releases.selectors import frozen_releases
from kernel.terminal import TerminalCommand


class Command(TerminalCommand):
    help = (
        "Compare two sets of records: two frozen releases of a project by their versions (--project), or two files or "
        "folders of records, such as unpacked releases. Lists what was added, removed and changed, field by field."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("old", metavar="OLD", help="version, or file or folder of records")
        parser.add_argument("new", metavar="NEW", help="version, or file or folder of records")
        parser.add_argument("--project", help="id or exact name: OLD and NEW are versions of its releases")
        parser.add_argument(
            "--json", action="store_true", help="print the differences as JSON lines and totals"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        read = self._of_releases(options["project"]) if options["project"] else self._of_files
        before, after = read(options["old"]), read(options["new"])
        totals = Totals()
        for difference in compare(before, after, totals):
            self.stdout.write(
                json.dumps(asdict(difference), ensure_ascii=False) if options["json"] else _told(difference)
            )
        if options["json"]:
            self.stdout.write(json.dumps({"ok": True, "totals": totals.document()}))
        else:
            self.stdout.write(
                f"{totals.added} added, {totals.removed} removed, {totals.changed} changed, "
                f"{totals.unchanged} as before"
            )

    def _of_releases(self, project: str) -> Any:
        try:
            project_id = find_project(project)
        except LookupError as error:
            raise CommandError(str(error)) from None

        def read(version: str) -> Iterable[Side]:
            release = frozen_releases(project_id=project_id).filter(version=version).first()
            if release is None:
                known = ", ".join(frozen_releases(project_id=project_id).values_list("version", flat=True))
                raise CommandError(
                    f"There is no frozen release {version!r}; there are: {known or 'none yet'}."
                )
            return sides_of(release)

        return read

    def _of_files(self, path: str) -> Iterable[Side]:
        records, report = load_records(Path(path))
        if report.errors:
            first = report.errors[0]
            raise CommandError(
                f"{path} has {len(report.errors)} errors, the first: {first.file} {first.record or ''} "
                f"{first.field}: {first.message} check_records lists all."
            )
        return sorted(Side(one["granularity"], one["question_id"], canonical_json(one)) for one in records)


def _told(difference: Difference) -> str:
    lines = [f"{difference.kind} {difference.public_id}"]
    for change in difference.fields:
        before, after = (json.dumps(value, ensure_ascii=False) for value in (change.before, change.after))
        lines.append(f"  {change.field}: {before} -> {after}")
    return "\n".join(lines)
