"""How much room a project's media take, and how much they may."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.db.models import F, Sum
from django.utils import timezone

from annotation.clips.models import Clip
from annotation.projects.models import Project
from annotation.videos.models import Upload, Video
from kernel.errors import TooLarge


@dataclass(frozen=True)
class Room:
    """Bytes of a project: `used` by its original files and cut clips, `promised` to uploads that are coming in.

    `quota` is what both together may reach; None for no limit. What can be made again at any time (proxies,
    filmstrips) does not count.
    """

    used: int
    promised: int
    quota: int | None

    @property
    def left(self) -> int | None:
        return None if self.quota is None else max(0, self.quota - self.used - self.promised)


def room_of(*, project_id: int) -> Room:
    """What a project's media take and may take, in four queries. Raises Project.DoesNotExist."""
    own = Project.objects.values_list("quota_bytes", flat=True).get(pk=project_id)
    originals = (
        Video.objects.filter(project_id=project_id).exclude(original_key="").aggregate(n=Sum("size"))["n"]
    )
    clips = Clip.objects.filter(project_id=project_id).aggregate(n=Sum("size"))["n"]
    coming = Upload.objects.filter(
        project_id=project_id, taken_at__isnull=True, expires_at__gt=timezone.now()
    ).aggregate(n=Sum(F("size")))["n"]
    return Room(
        used=(originals or 0) + (clips or 0),
        promised=coming or 0,
        quota=own if own is not None else settings.PROJECT_QUOTA_BYTES or None,
    )


def hold_room(*, project_id: int) -> None:
    """Keeps others from taking room of the project until the caller's transaction ends. Locks the project's row."""
    Project.objects.select_for_update().filter(pk=project_id).values_list("pk").get()


def require_room(*, project_id: int, name: str, size: int) -> None:
    """Raises TooLarge, with `quota`, `used` and `left`, when `size` bytes more would pass the project's quota.

    Stands only until the caller's transaction ends, and only after `hold_room`: another may take the room meanwhile.
    """
    room = room_of(project_id=project_id)
    if room.left is not None and size > room.left:
        raise TooLarge(
            "quota_exceeded",
            f"{name} has {size} bytes, but the project may have only {room.left} more of its {room.quota}. "
            "Ask the person who runs this server for more room.",
            extra={"quota": room.quota, "used": room.used + room.promised, "left": room.left},
        )
