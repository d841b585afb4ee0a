"""Subtitles of a clip: in the clip's order, with original seconds; and a file on the clip's own timeline."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from annotation.clips.segments import Segment
from annotation.subtitles.cues import ParsedUtterance
from annotation.subtitles.cutting import cut_utterances, write_srt
from annotation.subtitles.parsing import parse


def cue(number: int, start: str, end: str, text: str, speaker: str | None = None) -> ParsedUtterance:
    return ParsedUtterance(f"U{number}", (Decimal(start), Decimal(end)), speaker, text)


def piece(start: str, end: str) -> Segment:
    return Segment(Decimal(start), Decimal(end))


CUES = [
    cue(1, "1", "2", "one", "Ross"),
    cue(2, "5", "6", "two"),
    cue(3, "9", "11", "over the join"),
    cue(4, "20", "21", "four"),
]


def test_cues_keep_original_seconds_and_the_order_of_the_clip_when_segments_go_back() -> None:
    found = cut_utterances(CUES, [piece("19", "22"), piece("0", "7")])

    assert [(u.id, u.t, u.speaker, u.text) for u in found] == [
        ("U1", (Decimal(20), Decimal(21)), None, "four"),
        ("U2", (Decimal(1), Decimal(2)), "Ross", "one"),
        ("U3", (Decimal(5), Decimal(6)), None, "two"),
    ]


def test_cue_is_listed_once_when_it_goes_on_over_a_join() -> None:
    found = cut_utterances(CUES, [piece("8", "10"), piece("10.5", "12")])

    assert [u.text for u in found] == ["over the join"]
    assert found[0].t == (Decimal(9), Decimal(11))


def test_cue_is_listed_again_when_the_clip_comes_back_to_it() -> None:
    found = cut_utterances(CUES, [piece("10", "12"), piece("8", "10")])

    assert [u.text for u in found] == ["over the join", "over the join"]


def test_cue_is_left_out_when_it_only_touches_a_segment() -> None:
    assert cut_utterances(CUES, [piece("2", "5")]) == []


def test_srt_is_on_the_clips_timeline_when_written() -> None:
    text = write_srt(CUES, [piece("19", "22"), piece("0.5", "10")])

    assert text == (
        "1\n00:00:01,000 --> 00:00:02,000\nfour\n\n"
        "2\n00:00:03,500 --> 00:00:04,500\none\n\n"
        "3\n00:00:07,500 --> 00:00:08,500\ntwo\n\n"
        "4\n00:00:11,500 --> 00:00:12,500\nover the join\n\n"
    )


def test_srt_joins_a_cue_when_it_goes_on_over_a_join() -> None:
    text = write_srt(CUES, [piece("8", "10"), piece("10.5", "12")])

    assert text == "1\n00:00:01,000 --> 00:00:02,500\nover the join\n\n"


def test_srt_follows_the_cut_file_when_its_segments_are_whole_frames() -> None:
    text = write_srt(
        CUES, [piece("0", "2.51"), piece("4.5", "7")], durations=[Fraction(252, 100), Fraction(5, 2)]
    )

    assert "2\n00:00:03,020 --> 00:00:04,020\ntwo\n" in text


def test_srt_reads_back_as_written_when_its_text_looks_like_a_cue() -> None:
    tricky = [cue(1, "1", "2", "a --> b\n\n2\n00:00:05,000 --> 00:00:06,000\nno cue")]

    found = parse(write_srt(tricky, [piece("0", "3")]).encode(), "clip.srt")

    assert len(found.utterances) == 1
