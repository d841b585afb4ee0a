"""`manage.py subtitles FILE`: a subtitle file as utterances. The contract is in docs/commands.md."""

from __future__ import annotations

import json
from dataclasses import asdict
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation.management.commands.cut import seconds
from annotation.management.commands.probe import refuse
from annotation.subtitles.cues import ParsedSubtitles
from annotation.subtitles.embedded import read_embedded
from annotation.subtitles.errors import SubtitleError
from annotation.subtitles.parsing import MAX_BYTES, parse
from annotation.videos.media_errors import MediaError
from annotation.videos.probing import probe
from kernel.terminal import TerminalCommand
from kernel.times import to_json_number


class Command(TerminalCommand):
    help = (
        "Read a subtitle file (SRT, WebVTT, ASS, the JSON list of records), or a text track of a video, into "
        "utterances with speakers. Says what was odd, with line numbers. Exit code 1 when it cannot be read."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", type=Path, metavar="FILE", help="subtitle file, or video file with --track"
        )
        parser.add_argument(
            "--encoding", metavar="E", help="encoding of the file, where its bytes leave doubt"
        )
        parser.add_argument(
            "--duration",
            type=seconds,
            metavar="S",
            help="length of the video in seconds, to warn of cues past it",
        )
        parser.add_argument(
            "--track",
            type=int,
            metavar="N",
            help="read stream N of a video file (see `probe`) instead of a text file",
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON on standard output")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            found = _read(file, options["encoding"], options["duration"], options["track"])
        except MediaError as error:
            refuse(self, error, as_json=options["json"])
        if options["json"]:
            self.stdout.write(json.dumps(as_contract(found)))
            return
        for line in found.utterances:
            speaker = f"{line.speaker}: " if line.speaker else ""
            self.stdout.write(f"{line.id} {line.t[0]}-{line.t[1]} {speaker}{line.text}")
        for warning in found.warnings:
            self.stdout.write(f"warning: line {warning.line}: {warning.message} [{warning.code}]")
        self.stdout.write(f"{file}: {len(found.utterances)} utterances ({found.format}, {found.encoding})")


def _read(file: Path, encoding: str | None, duration: Decimal | None, track: int | None) -> ParsedSubtitles:
    if track is None:
        try:
            with file.open("rb") as opened:
                content = opened.read(MAX_BYTES + 1)
        except OSError as error:
            raise SubtitleError("unreadable", f"{file} cannot be opened: {error.strerror}.") from None
        return parse(content, file.name, encoding=encoding, video_duration=duration)
    facts = probe(file)
    stream = next((stream for stream in facts.subtitles if stream.index == track), None)
    if stream is None:
        tracks = ", ".join(str(stream.index) for stream in facts.subtitles) or "none"
        raise SubtitleError(
            "no_such_track", f"Stream {track} of {file} is no subtitle track; there are: {tracks}."
        )
    return read_embedded(file, stream, video_duration=duration)


def as_contract(found: ParsedSubtitles) -> dict[str, Any]:
    """The --json form of a subtitle file."""
    return {
        "ok": True,
        "format": found.format,
        "encoding": found.encoding,
        "utterances": [
            {
                "id": line.id,
                "t": [to_json_number(time) for time in line.t],
                "speaker": line.speaker,
                "text": line.text,
            }
            for line in found.utterances
        ],
        "warnings": [asdict(warning) for warning in found.warnings],
    }
