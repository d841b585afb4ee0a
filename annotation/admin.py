"""The app in the Django admin: each sub-domain registers its own models."""

from annotation.questions import admin as questions

__all__ = ["questions"]
