"""When a record's subtitles are heard in the prepared video."""

from decimal import Decimal as D
from typing import Any

from annotation.questions.content import Segment, SubtitleLine, subtitles_of_segments
from review.assignments.cues import cues_of


def rows(*lines: tuple[float, float, str]) -> list[dict[str, Any]]:
    return [
        {"id": f"U{n}", "t": [start, end], "speaker": None, "text": text}
        for n, (start, end, text) in enumerate(lines, start=1)
    ]


def shown(subtitles: list[dict[str, Any]], *segments: tuple[float, float]) -> list[tuple[str, float, float]]:
    parts = [Segment(D(str(start)), D(str(end))) for start, end in segments]
    return [(cue.id, float(cue.start), float(cue.end)) for cue in cues_of(subtitles, parts or None)]


def test_cues_keep_their_times_when_the_whole_video_is_played() -> None:
    assert shown(rows((1, 2.5, "a"), (3, 4, "b"))) == [("U1", 1, 2.5), ("U2", 3, 4)]


def test_cues_move_with_their_segment_when_a_clip_is_cut() -> None:
    assert shown(rows((19.5, 21, "a"), (43, 45, "b")), (20, 26), (40, 44)) == [("U1", 0, 1), ("U2", 9, 10)]


def test_cues_follow_the_clip_when_it_goes_back_in_time() -> None:
    assert shown(rows((40, 41, "late"), (20, 21, "early")), (40, 44), (20, 26)) == [
        ("U1", 0, 1),
        ("U2", 4, 5),
    ]


def test_line_has_two_cues_when_its_part_is_played_twice() -> None:
    subtitles = rows((20, 21, "again"), (20, 21, "again"))
    assert shown(subtitles, (20, 22), (20, 22)) == [("U1", 0, 1), ("U2", 2, 3)]


def test_line_has_one_cue_when_it_runs_on_into_the_next_segment() -> None:
    assert shown(rows((21, 25, "long")), (20, 22), (22, 26)) == [("U1", 1, 5)]


def test_cues_agree_with_the_list_when_it_was_made_for_the_record() -> None:
    lines = [SubtitleLine(D(n), D(n) + D("1.5"), f"line {n}") for n in range(0, 40, 2)]
    segments = [Segment(D(10), D(15)), Segment(D(3), D(8)), Segment(D(8), D(13))]
    listed = subtitles_of_segments(lines, segments)
    subtitles = rows(*[(float(line.start), float(line.end), line.text) for line in listed])
    cues = cues_of(subtitles, segments)
    assert [cue.id for cue in cues] == [row["id"] for row in subtitles]
    assert [cue.start for cue in cues] == sorted(cue.start for cue in cues)
    assert max(cue.end for cue in cues) <= D(15)
