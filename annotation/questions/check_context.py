"""Checks of a question against what lies around it: the people, its neighbours on the clip, the rest of the video.

All are warnings: patterns cannot know, people decide. English and Chinese are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from difflib import SequenceMatcher
from typing import Final

from annotation.questions.content import SubtitleLine
from annotation.questions.findings import Draft, Finding, warning
from kernel.texts import shown

#: Two questions are nearly the same when this share of their words matches, in order.
ALIKE: Final = 0.9
#: Shorter quotations are common phrases.
QUOTED_WORDS: Final = 3

_SUBJECT: Final = re.compile(r"\b(he|him|himself|she|herself|they|them|themselves)\b", re.IGNORECASE)
_POSSESSIVE: Final = re.compile(r"\b(his|her|hers|their|theirs)\b", re.IGNORECASE)
_CHINESE: Final = re.compile(r"(?<!其)他(?!人)|她")
_PERSON: Final = re.compile(
    r"\b((?:wo)?m[ae]n|girl|boy|lady|gentleman|guy|child|kid|baby|person|people|couple|family|crowd|audience"
    r"|mother|mom|father|dad|parent|sister|brother|son|daughter|wife|husband|aunt|uncle|cousin|grand\w+|niece|nephew"
    r"|friend|boyfriend|girlfriend|neighbou?r|colleague|boss|host|guest|speaker|narrator|presenter|interviewe[er]"
    r"|character|protagonist|player|streamer|gamer|vlogger|contestant|judge|chef|cook|teacher|student|doctor|nurse"
    r"|officer|soldier|driver|waiter|waitress|customer|singer|dancer|actor|actress|king|queen|prince|princess"
    r"|astronaut|engineer|scientist|reporter|journalist|\w+(?:ist|man|woman))s?(?:'s)?\b",
    re.IGNORECASE,
)
_CHINESE_PERSON: Final = re.compile(
    r"男|女|人|母|父|妈|爸|孩|儿子|主持|嘉宾|先生|小姐|师|医生|选手|记者|朋友|姐|妹|哥|弟|爷|奶|司机|警|角色|学生|同学|演员|歌手"
)
_CAPITAL: Final = re.compile(r"(?<![\w'’])[A-Z][a-z'’]+")
#: Words that begin sentences, and pronouns: capitals, and no names.
_NO_NAMES: Final = re.compile(
    r"a|after|al(so|though)|an|and|are|as|at|be(cause|fore|tween)|but|by|can|could|des(cribe|pite)|d(id|o|oes|uring)"
    r"|each|explain|for|from|give|ha[dsv]e?|hers?(elf)?|how|i|if|in|into|is|it|its|list|name|of|on|once|or|over|please"
    r"|since|so|tell|th(at|e|en|ere|ese|is|ose|rough|roughout|eirs?|em|emselves|ey)|to|trace|under|until|upon|was|were"
    r"|wh(at|en|ere|ether|ich|ile|o|om|ose|y)|will|with|within|would|s?he|hi[ms](self)?"
)
_QUOTED: Final = re.compile(r"[“\"「『]([^”\"」』]{4,300})[”\"」』]")
_TIME_CODE: Final = re.compile(r"\b(?:(\d{1,2}):)?(\d{1,2}):(\d{2})\b")
_TOKEN: Final = re.compile(r"[\u3040-\u9fff]|[^\W_\u3040-\u9fff]+(?:['’-][^\W_]+)*")


def check_context(draft: Draft) -> list[Finding]:
    """Findings about `question_text`, `answer_text`, `items` and `include_subtitles` that need more than the text
    itself.
    """
    question = draft.content.question_text
    if not shown(question):
        return list(_subtitles(draft))
    return [*_persons(draft, question), *_neighbours(draft, question), *_outside(draft), *_subtitles(draft)]


def _persons(draft: Draft, question: str) -> Iterator[Finding]:
    names = {line.speaker for line in draft.subtitles if line.speaker}
    for pattern, scope in ((_SUBJECT, "before"), (_CHINESE, "before"), (_POSSESSIVE, "anywhere")):
        found = pattern.search(question)
        if found is None:
            continue
        told = question[: found.start()] if scope == "before" else question
        if not _describes_person(told, names):
            yield warning(
                "question_pronoun",
                "question_text",
                f"The question says {found[0]!r} and no person was described before. Say who is meant by what can be "
                "seen or heard.",
            )
            return


def _describes_person(text: str, names: Iterable[str]) -> bool:
    if _PERSON.search(text) or _CHINESE_PERSON.search(text):
        return True
    if any(name.casefold() in text.casefold() for name in names):
        return True
    words = (word.lower().removesuffix("'s").removesuffix("’s") for word in _CAPITAL.findall(text))
    return any(_NO_NAMES.fullmatch(word) is None for word in words)


def _neighbours(draft: Draft, question: str) -> Iterator[Finding]:
    mine = _tokens(question)
    for public_id, text in draft.neighbours:
        other = _tokens(text)
        if not other or not mine:
            continue
        if mine == other:
            told = f"{public_id} asks the same of this clip."
        elif SequenceMatcher(None, mine, other, autojunk=False).ratio() >= ALIKE:
            told = f"{public_id} asks nearly the same of this clip."
        else:
            continue
        yield warning(
            "question_duplicate",
            "question_text",
            f"{told} Keep both only where they need different answers.",
        )


def _outside(draft: Draft) -> Iterator[Finding]:
    """What the answer rests on and the clip does not play."""
    if draft.segments is None:
        return
    texts = [("answer_text", draft.content.answer_text)]
    texts += [
        (f"items.{place}.description", item.description) for place, item in enumerate(draft.content.items)
    ]
    inside = _spoken(draft.subtitles)
    elsewhere = _spoken(draft.lines_outside)
    length = sum((part.end - part.start for part in draft.segments), Decimal(0))
    for field, text in texts:
        for quoted in _QUOTED.findall(text):
            words = _tokens(quoted)
            if len(words) >= QUOTED_WORDS and not _runs(words, inside) and _runs(words, elsewhere):
                yield warning(
                    "answer_outside_clip",
                    field,
                    f"The words {quoted.strip()!r} are spoken outside the clip, so nobody can hear them in it. Widen "
                    "the clip or leave them out.",
                )
        for hours, minutes, seconds in _TIME_CODE.findall(text):
            at = Decimal(int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds))
            played = any(part.start - 1 < at < part.end + 1 for part in draft.segments)
            if not played and at > length:
                yield warning(
                    "answer_outside_clip",
                    field,
                    f"The answer names {at} s of the video, which the clip does not play.",
                )


def _subtitles(draft: Draft) -> Iterator[Finding]:
    late = [line for line in draft.lines_outside if line.start >= draft.video_duration]
    if late:
        lines = "1 subtitle line begins" if len(late) == 1 else f"{len(late)} subtitle lines begin"
        yield warning(
            "subtitles_past_end",
            "include_subtitles",
            f"{lines} after the end of the video ({draft.video_duration} s) and go into no record. Ask an admin "
            "whether the subtitles belong to this video.",
        )


def _spoken(lines: Iterable[SubtitleLine]) -> list[str]:
    return [token for line in lines for token in _tokens(line.text)]


def _runs(words: Sequence[str], spoken: Sequence[str]) -> bool:
    """True where the words stand in a row among those spoken."""
    n = len(words)
    first = words[0]
    return any(spoken[at] == first and spoken[at : at + n] == words for at in range(len(spoken) - n + 1))


def _tokens(text: str) -> list[str]:
    """Words in lower case; each sign of scripts without spaces by itself."""
    return [token.lower().replace("’", "'") for token in _TOKEN.findall(text)]
