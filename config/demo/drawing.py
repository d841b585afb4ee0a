"""Draws the demo's pictures: rooms and faces, as RGB arrays of shape (HEIGHT, WIDTH, 3), values 0..255."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from config.demo.script import FACES, LINES, SCENES, Scene

WIDTH: Final = 640
HEIGHT: Final = 360
RATE: Final = 12.5
#: Seconds that a face takes from one expression to the next.
CHANGE: Final = 0.6

Picture = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Mood:
    """An expression: mouth curve (-1 down .. 1 up), mouth opening, brow tilt (1 = angry), brow lift, eyes, blush."""

    mouth: float
    opening: float
    tilt: float
    lift: float
    eyes: float
    blush: float


MOODS: Final = {
    "neutral": Mood(0.1, 0.05, 0.0, 0.0, 1.0, 0.0),
    "happy": Mood(1.0, 0.25, -0.1, 0.2, 0.75, 0.25),
    "surprised": Mood(0.0, 0.9, -0.2, 1.0, 1.45, 0.0),
    "sad": Mood(-0.8, 0.05, -0.9, 0.1, 0.7, 0.0),
    "angry": Mood(-0.6, 0.1, 1.0, -0.5, 0.85, 0.35),
    "worried": Mood(-0.35, 0.1, -0.7, 0.5, 1.15, 0.0),
    "embarrassed": Mood(0.25, 0.05, -0.5, 0.3, 0.6, 1.0),
}
SKIN: Final = {"Mara": (236, 188, 152), "Ben": (198, 142, 104), "Lu": (246, 212, 176)}
HAIR: Final = {"Mara": (120, 52, 32), "Ben": (40, 34, 34), "Lu": (60, 60, 78)}
SHIRT: Final = {"Mara": (196, 74, 92), "Ben": (64, 112, 168), "Lu": (86, 148, 98)}
ROOMS: Final = {
    "kitchen": ((246, 226, 188), (186, 140, 96)),
    "hall": ((176, 190, 214), (112, 104, 124)),
    "garden": ((168, 216, 240), (104, 164, 88)),
}

_Y, _X = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)


def _paint(
    picture: Picture, distance: npt.NDArray[np.floating[Any]], box: Any, colour: tuple[int, int, int]
) -> None:
    """Lays `colour` where the distance (pixels, negative inside) is below zero, with a soft edge of one pixel."""
    cover = np.clip(0.5 - distance, 0.0, 1.0)[..., None]
    picture[box] = picture[box] * (1 - cover) + np.array(colour, np.float32) * cover


def _box(x0: float, y0: float, x1: float, y1: float) -> tuple[slice, slice]:
    return (
        slice(max(0, int(y0) - 2), min(HEIGHT, int(y1) + 3)),
        slice(max(0, int(x0) - 2), min(WIDTH, int(x1) + 3)),
    )


def _ellipse(
    picture: Picture, x: float, y: float, rx: float, ry: float, colour: tuple[int, int, int]
) -> None:
    rx, ry = max(rx, 0.5), max(ry, 0.5)
    box = _box(x - rx, y - ry, x + rx, y + ry)
    radius = np.hypot((_X[box] - x) / rx, (_Y[box] - y) / ry)
    _paint(picture, (radius - 1) * min(rx, ry), box, colour)


def _stroke(
    picture: Picture, points: list[tuple[float, float]], width: float, colour: tuple[int, int, int]
) -> None:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    box = _box(min(xs) - width, min(ys) - width, max(xs) + width, max(ys) + width)
    gx, gy = _X[box], _Y[box]
    nearest = np.full(gx.shape, 1e9, np.float32)
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        dx, dy = x1 - x0, y1 - y0
        t = np.clip(((gx - x0) * dx + (gy - y0) * dy) / max(dx * dx + dy * dy, 1e-6), 0, 1)
        nearest = np.minimum(nearest, np.hypot(gx - x0 - t * dx, gy - y0 - t * dy))
    _paint(picture, nearest - width / 2, box, colour)


@lru_cache(maxsize=len(ROOMS))
def _room(name: str) -> Picture:
    """A room without people: wall, floor and one thing that tells it from the others."""
    wall, floor = ROOMS[name]
    picture = np.empty((HEIGHT, WIDTH, 3), np.float32)
    picture[:] = wall
    picture[250:] = floor
    if name == "kitchen":
        picture[40:130, 40:180] = (206, 230, 244)
        picture[40:130, 106:112] = wall
    elif name == "hall":
        picture[50:250, 470:560] = (134, 92, 66)
        _ellipse(picture, 486, 150, 5, 5, (230, 200, 90))
    else:
        _ellipse(picture, 560, 60, 34, 34, (250, 216, 92))
        for x in (60, 150, 480):
            picture[190:256, x - 6 : x + 6] = (112, 78, 48)
            _ellipse(picture, x, 170, 44, 40, (74, 138, 70))
    return picture


def mood_at(person: str, seconds: float) -> Mood:
    """The expression of `person`, blended over CHANGE seconds after each change."""
    past = [face for face in FACES if face.person == person and face.start <= seconds]
    if not past:
        return MOODS["neutral"]
    now = MOODS[past[-1].mood]
    if len(past) == 1:
        return now
    share = min(1.0, (seconds - past[-1].start) / CHANGE)
    before = MOODS[past[-2].mood]
    return Mood(
        *(a + (b - a) * share for a, b in zip(vars(before).values(), vars(now).values(), strict=True))
    )


def _draw_person(picture: Picture, person: str, place: float, seconds: float) -> None:
    mood = mood_at(person, seconds)
    speaking = any(line.speaker == person and line.start <= seconds < line.end for line in LINES)
    x = place * WIDTH
    y = 168 + 2.5 * math.sin(seconds * 1.7 + place * 9)
    skin, ink = SKIN[person], (40, 30, 30)
    _ellipse(picture, x, y + 158, 92, 84, SHIRT[person])
    _ellipse(picture, x, y + 62, 22, 34, skin)
    _ellipse(picture, x, y - 14, 72, 80, HAIR[person])
    if person == "Mara":
        _ellipse(picture, x - 56, y + 44, 24, 60, HAIR[person])
        _ellipse(picture, x + 56, y + 44, 24, 60, HAIR[person])
    _ellipse(picture, x, y + 4, 60, 70, skin)
    if mood.blush > 0.02:
        blush = tuple(int(c + (t - c) * 0.55 * mood.blush) for c, t in zip(skin, (226, 92, 92), strict=True))
        for side in (-1, 1):
            _ellipse(picture, x + side * 36, y + 24, 14, 9, (blush[0], blush[1], blush[2]))
    blink = 0.12 if (seconds * 0.31 + place) % 1 < 0.04 else 1.0
    for side in (-1, 1):
        eye_x = x + side * 25
        _ellipse(picture, eye_x, y - 6, 12, 11 * mood.eyes * blink, (255, 255, 255))
        _ellipse(picture, eye_x, y - 5, 5, min(5.5, 11 * mood.eyes * blink), ink)
        brow_y = y - 28 - 9 * mood.lift
        inner, outer = (
            (eye_x - side * 13, brow_y + 8 * mood.tilt),
            (eye_x + side * 14, brow_y - 5 * mood.tilt),
        )
        _stroke(picture, [inner, outer], 5, HAIR[person])
    opening = mood.opening + (0.28 + 0.28 * math.sin(seconds * 19) if speaking else 0.0)
    mouth_y = y + 40
    curve = [
        (x + 24 * u, mouth_y + 11 * mood.mouth * (1 - u * u) - 5 * mood.mouth) for u in np.linspace(-1, 1, 13)
    ]
    if opening > 0.15:
        _ellipse(picture, x, mouth_y + 4 * mood.mouth, 13 + 8 * abs(mood.mouth), 15 * opening, (104, 32, 40))
    if opening < 0.5:
        _stroke(picture, curve, 4.5, (128, 46, 50))


def scene_at(seconds: float) -> Scene:
    """The scene that shows `seconds`."""
    return next(scene for scene in reversed(SCENES) if scene.start <= seconds)


def picture_at(seconds: float) -> npt.NDArray[np.uint8]:
    """The picture of the video at `seconds`."""
    scene = scene_at(seconds)
    picture = _room(scene.room).copy()
    for person, place in scene.people:
        _draw_person(picture, person, place, seconds)
    if scene.room == "kitchen":
        picture[326:] = (150, 104, 70)
        # The cake stands there until Ben has eaten it, and a new one at the end.
        if seconds < 12 or seconds > 50.5:
            _ellipse(picture, 320, 322, 52, 14, (250, 240, 230))
            _ellipse(picture, 320, 306, 42, 22, (120, 70, 50))
            _ellipse(picture, 320, 288, 36, 9, (146, 92, 66))
            _ellipse(picture, 320, 280, 6, 8, (220, 50, 60))
    return picture.clip(0, 255).astype(np.uint8)
