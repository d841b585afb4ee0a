"""The report of a scope: figures over all of it and for each of its groups. Computed when asked for, never stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from annotation.public import GRANULARITIES
from review.agreement import selectors
from review.agreement.documents import explanation_text, figure_document
from review.agreement.figures import Reviewed, figure_of
from review.agreement.scopes import ClosedItem, Scope, facts_of, group_of, sort_key


@dataclass(frozen=True, slots=True)
class Report:
    """A scope's closed rounds, ready to be told. `groups` are the keys in their order."""

    scope: Scope
    by: str
    counted: Mapping[str, Sequence[ClosedItem]]
    left_out: Mapping[str, Mapping[str, int]]
    groups: Sequence[str]
    people: Mapping[int, Mapping[str, Any]]

    def overall(self) -> dict[str, Any]:
        """The figure over all groups."""
        items = [item for key in self.groups for item in self.counted.get(key, ())]
        return self._figure(items, self.left_out.get("", {}))

    def group(self, key: str) -> dict[str, Any]:
        """One group: its key, what its items have in common, and its figure."""
        items = self.counted.get(key, ())
        facts = dict(facts_of(items[0], self.by)) if items else {}
        if "reviewers" in facts:
            facts["reviewers"] = [self.people[one] for one in facts["reviewers"]]
        return {
            "key": key,
            **facts,
            "figure": self._figure(items, self.left_out.get(key, {})),
        }

    def _figure(self, items: Sequence[ClosedItem], left_out: Mapping[str, int]) -> dict[str, Any]:
        told = figure_document(figure_of(reviewed(items), excluded=left_out))
        for rate in told["reviewers"]:
            rate["reviewer"] = self.people[int(rate["reviewer"])]
        return told


def make_report(scope: Scope, *, by: str, viewer: User, may_still_review: bool) -> Report:
    """Reads what a scope holds and sorts it into groups; four queries, whatever there is."""
    found = selectors.closed_items(scope, viewer=viewer, may_still_review=may_still_review)
    counted: dict[str, list[ClosedItem]] = {}
    for item in found.counted:
        counted.setdefault(group_of(item, by), []).append(item)
    left_out: dict[str, Counter[str]] = {"": Counter()}
    for item, reason in found.left_out:
        left_out[""][reason] += 1
        # Which pair it was is what a round that one may still judge must not tell.
        if not (by == "pair" and (reason == "may_still_review" or len(item.decisions) != 2)):
            left_out.setdefault(group_of(item, by), Counter())[reason] += 1
    for key, number in selectors.open_rounds(scope, by=by).items():
        left_out.setdefault(key, Counter())["open_round"] += number
    ids = {reviewer for item in found.counted for reviewer, _ in item.decisions}
    return Report(
        scope=scope,
        by=by,
        counted=counted,
        left_out=left_out,
        # A group of which everything was left out has no figure to show; its reasons are among those of the whole.
        groups=sorted(counted, key=sort_key),
        people=selectors.people(ids),
    )


def published_figures(*, project_id: int, viewer: User) -> dict[str, dict[str, Any]]:
    """Agreement on the initial decisions by granularity, as a release tells it: nobody is named.

    Each is a figure of docs/commands.md without its reviewers, and `explanation_text` in English beside it. From
    closed rounds only; three queries.
    """
    scope = Scope(project_id)
    found = selectors.closed_items(scope, viewer=viewer, may_still_review=False)
    left_out: dict[str, Counter[str]] = {}
    for item, reason in found.left_out:
        left_out.setdefault(item.granularity, Counter())[reason] += 1
    for granularity, number in selectors.open_rounds(scope, by="granularity").items():
        left_out.setdefault(granularity, Counter())["open_round"] += number
    told: dict[str, dict[str, Any]] = {}
    for granularity in GRANULARITIES:
        items = [item for item in found.counted if item.granularity == granularity]
        figure = figure_of(reviewed(items), excluded=left_out.get(granularity, {}))
        document = figure_document(figure)
        document["reviewers"] = len(document["reviewers"])
        told[granularity] = {**document, "explanation_text": explanation_text(figure)}
    return told


def reviewed(items: Iterable[ClosedItem]) -> list[Reviewed]:
    """Items as the figures take them: clustered by video, reviewers by id."""
    return [
        Reviewed(
            cluster=item.video_id,
            reviewers=(str(item.decisions[0][0]), str(item.decisions[1][0])),
            accepts=(item.decisions[0][1], item.decisions[1][1]),
        )
        for item in items
    ]


def kind_of(item: ClosedItem) -> str:
    """`both_accept`, `disagree` or `both_reject`, of an item with two decisions."""
    return ("both_reject", "disagree", "both_accept")[sum(accepts for _, accepts in item.decisions)]
