"""What admins see of the work: exact figures, closed rounds alone, and a fixed number of statements."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Membership
from annotation.questions.models import Question, QuestionTransition
from review.rounds.models import Round
from review.verdicts.models import Verdict
from tests.personas import People, client_of
from tests.review.rows import ACCEPT, REJECT, claim_and_judge, make_item
from tests.review.test_api_costs import at_most
from tests.review.training.material import log_hours, make_practice, pass_run

pytestmark = pytest.mark.django_db
API = "/api/v1"
PATHS = ("pipeline", "ageing", "waiting", "work", "disagreements")


def seen(people: People, name: str, **query: str) -> Any:
    answer = client_of(people.admin).get(
        f"{API}/dashboards/{name}", {"project": str(people.project.pk), **query}
    )
    assert answer.status_code == 200, answer.content
    return answer.json()


def close(people: People, number: int, *, first: Any = ACCEPT, second: Any = REJECT) -> Round:
    make_item(people.project, people.annotator, number=number)
    claim_and_judge(people.reviewer_a, people.project, first)
    return claim_and_judge(people.reviewer_b, people.project, second)


def submitted(people: People, question_id: int) -> None:
    """The history row that the tests' short cut into review leaves out."""
    QuestionTransition.objects.create(
        question_id=question_id,
        event="submit",
        from_state="draft",
        to_state="in_review",
        actor=people.annotator,
    )


@pytest.mark.parametrize("path", PATHS)
def test_dashboard_is_for_admins_alone_when_others_ask(people: People, path: str) -> None:
    query = {"project": people.project.pk}
    for user, status in ((people.annotator, 403), (people.reviewer_a, 403), (people.outsider, 404)):
        assert client_of(user).get(f"{API}/dashboards/{path}", query).status_code == status


def test_pipeline_counts_each_step_when_questions_are_everywhere(people: People) -> None:
    for number in (1, 2):
        submitted(people, close(people, number, second=ACCEPT).question_id)
    submitted(people, close(people, 3).question_id)
    submitted(people, make_item(people.project, people.annotator, number=4).question_id)
    episode = make_item(
        people.project, people.annotator, number=5, granularity="episode", task="emotional reasoning"
    )
    Question.objects.filter(pk=episode.question_id).update(state="draft")
    found = seen(people, "pipeline")
    assert {name: found[name] for name in ("videos", "videos_ready", "clips", "clips_ready")} == {
        "videos": 1,
        "videos_ready": 1,
        "clips": 5,
        "clips_ready": 5,
    }
    zeros = dict.fromkeys(("draft", "in_review", "accepted", "returned", "removed", "withdrawn"), 0)
    assert found["questions"] == [
        {
            "granularity": "clip",
            "begun": 4,
            "submitted": 4,
            **zeros,
            "accepted": 2,
            "returned": 1,
            "in_review": 1,
        },
        {"granularity": "episode", "begun": 1, "submitted": 0, **zeros, "draft": 1},
    ]


def test_ageing_goes_by_the_last_change_of_state_when_questions_wait(people: People) -> None:
    now = timezone.now()
    for number, days in ((1, 40), (2, 2), (3, 5)):
        item = make_item(people.project, people.annotator, number=number)
        submitted(people, item.question_id)
        QuestionTransition.objects.filter(question=item.question_id).update(at=now - timedelta(days=days))
    # Saving a question does not make it younger.
    Question.objects.update(changed_at=now, created_at=now - timedelta(days=60))
    draft = make_item(people.project, people.annotator, number=4)
    Question.objects.filter(pk=draft.question_id).update(state="draft", created_at=now - timedelta(hours=3))
    states = {row["state"]: row for row in seen(people, "ageing")["states"]}
    assert list(states) == ["draft", "in_review", "returned"]
    assert states["in_review"]["n"] == 3
    assert {step["step"]: step["n"] for step in states["in_review"]["steps"]} == {
        "under_1_day": 0,
        "under_3_days": 1,
        "under_7_days": 1,
        "under_30_days": 0,
        "from_30_days": 1,
    }
    assert states["draft"]["steps"][0] == {"step": "under_1_day", "n": 1}
    assert (states["returned"]["n"], states["returned"]["oldest_since"]) == (0, None)
    rows = seen(people, "waiting")["results"]
    assert [row["public_id"] for row in rows] == ["G1_Q000001", "G1_Q000003", "G1_Q000002", "G1_Q000004"]
    assert [row["public_id"] for row in seen(people, "waiting", state="draft")["results"]] == ["G1_Q000004"]


def test_work_counts_reviews_once_their_round_has_closed(people: People) -> None:
    for number in (1, 2):
        submitted(people, close(people, number, second=ACCEPT if number == 1 else REJECT).question_id)
    make_item(people.project, people.annotator, number=3)
    before = seen(people, "work")
    claim_and_judge(people.reviewer_a, people.project, REJECT)
    Verdict.objects.update(seconds_spent=1800.0)
    after_one = seen(people, "work")
    by_name = {row["user"]["name"]: row for row in after_one["people"]}
    assert list(by_name) == ["Admin", "Annotator", "Reviewer A", "Reviewer B", "Second Annotator"]
    assert {**by_name["Reviewer A"], "review_hours": 0} == {
        **next(row for row in before["people"] if row["user"]["name"] == "Reviewer A"),
        "review_hours": 0,
    }
    assert (by_name["Reviewer A"]["reviewed"], by_name["Reviewer A"]["review_hours"]) == (2, 1.0)
    assert (by_name["Reviewer B"]["rejected"], by_name["Reviewer B"]["reject_rate"]) == (1, 0.5)
    author = by_name["Annotator"]
    assert (author["submitted"], author["decided"], author["returned"], author["removed"]) == (2, 2, 1, 0)
    assert (author["return_rate"], by_name["Second Annotator"]["return_rate"]) == (0.5, None)
    # Two annotators with 2 and 0 submissions, two reviewers with 2 each.
    assert (after_one["gini_submitted"], after_one["gini_reviewed"]) == (0.5, 0.0)


def test_work_shows_hours_of_the_period_when_one_is_asked_for(people: People) -> None:
    log_hours(people.annotator, people.project, 2.0, part="authoring")
    log_hours(people.annotator, people.project, 1.5, part="guideline")
    today = timezone.now().date()

    def hours(**period: str) -> tuple[float, float]:
        row = next(
            one for one in seen(people, "work", **period)["people"] if one["user"]["name"] == "Annotator"
        )
        return row["authoring_hours"], row["training_hours"]

    assert hours() == (2.0, 1.5)
    assert hours(since=str(today - timedelta(days=1)), until=str(today)) == (2.0, 1.5)
    assert hours(since=str(today + timedelta(days=1))) == (0.0, 0.0)
    query = {"project": str(people.project.pk), "since": "2026-13-01"}
    wrong = client_of(people.admin).get(f"{API}/dashboards/work", query)
    assert (wrong.status_code, wrong.json()["errors"][0]["field"]) == (400, "since")


def test_disagreements_are_those_of_closed_rounds_when_verdicts_differ(people: People) -> None:
    close(people, 1, second=ACCEPT)
    split = close(people, 2)
    make_item(people.project, people.annotator, number=3)
    claim_and_judge(people.reviewer_a, people.project, REJECT)
    found = seen(people, "disagreements")
    assert (found["count"], found["withheld"]) == (1, 0)
    [row] = found["results"]
    assert (row["id"], row["public_id"], row["outcome"], row["state"]) == (
        split.pk,
        "G1_Q000002",
        "returned",
        "returned",
    )
    assert [(one["reviewer"]["name"], one["decision"]) for one in row["verdicts"]] == [
        ("Reviewer A", "accept"),
        ("Reviewer B", "reject"),
    ]
    assert row["verdicts"][1]["comment"] == REJECT.comment


def test_disagreement_is_withheld_when_the_admin_may_still_have_to_judge_it(people: People) -> None:
    close(people, 1)
    Membership.objects.filter(user=people.admin).update(is_reviewer=True)
    found = seen(people, "disagreements")
    assert (found["count"], found["withheld"], found["results"]) == (0, 1, [])
    Question.objects.update(state="removed")
    found = seen(people, "disagreements")
    assert (found["count"], found["withheld"], len(found["results"])) == (1, 0, 1)


def test_my_week_counts_my_own_work_when_others_work_too(people: People) -> None:
    make_practice(people, flaws=("wrong_label",))
    pass_run(people.reviewer_a, people.project)
    close(people, 7)
    log_hours(people.reviewer_a, people.project, 0.001)
    Verdict.objects.update(seconds_spent=100.0)
    client = client_of(people.reviewer_a)
    week = client.get(f"{API}/my-week", {"project": people.project.pk}).json()
    since = week.pop("since")
    assert since.endswith("T00:00:00Z")
    assert week.pop("seconds") in (100.0, pytest.approx(103.6))  # an hour ago may have been last week
    assert week == {"begun": 0, "submitted": 0, "accepted": 0, "returned": 0, "verdicts": 1, "practised": 1}
    author = client_of(people.annotator).get(f"{API}/my-week", {"project": people.project.pk}).json()
    assert (author["returned"], author["verdicts"]) == (1, 0)
    assert client_of(people.outsider).get(f"{API}/my-week", {"project": people.project.pk}).status_code == 404


@pytest.mark.parametrize("items", [1, 12])
def test_dashboards_cost_the_same_when_there_are_few_or_many_rows(people: People, items: int) -> None:
    for number in range(1, items + 1):
        close(people, number)
        log_hours(people.annotator, people.project, 1.0, part="authoring")
    client = client_of(people.admin)
    limits = {"pipeline": 13, "ageing": 4, "waiting": 6, "work": 10, "disagreements": 10}
    for path, limit in limits.items():
        with at_most(limit):
            answer = client.get(f"{API}/dashboards/{path}", {"project": people.project.pk})
            assert answer.status_code == 200
