"""Legal actions of a seat, from its view. The lists are cached for each set of barred nodes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as with_parts
from functools import lru_cache
from itertools import permutations
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from numberhouse.contract.game import Chance, Legal, Part
from numberhouse.games.addition_crypt.rules.model import Action, Lock, OpenRoom, Pick, Submit, View
from numberhouse.games.addition_crypt.rules.rooms import FEWEST_IN_GROUP, groups_left, groups_of

__all__ = ["legal_actions", "picks"]


def legal_actions(view: View) -> Legal[Action]:
    """All submissions until one is saved, then `lock`. A saved submission may be replaced until the round
    closes; replacements are not listed, because they do not advance the match. In round 1 rooms may be
    opened."""
    if view.end is not None or view.sealed is None or view.seat is None:
        return NOTHING
    legal = _submissions(view)
    rooms = _rooms(view)
    return with_parts(legal, parts=(*legal.parts, rooms)) if rooms is not None else legal


def _submissions(view: View) -> Legal[Action]:
    assert view.sealed is not None
    if view.sealed.late:
        return NOTHING
    menu = _menu(view.options.nodes, view.barred, view.round)
    if view.sealed.how == "locked":
        return menu.locked
    return menu.submitted if view.sealed.how else menu.waiting


def _rooms(view: View) -> Part[Action] | None:
    """The actions that open a room, while round 1 lasts and the seat may open another (AC-8)."""
    assert view.seat is not None
    left = groups_left(view.groups, view.seats, view.seat)
    if view.rounds or not left:
        return None
    own = {group.seats for group in groups_of(view.groups, view.seat)}
    return _room_part(view.seats, view.seat, frozenset(own), left)


@lru_cache(maxsize=4096)
def _room_part(seats: int, seat: int, own: frozenset[tuple[int, ...]], left: int) -> Part[Action]:
    others = [other for other in range(seats) if other != seat]

    def sample(chance: Chance) -> Action:
        while True:  # at least one room is left, and few are taken, so this ends soon
            count = FEWEST_IN_GROUP - 1 + chance.below(seats - FEWEST_IN_GROUP)
            chosen = tuple(sorted((seat, *chance.sample(others, count))))
            if chosen not in own:
                return OpenRoom(chosen)

    listed = {"type": "array", "items": {"enum": list(range(seats))}, "uniqueItems": True}
    bounds = {"minItems": FEWEST_IN_GROUP, "maxItems": seats - 1, "contains": {"const": seat}}
    shape = {
        "type": "object",
        "properties": {"type": {"const": "open-room"}, "seats": {**listed, **bounds}},
        "required": ["type", "seats"],
    }
    return Part("open-room", shape, sample, free=True, left=left)


@lru_cache(maxsize=4096)
def picks(nodes: int, barred: tuple[int, ...]) -> tuple[Pick, ...]:
    """All legal picks, in order of the nodes."""
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
        # The action names its round, so that it can't count for the next one if others close this round
        # first.
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
