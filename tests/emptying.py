"""Emptying an SQLite test database between tests, past the triggers that refuse to delete submitted revisions.

PostgreSQL truncates, which fires no row trigger; SQLite deletes row by row. So the triggers are taken away for the
moment of emptying and put back as they were, which no product code can do.
"""

from collections.abc import Iterable
from typing import Any

import pytest
from django.db import transaction
from django.db.backends.sqlite3.base import DatabaseWrapper


def empty_past_triggers(patch: pytest.MonkeyPatch) -> None:
    """Makes Django's flush on SQLite do so, until `patch` is undone."""
    plain_flush = DatabaseWrapper.ops_class.execute_sql_flush

    def flush(self: Any, sql_list: Iterable[str]) -> None:
        with transaction.atomic(using=self.connection.alias), self.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
            for name, _ in triggers:
                cursor.execute(f'DROP TRIGGER "{name}"')
            plain_flush(self, sql_list)
            for _, sql in triggers:
                cursor.execute(sql)

    patch.setattr(DatabaseWrapper.ops_class, "execute_sql_flush", flush)
