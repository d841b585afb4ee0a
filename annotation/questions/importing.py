"""Existing records made into questions: all of them or none, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from annotation.clips.importing import existing_clips, is_same, place_clips
from annotation.clips.models import Clip
from annotation.projects.counters import reserve_public_ids
from annotation.projects.models import Project
from annotation.questions.incoming import Incoming, IncomingRecord, own_number
from annotation.questions.models import Question, Revision, Source
from annotation.questions.record_files import RecordError
from annotation.questions.records import record_sha256
from annotation.questions.revisions import put_content, write_rows
from annotation.questions.transitions import begin_question
from annotation.questions.workflow import Event

ImportState = Literal["draft", "accepted"]


@dataclass(slots=True)
class ImportResult:
    """What an import did, or would do (`dry_run`). `ok` False: nothing was written, `errors` say why."""

    records: int
    dry_run: bool
    questions: int = 0
    clips: int = 0
    videos: int = 0
    skipped: int = 0
    errors: list[RecordError] = field(default_factory=list)
    warnings: list[RecordError] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.errors


def import_records(
    *,
    project: Project,
    incoming: Incoming,
    state: ImportState,
    author: User,
    skip_clashes: bool = False,
    dry_run: bool = False,
) -> ImportResult:
    """Stores the records as questions of `author` with the ids that they have.

    `accepted`: each question is accepted at once and its record's canonical text is frozen as it is, so that an export
    gives the same text. `draft`: each is a draft for `author` to go on with. Clips and videos that the project does
    not have are made and await their files; counters move past the imported numbers.

    A clash is an id that the project uses already, a question's or a clip's with other content. It is an error, or
    with `skip_clashes` its record is left out and counted. With any other error nothing is written.
    """
    result = ImportResult(
        records=incoming.total,
        dry_run=dry_run,
        errors=list(incoming.errors),
        warnings=list(incoming.warnings),
    )
    if result.errors:
        return result
    with transaction.atomic():
        _reserve(project, incoming.records)
        clashes = _clashes(project, incoming)
        if clashes and not skip_clashes:
            result.errors = [clash for found in clashes.values() for clash in found]
            transaction.set_rollback(True)
            return result
        chosen = [record for record in incoming.records if id(record) not in clashes]
        used = dict.fromkeys(record.video_id for record in chosen)
        placed = place_clips(
            project=project, imported=[incoming.clips[video_id] for video_id in used], added_by=author
        )
        for record in chosen:
            _store(record, project, placed.clips[record.video_id], state, author)
        result.questions, result.skipped = len(chosen), len(clashes)
        result.clips, result.videos = placed.new_clips, placed.new_videos
        if dry_run:
            transaction.set_rollback(True)
    return result


def _reserve(project: Project, records: Iterable[IncomingRecord]) -> None:
    """Moves the counters past every number that comes in, before the ids in use are read: none is given out between."""
    highest: dict[str, int] = {}
    for record in records:
        for public_id in (record.question_id, record.video_id):
            number = own_number(public_id)
            if number is not None:
                highest[number[0]] = max(number[1], highest.get(number[0], 0))
    for prefix, up_to in sorted(highest.items()):
        reserve_public_ids(project_id=project.pk, prefix=prefix, up_to=up_to)


def _clashes(project: Project, incoming: Incoming) -> dict[int, list[RecordError]]:
    """The clashes of each record that has any, by the record's identity."""
    taken = set(Question.objects.filter(project=project).values_list("public_id", flat=True))
    clips = existing_clips(project=project, public_ids=incoming.clips)
    other = {name for name, clip in clips.items() if not is_same(clip, incoming.clips[name])}
    clashes: dict[int, list[RecordError]] = {}
    for record in incoming.records:
        found: list[RecordError] = []
        if record.question_id in taken:
            found.append(
                record.error(
                    "question_id",
                    "id_taken",
                    f"The project has a question {record.question_id} already; ids are never used twice.",
                )
            )
        if record.video_id in other:
            found.append(
                record.error(
                    "video_id", "clip_taken", f"The project has another clip under the id {record.video_id}."
                )
            )
        if found:
            clashes[id(record)] = found
        else:
            # Ids are unique within a granularity in records, within the whole project here.
            taken.add(record.question_id)
    return clashes


def _store(record: IncomingRecord, project: Project, clip: Clip, state: ImportState, author: User) -> None:
    question = Question(
        project=project,
        public_id=record.question_id,
        granularity=record.granularity,
        task=record.task,
        author=author,
    )
    event = Event.IMPORT_ACCEPTED if state == "accepted" else Event.IMPORT_DRAFT
    begin_question(question=question, event=event, actor=author, reason=f"imported from {record.file}")
    revision = Revision(
        question=question,
        number=1,
        clip=clip,
        include_subtitles=record.has_subtitles,
        source=Source.IMPORT,
        written_by=author,
    )
    put_content(revision, record.content)
    revision.save(force_insert=True)
    write_rows(revision, record.content)
    if state == "accepted":
        # Last: from here on the database refuses changes of the revision and its rows.
        revision.record_json = record.text
        revision.record_sha256 = record_sha256(record.text)
        revision.submitted_at = timezone.now()
        revision.save(update_fields=["record_json", "record_sha256", "submitted_at"])


def told(errors: Sequence[RecordError]) -> list[str]:
    """Errors as lines for people: file and line, record, field, message and code."""
    return [
        f"{' '.join(part for part in (_place(one), one.record, one.field) if part)}: {one.message} [{one.code}]"
        for one in errors
    ]


def _place(error: RecordError) -> str:
    return error.file if error.line is None else f"{error.file}:{error.line}"
