"""The typed declarations of a game's package: everything that a game brings to the house.

A game is a Python package whose `__init__.py` has `package`, a `GamePackage`; the package is announced by an
entry point (see `numberhouse.registry`). Importing it must stay cheap, because every command lists the games:
a member that would import more than this contract is a `Lazy`, a function that imports it and returns it. A
type checker verifies every declaration. The house has a default for each member that a game leaves out.

The rules for players are Markdown files in the package's folder, one for each language: `RULES.en.md`. They
need no declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

if TYPE_CHECKING:  # a list of the games and their commands imports this file without the contract
    import click

    from numberhouse.contract.advice import Adviser
    from numberhouse.contract.bot import Bot
    from numberhouse.contract.drill import Drill
    from numberhouse.contract.first_match import FirstMatch
    from numberhouse.contract.game import Event, Game, IllegalAction, Seat
    from numberhouse.contract.opponents import Opponent
    from numberhouse.contract.presets import Preset
    from numberhouse.contract.review import Playout, Reviewer

__all__ = ["CodeWords", "GamePackage", "GameText", "Lazy", "LogParts", "Notation", "SeatNames"]

T = TypeVar("T")
Options = TypeVar("Options")
State = TypeVar("State")
Action = TypeVar("Action")
View = TypeVar("View")

Lazy: TypeAlias = Callable[[], T]
"""A function that imports the member and returns it. It is called at its first use."""

SeatNames: TypeAlias = Sequence[str] | None
"""Names of the seats, by seat, empty for a seat without a name; None: texts use the seats' numbers."""

CodeWords: TypeAlias = Callable[[str, str], str]
"""Words for a code in a language; "" where the game has none for it."""


@runtime_checkable
class Notation(Protocol[Action]):
    """Actions as one line of text. A module with these two functions is one."""

    def write(self, action: Action, /) -> str:
        """The action as text, which `parse` reads back as the same action."""

    def parse(self, text: str, /) -> Action:
        """The action that the text means. Raises `IllegalAction` with the code `notation`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogParts:
    """How the log beside a board tells the match in parts, such as rounds or turns: a part is one entry,
    which grows until the part ends. Terminals and transcripts tell every event in the words of `tell`."""

    ends: Callable[[Event], bool]
    """Whether the event ends its part. Everything that happens in the same step belongs to that part."""
    tell: Callable[[Sequence[Event], Seat | None, str, SeatNames], Sequence[str]]
    """The events of a part so far in lines, for the reader on that seat. They may leave out what a later
    event of the part repeats, and tell similar events together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameText(Generic[View]):
    """A game's functions that put a match into words, at most 80 columns wide. The house has a default for
    each function that is None.

    A language is a code such as `en`. Readers of a language that the game lacks read English.
    Names are one line each and cut to a width (`numberhouse.contract.names.tidy_name`), so that a function
    may print them unchanged."""

    draw: Callable[[View, str, SeatNames], str] | None = None
    """The view in words: the board and everything that the viewer may know."""
    redraw: Callable[[View, View, str, SeatNames], str] | None = None
    """The first view in words, without the parts that haven't changed since the second, which is the last
    view that the reader saw."""
    tell: Callable[[Event, Seat | None, str, SeatNames], str] | None = None
    """An event in words, for the reader on that seat."""
    log: LogParts | None = None
    """The parts of the log; None: an entry for each step, with its events in the words of `tell`."""
    farewell: Callable[[View, str, SeatNames], str] | None = None
    """The game's words to the viewer after the end; "" for none. It may think for a few seconds."""
    coming: Callable[[View, str, SeatNames], str] | None = None
    """The current part of the match, such as a round, as a host announces it."""
    refuse: Callable[[IllegalAction, str, SeatNames], str] | None = None
    """A refusal in words; its own message where the game has no other words."""
    room: Callable[[str, str, SeatNames], str] | None = None
    """The title of a room; "" where the game has no words for it."""
    promise: Callable[[Any, str], str] | None = None
    """A promised action (`Promising`) in a few words that follow "I play"; "C and D", for instance."""
    promise_parts: Callable[[Any, str], Sequence[str]] | None = None
    """The parts from which a person puts a promised action together, in order, such as its nodes. Different
    actions of one round have different sets of parts. The whole action is its only part where this is
    None."""
    ruling_words: Callable[[Any, str, SeatNames], str] | None = None
    """A host's ruling in one line."""
    bot_title: CodeWords | None = None
    """The title of a bot among players, by its name."""
    outcome_word: CodeWords | None = None
    """The reason of an outcome, or a title that an outcome gives, by its code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePackage(Generic[Options, State, Action, View]):
    """Everything that a game brings. `id` and `game` are required."""

    id: str
    """As in the entry point and on the type card."""
    game: Lazy[Game[Options, State, Action, View]]
    """The game by the present version of its rules."""
    earlier_versions: Lazy[Sequence[Game[Options, State, Action, View]]] | None = None
    """The game by the earlier versions whose records may exist. They share the types of options, actions and
    views, so that one board, notation and text serve every version."""
    notation: Lazy[Notation[Action]] | None = None
    text: Lazy[GameText[View]] | None = None
    bots: Lazy[Mapping[str, Callable[[], Bot[View, Action]]]] | None = None
    """Factories by name, strongest first."""
    opponents: Lazy[Mapping[str, Opponent]] | None = None
    """By name of a bot: the bots that people choose as opponents, each with its level and its manner."""
    reviewer: Lazy[Reviewer[View, Action]] | None = None
    playout: Lazy[Callable[[View], Playout | None]] | None = None
    """Chooses the bot that plays a match out from a view. It returns None where the result would be
    meaningless or take too long."""
    adviser: Lazy[Adviser[View, Any]] | None = None
    """Importing it must be quick: it has to answer within a few seconds, in a process of its own."""
    remarks: Lazy[Callable[[Options, str], Sequence[str]]] | None = None
    """Remarks for a host, in a language, on options that are playable but perhaps not intended. They may
    contain secrets, and take seconds."""
    drills: Lazy[Mapping[str, Drill[Any, Any]]] | None = None
    first_match: Lazy[FirstMatch[Options, View, Action]] | None = None
    """The lesson for somebody who has never played."""
    presets: Lazy[Mapping[str, Preset]] | None = None
    first_preset: str | None = None
    """Name of the preset with which newcomers begin; None: the default options."""
    facts: Lazy[Mapping[str, Any]] | None = None
    """Constants of the rules, by name, that the game's board in the browser needs besides its views."""
    reference: Lazy[Mapping[str, Any]] | None = None
    """As `facts`, but larger: the board loads it only when a person opens it, such as a list to look up."""
    commands: Mapping[str, Lazy[click.Command]] = field(default_factory=dict)
    """Verbs by name. A command line has the game's name too: `numberhouse VERB GAME`."""
    tools: Mapping[str, Lazy[click.Command]] = field(default_factory=dict)
    """Commands by name that belong to this game alone: `numberhouse TOOL`."""
    board: str | None = None
    """File in the package's folder: an ES module with the game's board in the browser. None for a game of the
    house, whose board is in the house's own bundle, and for a game without a board."""
