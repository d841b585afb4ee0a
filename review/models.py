"""All models of the app in one place, for Django."""

from review.assignments.models import Assignment
from review.rounds.models import Round
from review.verdicts.models import Verdict

__all__ = ["Assignment", "Round", "Verdict"]
