"""Gold items in the live queue: they look like any other, count nowhere, and tell admins how well flaws are found."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts.models import Membership, User
from annotation.clips.models import Clip
from annotation.clips.selectors import with_counts
from annotation.projects.models import Project
from annotation.projects.selectors import summary_of
from annotation.projects.selectors import visible_to as projects_visible_to
from annotation.questions.models import Question, QuestionState
from annotation.questions.selectors import accepted_records, visible_to
from annotation.videos.models import Video
from annotation.videos.selectors import question_counts
from review.gold import services
from review.gold.models import GoldPlacement
from review.gold.placing import is_followed_by_gold
from review.gold.selectors import gold_report
from review.rounds.models import Round
from review.training import seeding
from review.training.models import SeededItem, TrainingPlan, Use
from review.training.scoring import Proportion
from review.verdicts.services import Judgement
from tests.personas import People, add_member, client_of, make_user
from tests.review.rows import ACCEPT, REJECT, claim, claim_and_judge, judge, make_item
from tests.review.test_api_costs import at_most
from tests.review.training.material import make_accepted

pytestmark = pytest.mark.django_db
API = "/api/v1"


def make_gold(people: People, *, number: int, flaw: str | None) -> SeededItem:
    question = make_accepted(people, number=number)
    return seeding.make_seeded_item(
        actor=people.admin,
        project_id=people.project.pk,
        question_id=question.pk,
        use=Use.GOLD,
        flaw=flaw,  # type: ignore[arg-type]
    )


def place(people: People, *, number: int = 1, flaw: str | None = "wrong_label") -> Round:
    make_gold(people, number=number, flaw=flaw)
    placed = services.place_next(project_id=people.project.pk)
    assert placed is not None
    return placed


def shape(value: Any) -> Any:
    """The names and kinds of a JSON value, without what it says."""
    if isinstance(value, dict):
        return {name: shape(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return type(value).__name__


def test_share_of_gold_is_the_rate_when_many_rounds_come_in() -> None:
    placed = [
        is_followed_by_gold(key="secret", project_id=1, round_id=number, rate=0.2) for number in range(20_000)
    ]
    # A gold one beside 0.25 of the live ones: 0.2 of all; the standard error is 0.003.
    assert sum(placed) / (20_000 + sum(placed)) == pytest.approx(0.2, abs=0.01)
    assert placed[:50] == [
        is_followed_by_gold(key="secret", project_id=1, round_id=number, rate=0.2) for number in range(50)
    ]
    other = [
        is_followed_by_gold(key="another", project_id=1, round_id=number, rate=0.2) for number in range(50)
    ]
    assert other != placed[:50]
    assert not any(
        is_followed_by_gold(key="secret", project_id=1, round_id=number, rate=0.0) for number in range(50)
    )


def test_gold_comes_in_beside_a_live_round_when_the_rate_says_so(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_gold(people, number=1, flaw="wrong_label")
    live = make_item(people.project, people.annotator, number=2)
    question = Question.objects.get(pk=live.question_id)
    services.place_beside(question, live.revision)
    assert GoldPlacement.objects.count() == 0
    TrainingPlan.objects.create(project=people.project, gold_rate=0.5)
    # At 0.5 a gold one comes beside every live one.
    services.place_beside(question, live.revision)
    placed = GoldPlacement.objects.get().round
    assert placed.pk == live.pk + 1
    services.place_beside(question, live.revision)
    assert GoldPlacement.objects.count() == 1


def test_gold_item_has_the_same_form_as_a_live_one_when_a_reviewer_reads_it(people: People) -> None:
    live = make_item(people.project, people.annotator, number=907, filled=True)
    placed = place(people, number=901)
    client = client_of(people.reviewer_a)
    ask = {"project": people.project.pk}
    shown = []
    for item in (live, placed):
        answer = client.post(f"{API}/assignments/next", ask, format="json")
        assert answer.json()["assignment"]["id"] == item.pk
        given = client.post(
            f"{API}/assignments/{item.pk}/heartbeat", {"watched": [[0, 10]]}, format="json"
        ).json()
        full = client.get(f"{API}/assignments/{item.pk}").json()
        judge(people.reviewer_a, item)
        shown.append((answer.status_code, answer.json(), given, full))
    assert shape(shown[0]) == shape(shown[1])
    rows = client.get(f"{API}/assignments", ask).json()["results"]
    assert [row["id"] for row in rows] == [placed.pk, live.pk]
    assert shape(rows[0]) == shape(rows[1])
    told = json.dumps(shown[1]) + json.dumps(rows[0])
    for hint in ("gold", "seeded", "flaw", "Gold items"):
        assert hint not in told
    item = shown[1][3]
    assert item["project"] == people.project.pk
    assert item["question_id"] == item["as_model_sees"]["question_id"]
    assert Question.objects.filter(public_id=item["question_id"], project=people.project).count() == 0
    assert item["round_number"] == 1


def counted(people: People) -> list[Any]:
    """Everything that counts, lists or exports the work of a project."""
    project_id = people.project.pk
    client = client_of(people.admin)
    query = {"project": project_id}
    paths = ("pipeline", "ageing", "waiting", "work", "disagreements")
    return [
        summary_of(project_id=project_id),
        list(accepted_records(project_id)),
        list(visible_to(people.admin).values_list("pk", "state")),
        question_counts(Video.objects.all()),
        [vars(clip)["question_count"] for clip in with_counts(Clip.objects.order_by("pk"))],
        *(client.get(f"{API}/dashboards/{path}", query).json() for path in paths),
        client.get(f"{API}/agreement", query).json(),
        client.get(f"{API}/questions", query).json(),
        client_of(people.annotator).get(f"{API}/questions", query).json(),
        client_of(people.annotator).get(f"{API}/notifications").json(),
    ]


def test_nothing_is_counted_or_exported_of_it_when_gold_is_placed_judged_and_closed(people: People) -> None:
    make_item(people.project, people.annotator, number=5)
    for reviewer in (people.reviewer_a, people.reviewer_b):
        claim_and_judge(reviewer, people.project)
    make_gold(people, number=1, flaw="wrong_label")
    before = counted(people)
    placed = services.place_next(project_id=people.project.pk)
    assert placed is not None
    assert counted(people) == before
    claim_and_judge(people.reviewer_a, people.project, ACCEPT)
    assert counted(people) == before
    closed = claim_and_judge(people.reviewer_b, people.project, REJECT)
    assert (closed.pk, closed.outcome) == (placed.pk, "returned")
    assert counted(people) == before
    assert placed.question.state == QuestionState.IN_REVIEW
    placed.question.refresh_from_db()
    assert placed.question.state == QuestionState.IN_REVIEW


def test_store_is_in_nobodys_list_when_gold_is_placed(people: People) -> None:
    place(people)
    boss = make_user("boss", is_staff=True, is_superuser=True)
    for user in (people.admin, people.annotator, boss):
        assert list(projects_visible_to(user)) == [people.project]
    store = Project.objects.get(is_store=True)
    assert client_of(people.admin).get(f"{API}/projects/{store.pk}").status_code == 404
    gold = Question.objects.get(project=store)
    assert client_of(people.annotator).get(f"{API}/questions/{gold.pk}").status_code == 404


@pytest.fixture
def others(people: People) -> list[User]:
    """Two more reviewers, who have judged nothing."""
    found = [make_user("reviewer c"), make_user("reviewer d")]
    for user in found:
        add_member(people.project, user, reviewer=True)
    return found


def test_gold_is_not_given_to_people_who_know_it_when_they_ask(people: People, others: list[User]) -> None:
    make_item(people.project, people.annotator, number=3, filled=True)
    for reviewer in (people.reviewer_a, people.reviewer_b):
        judged = claim_and_judge(reviewer, people.project)
    Membership.objects.filter(user__in=[people.admin, people.annotator]).update(is_reviewer=True)
    seeding.make_seeded_item(
        actor=people.admin,
        project_id=people.project.pk,
        question_id=judged.question_id,
        use=Use.GOLD,
        flaw="leaked_answer",
    )
    placed = services.place_next(project_id=people.project.pk)
    assert placed is not None
    for knows in (people.reviewer_a, people.reviewer_b, people.admin, people.annotator):
        assert claim(knows, people.project) is None
    assert [claim(other, people.project) for other in others] == [placed, placed]


def test_gold_waits_when_fewer_than_two_reviewers_can_be_given_it(people: People) -> None:
    make_gold(people, number=1, flaw=None)
    Membership.objects.filter(user=people.reviewer_b).update(ended_at="2026-01-01T00:00Z")
    assert services.place_next(project_id=people.project.pk) is None
    assert GoldPlacement.objects.count() == 0


def test_ids_are_one_placement_old_when_several_are_placed(people: People) -> None:
    ids = []
    for number in (901, 902, 903):
        ids.append(place(people, number=number).question.public_id)
    assert ids == ["G1_Q000001", "G1_Q000002", "G1_Q000003"]
    # The next one is reserved already, so an id of a live question may be newer than that of the next gold one.
    assert Project.objects.get(pk=people.project.pk).counters.get(prefix="G1_Q").last == 4


def test_rates_are_told_to_admins_when_rounds_have_closed(people: People) -> None:
    flawed = place(people, number=1, flaw="leaked_answer")
    sound = place(people, number=2, flaw=None)
    found = Judgement("reject", reasons=("answer_given_away",), comment="It says the label.")
    elsewhere = Judgement("reject", reasons=("other",), comment="Something.")
    claim_and_judge(people.reviewer_a, people.project, found)
    claim_and_judge(people.reviewer_a, people.project, ACCEPT)
    empty = gold_report(project_id=people.project.pk)
    assert (empty.reviewers, empty.placed, empty.waiting) == ([], 2, 0)
    claim_and_judge(people.reviewer_b, people.project, elsewhere)
    claim_and_judge(people.reviewer_b, people.project, elsewhere)
    for item in (flawed, sound):
        item.refresh_from_db()
        assert item.closed_at is not None
    report = gold_report(project_id=people.project.pk)
    assert [(one.user, one.detection, one.false_rejects) for one in report.reviewers] == [
        (people.reviewer_a, Proportion(1, 1), Proportion(0, 1)),
        (people.reviewer_b, Proportion(0, 1), Proportion(1, 1)),
    ]
    assert (report.detection, report.false_rejects) == (Proportion(1, 2), Proportion(1, 2))
    for user, status in ((people.admin, 200), (people.reviewer_a, 403), (people.outsider, 404)):
        answer = client_of(user).get(f"{API}/gold-report", {"project": people.project.pk})
        assert answer.status_code == status
    shown = client_of(people.admin).get(f"{API}/gold-report", {"project": people.project.pk}).json()
    assert shown["detection"] == {
        "hits": 1,
        "n": 2,
        "rate": 0.5,
        "interval": [pytest.approx(0.0945, abs=1e-4), pytest.approx(0.9055, abs=1e-4)],
    }


@pytest.mark.parametrize("items", [1, 6])
def test_report_costs_the_same_when_there_are_few_or_many(people: People, items: int) -> None:
    for number in range(1, items + 1):
        place(people, number=number)
        for reviewer in (people.reviewer_a, people.reviewer_b):
            claim_and_judge(reviewer, people.project)
    client = client_of(people.admin)
    with at_most(6):
        assert client.get(f"{API}/gold-report", {"project": people.project.pk}).status_code == 200
