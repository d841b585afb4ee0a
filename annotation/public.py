"""The front door of the app: what review and evaluation may use of it."""
