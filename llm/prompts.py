"""What is sent to a model, in parts that do not depend on the service: text, frames, video, sound.

Times are seconds with three decimals on the timeline that the prompt speaks of; each frame is preceded by its time in
words, since most services lose it otherwise.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final, Literal

from llm.descriptions import Ability, EndpointDescription
from llm.errors import Misfit, RequestTooLarge

#: Tokens that a message costs beyond its text, generously.
_TOKENS_AROUND: Final = 64

PICTURE_TYPES: Final = frozenset({"image/jpeg", "image/png", "image/webp"})


@dataclass(frozen=True, slots=True)
class Text:
    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """A still picture of the video at `time`."""

    content: bytes
    time: float
    media_type: str = "image/jpeg"


@dataclass(frozen=True, slots=True)
class VideoPart:
    """A whole prepared video file, `seconds` long."""

    content: bytes
    seconds: float
    media_type: str = "video/mp4"


@dataclass(frozen=True, slots=True)
class AudioPart:
    """The sound alone, `seconds` long."""

    content: bytes
    seconds: float
    format: Literal["wav", "mp3"] = "wav"


Part = Text | Frame | VideoPart | AudioPart


@dataclass(frozen=True, slots=True)
class Prompt:
    """`instructions` say what to do and how to answer; `parts` are the material, in order.

    `version` names the wording, e.g. `draft-emotion-cause/1`: costs and survival are reported by it.
    """

    instructions: str
    parts: tuple[Part, ...]
    version: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """A prompt as it goes to one endpoint.

    `sha256` is of the JSON that is sent, which holds no key. `max_input_tokens` is an upper bound for what the service
    will count. `contents` says what was in it, without saying what it said.
    """

    body: dict[str, Any]
    sha256: str
    size: int
    max_input_tokens: int
    max_output_tokens: int
    mode: str
    contents: dict[str, Any]


def build(
    endpoint: EndpointDescription,
    prompt: Prompt,
    *,
    schema: dict[str, Any] | None,
    max_output_tokens: int | None = None,
) -> Request:
    """The chat-completions request for `prompt`, its answer asked for in the strictest way that the endpoint has.

    `schema` is a JSON schema of an object, None for free text. Raises Misfit for a part that the endpoint does not
    take, RequestTooLarge for more than its limit.
    """
    _require_parts(endpoint, prompt)
    mode = _mode(endpoint, schema)
    instructions = prompt.instructions
    if schema is not None and mode != Ability.JSON_SCHEMA:
        instructions += (
            "\n\nAnswer with one JSON object and nothing else, no code fence and no remark around it. "
            f"It must be valid under this JSON schema:\n{json.dumps(schema, ensure_ascii=False)}"
        )
    most = min(max_output_tokens or endpoint.max_output_tokens, endpoint.max_output_tokens)
    body: dict[str, Any] = {
        "model": endpoint.model,
        "messages": [
            {"role": "system", "content": instructions},
            {"role": "user", "content": _content(prompt.parts)},
        ],
        endpoint.tokens_field: most,
    }
    if endpoint.temperature is not None:
        body["temperature"] = endpoint.temperature
    if mode == Ability.JSON_SCHEMA:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": True, "schema": schema},
        }
    elif mode == Ability.JSON_OBJECT:
        body["response_format"] = {"type": "json_object"}
    return _request(
        endpoint,
        body,
        most=most,
        mode=mode,
        text_bytes=_text_bytes(instructions, prompt, schema),
        prompt=prompt,
    )


def build_embedding(endpoint: EndpointDescription, texts: tuple[str, ...]) -> Request:
    """The embeddings request for `texts`. Raises Misfit and RequestTooLarge as `build`."""
    if not endpoint.can(Ability.EMBEDDINGS):
        raise Misfit("part_not_accepted", f"The endpoint {endpoint} is not set up to embed texts.")
    body = {"model": endpoint.model, "input": list(texts), "encoding_format": "float"}
    prompt = Prompt("", tuple(Text(text) for text in texts), "embedding/1")
    size = sum(len(text.encode()) for text in texts)
    return _request(endpoint, body, most=0, mode=Ability.EMBEDDINGS, text_bytes=size, prompt=prompt)


def _request(
    endpoint: EndpointDescription,
    body: dict[str, Any],
    *,
    most: int,
    mode: str,
    text_bytes: int,
    prompt: Prompt,
) -> Request:
    sent = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    if len(sent) > endpoint.max_request_bytes:
        raise RequestTooLarge(
            "request_too_large",
            f"The request has {len(sent):,} bytes, and the endpoint {endpoint} takes {endpoint.max_request_bytes:,}. "
            "Nothing was sent: use a shorter clip, fewer frames, or raise the endpoint's limit.",
        )
    frames = [part for part in prompt.parts if isinstance(part, Frame)]
    seconds = sum(part.seconds for part in prompt.parts if isinstance(part, VideoPart | AudioPart))
    return Request(
        body=body,
        sha256=hashlib.sha256(sent).hexdigest(),
        size=len(sent),
        # No tokenizer in use makes more tokens than there are bytes.
        max_input_tokens=text_bytes
        + _TOKENS_AROUND * (2 + len(prompt.parts))
        + endpoint.tokens_per_frame * len(frames)
        + int(endpoint.tokens_per_second * seconds + 1),
        max_output_tokens=most,
        mode=mode,
        contents={
            "parts": dict(Counter(type(part).__name__.removesuffix("Part").lower() for part in prompt.parts)),
            "frame_times": [round(frame.time, 3) for frame in frames],
            "media_seconds": round(seconds, 3),
            "text_bytes": text_bytes,
        },
    )


def _mode(endpoint: EndpointDescription, schema: dict[str, Any] | None) -> str:
    if schema is None:
        return "text"
    for mode in (Ability.JSON_SCHEMA, Ability.JSON_OBJECT):
        if endpoint.can(mode):
            return mode
    return "prompt"


def _require_parts(endpoint: EndpointDescription, prompt: Prompt) -> None:
    wanted = ((Frame, Ability.FRAMES), (VideoPart, Ability.VIDEO), (AudioPart, Ability.AUDIO))
    for kind, ability in wanted:
        if any(isinstance(part, kind) for part in prompt.parts) and not endpoint.can(ability):
            raise Misfit(
                "part_not_accepted",
                f"The endpoint {endpoint} is not set up to take {ability.value}. Choose another endpoint, or say in "
                "its settings that it does.",
            )
    for part in prompt.parts:
        if isinstance(part, Frame) and part.media_type not in PICTURE_TYPES:
            raise ValueError(f"A frame is one of {sorted(PICTURE_TYPES)}, not {part.media_type}.")


def _content(parts: tuple[Part, ...]) -> str | list[dict[str, Any]]:
    if all(isinstance(part, Text) for part in parts):
        # Services without pictures often take a plain string alone.
        return "\n\n".join(part.text for part in parts if isinstance(part, Text))
    return [piece for part in parts for piece in _pieces(part)]


def _pieces(part: Part) -> list[dict[str, Any]]:
    if isinstance(part, Text):
        return [{"type": "text", "text": part.text}]
    if isinstance(part, Frame):
        return [
            {"type": "text", "text": f"Frame at {part.time:.3f} s:"},
            {"type": "image_url", "image_url": {"url": _data_url(part.media_type, part.content)}},
        ]
    if isinstance(part, VideoPart):
        return [{"type": "video_url", "video_url": {"url": _data_url(part.media_type, part.content)}}]
    sound = base64.b64encode(part.content).decode()
    return [{"type": "input_audio", "input_audio": {"data": sound, "format": part.format}}]


def _data_url(media_type: str, content: bytes) -> str:
    return f"data:{media_type};base64,{base64.b64encode(content).decode()}"


def _text_bytes(instructions: str, prompt: Prompt, schema: dict[str, Any] | None) -> int:
    texts = [instructions, *(part.text for part in prompt.parts if isinstance(part, Text))]
    form = len(json.dumps(schema, ensure_ascii=False).encode()) if schema is not None else 0
    return sum(len(text.encode()) for text in texts) + form
