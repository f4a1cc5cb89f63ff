"""The rules of Addition Crypt as a game of the contract: each method calls the module that it belongs to.

The `__init__.py` of this folder lists the modules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from numberhouse.games.addition_crypt.rules.promises import is_kept, promise_rounds, promises_for
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
"""Upper bound of the digit sum of any value that can occur, in any base. The largest value has five digits in
base 36."""

DAY: Final = 24 * 60 * 60.0


class AdditionCrypt:
    """The game of Addition Crypt, for the host: it implements `Game` and `Promising` of the contract."""

    card = TypeCard(
        id="addition-crypt",
        title="Addition Crypt",
        rules_version=1,
        seats=(2, MOST_SEATS),
        usual_seats=13,
        minutes=(20, 45),
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
        """The first state: the nodes have their start values. Raises `IllegalAction` with the code `seats` or
        `options`."""
        check(options, seats)
        return State(options, ledgers=((),) * seats, sealed=(Sealed(),) * seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        """The seats that have neither locked nor run out of time (AC-4). Where rounds last until their
        deadline, all seats whose time has not run out."""
        if state.over:
            return frozenset()
        return frozenset(
            [seat for seat, sealed in enumerate(state.sealed) if not sealed.settled(state.options)]
        )

    def legal(self, view: View, seat: Seat) -> Legal[Action]:  # noqa: ARG002 - the view is this seat's
        """All submissions before the first one is saved, then `lock`. A submission may be replaced until the
        round closes (AC-4). In round 1 rooms may be opened (AC-8)."""
        return legal_actions(view)

    def waits(self, view: View, seat: Seat) -> bool:  # noqa: ARG002 - the view is this seat's
        """Whether the seat has locked, but the round lasts until its deadline."""
        return view.sealed is not None and view.sealed.how == "locked" and not view.sealed.late

    def apply(self, state: State, seat: Seat, action: Action, chance: Chance) -> Step[State]:  # noqa: ARG002
        """Apply the action. Raises `IllegalAction` for every case of AC-17."""
        return played(state, seat, action)

    def view(self, state: State, seat: Seat | None) -> View:
        """The view of a seat: the nodes, and its own submissions, scores and company only (AC-7)."""
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
        """The outcome after the last round: the most points win (AC-15). None before."""
        if not state.over:
            return None
        scores, places = standing(state)
        return Outcome(tuple(float(score) for score in scores), places, "rounds-played")

    def expire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:  # noqa: ARG002
        """Apply the end of a seat's time: its saved submission counts, or the default without one (AC-5).
        Raises `IllegalAction` for a seat that the match doesn't wait for."""
        check_awaited(seat, self.to_act(state))
        return ran_out(state, seat)

    def progress(self, state: State) -> float:
        """Share of rounds that have closed. The running round counts by its share of settled seats."""
        settled = sum(sealed.settled(state.options) for sealed in state.sealed) / state.seats
        return (len(state.rounds) + settled) / len(state.options.rounds)

    def rooms(self, state: State) -> Mapping[Room, frozenset[Seat]]:
        """The open rooms and their members: in round 1 the hall, pairs and opened rooms, later a room for
        each used node (AC-8)."""
        return rooms_of(state)

    def imagine(self, view: View, seat: Seat | None, chance: Chance) -> State:
        """A state that fits the view. The others' closed rounds are drawn so that they lead to the same nodes
        and the same company. Their submissions of the running round are random legal picks. Rooms without the
        viewer are left out, because nothing that the viewer does or sees depends on them."""
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

    def promise_rounds(self, view: View, seat: Seat) -> Sequence[int]:
        """The rounds about which the seat may still promise something."""
        return promise_rounds(view, seat)

    def promises(self, view: View, seat: Seat, round: int) -> Sequence[Action]:
        """The pairs of nodes that the seat may promise for the round."""
        return promises_for(view, seat, round)

    def kept(self, view: View, seat: Seat, round: int, action: Action) -> bool | None:
        """Whether the seat used the two nodes in the round, if the view shows it."""
        return is_kept(view, seat, round, action)


def _submission(state: State, view: View, seat: Seat, chance: Chance) -> Sealed:
    """A random submission of another seat in the running round. A seat that the round no longer waits for has
    one."""
    waiting = seat in view.waiting
    if waiting and chance.below(2):
        return Sealed()
    pick = chance.choice(picks(view.options.nodes, state.barred(seat)))
    # Where rounds last until their deadline, only the end of its time settles a seat.
    patient = view.options.rounds_close == "deadline"
    return Sealed(pick, "submitted" if waiting else "locked", late=patient and not waiting)


game: Final[Game[Options, State, Action, View]] = AdditionCrypt()
