"""The job that has second opinions given on a question as it stands: each is asked for once for one state of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from annotation.drafting import prepared, selectors
from annotation.drafting.drafts.material import segments_of, told_lines
from annotation.drafting.models import Purpose
from annotation.drafting.opinions import asking
from annotation.drafting.opinions.models import Opinion, OpinionKind, OpinionRequest, TextVector
from annotation.questions.content import RevisionContent
from annotation.questions.documents import content_document
from annotation.questions.models import Question, QuestionState, Revision
from annotation.questions.previews import ClipFacts, clip_facts
from annotation.questions.revisions import read_content
from annotation.questions.selectors import current_revision, newest_revisions
from annotation.questions.tasks import get_task
from jobs.context import JobContext
from jobs.errors import PermanentFailure
from llm.public import ModelError, ask, embed_texts, endpoint_choices

_LOOKED_AT: Final = (
    "question_text",
    "labels",
    "answer_text",
    "items",
    "details_description",
    "rubric_criterion",
    "rubric_scores",
)
#: Texts in one request for vectors.
_AT_ONCE: Final = 100


def looked_at(revision: Revision, content: RevisionContent) -> str:
    """What opinions look at, as a sha256: as long as it is the same, they hold."""
    document = content_document(content)
    told = {name: document[name] for name in _LOOKED_AT} | {"clip": revision.clip_id}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def look(*, context: JobContext, question_id: int) -> dict[str, Any]:
    """Job body: the opinions that the project's endpoints can give and that are not there yet.

    What lets the job be tried again passes; what does not is kept with the request in words.
    """
    question = Question.objects.filter(pk=question_id).first()
    if question is None:
        raise PermanentFailure("not_found", f"There is no question {question_id} any more.")
    revision = current_revision(question=question)
    content = read_content(revision)
    state = looked_at(revision, content)
    there = set(Opinion.objects.filter(question=question, looked_at=state).values_list("kind", flat=True))
    work = _Work(context, question, revision, content, state)
    kinds = [
        (OpinionKind.TEXT_ONLY, Purpose.OPINIONS, work.text_only),
        (OpinionKind.LEAK, Purpose.OPINIONS, work.leak),
        (OpinionKind.DUPLICATES, Purpose.EMBEDDINGS, work.duplicates),
    ]
    failures: list[str] = []
    for place, (kind, purpose, give) in enumerate(kinds):
        endpoint_id = selectors.endpoint_for(project_id=question.project_id, purpose=purpose)
        if kind in there or endpoint_id is None:
            continue
        context.progress(0.05 + 0.3 * place, f"Second opinion: {kind.label.lower()}")
        try:
            values = give(endpoint_id)
        except ModelError as failure:
            if not failure.final:
                raise
            failures.append(failure.detail)
            continue
        with transaction.atomic():
            context.hold_lease()
            Opinion.objects.get_or_create(question=question, kind=kind, looked_at=state, defaults=values)
    with transaction.atomic():
        context.hold_lease()
        OpinionRequest.objects.update_or_create(
            question=question, defaults={"finished_at": timezone.now(), "failures": failures}
        )
    return {"failures": len(failures)}


class _Work:
    """One question at hand; each method asks for one opinion and gives the fields of its row."""

    def __init__(
        self,
        context: JobContext,
        question: Question,
        revision: Revision,
        content: RevisionContent,
        state: str,
    ) -> None:
        self._context = context
        self._question = question
        self._revision = revision
        self._content = content
        self._state = state
        self._task = get_task(question.granularity, question.task)

    def text_only(self, endpoint_id: int) -> dict[str, Any]:
        """The question and the subtitles as a tested model reads them: without names and times."""
        subtitles = _read_lines(clip_facts(self._revision.clip))
        if not subtitles:
            return _plain("The clip has no subtitles, so that there was nothing to answer from.")
        prompt = asking.probe_prompt(self._task, self._content.question_text, subtitles)
        schema = asking.probe_schema(self._task)
        answer = self._ask(endpoint_id, "probe", prompt, schema)
        if self._task.answer_form == "text":
            told = asking.score_prompt(self._content, answer.data["answer"])
            scored = self._ask(endpoint_id, "score", told, asking.score_schema(self._content))
            best = max(int(score) for score in self._content.rubric_scores)
            share = scored.data["score"] / best if best else 0.0
            found = f"score {scored.data['score']} of {best}"
        else:
            share = asking.probe_f1(self._task, self._content, answer.data)
            found = f"F1 {share:.2f}"
        flagged = share >= asking.RIGHT
        message = (
            f"A model that had only the subtitles and the question answered right ({found}). Does the question need "
            "the video? Ask for what the voice or the face says more than the words."
            if flagged
            else f"A model that had only the subtitles and the question did not answer right ({found})."
        )
        return _row(flagged, message, share, answer.model, prompt.version)

    def leak(self, endpoint_id: int) -> dict[str, Any]:
        prompt = asking.leak_prompt(self._content)
        answer = self._ask(endpoint_id, "leak", prompt, asking.LEAK_SCHEMA)
        words = asking.leaking_words(self._content.question_text, answer.data)
        message = (
            f"A model finds that “{words}” gives the answer away. Word the question without it."
            if words
            else "A model finds nothing in the question that gives the answer away."
        )
        return _row(bool(words), message, None, answer.model, prompt.version)

    def duplicates(self, endpoint_id: int) -> dict[str, Any]:
        """The most alike of the other questions about the same video, by the cosine of their wordings."""
        gone = (QuestionState.REMOVED, QuestionState.WITHDRAWN)
        others = list(
            newest_revisions()
            .filter(clip__video_id=self._revision.clip.video_id)
            .exclude(question=self._question)
            .exclude(question__state__in=gone)
            .exclude(question_text="")
            .select_related("question")
            .order_by("pk")
        )
        if not others:
            return _plain("There is no other question about this video.")
        model = next(one.model for one in endpoint_choices() if one.id == endpoint_id)
        own = self._content.question_text
        vectors = self._vectors(endpoint_id, model, [own, *(one.question_text for one in others)])
        alike = [
            (asking.cosine(vectors[own], vectors[one.question_text]), one.question.public_id)
            for one in others
        ]
        cosine, public_id = max(alike)
        flagged = cosine >= asking.SAME
        message = (
            f"This question is worded almost like {public_id} about the same video (cosine {cosine:.2f}). Do both ask "
            "the same?"
            if flagged
            else f"No other question about this video is worded like this one (nearest: cosine {cosine:.2f})."
        )
        return _row(flagged, message, round(cosine, 4), model, "embedding/1")

    def _ask(self, endpoint_id: int, step: str, prompt: Any, schema: dict[str, Any]) -> Any:
        return ask(
            endpoint_id=endpoint_id,
            prompt=prompt,
            schema=schema,
            purpose=Purpose.OPINIONS,
            project_id=self._question.project_id,
            idempotency_key=f"opinion:{step}:{self._question.pk}:{self._state}:{self._context.job_id}",
            subject=f"question:{self._question.pk}",
        )

    def _vectors(self, endpoint_id: int, model: str, texts: Sequence[str]) -> dict[str, list[float]]:
        """The vector of each text, from the store or asked for now."""
        names = {hashlib.sha256(text.encode()).hexdigest(): text for text in texts}
        kept = TextVector.objects.filter(endpoint_id=endpoint_id, model=model, sha256__in=names)
        found = {names[row.sha256]: row.vector for row in kept}
        missing = [text for text in names.values() if text not in found]
        for start in range(0, len(missing), _AT_ONCE):
            some = missing[start : start + _AT_ONCE]
            vectors = embed_texts(
                endpoint_id=endpoint_id,
                texts=some,
                purpose=Purpose.EMBEDDINGS,
                project_id=self._question.project_id,
                subject=f"question:{self._question.pk}",
            )
            found |= dict(zip(some, vectors, strict=True))
            TextVector.objects.bulk_create(
                (
                    TextVector(
                        endpoint_id=endpoint_id,
                        model=model,
                        sha256=hashlib.sha256(text.encode()).hexdigest(),
                        vector=vector,
                    )
                    for text, vector in zip(some, vectors, strict=True)
                ),
                ignore_conflicts=True,
            )
        return found


def _read_lines(facts: ClipFacts) -> str:
    """The subtitles as a tested model gets them: no names, no times."""
    lines = prepared.prepared_lines(segments_of(facts), tuple(dict.fromkeys(facts.subtitles or ())))
    nameless = [prepared.PreparedLine(line.start, line.end, "", line.text) for line in lines]
    return told_lines(nameless, with_times=False)


def _row(flagged: bool, message: str, score: float | None, model: str, version: str) -> dict[str, Any]:
    return {
        "flagged": flagged,
        "message": message,
        "score": score,
        "model": model[:200],
        "prompt_version": version,
    }


def _plain(message: str) -> dict[str, Any]:
    return _row(False, message, None, "", "")
