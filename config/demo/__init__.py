"""The demo project: a small drawn story with spoken lines, and questions in every state."""
