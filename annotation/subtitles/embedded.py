"""Subtitle tracks inside a video file."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Final

from annotation.subtitles.cues import ParsedSubtitles
from annotation.subtitles.errors import SubtitleError
from annotation.subtitles.parsing import MAX_BYTES, parse
from annotation.videos.ffmpeg import Limits, compile_command, open_input, run
from annotation.videos.streams import SubtitleStream

_STYLED: Final = {"ass", "ssa"}


def extract_track(
    path: Path, stream: SubtitleStream, *, cancelled: Callable[[], bool] | None = None
) -> tuple[bytes, str]:
    """One text track of a video file as a subtitle file in UTF-8, and the ending of its name (`srt` or `ass`).

    Its times are those of the video's timeline. Raises SubtitleError `subtitle_pictures` for a track that is drawn,
    and ProcessFailed.
    """
    if not stream.text:
        raise SubtitleError(
            "subtitle_pictures",
            f"Track {stream.index} ({stream.codec}) holds pictures of text, which cannot be read. "
            "Give a subtitle file with text.",
        )
    form = "ass" if stream.codec in _STYLED else "srt"
    track = open_input(path)[str(stream.index)]
    command = compile_command(track.output("pipe:1", f=form, **{"c:s": form}))
    limits = Limits(wall_seconds=600, cpu_seconds=600, stdout_bytes=MAX_BYTES)
    return run(command, limits=limits, cancelled=cancelled).stdout, form


def read_embedded(
    path: Path,
    stream: SubtitleStream,
    *,
    video_duration: Decimal | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ParsedSubtitles:
    """Read one text track of a video file, on the video's timeline (the container's start subtracted).

    Raises SubtitleError `subtitle_pictures` for a track that is drawn, `no_cues` for an empty one, and ProcessFailed.
    """
    content, form = extract_track(path, stream, cancelled=cancelled)
    return parse(content, f"track{stream.index}.{form}", encoding="utf-8", video_duration=video_duration)
