"""Releases: frozen, versioned sets of accepted revisions with their prepared videos."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class ReleaseState(models.TextChoices):
    DRAFTED = "drafted"
    CHECKED = "checked"
    FROZEN = "frozen"


class Videos(models.TextChoices):
    """Whether the videos themselves are given out."""

    INCLUDED = "included"
    REFERENCED = "referenced"  # records with their sources and segments, no videos


class Release(models.Model):
    """One version of a benchmark. Once frozen the database refuses to change it, its records and its videos.

    `manifest` is the text whose sha256 is `digest`; it names everything that makes up the release.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.PROTECT, related_name="releases")
    version = models.CharField(max_length=30)
    state = models.CharField(max_length=7, choices=ReleaseState.choices, default=ReleaseState.DRAFTED)
    previous = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="+")
    notes = models.TextField(blank=True, help_text="What is new, in words; begins the changelog entry.")
    videos_form = models.CharField(max_length=10, choices=Videos.choices, default=Videos.INCLUDED)
    splits = models.JSONField(help_text="[{name, share, held_out}, ...] in order; the shares sum to 1.")
    allowed_licences = models.JSONField(
        default=list,
        help_text="Licences that an admin says allow passing the videos on, as the videos name them.",
    )
    canary = models.CharField(max_length=100)

    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    checked_at = models.DateTimeField(null=True)
    checks = models.JSONField(default=list, help_text="The check list as it was last seen.")
    freezing_at = models.DateTimeField(
        null=True, help_text="When freezing was first asked for; the date that the manifest carries."
    )
    frozen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    frozen_at = models.DateTimeField(null=True)
    record_count = models.PositiveIntegerField(default=0)
    changes = models.JSONField(default=dict, help_text="Counts of the difference to the previous release.")
    manifest = models.TextField(blank=True)
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "version"], name="release_unique_version_in_project"),
            models.UniqueConstraint(
                fields=["project"], condition=~Q(state="frozen"), name="release_one_open_in_project"
            ),
            models.CheckConstraint(
                condition=Q(state="frozen", frozen_at__isnull=False, frozen_by__isnull=False)
                & ~Q(digest="")
                & ~Q(manifest="")
                | (
                    ~Q(state="frozen")
                    & Q(frozen_at__isnull=True, frozen_by__isnull=True, digest="", manifest="")
                ),
                name="release_has_digest_exactly_when_frozen",
            ),
        ]

    def __str__(self) -> str:
        return f"release {self.version} of {self.project_id}"


class ReleaseVideo(models.Model):
    """A prepared video of a release, with what was known of it when the release was checked."""

    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="videos")
    clip = models.ForeignKey("annotation.Clip", on_delete=models.PROTECT, related_name="+")
    granularity = models.CharField(max_length=8)
    public_id = models.CharField(max_length=60)
    split = models.CharField(max_length=40)
    file_key = models.CharField(max_length=300, blank=True, help_text="Name in the media storage.")
    suffix = models.CharField(max_length=12, help_text="Of its file in the folder, such as `.mp4`.")
    sha256 = models.CharField(max_length=64, blank=True)
    size = models.BigIntegerField(null=True)
    duration = models.DecimalField(max_digits=10, decimal_places=3, null=True)
    source_from = models.CharField(max_length=1000)
    segments = models.JSONField(
        null=True, help_text="[[start, end], ...] as text; null: the complete original."
    )
    source_sha256 = models.CharField(max_length=64, blank=True)
    source_size = models.BigIntegerField(null=True)
    recipe = models.JSONField(default=dict)
    domain = models.CharField(max_length=60)
    language = models.CharField(max_length=20, blank=True)
    licence = models.CharField(max_length=200)
    terms = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["release", "clip"], name="release_video_unique_clip"),
            models.UniqueConstraint(
                fields=["release", "granularity", "public_id"], name="release_video_unique_public_id"
            ),
        ]

    def __str__(self) -> str:
        return self.public_id


class AcceptedBy(models.TextChoices):
    """How a record came to be accepted."""

    REVIEWS = "reviews"
    IMPORT = "import"  # it came in as accepted, with its provenance
    NOBODY = "nobody"  # the check list is red


class ReleaseRecord(models.Model):
    """One record of a release: its text is `revision.record_json`, which nothing can change.

    `position` counts from 0 in the order of the files: clip, then episode, each by public id in code point order.
    """

    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="records")
    position = models.PositiveIntegerField()
    revision = models.ForeignKey("annotation.Revision", on_delete=models.PROTECT, related_name="+")
    video = models.ForeignKey(ReleaseVideo, on_delete=models.CASCADE, related_name="records")
    granularity = models.CharField(max_length=8)
    task = models.CharField(max_length=40)
    public_id = models.CharField(max_length=60)
    split = models.CharField(max_length=40)
    held_out = models.BooleanField(default=False, help_text="The answer is not given out.")
    record_sha256 = models.CharField(max_length=64)
    accepted_by = models.CharField(max_length=7, choices=AcceptedBy.choices)
    author = models.ForeignKey("evaluation.Pseudonym", on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["release", "position"], name="release_record_unique_position"),
            models.UniqueConstraint(
                fields=["release", "granularity", "public_id"], name="release_record_unique_public_id"
            ),
        ]
        indexes = [
            models.Index(fields=["release", "video"], name="release_record_video"),
        ]

    def __str__(self) -> str:
        return self.public_id


class Pseudonym(models.Model):
    """The number that stands for a person in everything that leaves a project: the same in every release and file."""

    project = models.ForeignKey("annotation.Project", on_delete=models.PROTECT, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "user"], name="pseudonym_unique_user_in_project"),
            models.UniqueConstraint(fields=["project", "number"], name="pseudonym_unique_number_in_project"),
        ]

    def __str__(self) -> str:
        return f"person-{self.number:03d}"


class ReleasePackage(models.Model):
    """One archive of a frozen release. The row exists only for a whole file; it can be made again at any time."""

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="packages")
    kind = models.CharField(max_length=30)
    file_key = models.CharField(max_length=300)
    sha256 = models.CharField(max_length=64)
    size = models.BigIntegerField()
    files = models.PositiveIntegerField(help_text="How many files it holds.")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["release", "kind"], name="release_package_unique_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.release_id}"
