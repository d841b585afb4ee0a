"""Import of existing records over HTTP."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.views import person
from annotation.questions.uploaded_records import UploadedImport, import_uploaded
from kernel.errors import TooLarge
from kernel.fields import IdField

MAX_BYTES: Final = 64 * 1024**2
#: The page shows no more; the rest is counted.
MOST_SHOWN: Final = 500


class ImportRecordsSerializer(serializers.Serializer[Any]):
    """`skip_clashes`: leave records out whose ids are taken. `dry_run`: check and count, and write nothing."""

    project = IdField()
    files = serializers.ListField(child=serializers.FileField(max_length=500), allow_empty=False)
    state = serializers.ChoiceField(choices=["draft", "accepted"])
    author = IdField(required=False, help_text="Whose questions they become; yours when left out.")
    skip_clashes = serializers.BooleanField(default=False)
    dry_run = serializers.BooleanField(default=False)


class RecordProblemSerializer(serializers.Serializer[Any]):
    """`file` is empty where it is about all files, `record` and `line` null where it is about a file as a whole."""

    file = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    record = serializers.CharField(allow_null=True)
    field = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()


class ImportedRecordsSerializer(serializers.Serializer[Any]):
    """What was imported, or would be. With problems nothing was; lists hold the first 500, counts are of all."""

    ok = serializers.BooleanField()
    dry_run = serializers.BooleanField()
    records = serializers.IntegerField()
    questions = serializers.IntegerField()
    clips = serializers.IntegerField()
    videos = serializers.IntegerField()
    skipped = serializers.IntegerField()
    problem_count = serializers.IntegerField()
    warning_count = serializers.IntegerField()
    problems = RecordProblemSerializer(many=True)
    warnings = RecordProblemSerializer(many=True)
    ignored = serializers.ListField(child=serializers.CharField())


def _document(done: UploadedImport) -> dict[str, Any]:
    result = done.result
    return {
        "ok": result.ok,
        "dry_run": result.dry_run,
        "records": result.records,
        "questions": result.questions,
        "clips": result.clips,
        "videos": result.videos,
        "skipped": result.skipped,
        "problem_count": len(result.errors),
        "warning_count": len(result.warnings),
        "problems": result.errors[:MOST_SHOWN],
        "warnings": result.warnings[:MOST_SHOWN],
        "ignored": done.ignored,
    }


class RecordImportView(APIView):
    parser_classes = [MultiPartParser]

    @extend_schema(
        operation_id="records_import",
        request={"multipart/form-data": ImportRecordsSerializer},
        responses={200: ImportedRecordsSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make questions of existing ten-field records (admins): all of them or none, with what is wrong by line."""
        if int(request.META.get("CONTENT_LENGTH") or 0) > MAX_BYTES:
            raise TooLarge(
                "records_too_large", f"Files of records have at most {MAX_BYTES // 1024**2} MB together."
            )
        data = ImportRecordsSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        given = data.validated_data
        done = import_uploaded(
            actor=person(request),
            project_id=given["project"],
            files=given["files"],
            state=given["state"],
            author_id=given.get("author"),
            skip_clashes=given["skip_clashes"],
            dry_run=given["dry_run"],
        )
        return Response(ImportedRecordsSerializer(_document(done)).data)
