"""The contract between a bot and the house.

A bot gets only the knowledge of its seat: a view, the legal actions, a budget, and randomness of its own. It
returns an action and, if it has one, a reason.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from numberhouse.contract.game import Chance, Legal, Seat

__all__ = ["Bot", "Budget", "Thought"]

Action = TypeVar("Action")
View_contra = TypeVar("View_contra", contravariant=True)
Action_co = TypeVar("Action_co", covariant=True)


class Bot(Protocol[View_contra, Action]):
    """A player that is a program. It stores no secrets between calls: all its knowledge is in the view."""

    name: str
    """The name in the registry: `machine`, `careful`, `random`."""

    def choose(
        self, view: View_contra, seat: Seat, legal: Legal[Action], budget: Budget, chance: Chance
    ) -> Thought[Action]:
        """An action that is legal for `seat` in `view`, within the budget. `legal` is never empty."""


@dataclass(frozen=True, slots=True)
class Thought(Generic[Action_co]):
    """A bot's decision, and its reason if it has one."""

    action: Action_co
    reason: str = ""


@dataclass(slots=True)
class Budget:
    """How long a bot may think. A limit that is None doesn't bind.

    A bot calls `spent` at least a few times a second, and answers with its best action so far once that is
    true. With `interrupted` the caller ends the thinking from outside (another thread, a signal).
    """

    seconds: float | None = None
    nodes: int | None = None
    """Largest number of positions to evaluate, as the bot counts them: the same limit on every machine."""
    interrupted: Callable[[], bool] = lambda: False
    _started: float = field(default_factory=time.monotonic, repr=False)

    def spent(self, nodes: int = 0) -> bool:
        """Whether thinking must end after `nodes` positions."""
        if self.interrupted() or (self.nodes is not None and nodes >= self.nodes):
            return True
        return self.seconds is not None and time.monotonic() - self._started >= self.seconds
