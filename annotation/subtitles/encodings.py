"""The character encoding of a subtitle file: told where the bytes leave no doubt, asked for where they do."""

from __future__ import annotations

import codecs
from typing import Final

from annotation.subtitles.errors import SubtitleError

_BOMS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: What a file that leaves doubt may be; their readings are shown to the person who has to choose.
_LIKELY: Final = ("gb18030", "big5", "cp932", "cp949", "cp1252", "cp1250", "cp1251")
_PREVIEW_LENGTH: Final = 40
#: Characters that make up about two thirds of any running Chinese text.
_COMMON_CHINESE: Final = frozenset(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然"
    "家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机"
    "十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西"
    "斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打"
    "女变四神总何电数安少报才结反受目太量再感做接必场件爱吗吧呢啊呀哦嗯谢请让错怎今晚妈爸"
)
_CHINESE_PUNCTUATION: Final = frozenset("，。！？：；、…—·“”‘’（）《》〈〉「」『』【】～　")
_ENOUGH_CHINESE: Final = 8


def decode(content: bytes, encoding: str | None) -> tuple[str, str]:
    """The text of `content` and the name of its encoding, read as `encoding` where one is given.

    Without one: a byte order mark, plain ASCII, UTF-8, UTF-16 without a mark and, where everything speaks for it,
    GB18030. Anything else raises SubtitleError `not_text`, or `encoding_unknown`, whose `previews` show the likely
    readings.
    With one: raises SubtitleError `encoding_not_known`, `encoding_contradicted` or `encoding_wrong`.
    """
    mark = next((name for bom, name in _BOMS if content.startswith(bom)), None)
    if encoding is not None:
        return _decode_as(content, encoding, mark)
    if mark is not None:
        return _strictly(content, mark), mark
    for name in ("utf-8", "utf-16-le", "utf-16-be"):
        text = _try(content, name)
        if (
            text is not None
            and ("\0" not in text)
            and (name == "utf-8" or "-->" in text or "[Script Info]" in text)
        ):
            return text, name
    if b"\0" in content:
        raise SubtitleError(
            "not_text",
            "The file is not text. To read a track inside a video, name it (--track N; `probe` lists them).",
        )
    chinese = _try(content, "gb18030")
    if chinese is not None and _is_surely_chinese(chinese):
        return chinese, "gb18030"
    raise _undecided(content)


def _decode_as(content: bytes, encoding: str, mark: str | None) -> tuple[str, str]:
    try:
        codec = codecs.lookup(encoding)
        "".encode(codec.name)  # refuses codecs that do not turn text into bytes
    except (LookupError, TypeError, ValueError):
        raise SubtitleError(
            "encoding_not_known",
            f"There is no encoding called {encoding!r}. Examples: utf-8, utf-16, gb18030, big5, cp1252.",
        ) from None
    if mark is not None and not _means(codec.name, mark):
        raise SubtitleError(
            "encoding_contradicted",
            f"The file begins with the byte order mark of {mark}, so it is not {encoding}. Leave the encoding out.",
        )
    name = mark or codec.name
    return _strictly(content, name), name


def _means(name: str, mark: str) -> bool:
    return name == mark or mark.startswith(name) or name.removesuffix("-sig") == mark


def _strictly(content: bytes, name: str) -> str:
    try:
        text = content.decode(name).removeprefix("\ufeff")
        text.encode("utf-8")  # some encodings (utf-7, unicode_escape) let half characters through
        return text
    except UnicodeError as error:
        at = getattr(error, "start", 0)
        raise SubtitleError(
            "encoding_wrong", f"The file is not {name}: byte {at} cannot be read. Choose another encoding."
        ) from None


def _try(content: bytes, name: str) -> str | None:
    try:
        return content.decode(name)
    except UnicodeError:
        return None


def _is_surely_chinese(text: str) -> bool:
    """Say whether nearly all that is not ASCII is everyday simplified Chinese.

    Korean, Japanese, traditional Chinese and single-byte text that happens to be valid GB18030 comes out as a random
    draw of thousands of characters, so few of the common ones are among it.
    """
    foreign = [character for character in text if ord(character) > 127]
    chinese = [character for character in foreign if _is_everyday(character)]
    fitting = len(chinese) + sum(character in _CHINESE_PUNCTUATION for character in foreign)
    common = sum(character in _COMMON_CHINESE for character in chinese)
    return len(chinese) >= _ENOUGH_CHINESE and fitting >= 0.95 * len(foreign) and common >= 0.4 * len(chinese)


def _is_everyday(character: str) -> bool:
    """Say whether a character is in the first level of GB 2312: the 3,755 most used ones."""
    try:
        return 0xB0 <= character.encode("gb2312")[0] <= 0xD7
    except UnicodeEncodeError:
        return False


def _undecided(content: bytes) -> SubtitleError:
    previews: dict[str, str] = {}
    for name in _LIKELY:
        text = _try(content, name)
        if text is not None:
            line = next((line for line in text.splitlines() if not line.isascii()), "")
            previews[name] = line.strip()[:_PREVIEW_LENGTH]
    readings = "; ".join(f"as {name}: {line!r}" for name, line in previews.items()) or "none fits"
    return SubtitleError(
        "encoding_unknown",
        "The file is neither UTF-8 nor UTF-16, and its bytes do not say what they are. Choose the encoding in which "
        f"it reads right (--encoding): {readings}.",
        previews=previews,
    )
