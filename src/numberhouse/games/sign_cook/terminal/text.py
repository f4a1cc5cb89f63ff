"""The match in the terminal: the board as plain text of at most 80 columns, and events in words.

The text is readable without colours and drawings: a row of the mine is a line of text, a cell a digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from numberhouse.contract.game import Event, Seat
from numberhouse.contract.names import Names, wrapped
from numberhouse.contract.package import GameText, LogParts
from numberhouse.games.sign_cook.rules.dishes.given import RUINED, UNFIT
from numberhouse.games.sign_cook.rules.expressions.expression import UNDECIDED
from numberhouse.games.sign_cook.rules.mine import cell_names
from numberhouse.games.sign_cook.rules.model import (
    COURSES,
    VISITS,
    Buy,
    DiaryEntry,
    Kitchen,
    Mine,
    Plate,
    Ruling,
    ValueRuling,
    View,
    Visit,
    WordRuling,
)
from numberhouse.games.sign_cook.rules.options import garnets
from numberhouse.games.sign_cook.rules.pantry import DIGITS, PLACES, SIGNS
from numberhouse.games.sign_cook.rules.round import PRICE
from numberhouse.games.sign_cook.words.phrases import PHRASES, phrase
from numberhouse.games.sign_cook.words.refusals import refuse

__all__ = ["bot_title", "draw", "outcome_word", "refuse", "ruling_words", "tell", "text"]

WIDTH: Final = 80
LONGEST_ITEM: Final = 60
"""Largest number of characters shown of an expression."""
MOST_ITEMS: Final = 40
"""Largest number of expressions shown of a dish."""


def draw(view: View, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The board as the viewer of `view` may see it."""
    seat_names = Names(names, lang)
    blocks = (
        _head(view, lang),
        _grid(view, lang),
        _courses(view, lang, seat_names),
        _final(view, lang, seat_names) if view.end else _now(view, lang, seat_names),
    )
    return "\n\n".join("\n".join(lines) for block in blocks if (lines := list(block)))


def tell(event: Event, seat: Seat | None, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The event in words, for the reader on `seat` (None: a spectator)."""
    values, seat_names = dict(event.values), Names(names, lang)
    match event.code:
        case "exchanged":
            values |= {"place": phrase(values["place"], lang), "signs": values["sign"] * values["tile"]}
            name = "exchanged" if values["tile"] else "exchanged_zero"
        case "mined":
            name, values["cells"] = "mined", " ".join(values["cells"])
        case "served":
            name = "served" if values["dish"] else "served_nothing"
            values["dish"] = "; ".join(map(_short, values["dish"]))
        case "settled":
            name = "settled_you" if values["seat"] == seat else "settled"
            values["Who"] = seat_names.start(values["seat"])
        case "course-over" | "course-judged-anew":
            name, values = event.code, _course_values(values, seat, lang, seat_names)
        case "match-over" | "match-judged-anew":
            name, values = event.code, _match_values(values, seat, lang, seat_names)
        case "word-ruled":
            name = "word_ruled" if values["counts"] else "word_ruled_not"
            values["word"] = values["word"].upper()
        case "value-ruled":
            place = values["course"], values["seat"], values["item"]
            ruling = ValueRuling(*place, values["value"])
            name = "value_ruled"
            values = {
                "text": _short(values["text"]),
                "ruling": _value_words(ruling, lang, seat_names.for_reader(ruling.seat, seat)),
            }
        case _:
            name = event.code
    return phrase(name, lang, **values)


def tell_round(
    events: Sequence[Event], seat: Seat | None, lang: str = "en", names: Sequence[str] | None = None
) -> list[str]:
    """The events of a round so far, for the log: the players who are through stand in one line, and in none
    once the dishes are judged."""
    through = {event.values["seat"]: event.values["round"] for event in events if event.code == "settled"}
    lines = [tell(event, seat, lang, names) for event in events if event.code != "settled"]
    if through and not any(event.code == "course-over" for event in events):
        seats = Names(names, lang).counted(sorted(through, key=lambda other: (other != seat, other)), seat)
        lines.append(phrase("through", lang, round=max(through.values()), seats=seats))
    return lines


def bot_title(name: str, lang: str = "en") -> str:
    """The title of a bot of this game."""
    return phrase(f"bot_{name}", lang) if f"bot_{name}" in PHRASES else ""


def outcome_word(code: str, lang: str = "en") -> str:
    """The words for an outcome's reason or title."""
    return phrase(f"outcome_{code}", lang) if f"outcome_{code}" in PHRASES else ""


def ruling_words(ruling: Ruling, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The host's ruling, in one line."""
    if isinstance(ruling, WordRuling):
        name = "word_counts" if ruling.counts else "word_counts_not"
        return phrase(name, lang, word=_short(ruling.word.upper()))
    return _value_words(ruling, lang, Names(names, lang).start(ruling.seat))


text: Final[GameText[View]] = GameText(
    draw=draw,
    tell=tell,
    log=LogParts(ends=lambda event: event.code == "course-over", tell=tell_round),
    refuse=refuse,
    ruling_words=ruling_words,
    bot_title=bot_title,
    outcome_word=outcome_word,
)
"""All texts, for the game's package."""


def _value_words(ruling: ValueRuling, lang: str, name: str) -> str:
    value = ruling.value.strip().lower()
    words = f"value_is_{value}" if value in (UNFIT, RUINED) else "value_is"
    course = phrase(ruling.course, lang)
    return phrase(words, lang, name=name, course=course, item=ruling.item, value=_short(ruling.value))


def _course_values(values: dict[str, Any], seat: Seat | None, lang: str, seat_names: Names) -> dict[str, Any]:
    plates = [
        phrase(
            "plate_event",
            lang,
            name=seat_names.for_reader(other, seat),
            place=plate["place"],
            points=plate["points"] + plate["bonus"],
        )
        for other, plate in enumerate(values["plates"])
    ]
    return {
        "round": values["round"],
        "course": phrase(values["course"], lang),
        "plates": ", ".join(plates),
        "longest": _longest(values["longest"], lang),
    }


def _match_values(values: dict[str, Any], seat: Seat | None, lang: str, seat_names: Names) -> dict[str, Any]:
    scores = [
        phrase("score_event", lang, name=seat_names.for_reader(other, seat), score=score)
        for other, score in enumerate(values["scores"])
    ]
    first = [other for other, place in enumerate(values["places"]) if place == 1]
    return {
        "scores": ", ".join(scores),
        "winner": phrase("winner", lang, names=seat_names.listed(first, seat)),
        "candidate": phrase("candidate", lang, names=seat_names.listed(values["candidates"], seat)),
    }


# The round


def _head(view: View, lang: str) -> Iterator[str]:
    course = COURSES[view.round - 1]
    words = phrase("head", lang, round=view.round, course=phrase(course, lang))
    yield from _wrapped(f"{words}; {phrase('assisted', lang)}" if view.options.assistance else words)
    if view.end is None:
        yield from _wrapped(phrase(f"{course}_goal", lang))
    if view.options.power_groups == "left":
        yield from _wrapped(phrase("left", lang))
    if view.options.unary_minus != "off":
        yield from _wrapped(phrase(view.options.unary_minus, lang))
    if course == "dessert":
        book = view.lexicon
        yield from _wrapped(
            phrase("words", lang, name=book.name, count=book.count, hash=f"{book.sha256[:12]}…")
        )
        if view.options.unknown_words == "refused":
            yield from _wrapped(phrase("refused_words", lang))
        if view.options.lookups:
            yield from _wrapped(phrase("lookups", lang))
        if view.options.overruled:
            yield from _wrapped(phrase("overruled", lang, words=" ".join(view.options.overruled)))


def _grid(view: View, lang: str) -> Iterator[str]:
    """The rows of the mine. A cell that is closed to the viewer is shown as a point."""
    closed = view.kitchen.closed if view.kitchen else frozenset()
    yield phrase("mine", lang) + (f"; {phrase('mine_closed', lang)}" if closed else "")
    names, width = cell_names(view.grid), len(view.grid[0])
    cells = ["." if cell in closed else digit for cell, digit in names.items()]
    yield "    " + " ".join(name[0] for name in list(names)[:width])
    for row in range(len(view.grid)):
        yield f"{row + 1:>3} " + " ".join(cells[row * width : (row + 1) * width])


# Presented dishes


def _courses(view: View, lang: str, seat_names: Names) -> Iterator[str]:
    for number, course in enumerate(view.courses, start=1):
        name, longest = phrase(course.course, lang), _longest(course.longest, lang)
        yield phrase("course_over", lang, round=number, course=name, longest=longest)
        for seat, plate in enumerate(course.plates):
            yield from _wrapped(_plate(plate, seat_names.for_reader(seat, view.seat), lang), "  ", "    ")
    if view.courses and view.end is None:
        totals = [
            sum(course.plates[seat].points + course.plates[seat].bonus for course in view.courses)
            for seat in range(view.seats)
        ]
        scores = ", ".join(
            phrase("score_event", lang, name=seat_names.for_reader(seat, view.seat), score=total)
            for seat, total in enumerate(totals)
        )
        yield from _wrapped(phrase("scores", lang, scores=scores))


def _plate(plate: Plate, name: str, lang: str) -> str:
    items = [
        _short(text) if text == value else f"{_short(text)} = {_value(plate, number, lang)}"
        for number, (text, value) in enumerate(zip(plate.dish, plate.values, strict=True), start=1)
    ]
    if len(items) > MOST_ITEMS:
        items = [*items[:MOST_ITEMS], phrase("more", lang, count=len(items) - MOST_ITEMS)]
    what = "; ".join(items)
    if plate.verdict != "judged" or plate.word:
        verdict = "spelled" if plate.verdict == "judged" else plate.verdict
        what = phrase(verdict, lang, dish=what, word=plate.word.upper())
    if plate.overruled:
        what = phrase("word_by_host", lang, what=what)
    return phrase(
        "plate_bonus" if plate.bonus else "plate",
        lang,
        name=name,
        place=plate.place,
        points=plate.points,
        bonus=plate.bonus,
        what=what,
    )


def _value(plate: Plate, number: int, lang: str) -> str:
    """The shown value of the expression with this number, from 1."""
    value = plate.values[number - 1]
    if value == UNDECIDED:
        return phrase("undecided_value", lang)
    if number not in plate.ruled:
        return _short(value)
    words = phrase(f"{value}_value", lang) if value in (UNFIT, RUINED) else _short(value)
    return phrase("by_host", lang, value=words)


def _longest(longest: int, lang: str) -> str:
    return phrase("longest" if longest else "none_mined", lang, longest=longest)


# The viewer's kitchen, and the end


def _now(view: View, lang: str, seat_names: Names) -> Iterator[str]:
    waiting = seat_names.listed(sorted(view.waiting), view.seat)
    kitchen = view.kitchen
    if kitchen is None or view.seat is None:
        yield from _wrapped(phrase("waiting", lang, seats=waiting))
        return
    if kitchen.pantry:
        digits = " ".join(tile for tile in kitchen.pantry if tile in DIGITS)
        signs = " ".join(tile for tile in kitchen.pantry if tile in SIGNS)
        yield from _wrapped(phrase("pantry", lang, digits=digits, signs=signs), "", "  ")
    else:
        yield phrase("empty", lang)
    if kitchen.sealed is not None:
        how = {"served": "sealed", "nothing": "sealed_nothing", "missing": "sealed_missing"}[
            kitchen.sealed.how
        ]
        dish = "; ".join(map(_short, kitchen.sealed.dish))
        yield from _wrapped(phrase(how, lang, dish=dish, seats=waiting))
        return
    yield from _at_work(view, kitchen, lang)


def _at_work(view: View, kitchen: Kitchen, lang: str) -> Iterator[str]:
    assert view.seat is not None
    left = VISITS - kitchen.visits
    purse = garnets(view.options, view.seat) - PRICE * bool(kitchen.bought)
    yield phrase("visits", lang, left=left, garnets=purse)
    if kitchen.diary[-1]:
        entries = "; ".join(_diary_entry(entry, lang) for entry in kitchen.diary[-1])
        yield from _wrapped(phrase("diary", lang, entries=entries), "", "  ")
    yield from _wrapped(phrase("now_visits" if left else "now_cook", lang))


def _diary_entry(entry: DiaryEntry, lang: str) -> str:
    match entry:
        case Visit(place, tile):
            signs = PLACES[place] * tile
            name = "did_visit" if tile else "did_zero"
            return phrase(name, lang, tile=tile, signs=signs, place=phrase(place, lang))
        case Mine(cells, equation):
            return phrase("did_mine", lang, equation=equation, cells=" ".join(cells))
        case Buy(tile):
            return phrase("did_buy", lang, tile=tile)


def _final(view: View, lang: str, seat_names: Names) -> Iterator[str]:
    end = view.end
    assert end is not None
    for seat in sorted(range(view.seats), key=lambda seat: end.places[seat]):
        left = end.kitchens[seat].pantry
        name = seat_names.for_reader(seat, view.seat)
        values = {"name": name, "score": end.scores[seat], "place": end.places[seat]}
        line = "final_left" if left else "final"
        yield from _wrapped(phrase(line, lang, left=" ".join(left), **values), "  ", "    ")
    first = [seat for seat, place in enumerate(end.places) if place == 1]
    yield from _wrapped(phrase("winner", lang, names=seat_names.listed(first, view.seat)))
    yield from _wrapped(phrase("candidate", lang, names=seat_names.listed(end.candidates, view.seat)))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_ITEM else f"{text[: LONGEST_ITEM - 1]}…"


def _wrapped(text: str, first: str = "", margin: str = "  ") -> Sequence[str]:
    return wrapped(text, WIDTH, first, margin)
