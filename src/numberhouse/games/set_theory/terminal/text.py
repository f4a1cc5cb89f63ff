"""The match in the terminal: the grid as plain text of at most 80 columns, and events in words.

It is readable without colour or drawing: a row of the grid is a line of text, and the list of sets has the
numbers of each set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from numberhouse.contract.game import Event, Seat
from numberhouse.contract.names import Names, wrapped
from numberhouse.contract.package import GameText, LogParts
from numberhouse.games.set_theory.rules.belonging import statement
from numberhouse.games.set_theory.rules.grid import CELLS, LABELS, SIDE
from numberhouse.games.set_theory.rules.model import CANDIDATE, DMO, Turn, View
from numberhouse.games.set_theory.rules.ranking import highest, time_outs
from numberhouse.games.set_theory.words.phrases import PHRASES, phrase
from numberhouse.games.set_theory.words.refusals import refuse

__all__ = ["bot_title", "draw", "ends_round", "outcome_word", "refuse", "tell", "tell_round", "text"]

WIDTH: Final = 80
SQUARE: Final = 8
"""Columns of a cell: a number of six digits and space."""
LAST_TURNS: Final = 4


def draw(view: View, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The board as the viewer of `view` may see it."""
    seat_names = Names(names, lang)
    blocks = (
        _head(view, lang),
        _grid(view),
        _sets(view, lang),
        _turns(view, lang, seat_names),
        _seats(view, lang, seat_names),
    )
    last = _end(view, lang, seat_names) if view.end else _now(view, lang, seat_names)
    return "\n\n".join("\n".join(lines) for lines in map(list, (*blocks, last)) if lines)


def tell(event: Event, seat: Seat | None, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The event in words, for the reader on `seat` (None: a spectator)."""
    values: dict[str, Any] = dict(event.values)
    seat_names = Names(names, lang)
    if "seat" in values:
        values |= {"who": seat_names.of(values["seat"]), "Who": seat_names.start(values["seat"])}
    you = "_you" if seat is not None and values.get("seat") == seat else ""
    if event.code == "placed":
        return phrase(f"placed{'' if values['sets'] else '_none'}{you}", lang, **values)
    if event.code == "begins":
        return _begins(values["seat"], values["by"], seat, lang, seat_names)
    if event.code == "begins-by-default":
        return phrase(f"begins-by-default{you}", lang, **values)
    if event.code == "time-ran-out":
        return phrase(f"time-ran-out_event{you}", lang, **values)
    points = ", ".join(
        f"{seat_names.for_reader(who, seat)} {score}" for who, score in enumerate(values["scores"])
    )
    first = list(values["places"]).index(1)
    why = phrase(values["reason"], lang)
    return phrase("over", lang, why=why, points=points, name=seat_names.for_reader(first, seat))


def ends_round(event: Event) -> bool:
    """Whether a round of the log ends. A round is a turn of the candidate and the DMO's after it; without an
    own turn between, after a skipped one or where the DMO begins, it has one more or one less."""
    is_turn = event.code in ("placed", "time-ran-out")
    return event.code == "match-over" or (is_turn and event.values["seat"] == DMO)


def tell_round(
    events: Sequence[Event], seat: Seat | None, lang: str = "en", names: Sequence[str] | None = None
) -> list[str]:
    """The events of a round so far, for the log."""
    return [tell(event, seat, lang, names) for event in events]


def bot_title(name: str, lang: str = "en") -> str:
    """The title of a bot of this game."""
    return phrase(f"bot_{name}", lang) if f"bot_{name}" in PHRASES else ""


def outcome_word(code: str, lang: str = "en") -> str:
    """The words for an outcome's reason or title."""
    return phrase(f"outcome_{code}", lang) if f"outcome_{code}" in PHRASES else ""


text: Final[GameText[View]] = GameText(
    draw=draw,
    tell=tell,
    log=LogParts(ends=ends_round, tell=tell_round),
    refuse=refuse,
    bot_title=bot_title,
    outcome_word=outcome_word,
)
"""The texts of this game, as one value for the game's package."""


def _head(view: View, lang: str) -> Iterator[str]:
    parts = [phrase("head", lang, done=len(view.grid))]
    parts += [phrase("handed_in", lang)] if view.handed_in else []
    parts += [phrase("lose", lang)] if view.options.on_time_out == "lose" else []
    parts += [phrase("assisted", lang)] if view.options.assistance else []
    if view.options.tier != "whole" and not view.handed_in:
        parts.append(phrase(f"tier_{view.options.tier}", lang))
    yield from _wrapped(", ".join(parts))


def _grid(view: View) -> Iterator[str]:
    yield " " + "".join(f"{column:>{SQUARE}}" for column in "ABCDEFGH")
    grid = view.grid
    for row in range(SIDE):
        cells = CELLS[row * SIDE : (row + 1) * SIDE]
        numbers = [str(grid[cell].number) if cell in grid else "." for cell in cells]
        yield f"{row + 1}" + "".join(f"{number:>{SQUARE}}" for number in numbers)


def _sets(view: View, lang: str) -> Iterator[str]:
    yield from _wrapped(phrase("sets", lang))
    for label, examples in zip(LABELS, view.examples, strict=True):
        listed = " ".join(map(str, examples))
        head = phrase("set" if listed else "set_bare", lang, label=label, examples=listed)
        yield from _wrapped("; ".join((head, *_placed(view, label, lang))), "   ")


def _placed(view: View, label: str, lang: str) -> Iterator[str]:
    """The numbers on the grid that are in a set, or those that aren't if that list is shorter."""
    placed = [turn for turn in view.past if turn.number is not None]
    inside = [str(turn.number) for turn in placed if label in turn.sets]
    outside = [str(turn.number) for turn in placed if label not in turn.sets]
    if inside and not outside:
        yield phrase("in_all", lang)
    elif len(inside) > len(outside):
        yield phrase("in_all_but", lang, numbers=" ".join(outside))
    elif inside:
        yield phrase("in", lang, numbers=" ".join(inside))


def _turns(view: View, lang: str, seat_names: Names) -> Iterator[str]:
    if view.past:
        yield phrase("turns", lang)
    for turn in view.past[-LAST_TURNS:]:
        yield from _wrapped(f"  {_turn(turn, lang, seat_names)}", "    ")


def _turn(turn: Turn, lang: str, seat_names: Names) -> str:
    who = seat_names.of(turn.seat)
    if turn.number is None:
        return phrase("turn_late", lang, who=who)
    name = "turn" if turn.sets else "turn_none"
    return phrase(name, lang, who=who, number=turn.number, cell=turn.cell, sets=turn.sets, points=turn.points)


def _seats(view: View, lang: str, seat_names: Names) -> Iterator[str]:
    for seat, points in enumerate(view.scores):
        most, late = highest(view.past, seat), time_outs(view.past, seat)
        line = phrase("score", lang, name=_name(view, seat, lang, seat_names), points=points, highest=most)
        yield from _wrapped(line + (phrase("late", lang, count=late) if late else ""), "  ")


def _begins(first: Seat, by: Seat, seat: Seat | None, lang: str, seat_names: Names) -> str:
    """The sentence that `by` decided that `first` begins, for the reader on `seat`."""
    own = "_mine" if seat == by else ""
    who = "_self" if first == by else "_you" if first == seat else ""
    return phrase(f"begins{own}{who}", lang, By=seat_names.start(by), name=seat_names.of(first))


def _now(view: View, lang: str, seat_names: Names) -> Iterator[str]:
    if view.begins is None:
        name = "now_begin" if view.seat == DMO else "now_begin_wait"
        yield from _wrapped(phrase(name, lang, who=seat_names.of(DMO), other=seat_names.of(CANDIDATE)))
        return
    if view.seat == view.turn:
        yield from _wrapped(phrase("now", lang))
    elif view.turn is not None:
        yield phrase("now_wait", lang, who=seat_names.of(view.turn))


def _end(view: View, lang: str, seat_names: Names) -> Iterator[str]:
    if view.end is None:
        return
    yield from _wrapped(phrase(view.end.reason, lang))
    yield phrase("shown", lang)
    for label, hidden, worth in zip(LABELS, view.end.sets, view.end.worths, strict=True):
        line = phrase("shown_set", lang, label=label, worth=worth, statement=statement(hidden, lang))
        yield from _wrapped(line, "   ")
    yield phrase("first", lang, name=_name(view, view.end.places.index(1), lang, seat_names))


def _name(view: View, seat: Seat, lang: str, seat_names: Names) -> str:
    you = "_you" if seat == view.seat else ""
    return phrase(f"{'dmo' if seat == DMO else 'candidate'}{you}", lang, Who=seat_names.start(seat))


def _wrapped(text: str, margin: str = "") -> list[str]:
    return wrapped(text, WIDTH, margin=margin)
