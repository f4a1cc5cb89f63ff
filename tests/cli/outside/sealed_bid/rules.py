"""A simultaneous game that has only rules: no notation, text, bots, verbs or rules page of its own."""

# ruff: noqa: ARG002 - the shape is the contract's

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from numberhouse.contract.game import (
    Chance,
    Event,
    IllegalAction,
    Legal,
    Outcome,
    Part,
    Room,
    Seat,
    Step,
    TypeCard,
)


class Options(msgspec.Struct, frozen=True):
    pass


class Bid(msgspec.Struct, frozen=True, tag="bid"):
    value: int


class State(msgspec.Struct, frozen=True):
    bids: tuple[int | None, ...]


class View(msgspec.Struct, frozen=True):
    mine: int | None
    open: tuple[int, ...]
    waiting: tuple[Seat, ...]


class SealedBid:
    card = TypeCard(
        id="sealed-bid",
        title="Sealed Bid",
        rules_version=1,
        seats=(2, 4),
        usual_seats=2,
        simultaneous=True,
        hidden=True,
        random=False,
        longest=4,
        scores=(0.0, 9.0),
    )
    options_type = Options
    state_type = State
    action_type = Bid
    view_type = View

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        return State((None,) * seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset(seat for seat, bid in enumerate(state.bids) if bid is None)

    def legal(self, view: View, seat: Seat) -> Legal[Bid]:
        if seat not in view.waiting:
            return Legal()
        return Legal(parts=(Part("bid", {"value": "0 to 9"}, lambda chance: Bid(chance.below(10))),))

    def apply(self, state: State, seat: Seat, action: Bid, chance: Chance) -> Step[State]:
        if not 0 <= action.value <= 9:
            raise IllegalAction("bid", f"a bid of {action.value}; 0 to 9 are accepted")
        return Step(
            State((*state.bids[:seat], action.value, *state.bids[seat + 1 :])), (self.bid_event(seat),)
        )

    def bid_event(self, seat: Seat) -> Event:
        return Event("bid", {"seat": seat})

    def view(self, state: State, seat: Seat | None) -> View:
        waiting = self.to_act(state)
        bids = tuple(bid for bid in state.bids if bid is not None)
        return View(
            None if seat is None else state.bids[seat], () if waiting else bids, tuple(sorted(waiting))
        )

    def outcome(self, state: State) -> Outcome | None:
        if self.to_act(state):
            return None
        scores = tuple(float(bid or 0) for bid in state.bids)
        return Outcome(scores, tuple(1 + sum(o > score for o in scores) for score in scores), "all-open")

    def expire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:
        return self.apply(state, seat, Bid(0), chance)

    def progress(self, state: State) -> float:
        return 1 - len(self.to_act(state)) / len(state.bids)

    def rooms(self, state: State) -> Mapping[Room, frozenset[Seat]]:
        return {}

    def imagine(self, view: View, seat: Seat | None, chance: Chance) -> State:
        raise NotImplementedError("no bot of this game searches")


game = SealedBid()
