"""The whole road, as four people in their own browsers, on a real video."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.questions.record_files import check_records
from annotation.questions.rubrics import RUBRIC_FAMILIES
from review.rounds.models import Round
from tests.browser import admin_steps as admin_does
from tests.browser import annotator_steps as annotator
from tests.browser import reviewer_steps as reviewer
from tests.browser.conftest import log_in, make_staff
from tests.faults.processes import ROOT, wait_for
from tests.personas import PASSWORD
from tests.shared_files import shared_path

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TITLE = "Clean room"
SOURCE = "NASA 13013"
SECRET = "What is meant by this word is left open."
FIELDS = [
    *("question_id", "video_id", "source", "granularity", "type"),
    *("question", "answer", "answer_details", "rubric", "subtitles"),
]


def test_road_from_a_video_to_scores(new_page: Callable[[], Page], tmp_path: Path) -> None:
    admin = new_page()
    log_in(admin, make_staff().email)
    admin_does.create_project(admin, "Road")
    ann, rey, rio = (
        join(admin, new_page(), name, role)
        for name, role in (("Ann", "Annotator"), ("Rey", "Reviewer"), ("Rio", "Reviewer"))
    )
    admin_does.add_video(
        admin,
        shared_path("media/nasa_13013.mp4"),
        shared_path("media/nasa_13013.en.srt"),
        title=TITLE,
        source=SOURCE,
    )

    annotator.open_video(ann, TITLE)
    clip = annotator.cut_clip(ann, "2", "7.5")
    whole = annotator.use_whole_video(ann)
    annotator.watch_all(ann)
    write_questions(ann, clip, whole)

    everything = ["G1_Q000001", "G1_Q000002", "G1_Q000003", "G1_Q000004", "G2_Q000001"]
    judge(rey, everything, rejected="")
    judge(rio, everything, rejected="G1_Q000004")

    until_rounds_have_closed()
    revise(ann, "G1_Q000004")
    judge(rey, ["G1_Q000004"], rejected="")
    judge(rio, ["G1_Q000004"], rejected="")

    until_rounds_have_closed()
    records_path = tmp_path / "benchmark.json"
    admin_does.export_records(admin, records_path)
    report = check_records(records_path)
    assert (report.records, report.errors) == (5, [])
    records = json.loads(records_path.read_text(encoding="utf-8"))
    assert all(list(record) == FIELDS for record in records)
    assert_entered(records, clip, whole)
    assert_scored(records_path, tmp_path)


def until_rounds_have_closed() -> None:
    """Verdicts can be taken back for ten seconds; then the running product closes the rounds by itself."""
    wait_for(
        lambda: not Round.objects.filter(closed_at__isnull=True).exists(),
        seconds=40,
        why="every round has closed",
    )


def join(admin: Page, page: Page, name: str, role: str) -> Page:
    """Invites somebody new, who opens the link in a browser of their own."""
    link = admin_does.invite(admin, role)
    admin_does.accept_invitation(
        page, link, name=name, email=f"{name.lower()}@lab.example", password=PASSWORD
    )
    return page


def write_questions(page: Page, clip: str, whole: str) -> None:
    """One G1 question of each form of answer and one G2 question, all submitted."""
    annotator.begin_question(page, clip, "Contextual emotion")
    annotator.write(page, "Question", "What does the person in the white suit show while working?")
    annotator.choose_labels(page, "Labels", ["engagement", "confidence"])
    annotator.add_evidence(page, 1, "3", "5", carried_by="Body")
    annotator.submit(page)

    annotator.open_video(page, TITLE)
    annotator.begin_question(page, clip, "Emotion transition")
    annotator.write(page, "Question", "What does the person show before and after the part is lifted?")
    annotator.choose_labels(page, "Before", ["anticipation"])
    annotator.choose_labels(page, "After", ["confidence", "pleasure"])
    annotator.add_evidence(page, 1, "3", "6", carried_by="Face")
    annotator.submit(page)

    annotator.open_video(page, TITLE)
    annotator.begin_question(page, clip, "Emotion trajectory")
    annotator.write(page, "Question", "How do the feelings of the person in the suit develop?")
    annotator.write(page, "Answer", "Careful at first, the person grows calm as the work succeeds.")
    annotator.add_stage(page, 1, "Care before the work.", anchor="the hands wait", emotion="anticipation")
    annotator.add_stage(page, 2, "Calm once it is done.", anchor="the part is lifted", emotion="peace")
    annotator.add_evidence(page, 1, "2.5", "7", carried_by="Body")
    annotator.submit(page)

    annotator.open_video(page, TITLE)
    annotator.begin_question(page, clip, "Emotion cause")
    annotator.write(page, "Question", "What makes the person in the suit so careful?")
    annotator.write(page, "Answer", "The parts are unique and must stay clean.")
    annotator.add_factor(page, 1, "The parts cannot be replaced.")
    annotator.add_factor(page, 2, "Dust would spoil them.")
    annotator.add_evidence(page, 1, "3", "6", carried_by="Words")
    annotator.submit(page)

    annotator.open_video(page, TITLE)
    annotator.begin_question(page, whole, "Emotional intensity comparison")
    annotator.write(page, "Question", "When is the tension in the clean room strongest?")
    annotator.write(page, "Answer", "While the part hangs in the air.")
    annotator.add_evidence(page, 1, "1", "3", carried_by="Body")
    annotator.add_evidence(page, 2, "9", "11", carried_by="Voice")
    annotator.submit(page)


def judge(page: Page, expected: list[str], *, rejected: str) -> None:
    """Judges what the queue gives, oldest first, and sees nothing of what the other reviewer wrote."""
    for question in expected:
        assert reviewer.take_next(page) == question
        reviewer.watch(page)
        if question == rejected:
            reviewer.reject(page, reason="Question unclear", comment=SECRET)
        else:
            expect(page.get_by_text(SECRET)).to_have_count(0)
            reviewer.accept(page)
    page.get_by_role("link", name="Review", exact=True).click()
    page.get_by_role("button", name="Get the next item").click()
    expect(page.get_by_text("Nothing is free for you now")).to_be_visible()


def revise(page: Page, question: str) -> None:
    """Opens the returned question from Home, reads what was said, changes it and submits it again."""
    page.get_by_role("link", name="Home", exact=True).click()
    page.get_by_role("link").filter(has_text=question).click()
    expect(page.get_by_text(SECRET)).to_be_visible()
    annotator.write(page, "Question", "What makes the person in the white suit so careful with the parts?")
    annotator.submit(page)


def assert_entered(records: list[dict[str, Any]], clip: str, whole: str) -> None:
    """What comes out is what was entered."""
    by_id = {record["question_id"]: record for record in records}
    cut = {"from": SOURCE, "segments": [{"start": 2, "end": 7.5}]}
    assert [by_id[f"G1_Q00000{n}"]["source"] for n in (1, 2, 3, 4)] == [cut] * 4
    assert [by_id[f"G1_Q00000{n}"]["video_id"] for n in (1, 2, 3, 4)] == [clip] * 4
    assert by_id["G1_Q000001"]["answer"] == ["engagement", "confidence"]
    assert by_id["G1_Q000002"]["answer"] == {"before": ["anticipation"], "after": ["confidence", "pleasure"]}
    assert by_id["G1_Q000001"]["rubric"] is by_id["G1_Q000002"]["rubric"] is None
    assert by_id["G1_Q000003"]["answer_details"]["items"] == [
        {
            "id": "S1",
            "description": "Care before the work.",
            "anchor": "the hands wait",
            "emotion": "anticipation",
            "intensity": None,
        },
        {
            "id": "S2",
            "description": "Calm once it is done.",
            "anchor": "the part is lifted",
            "emotion": "peace",
            "intensity": None,
        },
    ]
    assert by_id["G1_Q000003"]["rubric"]["scores"] == dict(RUBRIC_FAMILIES["trajectory"].scores)
    assert by_id["G1_Q000004"]["question"] == (
        "What makes the person in the white suit so careful with the parts?"
    )
    assert by_id["G1_Q000004"]["answer_details"]["items"] == [
        {"id": "R1", "description": "The parts cannot be replaced."},
        {"id": "R2", "description": "Dust would spoil them."},
    ]
    episode = by_id["G2_Q000001"]
    assert (episode["video_id"], episode["source"]) == (whole, {"from": SOURCE, "segments": None})
    assert (episode["granularity"], episode["type"]) == ("episode", "emotional intensity comparison")
    assert episode["answer"] == "While the part hangs in the air."
    assert [row["id"] for row in episode["subtitles"]] == ["U1", "U2", "U3", "U4"]
    assert {row["speaker"] for row in episode["subtitles"]} <= {"NAR", None}
    heard = by_id["G1_Q000001"]["subtitles"]
    assert [row["id"] for row in heard] == [f"U{n}" for n in range(1, len(heard) + 1)]
    assert all(row["t"][1] > 2 and row["t"][0] < 7.5 for row in heard)


def assert_scored(records: Path, folder: Path) -> None:
    """A predictions file for the label questions is scored by the command, whose exit code tells what is missing."""
    predictions = folder / "predictions.jsonl"
    answers: list[dict[str, Any]] = [
        {"question_id": "G1_Q000001", "prediction": ["engagement", "doubt/confusion"]},
        {
            "question_id": "G1_Q000002",
            "prediction": {"before": ["anticipation"], "after": ["confidence"]},
        },
    ]
    predictions.write_text("".join(json.dumps(answer) + "\n" for answer in answers))
    run = subprocess.run(
        [sys.executable, "manage.py", "score", str(records), str(predictions), "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 3, run.stderr
    clip = json.loads(run.stdout)["clip"]
    assert clip["tasks"]["contextual emotion"] == {
        "n_total": 1,
        "n_scored": 1,
        "mean": 0.5,
        "percent": 50.0,
        "percent_missing_as_zero": 50.0,
    }
    assert clip["tasks"]["emotion transition"]["mean"] == pytest.approx(5 / 6)
    assert clip["tasks"]["emotion transition"]["percent"] == 83.33
    assert clip["overall"]["n_total"] == 4
    assert clip["overall"]["n_scored"] == 2
