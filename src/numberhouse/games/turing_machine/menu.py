"""What a seat may do, from its view.

The lists are made once for every set of cards: a match asks for them after every action.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import permutations
from typing import Any, Final, NamedTuple

from numberhouse.game import Chance, Legal, Part, Seat
from numberhouse.games.turing_machine.laws import CODES
from numberhouse.games.turing_machine.problem import Layout
from numberhouse.games.turing_machine.sheet import LONGEST_TEXT, marks, sampled
from numberhouse.games.turing_machine.table import (
    QUESTIONS,
    Action,
    Ask,
    Finish,
    Note,
    NotYet,
    Propose,
    Solve,
    View,
)

__all__ = ["offered"]


def offered(view: View, seat: Seat) -> Legal[Action]:
    """Verifiers to ask are listed; proposals and verdicts are built from three digits. Who has spoken may
    change the verdict until the round closes; that moves nothing on, so it is free."""
    if view.phase == "over":
        return NOTHING
    menu = _menu(view.layout)
    waits = view.pen is not None and view.pen != seat
    track = view.tracks[0 if view.options.style == "team" else seat]
    if track.out or waits:
        return menu.note
    if view.phase == "asking":
        if track.finished:
            return menu.note
        turn = track.turns[-1]
        return menu.ask[turn.asked] if turn.proposal else menu.propose
    if track.spoken:
        return menu.again if track.spoken == "said" else menu.note
    return menu.speak


NOTHING: Final[Legal[Action]] = Legal()


class _Menu(NamedTuple):
    """All that can ever be offered at a match with certain cards."""

    propose: Legal[Action]
    ask: Mapping[tuple[int, ...], Legal[Action]]
    """By the verifiers asked already in this round."""
    speak: Legal[Action]
    again: Legal[Action]
    note: Legal[Action]


@lru_cache(maxsize=256)
def _menu(layout: Layout) -> _Menu:
    note = _note(layout)
    verifiers = range(layout.verifiers)
    ask = {
        asked: Legal((*(Ask(v) for v in verifiers if v not in asked), Finish()), (note,))
        for count in range(QUESTIONS)
        for asked in permutations(verifiers, count)
    }
    solve, solve_again, propose = (
        _code("solve", Solve),
        _code("solve", Solve, free=True),
        _code("propose", Propose),
    )
    not_yet: Part[Action] = Part("not-yet", _shape("not-yet"), lambda _: NotYet(), free=True)
    return _Menu(
        propose=Legal((Finish(),), (propose, note)),
        ask=ask,
        speak=Legal((NotYet(),), (solve, note)),
        again=Legal((), (solve_again, not_yet, note)),
        note=Legal((), (note,)),
    )


def _code(tag: str, make: type[Propose] | type[Solve], free: bool = False) -> Part[Action]:
    """Any of the 125 codes, said in this way."""
    actions = tuple(make(code) for code in CODES)
    return Part(tag, _shape(tag, code={"enum": list(CODES)}), lambda chance: chance.choice(actions), free)


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
