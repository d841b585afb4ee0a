"""What several tests of reviews share."""

from __future__ import annotations

from datetime import timedelta

import pytest
from pytest_django import Settings


@pytest.fixture
def undo(settings: Settings) -> timedelta:
    """Reviewers have the ten seconds that they have in the product."""
    settings.REVIEW_UNDO = timedelta(seconds=10)
    return timedelta(seconds=10)
