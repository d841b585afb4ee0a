"""The triggers by which the database itself refuses to change a frozen release, its records and its videos.

As with submitted revisions (docs/decisions/frozen-record.md), this holds against the admin, a shell and a mistake. The
freezing itself passes, since the release is not frozen yet when it is updated. A later migration that alters one of
these tables has to `remove` first and `install` after.
"""

from __future__ import annotations

from typing import Final

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

MESSAGE: Final = "a frozen release is immutable"

_RELEASE: Final = "evaluation_release"
_ROWS: Final = ("evaluation_releaserecord", "evaluation_releasevideo")

_POSTGRES_FUNCTIONS: Final = f"""
CREATE FUNCTION refuse_frozen_release() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'restrict_violation';
END $body$;
CREATE FUNCTION refuse_row_of_frozen_release() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    IF EXISTS (
        SELECT 1 FROM {_RELEASE}
        WHERE state = 'frozen'
        AND ((TG_OP <> 'INSERT' AND id = OLD.release_id) OR (TG_OP <> 'DELETE' AND id = NEW.release_id))
    ) THEN
        RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    RETURN NEW;
END $body$;
"""  # noqa: S608 (names of our own tables)


def install(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Creates the triggers."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(_POSTGRES_FUNCTIONS)
        schema_editor.execute(
            f"CREATE TRIGGER release_immutable BEFORE UPDATE OR DELETE ON {_RELEASE} "
            "FOR EACH ROW WHEN (OLD.state = 'frozen') EXECUTE FUNCTION refuse_frozen_release()"
        )
        for table in _ROWS:
            schema_editor.execute(
                f"CREATE TRIGGER {table}_immutable BEFORE INSERT OR UPDATE OR DELETE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION refuse_row_of_frozen_release()"
            )
        return
    refuse = f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
    for event in ("UPDATE", "DELETE"):
        schema_editor.execute(
            f"CREATE TRIGGER {_RELEASE}_immutable_{event.lower()} BEFORE {event} ON {_RELEASE} "
            f"WHEN OLD.state = 'frozen' {refuse}"
        )
    for table in _ROWS:
        for event, rows in (("INSERT", ("NEW",)), ("UPDATE", ("OLD", "NEW")), ("DELETE", ("OLD",))):
            ids = ", ".join(f"{row}.release_id" for row in rows)
            frozen = f"SELECT 1 FROM {_RELEASE} WHERE state = 'frozen' AND id IN ({ids})"  # noqa: S608
            schema_editor.execute(
                f"CREATE TRIGGER {table}_immutable_{event.lower()} BEFORE {event} ON {table} "
                f"WHEN EXISTS ({frozen}) {refuse}"
            )


def remove(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drops the triggers."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP TRIGGER release_immutable ON {_RELEASE}")
        for table in _ROWS:
            schema_editor.execute(f"DROP TRIGGER {table}_immutable ON {table}")
        schema_editor.execute("DROP FUNCTION refuse_frozen_release()")
        schema_editor.execute("DROP FUNCTION refuse_row_of_frozen_release()")
        return
    for event in ("update", "delete"):
        schema_editor.execute(f"DROP TRIGGER {_RELEASE}_immutable_{event}")
    for table in _ROWS:
        for event in ("insert", "update", "delete"):
            schema_editor.execute(f"DROP TRIGGER {table}_immutable_{event}")
