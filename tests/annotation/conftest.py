"""Fixtures of all tests of the app."""

from tests.annotation.object_store import bucket  # noqa: F401
