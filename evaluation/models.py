"""All models of the app in one place, for Django."""

from evaluation.exports.models import Export
from evaluation.releases.models import Pseudonym, Release, ReleasePackage, ReleaseRecord, ReleaseVideo

__all__ = ["Export", "Pseudonym", "Release", "ReleasePackage", "ReleaseRecord", "ReleaseVideo"]
