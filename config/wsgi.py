"""WSGI entry point (`gunicorn config.wsgi`)."""

import os

from django.core.wsgi import get_wsgi_application

from config.bodies import DrainedBodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = DrainedBodies(get_wsgi_application())
