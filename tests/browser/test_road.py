"""The whole road, as three kinds of people in their own browsers, on a real video."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser import admin_steps as admin_does
from tests.browser.conftest import log_in, make_staff
from tests.personas import PASSWORD
from tests.shared_files import shared_path

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_x(new_page: Callable[[], Page]) -> None:
    staff = make_staff()
    admin = new_page()
    log_in(admin, staff.email)
    admin_does.create_project(admin, "Road")
    link = admin_does.invite(admin, "Annotator")
    ann = new_page()
    admin_does.accept_invitation(ann, link, name="Ann", email="ann@lab.example", password=PASSWORD)
    admin_does.add_video(
        admin,
        shared_path("media/nasa_13013.mp4"),
        shared_path("media/nasa_13013.en.srt"),
        title="Clean room",
        source="NASA 13013",
    )
    admin.screenshot(path="/tmp/a.png")
