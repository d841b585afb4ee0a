"""How a change of a question's state tells the app above, without annotation importing it.

A callback runs inside the transaction of the change, after its history row is written. What it raises undoes the
change. It is told of every event, and acts on what it knows.
"""

from __future__ import annotations

from collections.abc import Callable

from annotation.questions.models import Question, QuestionTransition

MovedCallback = Callable[[Question, QuestionTransition], None]

_callbacks: list[MovedCallback] = []


def on_moved(callback: MovedCallback) -> None:
    """Registers `callback(question, transition)`; call it from an AppConfig.ready. Twice the same is once."""
    if callback not in _callbacks:
        _callbacks.append(callback)


def announce_moved(question: Question, transition: QuestionTransition) -> None:
    """Runs every registered callback, in the order of registration, in the running transaction."""
    for callback in _callbacks:
        callback(question, transition)
