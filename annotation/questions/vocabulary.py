"""What the forms choose from, as JSON data. Pure: the tables live beside the rules that read them."""

from __future__ import annotations

from typing import Any

from annotation.emotic.labels import GROUPS, LABELS
from annotation.questions.check_evidence import WHOLE_VIDEO_SHARE
from annotation.questions.content import MODALITIES
from annotation.questions.rubrics import RUBRIC_FAMILIES
from annotation.questions.tasks import DOMAINS, TASKS


def vocabulary_document() -> dict[str, Any]:
    """Tasks in the paper's order, the 26 labels, modalities, default rubrics (best level first), domains, and the
    share of a video that counts as all of it."""
    return {
        "tasks": [
            {
                "granularity": task.granularity,
                "type": task.type,
                "answer_form": task.answer_form,
                "item_kinds": list(task.item_kinds),
                "min_items": task.min_items,
                "rubric_families": list(task.rubric_families),
                "default_rubric_family": task.default_rubric_family,
                "is_judged": task.is_judged,
                "question_prefix": task.question_prefix,
                "published_count": task.published_count,
            }
            for task in TASKS
        ],
        "labels": [
            {
                "name": label.name,
                "display": label.display,
                "group": label.group,
                "definition": label.definition,
                "synonyms": list(label.synonyms),
            }
            for label in LABELS
        ],
        "label_groups": list(GROUPS),
        "modalities": list(MODALITIES),
        "rubrics": [
            {"family": family.name, "criterion": family.criterion, "scores": dict(family.scores)}
            for family in RUBRIC_FAMILIES.values()
        ],
        "domains": list(DOMAINS),
        "whole_video_share": WHOLE_VIDEO_SHARE,
    }
