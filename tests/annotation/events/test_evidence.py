"""Evidence of a question that was taken from events of its video."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from annotation.clips.models import Clip
from annotation.events.models import Event
from annotation.questions.content import RevisionContent
from annotation.questions.documents import content_document
from annotation.questions.models import EvidenceInterval, Question
from annotation.questions.revisions import open_next_revision, read_content
from annotation.questions.selectors import current_revision
from annotation.questions.services import DraftContent, save_draft, submit_question
from annotation.questions.tasks import get_task
from annotation.videos.models import Video
from kernel.errors import Invalid
from tests.annotation.questions.making import make_draft, make_video
from tests.annotation.questions.samples import content_for
from tests.personas import People

TASK = get_task("episode", "emotional reasoning")


def make_event(video: Video, *, start: str = "100", end: str = "110") -> Event:
    person = video.added_by
    return Event.objects.create(
        video=video,
        start=Decimal(start),
        end=Decimal(end),
        title="finds the box",
        created_by=person,
        changed_by=person,
    )


def naming(event_id: int) -> RevisionContent:
    """Sound content whose first evidence names the event."""
    content = content_for(TASK)
    first, *others = content.evidence
    return replace(content, evidence=(replace(first, event=event_id), *others))


def save(people: People, question: Question, content: RevisionContent) -> None:
    version = current_revision(question=question).version
    save_draft(
        actor=people.annotator,
        question_id=question.pk,
        version=version,
        draft=DraftContent(content=content),
    )


def video_of(question: Question) -> Video:
    return Clip.objects.get(revisions__question=question).video


def test_event_stays_with_the_evidence_when_a_question_is_revised(people: People) -> None:
    question = make_draft(people, TASK)
    event = make_event(video_of(question))
    save(people, question, naming(event.pk))
    row = submit_question(actor=people.annotator, question_id=question.pk, version=3).revision
    assert content_document(read_content(row))["evidence"][0]["event"] == event.pk
    assert '"event"' not in row.record_json
    following = open_next_revision(question=question, last=row)
    assert read_content(following).evidence[0].event == event.pk


def test_evidence_keeps_its_event_when_the_event_was_removed(people: People) -> None:
    question = make_draft(people, TASK)
    event = make_event(video_of(question))
    Event.objects.update(removed_at=event.created_at)
    save(people, question, naming(event.pk))
    assert EvidenceInterval.objects.filter(event=event).count() == 1


def test_nothing_is_saved_when_evidence_names_an_event_of_another_video(people: People) -> None:
    question = make_draft(people, TASK)
    foreign = make_event(make_video(people.project, added_by=people.admin, title="Another"))
    with pytest.raises(Invalid) as refusal:
        save(people, question, naming(foreign.pk))
    assert [(error.field, error.code) for error in refusal.value.errors] == [
        ("evidence.0.event", "event_unknown")
    ]
    assert (
        current_revision(question=question).version,
        EvidenceInterval.objects.exclude(event=None).count(),
    ) == (2, 0)
