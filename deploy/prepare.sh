#!/usr/bin/env bash
# Before the product starts in containers: check the settings, migrate, collect static files, make the bucket.
set -euo pipefail

python manage.py check --deploy --fail-level ERROR
python manage.py migrate --no-input
python manage.py collectstatic --no-input --clear -v 0
python deploy/make_bucket.py
