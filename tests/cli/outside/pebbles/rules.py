"""A small game with everything a game's package can bring, for the tests of the command line."""

# ruff: noqa: ARG002 - the shape is the contract's

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from numberhouse.contract.game import Chance, Event, IllegalAction, Legal, Outcome, Room, Seat, Step, TypeCard


class Options(msgspec.Struct, frozen=True):
    pile: Annotated[int, msgspec.Meta(ge=1, le=50)] = 7
    end: Literal["last-wins", "last-loses"] = "last-wins"
    takes: tuple[int, ...] = (1, 2, 3)
    motto: str = ""
    assistance: bool = False


class State(msgspec.Struct, frozen=True):
    options: Options
    pile: int
    turn: Seat
    lucky: tuple[int, ...]
    gone: tuple[Seat, ...] = ()


class Take(msgspec.Struct, frozen=True, tag="take"):
    count: int


class View(msgspec.Struct, frozen=True):
    options: Options
    pile: int
    turn: Seat
    lucky: int | None
    """The viewer's own lucky number."""
    seats: int
    gone: tuple[Seat, ...]


class Pebbles:
    card = TypeCard(
        id="pebbles",
        title="Pebbles",
        rules_version=2,
        seats=(1, 4),
        usual_seats=2,
        simultaneous=False,
        hidden=True,
        random=True,
        longest=50,
        scores=(0.0, 1.0),
        credits="Pebbles is everybody's.",
    )
    options_type = Options
    state_type = State
    action_type = Take
    view_type = View

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        if not options.takes or min(options.takes) < 1 or 1 not in options.takes:
            raise IllegalAction("options", f"takes {options.takes} would leave somebody without a move")
        return State(options, options.pile, 0, tuple(chance.below(options.pile) for _ in range(seats)))

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset() if self.over(state) else frozenset({state.turn})

    def over(self, state: State) -> bool:
        return not state.pile or len(state.gone) == len(state.lucky)

    def legal(self, view: View, seat: Seat) -> Legal[Take]:
        if seat != view.turn or not view.pile or len(view.gone) == view.seats:
            return Legal()
        return Legal([Take(count) for count in view.options.takes if count <= view.pile])

    def apply(self, state: State, seat: Seat, action: Take, chance: Chance) -> Step[State]:
        if seat not in self.to_act(state):
            raise IllegalAction("turn", f"it is the turn of seat {state.turn}")
        if action.count not in state.options.takes or action.count > state.pile:
            raise IllegalAction("count", f"{action.count} can't be taken; take one of {state.options.takes}")
        pile = state.pile - action.count
        events = [Event("took", {"seat": seat, "count": action.count})]
        if pile == state.lucky[seat]:
            events.append(Event("lucky", {"pile": pile}, frozenset({seat})))
        return Step(self.passed_on(msgspec.structs.replace(state, pile=pile)), tuple(events))

    def passed_on(self, state: State) -> State:
        left = [seat for seat in range(len(state.lucky)) if seat not in state.gone]
        if not state.pile or not left:
            return state
        return msgspec.structs.replace(state, turn=next((s for s in left if s > state.turn), left[0]))

    def view(self, state: State, seat: Seat | None) -> View:
        lucky = None if seat is None else state.lucky[seat]
        return View(state.options, state.pile, state.turn, lucky, len(state.lucky), state.gone)

    def outcome(self, state: State) -> Outcome | None:
        if not self.over(state):
            return None
        wins = (state.options.end == "last-wins") is (not state.pile)
        scores = tuple(float((seat == state.turn) is wins) for seat in range(len(state.lucky)))
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        return Outcome(
            scores, places, "all-gone" if state.pile else "pile-empty", {"last-hand": (state.turn,)}
        )

    def expire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:
        gone = msgspec.structs.replace(state, gone=(*state.gone, seat))
        return Step(self.passed_on(gone), (Event("left", {"seat": seat}),))

    def progress(self, state: State) -> float:
        return 1.0 if self.over(state) else 0.5

    def rooms(self, state: State) -> Mapping[Room, frozenset[Seat]]:
        return {"table": frozenset(range(len(state.lucky)))}

    def imagine(self, view: View, seat: Seat | None, chance: Chance) -> State:
        lucky = tuple(
            chance.below(view.options.pile) if other != seat or view.lucky is None else view.lucky
            for other in range(view.seats)
        )
        return State(view.options, view.pile, view.turn, lucky, view.gone)


class PebblesBefore(Pebbles):
    """Version 1: there was no event for a lucky seat."""

    card = msgspec.structs.replace(Pebbles.card, rules_version=1)

    def apply(self, state: State, seat: Seat, action: Take, chance: Chance) -> Step[State]:
        step = super().apply(state, seat, action, chance)
        return Step(step.state, step.events[:1])


game = Pebbles()
earlier_versions = (PebblesBefore(),)
