"""The 26 EMOTIC categories in the paper's order, with the names records use and what a picker shows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

Group = Literal["positive", "engaged", "surprise and doubt", "hostile", "hurt", "fearful", "low energy"]

GROUPS: Final[tuple[Group, ...]] = (
    "positive",
    "engaged",
    "surprise and doubt",
    "hostile",
    "hurt",
    "fearful",
    "low energy",
)


@dataclass(frozen=True, slots=True)
class EmoticLabel:
    """One category. `name` is the lower-case form in records; `synonyms` are what people type to find it."""

    name: str
    display: str
    group: Group
    definition: str
    synonyms: tuple[str, ...]


def _label(display: str, group: Group, definition: str, synonyms: str) -> EmoticLabel:
    return EmoticLabel(display.lower(), display, group, definition, tuple(synonyms.split(", ")))


LABELS: Final[tuple[EmoticLabel, ...]] = (
    _label(
        "Peace",
        "positive",
        "At ease and content, free of worry.",
        "peaceful, calm, relaxed, relieved, relief, serene, content, satisfied, at ease",
    ),
    _label(
        "Affection",
        "positive",
        "Warm, tender or loving towards someone.",
        "affectionate, love, loving, fond, fondness, tender, tenderness, warmth, caring",
    ),
    _label(
        "Esteem",
        "positive",
        "Thinks highly of someone or something, or is thankful to them.",
        "respect, respectful, admiration, admiring, gratitude, grateful, thankful, appreciation",
    ),
    _label(
        "Anticipation",
        "engaged",
        "Looks ahead to something that may come: hopes for it or gets ready for it.",
        "anticipating, expectant, expectation, hope, hopeful, eager, looking forward",
    ),
    _label(
        "Engagement",
        "engaged",
        "Gives full attention to something: interested, curious or absorbed.",
        "engaged, interest, interested, curious, curiosity, attentive, absorbed, focused, concentrating",
    ),
    _label(
        "Confidence",
        "positive",
        "Sure of oneself or that things will turn out well; proud or encouraged.",
        "confident, self-assured, assured, proud, pride, encouraged, determined",
    ),
    _label(
        "Happiness",
        "positive",
        "Glad, amused or enjoying oneself.",
        "happy, joy, joyful, glad, delighted, amused, amusement, cheerful, enjoyment",
    ),
    _label(
        "Pleasure",
        "positive",
        "Delight that comes through the senses, as in tasting, hearing or touching.",
        "pleased, sensual, savouring, savoring, enjoying the taste, comfort",
    ),
    _label(
        "Excitement",
        "engaged",
        "Stirred up, full of energy and enthusiasm.",
        "excited, enthusiastic, enthusiasm, thrilled, energetic, stimulated, exhilarated",
    ),
    _label(
        "Surprise",
        "surprise and doubt",
        "Meets all at once with something unexpected.",
        "surprised, astonished, amazed, shock, shocked, startled, stunned, unexpected",
    ),
    _label(
        "Sympathy",
        "engaged",
        "Feels with another person's troubles, aims or feelings and takes their side.",
        "sympathetic, compassion, compassionate, empathy, empathetic, supportive, pity",
    ),
    _label(
        "Doubt/Confusion",
        "surprise and doubt",
        "Cannot make sense of something or cannot make up one's mind.",
        "doubt, doubtful, confusion, confused, puzzled, unsure, uncertain, hesitant, hesitation, bewildered",
    ),
    _label(
        "Disconnection",
        "low energy",
        "Takes no part in what goes on: bored, indifferent or elsewhere in thought.",
        "disconnected, bored, boredom, indifferent, indifference, distracted, detached, uninterested",
    ),
    _label(
        "Fatigue",
        "low energy",
        "Tired, worn out or sleepy.",
        "tired, tiredness, weary, weariness, exhausted, sleepy, drained",
    ),
    _label(
        "Embarrassment",
        "hurt",
        "Ashamed, awkward or guilty before others or oneself.",
        "embarrassed, awkward, ashamed, shame, guilt, guilty, humiliated, sheepish",
    ),
    _label(
        "Yearning",
        "engaged",
        "Wants something or someone badly; also envy, jealousy and lust.",
        "longing, desire, craving, jealous, jealousy, envy, envious, lust, wishful",
    ),
    _label(
        "Disapproval",
        "hostile",
        "Finds something wrong or blameworthy; looks down on it.",
        "disapproving, contempt, contemptuous, scorn, hostile, hostility, reproach, judgmental",
    ),
    _label(
        "Aversion",
        "hostile",
        "Repelled by something: dislike, disgust or hate.",
        "averse, disgust, disgusted, dislike, repulsion, repulsed, hate, hatred, loathing",
    ),
    _label(
        "Annoyance",
        "hostile",
        "Bothered by someone or something: irritated, impatient or frustrated.",
        "annoyed, irritated, irritation, impatient, impatience, frustrated, frustration, bothered",
    ),
    _label(
        "Anger",
        "hostile",
        "Strong displeasure, up to rage; resentment.",
        "angry, furious, fury, rage, mad, outraged, resentful, resentment",
    ),
    _label(
        "Sensitivity",
        "hurt",
        "Feels delicate, easily hurt or laid open.",
        "sensitive, vulnerable, vulnerability, fragile, wounded, hurt feelings",
    ),
    _label(
        "Sadness",
        "hurt",
        "Unhappy: sorrow, disappointment or loss of heart.",
        "sad, sorrow, sorrowful, unhappy, disappointed, disappointment, discouraged, grief",
    ),
    _label(
        "Disquietment",
        "fearful",
        "Uneasy: nervous, worried, tense or under pressure.",
        "nervous, nervousness, worried, worry, anxious, anxiety, tense, uneasy, upset, alarmed, stressed",
    ),
    _label(
        "Fear",
        "fearful",
        "Afraid of danger, harm or evil, or suspects it; up to horror.",
        "afraid, scared, frightened, terrified, terror, horror, panic, suspicious, dread",
    ),
    _label(
        "Pain",
        "hurt",
        "The body hurts.",
        "painful, hurting, ache, aching, physical pain, injured, sore",
    ),
    _label(
        "Suffering",
        "hurt",
        "The mind or heart is in distress, up to anguish.",
        "suffer, distress, distressed, anguish, anguished, heartbroken, torment, misery, despair",
    ),
)

LABELS_BY_NAME: Final[Mapping[str, EmoticLabel]] = MappingProxyType({label.name: label for label in LABELS})
LABEL_NAMES: Final[tuple[str, ...]] = tuple(LABELS_BY_NAME)

_WHITE_SPACE: Final = re.compile(r"\s+")


def normalise_label(text: str) -> str:
    """Lower-case, trimmed, inner white space as one space: the form in which labels are compared.

    Synonyms are not resolved: a label outside the 26 stays what it is and counts as wrong when scored.
    """
    return _WHITE_SPACE.sub(" ", text.strip()).lower()


def is_label(name: str) -> bool:
    """True for the 26 record names exactly as records write them."""
    return name in LABELS_BY_NAME
