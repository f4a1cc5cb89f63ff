"""What a seat may do, from its view. The lists are made once for every set of barred nodes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import permutations
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from numberhouse.game import Chance, Legal, Part
from numberhouse.games.addition_crypt.table import Action, Lock, Pick, Submit, View

__all__ = ["offered", "picks"]


def offered(view: View) -> Legal[Action]:
    """Every submission is listed until one is saved, then `lock`. Replacing what is saved is free: it moves
    nothing on, and is open until the round closes."""
    if view.end is not None or view.sealed is None or view.sealed.late:
        return NOTHING
    menu = _menu(view.options.nodes, view.barred, view.round)
    if view.sealed.how == "locked":
        return menu.locked
    return menu.submitted if view.sealed.how else menu.waiting


@lru_cache(maxsize=4096)
def picks(nodes: int, barred: tuple[int, ...]) -> tuple[Pick, ...]:
    """All picks that are possible, in order of the nodes."""
    free = [node for node in range(nodes) if node not in barred]
    return tuple(
        Pick(first, second, scoring) for first, second in permutations(free, 2) for scoring in (first, second)
    )


NOTHING: Final[Legal[Action]] = Legal()


class _Menu(NamedTuple):
    waiting: Legal[Action]
    submitted: Legal[Action]
    locked: Legal[Action]


@lru_cache(maxsize=4096)
def _menu(nodes: int, barred: tuple[int, ...], round: int) -> _Menu:
    submissions = [Submit(pick.first, pick.second, pick.scoring) for pick in picks(nodes, barred)]

    def sample(chance: Chance) -> Action:
        # With its round on it, so that it can't slip into the next one while the others close this.
        return replace(chance.choice(submissions), round=round)

    part: Part[Action] = Part("submit", _shape(nodes, barred, round), sample, free=True)
    return _Menu(
        waiting=Legal(submissions, (part,)),
        submitted=Legal((Lock(),), (part,)),
        locked=Legal((), (part,)),
    )


def _shape(nodes: int, barred: tuple[int, ...], round: int) -> Mapping[str, Any]:
    """The action's JSON Schema."""
    free = [node for node in range(nodes) if node not in barred]
    properties = {
        "type": {"const": "submit"},
        "first": {"enum": free},
        "second": {"enum": free},
        "scoring": {"enum": free},
        "round": {"enum": [None, round]},
    }
    return {"type": "object", "properties": properties, "required": ["type", "first", "second", "scoring"]}
