"""What can be wrong with a subtitle file as a whole."""

from __future__ import annotations

from collections.abc import Mapping

from annotation.videos.media_errors import MediaError


class SubtitleError(MediaError):
    """A subtitle file that cannot be read. `previews`: encoding -> how a line of the file would read in it."""

    def __init__(self, code: str, reason: str, *, previews: Mapping[str, str] | None = None) -> None:
        super().__init__(code, reason)
        self.previews = dict(previews or {})
