"""The engines of agreement against published values, closed formulas and slower ways to the same number."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from fractions import Fraction
from typing import Any, get_args

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from review.agreement import tallies
from review.agreement.alpha import Level, alpha_of_observers, alpha_of_value_counts
from review.agreement.figures import Explanation, Reviewed, figure_of, figure_of_kinds
from review.agreement.intervals import distinct_tallies, resample
from review.agreement.label_sets import (
    DISTANCES,
    confusion,
    jaccard_distance,
    masi_distance,
    set_alpha,
)
from review.agreement.stage_orders import kendall_tau
from review.agreement.statistic import NotComputable
from review.agreement.tallies import Tally
from tests.shared_files import shared_path

TALLIES = st.tuples(*(st.integers(0, 60),) * 3)


def closed_alpha(accept: int, split: int, reject: int) -> Fraction | None:
    """1 - (2n - 1) d / ((2a + d)(2r + d))."""
    product = (2 * accept + split) * (2 * reject + split)
    n = accept + split + reject
    return 1 - Fraction((2 * n - 1) * split, product) if product else None


@given(TALLIES)
def test_alpha_equals_the_closed_formula_when_computable(counts: tuple[int, int, int]) -> None:
    found, expected = tallies.alpha(Tally(*counts)), closed_alpha(*counts)
    if expected is None:
        assert found.value is None
        assert found.reason == ("one_value" if sum(counts) else "no_items")
    else:
        assert found.value == pytest.approx(float(expected), abs=1e-12)


@given(st.lists(TALLIES, min_size=1, max_size=5))
def test_many_tallies_give_what_each_gives_alone_when_computed_together(counts: list[Any]) -> None:
    together = tallies.many(np.array(counts))
    for place, each in enumerate(counts):
        tally = Tally(*each)
        for name, alone in (
            ("observed", tallies.observed(tally)),
            ("alpha", tallies.alpha(tally)),
            ("ac1", tallies.ac1(tally)),
        ):
            value = together[name][place]
            if alone.value is None:
                assert np.isnan(value)
            else:
                assert value == pytest.approx(alone.value, abs=1e-12)


@given(TALLIES)
def test_alpha_is_agreement_beyond_the_expected_when_computable(counts: tuple[int, int, int]) -> None:
    tally = Tally(*counts)
    found = tallies.alpha(tally).value
    agreed, by_chance = tallies.observed(tally).value, tallies.expected(tally).value
    if found is not None:
        assert agreed is not None
        assert by_chance is not None
        assert found == pytest.approx(1 - (1 - agreed) / (1 - by_chance), abs=1e-12)


def test_alpha_reproduces_the_report_of_2011_when_given_its_example() -> None:
    example = json.loads(shared_path("cases/agreement.json").read_text())["krippendorff_2011"]
    for level in get_args(Level):
        found = alpha_of_observers(example["data"], level=level)
        assert found.value == pytest.approx(example[level], abs=5e-7), level


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], "no_items"),
        ([[], []], "no_items"),
        ([[1, None], [None, 2]], "no_items"),
        ([[3, 3, None], [3, 3, 4]], "one_value"),
    ],
)
def test_alpha_has_a_reason_when_it_is_not_computable(rows: Any, reason: str) -> None:
    found = alpha_of_observers(rows, level="nominal")
    assert (found.value, found.reason) == (None, reason)


def test_alpha_refuses_observers_that_do_not_fit_when_given() -> None:
    with pytest.raises(ValueError, match="one place for each unit"):
        alpha_of_observers([[1, 2], [1]], level="nominal")
    with pytest.raises(ValueError, match="finite"):
        alpha_of_observers([[1, float("nan")], [1, 2]], level="nominal")


def test_alpha_is_nominal_when_no_level_is_said() -> None:
    """The package's own default is the interval level, which differs on three values."""
    counts = np.array([[2, 0, 0], [1, 0, 1], [0, 2, 0], [0, 1, 1]])
    found = alpha_of_value_counts(counts).value
    assert found == pytest.approx(krippendorff.alpha(value_counts=counts, level_of_measurement="nominal"))
    assert found != pytest.approx(krippendorff.alpha(value_counts=counts))


# --- intervals ---------------------------------------------------------------------------------------------------


@given(st.lists(TALLIES, max_size=30))
def test_distinct_tallies_are_the_counted_rows_when_gathered(rows: list[Any]) -> None:
    found, times = distinct_tallies(np.array(rows, dtype=np.int64).reshape(-1, 3))
    assert {tuple(row): n for row, n in zip(found.tolist(), times.tolist(), strict=True)} == Counter(rows)
    assert found.tolist() == sorted(found.tolist())


def test_distinct_tallies_are_gathered_when_counts_are_too_large_for_one_key() -> None:
    rows = np.array([[3_000_000, 1, 0], [0, 0, 1], [3_000_000, 1, 0]], dtype=np.int64)
    found, times = distinct_tallies(rows)
    assert (found.tolist(), times.tolist()) == ([[0, 0, 1], [3_000_000, 1, 0]], [1, 2])


def test_resamples_come_up_as_often_as_all_ways_to_draw_say_when_few_clusters() -> None:
    """Four clusters, 256 equally likely ways to draw four of them: the exact distribution of the totals."""
    clusters = [(3, 1, 0), (0, 2, 1), (3, 1, 0), (1, 0, 4)]
    exact = Counter(tuple(np.sum(drawn, axis=0).tolist()) for drawn in itertools.product(clusters, repeat=4))
    rows, times = distinct_tallies(np.array(clusters))
    drawn = 200_000
    found = Counter(map(tuple, resample(rows, times, resamples=drawn, seed=1).tolist()))
    assert set(found) == set(exact)
    for totals, ways in exact.items():
        share = ways / 256
        assert found[totals] / drawn == pytest.approx(share, abs=5 * (share * (1 - share) / drawn) ** 0.5)


def brute_force(clusters: list[list[int]], resamples: int) -> dict[str, tuple[float, float]]:
    """Draws whole clusters of items, item by item, and takes the statistics of what was drawn."""
    generator = np.random.default_rng(7)
    values: dict[str, list[float]] = {"observed": [], "alpha": [], "ac1": []}
    for _ in range(resamples):
        items = [
            kind for place in generator.integers(0, len(clusters), len(clusters)) for kind in clusters[place]
        ]
        tally = Tally(items.count(0), items.count(1), items.count(2))
        for name, compute in (
            ("observed", tallies.observed),
            ("ac1", tallies.ac1),
        ):
            if (found := compute(tally).value) is not None:
                values[name].append(found)
        if (exact := closed_alpha(tally.both_accept, tally.disagree, tally.both_reject)) is not None:
            values["alpha"].append(float(exact))
    return {name: tuple(np.quantile(each, (0.025, 0.975))) for name, each in values.items()}


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10_000))
def test_intervals_equal_a_brute_force_bootstrap_when_clusters_are_videos(seed: int) -> None:
    generator = np.random.default_rng(seed)
    clusters = [
        generator.choice(3, size=generator.integers(1, 9), p=generator.dirichlet([6, 2, 2])).tolist()
        for _ in range(40)
    ]
    kinds = np.array([kind for each in clusters for kind in each])
    of = np.repeat(np.arange(len(clusters)), [len(each) for each in clusters])
    found = figure_of_kinds(kinds, of, resamples=6000).intervals
    for name, (low, high) in brute_force(clusters, 1500).items():
        assert found[name].low == pytest.approx(low, abs=0.04), name
        assert found[name].high == pytest.approx(high, abs=0.04), name


def test_interval_is_wider_when_items_of_a_video_agree_with_each_other() -> None:
    kinds = np.repeat([0, 1, 0, 1], 25)
    by_video = figure_of_kinds(kinds, np.repeat(np.arange(4), 25)).intervals["observed"]
    by_item = figure_of_kinds(kinds, None).intervals["observed"]
    assert (by_video.low, by_video.high) == (0.0, 1.0)
    assert by_item.low is not None
    assert by_item.low > 0.35


def test_interval_is_the_same_when_items_come_in_another_order() -> None:
    items = [
        Reviewed(cluster=f"V{n % 7}", reviewers=("a", "b"), accepts=(n % 3 > 0, n % 5 > 0))
        for n in range(100)
    ]
    assert figure_of(items) == figure_of(items[::-1])


def test_interval_says_how_many_resamples_count_when_alpha_is_not_always_computable() -> None:
    """One split among 50: each resample misses it with (49/50)^50 = 0.364."""
    figure = figure_of_kinds(np.array([0] * 49 + [1]), None)
    assert figure.intervals["alpha"].computable / figure.resamples == pytest.approx(1 - 0.98**50, abs=0.04)
    assert figure.intervals["observed"].computable == figure.resamples
    assert figure.intervals["alpha"].high == 0.0


def test_interval_has_a_reason_when_there_is_none() -> None:
    one_video = figure_of_kinds(np.array([0, 1, 2]), np.array([0, 0, 0]))
    assert {each.reason for each in one_video.intervals.values()} == {NotComputable.ONE_CLUSTER}
    nothing = figure_of([])
    assert {each.reason for each in nothing.intervals.values()} == {NotComputable.NO_ITEMS}
    assert nothing.clusters == 0
    same = figure_of_kinds(np.zeros(40, dtype=np.int64), None)
    assert (same.intervals["alpha"].low, same.intervals["alpha"].reason) == (None, "one_value")


# --- what is said beside it --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((596, 109, 15), Explanation.MOSTLY_ACCEPTED),
        ((204, 90, 19), Explanation.MOSTLY_ACCEPTED),
        ((15, 109, 596), Explanation.MOSTLY_REJECTED),
        ((40, 0, 0), Explanation.ONE_DECISION),
        ((0, 0, 40), Explanation.ONE_DECISION),
        ((49, 1, 0), Explanation.MOSTLY_ACCEPTED),
        ((0, 10, 0), None),
        ((30, 0, 10), None),
        ((30, 30, 30), None),
        ((0, 0, 0), None),
    ],
)
def test_figure_is_explained_when_one_decision_prevails(counts: Any, expected: Any) -> None:
    assert figure_of_kinds(np.repeat([0, 1, 2], counts), None).explanation == expected


def test_accept_rates_are_of_each_reviewer_when_pairs_vary() -> None:
    items = [
        Reviewed("V1", ("ann", "bo"), (True, False)),
        Reviewed("V1", ("cy", "ann"), (True, True)),
    ]
    rates = figure_of(items).rates
    assert [(each.reviewer, each.n, each.accepts, each.rate) for each in rates] == [
        ("ann", 2, 2, 1.0),
        ("bo", 1, 0, 0.0),
        ("cy", 1, 1, 1.0),
    ]


# --- label sets --------------------------------------------------------------------------------------------------

SETS = st.frozensets(st.sampled_from("abcd"), max_size=3)


@pytest.mark.parametrize(
    ("first", "second", "jaccard", "masi"),
    [
        ("ab", "ab", 0, 0),
        ("", "", 0, 0),
        ("ab", "cd", 1, 1),
        ("a", "", 1, 1),
        ("a", "ab", 1 / 2, 1 - 2 / 3 / 2),
        ("ab", "bc", 2 / 3, 1 - 1 / 3 / 3),
        ("abc", "abcd", 1 / 4, 1 - 2 / 3 * 3 / 4),
    ],
)
def test_distances_have_their_published_values_when_sets_differ(
    first: str, second: str, jaccard: float, masi: float
) -> None:
    assert jaccard_distance(frozenset(first), frozenset(second)) == pytest.approx(jaccard)
    assert masi_distance(frozenset(first), frozenset(second)) == pytest.approx(masi)


@given(st.lists(st.tuples(SETS, SETS), max_size=12), st.sampled_from(["masi", "jaccard"]))
def test_set_alpha_equals_all_pairs_one_by_one_when_computable(pairs: Any, name: Any) -> None:
    found = set_alpha(pairs, distance=name)
    everything = [each for pair in pairs for each in pair]
    distances = [DISTANCES[name](*each) for each in itertools.permutations(everything, 2)]
    if not pairs or not any(distances):
        assert found.value is None
        assert found.reason == ("one_value" if pairs else "no_items")
        return
    within = sum(DISTANCES[name](*pair) for pair in pairs) / len(pairs)
    assert found.value == pytest.approx(1 - within / (sum(distances) / len(distances)), abs=1e-9)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=20))
def test_set_alpha_is_nominal_alpha_when_each_set_is_one_label(pairs: Any) -> None:
    found = set_alpha([(frozenset(one), frozenset(other)) for one, other in pairs], distance="masi")
    plain = alpha_of_observers([[ord(pair[side]) for pair in pairs] for side in (0, 1)], level="nominal")
    assert found.reason == plain.reason
    if plain.value is not None:
        assert found.value == pytest.approx(plain.value, abs=1e-9)


def test_confusion_tells_what_stood_instead_when_labels_differ() -> None:
    pairs = [
        (frozenset({"anger", "fear"}), frozenset({"annoyance", "fear"})),
        (frozenset({"annoyance"}), frozenset({"anger"})),
        (frozenset({"anger"}), frozenset({"anger"})),
        (frozenset({"anger"}), frozenset()),
    ]
    anger, annoyance, fear, peace = confusion(pairs, ["anger", "annoyance", "fear", "peace"])
    assert (anger.both, anger.only_first, anger.only_second, anger.neither) == (1, 2, 1, 0)
    assert anger.instead == (("annoyance", 2),)
    assert anger.agreement == 0.4
    assert annoyance.instead == (("anger", 2),)
    assert (fear.both, fear.instead, fear.agreement) == (1, (), 1.0)
    assert (peace.neither, peace.agreement) == (4, None)
    with pytest.raises(ValueError, match="joy"):
        confusion([(frozenset({"joy"}), frozenset())], ["anger"])


# --- stage orders ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "tau", "compared", "left_out"),
    [
        ("abcd", "abcd", 1.0, 4, 0),
        ("abcd", "dcba", -1.0, 4, 0),
        ("abcd", "abdc", 2 / 3, 4, 0),
        ("abcd", "axdcy", 1 / 3, 3, 3),
        ("ab", "bc", None, 1, 2),
        ("", "", None, 0, 0),
    ],
)
def test_kendall_tau_counts_pairs_in_order_when_stages_are_shared(
    first: str, second: str, tau: float | None, compared: int, left_out: int
) -> None:
    found = kendall_tau(first, second)
    assert found.tau.value == (None if tau is None else pytest.approx(tau))
    assert (found.compared, found.left_out) == (compared, left_out)
    assert (found.tau.reason == "no_items") == (tau is None)


def test_kendall_tau_refuses_an_order_when_a_stage_is_twice_in_it() -> None:
    with pytest.raises(ValueError, match="one place"):
        kendall_tau(["S1", "S1"], ["S1"])
