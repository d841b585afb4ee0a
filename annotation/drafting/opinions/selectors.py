"""Reads of second opinions."""

from __future__ import annotations

from django.db.models import QuerySet

from annotation.drafting.opinions.looking import looked_at
from annotation.drafting.opinions.models import Opinion
from annotation.questions.content import RevisionContent
from annotation.questions.findings import Finding, warning
from annotation.questions.models import Question, Revision


def opinions_on(*, question: Question, revision: Revision, content: RevisionContent) -> QuerySet[Opinion]:
    """The opinions that hold for this content."""
    return Opinion.objects.filter(question=question, looked_at=looked_at(revision, content)).order_by("pk")


def opinion_findings(question: Question, revision: Revision, content: RevisionContent) -> list[Finding]:
    """Flagged opinions as warnings: for the author now, for the reviewers with the reference. One query."""
    return [
        warning(f"opinion_{one.kind}", "question_text", one.message)
        for one in opinions_on(question=question, revision=revision, content=content).filter(flagged=True)
    ]
