"""The guideline checks: what a program can see in a draft before people review it.

Pure functions over a Draft. Errors block the submission; warnings are shown to the author and to the
reviewers. The subjects lie in modules of their own: check_answers, check_context, check_evidence, check_wording.
"""

from __future__ import annotations

from annotation.questions.check_answers import check_answer
from annotation.questions.check_context import check_context
from annotation.questions.check_evidence import check_evidence, check_segments, check_watched
from annotation.questions.check_wording import check_wording
from annotation.questions.findings import Draft, Finding, Level

__all__ = ["Draft", "Finding", "Level", "blocking", "check_draft"]


def check_draft(draft: Draft) -> list[Finding]:
    """All findings of a draft, errors first, in the order of the form within each level."""
    findings = [
        *check_wording(draft),
        *check_context(draft),
        *check_answer(draft),
        *check_evidence(draft),
        *check_segments(draft),
        *check_watched(draft),
    ]
    return sorted(findings, key=lambda finding: finding.level != "error")


def blocking(findings: list[Finding]) -> list[Finding]:
    """The findings that block a submission."""
    return [finding for finding in findings if finding.level == "error"]
