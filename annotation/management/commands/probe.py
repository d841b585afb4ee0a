"""`manage.py probe FILE`: what a video file is. The contract is in docs/commands.md."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser

from annotation.videos.facts import Probe
from annotation.videos.media_errors import MediaError
from annotation.videos.probing import browser_playable, probe
from kernel.terminal import TerminalCommand


class Command(TerminalCommand):
    help = (
        "Say what a video file is: frames and their times, size as displayed, codecs, sound, and what is odd about "
        "it. Exit code 1 when the file is refused."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="video file to probe")
        parser.add_argument("--json", action="store_true", help="print the result as JSON on standard output")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            facts = probe(file)
        except MediaError as error:
            refuse(self, error, as_json=options["json"])
        if options["json"]:
            self.stdout.write(json.dumps(as_contract(facts)))
            return
        rate = f"{facts.fps} frames/s" if facts.fps is not None else "variable frame rate"
        self.stdout.write(
            f"{file}: {facts.frames} frames, {float(facts.duration):.3f} s, {rate}, {facts.width} x {facts.height}, "
            f"{facts.video.codec}, {len(facts.audio)} audio and {len(facts.subtitles)} subtitle streams"
        )
        for warning in facts.warnings:
            self.stdout.write(f"warning: {warning.message} [{warning.code}]")


def refuse(command: BaseCommand, error: MediaError, *, as_json: bool) -> NoReturn:
    """Say why nothing came of it, for a program or for a person, and end with exit code 1."""
    if as_json:
        command.stdout.write(json.dumps({"ok": False, "code": error.code, "reason": error.reason}))
    else:
        command.stderr.write(f"{error.reason} [{error.code}]")
    sys.exit(1)


def number(seconds: Fraction) -> float:
    """Exact seconds as a JSON number, to the microsecond."""
    return round(float(seconds), 6)


def as_contract(facts: Probe) -> dict[str, Any]:
    """The --json form of a probe."""
    return {
        "ok": True,
        "duration": number(facts.duration),
        "frames": facts.frames,
        "first_pts": number(facts.first_pts),
        "fps": f"{facts.fps.numerator}/{facts.fps.denominator}" if facts.fps is not None else None,
        "variable_frame_rate": facts.variable_frame_rate,
        "width": facts.width,
        "height": facts.height,
        "rotation": facts.rotation,
        "video_codec": facts.video.codec,
        "audio": [
            {"codec": audio.codec, "channels": audio.channels, "sample_rate": audio.sample_rate}
            for audio in facts.audio
        ],
        "container": facts.container,
        "interlaced": facts.interlaced,
        "hdr": facts.video.hdr,
        "browser_playable": browser_playable(facts),
        "subtitles": [
            {"index": track.index, "codec": track.codec, "language": track.language, "text": track.text}
            for track in facts.subtitles
        ],
        "warnings": [asdict(warning) for warning in facts.warnings],
    }
