"""Writes of subtitles: a file becomes the utterances of a video, or is taken away."""

from __future__ import annotations

import hashlib
from dataclasses import asdict
from decimal import Decimal
from typing import Final

from django.db import transaction

from accounts.models import User
from annotation.questions.models import QuestionState, Revision
from annotation.subtitles.cues import ParsedSubtitles
from annotation.subtitles.errors import SubtitleError
from annotation.subtitles.models import SubtitleFile, Utterance
from annotation.subtitles.parsing import MAX_BYTES, parse
from annotation.subtitles.past_end import warn_past_end
from annotation.videos import storage
from annotation.videos.models import Video, VideoState
from annotation.videos.policies import require_may_change
from annotation.videos.selectors import get_visible
from kernel.errors import Conflict, FieldError, Invalid, TooLarge

MAX_SPEAKER: Final = 120
#: Of the media storage, for the files as they came in.
FOLDER: Final = "subtitles"


def add_subtitles(
    *,
    actor: User,
    video_id: int,
    filename: str,
    content: bytes,
    encoding: str | None = None,
    names_in_text: bool = False,
) -> SubtitleFile:
    """Reads a subtitle file and makes it the video's; an older one is kept, but no longer used.

    For admins. `names_in_text`: names that begin a cue's text, as `ROSS:`, become speakers; they are proposals, so only
    where a person has said so. The same file read the same way changes nothing. Cues past the video's end are warned
    of, once its length is known. The file itself is kept as well. Locks the video's row. Raises TooLarge; Invalid when
    the file cannot be read (with `encodings`, a preview by encoding, when that is not certain); Conflict when the video
    has no file or was refused, or submitted questions carry its subtitles.
    """
    video = get_visible(user=actor, video_id=video_id)
    require_may_change(user=actor, video=video)
    if len(content) > MAX_BYTES:
        raise TooLarge(
            "subtitles_too_large", f"{filename} has {len(content)} bytes; at most {MAX_BYTES} go in."
        )
    if video.state not in (VideoState.READY, VideoState.PROBING):
        raise Conflict(
            "video_not_ready",
            f"{video.title!r} is {VideoState(video.state).label.lower()}, so subtitles have nothing to go with.",
            extra={"video_state": video.state},
        )
    parsed = read_subtitles(
        filename=filename,
        content=content,
        encoding=encoding,
        video_duration=video.duration,
        names_in_text=names_in_text,
    )
    sha256 = hashlib.sha256(content).hexdigest()
    key = f"{FOLDER}/{video.project_id}/{sha256}"
    if storage.size_of(key) != len(content):
        storage.store_bytes(content, key)
    try:
        with transaction.atomic():
            return _make_active(
                video, actor=actor, filename=filename, parsed=parsed, sha256=sha256, file_key=key
            )
    except Exception:
        if not SubtitleFile.objects.filter(file_key=key).exists():
            storage.remove(key)
        raise


def _make_active(
    video: Video, *, actor: User, filename: str, parsed: ParsedSubtitles, sha256: str, file_key: str
) -> SubtitleFile:
    locked = Video.objects.select_for_update().get(pk=video.pk)
    active = SubtitleFile.objects.filter(video=video, active=True).first()
    if active is not None and _is_same(active, sha256, parsed):
        return active
    refuse_when_frozen(video)
    SubtitleFile.objects.filter(video=video, active=True).update(active=False)
    file = SubtitleFile.objects.create(
        video=video,
        filename=filename[:500],
        format=parsed.format,
        encoding=parsed.encoding,
        sha256=sha256,
        file_key=file_key,
        warnings=[asdict(warning) for warning in parsed.warnings],
        added_by=actor,
    )
    Utterance.objects.bulk_create(
        (
            Utterance(
                subtitle_file=file,
                number=number,
                start=utterance.t[0],
                end=utterance.t[1],
                speaker=utterance.speaker or "",
                text=utterance.text,
            )
            for number, utterance in enumerate(parsed.utterances, start=1)
        ),
        batch_size=500,
    )
    if video.duration is None and locked.duration is not None:  # probed while the file was read
        warn_past_end(video_id=video.pk, duration=locked.duration)
        file.refresh_from_db()
    return file


def remove_subtitles(*, actor: User, video_id: int) -> None:
    """Takes the subtitles of a video out of use; without any, nothing happens. For admins; Conflict as above."""
    video = get_visible(user=actor, video_id=video_id)
    require_may_change(user=actor, video=video)
    with transaction.atomic():
        Video.objects.select_for_update().get(pk=video.pk)
        active = SubtitleFile.objects.filter(video=video, active=True)
        if active.exists():
            refuse_when_frozen(video)
            active.update(active=False)


def read_subtitles(
    *,
    filename: str,
    content: bytes,
    encoding: str | None = None,
    video_duration: Decimal | None = None,
    names_in_text: bool = True,
) -> ParsedSubtitles:
    """What a subtitle file would become, without storing anything.

    Raises Invalid when it cannot be read or holds no usable cue; with `encodings`, a preview by encoding, where its
    encoding is not certain.
    """
    try:
        parsed = parse(
            content,
            filename,
            encoding=encoding or None,
            video_duration=video_duration,
            names_in_text=names_in_text,
        )
    except SubtitleError as error:
        field = "encoding" if error.previews or encoding else "file"
        raise Invalid(
            error.code,
            error.reason,
            errors=[FieldError(field, error.code, error.reason)],
            extra={
                "encodings": [{"encoding": name, "preview": text} for name, text in error.previews.items()]
            }
            if error.previews
            else None,
        ) from None
    if not parsed.utterances:
        told = "; ".join(warning.message for warning in parsed.warnings[:3])
        raise _unusable("no_cues", f"No cue of the file can be used: {told}")
    for utterance in parsed.utterances:
        if len(utterance.speaker or "") > MAX_SPEAKER:
            raise _unusable(
                "speaker_too_long",
                f"The speaker of {utterance.id} has more than {MAX_SPEAKER} characters: {utterance.speaker!r}.",
            )
        if "\0" in utterance.text + (utterance.speaker or ""):
            raise _unusable(
                "nul_character", f"{utterance.id} holds a NUL character; save the file as plain text."
            )
    return parsed


def _unusable(code: str, message: str) -> Invalid:
    return Invalid(code, message, errors=[FieldError("file", code, message)])


def _is_same(active: SubtitleFile, sha256: str, parsed: ParsedSubtitles) -> bool:
    """Whether the file in use is this one, read this way, and nobody has edited it since."""
    if (active.sha256, active.encoding, active.version) != (sha256, parsed.encoding, 1):
        return False
    named = [
        speaker or "" for speaker in active.utterances.order_by("number").values_list("speaker", flat=True)
    ]
    return named == [utterance.speaker or "" for utterance in parsed.utterances]


def refuse_when_frozen(video: Video) -> None:
    """Raises Conflict when submitted questions carry the video's subtitles in their records."""
    gone = (QuestionState.REMOVED, QuestionState.WITHDRAWN)
    frozen = Revision.objects.filter(clip__video=video, submitted_at__isnull=False, include_subtitles=True)
    n = frozen.exclude(question__state__in=gone).values("question").distinct().count()
    if n:
        raise Conflict(
            "subtitles_frozen",
            f"{n} submitted question(s) carry the subtitles of {video.title!r} in their records, as reviewers saw "
            "them. Withdraw those questions first, or leave the subtitles as they are.",
        )
