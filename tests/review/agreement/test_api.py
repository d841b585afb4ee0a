"""The agreement report over HTTP: what is counted, for whom, and that its CSV gives the same figures."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from accounts.models import Membership, User
from annotation.clips.models import Clip
from annotation.questions.models import Question
from review.rounds.models import Round
from tests.commands import exit_code_of
from tests.personas import People, add_member, client_of, make_people, make_user
from tests.review.agreement.reviews import API, KINDS, ask, clips_of, close_rounds, closed_items
from tests.review.agreement.test_command import TABLES
from tests.review.rows import (
    ACCEPT,
    REJECT,
    add_submitted_revision,
    claim,
    claim_and_judge,
    everything,
    judge,
    let_run_out,
    make_clip,
    make_item,
    make_question,
    make_video,
    submit_again,
)
from tests.review.test_api_costs import at_most

pytestmark = pytest.mark.django_db


def command_on(
    csv_answer: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], *options: str
) -> dict[str, Any]:
    path = tmp_path / "decisions.csv"
    path.write_bytes(csv_answer.content)
    assert exit_code_of("agreement", str(path), "--json", *options) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def plain(figure: dict[str, Any], *, without: Iterable[str] = ("excluded", "reviewers")) -> dict[str, Any]:
    return {name: value for name, value in figure.items() if name not in without}


# --- the cases, and the same figures from the CSV ----------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES, ids=lambda table: str(table["name"]))
def test_report_and_its_csv_give_the_known_figures_when_table_is_reviewed(
    people: People, table: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    closed_items(people, table, clips=clips_of(people.project, people.annotator, 12))
    told = ask(people)
    for figure in (told["overall"], *(group["figure"] for group in told["results"])):
        for name in ("n", "both_accept", "disagree", "both_reject"):
            assert figure[name] == table[name]
        for name in ("observed", "alpha", "ac1"):
            if table[name] is None:
                assert (figure[name], figure["interval_95"][name]) == (None, None)
                assert figure["not_computable"][name] in ("no_items", "one_value")
            else:
                assert figure[name] == pytest.approx(table[name], abs=1e-12)
                assert figure["interval_95"][name] is not None
    assert [group["key"] for group in told["results"]] == (["clip"] if table["n"] else [])
    computed = command_on(ask(people, "/decisions"), tmp_path, capsys)
    assert plain(computed["overall"]) == plain(told["overall"])
    assert [computed["strata"][group["key"]]["alpha"] for group in told["results"]] == [
        group["figure"]["alpha"] for group in told["results"]
    ]
    assert [(each["n"], each["accepts"]) for each in computed["overall"]["reviewers"]] == [
        (each["n"], each["accepts"]) for each in told["overall"]["reviewers"]
    ]


@pytest.fixture
def varied(people: People) -> People:
    """Two granularities, three reviewers, three videos, two weeks, a second round."""
    third = make_user("third reviewer")
    add_member(people.project, third, reviewer=True)
    a, b = people.reviewer_a, people.reviewer_b
    videos = [make_video(people.project, people.annotator) for _ in range(3)]
    clips = [
        make_clip(video, people.annotator, public_id=f"V{n}", granularity="clip" if n < 2 else "episode")
        for n, video in enumerate(videos)
    ]
    monday = datetime(2026, 11, 30, tzinfo=UTC)
    tasks = ("contextual emotion", "emotion cause", "emotional reasoning")
    plan = [
        (0, (a, b), "accept accept", monday),
        (0, (a, b), "accept reject", monday),
        (1, (b, third), "accept accept", monday - timedelta(seconds=1)),
        (1, (third, a), "reject reject", monday),
        (2, (a, b), "accept accept", monday),
    ]
    for number, (clip, pair, decisions, at) in enumerate(plan, start=1):
        item = make_item(
            people.project,
            people.annotator,
            number=number,
            task=tasks[clip],
            clip=clips[clip],
            granularity=clips[clip].granularity,
        )
        close_rounds([item], pair, [decisions], at=at)
    returned = Round.objects.get(outcome="returned")
    revision = add_submitted_revision(returned.question, clips[0], number=2)
    again = Round.objects.create(
        project=people.project,
        question=returned.question,
        revision=revision,
        number=2,
        granularity="clip",
        task=tasks[0],
    )
    close_rounds([again], (third, b), ["accept accept"], at=monday)
    make_item(people.project, people.annotator, number=9, clip=clips[0])
    return people


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("granularity", {"clip": 4, "episode": 1}),
        (
            "task",
            {"clip / contextual emotion": 2, "clip / emotion cause": 2, "episode / emotional reasoning": 1},
        ),
        ("week", {"2026-W48": 1, "2026-W49": 4}),
        ("video", [2, 2, 1]),
        ("pair", [3, 1, 1]),
        ("round", {"1": 5, "2": 1}),
    ],
)
def test_groups_hold_what_their_filter_selects_when_taken_apart(
    varied: People, by: str, expected: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ask(varied, by=by)
    counts = {group["key"]: group["figure"]["n"] for group in told["results"]}
    assert (counts if isinstance(expected, dict) else list(counts.values())) == expected
    assert (told["count"], told["by"], told["round"]) == (len(expected), by, "all" if by == "round" else "1")
    everything_by = command_on(ask(varied, "/decisions", by=by), tmp_path, capsys, "--round", told["round"])
    for group in told["results"]:
        asked: dict[str, Any] = {
            name: group[name] for name in ("granularity", "task", "week", "round") if name in group
        }
        if "video" in group:
            asked["video"] = group["video"]["id"]
        if "reviewers" in group:
            asked["reviewer"], asked["other_reviewer"] = (each["id"] for each in group["reviewers"])
        alone = ask(varied, **asked)["overall"]
        assert plain(alone) == plain(group["figure"])
        items = ask(varied, "/items", **asked)
        assert items["count"] == group["figure"]["n"]
        for kind in KINDS:
            assert ask(varied, "/items", **asked, kind=kind)["count"] == group["figure"][kind]
        assert plain(everything_by["strata"][group["key"]]) == plain(group["figure"])


def test_left_out_rounds_are_counted_by_reason_when_the_first_alone_counts(varied: People) -> None:
    told = ask(varied)
    assert told["overall"]["excluded"] == {"later_round": 1, "open_round": 1}
    assert told["results"][0]["figure"]["excluded"] == {"later_round": 1, "open_round": 1}
    assert told["results"][1]["figure"]["excluded"] == {}
    assert ask(varied, round="2")["overall"]["excluded"] == {"earlier_round": 5, "open_round": 1}
    assert ask(varied, round="all")["overall"]["excluded"] == {"open_round": 1}
    # Which week or whose an open round is cannot be said without looking into it.
    assert ask(varied, week="2026-W49")["overall"]["excluded"] == {"later_round": 1}
    by_pair = ask(varied, by="pair")
    assert by_pair["overall"]["excluded"] == {"later_round": 1, "open_round": 1}
    assert all("open_round" not in group["figure"]["excluded"] for group in by_pair["results"])


def test_items_are_listed_with_both_decisions_when_asked_for(varied: People) -> None:
    listed = ask(varied, "/items", page_size=2, page=1)
    assert (listed["count"], len(listed["results"])) == (5, 2)
    first, second = listed["results"]
    assert (first["question_id"], first["kind"], first["outcome"]) == (
        "G1_Q000001",
        "both_accept",
        "accepted",
    )
    assert (second["kind"], second["round"], second["video"]["title"]) == ("disagree", 1, "Drawn scene")
    assert [(each["reviewer"]["name"], each["decision"]) for each in second["decisions"]] == [
        ("Reviewer A", "accept"),
        ("Reviewer B", "reject"),
    ]


def test_groups_come_in_pages_when_there_are_many(varied: People) -> None:
    first = ask(varied, by="task", page_size=2)
    rest = ask(varied, by="task", page_size=2, page=2)
    assert [first["count"], len(first["results"]), len(rest["results"])] == [3, 2, 1]
    assert first["overall"] == rest["overall"]
    assert first["next"] is not None


def test_holds_that_ended_without_a_verdict_are_counted_when_their_round_is_closed(people: People) -> None:
    third = make_user("third reviewer")
    add_member(people.project, third, reviewer=True)
    item = make_item(people.project, people.annotator)
    claim(third, people.project)
    let_run_out(third)
    assert ask(people)["holds_without_verdict"] == {"expired": 0, "released": 0}
    claim_and_judge(people.reviewer_a, people.project)
    claim_and_judge(people.reviewer_b, people.project)
    item.refresh_from_db()
    assert item.closed_at is not None
    assert ask(people)["holds_without_verdict"] == {"expired": 1, "released": 0}


# --- blindness ---------------------------------------------------------------------------------------------------


def test_nothing_is_told_of_a_verdict_when_its_round_is_open(people: People) -> None:
    make_item(people.project, people.annotator)
    item = claim(people.reviewer_a, people.project)
    assert item is not None
    before = [ask(people, by=by) for by in ("granularity", "pair", "video")] + [ask(people, "/items")]
    judge(people.reviewer_a, item, REJECT)
    after = [ask(people, by=by) for by in ("granularity", "pair", "video")] + [ask(people, "/items")]
    assert before == after
    assert before[0]["overall"]["excluded"] == {"open_round": 1}
    assert ask(people, "/decisions").content.count(b"\r\n") == 1


def test_returned_questions_are_left_out_when_the_admin_may_still_judge_them(varied: People) -> None:
    Membership.objects.filter(user=varied.admin).update(is_reviewer=True)
    Question.objects.filter(public_id="G1_Q000002").update(state="returned")
    told = ask(varied, round="all")
    assert told["may_still_review"] is True
    assert told["overall"]["excluded"] == {"may_still_review": 2, "open_round": 1}
    assert (told["overall"]["n"], told["overall"]["disagree"]) == (4, 0)
    pair = ask(varied, by="pair", reviewer=varied.reviewer_a.pk, other_reviewer=varied.reviewer_b.pk)
    assert all("may_still_review" not in group["figure"]["excluded"] for group in pair["results"])
    assert "G1_Q000002" not in str(ask(varied, "/items", round="all"))
    assert b"G1_Q000002" not in ask(varied, "/decisions", round="all").content
    # What they wrote nobody asks them to judge, and what is settled neither.
    Question.objects.filter(public_id="G1_Q000002").update(author=varied.admin)
    assert ask(varied, round="all")["overall"]["excluded"] == {"open_round": 1}
    Question.objects.filter(public_id="G1_Q000002").update(author=varied.annotator, state="removed")
    assert ask(varied, round="all")["overall"]["disagree"] == 1


def test_only_admins_read_agreement_when_others_ask(varied: People) -> None:
    before = everything()
    for path in ("", "/items", "/decisions"):
        for user in (varied.annotator, varied.reviewer_a):
            assert ask(varied, path, user, 403)["code"] == "role_missing"
        assert ask(varied, path, varied.outsider, 404)["code"] == "not_found"
        assert client_of(None).get(f"{API}{path}", {"project": varied.project.pk}).status_code in (401, 403)
    assert everything() == before


def test_other_projects_are_not_counted_when_they_have_reviews(varied: People) -> None:
    other = make_people(name="Other", suffix=" 2")
    closed_items(
        other,
        {"both_accept": 2, "disagree": 1, "both_reject": 0},
        clips=clips_of(other.project, other.annotator, 1),
    )
    assert ask(varied)["overall"]["n"] == 5
    assert ask(other)["overall"]["n"] == 3
    assert ask(varied, video=Clip.objects.get(project=other.project).video_id)["overall"]["n"] == 0


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("by", "mood", "unknown"),
        ("granularity", "film", "unknown"),
        ("task", "mood", "unknown"),
        ("reviewer", "me", "not_an_id"),
        ("video", "-1", "not_an_id"),
        ("week", "2026-49", "not_a_week"),
        ("week", "2026-W54", "not_a_week"),
        ("week", "9999-W52", "not_a_week"),
        ("round", "0", "not_a_round"),
        ("round", "first", "not_a_round"),
    ],
)
def test_parameter_is_named_when_it_means_nothing(people: People, name: str, value: str, code: str) -> None:
    told = ask(people, "", None, 400, **{name: value})
    assert [(each["field"], each["code"]) for each in told["errors"]] == [(name, code)]


def test_kind_is_named_when_it_is_unknown(people: People) -> None:
    assert ask(people, "/items", code=400, kind="all")["errors"][0]["field"] == "kind"


def test_csv_holds_no_formula_when_an_address_begins_like_one(people: People) -> None:
    User.objects.filter(pk=people.reviewer_a.pk).update(email="=1+1@lab.example")
    closed_items(
        people,
        {"both_accept": 1, "disagree": 0, "both_reject": 0},
        clips=clips_of(people.project, people.annotator, 1),
    )
    lines = ask(people, "/decisions").content.decode().splitlines()
    assert lines[0] == "item,reviewer,decision,stratum,round,video"
    assert lines[1].startswith("G1_Q000001,'=1+1@lab.example,accept,clip,1,")


@pytest.mark.parametrize("items", [1, 20])
def test_agreement_costs_at_most_10_statements_when_there_are_few_or_many(people: People, items: int) -> None:
    clips = clips_of(people.project, people.annotator, 3)
    closed_items(people, {"both_accept": items, "disagree": 1, "both_reject": 0}, clips=clips)
    client = client_of(people.admin)
    for path in ("", "/items", "/decisions"):
        for by in ("granularity", "pair", "video"):
            with at_most(10):
                assert client.get(f"{API}{path}", {"project": people.project.pk, "by": by}).status_code == 200


def test_figures_follow_the_road_when_reviewers_really_judge(people: People) -> None:
    """Through the services: a split, a revision, a second round that both accept."""
    make_item(people.project, people.annotator)
    claim_and_judge(people.reviewer_a, people.project, ACCEPT)
    split = claim_and_judge(people.reviewer_b, people.project, REJECT)
    told = ask(people)
    assert (told["overall"]["n"], told["overall"]["disagree"]) == (1, 1)
    submit_again(split)
    for reviewer in (people.reviewer_a, people.reviewer_b):
        claim_and_judge(reviewer, people.project, ACCEPT)
    first = ask(people)["overall"]
    assert (first["n"], first["observed"], first["excluded"]) == (1, 0.0, {"later_round": 1})
    assert ask(people, by="round")["results"][1]["figure"]["observed"] == 1.0


def test_questions_are_named_by_their_row_when_items_are_listed(people: People) -> None:
    clip = clips_of(people.project, people.annotator, 1)[0]
    question = make_question(people.project, people.annotator, clip, number=7)
    item = Round.objects.create(
        project=people.project,
        question=question,
        revision=question.revisions.get(),
        number=1,
        granularity="clip",
        task=question.task,
    )
    close_rounds([item], (people.reviewer_a, people.reviewer_b), ["reject reject"])
    row = ask(people, "/items")["results"][0]
    assert (row["question"], row["question_id"]) == (question.pk, "G1_Q000007")
