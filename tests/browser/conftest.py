"""Browser tests: the built page in Chromium, served by the whole product (web, worker, scheduler)."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.hashers import make_password
from playwright.sync_api import Browser, BrowserContext, Page, expect

from accounts.models import User
from tests.faults.processes import product
from tests.personas import PASSWORD, make_user

# Playwright's synchronous interface runs an event loop in this thread, in which Django refuses its ORM unless told
# otherwise; nothing here is asynchronous.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

#: Other tests may share the cores, and a worker has to start ffmpeg.
PATIENCE = 30_000


@pytest.fixture
def address(transactional_db: None, tmp_path: Path) -> Iterator[str]:
    """Where the running product answers, without a slash at the end."""
    if not (settings.FRONTEND_DIST / "index.html").is_file():
        pytest.fail("the page has not been built; run `make build` first")
    with product(tmp_path) as running:
        yield running.wait_ready().rstrip("/")


@pytest.fixture
def new_page(address: str, browser: Browser) -> Iterator[Callable[[], Page]]:
    """A page of its own browser profile, as another person on another machine; it fails on an error in the page."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def note(kind: str, text: str) -> None:
        # The browser logs each answer that is no success by itself; the page shows those to the person.
        if kind == "error" and not text.startswith("Failed to load resource"):
            troubles.append(text)

    def make() -> Page:
        context = browser.new_context(
            base_url=address, viewport={"width": 1440, "height": 900}, locale="en-GB", accept_downloads=True
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: note(message.type, message.text))
        return page

    expect.set_options(timeout=PATIENCE)
    yield make
    pictures = os.environ.get("LONGEMO_PICTURES")  # a folder: what each person saw last, to look at
    for number, context in enumerate(contexts):
        if pictures:
            context.pages[0].screenshot(path=Path(pictures) / f"person-{number}.png")
        context.close()
    assert troubles == []


def make_staff() -> User:
    """The person who sets the lab's server up, with a password that the product itself can check."""
    user = make_user("Ada Admin", is_staff=True)
    user.password = make_password(PASSWORD, hasher="argon2")
    user.save(update_fields=["password"])
    return user


def log_in(page: Page, email: str) -> None:
    page.goto("/login")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page).not_to_have_url(re.compile("/login"))
