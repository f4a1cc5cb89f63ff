"""The course of a round (SC-1 … SC-5, SC-22): visits, a purchase, and a dish that stays sealed until every
seat has presented one."""

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
from numberhouse.games.sign_cook.rules.pantry import DIGITS, ORDER, PLACES, in_print, joined, lacking, without
from numberhouse.games.sign_cook.rules.ranking import judged, prepared, standing
from numberhouse.games.sign_cook.rules.wordlists.wordbook import counts, lexicon

__all__ = ["PRICE", "check_length", "opened", "plain_course", "plain_standing", "played", "ran_out"]

PRICE: Final = 3
"""Price of a tile in garnets (SC-4)."""


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
    """The action's effect. Raises `IllegalAction` (SC-22), and then changes nothing."""
    seats = len(state.kitchens)
    if not 0 <= seat < seats:
        raise IllegalAction(
            "unknown-seat",
            "there is no seat {seat:counted}; the seats are 1 to {last:counted}",
            {"seat": seat, "last": seats - 1},
        )
    if state.over:
        raise IllegalAction("over", "the match is over; nothing more can be done in it")
    kitchen = state.kitchens[seat]
    if kitchen.sealed is not None:
        raise IllegalAction(
            "served-already",
            "your dish of round {round} is with the judge; wait for the others",
            {"round": state.round},
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
    """End the round of a seat whose time is up before it presented a dish. It has no dish (SC-16)."""
    kitchen = replace(state.kitchens[seat], sealed=Sealed("missing"))
    own = Event("time-ran-out", {"round": state.round}, frozenset((seat,)))
    return _settle(state, seat, kitchen, own, edition)


# Visits


def _exchange(state: State, seat: Seat, kitchen: Kitchen, action: Visit) -> Step[State]:
    _check_visits(state, kitchen)
    if action.place not in PLACES:
        raise IllegalAction(
            "unknown-place", "there is no such place; there are {places:list}", {"places": list(PLACES)}
        )
    digit = str(action.tile)
    if digit not in DIGITS[:10] or len(digit) != 1:
        raise IllegalAction("unknown-tile", "a number tile is one digit, 0 to 9")
    _check_owned(kitchen, digit)
    if action.sure and digit != "0":
        raise IllegalAction(
            "sure", "a {tile} is exchanged without asking; `sure` belongs to a 0 alone", {"tile": digit}
        )
    if digit == "0" and not action.sure:
        raise IllegalAction(
            "zero",
            "a 0 gives nothing and is spent; to get rid of it, say: visit {place} 0 sure",
            {"place": action.place},
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
        raise IllegalAction(
            "unknown-tile", "there is no such tile; there are {tiles}", {"tiles": " ".join(in_print(ORDER))}
        )
    if kitchen.bought:
        raise IllegalAction(
            "bought-already",
            "a tile can be bought once in the match; you have bought {tile}",
            {"tile": in_print(kitchen.bought)},
        )
    purse = garnets(state.options, seat)
    if purse < PRICE:
        raise IllegalAction(
            "garnets",
            "a tile costs {price} garnets, and you have {garnets}",
            {"garnets": purse, "price": PRICE},
        )
    kitchen = replace(kitchen, pantry=joined(kitchen.pantry, action.tile))
    return _done(state, seat, kitchen, action, Event("bought", {"tile": action.tile}))


def _done(state: State, seat: Seat, kitchen: Kitchen, entry: Visit | Mine | Buy, event: Event) -> Step[State]:
    """The state after an action that only the seat itself sees (SC-5)."""
    kitchen = replace(kitchen, diary=(*kitchen.diary[:-1], (*kitchen.diary[-1], entry)))
    event = Event(event.code, {"round": state.round, **event.values}, frozenset((seat,)))
    return Step(_with(state, seat, kitchen), (event,))


def _check_visits(state: State, kitchen: Kitchen) -> None:
    if kitchen.visits >= VISITS:
        raise IllegalAction(
            "visits",
            "{visits} visits a round are possible, and you have made them in round {round}; present your "
            "dish",
            {"visits": VISITS, "round": state.round},
        )


def _check_owned(kitchen: Kitchen, tiles: Sequence[str]) -> None:
    missing = lacking(kitchen.pantry, tiles)
    if not missing:
        return
    values = {
        "missing": missing,
        "pantry": kitchen.pantry,
        "missing_tiles": " ".join(in_print(missing)),
        "pantry_tiles": " ".join(in_print(kitchen.pantry)),
    }
    if not kitchen.pantry:
        raise IllegalAction("not-owned", "your pantry lacks {missing_tiles}; it holds nothing", values)
    raise IllegalAction("not-owned", "your pantry lacks {missing_tiles}; it holds {pantry_tiles}", values)


# Dishes


def _serve(state: State, seat: Seat, kitchen: Kitchen, action: Serve, edition: Edition) -> Step[State]:
    if not action.dish:
        own = Event("served", {"round": state.round, "dish": []}, frozenset((seat,)))
        return _settle(state, seat, replace(kitchen, sealed=Sealed("nothing")), own, edition)
    check_length(action.dish)
    _check_tiles(state, kitchen, action.dish, edition)
    dish = prepared(state.options, state.round, action.dish, edition)
    _check_word(state, dish)
    tiles = [tile for expression in dish.expressions for tile in expression.tiles]
    texts = tuple(expression.text for expression in dish.expressions)
    kitchen = replace(kitchen, pantry=without(kitchen.pantry, tiles), sealed=Sealed("served", texts))
    own = Event("served", {"round": state.round, "dish": list(texts)}, frozenset((seat,)))
    return _settle(state, seat, kitchen, own, edition)


def check_length(dish: Sequence[str]) -> None:
    """Raises `IllegalAction` for a dish that is longer than one can be."""
    characters = sum(map(len, dish))
    if characters + len(dish) > LONGEST_DISH:
        raise IllegalAction(
            "dish-length",
            "the dish has {length} characters; at most {longest} are read",
            {"length": characters, "longest": LONGEST_DISH},
        )


def _check_tiles(state: State, kitchen: Kitchen, texts: tuple[str, ...], edition: Edition) -> None:
    """Check the tiles before any value is computed. Values are revealed only for own tiles, or the judge
    would be a calculator (SC-20). The size of a pantry also limits the time that its dishes take."""
    # Every expression takes at least one tile. If there are more expressions than tiles, one is empty or a
    # tile is missing.
    looked_at = texts[: len(kitchen.pantry) + 1]
    try:
        lines = written(looked_at, edition)
        tiles = "".join(line.tiles for line in lines)
        missing = lacking(kitchen.pantry, tiles)
        # Errors of notation are reported first, unless the dish has more tiles than the pantry.
        if len(tiles) <= len(kitchen.pantry) and (missing or len(looked_at) < len(texts)):
            parsed(lines, cuisine(state.options))
    except BadExpression as problem:
        raise problem.refusal() from None
    if missing:
        _check_owned(kitchen, tiles)


def _check_word(state: State, dish: Dish) -> None:
    """Check the word of a dessert. By default an unknown word is served anyway and ranks last in the round
    (SC-15)."""
    if state.options.unknown_words == "last" or dish.ruined or not dish.word or dish.undecided:
        return
    if not counts(state, dish.word.lower()):
        raise IllegalAction(
            "unknown-word",
            "{word} is no word of the match's list {name}; serve another word",
            {"word": dish.word, "name": state.lexicon.name},
        )


def _settle(state: State, seat: Seat, kitchen: Kitchen, own: Event, edition: Edition) -> Step[State]:
    """End the seat's round. The other seats see only that it has ended. After the last seat the round
    closes."""
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
    """A closed round, counted from 1, as event data."""
    return {
        "round": number,
        "course": course.course,
        "longest": course.longest,
        "plates": [_plain(plate) for plate in course.plates],
    }


def plain_standing(state: State, edition: Edition) -> dict[str, Any]:
    """The end of a match as event data."""
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
