"""Two reviewers at once, each in a browser of their own: own labels first, a verdict taken back, the round closed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.hashers import make_password
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from playwright.sync_api import Page, expect

from accounts.models import User
from annotation.clips.models import Clip
from annotation.projects.models import Project
from review.assignments.models import Assignment
from review.blind.models import BlindLabel
from review.rounds.models import Round
from review.verdicts.models import Verdict
from tests.browser.conftest import log_in
from tests.faults.processes import wait_for
from tests.personas import PASSWORD, make_people
from tests.review.rows import make_item

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def let_log_in(user: User) -> None:
    """The product checks its own kind of passwords."""
    user.password = make_password(PASSWORD, hasher="argon2")
    user.save(update_fields=["password"])


def begin(page: Page, user: User, project: Project) -> None:
    log_in(page, user.email)
    page.get_by_role("link", name="Review", exact=True).click()
    page.get_by_role("button", name="Get the next item").click()
    expect(page.get_by_role("heading", name="Review G1_Q000001", level=1)).to_be_visible()


def label_and_open(page: Page, label: str) -> None:
    """Gives a label of one's own, then opens the reference by its key."""
    field = page.get_by_role("combobox", name="My labels")
    field.fill(label)
    field.press("Enter")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("v")
    expect(page.get_by_role("region", name="Reference", exact=True)).to_be_visible()


def test_two_reviewers_judge_at_once_and_one_takes_a_verdict_back(new_page: Callable[[], Page]) -> None:
    people = make_people()
    # Watching has a test of its own; here nothing has to be played.
    Project.objects.update(min_watched_share=0, blind_answers="required")
    items = [make_item(people.project, people.annotator, number=n, filled=True) for n in (1, 2)]
    for clip in Clip.objects.all():
        default_storage.save(clip.file_key, ContentFile(b"no video"))
    a, b = new_page(), new_page()
    for page, user in ((a, people.reviewer_a), (b, people.reviewer_b)):
        let_log_in(user)
        begin(page, user, people.project)
        # Without labels the reference stays closed, in the page and on the server.
        page.keyboard.press("v")
        expect(page.get_by_role("region", name="Reference", exact=True)).to_have_count(0)
    assert not Assignment.objects.filter(revealed_at__isnull=False).exists()

    label_and_open(a, "sadn")
    label_and_open(b, "ang")
    assert dict(BlindLabel.objects.values_list("assignment__reviewer", "label")) == {
        people.reviewer_a.pk: "sadness",
        people.reviewer_b.pk: "anger",
    }
    a.keyboard.press("a")
    expect(a.get_by_text("You accepted this item")).to_be_visible()
    # B sees nothing of it, and A goes on at once, and takes the verdict back from there.
    expect(b.get_by_text("accepted")).to_have_count(0)
    a.keyboard.press("n")
    expect(a.get_by_role("heading", name="Review G1_Q000002", level=1)).to_be_visible()
    a.keyboard.press("u")
    expect(a.get_by_role("heading", name="Review G1_Q000001", level=1)).to_be_visible()
    expect(a.get_by_role("region", name="Reference", exact=True)).to_be_visible()
    assert (Verdict.objects.count(), Round.objects.filter(closed_at__isnull=False).count()) == (0, 0)

    b.keyboard.press("a")
    expect(b.get_by_text("You accepted this item")).to_be_visible()
    a.get_by_role("region", name="Verdict", exact=True).get_by_role(
        "button", name="Submit acceptance"
    ).click()
    expect(a.get_by_text("You accepted this item")).to_be_visible()
    assert Round.objects.get(pk=items[0].pk).closed_at is None
    wait_for(
        lambda: Round.objects.get(pk=items[0].pk).outcome == "accepted",
        seconds=30,
        why="the round has closed by itself",
    )
    expect(a.get_by_role("button", name="Undo acceptance")).to_have_count(0)
