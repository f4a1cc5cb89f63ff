"""Two tiny sound games, for tests of the house itself.

`Pick` uses every member of the contract: hidden cards, sealed simultaneous picks that may be replaced, notes,
chance. `Race` has nothing hidden, nothing random, and turns that alternate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec.structs import replace

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

NUMBERS = (1, 2, 3, 4)
LATE = 0
MOST_ROUNDS = 3


class Options(msgspec.Struct, frozen=True):
    rounds: int = 2
    cards: tuple[int, ...] | None = None
    """Handed-in secrets; None: dealt by chance."""


class State(msgspec.Struct, frozen=True):
    length: int
    cards: tuple[int, ...]
    rounds: tuple[tuple[int, ...], ...]
    picks: tuple[int | None, ...]
    notes: tuple[str, ...]


class Pick(msgspec.Struct, frozen=True, tag="pick"):
    round: int
    number: int


class Note(msgspec.Struct, frozen=True, tag="note"):
    text: str


PickAction: TypeAlias = Pick | Note


class Void(msgspec.Struct, frozen=True, tag="void"):
    """The host: that pick counts for nothing."""

    round: int
    seat: Seat


class Count(msgspec.Struct, frozen=True, tag="count"):
    """The host: that pick counts as another number."""

    round: int
    seat: Seat
    number: Annotated[int, msgspec.Meta(ge=1, le=4)]


PickRuling: TypeAlias = Void | Count


class View(msgspec.Struct, frozen=True):
    seats: int
    length: int
    card: int | None
    rounds: tuple[tuple[int, ...], ...]
    pick: int | None
    waiting: frozenset[Seat]
    late: frozenset[Seat]
    note: str
    cards: tuple[int, ...] | None
    """When it is over."""


class PickGame:
    """Each seat is dealt a secret card. Each round every seat picks a number that isn't its card's, sealed
    until all have picked; a pick may be replaced while others think. A pick that nobody else made scores its
    number, and in the end a card whose number no other seat ever picked scores one more. A seat that runs
    out of time picks nothing. The last pick of a round may draw a bonus for everyone, by chance. What a
    pick of a closed round counts for is the host's to say."""

    card = TypeCard(
        id="pick",
        title="Pick",
        rules_version=1,
        seats=(2, 3),
        usual_seats=2,
        simultaneous=True,
        hidden=True,
        random=True,
        longest=3 * MOST_ROUNDS,
        scores=(0, 4 * MOST_ROUNDS + 1),
        secret_options=("cards",),
    )
    options_type: Any = Options
    state_type: Any = State
    action_type: Any = PickAction
    view_type: Any = View
    ruling_type: Any = PickRuling

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        if not 2 <= seats <= 3:
            raise IllegalAction("seats", f"{seats} seats; 2 or 3 are possible")
        if not 1 <= options.rounds <= MOST_ROUNDS:
            raise IllegalAction("rounds", f"{options.rounds} rounds; 1 to {MOST_ROUNDS} are possible")
        cards = options.cards or tuple(chance.choice(NUMBERS) for _ in range(seats))
        if len(cards) != seats or not set(cards) <= set(NUMBERS):
            raise IllegalAction("cards", f"one card of 1 to 4 for each of {seats} seats is possible")
        return State(options.rounds, cards, (), (None,) * seats, ("",) * seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        if over(state):
            return frozenset()
        return frozenset(seat for seat, pick in enumerate(state.picks) if pick is None)

    def legal(self, view: View, seat: Seat) -> Legal[PickAction]:
        if view.cards is not None:
            return Legal()
        note: Part[PickAction] = Part(
            "note",
            {"text": "at most 100 characters"},
            lambda chance: Note(str(chance.below(1000))),
            free=True,
        )
        now = len(view.rounds)
        numbers = [] if seat in view.late else [number for number in NUMBERS if number != view.card]
        return Legal([Pick(now, number) for number in numbers], (note,))

    def apply(self, state: State, seat: Seat, action: PickAction, chance: Chance) -> Step[State]:
        self.check(state, seat, action)
        if isinstance(action, Note):
            event = Event("noted", {"text": action.text}, frozenset({seat}))
            return Step(replace(state, notes=placed(state.notes, seat, action.text)), (event,))
        events: tuple[Event, ...] = (Event("yours", {"number": action.number}, frozenset({seat})),)
        if state.picks[seat] is None:
            events += (Event("picked", {"seat": seat}),)
        return self.picked(state, seat, action.number, events, chance)

    def check(self, state: State, seat: Seat, action: PickAction) -> None:
        if not 0 <= seat < len(state.cards):
            raise IllegalAction("seat", f"there is no seat {seat}")
        if over(state):
            raise IllegalAction("over", "the match is over")
        if isinstance(action, Note):
            if len(action.text) > 100:
                raise IllegalAction("note", "a note has at most 100 characters")
        elif action.round != len(state.rounds):
            raise IllegalAction("round", f"round {action.round} isn't being played")
        elif action.number not in NUMBERS:
            raise IllegalAction("number", f"{action.number}; 1 to 4 are possible", {"number": action.number})
        elif action.number == state.cards[seat]:
            raise IllegalAction("own", f"{action.number} is your own card", {"number": action.number})
        elif state.picks[seat] == LATE:
            raise IllegalAction("late", "your time for this round is over")

    def expire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:
        return self.picked(state, seat, LATE, (Event("late", {"seat": seat}),), chance)

    def promise_rounds(self, view: View, seat: Seat) -> Sequence[int]:
        return (
            ()
            if view.cards is not None
            else range(len(view.rounds) + 1 + (seat in view.late), view.length + 1)
        )

    def promises(self, view: View, seat: Seat, round: int) -> Sequence[PickAction]:
        if round not in self.promise_rounds(view, seat):
            return ()
        return [Pick(round - 1, number) for number in NUMBERS if number != view.card]

    def kept(self, view: View, seat: Seat, round: int, action: PickAction) -> bool | None:
        if not isinstance(action, Pick) or round > len(view.rounds):
            return None
        return view.rounds[round - 1][seat] == action.number

    def rulings(self, view: View) -> Legal[PickRuling]:
        picks = [
            Void(at, seat) for at, row in enumerate(view.rounds) for seat in range(view.seats) if row[seat]
        ]
        if not view.rounds:
            return Legal()

        def sample(chance: Chance) -> Count:
            return Count(
                chance.below(len(view.rounds)), chance.below(view.seats), 1 + chance.below(len(NUMBERS))
            )

        return Legal(picks, (Part("count", {"number": "1 to 4"}, sample),))

    def rule(self, state: State, ruling: PickRuling, chance: Chance) -> Step[State]:  # noqa: ARG002
        if not (0 <= ruling.round < len(state.rounds) and 0 <= ruling.seat < len(state.cards)):
            raise IllegalAction("no-pick", f"there is no pick of seat {ruling.seat} in round {ruling.round}")
        row = state.rounds[ruling.round]
        if isinstance(ruling, Void) and row[ruling.seat] == LATE:
            raise IllegalAction("nothing", f"the pick of seat {ruling.seat} counts for nothing already")
        number = LATE if isinstance(ruling, Void) else ruling.number
        event = Event("ruled", {"round": ruling.round, "seat": ruling.seat, "number": number})
        rounds = placed(state.rounds, ruling.round, placed(row, ruling.seat, number))
        return Step(replace(state, rounds=rounds), (event,))

    def picked(
        self, state: State, seat: Seat, number: int, events: tuple[Event, ...], chance: Chance
    ) -> Step[State]:
        state = replace(state, picks=placed(state.picks, seat, number))
        if None in state.picks:
            return Step(state, events)
        picks = tuple(pick or LATE for pick in state.picks)
        events += (Event("shown", {"picks": picks, "luck": chance.below(2)}),)
        state = replace(state, rounds=(*state.rounds, picks), picks=(None,) * len(picks))
        if over(state):
            events += (Event("over", {"cards": state.cards}),)
        return Step(state, events)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seats=len(state.cards),
            length=state.length,
            card=None if seat is None else state.cards[seat],
            rounds=state.rounds,
            pick=None if seat is None else state.picks[seat],
            waiting=self.to_act(state),
            late=frozenset(other for other, pick in enumerate(state.picks) if pick == LATE),
            note="" if seat is None else state.notes[seat],
            cards=state.cards if over(state) else None,
        )

    def outcome(self, state: State) -> Outcome | None:
        if not over(state):
            return None
        scores = tuple(float(score(state, seat)) for seat in range(len(state.cards)))
        return Outcome(scores, places(scores), "rounds-played")

    def progress(self, state: State) -> float:
        return len(state.rounds) / state.length

    def rooms(self, state: State) -> Mapping[Room, frozenset[Seat]]:
        return {"table": frozenset(range(len(state.cards)))}

    def imagine(self, view: View, seat: Seat | None, chance: Chance) -> State:
        cards: list[int] = []
        picks: list[int | None] = []
        for other in range(view.seats):
            is_own = other == seat and view.card is not None
            revealed = {picks[other] for picks in view.rounds}
            open_cards = [number for number in NUMBERS if number not in revealed]
            card = view.card if is_own and view.card is not None else chance.choice(open_cards or NUMBERS)
            card = view.cards[other] if view.cards is not None else card
            sealed = chance.choice([number for number in NUMBERS if number != card])
            pick = None if other in view.waiting or view.cards else LATE if other in view.late else sealed
            cards.append(card)
            picks.append(view.pick if is_own else pick)
        notes = tuple(view.note if other == seat else "" for other in range(view.seats))
        return State(view.length, tuple(cards), view.rounds, tuple(picks), notes)


def over(state: State) -> bool:
    return len(state.rounds) >= state.length


def score(state: State, seat: Seat) -> int:
    alone = sum(picks[seat] for picks in state.rounds if picks.count(picks[seat]) == 1)
    others = {pick for picks in state.rounds for at, pick in enumerate(picks) if at != seat}
    return alone + (state.cards[seat] not in others)


def places(scores: tuple[float, ...]) -> tuple[int, ...]:
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def placed(row: tuple[Any, ...], place: int, thing: Any) -> tuple[Any, ...]:
    return (*row[:place], thing, *row[place + 1 :])


class RaceOptions(msgspec.Struct, frozen=True):
    goal: int = 5


class Track(msgspec.Struct, frozen=True):
    """State and view of `Race`: everybody sees everything."""

    goal: int
    total: int = 0
    turn: Seat = 0


class Add(msgspec.Struct, frozen=True):
    number: int


class RaceGame:
    """Two seats in turn add 1 or 2 to a total; whoever reaches the goal wins. Late: 1 is added."""

    card = TypeCard(
        id="race",
        title="Race",
        rules_version=1,
        seats=(2, 2),
        usual_seats=2,
        simultaneous=False,
        hidden=False,
        random=False,
        longest=20,
        scores=(0, 1),
    )
    options_type: Any = RaceOptions
    state_type: Any = Track
    action_type: Any = Add
    view_type: Any = Track

    def setup(self, options: RaceOptions, seats: int, chance: Chance) -> Track:  # noqa: ARG002
        if seats != 2 or not 1 <= options.goal <= 20:
            raise IllegalAction("setup", "2 seats and a goal of 1 to 20 are possible")
        return Track(options.goal)

    def to_act(self, state: Track) -> frozenset[Seat]:
        return frozenset() if state.total >= state.goal else frozenset({state.turn})

    def legal(self, view: Track, seat: Seat) -> Legal[Add]:
        return Legal([Add(1), Add(2)] if seat in self.to_act(view) else [])

    def apply(self, state: Track, seat: Seat, action: Add, chance: Chance) -> Step[Track]:  # noqa: ARG002
        if seat not in self.to_act(state):
            raise IllegalAction("turn", f"it isn't the turn of seat {seat}")
        if action.number not in (1, 2):
            raise IllegalAction("number", f"{action.number}; 1 or 2 are possible")
        event = Event("added", {"seat": seat, "number": action.number})
        return Step(Track(state.goal, state.total + action.number, 1 - state.turn), (event,))

    def expire(self, state: Track, seat: Seat, chance: Chance) -> Step[Track]:
        return self.apply(state, seat, Add(1), chance)

    def view(self, state: Track, seat: Seat | None) -> Track:  # noqa: ARG002
        return state

    def outcome(self, state: Track) -> Outcome | None:
        if self.to_act(state):
            return None
        winner = 1 - state.turn
        scores = tuple(float(seat == winner) for seat in range(2))
        return Outcome(scores, places(scores), "goal-reached")

    def progress(self, state: Track) -> float:
        return min(1.0, state.total / state.goal)

    def rooms(self, state: Track) -> Mapping[Room, frozenset[Seat]]:  # noqa: ARG002
        return {"table": frozenset({0, 1})}

    def imagine(self, view: Track, seat: Seat | None, chance: Chance) -> Track:  # noqa: ARG002
        return view


pick_game = PickGame()
race_game = RaceGame()
