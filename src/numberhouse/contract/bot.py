"""The contract between a bot and the house.

A bot gets what its seat may know and nothing else: a view, what is legal, a budget, randomness of its own. It
gives an action and, if it has them, its reasons.
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
    """A player that is a program. It keeps no secrets between calls: all it knows is in the view."""

    name: str
    """As in the registry: `machine`, `careful`, `random`."""

    def choose(
        self, view: View_contra, seat: Seat, legal: Legal[Action], budget: Budget, chance: Chance
    ) -> Thought[Action]:
        """An action that is legal for `seat` in `view`, within the budget. `legal` is never empty."""


@dataclass(frozen=True, slots=True)
class Thought(Generic[Action_co]):
    """What a bot decided, and why if it can say."""

    action: Action_co
    reason: str = ""


@dataclass(slots=True)
class Budget:
    """How long a bot may think. A limit that is None doesn't bind.

    A bot asks `spent` at its leisure, at least a few times a second, and answers with the best it has once
    it is true. `interrupted` lets the caller end the thinking from outside (another thread, a signal).
    """

    seconds: float | None = None
    nodes: int | None = None
    """Positions looked at, as the bot counts them: the same on every machine."""
    interrupted: Callable[[], bool] = lambda: False
    _started: float = field(default_factory=time.monotonic, repr=False)

    def spent(self, nodes: int = 0) -> bool:
        """Whether thinking must end, `nodes` positions having been looked at."""
        if self.interrupted() or (self.nodes is not None and nodes >= self.nodes):
            return True
        return self.seconds is not None and time.monotonic() - self._started >= self.seconds
