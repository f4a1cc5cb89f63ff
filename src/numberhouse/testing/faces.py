"""Properties of a game's notation, its text and its rules pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from hypothesis import settings

from numberhouse.contract.game import Chance, Event, IllegalAction, Seat
from numberhouse.contract.names import columns
from numberhouse.registry import AnyGame, InstalledGame
from numberhouse.testing.play import STABLE, ContractBroken, Moment, Play, encoded, every
from numberhouse.words import HOUSE

LONGEST = 1000
"""Longest notation of one action, in characters."""
COLUMNS = 80

READERS = 2
"""Number of seats between the first and the last whose text is checked at each moment. They are drawn for
each play."""

NAMES = (
    "Ann",
    "{seat} {0} {} %s %(seat)d",
    "אבגד הוז",
    "宮本武蔵" * 5,
    "A\tname\nof two lines\x1b[31m",
    "Wolfeschlegelsteinhausenbergerdorff Sr.",
    "",
)
"""Possible names of people. For a seat without a name the text uses its number."""
RUBBISH = "0123456789 abcxyzABC+-−*/=()[]{}<>,.;:'\"?!#√^∶×\n\t\0é٣№я𝟙\u200b"


@every
def notation(play: Play) -> None:
    """Every action is written on one line and read back as itself. Other text is read as an action or refused
    with `IllegalAction`; no other exception is raised."""
    dice = play.chance("notation")
    written = []
    for moment in play.moments:
        action = moment.entry.action if moment.entry is not None else None
        if action is None:
            continue
        text = play.installed.write(action)
        written.append(text)
        if not 0 < len(text) <= LONGEST or text.splitlines() != [text]:
            raise play.broken(f"{action} is written as {text[:200]!r}: not one line", moment)
        try:
            again = play.installed.parse(text)
        except IllegalAction as refusal:
            raise play.broken(f"{text!r} is written for {action} and refused: {refusal}", moment) from refusal
        if again != action:
            raise play.broken(f"{text!r} is written for {action} and read as {again}", moment)
    for text in _rubbish(written, dice):
        _check_reading(play, text)


@every
def text(play: Play) -> None:
    """Every view and visible event has a text in every language of the house, at most 80 columns wide, and
    the same text after a round trip through JSON. The shorter view for a reader of an earlier one, and the
    farewell, have such texts too. This holds for any names of people."""
    last_views: dict[Seat | None, Any] = {}
    first = play.chance("names").below(len(NAMES))
    names = [NAMES[(first + seat) % len(NAMES)] for seat in range(play.seats)]
    for moment in play.some():
        for viewer in _readers(play):
            view = play.game.view(moment.state, viewer)
            sent = msgspec.json.decode(encoded(view), type=play.game.view_type)
            for lang in HOUSE.languages:
                faces = [(play.installed.draw(view, lang), play.installed.draw(sent, lang))]
                if viewer in last_views:
                    before = last_views[viewer]
                    drawings = [play.installed.redraw(version, before, lang) for version in (view, sent)]
                    faces.append((drawings[0], drawings[1]))
                for drawing, again in faces:
                    if not drawing.strip() or drawing != again:
                        raise play.broken(
                            f"the view sent as JSON is drawn otherwise in {lang}", moment, viewer
                        )
                    _check_width(play, drawing, lang, moment, viewer)
                _check_width(play, play.installed.draw(view, lang, names), lang, moment, viewer)
                for event in moment.step.events if moment.step is not None else ():
                    if event.visible_to(viewer):
                        _check_words(play, event, viewer, lang, names)
            last_views[viewer] = sent
    for lang in HOUSE.languages:
        for seat_names in (None, names):
            _check_width(
                play, play.installed.farewell(last_views[0], lang, seat_names), lang, play.moments[-1], 0
            )


def _readers(play: Play) -> Sequence[Seat | None]:
    """The first seat, the last, a few others and a spectator. They suffice because the same code writes for
    all seats."""
    middle = play.chance("readers").sample(range(1, play.seats - 1), min(READERS, max(play.seats - 2, 0)))
    return [*sorted({0, *middle, play.seats - 1}), None]


def rules_pages(
    subject: AnyGame | InstalledGame,
    options: Sequence[Any] = (),  # noqa: ARG001 - all properties have the same parameters
    settings: settings = STABLE,  # noqa: ARG001
) -> None:
    """A game with rules pages has one in English, for readers whose language has no page. Each page begins
    with a heading."""
    if not isinstance(subject, InstalledGame) or not subject.languages:
        return
    if "en" not in subject.languages:
        raise ContractBroken(f"{subject.id}: rules pages in {subject.languages}, none in en")
    for lang in subject.languages:
        if not subject.rules_page(lang).startswith("# "):
            raise ContractBroken(f"{subject.id}: the rules page in {lang} doesn't begin with a heading")


def _check_width(play: Play, words: str, lang: str, moment: Moment, viewer: Seat | None) -> None:
    widest = max(map(columns, words.splitlines()), default=0)
    if widest > COLUMNS:
        raise play.broken(f"the view is drawn {widest} columns wide in {lang}", moment, viewer)


def _check_words(play: Play, event: Event, viewer: int | None, lang: str, names: Sequence[str]) -> None:
    sent = msgspec.json.decode(encoded(event), type=Event)
    for seat_names in (None, names):
        words = play.installed.tell(event, viewer, lang, seat_names)
        if not words.strip() or words != play.installed.tell(sent, viewer, lang, seat_names):
            raise play.broken(f"{event} sent as JSON is told otherwise in {lang}", None, viewer)
        if any(ord(sign) < ord(" ") and sign != "\n" for sign in words):
            raise play.broken(f"{event} is told with control characters in {lang}", None, viewer)


def _rubbish(written: Sequence[str], dice: Chance) -> Iterator[str]:
    yield from ("", " ", "\n", "\0", "null", "{}", "[]", "(" * 5000, "9" * 5000, "-" * 5000, "1+" * 4000)
    yield "9" * 1_000_000
    for _ in range(20):
        yield "".join(dice.choice(RUBBISH) for _ in range(dice.below(30)))
    for text in dice.sample(written, min(10, len(written))):
        place = dice.below(len(text))
        stray = dice.choice(RUBBISH)
        yield text[:place] + text[place + 1 :]
        yield text[:place] + stray + text[place:]
        yield text[:place] + stray + text[place + 1 :]
        yield text[::-1]
        yield text * 3
        yield text.upper()


def _check_reading(play: Play, text: str) -> None:
    try:
        action: Any = play.installed.parse(text)
    except IllegalAction:
        return
    except Exception as error:
        raise play.broken(f"reading {text[:60]!r} raised {error!r}, not `IllegalAction`") from error
    written = play.installed.write(action)
    if play.installed.parse(written) != action:
        raise play.broken(
            f"{text[:60]!r} is read as {action}, which is written {written!r} and read otherwise"
        )
