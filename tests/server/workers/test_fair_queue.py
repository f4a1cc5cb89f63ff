"""People are served in turn: whatever one person asks for, another one waits for at most a task of each."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numberhouse.server.workers.fair_queue import FairQueue, LineFull

PEOPLE = "ABC"


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def queue(most_each: int = 1000, most_of_all: int = 10_000) -> FairQueue[int]:
    return FairQueue(Clock(), most_each=most_each, most_of_all=most_of_all)


def taken(line: FairQueue[int]) -> str:
    """The person of the next task."""
    next_one = line.take()
    assert next_one is not None
    return next_one[0]


def test_one_task_of_another_waits_for_one_task_of_fifty() -> None:
    line = queue()
    for number in range(50):
        line.add("A", number)
    assert taken(line) == "A"
    line.add("B", 0)
    line.done("A", 10.0)
    assert taken(line) == "B"


def test_tasks_of_one_person_keep_their_order() -> None:
    line = queue()
    for number in range(5):
        line.add("A", number)
    assert [line.take() for _ in range(6)] == [("A", number) for number in range(5)] + [None]


def test_the_person_who_has_used_little_comes_first() -> None:
    line = queue()
    for person, seconds in (("A", 30.0), ("B", 1.0), ("C", 10.0)):
        line.add(person, 0)
        assert taken(line) == person
        line.done(person, seconds)
    for person in "ABC":
        line.add(person, 1)
    assert [taken(line) for _ in "ABC"] == ["B", "C", "A"]


def test_used_time_is_forgotten() -> None:
    clock = Clock()
    line: FairQueue[int] = FairQueue(clock, most_each=10, most_of_all=10)
    line.add("A", 0)
    line.take()
    line.done("A", 30.0)
    clock.time = 1200.0
    line.add("B", 0)
    line.take()
    line.done("B", 0.2)
    for person in "AB":
        line.add(person, 1)
    assert taken(line) == "A"


def test_a_second_task_runs_only_while_no_other_person_waits() -> None:
    line = queue()
    line.add("A", 0)
    line.add("A", 1)
    assert taken(line) == "A"
    line.add("B", 0)
    assert [taken(line), taken(line)] == ["B", "A"]


def test_a_full_line_refuses_its_own_person_alone() -> None:
    line = queue(most_each=3)
    for number in range(3):
        line.add("A", number)
    with pytest.raises(LineFull) as full:
        line.add("A", 3)
    assert (full.value.waiting, full.value.most) == (3, 3)
    line.add("B", 0)
    assert line.waiting("A") == 3


def test_where_all_are_too_many_the_longest_line_loses_its_newest_task() -> None:
    line = queue(most_of_all=5)
    for number in range(4):
        line.add("A", number)
    line.add("B", 10)
    assert line.add("C", 20) == 3
    assert (line.waiting("A"), len(line)) == (3, 5)
    with pytest.raises(LineFull):
        line.add("A", 4)
    assert len(line) == 5


def test_a_removed_task_is_not_served() -> None:
    line = queue()
    line.add("A", 0)
    line.add("B", 1)
    line.remove("A", 0)
    assert (line.take(), line.take(), len(line)) == (("B", 1), None, 0)


def test_absent_people_are_forgotten() -> None:
    clock = Clock()
    line: FairQueue[int] = FairQueue(clock, most_each=10, most_of_all=10)
    for number in range(500):
        clock.time += 10.0
        person = f"guest {number}"
        line.add(person, 0)
        line.take()
        line.done(person, 1.0)
    assert len(line._lines) < 120


@settings(max_examples=300)
@given(st.randoms(use_true_random=False))
def test_nobody_waits_for_more_tasks_of_others_than_there_are_people(random: Random) -> None:
    clock = Clock()
    line: FairQueue[int] = FairQueue(clock, most_each=1000, most_of_all=10_000)
    waiting: dict[str, list[int]] = {person: [] for person in PEOPLE}
    running: list[str] = []
    overtaken: dict[str, Counter[str]] = {person: Counter() for person in PEOPLE}
    for number in range(60):
        what, person = (
            random.choice(("ask", "ask", "ask", "begin", "begin", "end", "leave")),
            random.choice(PEOPLE),
        )
        if what == "ask":
            line.add(person, number)
            waiting[person].append(number)
        elif what == "leave" and waiting[person]:
            line.remove(person, waiting[person].pop())
        elif what == "end" and running:
            ended, seconds = running.pop(0), random.choice((0.1, 5.0, 600.0))
            clock.time += seconds
            line.done(ended, seconds)
            overtaken[ended].clear()
        elif what == "begin" and len(running) < 2 and (next_one := line.take()) is not None:
            served, item = next_one
            idle = [other for other, items in waiting.items() if items and other not in running]
            assert served in idle or not idle
            assert item == waiting[served].pop(0)
            overtaken[served].clear()
            for other in idle:
                if other != served:
                    overtaken[other][served] += 1
                    assert max(overtaken[other].values()) == 1, f"{other} waits, and {served} comes again"
            running.append(served)
        for other, items in waiting.items():
            if not items:
                overtaken[other].clear()
        assert len(line) == sum(map(len, waiting.values()))
