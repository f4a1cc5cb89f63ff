"""A queue that serves people in turn, not tasks in order: one person's many tasks delay nobody else's.

While a person waits, every other person is served at most once before that person. Among those whom this
allows to be next, the one who has used the fewest seconds lately is next. A person has one running task while
others wait. The queue is bounded for each person; where all people together are too many, the longest line
loses its newest task, so that no flood keeps a newcomer out.

This module only decides the order. It neither waits nor runs anything; `pool.py` does.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import Final, Generic, TypeVar

__all__ = ["FairQueue", "LineFull"]

HALF_LIFE: Final = 60.0
"""Seconds after which half of a person's used time is forgotten."""

FORGOTTEN: Final = 0.01
"""Used seconds below which an absent person is forgotten."""

T = TypeVar("T")


class LineFull(Exception):  # noqa: N818 - a refusal
    """The person has too many tasks waiting: `waiting` of them, of which `most` are possible."""

    def __init__(self, waiting: int, most: int) -> None:
        super().__init__(waiting, most)
        self.waiting, self.most = waiting, most


class _Line(Generic[T]):
    """One person's tasks."""

    def __init__(self) -> None:
        self.items: deque[T] = deque()
        self.running = 0
        self.waits_since = 0
        """The moment at which the first task began to wait, with no other task of the person running."""
        self.served_at = -1
        """The moment at which the person was last served."""
        self.used = 0.0
        """Seconds that the person's tasks have run, as remembered at `used_at`."""
        self.used_at = 0.0

    def recently_used(self, now: float) -> float:
        return self.used * math.pow(0.5, max(now - self.used_at, 0.0) / HALF_LIFE)

    def use(self, seconds: float, now: float) -> None:
        self.used, self.used_at = self.recently_used(now) + seconds, now


class FairQueue(Generic[T]):
    """The waiting tasks of all people."""

    def __init__(self, now: Callable[[], float], *, most_each: int, most_of_all: int) -> None:
        """At most `most_each` tasks of one person may wait, and at most `most_of_all` of all people."""
        self._now = now
        self._most_each = most_each
        self._most_of_all = most_of_all
        self._lines: dict[str, _Line[T]] = {}
        self._moment = 0
        self._waiting = 0

    def __len__(self) -> int:
        """The number of waiting tasks."""
        return self._waiting

    def waiting(self, person: str) -> int:
        """The number of the person's tasks that wait."""
        line = self._lines.get(person)
        return len(line.items) if line is not None else 0

    def add(self, person: str, item: T) -> T | None:
        """Let the task wait. Returns another task that has lost its place, if all people together have too
        many. Raises `LineFull` if the person has too many."""
        line = self._lines.setdefault(person, _Line())
        if len(line.items) >= self._most_each:
            raise LineFull(len(line.items), self._most_each)
        lost = None
        if self._waiting >= self._most_of_all:
            longest = max(self._lines.values(), key=lambda other: len(other.items))
            if len(longest.items) <= len(line.items) + 1:
                self._forget(person)
                raise LineFull(len(line.items), len(line.items))
            lost = longest.items.pop()
            self._waiting -= 1
        if not line.items:
            line.waits_since = self._tick()
        line.items.append(item)
        self._waiting += 1
        return lost

    def remove(self, person: str, item: T) -> None:
        """Remove a task that nobody waits for any more."""
        line = self._lines.get(person)
        if line is not None and item in line.items:
            line.items.remove(item)
            self._waiting -= 1
            self._forget(person)

    def take(self) -> tuple[str, T] | None:
        """The next task and its person; None if nothing waits. It runs until `done`."""
        waiting = [(person, line) for person, line in self._lines.items() if line.items]
        if not waiting:
            return None
        # A second process is for a person only while nobody without one waits.
        idle = [(person, line) for person, line in waiting if not line.running] or waiting
        # Those served since the longest wait began have had their turn before it. The longest waiting person
        # itself hasn't, so somebody is always left.
        longest_wait = min(line.waits_since for _, line in idle)
        due = [(person, line) for person, line in idle if line.served_at <= longest_wait] or idle
        now = self._now()
        person, line = min(due, key=lambda one: (one[1].recently_used(now), one[1].waits_since))
        item = line.items.popleft()
        self._waiting -= 1
        line.running += 1
        line.served_at = self._tick()
        return person, item

    def done(self, person: str, seconds: float) -> None:
        """A task of the person has ended, after so many seconds in a process."""
        line = self._lines[person]
        line.running -= 1
        line.use(seconds, self._now())
        if line.items and not line.running:
            line.waits_since = self._tick()
        self._forget(person)

    def _tick(self) -> int:
        self._moment += 1
        return self._moment

    def _forget(self, person: str) -> None:
        """Forget people who have nothing here, and have used little: otherwise the memory grows with all who
        ever asked. A person who was served after another began to wait is remembered until that one's turn.
        """
        now = self._now()
        longest_wait = min((line.waits_since for line in self._lines.values() if line.items), default=None)
        for name in (person, *list(self._lines)[:2]):
            line = self._lines.get(name)
            if line is None:
                continue
            absent = not line.items and not line.running and line.recently_used(now) < FORGOTTEN
            if absent and (longest_wait is None or line.served_at <= longest_wait):
                del self._lines[name]
            elif name != person:
                self._lines[name] = self._lines.pop(name)  # looked at again after all others
