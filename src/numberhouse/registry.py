"""Finds games and bots by entry point, ours and other people's alike.

A game is one folder, a Python package, announced in the entry-point group `numberhouse.games` as
`game-id = dotted.path.of.the.package`. Its `__init__.py` has `package`, a
`numberhouse.contract.package.GamePackage`, which declares all that the game brings. A bot for somebody's game
is announced in the group `numberhouse.bots` as `game-id.bot-name = module:factory`. Nothing of a game is
imported before it is asked for.
"""

# ruff: noqa: N818 - a registry's refusals are named for what is wrong

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pkgutil import resolve_name
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

import msgspec

from numberhouse.contract.advice import Adviser
from numberhouse.contract.bot import Bot
from numberhouse.contract.drill import Drill
from numberhouse.contract.fallback_text import in_plain_words, plain, plain_event, plain_refusal
from numberhouse.contract.game import Event, Game, IllegalAction, Seat
from numberhouse.contract.names import LONGEST, LONGEST_SPOKEN, tidied
from numberhouse.contract.package import GamePackage, Lazy, Notation, SeatNames, TextView
from numberhouse.contract.presets import Preset
from numberhouse.contract.review import Playout, Reviewer

__all__ = [
    "BOTS",
    "GAMES",
    "AnyGame",
    "BrokenGame",
    "Factory",
    "InstalledGame",
    "NameClash",
    "NoRulesPage",
    "RegistryError",
    "SeatNames",
    "UnknownBot",
    "UnknownDrill",
    "UnknownGame",
    "UnknownPreset",
    "UnknownVersion",
    "find",
    "games",
    "installed_game",
]

GAMES = "numberhouse.games"
BOTS = "numberhouse.bots"
HOUSE_BOTS: Mapping[str, str] = MappingProxyType({"random": "numberhouse.bots.random:RandomBot"})
HOUSE_TITLES: Mapping[str, Mapping[str, str]] = MappingProxyType({"random": {"ru": "Случайный"}})
LONGEST_NOTATION = 10_000
"""Characters; longer text is refused unread."""
PLAIN: TextView[Any] = TextView()
"""Of a game without words of its own."""

AnyGame: TypeAlias = Game[Any, Any, Any, Any]
Factory: TypeAlias = Callable[[], Bot[Any, Any]]
AnyPackage: TypeAlias = GamePackage[Any, Any, Any, Any]
T = TypeVar("T")


@cache
def games() -> Mapping[str, InstalledGame]:
    """Every game there is, by id, in order of id. Read once; `games.cache_clear()` looks again.

    Raises `NameClash` when two packages announce different games under one name."""
    announced = _announced(entry_points(group=GAMES))
    return MappingProxyType({name: InstalledGame(name, announced[name].value) for name in sorted(announced)})


def find(game_id: str) -> InstalledGame:
    """The game of that id. Raises `UnknownGame`."""
    found = games().get(game_id)
    if found is None:
        raise UnknownGame(game_id, games())
    return found


def installed_game(game: AnyGame) -> InstalledGame:
    """The registered entry of this very game, or an entry with nothing but the game in it."""
    registered = games().get(game.card.id)
    if registered is not None and registered.versions.get(game.card.rules_version) is game:
        return registered.version(game.card.rules_version)
    return InstalledGame(game.card.id, game=game)


class InstalledGame:
    """A game and everything that its package brings. The house has a plain form of each part that a package
    leaves out."""

    def __init__(self, game_id: str, package: str | None = None, *, game: AnyGame | None = None) -> None:
        self.id = game_id
        self.package = package
        """Dotted path; None for a game without a package."""
        self._members: dict[str, Any] = {}
        if game is not None:
            self.__dict__["game"] = game

    def __repr__(self) -> str:
        return f"InstalledGame({self.id!r}, {self.package!r})"

    @cached_property
    def contents(self) -> AnyPackage:
        """The declarations of the game's package; a game without a package brings itself alone. Raises
        `BrokenGame` where there are none."""
        if self.package is None:
            return GamePackage(id=self.id, game=lambda: self.game)
        try:
            found = importlib.import_module(self.package)
        except Exception as error:
            raise BrokenGame(self, f"importing {self.package} failed: {error!r}") from error
        contents = vars(found).get("package")
        if not isinstance(contents, GamePackage):
            raise BrokenGame(self, f"{self.package} has no `package` that is a GamePackage")
        if contents.id != self.id:
            raise BrokenGame(self, f"its package calls it {contents.id!r}")
        return contents

    @cached_property
    def game(self) -> AnyGame:
        """The game itself. Raises `BrokenGame` when it can't be used."""
        return self._present

    @property
    def _present(self) -> AnyGame:
        game: AnyGame | None = self._member("game", self.contents.game, Game)
        if game is None:
            raise BrokenGame(self, "its package brings no game")
        if game.card.id != self.id:
            raise BrokenGame(self, f"its type card calls it {game.card.id!r}")
        return game

    @cached_property
    def versions(self) -> Mapping[int, AnyGame]:
        """The game by version of its rules: the present one, and the earlier ones whose records may exist.

        All of them share the types of options, actions and views, so that one board, notation and text serve
        every version. Raises `BrokenGame` where they don't, or where two have the same number.
        """
        present = self._present
        found = {present.card.rules_version: present}
        earlier: Sequence[AnyGame] = (
            self._member("earlier versions", self.contents.earlier_versions, Sequence) or ()
        )
        for game in earlier:
            if not isinstance(game, Game):
                raise BrokenGame(self, f"its earlier versions have {game!r}, which is no Game")
            number = game.card.rules_version
            if number in found or number > present.card.rules_version:
                raise BrokenGame(self, f"`earlier_versions` has a version {number} besides the present one")
            if _faces(game) != _faces(present):
                raise BrokenGame(self, f"version {number} has other options, actions or views")
            found[number] = game
        return MappingProxyType(dict(sorted(found.items())))

    def version(self, number: int) -> InstalledGame:
        """The same package with the game by that version of its rules. Raises `UnknownVersion`."""
        if number == self.game.card.rules_version:
            return self
        game = self.versions.get(number)
        if game is None:
            raise UnknownVersion(self, number)
        return InstalledGame(self.id, self.package, game=game)

    @property
    def _notation(self) -> Notation[Any] | None:
        return self._member("notation", self.contents.notation, Notation)

    def write(self, action: Any) -> str:
        """The action as one line of text."""
        if self._notation is not None:
            return self._notation.write(action)
        return msgspec.json.encode(action, order="deterministic").decode()

    def parse(self, text: str) -> Any:
        """The action that the text means. Raises `IllegalAction` with the code `notation`."""
        if len(text) > LONGEST_NOTATION:
            raise IllegalAction(
                "notation",
                f"an action of {len(text)} characters; at most {LONGEST_NOTATION} are read",
                {"length": len(text), "longest": LONGEST_NOTATION},
            )
        if self._notation is not None:
            return self._notation.parse(text)
        try:
            return msgspec.json.decode(text.encode(), type=self.game.action_type)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise IllegalAction(
                "notation",
                f"not an action of {self.game.card.title}: {error}; an action is written as JSON",
                {"problem": str(error)},
            ) from error

    @property
    def _text(self) -> TextView[Any]:
        return self._member("text", self.contents.text, TextView) or PLAIN

    def draw(self, view: Any, lang: str = "en", names: SeatNames = None) -> str:
        """The view as text, at most 80 columns, in which the seats go by these names."""
        words = self._text.draw
        return words(view, lang, _tidied(names, LONGEST)) if words is not None else plain(view)

    @property
    def draws(self) -> bool:
        """Whether the game draws its views itself."""
        return self._text.draw is not None

    def redraw(self, view: Any, before: Any, lang: str = "en", names: SeatNames = None) -> str:
        """As `draw`, for a reader who was last shown the view `before`: a game may leave out what hasn't
        changed since. Where it doesn't say how, the whole view."""
        words = self._text.redraw
        if words is None:
            return self.draw(view, lang, names)
        return words(view, before, lang, _tidied(names, LONGEST))

    def farewell(self, view: Any, lang: str = "en", names: SeatNames = None) -> str:
        """What the game has to say to the viewer when the match is over; "" where it has nothing. It may
        think for a few seconds."""
        words = self._text.farewell
        return words(view, lang, _tidied(names, LONGEST)) if words is not None else ""

    def coming(self, view: Any, lang: str = "en") -> str:
        """What is played now, as a host announces it: which round, by which rule; "" where the game doesn't
        say."""
        words = self._text.coming
        return words(view, lang, None) if words is not None else ""

    def tell(self, event: Event, seat: Seat | None, lang: str = "en", names: SeatNames = None) -> str:
        """An event in words, for the reader on `seat`."""
        words = self._text.tell
        if words is None:
            return plain_event(event, names)
        return words(event, seat, lang, _tidied(names, LONGEST_SPOKEN))

    def refuse(self, illegal: IllegalAction, lang: str = "en", names: SeatNames = None) -> str:
        """A refusal in words; in plain English where neither the game nor the house has others for it."""
        words = self._text.refuse
        said = words(illegal, lang, _tidied(names, LONGEST_SPOKEN)) if words is not None else illegal.message
        return plain_refusal(illegal, lang, names) if said == illegal.message else said

    def room(self, name: str, lang: str = "en", names: SeatNames = None) -> str:
        """What the room is called that the game's `rooms` calls so; where it doesn't say, the same in plain
        words."""
        words = self._text.room
        said = words(name, lang, _tidied(names, LONGEST_SPOKEN)) if words is not None else ""
        return said or in_plain_words(name)

    def bot_title(self, name: str, lang: str = "en") -> str:
        """What the bot of that name is called among players; where the game doesn't say, the same in plain
        words."""
        words = self._text.bot_title
        said = words(name, lang) if words is not None else ""
        return said or HOUSE_TITLES.get(name, {}).get(lang) or in_plain_words(name)

    def ruling_words(self, ruling: Any, lang: str = "en", names: SeatNames = None) -> str:
        """What the host rules, in one line; as JSON where the game has no words for it."""
        words = self._text.ruling_words
        if words is not None:
            return words(ruling, lang, _tidied(names, LONGEST_SPOKEN))
        return msgspec.json.encode(ruling, order="deterministic").decode()

    def outcome_word(self, code: str, lang: str = "en") -> str:
        """What the game calls the reason or a title of its outcomes that goes by this code; where it doesn't
        say, the same in plain words."""
        words = self._text.outcome_word
        return (words(code, lang) if words is not None else "") or code.replace("-", " ")

    def bots(self) -> Mapping[str, Factory]:
        """Factories by name: the game's own, strongest first, then other packages', then the house's."""
        return self._bots

    @cached_property
    def _bots(self) -> Mapping[str, Factory]:
        found: dict[str, Factory] = dict(self._named("bots", self.contents.bots, Callable))
        prefix = f"{self.id}."
        announced = _announced(entry for entry in entry_points(group=BOTS) if entry.name.startswith(prefix))
        for name in sorted(announced):
            found.setdefault(name.removeprefix(prefix), _later(announced[name].value))
        for name, value in HOUSE_BOTS.items():
            found.setdefault(name, _later(value))
        return MappingProxyType(found)

    def bot(self, name: str) -> Bot[Any, Any]:
        """A fresh bot of that name. Raises `UnknownBot`."""
        bots = self.bots()
        if name not in bots:
            raise UnknownBot(name, bots)
        return bots[name]()

    def reviewer(self) -> Reviewer[Any, Any] | None:
        """Who judges actions, looking back; None where the game brings nobody."""
        return self._member("reviewer", self.contents.reviewer, Reviewer)

    def adviser(self) -> Adviser[Any, Any] | None:
        """Who tells what drafts come to, where assistance is on; None where the game brings nobody."""
        return self._member("adviser", self.contents.adviser, Adviser)

    def remarks(self, options: Any, lang: str = "en") -> tuple[str, ...]:
        """What the game says to a host about options that can be played with, but may not be what the host
        meant. It may tell secrets, and take seconds."""
        remarks = self._member("remarks", self.contents.remarks, Callable)
        return tuple(remarks(options, lang)) if remarks is not None else ()

    def playout(self, view: Any) -> Playout | None:
        """By whom a match is played out from there; None where the game doesn't say it."""
        playout = self._member("playout", self.contents.playout, Callable)
        return playout(view) if playout is not None else None

    def drills(self) -> Mapping[str, Drill[Any, Any]]:
        """Practice, by name."""
        return self._named("drills", self.contents.drills, Drill)

    def drill(self, name: str) -> Drill[Any, Any]:
        """The drill of that name. Raises `UnknownDrill`."""
        drills = self.drills()
        if name not in drills:
            raise UnknownDrill(name, drills)
        return drills[name]

    def presets(self) -> Mapping[str, Preset]:
        """Options that belong together, by name."""
        return self._named("presets", self.contents.presets, Preset)

    def preset(self, name: str) -> Preset:
        """The preset of that name. Raises `UnknownPreset`."""
        presets = self.presets()
        if name not in presets:
            raise UnknownPreset(name, presets)
        return presets[name]

    def facts(self) -> Mapping[str, Any]:
        """Constants of the rules that the game's board in the browser needs besides its views, by name."""
        return self._named("facts", self.contents.facts, object)

    def commands(self) -> Sequence[Any]:
        """The game's own click commands: verbs, told together with its name."""
        return self._loaded("command", self.contents.commands)

    def tools(self) -> Sequence[Any]:
        """Click commands that only this game can mean, so that its name needn't be said."""
        return self._loaded("tool", self.contents.tools)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that there is a rules page in."""
        return tuple(sorted(self.contents.rules_pages))

    def rules_page(self, lang: str = "en") -> str:
        """The rules for players, as Markdown. Raises `NoRulesPage`."""
        if self.package is None or lang not in self.contents.rules_pages:
            raise NoRulesPage(self, lang)
        return self._file("rules page", self.contents.rules_pages[lang])

    def board(self) -> str | None:
        """The source of the ES module with the game's board in the browser; None where the package names
        none."""
        name = self.contents.board
        return None if name is None else self._file("board", name)

    def _file(self, what: str, name: str) -> str:
        try:
            return (files(self.package or "") / name).read_text(encoding="utf-8")
        except OSError as error:
            raise BrokenGame(self, f"its {what} {name} isn't in its folder") from error

    def _member(self, what: str, lazy: Lazy[T] | None, kind: Any) -> T | None:
        """What the lazy member gives, once: None where the package leaves it out."""
        if lazy is None:
            return None
        if what not in self._members:
            try:
                found = lazy()
            except Exception as error:
                raise BrokenGame(self, f"importing its {what} failed: {error!r}") from error
            if not isinstance(found, kind):
                raise BrokenGame(self, f"what it gives as {what} is no {kind.__name__}")
            self._members[what] = found
        member: T = self._members[what]
        return member

    def _loaded(self, what: str, lazies: Mapping[str, Lazy[Any]]) -> tuple[Any, ...]:
        """Members that are given one by one, in order."""
        found = (self._member(f"{what} {name}", lazy, object) for name, lazy in lazies.items())
        return tuple(one for one in found if one is not None)

    def _named(self, what: str, lazy: Lazy[Mapping[str, T]] | None, kind: Any) -> Mapping[str, T]:
        """The same of members that go by names, each of that kind."""
        found = self._member(what, lazy, Mapping) or {}
        for name, one in found.items():
            if not isinstance(one, kind):
                raise BrokenGame(self, f"its {what} have {name!r}, which is no {kind.__name__}")
        return MappingProxyType(dict(found))


class RegistryError(LookupError):
    """A game or bot that can't be had."""


class _Unknown(RegistryError):
    kind = ""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        self.close = tuple(difflib.get_close_matches(name[:200], self.known, n=3))
        near = f"Did you mean {' or '.join(self.close)}? " if self.close else ""
        shown = name if len(name) <= 60 else name[:60] + "…"
        known = ", ".join(self.known) or "none"
        super().__init__(f"there is no {self.kind} {shown!r}. {near}Known: {known}")


class UnknownGame(_Unknown):
    """No game of that id. `close` are the nearest ids, `known` all."""

    kind = "game"


class UnknownBot(_Unknown):
    """The game has no bot of that name. `close` are the nearest names, `known` all."""

    kind = "bot"


class UnknownDrill(_Unknown):
    """The game has no drill of that name. `close` are the nearest names, `known` all."""

    kind = "drill"


class UnknownPreset(_Unknown):
    """The game has no preset of that name. `close` are the nearest names, `known` all."""

    kind = "preset"


class UnknownVersion(RegistryError):
    """The game isn't kept in that version of its rules."""

    def __init__(self, installed: InstalledGame, number: int) -> None:
        self.number = number
        self.known = tuple(installed.versions)
        have = ", ".join(map(str, self.known))
        super().__init__(f"there is no version {number} of the rules of {installed.id!r}; there are: {have}")


class NameClash(RegistryError):
    """Two packages announce different things under one name."""

    def __init__(self, one: EntryPoint, other: EntryPoint) -> None:
        super().__init__(
            f"{one.name!r} is announced twice in {one.group}: as {one.value} and as {other.value}; "
            "uninstall one of the two packages"
        )


class BrokenGame(RegistryError):
    """A game is announced but can't be used."""

    def __init__(self, installed: InstalledGame, problem: str) -> None:
        super().__init__(f"the game {installed.id!r} can't be used: {problem}")


class NoRulesPage(RegistryError):
    """The game has no rules page in that language."""

    def __init__(self, installed: InstalledGame, lang: str) -> None:
        have = ", ".join(installed.languages) or "no language"
        super().__init__(f"{installed.id} has no rules page in {lang!r}; it has one in: {have}")


def _announced(entries: Iterable[EntryPoint]) -> dict[str, EntryPoint]:
    """By name. The same announcement twice is one: an editable install can be seen from two places."""
    found: dict[str, EntryPoint] = {}
    for entry in entries:
        if found.setdefault(entry.name, entry).value != entry.value:
            raise NameClash(found[entry.name], entry)
    return found


def _faces(game: AnyGame) -> tuple[Any, ...]:
    """The types that boards, notation and text are made for."""
    return game.options_type, game.action_type, game.view_type, getattr(game, "ruling_type", None)


def _later(value: str) -> Factory:
    def factory() -> Bot[Any, Any]:
        bot: Bot[Any, Any] = resolve_name(value)()
        return bot

    return factory


def _tidied(names: SeatNames, width: int) -> SeatNames:
    """Names come from outside: each in one line, and that wide."""
    return None if names is None else [tidied(one, width) for one in names]
