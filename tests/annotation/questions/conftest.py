"""Questions by themselves: the app above is not told of submissions here (tests/review shows the two together)."""

import pytest

from annotation.questions import submission


@pytest.fixture(autouse=True)
def without_review(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submission, "_callbacks", [])
