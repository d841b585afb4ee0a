"""The story of the demo video as data: scenes, faces and lines, all times in seconds.

Scene changes and pauses are known by construction, so the video also serves to measure how well boundaries are
found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Line:
    """Something said: `start` and `end` on the video's timeline."""

    start: float
    end: float
    speaker: str
    text: str


@dataclass(frozen=True)
class Face:
    """A person's expression from `start` on, until their next one."""

    start: float
    person: str
    mood: str


@dataclass(frozen=True)
class Scene:
    """One shot: the room and who stands where (0 left edge, 1 right edge)."""

    start: float
    end: float
    room: str
    people: tuple[tuple[str, float], ...]


TITLE: Final = "The missing cake"
DURATION: Final = 60.0

SCENES: Final = (
    Scene(0.0, 12.0, "kitchen", (("Mara", 0.32), ("Ben", 0.70))),
    Scene(12.0, 25.0, "hall", (("Mara", 0.5),)),
    Scene(25.0, 38.0, "kitchen", (("Mara", 0.30), ("Ben", 0.72))),
    Scene(38.0, 47.0, "garden", (("Ben", 0.36), ("Lu", 0.68))),
    Scene(47.0, 60.0, "kitchen", (("Mara", 0.22), ("Ben", 0.50), ("Lu", 0.78))),
)

FACES: Final = (
    Face(0.0, "Mara", "happy"),
    Face(0.0, "Ben", "neutral"),
    Face(5.5, "Ben", "worried"),
    Face(12.0, "Mara", "happy"),
    Face(16.0, "Mara", "surprised"),
    Face(19.5, "Mara", "sad"),
    Face(25.0, "Mara", "angry"),
    Face(25.0, "Ben", "worried"),
    Face(31.5, "Ben", "embarrassed"),
    Face(34.5, "Mara", "sad"),
    Face(38.0, "Lu", "neutral"),
    Face(38.0, "Ben", "sad"),
    Face(42.0, "Lu", "happy"),
    Face(44.5, "Ben", "happy"),
    Face(47.0, "Mara", "sad"),
    Face(47.0, "Ben", "embarrassed"),
    Face(47.0, "Lu", "happy"),
    Face(51.0, "Mara", "surprised"),
    Face(54.5, "Mara", "happy"),
    Face(55.5, "Ben", "happy"),
)

LINES: Final = (
    Line(1.0, 3.4, "Mara", "The cake for grandmother is ready."),
    Line(4.0, 5.4, "Ben", "It looks wonderful."),
    Line(6.2, 8.8, "Mara", "Please watch it while I am out."),
    Line(9.4, 10.8, "Ben", "Of course I will."),
    Line(13.0, 15.2, "Mara", "I am home, and everybody is coming."),
    Line(16.4, 18.2, "Mara", "Wait. Where is it?"),
    Line(20.4, 23.6, "Mara", "I worked on that cake the whole night."),
    Line(25.8, 28.2, "Mara", "Ben, did you eat the cake?"),
    Line(28.9, 31.0, "Ben", "No. Well, only a little."),
    Line(31.9, 34.2, "Ben", "I am so sorry, Mara."),
    Line(35.2, 37.2, "Mara", "Leave me alone, please."),
    Line(38.8, 41.4, "Ben", "I have spoiled her whole evening."),
    Line(42.2, 44.2, "Lu", "Then we bake another one."),
    Line(44.9, 46.4, "Ben", "You would do that?"),
    Line(48.2, 50.4, "Lu", "Mara, come here and look."),
    Line(51.4, 53.6, "Mara", "You two made this for me?"),
    Line(55.0, 57.0, "Ben", "With twice the chocolate."),
    Line(57.4, 59.2, "Mara", "Thank you, both of you."),
)
