"""Twenty-One: two seats count up in turn by 1, 2 or 3; the seat that says 21 loses.

The order of this file is: options, state, action, and the game with its legal actions and views.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from numberhouse.contract.game import Chance, Event, IllegalAction, Legal, Outcome, Room, Seat, Step, TypeCard

STEPS = (1, 2, 3)
LARGEST = 100


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a match."""

    last: int = 21
    """The number that loses."""


class State(msgspec.Struct, frozen=True):
    """The whole state of a match. It hides nothing, so it is the view too."""

    last: int
    """The number that loses."""
    count: int = 0
    """The last number said; 0 before the first turn."""
    turn: Seat = 0
    """The seat whose turn it is."""


class Add(msgspec.Struct, frozen=True, tag="add", forbid_unknown_fields=True):
    """Count up."""

    number: int
    """1, 2 or 3."""


class TwentyOne:
    """The rules of the game. `numberhouse.contract.game.Game` documents each member."""

    card = TypeCard(
        id="twenty-one",
        title="Twenty-One",
        rules_version=1,
        seats=(2, 2),
        usual_seats=2,
        simultaneous=False,
        hidden=False,
        random=False,
        longest=LARGEST,
        scores=(0, 1),
        tags=("counting",),
    )
    options_type = Options
    state_type = State
    action_type = Add
    view_type = State

    def setup(self, options: Options, seats: int, chance: Chance) -> State:  # noqa: ARG002 - chance decides nothing
        """The state before the first turn."""
        if seats != 2:
            raise IllegalAction("seats", "Twenty-One is for 2 seats, not {seats}", {"seats": seats})
        if not len(STEPS) < options.last <= LARGEST:
            raise IllegalAction(
                "last",
                "last: {last}; numbers from {least} to {most} are accepted",
                {"last": options.last, "least": len(STEPS) + 1, "most": LARGEST},
            )
        return State(options.last)

    def to_act(self, state: State) -> frozenset[Seat]:
        """The seat whose turn it is."""
        return frozenset({state.turn} if state.count < state.last else ())

    def legal(self, view: State, seat: Seat) -> Legal[Add]:
        """Every step that doesn't pass the last number."""
        steps = STEPS if seat == view.turn else ()
        return Legal([Add(number) for number in steps if view.count + number <= view.last])

    def apply(self, state: State, seat: Seat, action: Add, chance: Chance) -> Step[State]:  # noqa: ARG002
        """Count up; the turn passes."""
        if state.count == state.last:
            raise IllegalAction("over", "the match is over: {last} has been said", {"last": state.last})
        if seat != state.turn:
            raise IllegalAction(
                "turn",
                "it is the turn of {turn:seat}, not of {seat:seat}",
                {"turn": state.turn, "seat": seat},
            )
        if action not in (legal := self.legal(state, seat).actions):
            raise IllegalAction(
                "number",
                "{number} can't be added; {accepted:or} can",
                {"number": action.number, "accepted": [one.number for one in legal]},
            )
        count = state.count + action.number
        return Step(State(state.last, count, 1 - seat), (Event("counted", {"seat": seat, "count": count}),))

    def view(self, state: State, seat: Seat | None) -> State:  # noqa: ARG002 - everybody sees everything
        """The viewer's knowledge. In a game with secrets, build it from the state field by field."""
        return state

    def outcome(self, state: State) -> Outcome | None:
        """The result: the seat that has said the last number loses."""
        if state.count < state.last:
            return None
        places = (1, 2) if state.turn == 0 else (2, 1)
        return Outcome(tuple(float(place == 1) for place in places), places, "last-number-said")

    def expire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:
        """The seat's time has run out. The game adds 1 for it."""
        return self.apply(state, seat, Add(1), chance)

    def progress(self, state: State) -> float:
        """The progress of the match, from 0 to 1."""
        return state.count / state.last

    def rooms(self, state: State) -> Mapping[Room, frozenset[Seat]]:  # noqa: ARG002
        """One room for both seats."""
        return {"table": frozenset({0, 1})}

    def imagine(self, view: State, seat: Seat | None, chance: Chance) -> State:  # noqa: ARG002
        """A state that fits the view. There is only one, because nothing is hidden."""
        return view


game = TwentyOne()
