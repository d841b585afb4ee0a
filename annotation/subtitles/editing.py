"""Edits of single cues. Each is kept; the number of a cue, and so its U-id, never changes."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from annotation.subtitles.models import SubtitleFile, Utterance, UtteranceEdit
from annotation.subtitles.services import MAX_SPEAKER, refuse_when_frozen
from annotation.videos.models import Video
from annotation.videos.policies import require_may_change
from annotation.videos.selectors import get_visible
from kernel.errors import Conflict, FieldError, Invalid, NotFound
from kernel.texts import shown


@dataclass(frozen=True, kw_only=True)
class CueChanges:
    """What to change of a cue; None leaves it. An empty `speaker` means that nobody is named."""

    start: Decimal | None = None
    end: Decimal | None = None
    speaker: str | None = None
    text: str | None = None


@dataclass(frozen=True)
class Edited:
    """The cue as it is now, and the version of its file with the edit in it."""

    utterance: Utterance
    version: int


@transaction.atomic
def edit_utterance(*, actor: User, video_id: int, number: int, version: int, changes: CueChanges) -> Edited:
    """Changes one cue of the subtitles in use and keeps what it was. For admins; the same again changes nothing.

    `version` is that of the subtitles as the person saw them. Locks the video's row. Raises NotFound, Invalid naming
    each wrong field, Conflict with `current_version` when somebody edited meanwhile, and Conflict when submitted
    questions carry the subtitles.
    """
    video = get_visible(user=actor, video_id=video_id)
    require_may_change(user=actor, video=video)
    Video.objects.select_for_update().get(pk=video.pk)
    utterance = (
        Utterance.objects.select_related("subtitle_file")
        .filter(subtitle_file__video=video, subtitle_file__active=True, number=number)
        .first()
    )
    if utterance is None:
        raise NotFound("not_found", f"The subtitles of {video.title!r} have no U{number}.")
    file = utterance.subtitle_file
    before = _told(utterance)
    _change(utterance, changes, video)
    after = _told(utterance)
    if after == before:
        return Edited(utterance, file.version)
    if file.version != version:
        raise Conflict(
            "stale_version",
            "Somebody edited these subtitles meanwhile; look at them as they are now, then edit again.",
            extra={"current_version": file.version},
        )
    refuse_when_frozen(video)
    utterance.save(update_fields=["start", "end", "speaker", "text"])
    SubtitleFile.objects.filter(pk=file.pk).update(version=version + 1)
    UtteranceEdit.objects.create(
        utterance=utterance,
        version=version + 1,
        before=before,
        after=after,
        edited_by=actor,
        edited_at=timezone.now(),
    )
    return Edited(utterance, version + 1)


def _told(utterance: Utterance) -> dict[str, Any]:
    return {
        "start": f"{utterance.start:.3f}",
        "end": f"{utterance.end:.3f}",
        "speaker": utterance.speaker,
        "text": utterance.text,
    }


def _change(utterance: Utterance, changes: CueChanges, video: Video) -> None:
    if changes.start is not None:
        utterance.start = changes.start
    if changes.end is not None:
        utterance.end = changes.end
    if changes.speaker is not None:
        utterance.speaker = " ".join(changes.speaker.split())
    if changes.text is not None:
        utterance.text = "\n".join(line.rstrip() for line in changes.text.strip().splitlines())
    errors: list[FieldError] = []
    if utterance.start < 0:
        errors.append(FieldError("start", "negative_time", "A cue begins at 0 s or later."))
    if utterance.end < utterance.start:
        errors.append(
            FieldError(
                "end",
                "end_before_start",
                f"The cue would end at {utterance.end:.3f} s, before it begins at {utterance.start:.3f} s.",
            )
        )
    moved = changes.end is not None or changes.start is not None
    if moved and video.duration is not None and max(utterance.start, utterance.end) > video.duration:
        errors.append(
            FieldError(
                "end", "past_end", f"The video ends at {video.duration:.3f} s; a cue ends before that."
            )
        )
    if len(utterance.speaker) > MAX_SPEAKER:
        errors.append(FieldError("speaker", "too_long", f"A speaker has at most {MAX_SPEAKER} characters."))
    if not shown(utterance.text):
        errors.append(FieldError("text", "required", "A cue says something; it cannot be empty."))
    if errors:
        raise Invalid("invalid", " ".join(error.message for error in errors), errors=errors)
