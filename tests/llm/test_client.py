"""One call over real HTTP: what is sent, what is read, and how each kind of failure is told."""

from __future__ import annotations

import json
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import httpx2
import pytest
from llmock.pytest_plugin import LLMock
from llmock.scenarios import Reply

from llm import client
from llm.prompts import build
from llm.public import (
    Ability,
    AskFailed,
    AudioPart,
    BadAnswer,
    EndpointDescription,
    EndpointRefused,
    Frame,
    Misfit,
    Prompt,
    RateLimited,
    RequestTooLarge,
    Text,
    Unavailable,
    VideoPart,
    complete,
    embed,
)
from tests.llm.conftest import GOOD, KEY, SCHEMA

PROMPT = Prompt("Judge the answer.", (Text("Question: why?"), Text("Answer: because.")), "judge/1")


def endpoint(llmock: LLMock, *abilities: Ability, **fields: Any) -> EndpointDescription:
    return EndpointDescription(
        **{
            "base_url": llmock.base_url("openai"),
            "model": "gpt-mock",
            "key": KEY,
            "abilities": frozenset(abilities or {Ability.JSON_SCHEMA}),
            **fields,
        }
    )


# --- what is sent ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ability", [Ability.JSON_SCHEMA, Ability.JSON_OBJECT, None])
def test_answer_is_asked_for_as_strictly_as_can_be_when_a_schema_is_given(
    llmock: LLMock, ability: Ability | None
) -> None:
    llmock.reply(GOOD)
    abilities = {ability} if ability else {Ability.FRAMES}
    done = complete(endpoint(llmock, *abilities), PROMPT, schema=SCHEMA)
    sent = llmock.last_request.body
    asked = {None: None, "json_object": {"type": "json_object"}}.get(
        ability, {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": SCHEMA}}
    )
    assert sent.get("response_format") == asked
    # A service that is not given the schema as such has to read it, and DeepSeek's insists on the word.
    assert ("JSON schema" in sent["messages"][0]["content"]) == (ability != Ability.JSON_SCHEMA)
    assert sent["messages"][1] == {"role": "user", "content": "Question: why?\n\nAnswer: because."}
    assert (sent["max_tokens"], sent["temperature"]) == (4096, 0.0)
    assert done.data == {"score": 3, "reason": "All stages are there."}


def test_parts_keep_their_order_and_frames_their_times_when_sent(llmock: LLMock) -> None:
    parts = (Text("Look."), Frame(b"jpeg", 12.5), AudioPart(b"wave", 3.0), VideoPart(b"film", 4.0))
    able = endpoint(llmock, Ability.FRAMES, Ability.AUDIO, Ability.VIDEO)
    complete(able, Prompt("Say what is seen.", parts))
    assert llmock.last_request.body["messages"][1]["content"] == [
        {"type": "text", "text": "Look."},
        {"type": "text", "text": "Frame at 12.500 s:"},
        {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64,anBlZw=="}},
        {"type": "input_audio", "input_audio": {"data": "d2F2ZQ==", "format": "wav"}},
        {"type": "video_url", "video_url": {"url": "data:video/mp4;base64,ZmlsbQ=="}},
    ]


@pytest.mark.parametrize("part", [Frame(b"x", 0.0), AudioPart(b"x", 1.0), VideoPart(b"x", 1.0)])
def test_nothing_is_sent_when_the_endpoint_does_not_take_a_part(
    llmock: LLMock, part: Frame | AudioPart | VideoPart
) -> None:
    with pytest.raises(Misfit) as refusal:
        complete(endpoint(llmock), Prompt("Look.", (part,)))
    assert (refusal.value.code, llmock.requests) == ("part_not_accepted", [])


def test_nothing_is_sent_when_the_request_is_too_large(llmock: LLMock) -> None:
    with pytest.raises(RequestTooLarge):
        complete(endpoint(llmock, max_request_bytes=300), Prompt("Judge.", (Text("x" * 300),)))
    assert llmock.requests == []


def test_limit_of_tokens_goes_under_the_name_that_the_service_knows_when_it_is_newer(llmock: LLMock) -> None:
    newer = endpoint(llmock, tokens_field="max_completion_tokens", temperature=None)
    complete(newer, PROMPT, max_output_tokens=7)
    sent = llmock.last_request.body
    assert (sent["max_completion_tokens"], "max_tokens" in sent, "temperature" in sent) == (7, False, False)


@pytest.mark.parametrize(
    "address",
    [
        "ftp://host/v1",
        "https://",
        "https://user:pass@host/v1",
        "https://host/v1?key=x",
        "host/v1",
        "http://[::1",
    ],
)
def test_nothing_is_sent_when_the_address_is_not_usable(llmock: LLMock, address: str) -> None:
    with pytest.raises(Misfit):
        complete(endpoint(llmock, base_url=address), PROMPT)


# --- what is read ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "finish", "code"),
    [
        ("", None, "answer_blank"),
        (" \n", None, "answer_blank"),
        ('{"score": 3, "rea', "length", "answer_cut_off"),
        (GOOD, "content_filter", "answer_refused"),
        ('{"score": 3, "rea', None, "answer_not_json"),
        (f"Sure! {GOOD}", None, "answer_not_json"),
        ('{"score": 3, "score": 4, "reason": ""}', None, "answer_not_json"),
        ('{"score": NaN, "reason": ""}', None, "answer_not_json"),
        ("[" * 100_000, None, "answer_not_json"),
        ('{"score": 5, "reason": "too much"}', None, "answer_off_schema"),
        ('{"score": true, "reason": "a bool"}', None, "answer_off_schema"),
        ('{"score": 3}', None, "answer_off_schema"),
        ('{"score": 3, "reason": "", "more": 1}', None, "answer_off_schema"),
        ('{"score": 3, "reason": "\\u0000"}', None, "answer_off_schema"),
        ('{"score": 3, "reason": "\\ud800"}', None, "answer_off_schema"),
        ("3", None, "answer_off_schema"),
    ],
)
def test_answer_is_refused_when_it_is_not_exactly_what_was_asked_for(
    llmock: LLMock, text: str, finish: str | None, code: str
) -> None:
    llmock.add(Reply(text=text, finish_reason=finish))
    with pytest.raises(BadAnswer) as refusal:
        complete(endpoint(llmock), PROMPT, schema=SCHEMA)
    assert refusal.value.code == code
    assert refusal.value.exchange is not None
    assert refusal.value.exchange.text == text
    assert refusal.value.exchange.input_tokens is not None
    # What a model says may be a transcript; the words of an error go to logs and pages.
    assert not text.strip() or text not in refusal.value.detail


def test_answer_is_read_when_only_a_code_fence_is_around_it(llmock: LLMock) -> None:
    llmock.reply(f"```json\n{GOOD}\n```\n")
    assert complete(endpoint(llmock), PROMPT, schema=SCHEMA).data == json.loads(GOOD)


def test_cost_follows_the_counted_tokens_when_prices_are_set(llmock: LLMock) -> None:
    priced = endpoint(llmock, input_price=Decimal("2.5"), output_price=Decimal(10))
    done = complete(priced, PROMPT)
    tokens = (done.exchange.input_tokens, done.exchange.output_tokens)
    assert tokens[0] is not None
    assert tokens[1] is not None
    assert done.cost == (tokens[0] * Decimal("2.5") + tokens[1] * 10) / 1_000_000
    assert done.cost_is_bound is False
    request = build(priced, PROMPT, schema=None)
    assert done.cost <= client.most_it_can_cost(priced, request)


def test_vectors_keep_the_order_of_the_texts_when_embedded(llmock: LLMock) -> None:
    able = endpoint(llmock, Ability.EMBEDDINGS)
    (first, second), _ = embed(able, ("one", "two"))
    (again,), _ = embed(able, ("two",))
    assert second == pytest.approx(again)
    assert first != second


# --- failures -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "kind", "code"),
    [
        (429, RateLimited, "model_rate_limited"),
        (503, Unavailable, "model_unavailable"),
        (500, Unavailable, "model_unavailable"),
        (401, EndpointRefused, "model_key_refused"),
        (404, EndpointRefused, "model_not_found"),
        (400, EndpointRefused, "model_request_refused"),
    ],
)
def test_failure_is_told_by_its_kind_and_not_tried_twice_when_the_service_refuses(
    llmock: LLMock, status: int, kind: type[Exception], code: str
) -> None:
    llmock.fail(status, retry_after=7.0, message=f"no, {KEY} and Question: why?")
    with pytest.raises(AskFailed) as refusal:
        complete(endpoint(llmock), PROMPT)
    assert (type(refusal.value), refusal.value.code, len(llmock.requests)) == (kind, code, 1)
    assert KEY not in str(refusal.value)
    assert isinstance(refusal.value, RateLimited | Unavailable | EndpointRefused)
    exchange = refusal.value.exchange
    assert exchange is not None
    assert (exchange.http_status, KEY in exchange.text, "no, ***" in exchange.text) == (status, False, True)
    if isinstance(refusal.value, RateLimited | Unavailable):
        assert refusal.value.after == timedelta(seconds=7)


def test_timeout_is_kept_when_the_service_is_slow(llmock: LLMock) -> None:
    llmock.delay(1.0)
    with pytest.raises(Unavailable) as refusal:
        complete(endpoint(llmock, timeout=0.2), PROMPT)
    assert refusal.value.code == "model_timeout"
    assert refusal.value.exchange is not None
    assert 150 < refusal.value.exchange.milliseconds < 900


def test_failure_is_told_when_nobody_listens() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    with pytest.raises(Unavailable) as refusal:
        complete(EndpointDescription(address, "m"), PROMPT)
    assert refusal.value.code == "model_unreachable"


@contextmanager
def raw_server(*pieces: bytes, pause: float = 0.0) -> Iterator[str]:
    """The address of a server that answers the first request with these bytes, whatever they are."""
    done = threading.Event()
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()

        def answer() -> None:
            with listening.accept()[0] as connection:
                # A close with something unread would take the answer with it.
                got = b""
                while b"\r\n\r\n" not in got or not got.endswith(b"}"):
                    got += connection.recv(65536)
                for piece in pieces:
                    try:
                        connection.sendall(piece)
                    except OSError:
                        return
                    done.wait(pause)

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
        done.set()
        thread.join(5)


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"


def test_timeout_holds_for_the_whole_answer_when_it_drips() -> None:
    with raw_server(HEAD, *[b" "] * 50, pause=0.1) as address, pytest.raises(Unavailable) as refusal:
        complete(EndpointDescription(address, "m", timeout=0.4), PROMPT)
    assert refusal.value.code == "model_timeout"


def test_answer_is_not_read_to_its_end_when_it_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "MAX_ANSWER_BYTES", 1000)
    with raw_server(HEAD, *[b" " * 400] * 9) as address, pytest.raises(BadAnswer) as refusal:
        complete(EndpointDescription(address, "m"), PROMPT)
    assert refusal.value.code == "answer_too_long"


@pytest.mark.parametrize(
    "body", [b"<html>", b"[]", b"{}", b'{"choices": []}', b'{"choices": [{"message": {"content": 7}}]}']
)
def test_answer_is_refused_when_it_does_not_speak_the_protocol(body: bytes) -> None:
    with raw_server(HEAD + body) as address, pytest.raises(BadAnswer) as refusal:
        complete(EndpointDescription(address, "m"), PROMPT)
    assert refusal.value.code == "answer_unreadable"


def test_redirect_is_not_followed_when_the_service_sends_one() -> None:
    moved = b"HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1:1/inner\r\nContent-Length: 0\r\n\r\n"
    with raw_server(moved) as address, pytest.raises(EndpointRefused) as refusal:
        complete(EndpointDescription(address, "m"), PROMPT)
    assert refusal.value.code == "model_redirected"


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("2", 2.0), ("0.5", 0.5), ("-3", 0.0), ("9e99", None), ("soon", None), ("1e9", 6 * 3600.0), ("", None)],
)
def test_pause_is_read_when_a_service_gives_one(value: str, seconds: float | None) -> None:
    found = client.retry_after(httpx2.Headers({"retry-after": value}))
    assert (found.total_seconds() if found is not None else None) == seconds


def test_pause_is_read_when_it_is_a_date() -> None:
    moment = datetime.now(UTC) + timedelta(seconds=90)
    header = moment.strftime("%a, %d %b %Y %H:%M:%S GMT")
    found = client.retry_after(httpx2.Headers({"retry-after": header}))
    assert found is not None
    assert 85 < found.total_seconds() <= 90


# --- logs -----------------------------------------------------------------------------------------------------


def test_logs_hold_no_key_frame_or_text_when_everything_is_logged_that_the_settings_let_through(
    llmock: LLMock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    frame = Frame(b"\xff\xd8 a secret face", 1.0)
    prompt = Prompt("Hidden instruction.", (Text("A private transcript."), frame))
    able = endpoint(llmock, Ability.FRAMES)
    llmock.reply("An answer of the model.")
    complete(able, prompt)
    llmock.fail(500, message="A private transcript.")
    with pytest.raises(Unavailable):
        complete(able, prompt)
    logged = caplog.text + "".join(str(record.args) for record in caplog.records)
    hidden = (KEY, "Hidden instruction", "private transcript", "/9ggYSBzZWNyZXQ", "answer of the model")
    assert [secret for secret in hidden if secret in logged] == []
