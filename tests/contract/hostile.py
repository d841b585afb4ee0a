"""Hostile requests made of the OpenAPI document: each operation with ids that are right and values that are not."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

#: What people, broken clients and attackers put where a value belongs.
VALUES: Final[tuple[Any, ...]] = (
    *(
        None,
        True,
        [],
        {},
        [None],
        [[]],
        [{}],
        {"a": None},
        "",
        " ",
        "\u200b",
        "\u3164",
        "a\0b",
        "\ud800",
        "x" * 3000,
    ),
    *("nan", "1e999999999", "../../etc/passwd", "%00", "'; --", "2026-13-45", "9" * 5000, "\u202e\u0301"),
    *(
        0,
        -1,
        2**31 - 1,
        2**31,
        2**63 - 1,
        2**63,
        -(2**63) - 1,
        10**30,
        0.1,
        1e308,
        -1e308,
        5e-324,
        float("1e-300"),
    ),
    *([1e308, 1], [[1e308, 1]], [[0, 1, 2]], [2**63], ["a\0b"], {"\0": 1}),
)
#: Parts of addresses and parameters.
TEXTS: Final = (
    *("", "0", "-1", "1.5", "nan", "x", "true", "me", "%00", "\0", "2147483648", "9223372036854775807"),
    *(
        "9223372036854775808",
        "9" * 5000,
        "\u0661",
        "\ud7ff",
        "%ff%fe",
        "..",
        "x" * 3000,
        "2026-13-45",
        "2026-W99",
    ),
    *("99999-W01", "0000-W01", "9999-12-31", "1e9", "{}", "[]", "all", "\u200b", "'"),
)
BODIES: Final = (
    *(b"", b"[" * 100_000, b"{", b"\xff\xfe", b"null", b"[]", b"1e999", b"NaN", b'"\\ud800"', b"9" * 5000),
    b'{"project": ' + b"9" * 30 + b"}",
)
TYPES: Final = (
    *("application/json", "application/json; charset=latin-1", "text/plain", "multipart/form-data"),
    *("multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "", "x"),
)
HEADERS: Final[tuple[dict[str, str], ...]] = (
    {"Authorization": "Token \xff\xfe"},
    {"Authorization": "Token " + "a" * 5000},
    {"Authorization": "Token"},
    {"Host": "evil.example"},
    {"Accept": "text/html"},
    {"Accept": "\xff"},
    {"Range": "bytes=9999999999999999999999-", "If-Range": "1 Jan 9999999999999999999999 00:00:00 GMT"},
    {"Range": "bytes=0-4", "If-Range": "Mon, 01 Jan 2024 00:00:00 +99999999999999"},
    {"Range": "bytes=" + "0-1," * 5000, "If-None-Match": "\xff" * 100},
    {"Cookie": "sessionid=\xff; csrftoken=\xff"},
    {"X-CSRFToken": "\xff"},
)
FILES: Final = (
    b"1\n99999999999:00:01,000 --> 99999999999:00:02,000\nx\n",
    b'[{"id": "U1", "t": [0, 1e' + b"9" * 400 + b'], "speaker": null, "text": "x"}]',
    b'[{"id": "U1", "t": [0, 1], "speaker": null, "text": "\\ud800"}]',
    b"\x00" * 100,
    b"",
    b"[" * 50_000,
    b"1\n00:00:01,000 --> 00:00:02,000\nGood.\n",
)


@dataclass(frozen=True)
class HostileRequest:
    """One request as Django's test client sends it."""

    method: str
    address: str
    body: bytes = b""
    content_type: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.address[:150]!r} {self.content_type!r} {self.body[:300]!r} {self.headers}"


class Maker:
    """Makes requests from a seed; the same seed, document and ids give the same requests."""

    def __init__(self, document: Mapping[str, Any], ids: Mapping[str, list[str]], seed: int) -> None:
        self._schemas = document["components"]["schemas"]
        self._ids = ids
        self._chance = random.Random(seed)

    def make(self, path: str, method: str, operation: Mapping[str, Any]) -> HostileRequest:
        """One request of an operation. One part of it is hostile, so that the rest gets it past the first look."""
        kind = self._chance.choice(["path", "query", "body", "body", "raw", "header"])
        address = self._address(path, hostile=kind == "path")
        headers: dict[str, str] = {}
        query: list[str] = []
        for each in operation.get("parameters", []):
            if each["in"] == "query" and (each.get("required") or self._chance.random() < 0.5):
                hostile = kind == "query" and self._chance.random() < 0.6
                value = self._chance.choice(TEXTS) if hostile else self._plain(each["name"], each["schema"])
                query.append(f"{each['name']}={value}")
            elif each["in"] == "header":
                value = (
                    self._chance.choice(TEXTS)
                    if kind == "header"
                    else self._plain(each["name"], each["schema"])
                )
                headers[each["name"]] = value.replace("\0", "").encode("utf-8", "replace").decode("latin-1")
        if query:
            address += "?" + "&".join(query).replace(" ", "+")
        if kind == "header":
            headers |= self._chance.choice(HEADERS)
        body, content_type = self._body(operation, hostile=kind == "body", raw=kind == "raw")
        return HostileRequest(method, address, body, content_type, headers)

    def _address(self, path: str, *, hostile: bool) -> str:
        kind = path.removeprefix("/api/v1/").split("/")[0]
        while "{" in path:
            before, _, rest = path.partition("{")
            _, _, after = rest.partition("}")
            known = self._ids.get(kind, ["1"])
            part = self._chance.choice(TEXTS if hostile else known) or "0"
            path = before + part.replace("?", "") + after
        return path

    def _plain(self, name: str, schema: Mapping[str, Any]) -> str:
        if name in ("Tus-Resumable", "Upload-Length", "Upload-Offset"):
            return {"Tus-Resumable": "1.0.0", "Upload-Length": "10", "Upload-Offset": "0"}[name]
        return str(self._value(name, schema, 0))

    def _body(self, operation: Mapping[str, Any], *, hostile: bool, raw: bool) -> tuple[bytes, str]:
        if raw:
            return self._chance.choice(BODIES), self._chance.choice(TYPES)
        content = operation.get("requestBody", {}).get("content", {})
        if "multipart/form-data" in content:
            return self._form(hostile), "multipart/form-data; boundary=edge"
        if "application/json" not in content:
            return (b"x" * 10, next(iter(content))) if content else (b"", "")
        value = self._value("", content["application/json"]["schema"], 0)
        for _ in range(self._chance.randint(1, 2) if hostile else 0):
            value = self._spoilt(value)
        return json.dumps(value).encode(), "application/json"

    def _form(self, hostile: bool) -> bytes:
        file = self._chance.choice(FILES if hostile else FILES[-1:])
        name = self._chance.choice(["x.srt", "x.json", "\x00.vtt", "x" * 600, "../x.ass"]).encode()
        encoding = self._chance.choice([b"", b"utf-7", b"hex", b"\xff", b"x" * 300])
        head = b'--edge\r\nContent-Disposition: form-data; name="'
        text = head + b'encoding"\r\n\r\n' + encoding + b"\r\n" if hostile else b""
        return text + head + b'file"; filename="' + name + b'"\r\n\r\n' + file + b"\r\n--edge--\r\n"

    def _spoilt(self, value: Any) -> Any:
        """`value` with one part, at any depth, made hostile."""
        if isinstance(value, dict) and value and self._chance.random() < 0.9:
            key = self._chance.choice(sorted(value))
            return {**value, key: self._spoilt(value[key])}
        if isinstance(value, list) and value and self._chance.random() < 0.7:
            place = self._chance.randrange(len(value))
            return [*value[:place], self._spoilt(value[place]), *value[place + 1 :]]
        return self._chance.choice(VALUES)

    def _value(self, name: str, schema: Mapping[str, Any], depth: int) -> Any:
        """A value that the schema allows, with ids of rows that are there."""
        if "$ref" in schema:
            return self._value(name, self._schemas[schema["$ref"].rpartition("/")[2]], depth)
        for several in ("oneOf", "allOf", "anyOf"):
            if several in schema:
                return self._value(name, schema[several][0], depth)
        if "enum" in schema:
            return self._chance.choice(schema["enum"])
        if schema.get("format") == "uuid":
            return (self._ids.get(f"{name}s") or ["00000000-0000-0000-0000-000000000000"])[0]
        if name in self._ids or f"{name}s" in self._ids:
            return int(self._chance.choice(self._ids.get(name) or self._ids[f"{name}s"]))
        kind = schema.get("type", "object" if "properties" in schema else "string")
        if isinstance(kind, list):
            kind = kind[0]
        if kind == "object":
            return {
                key: self._value(key, inner, depth + 1) for key, inner in schema.get("properties", {}).items()
            }
        if kind == "array":
            count = max(schema.get("minItems", 0), self._chance.randint(0, 2)) if depth < 5 else 0
            count = min(count, schema.get("maxItems", count))
            return [self._value("", schema["items"], depth + 1) for _ in range(count)]
        if kind == "integer":
            return max(int(schema.get("minimum", 1)), 1)
        if kind == "number":
            return self._chance.choice([0, 0.5, 1, 2.25])
        if kind == "boolean":
            return self._chance.choice([True, False])
        return "a@lab.example" if schema.get("format") == "email" else self._chance.choice(["Some text.", ""])
