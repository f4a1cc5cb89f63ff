"""Mixmath: lay numbered tiles so that each is the result of its two neighbours, in the manner of crosswords.

The parts are listed in the `__init__.py` of this room.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from numberhouse.contract.clock import TurnClock
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
    shared_places,
)
from numberhouse.games.mixmath.rules.board import Board
from numberhouse.games.mixmath.rules.edition import FIRST, SECOND, Edition
from numberhouse.games.mixmath.rules.ending import BONUS, left_over, nearness
from numberhouse.games.mixmath.rules.legal import legal_actions
from numberhouse.games.mixmath.rules.model import (
    MOST_IDLE,
    Accept,
    Action,
    Challenge,
    Draw,
    End,
    Exchange,
    Finish,
    Hand,
    Laid,
    Line,
    Options,
    Pass,
    Place,
    State,
    Turn,
    View,
)
from numberhouse.games.mixmath.rules.opening import SEATS, opened, shown_tiles, without
from numberhouse.games.mixmath.rules.tiles import BLANK, BOX, RACK, box
from numberhouse.games.mixmath.rules.turn import played, ran_out
from numberhouse.games.mixmath.solver.beliefs import imagined_hands

__all__ = [
    "Accept",
    "Action",
    "Board",
    "Challenge",
    "Draw",
    "End",
    "Exchange",
    "Finish",
    "Hand",
    "Laid",
    "Line",
    "Mixmath",
    "Options",
    "Pass",
    "Place",
    "State",
    "Turn",
    "View",
    "earlier_versions",
    "game",
]

TILES: Final = len(BOX) + 2
IDLE_TURNS: Final = MOST_IDLE * SEATS[1]

CLOCK: Final = TurnClock(seconds=60, reserves=10, reserve_seconds=60)
"""For about the hour that the box gives a match, whatever the number of seats."""


CARD: Final = TypeCard(
    id="mixmath",
    title="Mixmath",
    rules_version=SECOND.version,
    seats=SEATS,
    usual_seats=2,
    simultaneous=False,
    hidden=True,
    random=True,
    # Between two tiles that stay, fewer than `IDLE_TURNS` turns leave none; a turn is a tile, an answer of
    # each opponent and its end.
    longest=(TILES + 1) * (IDLE_TURNS + 1) * (1 + SEATS[1]),
    # Without idle rounds nothing ends a match in which all exchange for ever (MX-18).
    endless_options={"idle_rounds": 0},
    # Every tile of a rack unplayed, and every tile in four directions on a triple square.
    scores=(-float(sum(BOX[-RACK:])), 12.0 * sum(BOX) + BONUS * (TILES // RACK + 1)),
    tags=("tiles", "arithmetic", "crossword"),
    moves_are_hints=True,
    credits="mi×ma+h (Mixmath, Mathable) by François Robillard; not affiliated.",
    clock=CLOCK,
)


class Mixmath:
    """The match: MX-3 … MX-19."""

    options_type = Options
    state_type = State
    action_type = Action
    view_type = View

    def __init__(self, edition: Edition, card: TypeCard) -> None:
        self.edition = edition
        self.card = card

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """Racks are filled and the highest tile starts (MX-5). Raises `IllegalAction` with the code `seats`
        or `options`."""
        return opened(options, seats, chance, self.edition)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Whose turn it is; with challenges, first each opponent in turn lets the last tile stand or not."""
        if state.reason:
            return frozenset()
        return frozenset((state.waiting[0] if state.waiting else state.turn.seat,))

    def legal(self, view: View, seat: Seat) -> Legal[Action]:
        """Right placements are listed; exchanges and whole lines are built up. Where tiles may be challenged,
        so are wrong placements."""
        return legal_actions(view, seat)

    def apply(self, state: State, seat: Seat, action: Action, chance: Chance) -> Step[State]:
        """The effect. Raises `IllegalAction` for what the rules refuse, with the reason (MX-17)."""
        return played(state, seat, action, self.edition, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        """All but the bag and the others' hands, until the match is over."""
        return View(
            options=state.options,
            opening=state.opening,
            board=state.board,
            turn=state.turn,
            past=state.past,
            scores=state.scores,
            racks=tuple(len(hand.rack) for hand in state.hands),
            shown=shown_tiles(state.opening, (*state.past, state.turn), self.edition),
            bag=len(state.bag),
            waiting=state.waiting,
            idle=state.idle,
            seat=seat,
            hand=None if seat is None else state.hands[seat],
            end=End(state.reason, state.hands, _finals(state)) if state.reason else None,
        )

    def outcome(self, state: State) -> Outcome | None:
        """Points less the tiles left over; the highest wins and equals share the place (MX-19)."""
        if not state.reason:
            return None
        finals = _finals(state)
        places = shared_places(finals)
        return Outcome(tuple(float(score) for score in finals), places, state.reason)

    def expire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:
        """What was laid stays and the turn ends; who is asked lets the tile stand. Raises `IllegalAction` for
        a seat that the match doesn't wait for."""
        check_awaited(seat, self.to_act(state))
        return ran_out(state, seat, self.edition, chance)

    def progress(self, state: State) -> float:
        """How many tiles lie on the board, or how near the match is to ending without more, if that is
        further."""
        if state.reason:
            return 1.0
        hidden = len(state.bag) + sum(len(hand.rack) for hand in state.hands)
        laid = 1 - hidden / (len(BOX) + state.options.blanks)
        return 0.99 * max(laid, nearness(state, self.edition))

    def rooms(self, state: State) -> Mapping[Room, frozenset[Seat]]:
        """One room for the whole table."""
        return {"table": frozenset(range(len(state.hands)))}

    def imagine(self, view: View, seat: Seat | None, chance: Chance) -> State:
        """Tiles that the viewer hasn't seen are dealt at random over the bag and the others' racks, as far as
        that agrees with all draws, exchanges and challenges there were, and with a turn that hasn't ended by
        itself."""
        if view.end:
            hands, bag = view.end.hands, _rest(view)
        else:
            hands, bag = imagined_hands(view, seat, chance, self.edition)
        return State(
            options=view.options,
            opening=view.opening,
            bag=bag,
            hands=hands,
            turn=view.turn,
            scores=view.scores,
            board=view.board,
            past=view.past,
            waiting=view.waiting,
            idle=view.idle,
            reason=view.end.reason if view.end else "",
        )


def _finals(state: State) -> tuple[int, ...]:
    return tuple(score - left_over(hand.rack) for score, hand in zip(state.scores, state.hands, strict=True))


def _rest(view: View) -> tuple[int, ...]:
    """What is in the bag when all else is open: the box less the racks and the tiles laid."""
    assert view.end is not None
    laid = [BLANK if laid.blank else laid.tile for turn in (*view.past, view.turn) for laid in turn.laid]
    racks = [tile for hand in view.end.hands for tile in hand.rack]
    return without(box(view.options.blanks), laid + racks)


game: Final[Game[Options, State, Action, View]] = Mixmath(SECOND, CARD)

earlier_versions: Final[tuple[Game[Options, State, Action, View], ...]] = (
    Mixmath(
        FIRST,
        replace(
            CARD,
            rules_version=FIRST.version,
            endless_options={},
            later_fields=(
                "options/turn_ends",
                "options/operations",
                "options/chains",
                "turn/laid/*/chains",
                "turn/wrong/chains",
                "past/*/laid/*/chains",
                "past/*/wrong/chains",
            ),
            clock=None,
        ),
    ),
)
