"""What an admin does in the browser."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect


def create_project(page: Page, name: str) -> None:
    """Makes a project on the projects page and lands in it."""
    page.goto("/projects")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Create project").click()
    expect(page.get_by_role("heading", name="Home")).to_be_visible()


def invite(page: Page, role: str) -> str:
    """Makes an invitation link for one role and returns it."""
    page.get_by_role("link", name="Project", exact=True).click()
    form = page.get_by_role("region", name="Invitations").locator("form")
    for name in ("Annotator", "Reviewer", "Admin"):
        form.get_by_role("checkbox", name=name).set_checked(name == role)
    with page.expect_response(lambda answer: answer.url.endswith("/invitations") and answer.ok):
        form.get_by_role("button", name="Make a link").click()
    link = form.get_by_label("Invitation link")
    expect(link).to_be_visible()
    return link.input_value()


def accept_invitation(page: Page, link: str, *, name: str, email: str, password: str) -> None:
    """Opens the link as somebody new, makes the account and lands in the project."""
    page.goto(link)
    page.get_by_label("Email").fill(email)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Make account and join").click()
    expect(page.get_by_role("heading", name="Home")).to_be_visible()


def add_video(page: Page, video: Path, subtitles: Path, *, title: str, source: str) -> None:
    """Uploads a video with its subtitles and waits until a worker has probed it."""
    page.get_by_role("link", name="Videos", exact=True).click()
    page.get_by_role("button", name="Add video").first.click()
    panel = page.get_by_role("complementary", name="Add video")
    with page.expect_file_chooser() as chooser:
        panel.get_by_role("button", name="Choose video files").click()
    chooser.value.set_files(video)
    panel.get_by_role("textbox", name="Title").fill(title)
    panel.get_by_role("textbox", name="Source").fill(source)
    panel.get_by_label("Domain").fill("documentary")
    panel.get_by_label("Licence").fill("Public domain")
    panel.get_by_role("textbox", name="Language").fill("en")
    with page.expect_file_chooser() as chooser:
        panel.get_by_role("button", name="Subtitles").click()
    chooser.value.set_files(subtitles)
    panel.get_by_role("button", name="Add video").click()
    row = page.get_by_role("row").filter(has_text=title)
    expect(row.get_by_text("Ready")).to_be_visible()


def export_records(page: Page, target: Path) -> None:
    """Asks for an export, waits for it and saves its file."""
    page.get_by_role("link", name="Export", exact=True).click()
    page.get_by_role("button", name="New export").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download export").or_(
            page.get_by_role("link", name="Download export")
        ).click()
    download.value.save_as(target)
