"""Every subtitle file of the shared manifest reads as it should, and what is odd is said."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from annotation.subtitles.cues import ParsedSubtitles
from annotation.subtitles.embedded import read_embedded
from annotation.subtitles.errors import SubtitleError
from annotation.subtitles.parsing import parse
from annotation.videos.probing import probe
from tests.shared_files import shared_path

HELLO = ["ROSS: Hi, how are you?", "None: - Fine.\n- Good — café!"]
#: file -> encoding given, format, encoding, cues as "start-end speaker: text", codes of warnings
CASES: dict[str, tuple[str | None, str, str, list[str], list[str]]] = {
    "ok.srt": (None, "srt", "utf-8", ["1-3 ROSS: Hi, how are you?", "3.5-5.25 None: - Fine.\n- Good — café!"], []),
    "bom_utf8.srt": (None, "srt", "utf-8", HELLO, []),
    "utf16le_bom.srt": (None, "srt", "utf-16-le", HELLO, []),
    "utf16le_nobom.srt": (None, "srt", "utf-16-le", HELLO, []),
    "gbk.srt": (None, "srt", "gb18030", ["罗斯: 你好，最近怎么样？我们要去咖啡馆吗？",
                                         "None: 很好。谢谢你。今天的天气真不错。"], []),
    "cp1252.srt": ("cp1252", "srt", "cp1252", ["ROSS: It’s “naïve” – très café", HELLO[1]], []),
    "crlf.srt": (None, "srt", "utf-8", HELLO, []),
    "dot_ms.srt": (None, "srt", "utf-8", HELLO, []),
    "no_ms.srt": (None, "srt", "utf-8", ["1-3 None: Hi", "3-5 None: Yo"], []),
    "h_1digit.srt": (None, "srt", "utf-8", ["1-3 None: Hi", "3.5-5.25 None: Yo"], []),
    "ms_4digit.srt": (None, "srt", "utf-8", ["1-3 None: Hi"], []),
    "no_index.srt": (None, "srt", "utf-8", ["1-3 None: Hi", "3.5-5.25 None: Yo"], []),
    "dup_index.srt": (None, "srt", "utf-8", ["1-3 None: Hi", "3.5-5.25 None: Yo"], []),
    "tags.srt": (None, "srt", "utf-8", ["None: Hi red top bold", "None: alert(1) 3 < 4 & 5 > 2"], []),
    "pos.srt": (None, "srt", "utf-8", ["1-3 None: Hi"], []),
    "overlap.srt": (None, "srt", "utf-8", ["1-4 None: A", "2-3 None: B"], []),
    "out_of_order.srt": (None, "srt", "utf-8", ["1-3 None: A", "10-11 None: B"], ["out_of_order"]),
    "end_before_start.srt": (None, "srt", "utf-8", [], ["end_before_start"]),
    "negative.srt": (None, "srt", "utf-8", ["2-3 None: B"], ["negative_time"]),
    "beyond.srt": (None, "srt", "utf-8", ["359999-360001 None: A"], ["past_end"]),
    "arrow_spaces.srt": (None, "srt", "utf-8", ["1-3 None: A", "4-5 None: B"], ["short_arrow"]),
    "speakers.srt": (None, "srt", "utf-8", ["ROSS: Hi.", "JOEY: - Hi.\n- JOEY: Hey!", "Chandler: Could I BE...",
                                            "Mrs. Geller: 10:30, ok?", "None: ♪ La la ♪ (LAUGHS)"],
                     ["several_speakers"]),
    "ok.vtt": (None, "vtt", "utf-8", ["1-3 Ross: Hi, how are you?", "3.5-5.25 Joey Tribbiani: Fine & good"], []),
    "note_style.vtt": (None, "vtt", "utf-8", ["1-3 None: Hi"], []),
    "comma.vtt": (None, "vtt", "utf-8", ["1-3 None: Hi"], ["comma_in_time"]),
    "bom.vtt": (None, "vtt", "utf-8", ["1-3 None: Hi"], []),
    "nohdr.vtt": (None, "vtt", "utf-8", ["1-3 None: Hi"], ["no_header"]),
    "ok.ass": (None, "ass", "utf-8", ["1-3 Ross: Hi, how\nare you?", "3.5-5.25 Joey: Fine, good"], []),
    "srt_named.vtt": (None, "srt", "utf-8", HELLO, ["name_differs"]),
}  # fmt: skip
REFUSED = {"empty.srt": "no_cues", "cp1252.srt": "encoding_unknown"}


def read(name: str, encoding: str | None = None) -> ParsedSubtitles:
    path = shared_path(f"cases/subtitles/{name}")
    return parse(path.read_bytes(), path.name, encoding=encoding)


def written(found: ParsedSubtitles, *, with_times: bool) -> list[str]:
    def seconds(time: Decimal) -> str:
        return f"{time.normalize():f}"

    return [
        (f"{seconds(u.t[0])}-{seconds(u.t[1])} " if with_times else "") + f"{u.speaker}: {u.text}"
        for u in found.utterances
    ]


def srt(*texts: str) -> bytes:
    return "".join(
        f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{t}\n\n" for n, t in enumerate(texts, 1)
    ).encode()


def test_every_file_of_the_manifest_is_in_a_test_when_listed() -> None:
    listed = json.loads(shared_path("cases/subtitles/manifest.json").read_text())
    assert set(listed) == set(CASES) | set(REFUSED)


@pytest.mark.parametrize("name", CASES)
def test_file_reads_as_the_manifest_says_when_parsed(name: str) -> None:
    given, form, encoding, cues, warnings = CASES[name]

    found = read(name, given)

    assert (found.format, found.encoding) == (form, encoding)
    assert written(found, with_times=any(cue[0].isdigit() for cue in cues)) == cues
    assert [warning.code for warning in found.warnings] == warnings
    assert [u.id for u in found.utterances] == [f"U{n}" for n in range(1, len(cues) + 1)]
    assert not any("\ufeff" in u.text for u in found.utterances)


@pytest.mark.parametrize("name", REFUSED)
def test_file_is_refused_when_it_cannot_be_read_for_sure(name: str) -> None:
    with pytest.raises(SubtitleError) as refusal:
        read(name)

    assert refusal.value.code == REFUSED[name]


def test_likely_readings_are_shown_when_the_encoding_is_in_doubt() -> None:
    with pytest.raises(SubtitleError) as refusal:
        read("cp1252.srt")

    assert refusal.value.previews["cp1252"] == "ROSS: It’s “naïve” – très café"
    assert "--encoding" in refusal.value.reason


def test_file_is_refused_as_no_text_when_it_is_a_video() -> None:
    with pytest.raises(SubtitleError) as refusal:
        parse(b"\x1a\x45\xdf\xa3\x00\x00binary" * 20, "a.srt")

    assert refusal.value.code == "not_text"
    assert "--track" in refusal.value.reason


def test_warning_names_the_line_when_a_cue_is_left_out() -> None:
    (warning,) = read("negative.srt").warnings

    assert (warning.line, warning.code) == (2, "negative_time")


def test_name_of_a_cue_is_kept_when_the_file_gives_one() -> None:
    assert read("note_style.vtt").utterances[0].identifier == "intro"


@pytest.mark.parametrize("encoding", ["cp949", "big5", "cp932", "euc_jp", "cp1251"])
def test_other_scripts_are_never_taken_for_chinese_when_bytes_leave_doubt(encoding: str) -> None:
    lines = {
        "cp949": "안녕하세요. 오늘은 날씨가 정말 좋네요. 우리 커피 마시러 갈까요? 네, 좋아요. 지금 바로 가요.",
        "big5": "你好，最近怎麼樣？我們要去咖啡館嗎？很好，謝謝你。今天的天氣真不錯，我們走吧。",
        "cp932": "こんにちは。今日はとても天気がいいですね。コーヒーを飲みに行きましょうか。はい、行きましょう。",
        "euc_jp": "こんにちは。今日はとても天気がいいですね。コーヒーを飲みに行きましょうか。はい、行きましょう。",
        "cp1251": "Здравствуйте, как дела? Сегодня очень хорошая погода, пойдём пить кофе вместе с нами.",
    }
    content = srt("text").replace(b"text", lines[encoding].encode(encoding))

    with pytest.raises(SubtitleError) as refusal:
        parse(content, "a.srt")

    assert refusal.value.code == "encoding_unknown"
    assert lines[encoding] in parse(content, "a.srt", encoding=encoding).utterances[0].text


@pytest.mark.parametrize(
    ("encoding", "code"),
    [("klingon", "encoding_not_known"), ("hex", "encoding_not_known"), ("utf-8", "encoding_wrong")],
)
def test_given_encoding_is_refused_when_it_does_not_fit(encoding: str, code: str) -> None:
    with pytest.raises(SubtitleError) as refusal:
        parse(srt("café").decode().encode("latin-1"), "a.srt", encoding=encoding)

    assert refusal.value.code == code


def test_given_encoding_is_refused_when_a_mark_says_another() -> None:
    with pytest.raises(SubtitleError) as refusal:
        parse(b"\xef\xbb\xbf" + srt("café"), "a.srt", encoding="cp1252")

    assert refusal.value.code == "encoding_contradicted"


@pytest.mark.parametrize(
    ("text", "speaker", "rest"),
    [
        ("ROSS: Hi.", "ROSS", "Hi."),
        ("- JOEY: Hey!", "JOEY", "Hey!"),
        ("Mrs. Geller: Come in.", "Mrs. Geller", "Come in."),
        ("DR. O'NEIL: Next.", "DR. O'NEIL", "Next."),
        ("MAN 1: Stop!", "MAN 1", "Stop!"),
        ("ROSS (on phone): Hi.", "ROSS", "Hi."),
        ("[Chandler] Could I BE", "Chandler", "Could I BE"),
        ("罗斯：你好", "罗斯", "你好"),
        ("ROSS:\nHi there", "ROSS", "Hi there"),
        ("10:30 is fine", None, "10:30 is fine"),
        ("See you at 10:30", None, "See you at 10:30"),
        ("I said: no", None, "I said: no"),
        ("Note: nobody's name", None, "Note: nobody's name"),
        ("[Laughing] Stop it", None, "[Laughing] Stop it"),
        ("[door opens]", None, "[door opens]"),
        ("https://example.org", None, "https://example.org"),
    ],
)
def test_speaker_is_proposed_only_when_the_text_names_one(text: str, speaker: str | None, rest: str) -> None:
    (utterance,) = parse(srt(text), "a.srt").utterances

    assert (utterance.speaker, utterance.text) == (speaker, rest)


def test_labels_stay_in_the_text_when_two_people_speak_in_one_cue() -> None:
    found = parse(srt("- ROSS: Hi.\n- JOEY: Hey."), "a.srt")

    assert (found.utterances[0].speaker, found.utterances[0].text) == (
        "ROSS / JOEY",
        "- ROSS: Hi.\n- JOEY: Hey.",
    )
    assert [warning.code for warning in found.warnings] == ["several_speakers"]


def test_words_in_angle_brackets_stay_when_they_are_no_formatting() -> None:
    (utterance,) = parse(srt("<sighs> I <i>know</i>"), "a.srt").utterances

    assert utterance.text == "<sighs> I know"


def test_cues_past_the_video_are_warned_of_when_its_length_is_known() -> None:
    found = parse(srt("one", "two", "three"), "a.srt", video_duration=Decimal("2.5"))

    assert [(w.line, w.code) for w in found.warnings] == [(6, "past_end"), (10, "past_end")]
    assert len(found.utterances) == 3


def test_text_with_blank_lines_stays_whole_when_the_format_is_srt() -> None:
    content = b"1\n00:00:01,000 --> 00:00:02,000\none\n\ntwo\n\n2\n00:00:03,000 --> 00:00:04,000\n1999\n\n"

    assert [u.text for u in parse(content, "a.srt").utterances] == ["one\ntwo", "1999"]


def json_list(*rows: object) -> bytes:
    return json.dumps(rows, ensure_ascii=False).encode()


def test_order_stays_as_given_when_the_format_is_json() -> None:
    rows = [
        {"id": "U1", "t": [687.61, 688.82], "speaker": "Ross", "text": "ROSS: as it is"},
        {"id": "U2", "t": [12, 13.5], "speaker": None, "text": "earlier"},
    ]

    found = parse(json_list(*rows), "a.json")

    assert [(u.id, u.t, u.speaker, u.text) for u in found.utterances] == [
        ("U1", (Decimal("687.610"), Decimal("688.820")), "Ross", "ROSS: as it is"),
        ("U2", (Decimal("12.000"), Decimal("13.500")), None, "earlier"),
    ]
    assert found.warnings == ()


@pytest.mark.parametrize(
    "change",
    [
        {"t": [3, 2]},
        {"t": [-1, 2]},
        {"t": [1]},
        {"t": ["1", "2"]},
        {"t": [True, 2]},
        {"t": [1.2345, 2]},
        {"text": " "},
        {"speaker": 3},
        {"id": 1},
        {"more": 1},
    ],
)
def test_row_is_named_when_the_json_does_not_fit(change: dict[str, object]) -> None:
    good = {"id": "U1", "t": [1, 2], "speaker": None, "text": "a"}

    with pytest.raises(SubtitleError) as refusal:
        parse(json_list(good, {**good, "id": "U2", **change}), "a.json")

    assert refusal.value.code == "bad_row"
    assert "Row 2" in refusal.value.reason


def test_embedded_tracks_are_read_when_they_are_text() -> None:
    path = shared_path("cases/media/embedded_subs.mkv")

    tracks = [read_embedded(path, stream) for stream in probe(path).subtitles]

    assert [track.format for track in tracks] == ["srt", "ass"]
    assert [[(u.speaker, u.text) for u in track.utterances] for track in tracks] == [
        [("ROSS", "Hi."), (None, "- How you doing?\n- Fine.")]
    ] * 2


@pytest.mark.parametrize(
    ("name", "cues", "speakers"),
    [
        ("nasa_13013.en.srt", 4, {"NAR", None}),
        ("ableplayer_itaccess_subtitles_zh-cn.vtt", 76, {None}),
        ("ableplayer_wwa_captions_ja.vtt", 15, {None, "テリル", "ナレーター"}),
    ],
)
def test_real_files_read_without_warnings_when_parsed(
    name: str, cues: int, speakers: set[str | None]
) -> None:
    path: Path = shared_path(f"media/{name}")

    found = parse(path.read_bytes(), path.name)

    assert len(found.utterances) == cues
    assert {u.speaker for u in found.utterances} == speakers
    assert found.warnings == ()
