"""The rules of Mixmath as a game of the contract: each method calls the module that it belongs to.

The `__init__.py` of this folder lists the modules.
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
"""Time for a turn. A match takes about an hour, as the box says, with any number of seats."""


CARD: Final = TypeCard(
    id="mixmath",
    title="Mixmath",
    rules_version=SECOND.version,
    seats=SEATS,
    usual_seats=2,
    minutes=(25, 50),
    simultaneous=False,
    hidden=True,
    random=True,
    # Between two tiles that stay there are at most `IDLE_TURNS` turns without one. A turn has at most a tile,
    # an answer of each opponent and its end.
    longest=(TILES + 1) * (IDLE_TURNS + 1) * (1 + SEATS[1]),
    # Without a limit of idle rounds, a match in which all seats exchange for ever has no end (MX-18).
    endless_options={"idle_rounds": 0},
    # Lowest: a whole rack unplayed. Highest: every tile in four directions on a triple square.
    scores=(-float(sum(BOX[-RACK:])), 12.0 * sum(BOX) + BONUS * (TILES // RACK + 1)),
    tags=("tiles", "arithmetic", "crossword"),
    moves_are_hints=True,
    credits="mi×ma+h (Mixmath, Mathable) by François Robillard; not affiliated.",
    clock=CLOCK,
)


class Mixmath:
    """The game of Mixmath, for the host: it implements `Game` of the contract (MX-3 … MX-19)."""

    options_type = Options
    state_type = State
    action_type = Action
    view_type = View

    def __init__(self, edition: Edition, card: TypeCard) -> None:
        self.edition = edition
        self.card = card

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """The first state: racks are filled and the highest tile starts (MX-5). Raises `IllegalAction` with
        the code `seats` or `options`."""
        return opened(options, seats, chance, self.edition)

    def to_act(self, state: State) -> frozenset[Seat]:
        """The seat whose turn it is. With challenges, first each opponent in turn accepts or challenges the
        last tile."""
        if state.reason:
            return frozenset()
        return frozenset((state.waiting[0] if state.waiting else state.turn.seat,))

    def legal(self, view: View, seat: Seat) -> Legal[Action]:
        """Legal actions. Correct placements are listed; exchanges and whole lines are built up from parts.
        Where tiles may be challenged, wrong placements are built up too."""
        return legal_actions(view, seat)

    def apply(self, state: State, seat: Seat, action: Action, chance: Chance) -> Step[State]:
        """Apply the action. Raises `IllegalAction` with the reason if the rules refuse it (MX-17)."""
        return played(state, seat, action, self.edition, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        """The view of a seat: everything except the bag and the others' hands. After the match it has
        everything."""
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
        """The outcome: points less the tiles left over. The highest wins, and equal seats share the place
        (MX-19)."""
        if not state.reason:
            return None
        finals = _finals(state)
        places = shared_places(finals)
        return Outcome(tuple(float(score) for score in finals), places, state.reason)

    def expire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:
        """Apply the end of a seat's time. The tiles that were laid stay and the turn ends; a seat asked to
        challenge accepts the tile. Raises `IllegalAction` for a seat that the match doesn't wait for."""
        check_awaited(seat, self.to_act(state))
        return ran_out(state, seat, self.edition, chance)

    def progress(self, state: State) -> float:
        """The share of tiles laid, or the progress towards the limit of idle turns if that is larger."""
        if state.reason:
            return 1.0
        hidden = len(state.bag) + sum(len(hand.rack) for hand in state.hands)
        laid = 1 - hidden / (len(BOX) + state.options.blanks)
        return 0.99 * max(laid, nearness(state, self.edition))

    def rooms(self, state: State) -> Mapping[Room, frozenset[Seat]]:
        """One room for all seats."""
        return {"table": frozenset(range(len(state.hands)))}

    def imagine(self, view: View, seat: Seat | None, chance: Chance) -> State:
        """A state that fits the view. Unseen tiles are dealt at random over the bag and the others' racks.
        They agree with all draws, exchanges and challenges, and with a running turn that hasn't ended by
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
    """The rest of the box: all tiles except those on the racks and the board."""
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
