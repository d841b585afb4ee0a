"""What people write goes into rows and comes out again, in a record too, without a character lost."""

from __future__ import annotations

import json
from decimal import Decimal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.emotic.labels import LABEL_NAMES
from annotation.questions import previews
from annotation.questions.content import (
    MODALITIES,
    EvidenceInterval,
    LabelRow,
    ReferenceItem,
    RevisionContent,
)
from annotation.questions.documents import content_document
from annotation.questions.records import build_record, canonical_json
from annotation.questions.records import read_content as read_record
from annotation.questions.revisions import read_content
from annotation.questions.rubrics import RUBRIC_FAMILIES
from annotation.questions.serializers import SaveDraftSerializer
from annotation.questions.services import DraftContent, create_question, save_draft
from annotation.questions.tasks import TASKS, Task
from kernel.texts import shows_anything
from tests.annotation.questions.making import make_clip, make_video, newest
from tests.personas import People

# Anything that people can type and both databases can store: no NUL, no half surrogates.
anything = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\x00"), max_size=30)
something = anything.filter(shows_anything)
times = st.decimals(min_value=0, max_value=9_999_999, places=3)


@st.composite
def evidence(draw: st.DrawFn) -> EvidenceInterval:
    start, end = sorted(draw(st.lists(times, min_size=2, max_size=2, unique=True)))
    modalities = draw(st.lists(st.sampled_from(MODALITIES), unique=True))
    return EvidenceInterval(start, end, tuple(modalities), draw(anything))


@st.composite
def contents(draw: st.DrawFn, task: Task) -> RevisionContent:
    """Content that a record of `task` can be made of."""
    names = st.lists(st.sampled_from(LABEL_NAMES), min_size=1, max_size=5, unique=True)
    labels: list[LabelRow] = []
    if task.answer_form == "labels":
        labels = [LabelRow(name) for name in draw(names)]
    elif task.answer_form == "transition":
        before = draw(names)
        after = draw(names.filter(lambda chosen: set(chosen) != set(before)))
        labels = [LabelRow(name, "before") for name in before] + [LabelRow(name, "after") for name in after]
        labels = draw(st.permutations(labels))
    kind = draw(st.sampled_from(task.item_kinds)) if task.item_kinds else None
    items: list[ReferenceItem] = []
    if kind == "S":
        stage = st.builds(
            ReferenceItem,
            st.just(kind),
            something,
            st.just("") | something,
            st.none() | times,
            something,
            st.just("") | something,
        )
        items = draw(st.lists(stage, min_size=2, max_size=4))
    elif kind is not None:
        items = draw(st.lists(st.builds(ReferenceItem, st.just(kind), something), max_size=4))
    family = RUBRIC_FAMILIES[draw(st.sampled_from(task.rubric_families))] if task.rubric_families else None
    return RevisionContent(
        question_text=draw(something),
        labels=tuple(labels),
        answer_text=draw(something) if task.answer_form == "text" else "",
        items=tuple(items),
        details_description=draw(st.just("") | something) if items else "",
        components_rule=draw(st.sampled_from(["", "all", "any"])) if items and kind == "C" else "",
        rubric_family=family.name if family else "",
        rubric_criterion=draw(something) if family else "",
        rubric_scores={level: draw(something) for level in family.levels} if family else {},
        evidence=tuple(draw(st.lists(evidence(), max_size=3))),
    )


tasks_and_contents = st.sampled_from(TASKS).flatmap(lambda task: st.tuples(st.just(task), contents(task)))


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(tasks_and_contents)
def test_content_is_the_same_when_it_went_through_rows_and_record(
    people: People, given_content: tuple[Task, RevisionContent]
) -> None:
    task, content = given_content
    clip = make_clip(make_video(people.project, added_by=people.admin), granularity=task.granularity)
    question = create_question(actor=people.annotator, clip_id=clip.pk, task=task.type)
    save_draft(
        actor=people.annotator, question_id=question.pk, version=1, draft=DraftContent(content=content)
    )
    revision = newest(question)
    stored = read_content(revision)
    assert stored == content

    record = previews.record_of(question, revision, stored, previews.clip_facts(revision.clip))
    direct = build_record(
        question_id=question.public_id,
        video_id=clip.public_id,
        source_from="Friends S01E08",
        segments=previews.clip_facts(clip).segments,
        task=task,
        content=content,
        subtitles=previews.clip_facts(clip).subtitles,
    )
    text = canonical_json(record)
    assert text == canonical_json(direct)

    # And back: what a record holds is enough to write the same record again.
    again = read_record(json.loads(text))
    save_draft(
        actor=people.annotator,
        question_id=question.pk,
        version=revision.version,
        draft=DraftContent(content=again),
    )
    revision = newest(question)
    assert (
        canonical_json(
            previews.record_of(question, revision, read_content(revision), previews.clip_facts(revision.clip))
        )
        == text
    )


@settings(max_examples=60, deadline=None)
@given(tasks_and_contents)
def test_content_is_the_same_when_it_went_over_http(given_content: tuple[Task, RevisionContent]) -> None:
    _, content = given_content
    sent = json.loads(json.dumps(content_document(content)))
    shape = SaveDraftSerializer(data=sent | {"version": 1, "include_subtitles": True, "author_note": ""})
    assert shape.is_valid(), shape.errors
    assert shape.draft().content == content


def test_times_keep_their_millisecond_when_sent_as_numbers() -> None:
    interval = EvidenceInterval(Decimal("687.600"), Decimal("9999999.999"))
    sent = json.loads(json.dumps(content_document(RevisionContent("What?", evidence=(interval,)))))
    assert sent["evidence"][0]["start"] == 687.6
    shape = SaveDraftSerializer(data=sent | {"version": 1, "include_subtitles": True, "author_note": ""})
    assert shape.is_valid(), shape.errors
    assert shape.draft().content.evidence == (interval,)
