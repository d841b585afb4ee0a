#!/usr/bin/env python3
"""Command-line entry point of LongEmo Studio (`./manage.py help` lists the commands)."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError as error:
        sys.exit(
            f"LongEmo Studio's Python packages are not installed ({error}). "
            "Run `make install`, or `pip install --require-hashes -r requirements.txt`."
        )
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
