"""The end of a turn and of the match (MX-12, MX-14, MX-15, MX-18, MX-19)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from numberhouse.contract.game import Chance, Event, Seat, Step
from numberhouse.games.mixmath.rules.edition import Edition
from numberhouse.games.mixmath.rules.legal import can_lay
from numberhouse.games.mixmath.rules.model import Hand, State, Turn
from numberhouse.games.mixmath.rules.opening import drawn
from numberhouse.games.mixmath.rules.tiles import BLANK, RACK

__all__ = ["BONUS", "after", "ended", "left_over", "nearness", "settled"]

BONUS: Final = 50
"""The bonus for emptying a rack of seven in one turn (MX-14)."""


def settled(step: Step[State], edition: Edition, chance: Chance) -> Step[State]:
    """The step; if the turn ends by itself, followed by its end (MX-12). That is so when no seat is asked any
    more, and the rack is empty or, by some editions and options, holds no tile that can be laid.

    Others see the same events and the same `Turn` as when the player ends it. Otherwise they would learn that
    no tile on the rack could be laid.
    """
    state = step.state
    if state.waiting or (state.hands[state.turn.seat].rack and not _stuck(state, edition)):
        return step
    return after(step, ended(state, edition, chance))


def ended(state: State, edition: Edition, chance: Chance) -> Step[State]:
    """Bonus, refill, and the next turn or the end of the match."""
    turn, seat = state.turn, state.turn.seat
    hand = state.hands[seat]
    # This event is for the player alone, who may not have noticed why the turn is over.
    stuck = (Event("stuck", {"seat": seat}, frozenset((seat,))),) if _stuck(state, edition) else ()
    bonus = BONUS if turn.began == RACK and not hand.rack else 0
    bag, tiles = drawn(state.bag, min(RACK - len(hand.rack), len(state.bag)), chance)
    hand = Hand(tuple(sorted((*hand.rack, *tiles))), (*hand.drawn, *tiles), hand.returned)
    turn = replace(turn, bonus=bonus, refilled=len(tiles))
    scores = list(state.scores)
    scores[seat] += turn.points
    state = replace(
        state,
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        bag=bag,
        turn=turn,
        scores=tuple(scores),
        idle=0 if turn.laid else state.idle + 1,
    )
    events: tuple[Event, ...] = (
        *stuck,
        Event("turn-ended", _summary(state, seat)),
    )
    if tiles:
        events += (Event("refilled", {"seat": seat, "tiles": tiles}, frozenset((seat,))),)
    return after(Step(state, events), _next(state, edition))


def left_over(rack: tuple[int, ...]) -> int:
    """Points that a seat loses for the tiles on its rack (MX-19); a blank counts 0 (MX-4)."""
    return sum(tile for tile in rack if tile != BLANK)


def nearness(state: State, edition: Edition) -> float:
    """Progress of idle turns towards the end of the match, 0 … 1 (MX-18)."""
    seats = len(state.hands)
    limit = _idle_limit(state, edition)
    near = state.idle / limit if limit else 0.0
    if edition.passes_end_match:
        near = max(near, _passes(state.past) / seats)
    return min(near, 1.0)


def after(first: Step[State], then: Step[State]) -> Step[State]:
    """Both steps, one after the other."""
    return Step(then.state, first.events + then.events)


def _stuck(state: State, edition: Edition) -> bool:
    """Whether tiles were laid in this turn and no remaining one can be, where that ends a turn."""
    rack = state.hands[state.turn.seat].rack
    if not (rack and state.turn.laid and edition.ends_stuck_turns(state.options)):
        return False
    return not can_lay(state.board, rack, state.options.arithmetic)


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
        "passed": turn.passed,
    }


def _next(state: State, edition: Edition) -> Step[State]:
    reason = _reason(state, edition)
    if reason:
        return _over(state, reason)
    seat = (state.turn.seat + 1) % len(state.hands)
    turn = Turn(seat, len(state.hands[seat].rack))
    return Step(replace(state, past=(*state.past, state.turn), turn=turn))


def _reason(state: State, edition: Edition) -> str:
    """The reason if the match is over after this turn; "" while it goes on."""
    if not state.hands[state.turn.seat].rack:
        return "rack-empty"
    if edition.passes_end_match and _passes((*state.past, state.turn)) >= len(state.hands):
        return "all-passed"
    limit = _idle_limit(state, edition)
    return "idle" if limit and state.idle >= limit else ""


def _idle_limit(state: State, edition: Edition) -> int:
    """Successive turns without a placement that end the match; 0 means never. This is a rule of the house:
    the source ends a match by passes alone, so exchanges could go on for ever."""
    rounds = state.options.idle_rounds
    if not edition.passes_end_match and not state.bag:
        rounds = 1
    return len(state.hands) * rounds


def _passes(turns: tuple[Turn, ...]) -> int:
    """Number of successive passes at the end of the turns."""
    count = 0
    while count < len(turns) and turns[-1 - count].passed:
        count += 1
    return count


def _over(state: State, reason: str) -> Step[State]:
    racks = [list(hand.rack) for hand in state.hands]
    lost = [left_over(hand.rack) for hand in state.hands]
    finals = [score - loss for score, loss in zip(state.scores, lost, strict=True)]
    event = Event("match-over", {"reason": reason, "racks": racks, "lost": lost, "finals": finals})
    return Step(replace(state, reason=reason), (event,))
