"""A turn: the effects and refusals of actions, the order of turns, and the end of the match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NoReturn

from msgspec.structs import replace

from numberhouse.contract.game import Event, IllegalAction, Seat, Step
from numberhouse.games.set_theory.catalogue import FIRST, LAST
from numberhouse.games.set_theory.rules.belonging import belongs
from numberhouse.games.set_theory.rules.course import course
from numberhouse.games.set_theory.rules.grid import CELLS, LABELS, lines_by_set, points
from numberhouse.games.set_theory.rules.model import (
    CANDIDATE,
    DMO,
    MOST_SKIPS,
    Begin,
    Place,
    Reason,
    State,
    Turn,
)
from numberhouse.games.set_theory.rules.ranking import standing
from numberhouse.words import message

__all__ = ["begun", "begun_by_default", "placed", "skipped", "to_move"]

NO_SEAT: Final = message("there is no seat {seat:counted}; the seats are 1 and 2")

TOO_LONG: Final = 10**20
"""From here on a number isn't shown in a refusal: it could have thousands of digits."""


def to_move(begins: Seat, past: tuple[Turn, ...]) -> Seat:
    """The seat whose turn it is. Each number and each skipped turn passes the move to the other seat. So
    after a time-out the other seat plays, and then the turns alternate as before (ST-1, ST-8)."""
    now = course(past)
    return (begins + len(now.sets) + now.skips) % 2


def begun(state: State, seat: Seat, action: Begin) -> Step[State]:
    """Record the decision of the death-match opponent who begins. Raises `IllegalAction`."""
    _check_open(state, seat)
    if state.begins is not None:
        template = message("it is decided already who begins; put a number on an empty cell")
        _refuse("begun", template, begins=state.begins)
    if seat != DMO:
        template = message("{turn:seat} decides who begins, not {seat:seat}")
        _refuse("not-yours-to-decide", template, seat=seat, turn=DMO)
    if action.seat not in (CANDIDATE, DMO):
        _refuse("no-seat", NO_SEAT, seat=action.seat)
    return Step(replace(state, begins=action.seat), (Event("begins", {"seat": action.seat, "by": seat}),))


def begun_by_default(state: State) -> Step[State]:
    """Let the death-match opponent begin, because it hasn't decided in time (ST-1). It has no other
    disadvantage."""
    return Step(replace(state, begins=DMO), (Event("begins-by-default", {"seat": DMO}),))


def placed(state: State, seat: Seat, action: Place) -> Step[State]:
    """Place the number and announce its sets and points (ST-5 … ST-7). Raises `IllegalAction` (ST-12)."""
    _check_seat(state, seat)
    _check_number(state, action.number)
    grid = course(state.past).sets
    _check_cell(state, grid, action.cell)
    sets = "".join(
        [label for label, hidden in zip(LABELS, state.sets, strict=True) if belongs(hidden, action.number)]
    )
    gained = points(state.worths, lines_by_set(grid, action.cell, sets), sets)
    turn = Turn(seat, action.number, action.cell, sets, gained)
    announced = Event(
        "placed",
        {"seat": seat, "number": action.number, "cell": action.cell, "sets": sets, "points": gained},
    )
    full = len(grid) + 1 == len(CELLS)
    return _ended(state, turn, announced, "grid-full" if full else "")


def skipped(state: State, seat: Seat) -> Step[State]:
    """Skip the turn of a seat whose time ran out, or end the match with its loss (ST-8)."""
    late = Event("time-ran-out", {"seat": seat})
    turn = Turn(seat)
    if state.options.on_time_out == "lose":
        return _ended(state, turn, late, "time-ran-out")
    last = course(state.past).skips + 1 == MOST_SKIPS
    return _ended(state, turn, late, "four-skipped" if last else "")


def _ended(state: State, turn: Turn, announced: Event, reason: Reason) -> Step[State]:
    """The state after the turn; the match is over if there is a reason."""
    after = replace(state, past=(*state.past, turn), reason=reason)
    if not reason:
        return Step(after, (announced,))
    over = {"reason": reason, "scores": course(after.past).scores, "places": standing(after.past, reason)}
    return Step(after, (announced, Event("match-over", over)))


def _check_open(state: State, seat: Seat) -> None:
    if seat not in (CANDIDATE, DMO):
        _refuse("no-seat", NO_SEAT, seat=seat)
    if state.reason:
        _refuse("over", message("the match is over; nothing can be placed any more"))


def _check_seat(state: State, seat: Seat) -> None:
    _check_open(state, seat)
    if state.begins is None:
        _refuse("not-begun", message("{turn:seat} decides first who begins"), turn=DMO, seat=seat)
    turn = to_move(state.begins, state.past)
    if seat != turn:
        template = message("it is the turn of {turn:seat}, not of {seat:seat}")
        _refuse("not-your-turn", template, seat=seat, turn=turn)


def _check_number(state: State, number: int) -> None:
    if 0 <= number < FIRST:
        template = message(
            "{number} has one digit, and those are banned; numbers from {first} to {last} can be placed"
        )
        _refuse("one-digit", template, number=str(number), first=FIRST, last=LAST)
    if abs(number) >= TOO_LONG:
        template = message(
            "a number of so many digits is out of range; numbers from {first} to {last} can be placed"
        )
        _refuse("out-of-range", template, number="a number of so many digits", first=FIRST, last=LAST)
    if not FIRST <= number <= LAST:
        template = message("{number} is out of range; numbers from {first} to {last} can be placed")
        _refuse("out-of-range", template, number=str(number), first=FIRST, last=LAST)
    cell = course(state.past).cells.get(number)
    if cell is not None:
        template = message("{number} is on the grid already, on {cell}; place a number that isn't")
        _refuse("used", template, number=number, cell=cell)
    for label, examples in zip(LABELS, state.examples, strict=True):
        if number in examples:
            template = message(
                "{number} is an example of set {set}; examples can't be placed, any other number can"
            )
            _refuse("example", template, number=number, set=label)


def _check_cell(state: State, grid: Mapping[str, str], cell: str) -> None:
    if cell not in CELLS:
        template = message("there is no cell {cell!r}; cells are A1 to H8, such as D4")
        _refuse("no-cell", template, cell=cell[:10])
    if cell in grid:
        number = next(turn.number for turn in state.past if turn.cell == cell)
        _refuse("taken", message("{number} is on {cell}; choose an empty cell"), cell=cell, number=number)


def _refuse(code: str, template: str, **values: object) -> NoReturn:
    raise IllegalAction(code, template, values)
