"""Subtitle files made to break the reader: what no column holds is left out and counted, or refused."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from annotation.subtitles.errors import SubtitleError
from annotation.subtitles.models import SubtitleFile, Utterance
from annotation.subtitles.parsing import parse
from annotation.subtitles.services import add_subtitles
from annotation.videos.models import Video, VideoState
from kernel.errors import Invalid
from tests.personas import People, client_of

GOOD = "00:00:05,000 --> 00:00:06,000\nGood.\n"
HOURS = ["99999999999", "2778", "9" * 5000, "9" * 400]


def srt(hours: str) -> bytes:
    return f"1\n{hours}:00:01,000 --> {hours}:00:02,000\nToo late.\n\n2\n{GOOD}".encode()


def vtt(hours: str) -> bytes:
    return (
        f"WEBVTT\n\n{hours}:00:01.000 --> {hours}:00:02.000\nToo late.\n\n{GOOD.replace(',', '.')}".encode()
    )


def ass(hours: str) -> bytes:
    lines = [
        "[Script Info]",
        "[Events]",
        "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
        f"Dialogue: 0,{hours}:00:01.00,{hours}:00:02.00,Default,,0,0,0,,Too late.",
        "Dialogue: 0,0:00:05.00,0:00:06.00,Default,,0,0,0,,Good.",
    ]
    return "\n".join(lines).encode()


def rows(t: str, text: str = '"Hi"', speaker: str = "null") -> bytes:
    return f'[{{"id": "U1", "t": {t}, "speaker": {speaker}, "text": {text}}}]'.encode()


@pytest.mark.parametrize("hours", HOURS, ids=["11", "first", "5000", "400"])
@pytest.mark.parametrize("make", [srt, vtt])
def test_cue_is_left_out_and_counted_when_its_time_is_beyond_every_column(make: object, hours: str) -> None:
    found = parse(make(hours), f"x.{make.__name__}")  # type: ignore[operator, attr-defined]
    assert [(u.text, u.t) for u in found.utterances] == [("Good.", (Decimal(5), Decimal(6)))]
    assert [warning.code for warning in found.warnings] == ["bad_time"]


def test_last_time_that_fits_is_kept_when_it_is_the_longest_of_all() -> None:
    text = b"1\n2777:46:39,999 --> 2777:46:39,999\nLast.\n\n2\n2777:46:40,000 --> 2777:46:40,000\nOver.\n"
    found = parse(text, "x.srt")
    assert [u.t[1] for u in found.utterances] == [Decimal("9999999.999")]
    assert [w.code for w in found.warnings] == ["past_end", "bad_time"]


@pytest.mark.parametrize("hours", HOURS, ids=["11", "first", "5000", "400"])
def test_ass_is_refused_when_a_time_is_beyond_every_column(hours: str) -> None:
    with pytest.raises(SubtitleError) as refusal:
        parse(ass(hours), "x.ass")
    assert refusal.value.code == "bad_ass"
    assert len(refusal.value.reason) < 300


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (rows(f"[0, 1e{'9' * 400}]"), "bad_json"),
        (rows("[0, 1e400]"), "bad_row"),
        (rows(f"[0, {'9' * 5000}]"), "bad_json"),
        (rows("[0, 10000000]"), "bad_row"),
        (rows("[0, NaN]"), "bad_row"),
        (rows("[0, 1]", r'"\ud800"'), "bad_row"),
        (rows("[0, 1]", r'"a\u0000b"'), "bad_row"),
        (rows("[0, 1]", '"Hi"', r'"\udfff"'), "bad_row"),
        (b"[" * 100_000, "bad_json"),
    ],
    ids=["exponent", "large", "digits", "first", "nan", "surrogate", "nul", "speaker", "deep"],
)
def test_json_is_refused_when_a_row_cannot_be_kept(content: bytes, code: str) -> None:
    with pytest.raises(SubtitleError) as refusal:
        parse(content, "x.json")
    assert refusal.value.code == code
    refusal.value.reason.encode("utf-8")


@pytest.mark.parametrize(
    ("encoding", "half"), [("utf-7", b"+2AA-"), ("unicode_escape", b"\\ud800")], ids=["utf-7", "escape"]
)
def test_encoding_is_wrong_when_it_gives_half_a_character(encoding: str, half: bytes) -> None:
    content = b"1\n00:00:01,000 --> 00:00:02,000\na" + half + b"\n"
    with pytest.raises(SubtitleError) as refusal:
        parse(content, "x.srt", encoding=encoding)
    assert refusal.value.code == "encoding_wrong"


@pytest.fixture
def video(people: People) -> Video:
    return Video.objects.create(
        project=people.project,
        title="Pilot",
        source_from="made here",
        domain="sitcom",
        licence="CC0",
        state=VideoState.READY,
        duration=Decimal(60),
        added_by=people.admin,
    )


def test_video_can_still_be_read_when_a_cue_was_beyond_every_column(people: People, video: Video) -> None:
    add_subtitles(actor=people.admin, video_id=video.pk, filename="x.srt", content=srt("99999999999"))

    answer = client_of(people.admin).get(f"/api/v1/videos/{video.pk}/subtitles")
    assert answer.status_code == 200
    assert [(cue["start"], cue["text"]) for cue in answer.json()["utterances"]] == [(5, "Good.")]
    assert [w["code"] for w in SubtitleFile.objects.get().warnings] == ["bad_time"]


@pytest.mark.parametrize(
    "content",
    [srt("99999999999").split(b"\n\n")[0], rows("[0, 1e400]"), rows("[0, 1]", r'"\ud800"')],
    ids=["only", "json", "surrogate"],
)
def test_nothing_is_stored_when_no_cue_can_be_kept(people: People, video: Video, content: bytes) -> None:
    with pytest.raises(Invalid):
        add_subtitles(actor=people.admin, video_id=video.pk, filename="x", content=content)
    assert (SubtitleFile.objects.count(), Utterance.objects.count()) == (0, 0)


def test_json_of_a_file_can_be_printed_when_it_was_read() -> None:
    found = parse(rows("[0, 1]", '"é"'), "x.json")
    assert json.dumps([u.text for u in found.utterances]) == '["\\u00e9"]'
