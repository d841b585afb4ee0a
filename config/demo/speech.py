"""The demo's sound: lines spoken by espeak-ng where it is installed, soft tones of the same length elsewhere."""

from __future__ import annotations

import math
import shutil
import subprocess
import wave
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from config.demo.script import DURATION, LINES, Line

SAMPLE_RATE: Final = 22050
_VOICE: Final = {"Mara": ("en+f3", 46, 262.0), "Ben": ("en+m3", 38, 131.0), "Lu": ("en+f5", 62, 330.0)}

Samples = npt.NDArray[np.floating[Any]]


def write_sound(path: Path) -> bool:
    """Writes a mono WAV of DURATION seconds to `path`; True when the lines are spoken, False when they are tones."""
    spoken = shutil.which("espeak-ng") is not None
    track = np.zeros(int(DURATION * SAMPLE_RATE), np.float32)
    for line in LINES:
        samples = _speak(line, path.with_suffix(".line.wav")) if spoken else _tone(line)
        # A line longer than its cue would run into the next one.
        samples = samples[: int((line.end - line.start) * SAMPLE_RATE)]
        start = int(line.start * SAMPLE_RATE)
        track[start : start + len(samples)] += samples
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes((track.clip(-1, 1) * 32000).astype("<i2").tobytes())
    return spoken


def _speak(line: Line, scratch: Path) -> Samples:
    voice, pitch, _ = _VOICE[line.speaker]
    subprocess.run(
        ["espeak-ng", "-v", voice, "-p", str(pitch), "-s", "165", "-w", str(scratch), line.text],
        check=True,
        capture_output=True,
        timeout=30,
    )
    with wave.open(str(scratch), "rb") as file:
        rate = file.getframerate()
        raw = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.float32) / 32768
    scratch.unlink()
    if rate == SAMPLE_RATE:
        return raw
    positions = np.arange(0, len(raw), rate / SAMPLE_RATE)
    samples: Samples = np.interp(positions, np.arange(len(raw)), raw).astype(np.float32)
    return samples


def _tone(line: Line) -> Samples:
    pitch = _VOICE[line.speaker][2]
    t = np.arange(int((line.end - line.start) * SAMPLE_RATE), dtype=np.float32) / SAMPLE_RATE
    syllables = np.abs(np.sin(2 * math.pi * 2.2 * t))
    tone: Samples = 0.2 * syllables * np.sin(2 * math.pi * pitch * t)
    return tone
