"""Wiring only: settings, URLs, Celery, WSGI, error rendering and system checks."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
