"""`manage.py cut FILE --segment START END --output OUT`: a frame-exact clip. The contract is in docs/commands.md."""

from __future__ import annotations

import argparse
import json
import signal
import threading
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation.clips.cutting import CutResult, cut
from annotation.clips.segments import Segment
from annotation.management.commands.probe import number, refuse
from annotation.videos.media_errors import MediaError
from annotation.videos.probing import probe
from kernel.terminal import TerminalCommand
from kernel.times import read_seconds


class Command(TerminalCommand):
    help = (
        "Cut segments of a video, joined in the order given, into one MP4 (H.264/AAC). The clip has exactly the frames "
        "whose presentation time lies in [START, END) of each segment. Exit code 1 when nothing was written."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="video file to cut from")
        parser.add_argument(
            "--segment",
            dest="segments",
            nargs=2,
            type=seconds,
            action="append",
            required=True,
            metavar=("START", "END"),
            help="seconds on the video's timeline; may be given several times, in the order of the clip",
        )
        parser.add_argument(
            "--output", type=Path, required=True, metavar="OUT", help="MP4 file to write or replace"
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON on standard output")

    def handle(self, *args: Any, file: Path, output: Path, **options: Any) -> None:
        stop = threading.Event()
        # A terminated command cleans up like a cancelled one; otherwise its partial file would stay.
        signal.signal(signal.SIGTERM, lambda *_: stop.set())
        segments = [Segment(start, end) for start, end in options["segments"]]
        try:
            facts = probe(file, cancelled=stop.is_set)
            result = cut(file, facts, segments, output, cancelled=stop.is_set)
        except MediaError as error:
            refuse(self, error, as_json=options["json"])
        if options["json"]:
            self.stdout.write(json.dumps(as_contract(output, result)))
        else:
            self.stdout.write(
                f"{output}: {result.frames} frames, {float(result.duration):.3f} s, sha256 {result.sha256}"
            )


def seconds(text: str) -> Decimal:
    """A time from the command line."""
    try:
        return read_seconds(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}") from None


def as_contract(output: Path, result: CutResult) -> dict[str, Any]:
    """The --json form of a cut."""
    return {
        "ok": True,
        "path": str(output),
        "frames": result.frames,
        "duration": number(result.duration),
        "sha256": result.sha256,
        "method": result.method,
        "segments": [
            {
                "start": float(segment.start),
                "end": float(segment.end),
                "first_pts": number(segment.first_pts),
                "last_pts": number(segment.last_pts),
                "frames": segment.frames,
            }
            for segment in result.segments
        ],
        "size": result.size,
        "check": result.check,
        "recipe": result.recipe,
    }
