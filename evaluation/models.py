"""All models of the app in one place, for Django."""

from evaluation.exports.models import Export

__all__ = ["Export"]
