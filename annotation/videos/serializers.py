"""JSON of videos."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.clips.models import Granularity
from annotation.projects.serializers import QuestionCountsSerializer
from annotation.questions.models import QuestionState
from annotation.questions.serializers import PersonNameSerializer
from annotation.videos.arrivals import is_settled
from annotation.videos.models import DerivedKind, DerivedState, Upload, Video
from annotation.videos.selectors import DerivedStatus, QuestionCount
from annotation.videos.uploads import received
from jobs.models import JobState
from kernel.fields import IdField, SecondsField, ShownField

#: Questions in these states cover nothing any more.
GONE: Final = frozenset({QuestionState.REMOVED, QuestionState.WITHDRAWN})


class JobReferenceSerializer(serializers.Serializer[Any]):
    """The newest job about a thing; `progress` is 0 to 1, `error` says in words why it failed."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    state = serializers.ChoiceField(choices=JobState.choices)
    progress = serializers.FloatField()
    error = serializers.CharField(allow_blank=True)


@extend_schema_field(JobReferenceSerializer(allow_null=True))
class NewestJobField(serializers.Field[Any, Any, Any, Any]):
    """Reads what `selectors.with_job` added."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="*", read_only=True, **kwargs)

    def to_representation(self, value: Any) -> dict[str, Any] | None:
        if value.job_id is None:
            return None
        return {
            "id": value.job_id,
            "kind": value.job_kind,
            "state": value.job_state,
            "progress": value.job_progress,
            "error": value.job_error,
        }


class CoverageSerializer(serializers.Serializer[Any]):
    """Questions of one task that a video has, without removed and withdrawn ones; a task without any is not listed."""

    granularity = serializers.ChoiceField(choices=Granularity.choices)
    task = serializers.CharField()
    questions = serializers.IntegerField()
    accepted = serializers.IntegerField()


class DerivedFileSerializer(serializers.Serializer[Any]):
    """A file made of the video for its timeline.

    `state` is null before the video is probed. `progress` (0 to 1) and `job` are there while it is being made; a file
    that is ready goes on serving while a new one is made.
    """

    kind = serializers.ChoiceField(choices=DerivedKind.choices)
    state = serializers.ChoiceField(choices=DerivedState.choices, allow_null=True)
    failure_code = serializers.CharField(allow_blank=True)
    failure_reason = serializers.CharField(allow_blank=True)
    size = serializers.IntegerField(allow_null=True, help_text="Bytes.")
    sha256 = serializers.CharField(allow_blank=True)
    progress = serializers.FloatField(allow_null=True)
    job = serializers.IntegerField(allow_null=True)

    def to_representation(self, instance: DerivedStatus) -> dict[str, Any]:
        file, job = instance.file, instance.job
        return {
            "kind": instance.kind.value,
            "state": file.state if file else None,
            "failure_code": file.failure_code if file else "",
            "failure_reason": file.failure_reason if file else "",
            "size": file.size if file else None,
            "sha256": file.sha256 if file else "",
            "progress": job.progress if job else None,
            "job": job.pk if job else None,
        }


class VideoSerializer(serializers.ModelSerializer[Video]):
    """A video in a list. `playable`: there is a file that browsers play; false while its proxy is being made."""

    duration = SecondsField(read_only=True, allow_null=True)
    added_by = PersonNameSerializer(read_only=True)
    playable = serializers.SerializerMethodField()
    clip_count = serializers.IntegerField(read_only=True)
    utterance_count = serializers.IntegerField(read_only=True)
    question_count = serializers.SerializerMethodField()
    questions = serializers.SerializerMethodField()
    coverage = serializers.SerializerMethodField()
    annotators = serializers.SerializerMethodField()
    job = NewestJobField()
    derived = serializers.SerializerMethodField()
    poster = serializers.SerializerMethodField(
        help_text="Address of a small picture of it; null while there is none."
    )

    class Meta:
        model = Video
        fields = [
            "id",
            "project",
            "title",
            "source_from",
            "domain",
            "licence",
            "terms",
            "language",
            "state",
            "rejection_code",
            "rejection_reason",
            "original_name",
            "size",
            "duration",
            "frame_count",
            "frame_rate",
            "width",
            "height",
            "video_codec",
            "playable",
            "added_by",
            "added_at",
            "clip_count",
            "question_count",
            "questions",
            "coverage",
            "annotators",
            "utterance_count",
            "job",
            "derived",
            "poster",
        ]
        read_only_fields = fields

    @extend_schema_field(DerivedFileSerializer(many=True))
    def get_derived(self, video: Video) -> list[dict[str, Any]]:
        return [dict(DerivedFileSerializer(status).data) for status in self._derived(video)]

    def get_poster(self, video: Video) -> str | None:
        for status in self._derived(video):
            if status.kind == DerivedKind.FILMSTRIP and status.file and status.file.file_key:
                return f"{reverse('video-poster', args=[video.pk])}?v={status.file.sha256[:16]}"
        return None

    def _derived(self, video: Video) -> list[DerivedStatus]:
        statuses: dict[int, list[DerivedStatus]] = self.context["derived"]
        return statuses.get(video.pk, [])

    def get_playable(self, video: Video) -> bool:
        return bool(video.playback_key)

    def get_question_count(self, video: Video) -> int:
        return sum(self._states(video).values())

    @extend_schema_field(QuestionCountsSerializer)
    def get_questions(self, video: Video) -> dict[str, int]:
        return dict(QuestionCountsSerializer(self._states(video)).data)

    @extend_schema_field(CoverageSerializer(many=True))
    def get_coverage(self, video: Video) -> list[dict[str, Any]]:
        found: dict[tuple[str, str], dict[str, int]] = {}
        for count in self._counts(video):
            if count.state not in GONE:
                states = found.setdefault((count.granularity, count.task), {})
                states[count.state] = states.get(count.state, 0) + count.n
        return [
            {
                "granularity": granularity,
                "task": task,
                "questions": sum(states.values()),
                "accepted": states.get(QuestionState.ACCEPTED, 0),
            }
            for (granularity, task), states in found.items()
        ]

    @extend_schema_field(PersonNameSerializer(many=True))
    def get_annotators(self, video: Video) -> list[dict[str, Any]]:
        people = self.context["annotators"].get(video.pk, [])
        return [dict(PersonNameSerializer(user).data) for user in people]

    def _states(self, video: Video) -> dict[str, int]:
        states: Counter[str] = Counter()
        for count in self._counts(video):
            states[count.state] += count.n
        return dict(states)

    def _counts(self, video: Video) -> list[QuestionCount]:
        counts: dict[int, list[QuestionCount]] = self.context["question_counts"]
        return counts.get(video.pk, [])


class ProbeWarningSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()


class VideoDetailSerializer(VideoSerializer):
    """With what the probe found odd, whether the file has sound, and how much of it I have played."""

    warnings = serializers.SerializerMethodField()
    has_audio = serializers.SerializerMethodField()
    watched_share = serializers.SerializerMethodField(help_text="How much of it I have played, 0 to 1.")

    class Meta(VideoSerializer.Meta):
        fields = [*VideoSerializer.Meta.fields, "warnings", "has_audio", "watched_share"]
        read_only_fields = fields

    @extend_schema_field(ProbeWarningSerializer(many=True))
    def get_warnings(self, video: Video) -> list[dict[str, str]]:
        return list(video.probe.get("warnings", []))

    def get_has_audio(self, video: Video) -> bool | None:
        return any(stream["decodable"] for stream in video.probe["audio"]) if video.probe else None

    def get_watched_share(self, video: Video) -> float:
        return float(self.context["watched_share"])


class _VideoTextsSerializer(serializers.Serializer[Any]):
    terms = serializers.CharField(max_length=20_000, allow_blank=True, required=False)
    language = serializers.CharField(max_length=20, allow_blank=True, required=False)


def _sha256() -> serializers.RegexField:
    return serializers.RegexField(
        r"^[0-9A-Fa-f]{64}$",
        required=False,
        help_text="What the file's sha256 is where it comes from; 409 when another file arrived.",
    )


class AttachMediaSerializer(serializers.Serializer[Any]):
    """`upload` is the id at the end of a finished upload's address."""

    upload = serializers.UUIDField()
    sha256 = _sha256()


class CreateVideoSerializer(_VideoTextsSerializer):
    """`upload` is the id at the end of a finished upload's address. An empty title means the file's name."""

    project = IdField()
    upload = serializers.UUIDField()
    title = ShownField(max_length=300, allow_blank=True, default="")
    source_from = ShownField(max_length=1000)
    domain = ShownField(max_length=60)
    licence = ShownField(max_length=200)
    sha256 = _sha256()


class ChangeVideoSerializer(_VideoTextsSerializer):
    title = ShownField(max_length=300, required=False)
    source_from = ShownField(max_length=1000, required=False)
    domain = ShownField(max_length=60, required=False)
    licence = ShownField(max_length=200, required=False)


class AssignAnnotatorsSerializer(serializers.Serializer[Any]):
    """Everybody who is to work on the video; an empty list: nobody in particular."""

    users = serializers.ListField(child=IdField(), max_length=200)


class FramesSerializer(serializers.Serializer[Any]):
    """Frame n is shown at `pts[n] * time_base[0] / time_base[1]` seconds of the original timeline."""

    time_base = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    first = serializers.IntegerField(help_text="pts of the first frame.")
    pts = serializers.ListField(child=serializers.IntegerField())
    keyframes = serializers.ListField(
        child=serializers.IntegerField(), help_text="Which frames, by their place in pts, are keyframes."
    )


class FilmstripSerializer(serializers.Serializer[Any]):
    """Tile n lies in column `n % columns` and row `n // columns` of `image` and shows the frame at `times[n]` seconds.

    Tiles are about `step` seconds apart: exactly with `method` `all_frames`, at the keyframes with `keyframes`.
    """

    image = serializers.CharField(help_text="Address of the JPEG.")
    tile_width = serializers.IntegerField()
    tile_height = serializers.IntegerField()
    columns = serializers.IntegerField()
    rows = serializers.IntegerField()
    step = serializers.IntegerField()
    method = serializers.ChoiceField(choices=["keyframes", "all_frames"])
    times = serializers.ListField(child=serializers.FloatField())


class ShotSerializer(serializers.Serializer[Any]):
    """[start, end) in seconds; `frame` is its first frame by its place among the video's frame times."""

    start = serializers.FloatField()
    end = serializers.FloatField()
    frame = serializers.IntegerField()


class ShotsSerializer(serializers.Serializer[Any]):
    """The shots of a video, and how they were found: a proposal of a program, not an annotation."""

    method = serializers.CharField()
    threshold = serializers.FloatField()
    tool = serializers.CharField()
    shots = ShotSerializer(many=True)


class _RangesField(serializers.ListField):
    def __init__(self, **kwargs: Any) -> None:
        child = serializers.ListField(child=SecondsField(), min_length=2, max_length=2)
        super().__init__(child=child, **kwargs)


class ReportWatchedSerializer(serializers.Serializer[Any]):
    """Stretches that were played, [start, end] in seconds of the original timeline."""

    ranges = _RangesField(max_length=500)


class WatchedSerializer(serializers.Serializer[Any]):
    """All that I have played of the video, merged, and the share of its length, 0 to 1."""

    ranges = _RangesField()
    share = serializers.FloatField()


class DuplicateSerializer(serializers.Serializer[Any]):
    """The video of the project that has the same content."""

    video = serializers.IntegerField()
    title = serializers.CharField()


class UploadSerializer(serializers.ModelSerializer[Upload]):
    """An upload of mine; `offset` bytes are here.

    `state`: `receiving`, then `checking` while a job computes the checksum of a large one, then `ready` to make a video
    of, at last `taken`. `duplicate` is told once the checksum is known.
    """

    offset = serializers.SerializerMethodField()
    state = serializers.SerializerMethodField()
    duplicate = serializers.SerializerMethodField()

    class Meta:
        model = Upload
        fields = [
            "id",
            "project",
            "filename",
            "size",
            "offset",
            "state",
            "sha256",
            "duplicate",
            "created_at",
            "expires_at",
            "taken_at",
        ]
        read_only_fields = fields

    def get_offset(self, upload: Upload) -> int:
        return received(upload)

    @extend_schema_field(serializers.ChoiceField(choices=["receiving", "checking", "ready", "taken"]))
    def get_state(self, upload: Upload) -> str:
        if upload.taken_at is not None:
            return "taken"
        if received(upload) < upload.size:
            return "receiving"
        return "ready" if is_settled(upload) else "checking"

    @extend_schema_field(DuplicateSerializer(allow_null=True))
    def get_duplicate(self, upload: Upload) -> dict[str, Any] | None:
        """Reads what `uploads.with_duplicate` added."""
        found: int | None = upload.duplicate_id  # type: ignore[attr-defined]
        if found is None or upload.taken_at is not None:
            return None
        return {"video": found, "title": upload.duplicate_title}  # type: ignore[attr-defined]
