"""The files of a release's prepared videos: read whole, and compared with what the release says of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from annotation.public import local_path
from evaluation.releases.models import ReleaseVideo

CHUNK = 1024 * 1024


class UnsoundMedia(Exception):
    """A prepared video is missing or altered. `code` for programs; the text names the video and says what to do."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def problem_of(video: ReleaseVideo) -> str | None:
    """What is wrong with the file of a prepared video, or None. Reads all of it."""
    try:
        for _ in sound_bytes(video):
            pass
    except UnsoundMedia as problem:
        return problem.reason
    return None


def sound_bytes(video: ReleaseVideo) -> Iterator[bytes]:
    """The bytes of a prepared video, a piece at a time.

    Raises UnsoundMedia `media_missing` before the first piece, `media_altered` after the last one: whoever writes them
    somewhere must throw that away then.
    """
    if not video.file_key:
        raise UnsoundMedia(
            "media_missing",
            f"The prepared video {video.public_id} has no file; add the media of {video.source_from!r} first.",
        )
    digest = hashlib.sha256()
    size = 0
    try:
        with local_path(video.file_key) as path, path.open("rb") as file:
            while piece := file.read(CHUNK):
                digest.update(piece)
                size += len(piece)
                yield piece
    except FileNotFoundError:
        raise UnsoundMedia(
            "media_missing",
            f"The file of {video.public_id} is not in the media storage; run verify_media and put it back.",
        ) from None
    if size != video.size or digest.hexdigest() != video.sha256:
        raise UnsoundMedia(
            "media_altered",
            f"The file of {video.public_id} is not the one that was checked and reviewed ({size} bytes, sha256 "
            f"{digest.hexdigest()[:12]}..., expected {video.size} and {video.sha256[:12]}...); put the right one back.",
        )
