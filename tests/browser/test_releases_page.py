"""An admin drafts, checks and freezes a release in the browser, and downloads it."""

from __future__ import annotations

import hashlib
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from evaluation.releases.models import Release, ReleasePackage
from tests.browser.conftest import log_in, make_staff
from tests.evaluation.exports.test_exports import accept_records
from tests.evaluation.releases.making import give_media
from tests.personas import add_member, make_people

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_admin_freezes_and_downloads_a_release(new_page: Callable[[], Page], tmp_path: Path) -> None:
    people = make_people(suffix=" r")
    admin = make_staff()
    add_member(people.project, admin, admin=True)
    records = accept_records(people, tmp_path)
    page = new_page()
    log_in(page, admin.email)
    page.get_by_role("link", name="Releases").click()
    page.get_by_label("Version").fill("1.0")
    page.get_by_role("button", name="Draft a release").click()
    card = page.get_by_role("region", name="1.0")
    expect(card.get_by_role("button", name="Freeze")).to_be_disabled()
    card.get_by_role("button", name="Go through the check list").click()
    checks = card.get_by_role("list", name="Check list of 1.0")
    # The media of imported records is not there yet: the list says so, and nothing can be frozen.
    expect(checks).to_contain_text("has no file")
    expect(card.get_by_role("button", name="Freeze")).to_be_disabled()

    give_media(people)
    card.get_by_role("button", name="Go through the check list").click()
    expect(checks).not_to_contain_text("has no file")
    freeze = card.get_by_role("button", name="Freeze")
    expect(freeze).to_be_enabled()
    freeze.click()
    page.get_by_role("dialog").get_by_role("button", name="Freeze").click()
    link = card.get_by_role("link", name="Download 1.0: Complete, with every answer")
    expect(link).to_be_visible()
    with page.expect_download() as saved:
        link.click()
    path = tmp_path / "release.tar"
    saved.value.save_as(path)
    release, package = Release.objects.get(), ReleasePackage.objects.get()
    assert (release.state, release.record_count) == ("frozen", len(records))
    assert hashlib.sha256(path.read_bytes()).hexdigest() == package.sha256
    with tarfile.open(path) as archive:
        assert f"road-r-1.0/clip/{records[0]['question_id']}.json" in archive.getnames()
