"""The picture and sound that all files made by us share: what a browser shows, from whatever came in."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from annotation.videos.facts import Probe

SAMPLE_RATE: Final = 48_000
#: Time base of files whose frames do not come at a constant rate.
FINE_TICKS: Final = 90_000


def even_size(probe: Probe, *, at_most_high: int | None = None) -> tuple[int, int]:
    """Width and height of the encoded picture: as displayed, even, and no higher than asked."""
    width, height = probe.width, probe.height
    if at_most_high is not None and height > at_most_high:
        width, height = round(width * at_most_high / height), at_most_high
    return max(2, width // 2 * 2), max(2, height // 2 * 2)


def decoded_frames(node: Any, probe: Probe) -> Any:
    """The frames of the video stream of an input node, one for each time of the probe where all are decoded."""
    frames = node[str(probe.video.index)]
    if probe.late_frames:
        frames = frames.filter("select", "isnan(prev_selected_pts)+gt(pts,prev_selected_pts)")
    return frames


def shown_picture(frames: Any, probe: Probe, size: tuple[int, int]) -> Any:
    """Filters that turn decoded frames into square, even, progressive 8-bit 4:2:0 pictures; one frame out for each in.

    Rotation is not among them: ffmpeg applies it once, where frames enter the graph.
    """
    width, height = size
    if probe.interlaced:
        frames = frames.filter("bwdif", mode="send_frame", deint="interlaced")
    if probe.video.hdr:
        frames = _to_standard_range(frames)
    return (
        frames.filter("scale", width, height, flags="bicubic", out_range="tv")
        .filter("setsar", "1")
        .filter("format", "yuv420p")
    )


def encoding_options() -> dict[str, Any]:
    """Options of every encoded file but for quality and frame timing: no metadata, playable from its first bytes."""
    return {
        "vcodec": "libx264",
        "profile:v": "high",
        "pix_fmt": "yuv420p",
        "threads": 4,  # fixed: the encoder's bits depend on it
        "acodec": "aac",
        "b:a": "128k",
        "ar": SAMPLE_RATE,
        "ac": 2,
        "map_metadata": -1,
        "map_chapters": -1,
        "fflags": "+bitexact",
        "flags:v": "+bitexact",
        "flags:a": "+bitexact",
        "movflags": "+faststart",
        "movie_timescale": FINE_TICKS,  # the default of 1 ms would round the start and the end
        "f": "mp4",
    }


def fine_timing_options(last_time: Fraction, end: Fraction) -> dict[str, Any]:
    """Output options that keep the times of frames as the graph gives them, in FINE_TICKS."""
    last = round(last_time * FINE_TICKS)
    length = max(1, round(end * FINE_TICKS) - last)
    return {
        "vsync": "passthrough",
        "bf": 0,  # with reordered frames the container's sum of durations would miss a last gap that is not usual
        "enc_time_base": f"1/{FINE_TICKS}",
        "video_track_timescale": FINE_TICKS,
        # The encoder does not say how long the last frame is shown, so the container is told.
        "bsf:v": f"setts=pts=PTS:dts=DTS:duration=if(gte(PTS\\,{last - 1})\\,{length}\\,DURATION)",
    }


def _to_standard_range(frames: Any) -> Any:
    return (
        frames.filter("zscale", t="linear", npl=100)
        .filter("format", "gbrpf32le")
        .filter("zscale", p="bt709")
        .filter("tonemap", "hable", desat=0)
        .filter("zscale", t="bt709", m="bt709", r="tv")
    )
