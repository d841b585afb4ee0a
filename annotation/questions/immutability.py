"""The triggers by which the database itself refuses to change a submitted revision.

The services never try; this holds against the admin, a shell and a mistake. On PostgreSQL and SQLite an UPDATE or
DELETE of a submitted revision, and an INSERT, UPDATE or DELETE of its label, item or evidence rows, is an integrity
error with MESSAGE. The submission itself passes, since the revision is still open when it is updated.

A later migration that alters one of these tables has to `remove` first and `install` after: SQLite alters a table by
building it anew, and would lose the triggers or stumble over those that name it.
"""

from __future__ import annotations

from typing import Final

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

MESSAGE: Final = "a submitted revision is immutable"

_REVISION: Final = "annotation_revision"
_ROWS: Final = ("annotation_labelrow", "annotation_referenceitem", "annotation_evidenceinterval")

_POSTGRES_FUNCTIONS: Final = f"""
CREATE FUNCTION refuse_submitted_revision() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'restrict_violation';
END $body$;
CREATE FUNCTION refuse_row_of_submitted_revision() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    IF EXISTS (
        SELECT 1 FROM {_REVISION}
        WHERE submitted_at IS NOT NULL
        AND ((TG_OP <> 'INSERT' AND id = OLD.revision_id) OR (TG_OP <> 'DELETE' AND id = NEW.revision_id))
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
            f"CREATE TRIGGER revision_immutable BEFORE UPDATE OR DELETE ON {_REVISION} "
            "FOR EACH ROW WHEN (OLD.submitted_at IS NOT NULL) EXECUTE FUNCTION refuse_submitted_revision()"
        )
        for table in _ROWS:
            schema_editor.execute(
                f"CREATE TRIGGER {table}_immutable BEFORE INSERT OR UPDATE OR DELETE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION refuse_row_of_submitted_revision()"
            )
        return
    refuse = f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
    for event in ("UPDATE", "DELETE"):
        schema_editor.execute(
            f"CREATE TRIGGER {_REVISION}_immutable_{event.lower()} BEFORE {event} ON {_REVISION} "
            f"WHEN OLD.submitted_at IS NOT NULL {refuse}"
        )
    for table in _ROWS:
        for event, rows in (("INSERT", ("NEW",)), ("UPDATE", ("OLD", "NEW")), ("DELETE", ("OLD",))):
            ids = ", ".join(f"{row}.revision_id" for row in rows)
            submitted = f"SELECT 1 FROM {_REVISION} WHERE submitted_at IS NOT NULL AND id IN ({ids})"  # noqa: S608
            schema_editor.execute(
                f"CREATE TRIGGER {table}_immutable_{event.lower()} BEFORE {event} ON {table} "
                f"WHEN EXISTS ({submitted}) {refuse}"
            )


def remove(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drops the triggers."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP TRIGGER revision_immutable ON {_REVISION}")
        for table in _ROWS:
            schema_editor.execute(f"DROP TRIGGER {table}_immutable ON {table}")
        schema_editor.execute("DROP FUNCTION refuse_submitted_revision()")
        schema_editor.execute("DROP FUNCTION refuse_row_of_submitted_revision()")
        return
    for event in ("update", "delete"):
        schema_editor.execute(f"DROP TRIGGER {_REVISION}_immutable_{event}")
    for table in _ROWS:
        for event in ("insert", "update", "delete"):
            schema_editor.execute(f"DROP TRIGGER {table}_immutable_{event}")
