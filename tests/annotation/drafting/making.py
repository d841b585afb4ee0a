"""Videos that have something to go by: shots, sound and subtitles, as rows and stored files."""

from __future__ import annotations

import json
from decimal import Decimal

import numpy as np
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from annotation.subtitles.models import SubtitleFile, Utterance
from annotation.videos import peaks
from annotation.videos.models import DerivedFile, DerivedKind, DerivedState, Video
from config.demo.script import DURATION, LINES, SCENES
from tests.annotation.questions.making import make_video
from tests.personas import People


def make_demo_video(people: People) -> Video:
    """A video of the demo's story without its pictures: its cuts, a sound of its lines, and its subtitles."""
    video = make_video(people.project, added_by=people.admin, title="The missing cake", subtitles=False)
    Video.objects.filter(pk=video.pk).update(duration=Decimal(int(DURATION)))
    video.refresh_from_db()
    shots = {"shots": [{"start": scene.start, "end": scene.end, "frame": 0} for scene in SCENES]}
    _store(video, DerivedKind.SHOTS, json.dumps(shots).encode())
    pairs = np.ones((int(DURATION) * peaks.PAIRS_PER_SECOND, 2), np.int8)
    for line in LINES:
        pairs[round(line.start * 100) : round(line.end * 100)] = (-90, 90)
    head = peaks._HEADER.pack(2, 1, peaks.RATE, peaks.SAMPLES_PER_PAIR, len(pairs), 1)
    _store(video, DerivedKind.PEAKS, head + pairs.tobytes())
    file = SubtitleFile.objects.create(
        video=video,
        filename="cake.vtt",
        format="vtt",
        encoding="utf-8",
        sha256="0" * 64,
        added_by=people.admin,
    )
    Utterance.objects.bulk_create(
        Utterance(
            subtitle_file=file,
            number=number,
            start=Decimal(str(line.start)),
            end=Decimal(str(line.end)),
            speaker=line.speaker,
            text=line.text,
        )
        for number, line in enumerate(LINES, start=1)
    )
    return video


def _store(video: Video, kind: DerivedKind, content: bytes) -> None:
    DerivedFile.objects.create(
        video=video,
        kind=kind,
        state=DerivedState.READY,
        wanted_key="k",
        content_key="k",
        file_key=default_storage.save(f"derived/{video.pk}-{kind}", ContentFile(content)),
        sha256="0" * 64,
        size=len(content),
    )
