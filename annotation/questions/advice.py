"""What others have to say about a draft besides the guideline checks: what a model wrote, second opinions.

An adviser is asked wherever findings are shown and before a submission; its errors block, its warnings go to the
reviewers with the reference. It reads, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from annotation.questions.content import RevisionContent
from annotation.questions.findings import Finding
from annotation.questions.models import Question, Revision

Adviser = Callable[[Question, Revision, RevisionContent], list[Finding]]

_advisers: list[Adviser] = []


def on_checking(adviser: Adviser) -> None:
    """Registers `adviser(question, revision, content)`; call it from an AppConfig.ready. Twice the same is once."""
    if adviser not in _advisers:
        _advisers.append(adviser)


def advice_on(question: Question, revision: Revision, content: RevisionContent) -> list[Finding]:
    """What every adviser says, in the order of registration."""
    return [finding for adviser in _advisers for finding in adviser(question, revision, content)]
