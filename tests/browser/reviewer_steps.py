"""What a reviewer does in the browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.annotator_steps import play_fast


def take_next(page: Page) -> str:
    """Asks the queue for an item and returns its question's public id."""
    page.get_by_role("link", name="Review", exact=True).click()
    page.get_by_role("button", name="Get the next item").click()
    heading = page.get_by_role("heading", name="Review G", level=1)
    expect(heading).to_be_visible()
    return heading.inner_text().removeprefix("Review ")


def watch(page: Page) -> None:
    """Plays the prepared video until enough of it was seen."""
    play_fast(page)
    expect(page.get_by_role("region", name="Verdict").get_by_text("Enough for a verdict")).to_be_visible()


def accept(page: Page) -> None:
    bar = page.get_by_role("region", name="Verdict", exact=True)
    bar.get_by_role("button", name="Show the reference").click()
    expect(page.get_by_role("region", name="Reference")).to_be_visible()
    bar.get_by_role("button", name="Accept", exact=True).click()
    expect(page.get_by_text("You accepted this item")).to_be_visible()


def reject(page: Page, *, reason: str, comment: str) -> None:
    bar = page.get_by_role("region", name="Verdict", exact=True)
    bar.get_by_role("button", name="Show the reference").click()
    bar.get_by_role("button", name="Reject").click()
    form = page.get_by_role("region", name="Reject: what is wrong")
    form.locator("label").filter(has_text=reason).click()
    form.get_by_role("textbox", name="Comment").fill(comment)
    bar.get_by_role("button", name="Submit rejection").click()
    expect(page.get_by_text("You rejected this item")).to_be_visible()
