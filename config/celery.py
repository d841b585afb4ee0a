"""The Celery application. Tasks are found in each app's tasks.py."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

TRANSPORT_ALIASES["files"] = "jobs.message_files:Transport"

app = Celery("longemo")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
