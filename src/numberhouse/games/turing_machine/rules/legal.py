"""The legal actions of a seat, computed from its view.

A match computes them after every action, so they are assembled from cached parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Literal

from numberhouse.contract.game import Chance, Legal, Part, Seat
from numberhouse.games.turing_machine.problems.laws import CODES
from numberhouse.games.turing_machine.problems.layout import Layout
from numberhouse.games.turing_machine.rules.model import (
    Action,
    Ask,
    Finish,
    Note,
    NotYet,
    Propose,
    Solve,
    View,
)
from numberhouse.games.turing_machine.rules.sheet import LONGEST_TEXT, marks, sampled

__all__ = ["legal_actions"]


def legal_actions(view: View, seat: Seat) -> Legal[Action]:
    """Verifiers to ask are listed. Proposals and verdicts are built from three digits. A seat that has given
    a verdict may change it until the round closes. Such a change doesn't move the match on, so it is free."""
    if view.phase == "over":
        return Legal()
    note = _note(view.layout)
    waits = view.pen is not None and view.pen != seat
    track = view.tracks[0 if view.options.style == "team" else seat]
    if track.out or waits:
        return Legal((), (note,))
    if view.phase == "asking":
        if track.finished:
            return Legal((), (note,))
        turn = track.turns[-1]
        if turn.proposal:
            return Legal(_questions(view.layout.verifiers, turn.asked), (note,))
        return Legal((Finish(),), (_codes("propose"), note))
    if track.spoken == "said":
        return Legal((), (_codes("solve", free=True), _not_yet(), note))
    return Legal((), (note,)) if track.spoken else Legal((NotYet(),), (_codes("solve"), note))


@cache
def _questions(verifiers: int, asked: tuple[int, ...]) -> tuple[Action, ...]:
    """The verifiers that can still be asked, and the action that ends asking."""
    return (*(Ask(verifier) for verifier in range(verifiers) if verifier not in asked), Finish())


@cache
def _codes(tag: Literal["propose", "solve"], free: bool = False) -> Part[Action]:
    """Any of the 125 codes, as an action with this tag."""
    make = Propose if tag == "propose" else Solve
    actions = tuple(make(code) for code in CODES)
    return Part(tag, _shape(tag, code={"enum": list(CODES)}), lambda chance: chance.choice(actions), free)


@cache
def _not_yet() -> Part[Action]:
    return Part("not-yet", _shape("not-yet"), lambda _: NotYet(), free=True)


@lru_cache(maxsize=256)
def _note(layout: Layout) -> Part[Action]:
    crossed = {"type": "array", "items": {"enum": list(marks(layout))}, "uniqueItems": True}
    text = {"type": "string", "maxLength": LONGEST_TEXT}
    sheet = {"type": "object", "properties": {"crossed": crossed, "text": text}}

    def sample(chance: Chance) -> Action:
        return Note(sampled(layout, chance))

    return Part("note", _shape("note", sheet=sheet), sample, free=True)


def _shape(tag: str, **fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The action's JSON Schema."""
    properties = {"type": {"const": tag}, **fields}
    return {"type": "object", "properties": properties, "required": list(properties)}
