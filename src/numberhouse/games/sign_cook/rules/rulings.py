"""The host's rulings (SC-10, SC-21): whether a word counts, and the value of an undecided expression.

Only dishes of closed rounds can be ruled on, because they are public. After a ruling the closed rounds are
judged again. If the match is over, its places are computed again, and it stays over. A later ruling on the
same question replaces the earlier one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from numberhouse.contract.game import Chance, Event, IllegalAction, Legal, Part, Step
from numberhouse.games.sign_cook.rules.dishes.dish import LETTERS
from numberhouse.games.sign_cook.rules.dishes.given import LONGEST as LONGEST_VALUE
from numberhouse.games.sign_cook.rules.dishes.given import RUINED, UNFIT, normal_value
from numberhouse.games.sign_cook.rules.edition import Edition
from numberhouse.games.sign_cook.rules.model import (
    CourseOver,
    Plate,
    Ruling,
    State,
    ValueRuling,
    View,
    WordRuling,
)
from numberhouse.games.sign_cook.rules.ranking import judged_anew
from numberhouse.games.sign_cook.rules.round import plain_course, plain_standing
from numberhouse.games.sign_cook.rules.wordlists.wordbook import counts
from numberhouse.games.sign_cook.rules.wordlists.words import LONGEST, SHORTEST
from numberhouse.words import seat_number

__all__ = ["possible", "ruled"]

WORD: Final = re.compile(rf"[a-z]{{{SHORTEST},{LONGEST}}}")


def possible(view: View) -> Legal[Ruling]:
    """The rulings that are open to the host. Listed are the opposite decision on each served word, and the
    decisions that a value is unfit or ruined. A value itself is built up as a part."""
    listed: list[Ruling] = [WordRuling(word, not counts(view, word)) for word in _words(view)]
    open_values = list(_values(view))
    for value in open_values:
        listed += [replace(value, value=one) for one in (UNFIT, RUINED) if value.value != one]
    return Legal(listed, (_deciding(open_values),) if open_values else ())


def ruled(state: State, ruling: Ruling, edition: Edition) -> Step[State]:
    """The state with the ruling, and the events of the change. Raises `IllegalAction`."""
    if isinstance(ruling, WordRuling):
        ruling = _checked_word(state, ruling)
        event = Event("word-ruled", {"word": ruling.word, "counts": ruling.counts})
        kept = [one for one in state.rulings if not (isinstance(one, WordRuling) and one.word == ruling.word)]
    else:
        ruling, text = _checked_value(state, ruling)
        place = {"course": ruling.course, "seat": ruling.seat, "item": ruling.item}
        event = Event("value-ruled", {**place, "text": text, "value": ruling.value})
        kept = [
            one
            for one in state.rulings
            if not (isinstance(one, ValueRuling) and _place(one) == _place(ruling))
        ]
    after = judged_anew(replace(state, rulings=(*kept, ruling)), edition)
    return Step(after, (event, *_changes(state, after, edition)))


def _changes(before: State, after: State, edition: Edition) -> Iterator[Event]:
    """Events for the rounds with changed results, and for a changed end of the match."""
    pairs = zip(before.courses, after.courses, strict=True)
    for number, (old, new) in enumerate(pairs, start=1):
        if [_judged(plate) for plate in old.plates] != [_judged(plate) for plate in new.plates]:
            yield Event("course-judged-anew", plain_course(number, new))
    if after.over:
        standing = plain_standing(after, edition)
        if standing != plain_standing(before, edition):
            yield Event("match-judged-anew", standing)


def _judged(plate: Plate) -> tuple[Any, ...]:
    return plate.verdict, plate.place, plate.points, plate.bonus


# Words


def _words(match: State | View) -> list[str]:
    """The served words that a list could hold, in order and each once."""
    plates = [plate for course in match.courses for plate in course.plates]
    served = [plate.word.lower() for plate in plates if plate.verdict in ("judged", "not-a-word")]
    return list(dict.fromkeys(word for word in served if WORD.fullmatch(word)))


def _checked_word(state: State, ruling: WordRuling) -> WordRuling:
    word, served = ruling.word.strip().lower(), _words(state)
    if word not in served:
        raise _not_served(word, served)
    if counts(state, word) == ruling.counts:
        values = {"word": word.upper(), "counts": ruling.counts}
        if ruling.counts:
            raise IllegalAction("ruling-stands", "{word} counts already", values)
        raise IllegalAction("ruling-stands", "{word} does not count already", values)
    return replace(ruling, word=word)


def _not_served(word: str, served: list[str]) -> IllegalAction:
    values = {"word": word[:20].upper(), "served": [one.upper() for one in served]}
    if not served:
        return IllegalAction(
            "ruling-word", "{word!r} is no word that was served; no word has been served yet", values
        )
    return IllegalAction(
        "ruling-word", "{word!r} is no word that was served; you can rule on {served:list}", values
    )


# Values


def _values(match: State | View) -> Iterator[ValueRuling]:
    """The expressions whose values are or were left to the host. The value of each is the ruling in force, ""
    if there is none."""
    for course in match.courses:
        for seat, plate in enumerate(course.plates):
            for item in sorted((*plate.undecided, *plate.ruled)):
                value = plate.values[item - 1] if item in plate.ruled else ""
                yield ValueRuling(course.course, seat, item, value)


def _place(ruling: ValueRuling) -> tuple[str, int, int]:
    return ruling.course, ruling.seat, ruling.item


def _checked_value(state: State, ruling: ValueRuling) -> tuple[ValueRuling, str]:
    """The ruling with its value in canonical form, and the text of the expression. Raises `IllegalAction`."""
    standing = {_place(one): one.value for one in _values(state)}
    if _place(ruling) not in standing:
        raise _not_open(state, ruling, list(standing))
    value = normal_value(ruling.course, ruling.value)
    if standing[_place(ruling)] == value:
        raise IllegalAction("ruling-stands", "it counts as {value} already", {"value": value})
    text = _course(state, ruling.course).plates[ruling.seat].dish[ruling.item - 1]
    return replace(ruling, value=value), text


def _not_open(state: State, ruling: ValueRuling, places: list[tuple[str, int, int]]) -> IllegalAction:
    if ruling.course not in [course.course for course in state.courses]:
        return IllegalAction(
            "ruling-early",
            "the {course} hasn't been judged yet; rulings concern dishes that everybody has seen",
            {"course": ruling.course},
        )
    values = {"course": ruling.course, "seat": ruling.seat, "item": ruling.item, "open": len(places)}
    if not places:
        return IllegalAction(
            "ruling-value-decided",
            "{course}, seat {seat:counted}, expression {item} isn't left to the host; no value is undecided",
            values,
        )
    listed = "; ".join(
        f"{course}, seat {seat_number(seat)}, expression {item}" for course, seat, item in places[:8]
    )
    return IllegalAction(
        "ruling-value-decided",
        "{course}, seat {seat:counted}, expression {item} isn't left to the host; undecided are: {undecided}",
        {**values, "undecided": listed},
    )


def _course(match: State | View, name: str) -> CourseOver:
    return match.courses[[course.course for course in match.courses].index(name)]  # type: ignore[arg-type]


def _deciding(values: list[ValueRuling]) -> Part[Ruling]:
    """The part with the ruling's JSON Schema. If only one value is open, the schema fixes all fields except
    the value."""

    def sample(chance: Chance) -> Ruling:
        value = chance.choice(values)
        number = 1 + chance.below(len(LETTERS))
        if value.value == str(number):
            number = number % len(LETTERS) + 1
        return replace(value, value=str(number))

    properties = {
        "type": {"const": "value"},
        "course": {"enum": list(dict.fromkeys(value.course for value in values))},
        "seat": {"enum": sorted({value.seat for value in values})},
        "item": {"enum": sorted({value.item for value in values})},
        "value": {"type": "string", "maxLength": LONGEST_VALUE},
    }
    described = {"type": "object", "properties": properties, "required": list(properties)}
    return Part("value", described, sample)
