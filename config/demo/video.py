"""Makes the demo's video file and its subtitle file."""

from __future__ import annotations

import tempfile
from pathlib import Path

import ffmpeg
import numpy as np

from annotation.videos.ffmpeg import Limits, compile_command, file_url, run
from config.demo.drawing import HEIGHT, RATE, WIDTH, picture_at
from config.demo.script import DURATION, LINES
from config.demo.speech import write_sound


def make_video(path: Path) -> bool:
    """Writes an H.264/AAC MP4 of DURATION seconds, 640x360, 25 frames a second; True when its lines are spoken.

    Raises MediaError when ffmpeg is missing or fails.
    """
    with tempfile.TemporaryDirectory(dir=path.parent, prefix="demo-") as folder:
        pictures, sound = Path(folder) / "pictures.rgb", Path(folder) / "sound.wav"
        with pictures.open("wb") as file:
            for number in range(int(DURATION * RATE)):
                file.write(np.ascontiguousarray(picture_at(number / RATE)).tobytes())
        spoken = write_sound(sound)
        video = ffmpeg.input(
            file_url(pictures),
            f="rawvideo",
            pix_fmt="rgb24",
            s=f"{WIDTH}x{HEIGHT}",
            framerate=RATE,
            protocol_whitelist="file",
            format_whitelist="rawvideo",
        )
        audio = ffmpeg.input(file_url(sound), f="wav", protocol_whitelist="file", format_whitelist="wav")
        output = ffmpeg.output(
            video,
            audio,
            file_url(path),
            vcodec="libx264",
            preset="veryfast",
            crf=21,
            pix_fmt="yuv420p",
            r=25,
            g=50,
            acodec="aac",
            ar=48000,
            ac=2,
            audio_bitrate="96k",
            movflags="+faststart",
            map_metadata=-1,
            f="mp4",
        ).overwrite_output()
        run(compile_command(output), limits=Limits(wall_seconds=300, cpu_seconds=300))
    return spoken


def subtitle_text() -> str:
    """The lines as WebVTT with speakers."""
    rows = [
        f"{_stamp(line.start)} --> {_stamp(line.end)}\n<v {line.speaker}>{line.text}</v>\n" for line in LINES
    ]
    return "WEBVTT\n\n" + "\n".join(rows)


def _stamp(seconds: float) -> str:
    minutes, rest = divmod(round(seconds * 1000), 60_000)
    return f"00:{minutes:02d}:{rest // 1000:02d}.{rest % 1000:03d}"
