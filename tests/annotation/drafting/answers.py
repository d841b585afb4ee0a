"""What a scripted model answers for each task about a clip of 30 seconds: [90, 120) of the original."""

from __future__ import annotations

import json
from typing import Any

EVIDENCE = [
    {"start": 6.5, "end": 22.0, "modalities": ["face", "voice"], "note": "She stops reading and looks down."}
]
BASE: dict[str, Any] = {"supported": True, "reason": "", "evidence": EVIDENCE}
STAGES = [
    {
        "description": "She opens the letter and smiles.",
        "emotion": "hope",
        "intensity": "",
        "anchor": "the envelope",
        "anchor_time": 8.0,
    },
    {
        "description": "Reading on, she loses heart.",
        "emotion": "disappointment",
        "intensity": "grows",
        "anchor": "the second page",
        "anchor_time": 18.5,
    },
]
ANSWERS: dict[str, dict[str, Any]] = {
    "contextual emotion": {
        "question": "What does the woman in the red coat feel during the meal?",
        "labels": ["affection", "peace"],
    },
    "emotion transition": {
        "question": "What does the man feel before and after he finds the box?",
        "before": ["engagement"],
        "after": ["sadness"],
    },
    "emotion trajectory": {
        "question": "How do the feelings of the woman develop as she reads?",
        "answer": "She is full of expectation first and then let down.",
        "stages": STAGES,
    },
    "emotion cause": {
        "question": "What moves the woman at the table to tears?",
        "answer": "Her friends have paid for the trip that she had given up on.",
        "factors": [
            {"description": "Her friends paid for it."},
            {"description": "She had given up on going."},
        ],
    },
    "emotion influence": {
        "question": "What does the man feel after the remark about his shirt?",
        "labels": ["embarrassment"],
    },
}


def answer(task: str, **changes: Any) -> str:
    """The answer for a task as a model sends it, with fields replaced."""
    return json.dumps({**BASE, **ANSWERS[task], **changes})
