"""The counts of a project."""

from __future__ import annotations

from annotation.questions.models import QuestionState
from tests.annotation.media_files import add_video
from tests.annotation.videos.test_api import question_about
from tests.personas import People, client_of, make_people


def test_summary_counts_by_state_task_and_granularity_when_there_is_work(people: People) -> None:
    video = add_video(people, probed=False)
    question_about(people, video, 1)
    question_about(people, video, 2, submitted=True, state=QuestionState.ACCEPTED)
    other = make_people(suffix=" two")
    question_about(other, add_video(other, probed=False), 1)
    shown = client_of(people.annotator).get(f"/api/v1/projects/{people.project.pk}/summary").json()
    assert (shown["questions"]["draft"], shown["questions"]["accepted"], shown["questions"]["total"]) == (
        1,
        1,
        2,
    )
    assert (shown["by_granularity"]["clip"]["total"], shown["by_granularity"]["episode"]["total"]) == (2, 0)
    assert [(row["granularity"], row["task"], row["by_state"]["total"]) for row in shown["by_task"]] == [
        ("clip", "contextual emotion", 2)
    ]
    assert (shown["videos"]["probing"], shown["videos"]["total"]) == (1, 1)
    assert (shown["clips"]["cutting"], shown["clips"]["total"]) == (2, 2)
    assert shown["jobs_active"] == 1
