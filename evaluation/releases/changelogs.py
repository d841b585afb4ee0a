"""How a release differs from the one before it, and the changelog that says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from django.db.models import Case, CharField, Exists, F, OuterRef, QuerySet, Subquery, Value, When

from evaluation.releases.differences import Difference, Kind, Side, Totals, changed_fields, compare
from evaluation.releases.models import Release, ReleaseRecord
from evaluation.releases.selectors import records_of

CHANGELOG: Final = "CHANGELOG.md"
_WORDS: Final = {"added": "Added", "removed": "Removed", "changed": "Changed"}


def sides_of(release: Release) -> Iterator[Side]:
    """The records of a release as they are compared."""
    for record in records_of(release):
        yield Side(record.granularity, record.public_id, record.record_json)


def differences(before: Release, after: Release, totals: Totals) -> Iterator[Difference]:
    """What differs from `before` to `after`, in the order of the files; `totals` counts along. Streams."""
    return compare(sides_of(before), sides_of(after), totals)


def changed_ids(before: Release, after: Release) -> QuerySet[Any]:
    """(granularity, public id, kind) of each record that differs, to be counted and sliced. One query a slice."""
    of_before, of_after = _rows(before), _rows(after)
    same_record = {"granularity": OuterRef("granularity"), "public_id": OuterRef("public_id")}
    old = of_before.filter(**same_record).values("record_sha256")
    new = of_after.annotate(old=Subquery(old)).exclude(old=F("record_sha256"), old__isnull=False)
    kind = Case(When(old=None, then=Value("added")), default=Value("changed"), output_field=CharField())
    gone = of_before.exclude(Exists(of_after.filter(**same_record))).annotate(
        kind=Value("removed", output_field=CharField())
    )
    columns = ("granularity", "public_id", "kind")
    both = new.annotate(kind=kind).values_list(*columns).union(gone.values_list(*columns), all=True)
    return both.order_by("granularity", "public_id")


def differences_of(
    before: Release, after: Release, rows: Iterable[tuple[str, str, Kind]]
) -> list[Difference]:
    """The rows of changed_ids with their fields; two queries, none when nothing changed."""
    wanted = list(rows)
    changed = [public_id for _, public_id, kind in wanted if kind == "changed"]
    texts = [_texts(release, changed) if changed else {} for release in (before, after)]
    return [
        Difference(
            kind,
            granularity,
            public_id,
            changed_fields(*(found[granularity, public_id] for found in texts)) if kind == "changed" else (),
        )
        for granularity, public_id, kind in wanted
    ]


def _rows(release: Release) -> QuerySet[ReleaseRecord]:
    return ReleaseRecord.objects.filter(release=release).order_by()


def _texts(release: Release, public_ids: list[str]) -> dict[tuple[str, str], str]:
    rows = _rows(release).filter(public_id__in=public_ids)
    return {
        (granularity, public_id): text
        for granularity, public_id, text in rows.values_list(
            "granularity", "public_id", "revision__record_json"
        )
    }


def count_changes(release: Release) -> Totals | None:
    """The counts of the difference to the previous release; None for the first one."""
    if release.previous is None:
        return None
    totals = Totals()
    for _ in differences(release.previous, release, totals):
        pass
    return totals


def write_changelog(release: Release, path: Path) -> None:
    """Writes the changelog in Markdown: this release record by record, the ones before it by their counts.

    It names the fields that changed and never their content, since answers may be held out.
    """
    with path.open("w", encoding="utf-8") as file:
        file.write("# Changelog\n\n")
        file.write(_heading(release))
        if release.previous is not None:
            for difference in differences(release.previous, release, Totals()):
                fields = ", ".join(change.field for change in difference.fields)
                told = f": {fields}" if fields else ""
                file.write(f"- {_WORDS[difference.kind]} {difference.public_id}{told}\n")
        earlier = release.previous
        while earlier is not None:
            file.write("\n" + _heading(earlier))
            earlier = earlier.previous


def _heading(release: Release) -> str:
    at = release.freezing_at
    told = f"## {release.version}" + (f" ({at:%Y-%m-%d})" if at else "") + "\n\n"
    if release.notes.strip():
        told += release.notes.strip() + "\n\n"
    if release.previous is None:
        return told + f"The first release, with {release.record_count} records.\n"
    found = release.changes
    return told + (
        f"{found['added']} added, {found['removed']} removed, {found['changed']} changed, "
        f"{found['unchanged']} as before.\n\n"
    )
