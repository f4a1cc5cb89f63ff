"""The contract between a game and the house.

A game is one object with the members of `Game`. It is written once, in the `rules` of its folder. The match,
the record, the terminal, the bots, the tests and everything else use these members alone. Nothing here
imports from the rest of the house but `words`.

Read from the top: `Game` first, then the types that its members take and return.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

import msgspec

from numberhouse.words import fill

__all__ = [
    "Chance",
    "Conceding",
    "Costly",
    "Event",
    "Game",
    "IllegalAction",
    "Legal",
    "Opening",
    "Outcome",
    "Part",
    "Patient",
    "Promising",
    "Refereed",
    "Room",
    "Seat",
    "Step",
    "TypeCard",
    "check_awaited",
    "shared_places",
]

Seat: TypeAlias = int
"""A place at the match: 0 … n−1."""

Room: TypeAlias = str
"""The name of a room where people talk. It stays the same as long as the room exists."""

Options = TypeVar("Options")
State = TypeVar("State")
Action = TypeVar("Action")
View = TypeVar("View")
Ruling = TypeVar("Ruling")
Shown = TypeVar("Shown", contravariant=True)
State_contra = TypeVar("State_contra", contravariant=True)
Options_contra = TypeVar("Options_contra", contravariant=True)
T = TypeVar("T")


@runtime_checkable
class Game(Protocol[Options, State, Action, View]):
    """The members of a game.

    Options, states, actions and views are frozen msgspec structs that survive encoding to JSON and back.
    Every member is a pure function of its arguments. Chance is an argument and is never stored.
    """

    card: TypeCard
    options_type: type[Options]
    """The struct of everything that can be varied; `options_type()` is the designer's standard match."""
    state_type: type[State]
    action_type: Any
    """The action struct, or the union of tagged action structs."""
    view_type: type[View]

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """The first state. Raises `IllegalAction` for options or seats that can't be played."""

    def to_act(self, state: State) -> frozenset[Seat]:
        """The seats that the match waits for: one when turns alternate, several in a simultaneous round, none
        when the match is over."""

    def legal(self, view: View, seat: Seat) -> Legal[Action]:
        """The legal actions of `seat`, computed from its own view. Never empty for a seat of `to_act`, unless
        it waits for its time (`Patient`). May be non-empty for others too: a sealed submission may be
        replaced, a note written, while others think."""

    def apply(self, state: State, seat: Seat, action: Action, chance: Chance) -> Step[State]:
        """The next state and the events. Raises `IllegalAction` for an action that isn't legal."""

    def view(self, state: State, seat: Seat | None) -> View:
        """The view of `seat`; None is a spectator. Built from the facts that the viewer may know, never by
        removing facts from the state."""

    def outcome(self, state: State) -> Outcome | None:
        """The result, or None while the match runs."""

    def expire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:
        """The next state and the events when the clock of `seat` (one of `to_act`) runs out, or the seat is
        abandoned."""

    def progress(self, state: State) -> float:
        """How far the match has come, 0…1, for people who wait; 1 exactly when the match is over. Public."""

    def rooms(self, state: State) -> Mapping[Room, frozenset[Seat]]:
        """The rooms that are open now, with the seats that may write there. A seat may know the rooms that it
        is in and their members, and nothing of other rooms. The members of a room never change while it
        exists; after it has closed, they may still read its messages."""

    def imagine(self, view: View, seat: Seat | None, chance: Chance) -> State:
        """A state drawn from those that have the view `view` for `seat`; search bots plan with it. The true
        state isn't an input."""


@runtime_checkable
class Refereed(Protocol[State, Shown, Ruling]):
    """A game whose rules leave questions to the host. A `Game` may fulfil this protocol as well.

    A ruling is an entry of the match like an action: it is numbered, stored, announced to everybody and
    replayed. It never touches a clock, and never reopens a match that is over.
    """

    ruling_type: Any
    """The ruling struct, or the union of tagged ruling structs."""

    def rulings(self, view: Shown) -> Legal[Ruling]:
        """The rulings that are open to the host, computed from the spectators' view: a ruling concerns public
        facts alone. Empty while there is nothing to decide; may be non-empty when the match is over."""

    def rule(self, state: State, ruling: Ruling, chance: Chance) -> Step[State]:
        """The next state and its events, all of them public. Raises `IllegalAction` for a ruling that isn't
        legal."""


@runtime_checkable
class Conceding(Protocol[State]):
    """A game that says how a position ends when a seat gives up. A `Game` may fulfil this protocol as well.

    In a match of one or two seats the house ends the match at once as a loss for that seat
    (`numberhouse.match.Match.forfeit`), and no rule of the game is asked. A game of this protocol may open
    its secrets then, such as the solution of a problem, or say that the others play on, as in a team.
    """

    def conceded(self, state: State, seat: Seat) -> State | None:
        """The last position of a match that ends because `seat` gives up; None where it goes on without
        that seat."""


@runtime_checkable
class Opening(Protocol[State_contra]):
    """A game that may begin with a decision before the first turn, such as who begins. A `Game` may fulfil
    this protocol as well.

    The decision has the time of a turn to itself and draws on no reserve periods: a seat that is late with it
    loses only the decision.
    """

    def opening(self, state: State_contra) -> bool:
        """Whether the match waits for such a decision. Public."""


@runtime_checkable
class Patient(Protocol[Shown]):
    """A game in which a seat of `to_act` may have nothing left to do, so that the match waits for its time
    only, as in a round that always lasts until its deadline. A `Game` may fulfil this protocol as well.

    No bot acts for such a seat. Where no clock runs, its time runs out as soon as all seats of `to_act` have
    nothing left to do (`numberhouse.match.Match.only_time`).
    """

    def waits(self, view: Shown, seat: Seat) -> bool:
        """Whether `seat`, one of `to_act`, has nothing left to do that moves the match on, computed from its
        own view."""


@runtime_checkable
class Costly(Protocol[Options_contra]):
    """A game whose host may hand in options that take long to check, such as conditions that are evaluated
    for a million numbers. A `Game` may fulfil this protocol as well.

    The house sets up a match with such options in a worker process and never in its own.
    """

    def setup_cost(self, options: Options_contra) -> int:
        """The number of steps that `setup` takes with these options, besides those of the default options: 0
        for options that are checked within milliseconds. It is computed from the options alone before any
        step is taken, and never from a clock. Raises `IllegalAction` for options that `setup` refuses without
        a step, such as those whose cost is beyond the rules' bound."""


@runtime_checkable
class Promising(Protocol[Action, Shown]):
    """A game whose players may promise each other an action of a round. A `Game` may fulfil this protocol as
    well.

    A promise binds nobody: no member of `Game` knows of it. The house stores it, and marks it as kept or
    broken for the players between whom it was made, each by the player's own view and never by the state. A
    promise is an action that stands for all actions with the same meaning, so the game may leave open what
    nobody could verify.
    """

    def promise_rounds(self, view: Shown, seat: Seat) -> Sequence[int]:
        """The rounds, counted from 1, whose action `seat` may still promise, computed from its own view:
        those in which it hasn't acted for good. Empty after the end."""

    def promises(self, view: Shown, seat: Seat, round: int) -> Sequence[Action]:
        """The actions that `seat` may promise for a round of `promise_rounds`, each meaning once. Empty for
        another round. At most 1000."""

    def kept(self, view: Shown, seat: Seat, round: int, action: Action) -> bool | None:
        """Whether `seat` did in that round what it had promised; None as long as `view`, the view of any
        viewer, doesn't show it."""


class TypeCard(msgspec.Struct, frozen=True, kw_only=True):
    """A game's description of itself. The contract suite checks it against random play."""

    id: str
    """Lower case, words joined by hyphens: `turing-machine`."""
    title: str
    rules_version: int
    """Raised by every change that makes an old match play differently. The earlier version is kept, in
    `earlier_versions` of the game's package, as long as records of it may exist."""
    seats: tuple[int, int]
    """Fewest and most seats."""
    usual_seats: int
    simultaneous: bool
    """Whether several seats may be in `to_act` at once."""
    hidden: bool
    """Whether a viewer may know less than the state."""
    random: bool
    """Whether chance decides anything, set-up included."""
    longest: int
    """The most actions that a match has. Free actions (`Part.free`) and those of seats outside `to_act` are
    not counted."""
    endless_options: Mapping[str, Any] = {}
    """Values of options with which the rules don't bound a match, so that `longest` doesn't hold:
    `{"idle_rounds": 0}`. Such a match ends when its players let it end, resign or are stopped by the host."""
    scores: tuple[float, float]
    """Lowest and highest score a seat can end with."""
    tags: tuple[str, ...] = ()
    credits: str = ""
    secret_options: tuple[str, ...] = ()
    """Fields of the options that only the host may see before the end: secrets that the host chose."""
    content_options: tuple[str, ...] = ()
    """Further fields of the options that hand in the content of a match, such as a mine: everybody sees them,
    but the person who chose them had time to think about them and can't play the match."""
    later_fields: tuple[str, ...] = ()
    """For an earlier version: the fields that its state has only because later versions share its type, as
    paths in the state's JSON (`passes`, `options/chains`; `*` is every item of a list). The digest of a state
    leaves them out, so that old records keep their digests."""
    moves_are_hints: bool = False
    """Whether finding a legal action is part of playing: if so, legal actions are shown only with
    assistance."""
    clock: msgspec.Struct | None = None
    """The default clock, one of `numberhouse.contract.clock`; None is no clock."""
    clock_starts: Literal["at-once", "when-seen"] = "at-once"
    """When a player's first turn begins: with the match, or when the player has looked at it, as where turns
    last a minute or two and there is much to see. The terms of a match may say otherwise."""
    minutes: tuple[int, int] | None = None
    """How long a match of the usual seats takes when all play at once: fewest and most minutes, as an
    invitation says them. None: unknown."""


class Event(msgspec.Struct, frozen=True):
    """A visible effect of an action. It is sent as a code and values; the reader's side puts it into words.

    An event only announces: every fact that it shows to a viewer is also in that viewer's view.
    """

    code: str
    values: Mapping[str, Any] = {}
    audience: frozenset[Seat] | None = None
    """The seats that may see the event; None is everyone, spectators included."""

    def visible_to(self, seat: Seat | None) -> bool:
        """Whether `seat` (None: a spectator) is in the audience."""
        return self.audience is None or (seat is not None and seat in self.audience)


class Outcome(msgspec.Struct, frozen=True):
    """The result of a match."""

    scores: tuple[float, ...]
    """Per seat."""
    places: tuple[int, ...]
    """Per seat, 1 is best; equal places are shared and the places they cover are skipped: 1 1 3."""
    reason: str
    """A code for the reason of the end, as in `Event.code`."""
    titles: Mapping[str, tuple[Seat, ...]] = {}
    """Names that the rules give to seats, such as the elimination candidate."""


@dataclass(frozen=True, slots=True)
class Step(Generic[State]):
    """One action's effect: the state after it and the events on the way, in order."""

    state: State
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Part(Generic[Action]):
    """A kind of action with too many instances to list. Forms use `describe`, bots `sample`."""

    name: str
    """The action's tag."""
    describe: Mapping[str, Any]
    """The values that the action is built from, as JSON: for people's forms and for programs."""
    sample: Callable[[Chance], Action]
    """Draws one legal action of this kind."""
    free: bool = False
    """A free action never moves the match on, and may be repeated: a note, for instance. Without a limit
    (`left`) the last one of its kind counts: a seat's earlier one is forgotten, so a match without it has the
    same state. It draws nothing from chance, and nobody but the seat sees anything of it."""
    left: int | None = None
    """How often a free action with a limit may still be done; None without a limit."""


@dataclass(frozen=True, slots=True)
class Legal(Generic[Action]):
    """The legal actions of a seat. With no `parts`, `actions` is the complete list."""

    actions: Sequence[Action] = ()
    parts: tuple[Part[Action], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.actions) or bool(self.parts)

    @property
    def moves(self) -> int:
        """The number of listed actions and of kinds of built-up action that move the match on."""
        return len(self.actions) + sum(not part.free for part in self.parts)

    def moves_on(self, action: Any) -> bool:
        """Whether the action can move the match on; a free action can't."""
        tag = getattr(getattr(action, "__struct_config__", None), "tag", None)
        free = any(part.free and part.name == tag for part in self.parts)
        return not free or action in self.actions

    def is_free(self, action: Any) -> bool:
        """Whether the action may be repeated without limit, so that the last one of its kind counts
        (`Part.free`)."""
        tag = getattr(getattr(action, "__struct_config__", None), "tag", None)
        kinds = [part for part in self.parts if part.free and part.left is None]
        return any(part.name == tag for part in kinds) and action not in self.actions

    def sample(self, chance: Chance) -> Action:
        """One action that moves the match on: each listed action and each kind of built-up action is
        equally likely. Raises `ValueError` when there is none."""
        choice = chance.below(self.moves)
        if choice < len(self.actions):
            return self.actions[choice]
        kinds = [part for part in self.parts if not part.free]
        return kinds[choice - len(self.actions)].sample(chance)


class IllegalAction(Exception):  # noqa: N818 - the contract's name
    """A refusal. Nothing has changed.

    `code` names the refusal for programs. `template` says in plain English what was refused, why, and what
    would be accepted; catalogues translate it, and `values` fill its placeholders in every language
    (`numberhouse.words.fill`, where `{turn:seat}` is a seat by its name).
    """

    def __init__(self, code: str, template: str, values: Mapping[str, Any] | None = None) -> None:
        super().__init__(code, template, values)
        self.code = code
        self.template = template
        self.values = dict(values or {})

    @property
    def message(self) -> str:
        """In English, with seats by their numbers."""
        try:
            return fill(self.template, self.values)
        except (LookupError, ValueError, TypeError):
            return self.template  # a text that is no template: a refusal must never fail itself

    def __str__(self) -> str:
        return self.message


def check_awaited(seat: Seat, awaited: frozenset[Seat]) -> None:
    """Raises `IllegalAction` with the code `not-awaited` for a seat that the match doesn't wait for: its time
    can't run out."""
    if seat in awaited:
        return
    values = {"seat": seat, "awaited": sorted(awaited)}
    if awaited:
        raise IllegalAction(
            "not-awaited",
            "the match doesn't wait for {seat:seat}, whose time can't run out; it waits for: {awaited:seats}",
            values,
        )
    raise IllegalAction(
        "not-awaited",
        "the match doesn't wait for {seat:seat}, whose time can't run out; it is over",
        values,
    )


def shared_places(merits: Sequence[Any]) -> tuple[int, ...]:
    """Places by seat from the merits by which seats are compared; more is better. 1 is the best place; equal
    merits share a place, and the places that they cover are skipped: 1 1 3."""
    return tuple(1 + sum(other > merit for other in merits) for merit in merits)


class Chance:
    """Randomness as a pure function of (match seed, number of the action).

    The stream is BLAKE2b of the seed, the number and a counter: a player who knows some draws can't compute
    the others or the seed. Every draw is defined here, in terms of that stream alone, so that the same seed
    gives the same match on every machine and every version of Python.
    """

    __slots__ = ("_counter", "_key", "_pool", "_pool_bits", "number", "seed")

    BLOCK = 64
    """Bytes drawn at a time."""

    def __init__(self, seed: str, number: int = 0) -> None:
        self.seed = seed
        self.number = number
        self._key = b""
        self._counter = 0
        self._pool = 0
        self._pool_bits = 0

    def bits(self, count: int) -> int:
        """An integer of `count` random bits."""
        while self._pool_bits < count:
            self._pool |= int.from_bytes(self._block(), "little") << self._pool_bits
            self._pool_bits += 8 * self.BLOCK
        value = self._pool & ((1 << count) - 1)
        self._pool >>= count
        self._pool_bits -= count
        return value

    def below(self, limit: int) -> int:
        """A whole number of 0 … limit−1, each equally likely. Raises `ValueError` for a limit under 1."""
        if limit < 1:
            raise ValueError(f"nothing to choose from: limit {limit}")
        width = (limit - 1).bit_length()
        while True:
            value = self.bits(width)
            if value < limit:
                return value

    def fraction(self) -> float:
        """A number in [0, 1) with 53 random bits."""
        return self.bits(53) / (1 << 53)

    def choice(self, things: Sequence[T]) -> T:
        """One of `things`, each equally likely."""
        return things[self.below(len(things))]

    def weighted(self, things: Sequence[T], weights: Sequence[int]) -> T:
        """One of `things`, likely in proportion to its whole-number weight."""
        rest = self.below(sum(weights))
        for thing, weight in zip(things, weights, strict=True):
            if rest < weight:
                return thing
            rest -= weight
        raise ValueError("a weight is negative")

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """All of `things` in random order."""
        return self.sample(things, len(things))

    def sample(self, things: Sequence[T], count: int) -> list[T]:
        """The things at `count` different places of `things`, in random order."""
        pool = list(things)
        for i in range(count):
            j = i + self.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:count]

    def fork(self, name: str) -> Chance:
        """An independent stream of the same seed and number, for another user such as a bot or a dealer."""
        return Chance(f"{self.seed}/{self.number}/{name}", 0)

    def _block(self) -> bytes:
        if not self._key:
            text = f"{self.number}:{self.seed}".encode()
            self._key = hashlib.blake2b(text, digest_size=32, person=b"numberhouse").digest()
        self._counter += 1
        counter = self._counter.to_bytes(8, "little")
        return hashlib.blake2b(counter, key=self._key, digest_size=self.BLOCK).digest()
