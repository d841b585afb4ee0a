"""Every page as axe-core sees it, in both themes: names, roles, landmarks and contrast."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from playwright.sync_api import Page, expect

from accounts.models import User
from annotation.projects.models import Project
from annotation.questions.models import Question
from annotation.videos.models import Video
from tests.browser.conftest import log_in
from tests.personas import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]

AXE = Path(settings.BASE_DIR) / "frontend/node_modules/axe-core/axe.min.js"
WRONG = """axe.run().then(({ violations }) => violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`))"""


def pages_of(role: str, project: str) -> list[str]:
    """The addresses that a person of the role works with, in the demo project."""
    if role == "reviewer1":
        return [project, f"{project}/review", f"{project}/training"]
    questions = [
        f"{project}/questions/{Question.objects.filter(state=state)[0].pk}"
        for state in ("draft", "returned", "accepted")
    ]
    if role == "annotator":
        video = f"{project}/videos/{Video.objects.get().pk}"
        return [project, f"{project}/videos", video, f"{project}/questions", *questions]
    names = ("agreement", "training", "dashboards", "releases", "export", "settings", "import")
    return [*(f"{project}/{name}" for name in names), questions[2], "/notices"]


@pytest.mark.parametrize("role", ["annotator", "reviewer1", "admin"])
def test_axe_finds_nothing_when_pages_of_the_demo_are_opened(role: str, new_page: Callable[[], Page]) -> None:
    call_command("demo")
    user = User.objects.get(email=f"{role}@demo.example")
    # The product knows no hasher of the tests.
    User.objects.filter(pk=user.pk).update(password=make_password(PASSWORD, hasher="argon2"))
    page = new_page()
    log_in(page, user.email)
    found: dict[str, Any] = {}
    for address in pages_of(role, f"/projects/{Project.objects.get().pk}"):
        page.goto(address)
        expect(page.get_by_role("main").get_by_role("heading").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(500)  # colours change gradually
            page.evaluate(AXE.read_text())
            if wrong := page.evaluate(WRONG):
                found[f"{address} ({scheme})"] = wrong
    assert found == {}
