"""Reading JSON files value by value: forms, places, and what the standard parser would let pass."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from kernel import json_streams
from kernel.json_streams import JsonEntry, read_values


def read(tmp_path: Path, content: str | bytes, name: str = "file.json") -> list[JsonEntry]:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(read_values(path))


def found(entries: list[JsonEntry]) -> list[tuple[int, int, Any]]:
    assert all(entry.readable and not entry.flaws for entry in entries)
    return [(entry.place, entry.line, entry.value) for entry in entries]


def flaws(entries: list[JsonEntry]) -> list[tuple[int, int, bool, list[tuple[str, str]]]]:
    return [
        (entry.place, entry.line, entry.readable, [(flaw.field, flaw.code) for flaw in entry.flaws])
        for entry in entries
    ]


@pytest.mark.parametrize(
    ("name", "content", "values"),
    [
        ("one.json", '\n {"a":\n 1}\n', [(1, 2, {"a": 1})]),
        ("array.json", '[\n{"a": 1},\n\n{"a": 2}]\n', [(1, 2, {"a": 1}), (2, 4, {"a": 2})]),
        ("empty_array.json", " [ ] ", []),
        ("lines.jsonl", '{"a": 1}\r\n\n{"a": 2}', [(1, 1, {"a": 1}), (2, 3, {"a": 2})]),
        ("lines.NDJSON", '{"a": 1}\n', [(1, 1, {"a": 1})]),
        ("lines_called.json", '{"a": 1}\n{"a": 2}\n', [(1, 1, {"a": 1}), (2, 2, {"a": 2})]),
        ("lines_of_lists.jsonl", "[1]\n[2]\n", [(1, 1, [1]), (2, 2, [2])]),
        ("empty.jsonl", "", []),
        ("separator.jsonl", '{"a": "\u2028"}\n', [(1, 1, {"a": "\u2028"})]),
        ("no_suffix", '{"a": 1}', [(1, 1, {"a": 1})]),
    ],
)
def test_values_come_with_place_and_line_when_file_is_sound(
    tmp_path: Path, name: str, content: str, values: list[tuple[int, int, Any]]
) -> None:
    assert found(read(tmp_path, content, name)) == values


def test_numbers_keep_their_digits_when_read(tmp_path: Path) -> None:
    (entry,) = read(tmp_path, "[687.610, 12]", "x.jsonl")
    assert entry.value == [Decimal("687.610"), 12]
    assert [type(number) for number in entry.value] == [Decimal, int]


@pytest.mark.parametrize(
    ("content", "field", "code"),
    [
        ('{"a": 1, "a": 2}', "a", "duplicate_key"),
        ('{"a": [{"b": {"c": 1, "c": 1}}]}', "a.0.b.c", "duplicate_key"),
        ('{"a": NaN}', "a", "not_finite"),
        ('{"a": [0, -Infinity]}', "a.1", "not_finite"),
        ('{"a": 1e99999999999999999999}', "a", "not_finite"),
        ('{"a": "\\ud83d"}', "a", "encoding"),
    ],
)
@pytest.mark.parametrize("form", ["{}", "[{}]"])
def test_flaw_names_its_field_when_the_standard_parser_would_pass_it(
    tmp_path: Path, content: str, field: str, code: str, form: str
) -> None:
    entries = read(tmp_path, form.replace("{}", content))
    assert flaws(entries) == [(1, 1, True, [(field, code)])]
    assert set(entries[0].value) == {"a"}


def test_pair_of_surrogates_is_no_flaw_when_complete(tmp_path: Path) -> None:
    assert found(read(tmp_path, '{"a": "\\ud83d\\ude00"}')) == [(1, 1, {"a": "😀"})]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("x.json", "", [(1, 1, False, [("", "not_json")])]),
        ("x.json", "  \n", [(1, 1, False, [("", "not_json")])]),
        ("x.json", '{"a":\n1,\n}', [(1, 3, False, [("", "not_json")])]),
        ("x.json", '{"a": 1} {"a": 2}', [(1, 1, False, [("", "not_json")])]),
        ("x.json", '{\n"a": 1}\n{"a": 2}', [(1, 3, False, [("", "not_json")])]),
        ("x.jsonl", '{"a": 1}\n{"a": \n{}\n', [(1, 1, True, []), (2, 2, False, [("", "not_json")]), (3, 3, True, [])]),
        ("x.json", '[{"a": 1},\n{"a": }]', [(1, 1, True, []), (2, 2, False, [("", "not_json")])]),
        ("x.json", '[{"a": 1}\n{"a": 2}]', [(1, 1, True, []), (2, 2, False, [("", "not_json")])]),
        ("x.json", '[{"a": 1},]', [(1, 1, True, []), (2, 1, False, [("", "not_json")])]),
        ("x.json", '[{"a": 1}', [(1, 1, True, []), (2, 1, False, [("", "not_json")])]),
        ("x.json", '[{"a": 1}]\n[', [(1, 1, True, []), (2, 2, False, [("", "not_json")])]),
        ("x.json", '["a', [(1, 1, False, [("", "not_json")])]),
        ("x.json", "[" * 100_000, [(1, 1, False, [("", "not_json")])]),
        ("x.json", '{"a": ' + "9" * 5000 + "}", [(1, 1, False, [("", "not_json")])]),
    ],
)  # fmt: skip
def test_unreadable_value_names_its_line_when_file_is_no_json(
    tmp_path: Path, name: str, content: str, expected: list[Any]
) -> None:
    assert flaws(read(tmp_path, content, name)) == expected


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("name", ["x.json", "x.jsonl"])
def test_byte_order_mark_is_one_flaw_of_the_file_when_found(tmp_path: Path, encoding: str, name: str) -> None:
    (entry,) = read(tmp_path, '{"a": 1}\n{"a": 2}'.encode(encoding), name)
    assert (entry.readable, entry.flaws[0].code) == (False, "encoding")
    assert "save it as UTF-8 without a byte order mark" in entry.flaws[0].message


@pytest.mark.parametrize(
    ("name", "form", "expected"),
    [
        ("x.json", b'{"a":\n"%s"}', [(1, 2, False, [("", "encoding")])]),
        ("x.json", b'[{"a": 1},\n{"a": "%s"}]', [(1, 2, False, [("", "encoding")])]),
        ("x.jsonl", b'{}\n{"a": "%s"}\n{}', [(1, 1, True, []), (2, 2, False, [("", "encoding")]), (3, 3, True, [])]),
    ],
)  # fmt: skip
def test_other_encoding_names_its_line_when_bytes_are_not_utf8(
    tmp_path: Path, name: str, form: bytes, expected: list[Any]
) -> None:
    entries = read(tmp_path, form.replace(b"%s", "é".encode("cp1252")), name)
    assert flaws(entries) == expected
    assert "byte 0xe9" in next(entry for entry in entries if not entry.readable).flaws[0].message


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 64])
def test_array_is_read_alike_when_chunks_cut_its_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr(json_streams, "CHUNK", chunk)
    values = [{"text": 'é😀 "quoted" \\ ] ,' * 3, "n": [1.5, -20, True, None]}, 12, {}, "é", 3456, [[]]]
    text = json.dumps(values, indent=1) + "\n"
    raw = json.dumps(values, ensure_ascii=False, indent=1)
    for content in (text, raw):
        entries = read(tmp_path, content)
        assert [entry.value for entry in entries] == json.loads(content, parse_float=Decimal)
        assert [entry.flaws for entry in entries] == [()] * len(values)
        lines = content.split("\n")
        assert lines[entries[1].line - 1].strip() == "12,"
        assert lines[entries[5].line - 1].strip() == "["


@pytest.mark.parametrize("chunk", [1, 5])
def test_broken_array_names_its_line_when_chunks_are_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr(json_streams, "CHUNK", chunk)
    entries = read(tmp_path, '[\n{"a": 1},\n{"a": 2 "b"}]' + " " * 200)
    assert flaws(entries) == [(1, 2, True, []), (2, 3, False, [("", "not_json")])]


def test_array_is_streamed_when_it_is_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_streams, "CHUNK", 100)
    path = tmp_path / "x.json"
    path.write_text("[" + ", ".join(['{"a": "%s"}' % ("x" * 20)] * 1000) + ", broken]")
    entries = read_values(path)
    assert next(entries).place == 1
    rest = list(entries)
    assert len(rest) == 1000
    assert not rest[-1].readable


def test_missing_file_raises_when_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(read_values(tmp_path / "none.json"))
