"""`manage.py agreement DECISIONS.csv`: agreement of two reviewers. The contract is in docs/commands.md."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from kernel.terminal import TerminalCommand, counted
from review.agreement.decision_files import FIRST_ROUND, DecisionFile, read_decisions, select
from review.agreement.documents import WHY_NOT, explanation_text, figure_document, percent
from review.agreement.figures import Figure, figure_of


@contextmanager
def uncollected() -> Iterator[None]:
    """Lets the collector of circular garbage rest: a million rows have none, and looking for it doubles the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Command(TerminalCommand):
    help = (
        "Agreement of two reviewers who accept or reject: observed agreement, nominal Krippendorff alpha and Gwet's "
        "AC1 with 95 % bootstrap intervals, overall and by stratum. Counts the initial decisions (round 1) unless "
        "told otherwise, and lists by reason what was left out. Exit code 1 when the file is wrong."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "decisions",
            type=Path,
            metavar="DECISIONS.csv",
            help="CSV with the columns item, reviewer, decision, and if wanted stratum, round, video",
        )
        parser.add_argument(
            "--round", default=str(FIRST_ROUND), metavar="N", help="which round counts: a number (1), or all"
        )
        parser.add_argument(
            "--json", action="store_true", help="print the figures as JSON on standard output"
        )

    def handle(self, *args: Any, decisions: Path, round: str, json: bool = False, **options: Any) -> None:
        if round != "all" and not (round.isascii() and round.isdigit() and int(round) > 0):
            raise CommandError(
                f"--round is a whole number from 1, or all; {round!r} is neither.", returncode=2
            )
        with uncollected():
            self._compute(decisions, round, as_json=json)

    def _compute(self, decisions: Path, round: str, *, as_json: bool) -> None:
        file = read_decisions(decisions)
        number = None if round == "all" else int(round)
        if not file.faults and "round" not in file.columns and number not in (None, FIRST_ROUND):
            file.refuse(1, "round", "missing_column", f"--round {round} needs a column round.")
        if file.faults:
            self._refuse(file, decisions.name, as_json=as_json)
            sys.exit(1)
        overall, strata = select(file, number=number)
        figures = {
            "overall": figure_of(overall.reviewed, excluded=overall.excluded),
            **{
                f"stratum {name}": figure_of(each.reviewed, excluded=each.excluded)
                for name, each in strata.items()
            },
        }
        if as_json:
            self._write_json(file, round, figures, list(strata))
        else:
            self._write_text(file, figures)

    def _write_json(
        self, file: DecisionFile, round_wanted: str, figures: dict[str, Figure], strata: list[str]
    ) -> None:
        told = {
            "overall": figure_document(figures["overall"]),
            "strata": {name: figure_document(figures[f"stratum {name}"]) for name in strata},
            "round": round_wanted,
            "file": {
                "rows": file.rows,
                "blank_lines": file.blank_lines,
                "blank_decisions": file.blank_decisions,
                "ignored_columns": list(file.ignored_columns),
            },
        }
        self.stdout.write(json.dumps(told, indent=2, allow_nan=False))

    def _refuse(self, file: DecisionFile, name: str, *, as_json: bool) -> None:
        if as_json:
            told = {"errors": [asdict(fault) for fault in file.faults], "more_errors": file.more_faults}
            self.stdout.write(json.dumps(told, indent=2))
            return
        for fault in file.faults:
            self.stderr.write(f"{name}: {fault.message} [{fault.code}]")
        self.stderr.write(f"Nothing was computed: {counted(len(file.faults) + file.more_faults, 'error')}.")

    def _write_text(self, file: DecisionFile, figures: dict[str, Figure]) -> None:
        for column in file.ignored_columns:
            self.stderr.write(f"The column {column!r} is not known and was passed over.")
        for name, figure in figures.items():
            tally = figure.tally
            self.stdout.write(
                f"{name}: {tally.n} items ({tally.both_accept} accepted by both, {tally.disagree} split, "
                f"{tally.both_reject} rejected by both)"
            )
            for statistic, found in figure.statistics.items():
                interval = figure.intervals[statistic]
                if found.value is None:
                    told = f"not computable: {WHY_NOT[found.reason]}" if found.reason else ""
                elif interval.low is None or interval.high is None:
                    told = f"{found.value:.4f}" + (
                        f"  (no interval: {WHY_NOT[interval.reason]})" if interval.reason else ""
                    )
                else:
                    told = f"{found.value:.4f}  [{interval.low:.4f}, {interval.high:.4f}]"
                self.stdout.write(f"  {statistic:9} {told}")
            for rate in figure.rates:
                self.stdout.write(
                    f"  {rate.reviewer} accepts {rate.accepts} of {rate.n} ({percent(rate.accepts, rate.n)})"
                )
            for reason, count in sorted(figure.excluded.items()):
                self.stdout.write(f"  left out, {reason}: {count}")
            text = explanation_text(figure)
            if text:
                self.stdout.write(f"  {text}")
