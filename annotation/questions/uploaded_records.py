"""Records that an admin hands in over HTTP: kept in a folder for as long as they are read, then imported."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from django.core.files.uploadedfile import UploadedFile

from accounts.models import User
from accounts.policies import require_role
from accounts.selectors import Role, roles_of
from annotation.projects.models import Project
from annotation.questions.importing import ImportResult, ImportState, import_records
from annotation.questions.incoming import read_incoming
from annotation.questions.record_files import RECORD_SUFFIXES
from kernel.errors import FieldError, Invalid


@dataclass(frozen=True, slots=True)
class UploadedImport:
    """What became of the files; `ignored` are the `._` files of macOS among them."""

    result: ImportResult
    ignored: tuple[str, ...]


def import_uploaded(
    *,
    actor: User,
    project_id: int,
    files: Sequence[UploadedFile[Any]],
    state: ImportState,
    author_id: int | None,
    skip_clashes: bool,
    dry_run: bool,
) -> UploadedImport:
    """Imports the records of some files, for admins; all or none, as `import_records` says.

    They become questions of `author_id`, an annotator or admin of the project, or else of the actor. Raises Invalid
    for files that cannot be told apart or are no records by their names, and for an author who may not write here.
    """
    require_role(user=actor, project_id=project_id, any_of=(Role.ADMIN,))
    author = actor if author_id is None else _author(project_id, author_id)
    with tempfile.TemporaryDirectory(prefix="longemo-records-") as made:
        folder = Path(made)
        for file in files:
            _keep(file, folder)
        incoming = read_incoming(folder)
        # An error about everything names the folder, which is ours; people know nothing of it.
        incoming.errors = [replace(one, file="") if one.file == made else one for one in incoming.errors]
        result = import_records(
            project=Project.objects.get(pk=project_id),
            incoming=incoming,
            state=state,
            author=author,
            skip_clashes=skip_clashes,
            dry_run=dry_run,
        )
    return UploadedImport(result, tuple(incoming.ignored))


def _keep(file: UploadedFile[Any], folder: Path) -> None:
    name = PurePosixPath((file.name or "").replace("\\", "/")).name
    if not name.lower().endswith(RECORD_SUFFIXES):
        kinds = ", ".join(RECORD_SUFFIXES)
        raise _refused("not_records", f"{name or 'A file without a name'} is no file of records ({kinds}).")
    path = folder / name
    if path.exists():
        raise _refused(
            "same_name", f"Two files are named {name}; rename one or import them one after another."
        )
    with path.open("wb") as kept:
        for chunk in file.chunks():
            kept.write(chunk)


def _refused(code: str, message: str) -> Invalid:
    return Invalid("invalid", message, errors=[FieldError("files", code, message)])


def _author(project_id: int, author_id: int) -> User:
    author = User.objects.filter(pk=author_id).first()
    if author is None or not roles_of(user=author, project_id=project_id) & {Role.ANNOTATOR, Role.ADMIN}:
        message = "The author has to be an annotator or admin of the project."
        raise Invalid("invalid", message, errors=[FieldError("author", "unknown", message)])
    return author
