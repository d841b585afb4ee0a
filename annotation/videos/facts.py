"""The facts of one video file, as probing finds them; and their stored form."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from annotation.videos.containers import Mp4Layout
from annotation.videos.streams import AudioStream, SubtitleStream, VideoStream


@dataclass(frozen=True)
class ProbeWarning:
    """Something about an accepted file that a person should know."""

    code: str
    message: str


@dataclass(frozen=True)
class Probe:
    """Everything known about a video file. Times are exact fractions of seconds on the timeline unless said.

    `pts` are the presentation times of all frames in order, in ticks of `time_base`; frame n is shown at
    `pts[n] * time_base` seconds. `keyframes` are indexes into it. `start` is the container's own start that was
    subtracted, `source_time_base` the tick of the stream in the file. `width` and `height` are as displayed: square
    pixels, rotation applied. `frames_addressable`: the file keeps exact, ordered times and an index, so a frame can be
    found by its time; otherwise only by counting from the first, where `late_frames` that decode after their time
    do not count.
    """

    container: str
    mp4: Mp4Layout | None
    size: int
    start: Fraction
    video: VideoStream
    audio: tuple[AudioStream, ...]
    subtitles: tuple[SubtitleStream, ...]
    width: int
    height: int
    interlaced: bool
    time_base: Fraction
    source_time_base: Fraction
    pts: tuple[int, ...]
    keyframes: tuple[int, ...]
    last_frame_duration: Fraction
    fps: Fraction | None
    header_duration: Fraction | None
    frames_addressable: bool
    every_frame_decoded: bool
    decode_errors: int
    late_frames: int
    warnings: tuple[ProbeWarning, ...]

    @property
    def frames(self) -> int:
        return len(self.pts)

    @property
    def duration(self) -> Fraction:
        """Seconds from 0 to the end of the last frame that decodes."""
        return self.time_of(self.frames - 1) + self.last_frame_duration

    @property
    def first_pts(self) -> Fraction:
        return self.time_of(0)

    @property
    def variable_frame_rate(self) -> bool:
        return self.fps is None

    @property
    def rotation(self) -> int:
        """Degrees counter-clockwise, as the file's display matrix says: 0 to 359."""
        return self.video.rotation

    @property
    def main_audio(self) -> AudioStream | None:
        """The audio that is heard: the first default stream that can be decoded, else the first that can."""
        usable = [stream for stream in self.audio if stream.decodable]
        return next((stream for stream in usable if stream.default), usable[0] if usable else None)

    def time_of(self, frame: int) -> Fraction:
        """Presentation time of one frame on the timeline, in seconds."""
        return self.pts[frame] * self.time_base

    def source_pts(self, frame: int) -> int:
        """Presentation time of one frame as the file stores it, in ticks of `source_time_base`."""
        ticks = (self.time_of(frame) + self.start) / self.source_time_base
        if ticks.denominator != 1:
            raise ValueError(f"frame {frame} lies between two ticks of its stream")
        return ticks.numerator


def facts_as_json(probe: Probe) -> dict[str, Any]:
    """Everything but the frame times, as JSON values; fractions become "n/d". The inverse is `probe_from_json`."""
    facts = asdict(probe)
    del facts["pts"], facts["keyframes"]
    return {name: _plain(value) for name, value in facts.items()}


def frames_as_json(probe: Probe) -> dict[str, Any]:
    """The frame times: `{"time_base": [n, d], "first": pts, "pts": [...], "keyframes": [indexes]}`, in ticks."""
    return {
        "time_base": [probe.time_base.numerator, probe.time_base.denominator],
        "first": probe.pts[0],
        "pts": list(probe.pts),
        "keyframes": list(probe.keyframes),
    }


def probe_from_json(facts: dict[str, Any], frames: dict[str, Any]) -> Probe:
    """The probe that `facts_as_json` and `frames_as_json` were made from."""
    layout = facts["mp4"]
    video = facts["video"]
    return Probe(
        container=facts["container"],
        mp4=Mp4Layout(**layout) if layout is not None else None,
        size=facts["size"],
        start=Fraction(facts["start"]),
        video=VideoStream(
            **{
                **video,
                "time_base": Fraction(video["time_base"]),
                "sample_aspect": Fraction(video["sample_aspect"]),
                "rate_candidates": tuple(Fraction(rate) for rate in video["rate_candidates"]),
            }
        ),
        audio=tuple(AudioStream(**stream) for stream in facts["audio"]),
        subtitles=tuple(SubtitleStream(**stream) for stream in facts["subtitles"]),
        width=facts["width"],
        height=facts["height"],
        interlaced=facts["interlaced"],
        time_base=Fraction(*frames["time_base"]),
        source_time_base=Fraction(facts["source_time_base"]),
        pts=tuple(frames["pts"]),
        keyframes=tuple(frames["keyframes"]),
        last_frame_duration=Fraction(facts["last_frame_duration"]),
        fps=Fraction(facts["fps"]) if facts["fps"] is not None else None,
        header_duration=Fraction(facts["header_duration"]) if facts["header_duration"] is not None else None,
        frames_addressable=facts["frames_addressable"],
        every_frame_decoded=facts["every_frame_decoded"],
        decode_errors=facts["decode_errors"],
        late_frames=facts["late_frames"],
        warnings=tuple(ProbeWarning(**warning) for warning in facts["warnings"]),
    )


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
