"""Figures as plain data, the same in the command and in the API. Pure."""

from __future__ import annotations

from typing import Any

from review.agreement.figures import Explanation, Figure
from review.agreement.intervals import Interval
from review.agreement.statistic import NotComputable


def figure_document(figure: Figure) -> dict[str, Any]:
    """A figure under the names of docs/commands.md; null where not computable, with the reason beside it."""
    tally = figure.tally
    return {
        "n": tally.n,
        "both_accept": tally.both_accept,
        "disagree": tally.disagree,
        "both_reject": tally.both_reject,
        **{name: statistic.value for name, statistic in figure.statistics.items()},
        "interval_95": {name: _ends(interval) for name, interval in figure.intervals.items()},
        "excluded": dict(sorted(figure.excluded.items())),
        "not_computable": {
            **{name: each.reason.value for name, each in figure.statistics.items() if each.reason},
            **{
                f"interval_95.{name}": each.reason.value
                for name, each in figure.intervals.items()
                if each.reason
            },
        },
        "accept_rate": tally.accepts / (2 * tally.n) if tally.n else None,
        "expected": figure.expected.value,
        "reviewers": [
            {"reviewer": rate.reviewer, "n": rate.n, "accepts": rate.accepts, "accept_rate": rate.rate}
            for rate in figure.rates
        ],
        "bootstrap": {
            "clusters": figure.clusters,
            "resamples": figure.resamples,
            "seed": figure.seed,
            "computable": {name: interval.computable for name, interval in figure.intervals.items()},
        },
        "explanation": figure.explanation.value if figure.explanation else None,
    }


def _ends(interval: Interval) -> list[float] | None:
    if interval.low is None or interval.high is None:
        return None
    return [interval.low, interval.high]


def percent(part: int, whole: int) -> str:
    """`part` of `whole` in percent with two decimals, rounded half up on the exact value."""
    hundredths = (20_000 * part + whole) // (2 * whole)
    return f"{hundredths // 100}.{hundredths % 100:02d} %"


WHY_NOT: dict[str, str] = {
    NotComputable.NO_ITEMS: "nothing was judged by two reviewers",
    NotComputable.ONE_VALUE: "every decision is the same",
    NotComputable.ONE_CLUSTER: "all items are of one video",
}


def explanation_text(figure: Figure) -> str | None:
    """What the figure's explanation says, in English with its numbers; None where there is nothing to explain."""
    told = figure.explanation
    if told is None:
        return None
    tally = figure.tally
    if told == Explanation.ONE_DECISION:
        return (
            f"All {2 * tally.n} decisions are the same. Alpha compares agreement with what chance would give, "
            "and with one value there is no chance to compare with: it is not computable, which is neither 0 nor 1."
        )
    times, word = (
        (tally.accepts, "accept")
        if told == Explanation.MOSTLY_ACCEPTED
        else (2 * tally.n - tally.accepts, "reject")
    )
    agreed, alpha = percent(tally.n - tally.disagree, tally.n), figure.statistics["alpha"].value or 0.0
    return (
        f"Reviewers agreed on {agreed} of the items, and still alpha is {alpha:.3f}: "
        f"{percent(times, 2 * tally.n)} of all decisions are {word}, so {figure.expected.value or 0.0:.2%} agreement "
        "would come about by chance alone, and alpha counts only what goes beyond it. It says that the rare other "
        "decision is seldom shared, not that reviewers often differ."
    )
