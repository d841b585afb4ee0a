"""Errors of the media engine. They know nothing of Django, so that the engine runs from a bare clone."""

from __future__ import annotations


class MediaError(Exception):
    """A media file or a media process that cannot be used.

    `code` is stable and for programs (`snake_case`); `reason` says to a person what happened, to which thing, and
    what to do next.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


class UnusableMedia(MediaError):
    """The file itself is not acceptable. Trying again with the same file gives the same answer."""


class InvalidSegments(MediaError):
    """The segments asked for do not fit the video."""


class OutputCheckFailed(MediaError):
    """A file was written, but it is not what was asked for; it has been removed."""


class ProcessFailed(MediaError):
    """ffmpeg or ffprobe ended badly. `log` is the end of what it said, `stdout` what it printed until then."""

    def __init__(self, code: str, reason: str, *, log: str = "", stdout: bytes = b"") -> None:
        super().__init__(code, reason)
        self.log = log
        self.stdout = stdout


class ProcessCancelled(MediaError):
    """The caller asked for an end; the processes are gone."""

    def __init__(self) -> None:
        super().__init__("cancelled", "The work was cancelled before it was done.")
