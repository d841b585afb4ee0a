"""What stands at the fields of a drafted question until people have taken them over."""

from __future__ import annotations

from annotation.drafting.drafts import fields
from annotation.drafting.drafts.selectors import draft_of_question
from annotation.questions.content import RevisionContent
from annotation.questions.documents import content_document
from annotation.questions.findings import Finding, error
from annotation.questions.models import Question, Revision


def unconfirmed_findings(question: Question, revision: Revision, content: RevisionContent) -> list[Finding]:
    """An error at every field that says what the model wrote and that nobody has confirmed: it blocks submission.

    One query; nothing for a question that people have written, and nothing once a revision was submitted.
    """
    if question.granularity != "clip":
        return []
    draft = draft_of_question(question_id=question.pk)
    if draft is None:
        return []
    left = fields.unconfirmed(draft.proposed, content_document(content), draft.confirmed)
    return [
        error(
            "model_unconfirmed",
            path,
            "A model wrote this and nobody has taken it over yet: change it, or confirm that it is right.",
        )
        for path in left
    ]
