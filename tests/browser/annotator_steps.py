"""What an annotator does in the browser."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect


def open_video(page: Page, title: str) -> None:
    """Goes from the list of videos to the workspace of one."""
    page.get_by_role("link", name="Videos", exact=True).click()
    page.get_by_role("row").filter(has_text=title).get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()


def _type_time(field: Locator, text: str) -> None:
    field.fill(text)
    field.press("Enter")


def _mark(page: Page, start: str, end: str) -> None:
    selection = page.get_by_role("group", name="Selection")
    _type_time(selection.get_by_label("In mark"), start)
    _type_time(selection.get_by_label("Out mark"), end)


def cut_clip(page: Page, start: str, end: str) -> str:
    """Marks [start, end) on the player, has it cut, waits for the worker, and returns the clip's id."""
    page.get_by_role("tab", name="Clips").click()
    making = page.get_by_role("region", name="New clip")
    _mark(page, start, end)
    making.get_by_role("button", name="Add selection").click()
    making.get_by_role("button", name="Cut clip (G1)").click()
    return _ready_clip(page, "G1_V")


def use_whole_video(page: Page) -> str:
    """Makes the clip of the whole video and returns its id."""
    page.get_by_role("tab", name="Clips").click()
    page.get_by_role("region", name="New clip").get_by_role("button", name="Use whole video (G2)").click()
    # It is ready at once, and the page goes on to asking about it.
    expect(page.get_by_role("region", name="New question")).to_be_visible()
    page.get_by_role("tab", name="Clips").click()
    return _ready_clip(page, "G2_V")


def _ready_clip(page: Page, prefix: str) -> str:
    row = page.get_by_role("region", name="Clips of this video").get_by_role("button", name=f"{prefix}0")
    expect(row.first).to_contain_text("Ready")
    found = re.search(rf"{prefix}\d+", row.first.inner_text())
    assert found is not None
    return found.group()


def watch_all(page: Page) -> None:
    """Plays the video from its start to its end, as fast as the player goes."""
    page.get_by_role("button", name="To the start").click()
    play_fast(page)
    expect(page.get_by_text("100% watched")).to_be_visible()


def play_fast(page: Page) -> None:
    page.get_by_role("combobox", name="Speed").click()
    page.get_by_role("option", name="3×").click()
    page.get_by_role("button", name="Play", exact=True).click()


def begin_question(page: Page, clip: str, task: str) -> str:
    """Begins a question on the page of the video, and returns its public id."""
    page.get_by_role("tab", name="question").click()
    new = page.get_by_role("region", name="New question")
    new.get_by_role("combobox", name="Clip").click()
    page.get_by_role("option", name=clip).click()
    new.get_by_role("radio", name=task).check()
    new.get_by_role("button", name="Begin the question").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(re.compile(r"^G\d_Q\d{6}$"))
    return heading.inner_text()


def form_of(page: Page) -> Locator:
    return page.get_by_role("tabpanel", name="Question")


def write(page: Page, field: str, text: str) -> None:
    form_of(page).get_by_role("textbox", name=field, exact=True).fill(text)


def choose_labels(page: Page, side: str, labels: list[str]) -> None:
    """Types each label and takes it with Enter."""
    box = form_of(page).get_by_role("combobox", name=side)
    for label in labels:
        box.fill(label)
        box.press("Enter")
        expect(
            form_of(page).get_by_role("button", name=f"Remove {label} from {side}", exact=True)
        ).to_be_visible()


def add_stage(page: Page, number: int, description: str, *, anchor: str, emotion: str) -> None:
    form_of(page).get_by_role("button", name="Add stage").click()
    write(page, f"S{number}, description", description)
    write(page, f"S{number}, emotion", emotion)
    write(page, f"S{number}, anchor", anchor)


def add_factor(page: Page, number: int, description: str) -> None:
    form_of(page).get_by_role("button", name="Add factor").click()
    write(page, f"R{number}, description", description)


def add_evidence(page: Page, number: int, start: str, end: str, *, carried_by: str) -> None:
    """Marks a stretch on the player and takes it as evidence."""
    _mark(page, start, end)
    evidence = form_of(page).get_by_role("region", name="Evidence")
    evidence.get_by_role("button", name="Add selection").click()
    evidence.get_by_role("group", name=f"What carries Evidence {number}").get_by_role(
        "button", name=carried_by
    ).click()


def submit(page: Page) -> None:
    """Waits until the draft is saved, submits it, and sees it in review."""
    form = form_of(page)
    expect(form.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    form.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("In review", exact=True).first).to_be_visible()
