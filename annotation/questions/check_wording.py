"""Checks of the question's wording: open-ended, giving nothing away, and shaped as its task asks.

Wording is judged by patterns, so all but an empty or a multiple-choice question are warnings: people decide.
English and Chinese questions are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from annotation.emotic.labels import LABELS_BY_NAME, normalise_label
from annotation.questions.findings import Draft, Finding, error, warning
from kernel.texts import shown

#: A stage's wording is given away when so many of its words in a row stand in the question.
SHARED_WORDS: Final = 4

_OPTIONS: Final = re.compile(
    r"(?:^|[\s(（?？。:：])A\s*[.):、．）].{1,200}?[\s(（;；,，。]B\s*[.):、．）]", re.DOTALL
)
_CHOOSING: Final = re.compile(
    r"\b(which|what|who|when) of the following\b|\b(choose|select|pick|mark) (one|all|the (best|correct|right))\b"
    r"|\b(true or false)\b|以下(哪|选项)|下列(哪|选项)|选择正确",
    re.IGNORECASE,
)
_CLOSED: Final = re.compile(
    r"^\s*(is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\s|(是否|吗\s*[?？]?\s*$)"
    r"|\byes or no\b",
    re.IGNORECASE,
)
_EXTREMUM: Final = re.compile(
    r"\b(most|least|more|less|than|peak\w*|maxim\w+|minim\w+|compar\w+|extreme\w*|climax|[a-z]+ier"
    r"|(strong|weak|great|high|low|deep|calm|mild)er)\b|最|更|比",
    re.IGNORECASE,
)
_SUPERLATIVE: Final = re.compile(r"\b[a-z]{2,}est\b", re.IGNORECASE)
_NO_SUPERLATIVE: Final = frozenset(
    {"rest", "test", "interest", "guest", "request", "nest", "west", "chest", "quest", "forest", "honest"}
    | {"protest", "arrest", "contest", "suggest", "invest", "modest", "digest"}
)
_TIME_CODE: Final = re.compile(r"\b\d{1,2}:\d{2}(?::\d{2})?\b")
_LISTED_MOMENTS: Final = re.compile(
    r"\b(when|while|after|before|during|in|at|as)\b[^?？]*?,?\s+or\s+(when|while|after|before|during|in|at|as)\b"
    r"|[:：][^?？]*(,|，|、)[^?？]*\bor\b|还是",
    re.IGNORECASE,
)
_TIE: Final = re.compile(
    r"\b(equally|the same (amount|degree|extent)|tie|tied|no difference)\b|一样|同样", re.IGNORECASE
)
_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_SPLIT_TERMS: Final = re.compile(r"[,;/，；、]|\band\b|\bor\b", re.IGNORECASE)


def check_wording(draft: Draft) -> list[Finding]:
    """Findings about `question_text`."""
    question = draft.content.question_text
    if not shown(question):
        return [error("question_empty", "question_text", "Write the question.")]
    return [*_open_ended(draft, question), *_gives_away(draft, question), *_comparison(draft, question)]


def _open_ended(draft: Draft, question: str) -> Iterator[Finding]:
    if _OPTIONS.search(question) or _CHOOSING.search(question):
        yield error(
            "question_multiple_choice",
            "question_text",
            "The question offers options. Ask it open-ended, and check the full answer again: it may be wider than "
            "the options were.",
        )
    elif _CLOSED.search(question) and draft.content.rubric_family != "result":
        yield warning(
            "question_closed",
            "question_text",
            "The question can be answered with yes or no. Ask what, how or why instead.",
        )


def _gives_away(draft: Draft, question: str) -> Iterator[Finding]:
    content = draft.content
    words = _words(question)
    told: list[str] = []
    for row in content.labels:
        label = LABELS_BY_NAME.get(normalise_label(row.label))
        names = [*label.name.split("/"), *label.synonyms] if label else [row.label]
        told.extend(name for name in names if _contains(words, _words(name), question, name))
    for named in dict.fromkeys(told):
        yield warning(
            "question_names_label",
            "question_text",
            f"The question names {named!r}, which is part of the answer.",
        )
    for place, item in enumerate(content.items):
        if item.kind != "S":
            continue
        terms = [term.strip() for term in _SPLIT_TERMS.split(item.emotion)]
        given = [term for term in terms if term and _contains(words, _words(term), question, term)]
        shared = _shared_run(words, _words(item.description))
        if given or shared:
            wording = given[0] if given else " ".join(shared)
            yield warning(
                "question_names_stage",
                "question_text",
                f"The question says {wording!r}, which is the wording of stage {place + 1}. Leave the stages to be "
                "found.",
            )
    if draft.task.answer_form == "text":
        answer = _words(content.answer_text)
        if answer and len(answer) < SHARED_WORDS and _contains(words, answer, question, content.answer_text):
            yield warning(
                "question_names_answer",
                "question_text",
                "The answer stands in the question; reword the question.",
            )


def _comparison(draft: Draft, question: str) -> Iterator[Finding]:
    if draft.task.type != "emotional intensity comparison":
        return
    if len(_TIME_CODE.findall(question)) >= 2 or _LISTED_MOMENTS.search(question):
        yield warning(
            "comparison_lists_candidates",
            "question_text",
            "The question lists the moments to compare. Name the scope only and leave the candidates to be found.",
        )
    superlatives = [word for word in _SUPERLATIVE.findall(question) if word.lower() not in _NO_SUPERLATIVE]
    if not superlatives and not _EXTREMUM.search(question):
        yield warning(
            "comparison_without_extremum",
            "question_text",
            "The question asks for no extremum (most, least, happiest ...) and no relation of intensity. Say which "
            "one is asked for.",
        )
    elif _TIE.search(draft.content.answer_text):
        yield warning(
            "comparison_without_extremum",
            "answer_text",
            "The answer names a tie. Ask for an extremum only where the video supports a single one.",
        )


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _contains(words: list[str], wanted: list[str], text: str, phrase: str) -> bool:
    """True where the phrase stands in the text, word by word; scripts without spaces are searched as they
    are.
    """
    if not wanted:
        return False
    if not phrase.isascii() and any("\u3040" <= sign <= "\u9fff" for sign in phrase):
        return phrase.strip(" .。") in text
    return any(words[at : at + len(wanted)] == wanted for at in range(len(words) - len(wanted) + 1))


def _shared_run(words: list[str], other: list[str]) -> list[str]:
    """The first SHARED_WORDS words in a row that both lists have; empty when there are none."""
    runs = {tuple(words[at : at + SHARED_WORDS]) for at in range(len(words) - SHARED_WORDS + 1)}
    for at in range(len(other) - SHARED_WORDS + 1):
        if tuple(other[at : at + SHARED_WORDS]) in runs:
            return other[at : at + SHARED_WORDS]
    return []
