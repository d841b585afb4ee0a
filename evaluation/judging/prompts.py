"""What a judge is asked. The wording is a file beside this one, by version; a change of wording is a new version."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from llm.public import Prompt, Text

PROMPT_VERSION: Final = "judge/1"
INSTRUCTIONS: Final = (Path(__file__).parent / "wording" / "judge_1.txt").read_text(encoding="utf-8").strip()
#: Names the wording in results.
PROMPT_SHA256: Final = hashlib.sha256(INSTRUCTIONS.encode()).hexdigest()
#: Tokens that a score and its reason may take; judges that think aloud first need most of them.
ANSWER_TOKENS: Final = 2048

#: No sign that opens or closes a block, and no line end, is left in the material.
_ESCAPES: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def judge_prompt(record: Mapping[str, Any], answer: Any) -> Prompt:
    """The prompt that asks for one holistic score of `answer` to a record that has a rubric.

    The answer is a string inside one JSON object on one line, with every quote, line end and angle bracket escaped:
    whatever it says, it can neither close its place nor stand beside the instructions.
    """
    material = {
        "question": record["question"],
        "reference_answer": record["answer"],
        "reference_details": record["answer_details"],
        "rubric": record["rubric"],
        "model_answer": answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False),
    }
    text = json.dumps(material, ensure_ascii=False).translate(_ESCAPES)
    return Prompt(INSTRUCTIONS, (Text(f"<material>\n{text}\n</material>"),), PROMPT_VERSION)


def judgement_schema(record: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON schema of a judgement under the record's rubric."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["score", "reason"],
        "properties": {
            "score": {"type": "integer", "enum": sorted(int(key) for key in record["rubric"]["scores"])},
            "reason": {"type": "string"},
        },
    }
