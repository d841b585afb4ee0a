"""What the API says about a job, and what it takes."""

from __future__ import annotations

from rest_framework import serializers

from jobs.models import Job
from jobs.subjects import names_of
from kernel.fields import IdField


class JobSerializer(serializers.ModelSerializer[Job]):
    """A job as its owner and the project's admins see it.

    The payload and the result stay inside: they are for handlers, and a kind of job added later could put
    something there that a reviewer must not read.
    """

    project = serializers.IntegerField(source="project_id", allow_null=True, read_only=True)
    owner = serializers.IntegerField(source="owner_id", allow_null=True, read_only=True)
    owner_name = serializers.CharField(source="owner.name", default=None, allow_null=True, read_only=True)
    subject_name = serializers.SerializerMethodField(
        help_text="What people call the subject: a video's title, a clip's public id; empty when it has no name."
    )
    cancel_requested = serializers.SerializerMethodField()

    class Meta:
        model = Job
        fields = [
            "id",
            "kind",
            "subject",
            "subject_name",
            "project",
            "owner",
            "owner_name",
            "state",
            "progress",
            "message",
            "attempts",
            "max_attempts",
            "run_after",
            "cancel_requested",
            "error_code",
            "error",
            "created_at",
            "started_at",
            "finished_at",
        ]
        read_only_fields = fields

    def get_subject_name(self, job: Job) -> str:
        # Read once for a whole page of jobs; see `names` in the context.
        names: dict[str, str] | None = self.context.get("names")
        return (names_of([job.subject]) if names is None else names).get(job.subject, "")

    def get_cancel_requested(self, job: Job) -> bool:
        return job.cancel_requested_at is not None


class JobListQuery(serializers.Serializer[Job]):
    """`?project=` and `?active=` of the list."""

    project = IdField(required=False, help_text="Only jobs of this project.")
    active = serializers.BooleanField(
        required=False, help_text="true: queued or running ones; false: ended ones; left out: all."
    )
