"""The page of agreement as an admin uses it: the figure, why it is as it is, its items, and the files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import log_in, make_staff
from tests.commands import exit_code_of
from tests.personas import add_member, make_people
from tests.review.agreement.reviews import clips_of, closed_items

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_admin_reads_and_takes_away_what_a_figure_is_made_of_when_nearly_everything_is_accepted(
    new_page: Callable[[], Page], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = make_people(suffix=" p")
    admin = make_staff()
    add_member(people.project, admin, admin=True)
    clips = clips_of(people.project, people.annotator, 12)
    closed_items(people, {"both_accept": 60, "disagree": 9, "both_reject": 1}, clips=clips)
    page = new_page()
    log_in(page, admin.email)
    page.get_by_role("link", name="Agreement").click()
    summary = page.get_by_role("region", name="Figure over everything chosen")
    expect(summary).to_contain_text("87.14 %")
    expect(summary).to_contain_text("and still alpha is 0.118")
    expect(summary).to_contain_text("Nothing was left out.")
    plot = page.get_by_role("figure", name="By task")
    expect(plot).to_contain_text("70 items on 12 videos")

    with page.expect_download() as saved:
        plot.get_by_role("button", name="Save the plot (SVG)").click()
    drawing = ElementTree.parse(saved.value.path())
    assert drawing.getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert "var(" not in saved.value.path().read_text()

    # By keyboard: the number of items of the one group, and what they were decided.
    page.get_by_role("button", name="Items of G1 · Contextual emotion").focus()
    page.keyboard.press("Enter")
    panel = page.get_by_role("complementary", name="G1 · Contextual emotion")
    expect(panel.get_by_role("link", name="G1_Q000001")).to_be_visible()
    panel.get_by_role("combobox", name="Decided").click()
    page.get_by_role("option", name="Both reject").click()
    expect(panel.get_by_role("link", name="G1_Q000070")).to_be_visible()
    expect(panel.get_by_role("link", name="G1_Q000001")).to_have_count(0)
    with page.expect_download() as saved:
        panel.get_by_role("link", name="Decisions (CSV)").click()
    path = tmp_path / "decisions.csv"
    saved.value.save_as(path)
    assert exit_code_of("agreement", str(path), "--json") == 0
    figure = json.loads(capsys.readouterr().out)["overall"]
    assert (figure["n"], figure["disagree"], round(figure["alpha"], 3)) == (70, 9, 0.118)
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)

    page.get_by_role("combobox", name="Taken apart").click()
    page.get_by_role("option", name="By pair of reviewers").click()
    expect(page.get_by_role("figure", name="By pair of reviewers")).to_contain_text("Reviewer A P")
    expect(page).to_have_url(re.compile("by=pair"))
    page.get_by_role("link", name="Reviewer A P · Reviewer B P").click()
    expect(page.get_by_role("combobox", name="Reviewer", exact=True)).to_have_value("Reviewer A P")


def test_page_says_what_comes_here_when_nothing_is_closed(new_page: Callable[[], Page]) -> None:
    people = make_people(suffix=" p")
    admin = make_staff()
    add_member(people.project, admin, admin=True)
    page = new_page()
    log_in(page, admin.email)
    page.goto(f"/projects/{people.project.pk}/agreement")
    expect(page.get_by_role("heading", name="No closed rounds yet")).to_be_visible()
