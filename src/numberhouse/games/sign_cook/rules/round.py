"""The course of a round (SC-1 … SC-5, SC-22): visits, a purchase, and a dish that is sealed until all are
presented."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from numberhouse.contract.game import Chance, Event, IllegalAction, Seat, Step
from numberhouse.games.sign_cook.rules import mine
from numberhouse.games.sign_cook.rules.dishes.dish import Dish, parsed, written
from numberhouse.games.sign_cook.rules.edition import Edition
from numberhouse.games.sign_cook.rules.expressions.expression import BadExpression
from numberhouse.games.sign_cook.rules.model import (
    COURSES,
    LONGEST_DISH,
    VISITS,
    Action,
    Buy,
    CourseOver,
    Kitchen,
    Mine,
    Plate,
    Sealed,
    Serve,
    State,
    Visit,
)
from numberhouse.games.sign_cook.rules.options import Options, check, cuisine, garnets
from numberhouse.games.sign_cook.rules.pantry import DIGITS, ORDER, PLACES, joined, lacking, without
from numberhouse.games.sign_cook.rules.ranking import judged, prepared, standing
from numberhouse.games.sign_cook.rules.wordlists.wordbook import counts, lexicon

__all__ = ["PRICE", "opened", "plain_course", "plain_standing", "played", "ran_out"]

PRICE: Final = 3
"""Garnets for a tile (SC-4)."""


def opened(options: Options, seats: int, chance: Chance) -> State:
    """The first state. Raises `IllegalAction` with the code `seats`, `options` or `words`."""
    check(options, seats)
    return State(
        options=options,
        grid=options.mine or mine.drawn(chance),
        lexicon=lexicon(options),
        kitchens=(Kitchen(),) * seats,
    )


def played(state: State, seat: Seat, action: Action, edition: Edition) -> Step[State]:
    """The action's effect. Raises `IllegalAction` (SC-22) and changes nothing otherwise."""
    seats = len(state.kitchens)
    if not 0 <= seat < seats:
        raise _refusal(
            "unknown-seat",
            f"there is no seat {seat}; the seats are 0 to {seats - 1}",
            seat=seat,
            last=seats - 1,
        )
    if state.over:
        raise _refusal("over", "the match is over; nothing more can be done in it")
    kitchen = state.kitchens[seat]
    if kitchen.sealed is not None:
        raise _refusal(
            "served-already",
            f"your dish of round {state.round} is with the judge; wait for the others",
            round=state.round,
        )
    match action:
        case Visit():
            return _exchange(state, seat, kitchen, action)
        case Mine():
            return _mine(state, seat, kitchen, action)
        case Buy():
            return _buy(state, seat, kitchen, action)
        case Serve():
            return _serve(state, seat, kitchen, action, edition)


def ran_out(state: State, seat: Seat, edition: Edition) -> Step[State]:
    """Time is up for a seat that hasn't presented its dish: there is none (SC-16)."""
    kitchen = replace(state.kitchens[seat], sealed=Sealed("missing"))
    own = Event("time-ran-out", {"round": state.round}, frozenset((seat,)))
    return _settle(state, seat, kitchen, own, edition)


# Visits


def _exchange(state: State, seat: Seat, kitchen: Kitchen, action: Visit) -> Step[State]:
    _check_visits(state, kitchen)
    if action.place not in PLACES:
        raise _refusal("unknown-place", f"there is no such place; there are {', '.join(PLACES)}")
    digit = str(action.tile)
    if digit not in DIGITS[:10] or len(digit) != 1:
        raise _refusal("unknown-tile", "a number tile is one digit, 0 to 9")
    _check_owned(kitchen, digit)
    if action.sure and digit != "0":
        raise _refusal(
            "sure", f"a {digit} is exchanged without asking; `sure` belongs to a 0 alone", tile=digit
        )
    if digit == "0" and not action.sure:
        raise _refusal(
            "zero",
            f"a 0 gives nothing and is spent; to get rid of it, say: visit {action.place} 0 sure",
            place=action.place,
        )
    sign = PLACES[action.place]
    pantry = joined(without(kitchen.pantry, digit), sign * action.tile)
    values = {"place": action.place, "tile": action.tile, "sign": sign}
    return _done(state, seat, replace(kitchen, pantry=pantry), action, Event("exchanged", values))


def _mine(state: State, seat: Seat, kitchen: Kitchen, action: Mine) -> Step[State]:
    _check_visits(state, kitchen)
    digits = mine.check(state.grid, kitchen.closed, action.cells, action.equation)
    action = Mine(action.cells, mine.normal(action.equation))
    values = {"cells": list(action.cells), "equation": action.equation, "digits": digits}
    kitchen = replace(kitchen, pantry=joined(kitchen.pantry, digits))
    return _done(state, seat, kitchen, action, Event("mined", values))


def _buy(state: State, seat: Seat, kitchen: Kitchen, action: Buy) -> Step[State]:
    if action.tile not in ORDER or len(action.tile) != 1:
        raise _refusal("unknown-tile", f"there is no such tile; there are {' '.join(ORDER)}")
    if kitchen.bought:
        raise _refusal(
            "bought-already",
            f"a tile can be bought once in the match; you have bought {kitchen.bought}",
            tile=kitchen.bought,
        )
    purse = garnets(state.options, seat)
    if purse < PRICE:
        raise _refusal(
            "garnets", f"a tile costs {PRICE} garnets, and you have {purse}", garnets=purse, price=PRICE
        )
    kitchen = replace(kitchen, pantry=joined(kitchen.pantry, action.tile))
    return _done(state, seat, kitchen, action, Event("bought", {"tile": action.tile}))


def _done(state: State, seat: Seat, kitchen: Kitchen, deed: Visit | Mine | Buy, event: Event) -> Step[State]:
    """Nobody but the seat learns of it (SC-5)."""
    kitchen = replace(kitchen, diary=(*kitchen.diary[:-1], (*kitchen.diary[-1], deed)))
    event = Event(event.code, {"round": state.round, **event.values}, frozenset((seat,)))
    return Step(_with(state, seat, kitchen), (event,))


def _check_visits(state: State, kitchen: Kitchen) -> None:
    if kitchen.visits >= VISITS:
        raise _refusal(
            "visits",
            f"{VISITS} visits a round are possible, and you have made them in round {state.round}; "
            "present your dish",
            visits=VISITS,
        )


def _check_owned(kitchen: Kitchen, tiles: Sequence[str]) -> None:
    missing = lacking(kitchen.pantry, tiles)
    if missing:
        raise _refusal(
            "not-owned",
            f"your pantry lacks {' '.join(missing)}; it holds {' '.join(kitchen.pantry) or 'nothing'}",
            missing=missing,
            pantry=kitchen.pantry,
        )


# Dishes


def _serve(state: State, seat: Seat, kitchen: Kitchen, action: Serve, edition: Edition) -> Step[State]:
    if not action.dish:
        own = Event("served", {"round": state.round, "dish": []}, frozenset((seat,)))
        return _settle(state, seat, replace(kitchen, sealed=Sealed("nothing")), own, edition)
    characters = sum(map(len, action.dish))
    if characters + len(action.dish) > LONGEST_DISH:
        raise _refusal(
            "dish-length",
            f"the dish has {characters} characters; at most {LONGEST_DISH} are read",
            length=characters,
            longest=LONGEST_DISH,
        )
    _check_tiles(state, kitchen, action.dish, edition)
    dish = prepared(state.options, state.round, action.dish, edition)
    _check_word(state, dish)
    tiles = [tile for expression in dish.expressions for tile in expression.tiles]
    texts = tuple(expression.text for expression in dish.expressions)
    kitchen = replace(kitchen, pantry=without(kitchen.pantry, tiles), sealed=Sealed("served", texts))
    own = Event("served", {"round": state.round, "dish": list(texts)}, frozenset((seat,)))
    return _settle(state, seat, kitchen, own, edition)


def _check_tiles(state: State, kitchen: Kitchen, texts: tuple[str, ...], edition: Edition) -> None:
    """Before anything is worked out: values are told of own tiles only, or the judge would be a calculator
    (SC-20), and a pantry is never so full that its dishes take long."""
    # An expression takes a tile at least: with more of them than tiles, one is empty or a tile is missing.
    looked_at = texts[: len(kitchen.pantry) + 1]
    try:
        lines = written(looked_at, edition)
        tiles = "".join(line.tiles for line in lines)
        missing = lacking(kitchen.pantry, tiles)
        # What is wrong with the writing is told first, unless it is more than can be there at all.
        if len(tiles) <= len(kitchen.pantry) and (missing or len(looked_at) < len(texts)):
            parsed(lines, cuisine(state.options))
    except BadExpression as problem:
        raise IllegalAction(problem.code, problem.message, problem.values) from None
    if missing:
        _check_owned(kitchen, tiles)


def _check_word(state: State, dish: Dish) -> None:
    """By default a word that isn't one is served all the same, and costs the round (SC-15)."""
    if state.options.unknown_words == "last" or dish.ruined or not dish.word or dish.undecided:
        return
    if not counts(state, dish.word.lower()):
        raise _refusal(
            "unknown-word",
            f"{dish.word} is no word of the match's list {state.lexicon.name}; serve another word",
            word=dish.word,
            name=state.lexicon.name,
        )


def _settle(state: State, seat: Seat, kitchen: Kitchen, own: Event, edition: Edition) -> Step[State]:
    """The round waits no longer for the seat; the others learn that alone. After the last seat it closes."""
    events = (own, Event("settled", {"seat": seat, "round": state.round}))
    state = _with(state, seat, kitchen)
    if any(other.sealed is None for other in state.kitchens):
        return Step(state, events)
    closed = _close(state, edition)
    return Step(closed.state, events + closed.events)


def _close(state: State, edition: Edition) -> Step[State]:
    number = state.round
    course = COURSES[number - 1]
    longest = max(kitchen.longest(number) for kitchen in state.kitchens)
    sealed = [kitchen.sealed for kitchen in state.kitchens if kitchen.sealed is not None]
    over = CourseOver(course, longest, judged(state, number, sealed, edition))
    courses = (*state.courses, over)
    last = len(courses) == len(COURSES)
    kitchens = tuple(
        replace(kitchen, sealed=None, diary=kitchen.diary if last else (*kitchen.diary, ()))
        for kitchen in state.kitchens
    )
    state = replace(state, courses=courses, kitchens=kitchens)
    closed = Event("course-over", plain_course(number, over))
    if not state.over:
        return Step(state, (closed,))
    return Step(state, (closed, Event("match-over", plain_standing(state, edition))))


def plain_course(number: int, course: CourseOver) -> dict[str, Any]:
    """A round that is closed, from 1, as an event tells it."""
    return {
        "round": number,
        "course": course.course,
        "longest": course.longest,
        "plates": [_plain(plate) for plate in course.plates],
    }


def plain_standing(state: State, edition: Edition) -> dict[str, Any]:
    """How a match has ended, as an event tells it."""
    scores, places, candidates = standing(state, edition)
    return {
        "scores": list(scores),
        "places": list(places),
        "left": [kitchen.pantry for kitchen in state.kitchens],
        "candidates": list(candidates),
    }


def _plain(plate: Plate) -> dict[str, Any]:
    return {
        "dish": list(plate.dish),
        "values": list(plate.values),
        "word": plate.word,
        "verdict": plate.verdict,
        "place": plate.place,
        "points": plate.points,
        "bonus": plate.bonus,
        "undecided": list(plate.undecided),
    }


def _with(state: State, seat: Seat, kitchen: Kitchen) -> State:
    return replace(state, kitchens=(*state.kitchens[:seat], kitchen, *state.kitchens[seat + 1 :]))


def _refusal(code: str, message: str, **values: Any) -> IllegalAction:
    return IllegalAction(code, message, values)
