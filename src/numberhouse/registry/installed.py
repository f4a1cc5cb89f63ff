"""An installed game: all parts of its package, with the house's default for each missing part."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.util import find_spec
from pkgutil import resolve_name
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

import msgspec

from numberhouse.contract import forfeit
from numberhouse.contract.advice import Adviser
from numberhouse.contract.bot import Bot
from numberhouse.contract.drill import Drill
from numberhouse.contract.fallback_text import plain, plain_event, plain_refusal, readable_name
from numberhouse.contract.first_match import FirstMatch
from numberhouse.contract.game import Event, Game, IllegalAction, Seat
from numberhouse.contract.names import LONGEST, LONGEST_SPOKEN, tidy_name
from numberhouse.contract.opponents import Opponent
from numberhouse.contract.package import GamePackage, GameText, Lazy, Notation, SeatNames
from numberhouse.contract.presets import Preset
from numberhouse.contract.review import Explanation, Playout, Reviewer
from numberhouse.registry.entries import BOTS, entries_by_name
from numberhouse.registry.errors import (
    BrokenFolder,
    NoRulesPage,
    UnknownBot,
    UnknownDrill,
    UnknownPreset,
    UnknownVersion,
)
from numberhouse.words import HOUSE, message, words_of

__all__ = ["HOUSE_BOTS", "LONGEST_NOTATION", "AnyGame", "Factory", "InstalledGame"]

HOUSE_BOTS: Mapping[str, str] = MappingProxyType({"random": "numberhouse.bots.random:RandomBot"})
HOUSE_TITLES: Mapping[str, str] = MappingProxyType({"random": message("Random")})
LONGEST_NOTATION = 10_000
"""Longest notation of an action, in characters. A longer text is refused without parsing."""
RULES_PAGE = re.compile(r"RULES\.(?P<lang>[A-Za-z]+(?:[-_][A-Za-z]+)*)\.md")
PLAIN: GameText[Any] = GameText()
"""The text module of a game that has no texts of its own."""

AnyGame: TypeAlias = Game[Any, Any, Any, Any]
Factory: TypeAlias = Callable[[], Bot[Any, Any]]
AnyPackage: TypeAlias = GamePackage[Any, Any, Any, Any]
T = TypeVar("T")


class InstalledGame:
    """A game and all parts of its package. The house has a default for each part that a package leaves
    out."""

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
        """The declarations of the game's package. For a game without a package they hold only the game.
        Raises `BrokenFolder` where there are none."""
        if self.package is None:
            return GamePackage(id=self.id, game=lambda: self.game)
        try:
            module = importlib.import_module(self.package)
        except Exception as error:
            raise BrokenFolder(self, f"importing {self.package} failed: {error!r}") from error
        contents = vars(module).get("package")
        if not isinstance(contents, GamePackage):
            raise BrokenFolder(self, f"{self.package} has no `package` that is a GamePackage")
        if contents.id != self.id:
            raise BrokenFolder(self, f"its package calls it {contents.id!r}")
        return contents

    @cached_property
    def game(self) -> AnyGame:
        """The game itself. Raises `BrokenFolder` when it can't be used."""
        return self._present

    @property
    def _present(self) -> AnyGame:
        game: AnyGame | None = self._member("game", self.contents.game, Game)
        if game is None:
            raise BrokenFolder(self, "its package brings no game")
        if game.card.id != self.id:
            raise BrokenFolder(self, f"its type card calls it {game.card.id!r}")
        return game

    @cached_property
    def versions(self) -> Mapping[int, AnyGame]:
        """The game by version of its rules: the present version, and the earlier versions whose records may
        exist.

        All versions share the types of options, actions and views, so that one board, notation and text serve
        every version. Raises `BrokenFolder` where types differ or two versions have the same number.
        """
        present = self._present
        by_number = {present.card.rules_version: present}
        earlier: Sequence[AnyGame] = (
            self._member("earlier versions", self.contents.earlier_versions, Sequence) or ()
        )
        for game in earlier:
            if not isinstance(game, Game):
                raise BrokenFolder(self, f"its earlier versions have {game!r}, which is no Game")
            number = game.card.rules_version
            if number in by_number or number > present.card.rules_version:
                raise BrokenFolder(self, f"`earlier_versions` has a version {number} besides the present one")
            if _shared_types(game) != _shared_types(present):
                raise BrokenFolder(self, f"version {number} has other options, actions or views")
            by_number[number] = game
        return MappingProxyType(dict(sorted(by_number.items())))

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
        """The action that the text denotes. Raises `IllegalAction` with the code `notation`."""
        if len(text) > LONGEST_NOTATION:
            raise IllegalAction(
                "notation",
                "an action of {length} characters; at most {longest} are read",
                {"length": len(text), "longest": LONGEST_NOTATION},
            )
        if self._notation is not None:
            return self._notation.parse(text)
        try:
            return msgspec.json.decode(text.encode(), type=self.game.action_type)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise IllegalAction(
                "notation",
                "not an action of {title}: {problem}; an action is written as JSON",
                {"title": self.game.card.title, "problem": str(error)},
            ) from error

    @property
    def _text(self) -> GameText[Any]:
        return self._member("text", self.contents.text, GameText) or PLAIN

    def draw(self, view: Any, lang: str = "en", names: SeatNames = None) -> str:
        """The view as text, at most 80 columns wide, with `names` as the names of the seats."""
        words = self._text.draw
        return words(view, lang, _tidy_names(names, LONGEST)) if words is not None else plain(view)

    @property
    def draws(self) -> bool:
        """Whether the game has its own text form of views."""
        return self._text.draw is not None

    def redraw(self, view: Any, before: Any, lang: str = "en", names: SeatNames = None) -> str:
        """The view as text, for a reader who last saw the view `before`. A game may leave out unchanged
        parts. A game without such a function gives the whole view."""
        words = self._text.redraw
        if words is None:
            return self.draw(view, lang, names)
        return words(view, before, lang, _tidy_names(names, LONGEST))

    def farewell(self, view: Any, lang: str = "en", names: SeatNames = None) -> str:
        """The game's closing text for the viewer when the match is over; "" where the game has none.
        Computing it may take a few seconds."""
        words = self._text.farewell
        return words(view, lang, _tidy_names(names, LONGEST)) if words is not None else ""

    def coming(self, view: Any, lang: str = "en") -> str:
        """The announcement of the current part of the match for a host, such as its round and rule; "" where
        the game has none."""
        words = self._text.coming
        return words(view, lang, None) if words is not None else ""

    def tell(self, event: Event, seat: Seat | None, lang: str = "en", names: SeatNames = None) -> str:
        """An event in words, for the reader on `seat`."""
        if event.code == forfeit.CODE:
            return forfeit.forfeit_text(event, seat, lang, _tidy_names(names, LONGEST_SPOKEN))
        words = self._text.tell
        if words is None:
            return plain_event(event, names)
        return words(event, seat, lang, _tidy_names(names, LONGEST_SPOKEN))

    @property
    def has_log_parts(self) -> bool:
        """Whether the log tells the match in parts, and not by steps."""
        return self._text.log is not None

    def ends_part(self, event: Event) -> bool:
        """Whether the event ends a part of the log."""
        parts = self._text.log
        return event.code == forfeit.CODE or (parts is not None and parts.ends(event))

    def tell_part(
        self, events: Sequence[Event], seat: Seat | None, lang: str = "en", names: SeatNames = None
    ) -> list[str]:
        """The events of a part of the log so far in lines, for the reader on `seat`."""
        parts = self._text.log
        of_game = [event for event in events if event.code != forfeit.CODE]
        lines: list[str] = []
        if parts is not None and of_game:
            lines += parts.tell(of_game, seat, lang, _tidy_names(names, LONGEST_SPOKEN))
        return lines + [self.tell(event, seat, lang, names) for event in events if event.code == forfeit.CODE]

    def refuse(self, illegal: IllegalAction, lang: str = "en", names: SeatNames = None) -> str:
        """The text of a refusal; plain English where neither the game nor the house has a text for it."""
        words = self._text.refuse
        text = (
            words(illegal, lang, _tidy_names(names, LONGEST_SPOKEN)) if words is not None else illegal.message
        )
        if text != illegal.message:
            return text
        # The house can't fill in a template that has formats of the game's own.
        is_plain = plain_refusal(illegal) == illegal.message
        return plain_refusal(illegal, lang, names) if is_plain else text

    def explain(self, explanation: Explanation, lang: str = "en") -> str:
        """The explanation in a language of the game; in English where the game has no words in it."""
        return words_of(self.package or "numberhouse.words").explained(explanation, lang)

    def room(self, name: str, lang: str = "en", names: SeatNames = None) -> str:
        """The title of the room with this name in the game's `rooms`; the name in plain words where the game
        has no text for it."""
        words = self._text.room
        title = words(name, lang, _tidy_names(names, LONGEST_SPOKEN)) if words is not None else ""
        return title or readable_name(name)

    def promise(self, action: Any, lang: str = "en") -> str:
        """A promised action in words; its notation where the game has no text for it."""
        words = self._text.promise
        return words(action, lang) if words is not None else self.write(action)

    def promise_parts(self, action: Any, lang: str = "en") -> tuple[str, ...]:
        """The parts of a promised action, among which a person chooses."""
        parts = self._text.promise_parts
        return tuple(parts(action, lang)) if parts is not None else (self.promise(action, lang),)

    def bot_title(self, name: str, lang: str = "en") -> str:
        """The title of the bot in lists of players; its name in plain words where neither the game nor the
        house has a title."""
        words = self._text.bot_title
        title = words(name, lang) if words is not None else ""
        if not title and name in HOUSE_TITLES:
            return HOUSE.t(HOUSE_TITLES[name], lang)
        return title or readable_name(name)

    def ruling_words(self, ruling: Any, lang: str = "en", names: SeatNames = None) -> str:
        """The host's ruling in one line; JSON where the game has no text for it."""
        words = self._text.ruling_words
        if words is not None:
            return words(ruling, lang, _tidy_names(names, LONGEST_SPOKEN))
        return msgspec.json.encode(ruling, order="deterministic").decode()

    def outcome_word(self, code: str, lang: str = "en") -> str:
        """The text for the code of a reason or a title of the game's outcomes; the code in plain words where
        the game has no text for it."""
        words = self._text.outcome_word
        own = words(code, lang) if words is not None else ""
        return own or forfeit.forfeit_word(code, lang) or code.replace("-", " ")

    def bots(self) -> Mapping[str, Factory]:
        """Bot factories by name: first the game's own bots, strongest first, then those of other packages,
        then the house's."""
        return self._bots

    @cached_property
    def _bots(self) -> Mapping[str, Factory]:
        factories: dict[str, Factory] = dict(self._named("bots", self.contents.bots, Callable))
        prefix = f"{self.id}."
        entries = entries_by_name(
            entry for entry in entry_points(group=BOTS) if entry.name.startswith(prefix)
        )
        for name in sorted(entries):
            factories.setdefault(name.removeprefix(prefix), _lazy_factory(entries[name].value))
        for name, value in HOUSE_BOTS.items():
            factories.setdefault(name, _lazy_factory(value))
        return MappingProxyType(factories)

    def opponents(self) -> Mapping[str, Opponent]:
        """The bots that people choose as opponents, by name, the weakest first. Raises `BrokenFolder` for an
        opponent that is no bot of the game."""
        opponents = self._named("opponents", self.contents.opponents, Opponent)
        for name in opponents:
            if name not in self.bots():
                raise BrokenFolder(self, f"its opponents have {name!r}, which is no bot of the game")
        return MappingProxyType(dict(sorted(opponents.items(), key=lambda item: item[1].level)))

    def bot(self, name: str) -> Bot[Any, Any]:
        """A new instance of the bot of that name. Raises `UnknownBot`."""
        bots = self.bots()
        if name not in bots:
            raise UnknownBot(name, bots)
        return bots[name]()

    def reviewer(self) -> Reviewer[Any, Any] | None:
        """The reviewer, which evaluates actions after the match; None where the game has none."""
        return self._member("reviewer", self.contents.reviewer, Reviewer)

    def adviser(self) -> Adviser[Any, Any] | None:
        """The adviser, which computes the results of drafts where assistance is on; None where the game has
        none."""
        return self._member("adviser", self.contents.adviser, Adviser)

    def remarks(self, options: Any, lang: str = "en") -> tuple[str, ...]:
        """The game's remarks to a host about options that are playable but perhaps not intended. They may
        contain secrets, and computing them may take seconds."""
        remarks = self._member("remarks", self.contents.remarks, Callable)
        return tuple(remarks(options, lang)) if remarks is not None else ()

    def playout(self, view: Any) -> Playout | None:
        """The bot that plays a match to its end from the view; None where the game chooses none."""
        playout = self._member("playout", self.contents.playout, Callable)
        return playout(view) if playout is not None else None

    def drills(self) -> Mapping[str, Drill[Any, Any]]:
        """The game's drills, by name."""
        return self._named("drills", self.contents.drills, Drill)

    def drill(self, name: str) -> Drill[Any, Any]:
        """The drill of that name. Raises `UnknownDrill`."""
        drills = self.drills()
        if name not in drills:
            raise UnknownDrill(name, drills)
        return drills[name]

    def first_match(self) -> FirstMatch[Any, Any, Any] | None:
        """The lesson for somebody who has never played; None where the game has none."""
        return self._member("first match", self.contents.first_match, FirstMatch)

    def presets(self) -> Mapping[str, Preset]:
        """The game's presets, by name."""
        return self._named("presets", self.contents.presets, Preset)

    def preset(self, name: str) -> Preset:
        """The preset of that name. Raises `UnknownPreset`."""
        presets = self.presets()
        if name not in presets:
            raise UnknownPreset(name, presets)
        return presets[name]

    @property
    def first_preset(self) -> str | None:
        """The name of the preset with which newcomers begin; None: the default options. Raises
        `BrokenFolder` where the game has no such preset."""
        name = self.contents.first_preset
        if name is not None and name not in self.presets():
            raise BrokenFolder(self, f"newcomers begin with {name!r}, which is no preset of the game")
        return name

    def facts(self) -> Mapping[str, Any]:
        """Constants of the rules that the game's board in the browser needs in addition to views, by name."""
        return self._named("facts", self.contents.facts, object)

    def reference(self) -> Mapping[str, Any]:
        """As `facts`, for what the board loads only when a person opens it."""
        return self._named("reference", self.contents.reference, object)

    def commands(self) -> Sequence[Any]:
        """The game's own click commands that are verbs: a command line names the verb and the game."""
        return self._loaded("command", self.contents.commands)

    def tools(self) -> Sequence[Any]:
        """The game's click commands that are tools: a command line needn't name the game."""
        return self._loaded("tool", self.contents.tools)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages of the rules pages: the package's folder has a file `RULES.LANG.md` for each."""
        if self.package is None:
            return ()
        _ = self.contents  # a package that can't be imported is a broken folder, not one without pages
        spec = find_spec(self.package)
        if spec is None or spec.submodule_search_locations is None:
            return ()  # a single module has no folder of its own
        pages = (RULES_PAGE.fullmatch(entry.name) for entry in files(self.package).iterdir())
        return tuple(sorted(page["lang"] for page in pages if page is not None))

    def rules_page(self, lang: str = "en") -> str:
        """The rules for players, as Markdown. Raises `NoRulesPage`."""
        if lang not in self.languages:
            raise NoRulesPage(self, lang)
        return self._file("rules page", f"RULES.{lang}.md")

    def board(self) -> str | None:
        """The source of the ES module with the game's board in the browser; None where the package declares
        none."""
        name = self.contents.board
        return None if name is None else self._file("board", name)

    def _file(self, what: str, name: str) -> str:
        try:
            return (files(self.package or "") / name).read_text(encoding="utf-8")
        except OSError as error:
            raise BrokenFolder(self, f"its {what} {name} isn't in its folder") from error

    def _member(self, what: str, lazy: Lazy[T] | None, kind: Any) -> T | None:
        """The value of the lazy member, imported at the first use; None where the package leaves it out."""
        if lazy is None:
            return None
        if what not in self._members:
            try:
                value = lazy()
            except Exception as error:
                raise BrokenFolder(self, f"importing its {what} failed: {error!r}") from error
            if not isinstance(value, kind):
                raise BrokenFolder(self, f"what it gives as {what} is no {kind.__name__}")
            self._members[what] = value
        member: T = self._members[what]
        return member

    def _loaded(self, what: str, lazies: Mapping[str, Lazy[Any]]) -> tuple[Any, ...]:
        """The values of several lazy members, in order of declaration."""
        members = (self._member(f"{what} {name}", lazy, object) for name, lazy in lazies.items())
        return tuple(member for member in members if member is not None)

    def _named(self, what: str, lazy: Lazy[Mapping[str, T]] | None, kind: Any) -> Mapping[str, T]:
        """The values of a lazy mapping by name. Raises `BrokenFolder` for a value of another kind."""
        members = self._member(what, lazy, Mapping) or {}
        for name, member in members.items():
            if not isinstance(member, kind):
                raise BrokenFolder(self, f"its {what} have {name!r}, which is no {kind.__name__}")
        return MappingProxyType(dict(members))


def _shared_types(game: AnyGame) -> tuple[Any, ...]:
    """The types that boards, notation and text depend on."""
    return game.options_type, game.action_type, game.view_type, getattr(game, "ruling_type", None)


def _lazy_factory(value: str) -> Factory:
    def factory() -> Bot[Any, Any]:
        bot: Bot[Any, Any] = resolve_name(value)()
        return bot

    return factory


def _tidy_names(names: SeatNames, width: int) -> SeatNames:
    """The names on one line each, at most `width` columns wide. Names come from untrusted sources."""
    return None if names is None else [tidy_name(name, width) for name in names]
