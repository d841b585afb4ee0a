"""Cues that lie past the end of their video, for files that came in before the video's length was known."""

from __future__ import annotations

from decimal import Decimal

from annotation.subtitles.models import SubtitleFile


def warn_past_end(*, video_id: int, duration: Decimal) -> None:
    """Adds a warning to the video's active file for each cue past `duration` seconds; twice is the same as once.

    Runs in the caller's transaction, which holds the video's row.
    """
    file = SubtitleFile.objects.filter(video_id=video_id, active=True).first()
    if file is None:
        return
    beyond = file.utterances.filter(end__gt=duration).order_by("number")
    warnings = [
        {
            "line": 0,
            "code": "past_end",
            "message": (
                f"The cue U{cue.number} at {cue.start} to {cue.end} s is past the end of the video "
                f"({duration:.3f} s)."
            ),
        }
        for cue in beyond
    ]
    new = [warning for warning in warnings if warning not in file.warnings]
    if new:
        file.warnings = [*file.warnings, *new]
        file.save(update_fields=["warnings"])
