"""How a submission tells the app above: review opens its round here, without annotation importing review.

A callback runs inside the transaction of the submission, with the question locked and already in review. What it
raises undoes the submission. So there is never a question in review without its round.
(docs/decisions/submission-opens-the-round.md)
"""

from __future__ import annotations

from collections.abc import Callable

from annotation.questions.models import Question, Revision

SubmittedCallback = Callable[[Question, Revision], None]

_callbacks: list[SubmittedCallback] = []


def on_submitted(callback: SubmittedCallback) -> None:
    """Registers `callback(question, revision)`; call it from an AppConfig.ready. Twice the same is once."""
    if callback not in _callbacks:
        _callbacks.append(callback)


def announce_submitted(question: Question, revision: Revision) -> None:
    """Runs every registered callback, in the order of registration, in the running transaction."""
    for callback in _callbacks:
        callback(question, revision)
