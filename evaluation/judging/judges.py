"""Asks one judge about many answers, so many at a time, three attempts each, and keeps every attempt."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, Literal

from evaluation.judging.attempts import AttemptFile, reuse_key
from evaluation.judging.prompts import ANSWER_TOKENS, judge_prompt, judgement_schema
from evaluation.judging.reading import NoJudgement, read_judgement
from llm.public import (
    BadAnswer,
    EndpointDescription,
    EndpointRefused,
    Exchange,
    Misfit,
    RateLimited,
    RequestTooLarge,
    Unavailable,
    complete,
)

ATTEMPTS: Final = 3
#: Times that one attempt is put off because the service asks for fewer calls.
PAUSES: Final = 8
#: Questions in a row for which the service was away, after which no other is asked.
AWAY_IN_A_ROW: Final = 5
#: Seconds before an attempt is put off once more or the next one is made, doubled each time, at most a minute.
FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0

Unscored = Literal["judge_unscored", "judge_stopped"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one question. `score` is a key of its rubric, or None with why: `judge_unscored` (its attempts
    are used up) or `judge_stopped` (the judge cannot be asked any more). `models` are those that said they answered."""

    score: int | None
    why: Unscored | None
    told: str
    models: tuple[str, ...] = ()


class Judge:
    """One run over `questions`. Stops asking where the endpoint refuses for good or stays away; what is left over is
    told as such, and the rest of the run is kept."""

    def __init__(
        self,
        endpoint: EndpointDescription,
        attempts: AttemptFile,
        *,
        concurrency: int,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._endpoint = endpoint
        self._attempts = attempts
        self._concurrency = concurrency
        self._sleep = sleep
        self._lock = threading.Lock()
        self._stopped = ""
        self._away = 0

    def judge(self, questions: Sequence[tuple[Mapping[str, Any], Any]]) -> list[Verdict]:
        """A verdict for each (record, answer), in their order."""
        with ThreadPoolExecutor(self._concurrency) as pool:
            return list(pool.map(lambda question: self._one(*question), questions))

    def _one(self, record: Mapping[str, Any], answer: Any) -> Verdict:
        told, state = "", ""
        models: list[str] = []
        for number in range(1, ATTEMPTS + 1):
            key = reuse_key(self._endpoint, record, answer, number)
            row = self._attempts.find(key)
            # What was put off was not answered, so asking again repeats nothing.
            if row is None or row["state"] == "put_off":
                if self._stopped:
                    return Verdict(None, "judge_stopped", self._stopped, tuple(models))
                row = self._attempt(record, answer, number, key)
            models += [row["model"]] if row.get("model") else []
            if row["state"] == "scored":
                return Verdict(row["score"], None, row["reason"], tuple(models))
            told = row.get("why", "the attempt was cut off, and its answer is not known")
            state = row["state"]
            if state == "put_off" and self._stopped:
                break
        if state == "put_off" and self._stopped:
            return Verdict(None, "judge_stopped", told, tuple(models))
        return Verdict(None, "judge_unscored", told, tuple(models))

    def _attempt(self, record: Mapping[str, Any], answer: Any, number: int, key: str) -> dict[str, Any]:
        row: dict[str, Any] = {"key": key, "question_id": record["question_id"], "attempt": number}
        self._attempts.write(row | {"state": "sent"})
        for pause in range(PAUSES + 1):
            try:
                found = complete(
                    self._endpoint,
                    judge_prompt(record, answer),
                    schema=judgement_schema(record),
                    max_output_tokens=ANSWER_TOKENS,
                )
            except RateLimited as fault:
                if pause < PAUSES and not self._stopped:
                    asked = fault.after.total_seconds() if fault.after else FIRST_PAUSE * 2**pause
                    self._sleep(min(asked, LONGEST_PAUSE))
                    continue
                self._stop(fault.detail)
                return self._ended(row, "put_off", fault.exchange, why=fault.detail)
            except Unavailable as fault:
                self._was_away(number, fault.detail)
                self._sleep(min(FIRST_PAUSE * 2 ** (number - 1), LONGEST_PAUSE))
                # After a time-out the service may have answered, and charged, all the same.
                state = "failed" if fault.code == "model_timeout" else "put_off"
                return self._ended(row, state, fault.exchange, why=fault.detail)
            except (EndpointRefused, Misfit) as fault:
                self._stop(fault.detail)
                return self._ended(row, "put_off", fault.exchange, why=fault.detail)
            except RequestTooLarge as fault:
                return self._ended(row, "no_judgement", None, why=fault.detail)
            except BadAnswer as fault:
                self._away = 0
                return self._ended(row, "no_judgement", fault.exchange, why=fault.detail)
            self._away = 0
            try:
                read = read_judgement(found.text, record["rubric"]["scores"])
            except NoJudgement as fault:
                return self._ended(row, "no_judgement", found.exchange, why=str(fault), cost=str(found.cost))
            return self._ended(
                row, "scored", found.exchange, score=read.score, reason=read.reason, cost=str(found.cost)
            )
        raise AssertionError("the last pause returns")

    def _ended(
        self, row: dict[str, Any], state: str, exchange: Exchange | None, **more: Any
    ) -> dict[str, Any]:
        seen = (
            {}
            if exchange is None
            else {
                "raw": exchange.text,
                "model": exchange.model,
                "http_status": exchange.http_status,
                "input_tokens": exchange.input_tokens,
                "output_tokens": exchange.output_tokens,
                "milliseconds": exchange.milliseconds,
            }
        )
        ended = row | {"state": state} | seen | more
        self._attempts.write(ended)
        return ended

    def _stop(self, why: str) -> None:
        with self._lock:
            self._stopped = self._stopped or why

    def _was_away(self, number: int, why: str) -> None:
        with self._lock:
            self._away += number == ATTEMPTS
            away = self._away
        if away >= AWAY_IN_A_ROW:
            self._stop(why)
