"""Addition Crypt: add to nodes in secret, and score by the digits of what one of them becomes.

The parts are listed in the `__init__.py` of this room.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from numberhouse.contract.clock import RoundClock
from numberhouse.contract.game import (
    Chance,
    Game,
    Legal,
    Outcome,
    Room,
    Seat,
    Step,
    TypeCard,
    check_awaited,
)
from numberhouse.games.addition_crypt.rules.legal import legal_actions, picks
from numberhouse.games.addition_crypt.rules.model import (
    Action,
    Closed,
    End,
    Group,
    Line,
    Lock,
    OpenRoom,
    Pick,
    Points,
    Sealed,
    State,
    Submit,
    View,
)
from numberhouse.games.addition_crypt.rules.options import (
    MOST_BONUS,
    MOST_ROUNDS,
    MOST_SEATS,
    Options,
    Variation,
    check,
    terms,
)
from numberhouse.games.addition_crypt.rules.ranking import standing
from numberhouse.games.addition_crypt.rules.rooms import rooms_of
from numberhouse.games.addition_crypt.rules.round import opened, played, ran_out, rooms_before
from numberhouse.games.addition_crypt.solver.beliefs import past

__all__ = [
    "Action",
    "AdditionCrypt",
    "Closed",
    "End",
    "Group",
    "Line",
    "Lock",
    "OpenRoom",
    "Options",
    "Pick",
    "Points",
    "Sealed",
    "State",
    "Submit",
    "Variation",
    "View",
    "game",
]

MOST_DIGITS: Final = 200
"""No value that can come about has a greater digit sum in any base: the largest has five in base 36."""

DAY: Final = 24 * 60 * 60.0


class AdditionCrypt:
    """The match."""

    card = TypeCard(
        id="addition-crypt",
        title="Addition Crypt",
        rules_version=1,
        seats=(2, MOST_SEATS),
        usual_seats=13,
        simultaneous=True,
        hidden=True,
        random=False,
        longest=MOST_ROUNDS * MOST_SEATS * 3,  # a submission, its locking, and the deadline
        scores=(0.0, float(MOST_ROUNDS * (MOST_DIGITS + 3 * MOST_BONUS))),
        tags=("arithmetic", "limited-communication", "simultaneous"),
        credits="Addition Crypt by pseudonam, from The Genius Repository; not affiliated.",
        clock=RoundClock(DAY),
        later_fields=("groups", "ledgers/*/*/kept", "options/node_rooms", "options/rounds_close"),
    )
    options_type = Options
    state_type = State
    action_type = Action
    view_type = View

    def setup(self, options: Options, seats: int, chance: Chance) -> State:  # noqa: ARG002
        """The nodes have their start values. Raises `IllegalAction` with the code `seats` or `options`."""
        check(options, seats)
        return State(options, ledgers=((),) * seats, sealed=(Sealed(),) * seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Who has neither locked nor run out of time (AC-4); where rounds last until their deadline, whose
        time hasn't run out."""
        if state.over:
            return frozenset()
        return frozenset(
            [seat for seat, sealed in enumerate(state.sealed) if not sealed.settled(state.options)]
        )

    def legal(self, view: View, seat: Seat) -> Legal[Action]:  # noqa: ARG002 - the view is this seat's
        """Submissions, then `lock`; a submission may be replaced until the round closes (AC-4). In round 1
        rooms may be opened (AC-8)."""
        return legal_actions(view)

    def waits(self, view: View, seat: Seat) -> bool:  # noqa: ARG002 - the view is this seat's
        """Whether the seat has locked in a round that lasts until its deadline all the same."""
        return view.sealed is not None and view.sealed.how == "locked" and not view.sealed.late

    def apply(self, state: State, seat: Seat, action: Action, chance: Chance) -> Step[State]:  # noqa: ARG002
        """The effect. Raises `IllegalAction` for everything that AC-17 names."""
        return played(state, seat, action)

    def view(self, state: State, seat: Seat | None) -> View:
        """The nodes for all; submissions, scores and company only for the seat itself (AC-7)."""
        return View(
            options=state.options,
            seats=state.seats,
            seat=seat,
            round=state.round,
            values=state.values,
            rounds=state.rounds,
            waiting=self.to_act(state),
            ledger=() if seat is None else state.ledgers[seat],
            barred=() if seat is None else state.barred(seat),
            sealed=None if seat is None else state.sealed[seat],
            end=End(state.ledgers, *standing(state)) if state.over else None,
            groups=tuple(group for group in state.groups if seat in group.seats),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Most points after the last round win (AC-15)."""
        if not state.over:
            return None
        scores, places = standing(state)
        return Outcome(tuple(float(score) for score in scores), places, "rounds-played")

    def expire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:  # noqa: ARG002
        """What is saved counts; where nothing is, the default (AC-5). Raises `IllegalAction` for a seat that
        the match doesn't wait for."""
        check_awaited(seat, self.to_act(state))
        return ran_out(state, seat)

    def progress(self, state: State) -> float:
        """The share of rounds that have closed, the running one by the seats that are through with it."""
        settled = sum(sealed.settled(state.options) for sealed in state.sealed) / state.seats
        return (len(state.rounds) + settled) / len(state.options.rounds)

    def rooms(self, state: State) -> Mapping[Room, frozenset[Seat]]:
        """Hall, pairs and opened rooms in round 1, then a room for each node that was used (AC-8)."""
        return rooms_of(state)

    def imagine(self, view: View, seat: Seat | None, chance: Chance) -> State:
        """The others' closed rounds are drawn so that they lead to the same nodes and the same company; what
        they have submitted in the running round is anything that they may. Rooms that others may have opened
        without the viewer are left out: nothing that the viewer does or sees depends on them."""
        if view.end is not None:
            return State(view.options, view.end.ledgers, (Sealed(),) * view.seats, view.rounds)
        state = State(view.options, ((),) * view.seats, ())
        for number, drawn in enumerate(past(view, chance), start=1):
            hows = ["locked" if other != seat else view.ledger[number - 1].how for other in range(view.seats)]
            ruled = terms(view.options, number)
            closed, lines = opened(state.values, drawn, hows, ruled, rooms_before(state))
            ledgers = tuple((*ledger, line) for ledger, line in zip(state.ledgers, lines, strict=True))
            state = State(view.options, ledgers, (), (*state.rounds, closed))
        sealed = tuple(
            view.sealed
            if other == seat and view.sealed is not None
            else _submission(state, view, other, chance)
            for other in range(view.seats)
        )
        return State(view.options, state.ledgers, sealed, state.rounds, view.groups)


def _submission(state: State, view: View, seat: Seat, chance: Chance) -> Sealed:
    """What another seat may have submitted by now; whom the round doesn't wait for has."""
    waiting = seat in view.waiting
    if waiting and chance.below(2):
        return Sealed()
    pick = chance.choice(picks(view.options.nodes, state.barred(seat)))
    # Where rounds last until their deadline, only time settles a seat.
    patient = view.options.rounds_close == "deadline"
    return Sealed(pick, "submitted" if waiting else "locked", late=patient and not waiting)


game: Final[Game[Options, State, Action, View]] = AdditionCrypt()
