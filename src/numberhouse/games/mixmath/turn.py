"""The course of a turn: placements, draws, challenges, and how it ends (MX-7 … MX-18)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from numberhouse.game import Chance, Event, Seat, Step
from numberhouse.games.mixmath.board import INDEX, PREMIUM, Board
from numberhouse.games.mixmath.checks import (
    AFTER_PLACING,
    check_draw,
    check_fresh,
    check_line,
    not_on_rack,
    refusal,
)
from numberhouse.games.mixmath.equation import equations
from numberhouse.games.mixmath.opening import drawn, without
from numberhouse.games.mixmath.table import (
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
from numberhouse.games.mixmath.tiles import BLANK, RACK

__all__ = ["BONUS", "idle_limit", "left_over", "played", "ran_out", "solves"]

BONUS: Final = 50
"""For emptying a rack of seven in one turn (MX-14)."""


def played(state: State, seat: Seat, action: Action, chance: Chance) -> Step[State]:
    """The action's effect. Raises `IllegalAction` and changes nothing otherwise."""
    seats = len(state.hands)
    if not 0 <= seat < seats:
        raise refusal(
            "unknown-seat",
            f"there is no seat {seat}; the seats are 0 to {seats - 1}",
            seat=seat,
            last=seats - 1,
        )
    if state.reason:
        raise refusal("over", "the match is over; nothing more can be done in it")
    if isinstance(action, Challenge | Accept):
        return _answer(state, seat, action, chance)
    if seat != state.turn.seat:
        raise refusal(
            "not-your-turn",
            f"it is the turn of seat {state.turn.seat}; wait until it has come round",
            seat=seat,
            turn=state.turn.seat,
        )
    if state.waiting:
        asked = ", ".join(str(other) for other in state.waiting)
        raise refusal(
            "waiting",
            f"the last tile may still be challenged by: {asked}; wait for their answers",
            waiting=list(state.waiting),
        )
    if isinstance(action, Place):
        return _place(state, action, chance)
    if isinstance(action, Finish):
        return _finish(state, chance)
    if isinstance(action, Line):
        return _line(state, action, chance)
    if isinstance(action, Pass):
        check_fresh(state.turn, refusal("pass-after-placing", f"no pass {AFTER_PLACING}"))
        return _ended(state, chance)
    if isinstance(action, Exchange):
        return _exchange(state, action.tiles, chance)
    raise refusal(
        "unknown-action",
        "no action of Mixmath; possible: place, end, line, pass, exchange, challenge, accept",
    )


def ran_out(state: State, seat: Seat, chance: Chance) -> Step[State]:
    """Time is up: what was laid stays and the turn ends; who is asked lets the tile stand."""
    if state.waiting:
        return _answer(state, seat, Accept(), chance)
    return _ended(replace(state, turn=replace(state.turn, late=True)), chance)


def idle_limit(seats: int, idle_rounds: int, bag: int) -> int:
    """So many turns in a row without a placement end the match (MX-18)."""
    return seats * (idle_rounds if bag else 1)


def left_over(rack: tuple[int, ...]) -> int:
    """What a seat loses for the tiles on its rack (MX-19); a blank counts 0 (MX-4)."""
    return sum(tile for tile in rack if tile != BLANK)


# Placing (MX-7 … MX-13)


def _place(state: State, action: Place, chance: Chance) -> Step[State]:
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
        laid = _explained(state.board, laid)
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
    return _settled(Step(state, events), chance)


def _laid(state: State, action: Place) -> tuple[Board, int]:
    """The board with the tile, and its points. Where tiles may be challenged, one that solves nothing scores
    as if it solved one direction: that is what its player says (MX-17)."""
    if not state.options.challenge:
        return state.board.place(action.cell, action.tile)
    index = INDEX.get(action.cell, -1)
    spot = state.board.spot(action.cell, action.tile)
    points = spot.points.get(action.tile, action.tile * PREMIUM.get(index, 1))
    return state.board.with_tile(index, action.tile), points


def _settled(step: Step[State], chance: Chance) -> Step[State]:
    """The turn ends by itself when nothing is left to lay and nobody is asked any more."""
    state = step.state
    if state.waiting or state.hands[state.turn.seat].rack:
        return step
    return _after(step, _ended(state, chance))


def _line(state: State, line: Line, chance: Chance) -> Step[State]:
    if state.options.challenge:
        raise refusal(
            "no-line", "every tile may be challenged before the next one; place one at a time in this match"
        )
    if not 0 < len(line.placements) <= LONGEST_LINE:
        raise refusal(
            "line-length",
            f"a line has 1 to {LONGEST_LINE} placements, not {len(line.placements)}",
            placements=len(line.placements),
            most=LONGEST_LINE,
        )
    if len(line.placements) == 1 and not line.end:
        raise refusal(
            "line-length",
            "a line of one placement ends the turn, or it is just a placement",
            placements=1,
        )
    check_line(line, state.hands[state.turn.seat].rack)
    step = Step(state)
    for placement in line.placements:
        step = _after(step, _place(step.state, placement, chance))
    # A line that empties the rack has ended the turn by itself; if it was the last, it stays on the table.
    if line.end and step.state.turn.laid and not step.state.reason:
        step = _after(step, _finish(step.state, chance))
    return step


def _finish(state: State, chance: Chance) -> Step[State]:
    if not state.turn.laid:
        raise refusal("nothing-placed", "nothing is placed yet in this turn; place a tile, exchange or pass")
    return _ended(state, chance)


# Exchanging (MX-16)


def _exchange(state: State, tiles: tuple[int, ...], chance: Chance) -> Step[State]:
    check_fresh(state.turn, refusal("exchange-after-placing", f"no exchange {AFTER_PLACING}"))
    seat = state.turn.seat
    hand = state.hands[seat]
    if not 1 <= len(tiles) <= RACK:
        raise refusal(
            "exchange-count",
            f"1 to {RACK} tiles can be exchanged, not {len(tiles)}",
            tiles=len(tiles),
            most=RACK,
        )
    if list(tiles) != sorted(tiles):
        raise refusal("exchange-order", "tiles to exchange are listed in order of value, such as 3 3 17")
    rack = hand.rack
    for tile in tiles:
        if tile not in rack:
            raise not_on_rack(tile, hand.rack)
        rack = without(rack, [tile])
    if len(tiles) > len(state.bag):
        raise refusal(
            "bag-short",
            f"{len(tiles)} tiles can't be exchanged, the bag has {len(state.bag)}; exchange fewer or pass",
            tiles=len(tiles),
            bag=len(state.bag),
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
    return _after(Step(state, events), _ended(state, chance))


# Challenging (MX-17)


def _answer(state: State, seat: Seat, action: Challenge | Accept, chance: Chance) -> Step[State]:
    if seat not in state.waiting:
        raise refusal(
            "nothing-to-challenge",
            "there is no tile that this seat could challenge or accept now"
            + ("" if state.options.challenge else "; in this match only right tiles can be laid"),
            challenge=state.options.challenge,
        )
    if isinstance(action, Accept):
        waiting = tuple(other for other in state.waiting if other != seat)
        event = Event("accepted", {"seat": seat})
        turn = state.turn if waiting else _with_last(state.turn, _explained(state.board, state.turn.laid[-1]))
        return _settled(Step(replace(state, turn=turn, waiting=waiting), (event,)), chance)
    *before, last = state.turn.laid
    values = {"seat": seat, "player": state.turn.seat, "cell": last.cell, "tile": last.tile}
    if solves(state.board, last.cell, last.tile):
        turn = _with_last(state.turn, _explained(state.board, replace(last, doubted=seat)))
        event = Event("challenge-failed", values)
        return _settled(Step(replace(state, turn=turn, waiting=()), (event,)), chance)
    state = _taken_back(state, tuple(before), last, seat)
    return _after(Step(state, (Event("taken-back", values),)), _ended(state, chance))


def solves(board: Board, cell: str, value: int) -> bool:
    """Whether the tile that lies there solves a pair: with nothing on its square, could it be laid?"""
    index = INDEX[cell]
    without_it = Board((*board.cells[:index], None, *board.cells[index + 1 :]))
    spot = without_it.spots.get(index)
    return spot is not None and value in spot.points


def _explained(board: Board, laid: Laid) -> Laid:
    """With the equations that all may see now."""
    return replace(laid, equations=equations(board, laid.cell, laid.tile))


def _with_last(turn: Turn, laid: Laid) -> Turn:
    return replace(turn, laid=(*turn.laid[:-1], laid))


def _taken_back(state: State, kept: tuple[Laid, ...], wrong: Laid, challenger: Seat) -> State:
    """The tile is on its owner's rack again; what was drawn for it returns to the bag."""
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


# The end of a turn (MX-14, MX-15, MX-18)


def _ended(state: State, chance: Chance) -> Step[State]:
    """Bonus, refill, and the next turn or the end of the match."""
    turn, seat = state.turn, state.turn.seat
    hand = state.hands[seat]
    bonus = BONUS if turn.began == RACK and not hand.rack else 0
    bag, tiles = drawn(state.bag, min(RACK - len(hand.rack), len(state.bag)), chance)
    hand = _less(hand, None, tiles)
    turn = replace(turn, bonus=bonus, refilled=len(tiles))
    scores = list(state.scores)
    scores[seat] += turn.points
    state = replace(
        _with_hand(state, seat, hand),
        bag=bag,
        turn=turn,
        scores=tuple(scores),
        idle=0 if turn.laid else state.idle + 1,
    )
    events: tuple[Event, ...] = (Event("turn-ended", _summary(state, seat)),)
    if tiles:
        events += (Event("refilled", {"seat": seat, "tiles": tiles}, frozenset((seat,))),)
    return _after(Step(state, events), _next(state))


def _summary(state: State, seat: Seat) -> dict[str, int | bool]:
    turn = state.turn
    return {
        "seat": seat,
        "placed": len(turn.laid),
        "exchanged": turn.exchanged,
        "points": turn.points,
        "bonus": turn.bonus,
        "total": state.scores[seat],
        "refilled": turn.refilled,
        "bag": len(state.bag),
        "late": turn.late,
    }


def _next(state: State) -> Step[State]:
    seats = len(state.hands)
    if not state.hands[state.turn.seat].rack:
        return _over(state, "rack-empty")
    if state.idle >= idle_limit(seats, state.options.idle_rounds, len(state.bag)):
        return _over(state, "idle")
    seat = (state.turn.seat + 1) % seats
    turn = Turn(seat, len(state.hands[seat].rack))
    return Step(replace(state, past=(*state.past, state.turn), turn=turn))


def _over(state: State, reason: str) -> Step[State]:
    racks = [list(hand.rack) for hand in state.hands]
    lost = [left_over(hand.rack) for hand in state.hands]
    finals = [score - loss for score, loss in zip(state.scores, lost, strict=True)]
    event = Event("match-over", {"reason": reason, "racks": racks, "lost": lost, "finals": finals})
    return Step(replace(state, reason=reason), (event,))


# Small things


def _others(state: State) -> tuple[Seat, ...]:
    """The opponents of the seat whose turn it is, from its left on."""
    seats = len(state.hands)
    return tuple((state.turn.seat + step) % seats for step in range(1, seats))


def _less(hand: Hand, identity: int | None, fresh: list[int]) -> Hand:
    """The hand without a tile, if any, and with drawn ones."""
    rack = hand.rack if identity is None else without(hand.rack, [identity])
    return Hand(tuple(sorted((*rack, *fresh))), (*hand.drawn, *fresh), hand.returned)


def _with_hand(state: State, seat: Seat, hand: Hand) -> State:
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def _after(first: Step[State], then: Step[State]) -> Step[State]:
    return Step(then.state, first.events + then.events)
