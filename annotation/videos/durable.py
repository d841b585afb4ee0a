"""Files of the media engine: written whole or not at all, and told by their content."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from annotation.videos.media_errors import MediaError
from kernel import outputs


@contextmanager
def written_whole(target: Path) -> Iterator[Path]:
    """As kernel.outputs.written_whole. Raises MediaError `no_output_folder`, `output_not_a_file`."""
    try:
        with outputs.written_whole(target) as partial:
            yield partial
    except outputs.OutputRefused as refusal:
        raise MediaError(refusal.code, refusal.reason) from None


def sha256_of(path: Path) -> str:
    """Checksum of a file's content, read in pieces."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
