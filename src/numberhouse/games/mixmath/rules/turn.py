"""The course of a turn: placements, draws, exchanges, challenges (MX-7 … MX-13, MX-16, MX-17)."""

from __future__ import annotations

from msgspec.structs import replace

from numberhouse.contract.game import Chance, Event, IllegalAction, Seat, Step
from numberhouse.games.mixmath.rules.arithmetic import PLAIN, Arithmetic
from numberhouse.games.mixmath.rules.board import INDEX, PREMIUM, Board
from numberhouse.games.mixmath.rules.checks import (
    check_draw,
    check_fresh,
    check_line,
    not_on_rack,
)
from numberhouse.games.mixmath.rules.edition import Edition
from numberhouse.games.mixmath.rules.ending import after, ended, settled
from numberhouse.games.mixmath.rules.equation import chains, equations
from numberhouse.games.mixmath.rules.model import (
    LONGEST_LINE,
    Accept,
    Action,
    Challenge,
    Exchange,
    Finish,
    Hand,
    Laid,
    Line,
    Pass,
    Place,
    State,
    Turn,
)
from numberhouse.games.mixmath.rules.opening import drawn, without
from numberhouse.games.mixmath.rules.refusals import Refusal
from numberhouse.games.mixmath.rules.tiles import BLANK, RACK
from numberhouse.words import message

__all__ = ["played", "ran_out", "solves"]


def played(state: State, seat: Seat, action: Action, edition: Edition, chance: Chance) -> Step[State]:
    """Apply the action. Raises `IllegalAction` and then leaves the state unchanged."""
    seats = len(state.hands)
    if not 0 <= seat < seats:
        raise IllegalAction(
            "unknown-seat",
            "there is no seat {seat:counted}; the seats are 1 to {last:counted}",
            {"seat": seat, "last": seats - 1},
        )
    if state.reason:
        raise IllegalAction("over", "the match is over; nothing more can be done in it")
    if isinstance(action, Challenge | Accept):
        return _answer(state, seat, action, edition, chance)
    if seat != state.turn.seat:
        raise IllegalAction(
            "not-your-turn",
            "it is the turn of {turn:seat}; wait until it has come round",
            {"seat": seat, "turn": state.turn.seat},
        )
    if state.waiting:
        template = message(
            "the last tile may still be challenged by: {waiting:seats}; wait for their answers"
        )
        raise Refusal("waiting", template, {"waiting": list(state.waiting)})
    if isinstance(action, Place):
        return settled(_placed(state, action, chance), edition, chance)
    if isinstance(action, Finish):
        return _finish(state, edition, chance)
    if isinstance(action, Line):
        return _line(state, action, edition, chance)
    if isinstance(action, Pass):
        otherwise = IllegalAction(
            "pass-after-placing", "no pass after a placement in the same turn; end the turn instead"
        )
        check_fresh(state.turn, otherwise)
        return ended(state, edition, chance)
    if isinstance(action, Exchange):
        return _exchange(state, action.tiles, edition, chance)
    raise IllegalAction(
        "unknown-action",
        "no action of Mixmath; possible: place, end, line, pass, exchange, challenge, accept",
    )


def ran_out(state: State, seat: Seat, edition: Edition, chance: Chance) -> Step[State]:
    """Apply the end of the time: laid tiles stay and the turn ends; a seat asked to challenge accepts the
    tile."""
    if state.waiting:
        return _answer(state, seat, Accept(), edition, chance)
    return ended(replace(state, turn=replace(state.turn, late=True)), edition, chance)


# Placing (MX-7 … MX-13)


def _placed(state: State, action: Place, chance: Chance) -> Step[State]:
    """Lay the tile; a tile drawn for it goes to the rack. The turn goes on."""
    seat = state.turn.seat
    hand = state.hands[seat]
    identity = BLANK if action.blank else action.tile
    if identity not in hand.rack:
        raise not_on_rack(identity, hand.rack)
    board, points = _laid(state, action)
    if action.draw:
        check_draw(action.cell, len(state.bag))
    bag, tiles = drawn(state.bag, int(action.draw), chance)
    laid = Laid(action.cell, action.tile, 0 if action.blank else points, action.blank, action.draw)
    if not state.options.challenge:
        laid = _explained(state, laid)
    state = replace(
        _with_hand(state, seat, _less(hand, identity, tiles)),
        board=board,
        bag=bag,
        turn=replace(state.turn, laid=(*state.turn.laid, laid)),
        waiting=_others(state) if state.options.challenge else (),
    )
    events: tuple[Event, ...] = (
        Event(
            "placed",
            {
                "seat": seat,
                "cell": laid.cell,
                "tile": laid.tile,
                "blank": laid.blank,
                "points": laid.points,
                "drew": laid.drew,
            },
        ),
    )
    if tiles:
        events += (Event("drew", {"seat": seat, "tiles": tiles}, frozenset((seat,))),)
    return Step(state, events)


def _laid(state: State, action: Place) -> tuple[Board, int]:
    """The board with the tile, and its points. Where tiles may be challenged, a tile that solves nothing
    scores as if it solved one direction, because its player claims that (MX-17)."""
    arithmetic = state.options.arithmetic
    if not state.options.challenge:
        return state.board.place(action.cell, action.tile, arithmetic)
    index = INDEX.get(action.cell, -1)
    spot = state.board.spot(action.cell, action.tile, arithmetic)
    points = spot.points.get(action.tile, action.tile * PREMIUM.get(index, 1))
    return state.board.with_tile(index, action.tile, arithmetic), points


def _line(state: State, line: Line, edition: Edition, chance: Chance) -> Step[State]:
    if state.options.challenge:
        raise IllegalAction(
            "no-line", "every tile may be challenged before the next one; place one at a time in this match"
        )
    if not 0 < len(line.placements) <= LONGEST_LINE:
        raise IllegalAction(
            "line-length",
            "a line has 1 to {most} placements, not {placements}",
            {"placements": len(line.placements), "most": LONGEST_LINE},
        )
    if len(line.placements) == 1 and not line.end:
        raise IllegalAction(
            "line-length",
            "a line of one placement ends the turn, or it is just a placement",
            {"placements": 1},
        )
    check_line(line, state.hands[state.turn.seat].rack)
    # The end of the turn is checked only after the last placement. After each earlier one another tile could
    # be laid, or the next placement is refused with the line.
    step = Step(state)
    for placement in line.placements:
        step = after(step, _placed(step.state, placement, chance))
    return after(step, ended(step.state, edition, chance)) if line.end else settled(step, edition, chance)


def _finish(state: State, edition: Edition, chance: Chance) -> Step[State]:
    if not state.turn.laid:
        raise IllegalAction(
            "nothing-placed", "nothing is placed yet in this turn; place a tile, exchange or pass"
        )
    return ended(state, edition, chance)


# Exchanging (MX-16)


def _exchange(state: State, tiles: tuple[int, ...], edition: Edition, chance: Chance) -> Step[State]:
    otherwise = IllegalAction(
        "exchange-after-placing", "no exchange after a placement in the same turn; end the turn instead"
    )
    check_fresh(state.turn, otherwise)
    seat = state.turn.seat
    hand = state.hands[seat]
    if not 1 <= len(tiles) <= RACK:
        raise IllegalAction(
            "exchange-count",
            "1 to {most} tiles can be exchanged, not {tiles}",
            {"tiles": len(tiles), "most": RACK},
        )
    if list(tiles) != sorted(tiles):
        raise IllegalAction(
            "exchange-order", "tiles to exchange are listed in order of value, such as 3 3 17"
        )
    rack = hand.rack
    for tile in tiles:
        if tile not in rack:
            raise not_on_rack(tile, hand.rack)
        rack = without(rack, [tile])
    if len(tiles) > len(state.bag):
        raise IllegalAction(
            "bag-short",
            "{tiles} tiles can't be exchanged, the bag has {bag}; exchange fewer or pass",
            {"tiles": len(tiles), "bag": len(state.bag)},
        )
    bag, fresh = drawn(state.bag, len(tiles), chance)
    hand = Hand(tuple(sorted((*rack, *fresh))), (*hand.drawn, *fresh), (*hand.returned, *tiles))
    state = replace(
        _with_hand(state, seat, hand),
        bag=tuple(sorted((*bag, *tiles))),
        turn=replace(state.turn, exchanged=len(tiles)),
    )
    events = (
        Event("exchanged", {"seat": seat, "count": len(tiles)}),
        Event(
            "exchanged-tiles",
            {"seat": seat, "returned": list(tiles), "drawn": fresh},
            frozenset((seat,)),
        ),
    )
    return after(Step(state, events), ended(state, edition, chance))


# Challenging (MX-17)


def _answer(
    state: State, seat: Seat, action: Challenge | Accept, edition: Edition, chance: Chance
) -> Step[State]:
    if seat not in state.waiting:
        if state.options.challenge:
            template = message("there is no tile that this seat could challenge or accept now")
        else:
            template = message(
                "there is no tile that this seat could challenge or accept now; in this match only right "
                "tiles can be laid"
            )
        raise IllegalAction("nothing-to-challenge", template, {"challenge": state.options.challenge})
    if isinstance(action, Accept):
        waiting = tuple(other for other in state.waiting if other != seat)
        event = Event("accepted", {"seat": seat})
        turn = state.turn if waiting else _with_last(state.turn, _explained(state, state.turn.laid[-1]))
        return settled(Step(replace(state, turn=turn, waiting=waiting), (event,)), edition, chance)
    *before, last = state.turn.laid
    values = {"seat": seat, "player": state.turn.seat, "cell": last.cell, "tile": last.tile}
    if solves(state.board, last.cell, last.tile, state.options.arithmetic):
        turn = _with_last(state.turn, _explained(state, replace(last, doubted=seat)))
        event = Event("challenge-failed", values)
        return settled(Step(replace(state, turn=turn, waiting=()), (event,)), edition, chance)
    state = _taken_back(state, tuple(before), last, seat)
    return after(Step(state, (Event("taken-back", values),)), ended(state, edition, chance))


def solves(board: Board, cell: str, value: int, arithmetic: Arithmetic = PLAIN) -> bool:
    """Whether the tile on a cell solves a line: whether it could be laid there if its square were empty."""
    index = INDEX[cell]
    without_it = Board((*board.cells[:index], None, *board.cells[index + 1 :]))
    spot = without_it.spots(arithmetic).get(index)
    return spot is not None and value in spot.points


def _explained(state: State, laid: Laid) -> Laid:
    """The tile with its equations, which are public from now on."""
    solved = (state.board, laid.cell, laid.tile, state.options.arithmetic)
    return replace(laid, equations=equations(*solved), chains=chains(*solved))


def _with_last(turn: Turn, laid: Laid) -> Turn:
    return replace(turn, laid=(*turn.laid[:-1], laid))


def _taken_back(state: State, kept: tuple[Laid, ...], wrong: Laid, challenger: Seat) -> State:
    """The tile returns to its owner's rack, and the tile drawn for it to the bag."""
    seat = state.turn.seat
    hand = state.hands[seat]
    rack, bag, returned = hand.rack, state.bag, hand.returned
    if wrong.drew:
        fresh = hand.drawn[-1:]
        rack, bag, returned = without(rack, fresh), tuple(sorted((*bag, *fresh))), (*returned, *fresh)
    rack = tuple(sorted((*rack, BLANK if wrong.blank else wrong.tile)))
    index = INDEX[wrong.cell]
    return replace(
        _with_hand(state, seat, Hand(rack, hand.drawn, returned)),
        board=Board((*state.board.cells[:index], None, *state.board.cells[index + 1 :])),
        bag=bag,
        turn=replace(state.turn, laid=kept, wrong=wrong, challenger=challenger),
        waiting=(),
    )


# Helpers


def _others(state: State) -> tuple[Seat, ...]:
    """The opponents of the seat whose turn it is, starting at its left."""
    seats = len(state.hands)
    return tuple((state.turn.seat + step) % seats for step in range(1, seats))


def _less(hand: Hand, identity: int, fresh: list[int]) -> Hand:
    """The hand without one tile, and with the drawn ones."""
    rack = without(hand.rack, [identity])
    return Hand(tuple(sorted((*rack, *fresh))), (*hand.drawn, *fresh), hand.returned)


def _with_hand(state: State, seat: Seat, hand: Hand) -> State:
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))
