"""The front door of the app: what evaluation may use of it."""

from review.agreement.reports import published_figures
from review.rounds.selectors import twice_accepted
from review.threads.selectors import open_thread_counts

__all__ = ["open_thread_counts", "published_figures", "twice_accepted"]
