"""Writes of events: mark, change, remove, bring back, and make a clip of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from annotation.clips.models import Granularity
from annotation.clips.segments import Segment
from annotation.clips.services import Created, create_clip
from annotation.events import selectors
from annotation.events.models import Event
from annotation.questions.content import MODALITIES
from annotation.videos.models import Video, VideoState
from annotation.videos.selectors import get_visible as get_visible_video
from kernel.errors import Conflict, FieldError, Invalid

LONGEST_TITLE: Final = 200
LONGEST_TEXT: Final = 4000
LONGEST_NAME: Final = 120
MOST_PARTICIPANTS: Final = 30


@dataclass(frozen=True, kw_only=True)
class EventContent:
    """What people enter for an event. `cues` maps MODALITIES to what is observed."""

    start: Decimal
    end: Decimal
    title: str
    participants: tuple[str, ...] = ()
    cues: Mapping[str, str]
    emotion_notes: str = ""


@transaction.atomic
def mark_event(*, actor: User, video_id: int, content: EventContent) -> Event:
    """A new event of a video that is ready. For annotators and admins.

    Raises NotFound, Conflict when the video is not ready, Invalid naming each wrong field.
    """
    video = get_visible_video(user=actor, video_id=video_id)
    if video.state != VideoState.READY:
        raise Conflict(
            "video_not_ready",
            f"{video.title!r} is {VideoState(video.state).label.lower()}; events are marked in videos that are ready.",
            extra={"video_state": video.state},
        )
    event = Event(video=video, created_by=actor, changed_by=actor)
    _put(event, content, video)
    event.save(force_insert=True)
    return event


@transaction.atomic
def change_event(*, actor: User, event_id: int, version: int, content: EventContent) -> Event:
    """Replaces the content of an event; the same content again changes nothing.

    `version` is that of the event as the person saw it. Raises NotFound, Invalid naming each wrong field, Conflict
    with `current_version` when somebody changed it meanwhile, Conflict when it was removed.
    """
    event = _locked(actor, event_id)
    if event.removed_at is not None:
        raise Conflict("event_removed", f"{event.title!r} was removed; bring it back first, then change it.")
    before = _told(event)
    _put(event, content, event.video)
    if _told(event) == before:
        return event
    if event.version != version:
        raise Conflict(
            "stale_version",
            f"{event.changed_by.name} changed this event meanwhile; look at it as it is now, then change it again.",
            extra={"current_version": event.version},
        )
    event.version = version + 1
    _stamp(event, actor)
    event.save()
    return event


@transaction.atomic
def remove_event(*, actor: User, event_id: int) -> Event:
    """Takes an event off the timeline; one that is removed stays so. Raises NotFound."""
    event = _locked(actor, event_id)
    if event.removed_at is None:
        event.removed_at = timezone.now()
        event.version += 1
        _stamp(event, actor)
        event.save()
    return event


@transaction.atomic
def restore_event(*, actor: User, event_id: int) -> Event:
    """Brings a removed event back as it was; one that is there stays so. Raises NotFound."""
    event = _locked(actor, event_id)
    if event.removed_at is not None:
        event.removed_at = None
        event.version += 1
        _stamp(event, actor)
        event.save()
    return event


def clip_of_event(*, actor: User, event_id: int) -> Created:
    """The scene clip that shows exactly this event; the one that is there when it was made before.

    Raises NotFound, Conflict when the event was removed or its video is not ready, Invalid when no frame begins in it.
    """
    event = selectors.get_visible(user=actor, event_id=event_id)
    if event.removed_at is not None:
        raise Conflict("event_removed", f"{event.title!r} was removed; bring it back to make a clip of it.")
    return create_clip(
        actor=actor,
        video_id=event.video_id,
        granularity=Granularity.CLIP,
        segments=[Segment(event.start, event.end)],
    )


def _locked(actor: User, event_id: int) -> Event:
    selectors.get_visible(user=actor, event_id=event_id)
    return (
        Event.objects.select_for_update(of=("self",)).select_related("video", "changed_by").get(pk=event_id)
    )


def _stamp(event: Event, actor: User) -> None:
    event.changed_by = actor
    event.changed_at = timezone.now()


def _told(event: Event) -> tuple[object, ...]:
    return (event.start, event.end, event.title, event.participants, event.cues, event.emotion_notes)


def _put(event: Event, content: EventContent, video: Video) -> None:
    event.start, event.end = content.start, content.end
    event.title = " ".join(content.title.split())
    event.participants = [" ".join(name.split()) for name in content.participants]
    event.cues = {name: text.strip() for name, text in content.cues.items() if text.strip()}
    event.emotion_notes = content.emotion_notes.strip()
    errors = [*_time_errors(event, video), *_text_errors(event)]
    if errors:
        raise Invalid("invalid", " ".join(error.message for error in errors[:3]), errors=errors)


def _time_errors(event: Event, video: Video) -> Iterator[FieldError]:
    if event.start < 0:
        yield FieldError("start", "negative_time", "An event begins at 0 s or later.")
    elif event.start >= event.end:
        message = f"The event ends at {event.end:.3f} s, which is not after its start at {event.start:.3f} s."
        yield FieldError("end", "end_before_start", message)
    elif video.duration is not None and event.end > video.duration:
        message = f"The event ends at {event.end:.3f} s, after the video's end at {video.duration:.3f} s."
        yield FieldError("end", "past_end", message)


def _text_errors(event: Event) -> Iterator[FieldError]:
    if not event.title:
        yield FieldError("title", "required", "Say in a few words what happens.")
    if len(event.title) > LONGEST_TITLE:
        yield FieldError("title", "too_long", f"A title has at most {LONGEST_TITLE} characters.")
    if len(event.participants) > MOST_PARTICIPANTS:
        message = f"{len(event.participants)} participants are too many; name at most {MOST_PARTICIPANTS}."
        yield FieldError("participants", "too_many", message)
    seen: set[str] = set()
    for place, name in enumerate(event.participants):
        where = f"participants.{place}"
        if not name:
            yield FieldError(where, "required", "A participant has a name or a description.")
        elif len(name) > LONGEST_NAME:
            yield FieldError(where, "too_long", f"A name has at most {LONGEST_NAME} characters.")
        elif name.casefold() in seen:
            yield FieldError(where, "duplicate", f"{name!r} is named twice; name each participant once.")
        seen.add(name.casefold())
    for modality, text in event.cues.items():
        if modality not in MODALITIES:
            message = f"{modality!r}: choose among {', '.join(MODALITIES)}."
            yield FieldError("cues", "modality_unknown", message)
        elif len(text) > LONGEST_TEXT:
            yield FieldError(f"cues.{modality}", "too_long", f"At most {LONGEST_TEXT} characters.")
    if len(event.emotion_notes) > LONGEST_TEXT:
        yield FieldError("emotion_notes", "too_long", f"At most {LONGEST_TEXT} characters.")
