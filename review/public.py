"""The front door of the app: what evaluation may use of it."""

from review.threads.selectors import open_thread_counts

__all__ = ["open_thread_counts"]
