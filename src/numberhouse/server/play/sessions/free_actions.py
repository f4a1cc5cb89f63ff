"""Free actions of a match in memory: of a seat's free actions of one kind, the last one counts.

A note may be written any number of times, so the match must not grow with it. A new free action replaces the
seat's earlier one of the same kind, unless another seat's or another kind's real action, a ruling or a
correction lies between. The earlier one leaves the match and the journal, as if it had never been done. The
journal says of each free action how many it has replaced, so that every process that reads it builds the same
match: it must never guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from numberhouse.contract.game import Chance, Seat, Step
from numberhouse.match import Entry, Match

__all__ = ["FreeAction", "ReplacedAction", "is_free", "kind_of", "replacement_of"]


class FreeAction(msgspec.Struct, frozen=True):
    """A free action at the end of a match, which a later one may replace."""

    seat: Seat
    kind: str
    length: int
    """The length of the match's log with it as the last entry."""
    number: int
    """Number of its entry in the journal."""
    key: str | None
    """Key of its request."""
    replaced: int
    """Number of earlier free actions that it has replaced."""


class ReplacedAction(msgspec.Struct, frozen=True):
    """The end of a match without a free action that is to be replaced."""

    earlier: FreeAction
    rest: tuple[tuple[Entry[Any], Step[Any]], ...]
    """The later entries, renumbered, with their steps."""
    step: Step[Any]
    """The step of the action that replaces it."""


def kind_of(action: Any) -> str:
    """The action's tag; empty where the game has one kind of action without a tag."""
    return str(getattr(getattr(action, "__struct_config__", None), "tag", None) or "")


def is_free(match: Match[Any, Any, Any, Any], seat: Seat, action: Any, step: Step[Any]) -> bool:
    """Whether a later action may replace this one, which leads from the present state to `step`.

    It must be free without limit, and nobody but the seat may see anything of it: otherwise the stream of
    another viewer would change with the replacement."""
    game, before, after = match.game, match.state, step.state
    alone = frozenset((seat,))
    if any(event.audience is None or not event.audience <= alone for event in step.events):
        return False
    if match.to_act_in(after) != match.to_act or game.outcome(after) is not None:
        return False
    if not game.legal(game.view(before, seat), seat).is_free(action):
        return False
    others = (None, *(other for other in range(match.seats) if other != seat))
    return game.rooms(after) == game.rooms(before) and all(
        game.view(after, viewer) == game.view(before, viewer) for viewer in others
    )


def replacement_of(
    match: Match[Any, Any, Any, Any], states: Sequence[Any], earlier: FreeAction, seat: Seat, action: Any
) -> ReplacedAction:
    """The end of the match with this action in place of `earlier`. `states` are those of the whole match.
    Raises `IllegalAction` where an action isn't possible without the earlier one."""
    game, state, number = match.game, states[earlier.length - 1], earlier.length
    rest: list[tuple[Entry[Any], Step[Any]]] = []
    for entry in match.log[earlier.length :]:
        step = game.apply(state, entry.seat, entry.action, Chance(match.seed, number))
        rest.append((Entry(number, entry.seat, entry.action, entry.at), step))
        state, number = step.state, number + 1
    step = game.apply(state, seat, action, Chance(match.seed, number))
    return ReplacedAction(earlier, tuple(rest), step)
