"""The review queue over HTTP on PostgreSQL, and agreement against one plain alpha: seconds differ, ratios little.

    python benchmarks/review.py                                the whole of it, on a quiet machine (about 15 minutes)
    python benchmarks/review.py --sizes 500,2000 --times 20 --decisions 50000        to see that it runs

Queue: a server of two gunicorn processes with four threads each on a PostgreSQL of its own (started here, or the one
in DATABASE_URL, which gets rows). For each size a project with so many open rounds; clients ask for the next item and
judge it, again and again, one alone and eight at once. Told are the median and the 95th percentile of both requests,
what they cost in SQL statements, and what `next` costs when nothing is left for a task. Growth compares the largest
size with the smallest; it should be at most 1.3 for `next` at the median.

Agreement: decisions of two reviewers on videos of 20 items each, accepted in nine of ten. The figure with its three
intervals against one alpha of the `krippendorff` package on the same items; reading the CSV is told apart.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

CLIENTS: Final = (1, 8)
VERDICT: Final = {"decision": "accept", "watched": [[0, 10]], "seconds_spent": 12}
Seconds = list[float]


def with_postgres() -> int | None:
    """Runs this program again beside a PostgreSQL of its own; None when there is one already."""
    if os.environ.get("DATABASE_URL", "").startswith("postgres"):
        return None
    command = [
        sys.executable,
        str(ROOT / "tests/with_services.py"),
        "--only",
        "postgres",
        sys.executable,
        __file__,
    ]
    with tempfile.TemporaryDirectory(prefix="review-bench-") as folder:
        environment = {**os.environ, "LONGEMO_DATA_DIR": folder, "SECRET_KEY": secrets.token_urlsafe(50)}
        return subprocess.run([*command, *sys.argv[1:]], env=environment, check=False).returncode


# --- over HTTP ----------------------------------------------------------------------------------------------------


@contextmanager
def server() -> Iterator[int]:
    from tests.services import answers, die_with_parent, free_port, stop, wait_until

    port = free_port()
    log = Path(os.environ["LONGEMO_DATA_DIR"]) / "gunicorn.log"
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "--workers",
        "2",
        "--threads",
        "4",
        # Clients made early wait their turn with the connection open.
        "--keep-alive",
        "300",
        "--bind",
        f"127.0.0.1:{port}",
    ]
    with log.open("wb") as told:
        process = subprocess.Popen(
            [*command, "config.wsgi"], cwd=ROOT, stdout=told, stderr=told, preexec_fn=die_with_parent
        )
    try:
        wait_until(lambda: answers(port), process=process, name="gunicorn", log=log)
        yield port
    finally:
        stop(process)


class Client:
    """One reviewer with one connection."""

    def __init__(self, port: int, token: str, project: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
        self.project = project

    def post(self, path: str, body: dict[str, Any]) -> tuple[float, dict[str, Any]]:
        """Seconds until the whole answer was there, and the answer. Raises RuntimeError for a refusal."""
        started = time.perf_counter()
        self.connection.request("POST", f"/api/v1/{path}", json.dumps(body), self.headers)
        answer = self.connection.getresponse()
        content = answer.read()
        took = time.perf_counter() - started
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {answer.status} {content[:300]!r}")
        return took, json.loads(content)

    def next_item(self, **wish: Any) -> tuple[float, dict[str, Any] | None]:
        took, answer = self.post("assignments/next", {"project": self.project, **wish})
        return took, answer["assignment"]

    def judge(self, item: dict[str, Any]) -> float:
        self.post(f"assignments/{item['id']}/reference", {})
        return self.post(f"assignments/{item['id']}/verdict", VERDICT)[0]


def work(client: Client, times: int, asked: Seconds, judged: Seconds) -> None:
    for _ in range(times):
        took, item = client.next_item()
        asked.append(took)
        if item is None:
            raise RuntimeError("the queue is empty: fewer --times, or larger --sizes")
        judged.append(client.judge(item))


def at_once(clients: list[Client], times: int) -> tuple[Seconds, Seconds]:
    asked: Seconds = []
    judged: Seconds = []
    failures: list[BaseException] = []

    def run(client: Client) -> None:
        try:
            work(client, times, asked, judged)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return asked, judged


def told(seconds: Seconds) -> dict[str, float]:
    """Median and 95th percentile in milliseconds."""
    ranks = statistics.quantiles(seconds, n=20, method="inclusive")
    return {"p50": round(statistics.median(seconds) * 1000, 1), "p95": round(ranks[-1] * 1000, 1)}


def bench_size(port: int, size: int, times: int) -> dict[str, Any]:
    from benchmarks.open_rounds import make_project, settle

    project, tokens = make_project(size, sum(CLIENTS) + 1)
    settle()
    clients = [Client(port, token, project) for token in tokens]
    idle = clients.pop()
    result: dict[str, Any] = {"size": size}
    for client in clients:
        # The first answer of a connection pays for things that no later one pays for.
        work(client, 2, [], [])
    for count in CLIENTS:
        used, clients = clients[:count], clients[count:]
        asked, judged = at_once(used, times)
        result[f"{count} clients"] = {"next": told(asked), "submit": told(judged)}
    for name, wish in {
        "empty task": {"task": "emotional reasoning"},
        "empty granularity and task": {"granularity": "episode", "task": "emotional reasoning"},
        "empty granularity": {"granularity": "episode"},
    }.items():
        answers = [idle.next_item(**wish) for _ in range(max(times // 4, 5))]
        if any(item is not None for _, item in answers):
            raise RuntimeError(f"{name}: an item was given where none fits")
        result[name] = told([took for took, _ in answers])
    result["statements"] = count_statements(project)
    return result


def count_statements(project: int) -> dict[str, int]:
    """What one claim and one verdict cost, in this process."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from annotation.projects.models import Project
    from tests.personas import add_member, client_of, make_user

    reviewer = make_user(f"counted {project}")
    add_member(Project.objects.get(pk=project), reviewer, reviewer=True)
    client = client_of(reviewer)
    with CaptureQueriesContext(connection) as asked:
        item = client.post("/api/v1/assignments/next", {"project": project}, format="json").json()[
            "assignment"
        ]
    with CaptureQueriesContext(connection) as judged:
        answer = client.post(f"/api/v1/assignments/{item['id']}/verdict", VERDICT, format="json")
    if answer.status_code != 200:
        raise RuntimeError(f"the counted verdict was refused: {answer.content!r}")
    return {"next": len(asked), "submit": len(judged)}


def bench_queue(sizes: list[int], times: int) -> dict[str, Any]:
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)
    with server() as port:
        measured = [bench_size(port, size, times) for size in sizes]
    growth = {
        f"{count} clients": round(
            measured[-1][f"{count} clients"]["next"]["p50"] / measured[0][f"{count} clients"]["next"]["p50"],
            2,
        )
        for count in CLIENTS
    }
    return {"sizes": measured, "growth of next at p50": growth}


# --- agreement ----------------------------------------------------------------------------------------------------


def best_of(tries: int, compute: Callable[[], object]) -> float:
    """The least processor time of some runs: what it takes when nothing else is going on."""
    took = []
    for _ in range(tries):
        started = time.process_time()
        compute()
        took.append(time.process_time() - started)
    return min(took)


def bench_agreement(decisions: int) -> dict[str, Any]:
    import krippendorff
    import numpy as np

    from review.agreement.decision_files import read_decisions, select
    from review.agreement.figures import figure_of, figure_of_kinds

    items = decisions // 2
    generator = np.random.default_rng(1)
    accepts = generator.random((2, items)) < 0.9
    videos = np.arange(items) // 20
    plain = best_of(5, lambda: krippendorff.alpha(accepts.astype(int), level_of_measurement="nominal"))
    counts = np.stack([accepts.sum(axis=0), 2 - accepts.sum(axis=0)], axis=1)
    from_counts = best_of(5, lambda: krippendorff.alpha(value_counts=counts, level_of_measurement="nominal"))
    figures = {
        "clusters are videos": best_of(5, lambda: figure_of_kinds(2 - accepts.sum(axis=0), videos)),
        "clusters are items": best_of(5, lambda: figure_of_kinds(2 - accepts.sum(axis=0), None)),
    }
    with tempfile.TemporaryDirectory(prefix="review-bench-") as folder:
        path = Path(folder) / "decisions.csv"
        words = np.where(accepts, "accept", "reject")
        lines = (
            f"Q{item},r{side},{words[side, item]},V{videos[item]}" for item in range(items) for side in (0, 1)
        )
        path.write_text("\n".join(("item,reviewer,decision,video", *lines)))
        read = best_of(1, lambda: read_decisions(path))
        overall, _ = select(read_decisions(path))
        from_rows = best_of(1, lambda: figure_of(overall.reviewed))
    return {
        "decisions": decisions,
        "plain alpha ms": round(plain * 1000, 1),
        "plain alpha from counts ms": round(from_counts * 1000, 1),
        **{f"figure with intervals, {name}, ms": round(took * 1000, 1) for name, took in figures.items()},
        **{f"in plain alphas, {name}": round(took / plain, 2) for name, took in figures.items()},
        "figure from rows s": round(from_rows, 2),
        "reading the CSV s": round(read, 2),
    }


def table(result: dict[str, Any]) -> str:
    lines = []
    if "queue" in result:
        lines += ["| open items | clients | next p50 / p95 ms | submit p50 / p95 ms |", "|---|---|---|---|"]
        for row in result["queue"]["sizes"]:
            for count in CLIENTS:
                found = row[f"{count} clients"]
                both = " | ".join(
                    f"{found[name]['p50']} / {found[name]['p95']}" for name in ("next", "submit")
                )
                lines.append(f"| {row['size']:,} | {count} | {both} |")
        for row in result["queue"]["sizes"]:
            empty = ", ".join(
                f"{name} {row[name]['p50']} / {row[name]['p95']}" for name in row if "empty" in name
            )
            lines.append(f"{row['size']:,}: nothing left, ms: {empty}; statements {row['statements']}")
        lines += [f"growth of next at p50: {result['queue']['growth of next at p50']}", ""]
    lines += [f"{name}: {value}" for name, value in result.get("agreement", {}).items()]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--sizes", default="2000,20000,100000", help="open items, ascending, separated by commas"
    )
    parser.add_argument("--times", type=int, default=100, help="items that each client judges (default: 100)")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="for agreement (default: 1,000,000)")
    parser.add_argument("--only", choices=["queue", "agreement"], help="one of the two parts")
    parser.add_argument("--json", action="store_true", help="print everything measured as JSON")
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    # Two reviewers an item, some of it for warming up, and some left over so that nobody ever waits.
    least = (sum(CLIENTS) * (options.times + 2)) * 2
    if sizes != sorted(sizes) or sizes[0] < least:
        parser.error(f"--sizes ascend from {least} for --times {options.times}")
    if options.only != "agreement":
        ended = with_postgres()
        if ended is not None:
            return ended
    result: dict[str, Any] = {}
    if options.only != "agreement":
        result["queue"] = bench_queue(sizes, options.times)
    if options.only != "queue":
        result["agreement"] = bench_agreement(options.decisions)
    print(json.dumps(result, indent=2) if options.json else table(result))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
