"""The demo's questions as data: for each, its clip, its content, and how far along the road it goes."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal

from annotation.questions.content import EvidenceInterval, LabelRow, ReferenceItem, RevisionContent
from annotation.questions.rubrics import RUBRIC_FAMILIES

#: draft, withdrawn: never reviewed; waiting: nobody has it yet; split: the reviewers differ, so it is returned.
Fate = Literal["draft", "withdrawn", "waiting", "half", "split", "accepted", "removed"]

#: Segments by name; None is the whole video.
CLIPS: Final[dict[str, list[tuple[str, str]] | None]] = {
    "departure": [("0", "12")],
    "discovery": [("12", "25")],
    "confession": [("25", "38")],
    "repair": [("38.4", "46.8"), ("47", "60")],
    "episode": None,
}


@dataclass(frozen=True)
class DemoQuestion:
    """One question of the demo."""

    clip: str
    task: str
    fate: Fate
    content: RevisionContent
    note: str = ""


def _labels(*names: str) -> tuple[LabelRow, ...]:
    return tuple(LabelRow(name) for name in names)


def _evidence(*spans: tuple[str, str, tuple[str, ...]]) -> tuple[EvidenceInterval, ...]:
    return tuple(EvidenceInterval(Decimal(start), Decimal(end), carried) for start, end, carried in spans)


def _stage(description: str, emotion: str, anchor: str, at: str, intensity: str = "") -> ReferenceItem:
    return ReferenceItem("S", description, anchor, Decimal(at), emotion, intensity)


def _judged(family: str, **fields: object) -> RevisionContent:
    rubric = RUBRIC_FAMILIES[family]
    return RevisionContent(
        rubric_family=rubric.name,
        rubric_criterion=rubric.criterion,
        rubric_scores=dict(rubric.scores),
        **fields,  # type: ignore[arg-type]  # the fields of RevisionContent, given by name below
    )


#: In the order in which they are submitted, which is the order of the review queue.
QUESTIONS: Final = (
    DemoQuestion(
        "departure",
        "contextual emotion",
        "accepted",
        RevisionContent(
            question_text="What emotions does the woman in the red top show while she talks about the cake?",
            labels=_labels("happiness", "confidence"),
            evidence=_evidence(("1", "8.8", ("face", "voice", "words"))),
        ),
    ),
    DemoQuestion(
        "discovery",
        "emotion transition",
        "accepted",
        RevisionContent(
            question_text="What are the emotions of the woman before and after she looks for the cake?",
            labels=(
                LabelRow("happiness", "before"),
                LabelRow("anticipation", "before"),
                LabelRow("surprise", "after"),
                LabelRow("sadness", "after"),
            ),
            evidence=_evidence(("13", "15.2", ("face", "voice")), ("16", "23.6", ("face", "words"))),
        ),
    ),
    DemoQuestion(
        "episode",
        "emotional intensity comparison",
        "accepted",
        _judged(
            "result",
            question_text="When does the woman in the red top seem most surprised? Describe the moment briefly.",
            answer_text="When she comes home and the cake is not there.",
            evidence=_evidence(("16", "19.5", ("face", "voice", "words")), ("51", "54", ("face", "words"))),
        ),
    ),
    DemoQuestion(
        "discovery",
        "emotion cause",
        "split",
        _judged(
            "cause",
            question_text="Why does the mood of the woman drop after she has come home?",
            answer_text="The cake that she made through the whole night for her grandmother is gone.",
            details_description="Both factors are needed.",
            items=(
                ReferenceItem("R", "The cake for her grandmother has disappeared."),
                ReferenceItem("R", "She had worked on it the whole night."),
            ),
            evidence=_evidence(("16.4", "23.6", ("face", "words"))),
        ),
        note="The second factor is only said, not shown.",
    ),
    DemoQuestion(
        "confession",
        "emotion influence",
        "removed",
        RevisionContent(
            question_text="What does the man feel as a result of the question that the woman asks him?",
            labels=_labels("embarrassment", "disquietment"),
            evidence=_evidence(("28.9", "34.2", ("face", "voice", "words"))),
        ),
    ),
    DemoQuestion(
        "repair",
        "emotion trajectory",
        "half",
        _judged(
            "trajectory",
            question_text="How do the feelings of the man in the blue shirt develop from the garden to the kitchen?",
            answer_text=(
                "He is sad because he has spoiled the evening, becomes hopeful when his friend offers to bake with "
                "him, is ashamed in front of the woman in the kitchen, and is happy once she likes the new cake."
            ),
            details_description="The stages in their order.",
            items=(
                _stage(
                    "He regrets what he has done.", "sadness", "alone with his friend in the garden", "38.8"
                ),
                _stage(
                    "The offer gives him hope.", "happiness", "his friend offers to bake another cake", "44.5"
                ),
                _stage(
                    "He is ashamed in front of her.", "embarrassment", "back in the kitchen", "47.5", "high"
                ),
                _stage(
                    "He is glad that she forgives him.", "happiness", "he talks about the chocolate", "55.5"
                ),
            ),
            evidence=_evidence(("38.8", "46.4", ("face", "words")), ("47.5", "57", ("face", "voice"))),
        ),
    ),
    DemoQuestion(
        "confession",
        "contextual emotion",
        "waiting",
        RevisionContent(
            question_text="What emotions does the woman in the red top show towards the man in this scene?",
            labels=_labels("anger", "sadness", "disapproval"),
            evidence=_evidence(("25.8", "37.2", ("face", "voice", "words"))),
        ),
    ),
    DemoQuestion(
        "episode",
        "emotion trajectory",
        "waiting",
        _judged(
            "trajectory",
            question_text="How do the feelings of the woman in the red top develop over the whole story?",
            answer_text=(
                "She is happy and proud at first, is shocked and sad when the cake is gone, angry with the man who ate "
                "it, sad again, and finally surprised and happy about the new cake."
            ),
            details_description="The stages in their order.",
            items=(
                _stage(
                    "She is happy about the finished cake.", "happiness", "in the kitchen at the start", "1"
                ),
                _stage("She is shocked and then sad.", "surprise, sadness", "she finds the cake gone", "16"),
                _stage("She is angry with the man.", "anger", "she asks him about the cake", "25.8", "high"),
                _stage("She is hurt and wants to be alone.", "sadness", "she asks to be left alone", "34.5"),
                _stage("She is surprised and happy.", "surprise, happiness", "she sees the new cake", "51.4"),
            ),
            evidence=_evidence(
                ("1", "8.8", ("face",)),
                ("16", "37.2", ("face", "voice", "words")),
                ("51", "59.2", ("face", "words")),
            ),
        ),
    ),
    DemoQuestion(
        "departure",
        "emotion influence",
        "withdrawn",
        RevisionContent(question_text="What does the man feel when he is asked to watch the cake?"),
    ),
    DemoQuestion(
        "repair",
        "emotion transition",
        "draft",
        RevisionContent(
            question_text="What are the emotions of the woman before and after she sees what the others have made?",
            labels=(LabelRow("sadness", "before"),),
        ),
    ),
    DemoQuestion(
        "episode",
        "emotional reasoning",
        "draft",
        _judged(
            "cause",
            question_text="Why does the man help to bake in the end, although nobody asked him to?",
            answer_text="He feels guilty about the cake he ate and wants to make up for it.",
            items=(ReferenceItem("R", "He feels guilty for having eaten the cake."),),
        ),
    ),
)
