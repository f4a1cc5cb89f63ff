"""The time of a call is the thread's own, and caches of earlier input don't shorten it."""

from __future__ import annotations

import time
from functools import cache, lru_cache

import pytest

from numberhouse.testing import processor_time
from numberhouse.testing.processor_time import forget_inputs, seconds_of

HERE = __name__.partition(".")[0]
calls: list[int] = []


@lru_cache(maxsize=10)
def of_input(number: int) -> int:
    calls.append(number)
    return number


@cache
def table() -> int:
    calls.append(-1)
    return 0


@pytest.fixture(autouse=True)
def no_calls() -> None:
    calls.clear()
    of_input.cache_clear()
    table.cache_clear()


def test_waiting_is_not_counted() -> None:
    assert seconds_of(lambda: time.sleep(0.05), 0.02, HERE) < 0.02


def test_a_first_call_that_compiles_is_not_counted() -> None:
    times = iter([0.9, 0.01, 0.9])

    def call() -> None:
        end = time.thread_time() + next(times)
        while time.thread_time() < end:
            pass

    assert seconds_of(call, 0.05, HERE) < 0.05


def test_a_slow_call_is_repeated_a_few_times_without_the_caches_of_inputs() -> None:
    def call() -> None:
        of_input(1)
        table()

    assert seconds_of(call, 0.0, HERE) > 0
    assert calls.count(1) == processor_time.REPEATS
    assert calls.count(-1) == 1


def test_only_the_package_forgets() -> None:
    of_input(1)
    forget_inputs("numberhouse")
    of_input(1)
    assert calls == [1]
