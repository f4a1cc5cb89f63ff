"""A match: options, a seed and a log of actions and rulings.

Nothing else decides what happens. Action k is applied with `Chance(seed, k)`, so the same options, seed and
log give the same states and events everywhere. No clock, network or disk: whoever runs the match says when
it is, keeps the log and tells the players.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec

from numberhouse.contract.game import (
    Chance,
    Event,
    Game,
    IllegalAction,
    Legal,
    Opening,
    Outcome,
    Patient,
    Refereed,
    Room,
    Seat,
    Step,
    check_awaited,
)

__all__ = ["HOST", "Entry", "Match", "seed_digest", "state_digest"]

HOST: Final[Seat] = -1
"""In place of a seat, in the entry of a ruling (`numberhouse.contract.game.Refereed`)."""

Options = TypeVar("Options")
State = TypeVar("State")
Action = TypeVar("Action")
View = TypeVar("View")


class Entry(msgspec.Struct, Generic[Action], frozen=True):
    """One line of the log: what a seat did, that its time ran out, or what the host ruled."""

    number: int
    """1…, without gaps; also the number its chance is drawn with."""
    seat: Seat
    """`HOST` for a ruling."""
    action: Action | None
    """None: the seat expired. Of the host: the ruling."""
    at: float | None = None
    """When, in seconds since the epoch, if whoever runs the match knows it."""
    reason: str = ""
    """Why the host ruled so."""


class Match(Generic[Options, State, Action, View]):
    """One playing of a game.

    `state` holds every secret and `events[k]` are the events of `log[k]`; give players what `view`, `legal`
    and `Event.visible_to` let through and no more.
    """

    __slots__ = ("_awaited", "events", "game", "log", "options", "seats", "seed", "state")

    def __init__(
        self,
        game: Game[Options, State, Action, View],
        seed: str,
        options: Options | None = None,
        seats: int | None = None,
    ) -> None:
        """Set up with `Chance(seed, 0)`; the game's default options and usual seats unless given.

        A seed decides everything hidden: use a long random one (`secrets.token_hex`) where it matters.
        Raises `IllegalAction` for a number of seats or options that the game can't be played with.
        """
        self.game = game
        self.seed = seed
        self.options: Options = game.options_type() if options is None else options
        self.seats: int = game.card.usual_seats if seats is None else seats
        fewest, most = game.card.seats
        if not fewest <= self.seats <= most:
            raise IllegalAction(
                "seats",
                f"{game.card.title} is for {fewest} to {most} seats, not {self.seats}",
                {"seats": self.seats, "fewest": fewest, "most": most},
            )
        self.state: State = game.setup(self.options, self.seats, Chance(seed, 0))
        self._awaited: tuple[tuple[State, frozenset[Seat]], ...] = ()
        """Up to two states, and whom they wait for: asked again and again around an entry."""
        self.log: list[Entry[Action]] = []
        self.events: list[tuple[Event, ...]] = []

    @classmethod
    def replay(
        cls,
        game: Game[Options, State, Action, View],
        seed: str,
        options: Options | None,
        seats: int | None,
        entries: Iterable[Entry[Action]],
    ) -> Match[Options, State, Action, View]:
        """The match that has this log. Raises `IllegalAction` where an entry is refused and `ValueError`
        where the numbers don't run 1, 2, 3…"""
        match = cls(game, seed, options, seats)
        for entry in entries:
            match.enter(entry)
        return match

    def act(self, seat: Seat, action: Action, at: float | None = None) -> tuple[Event, ...]:
        """`seat` does `action`. Raises `IllegalAction`, and then nothing has changed."""
        number = len(self.log) + 1
        step = self.prepare(seat, action)
        return self.commit(Entry(number, seat, action, at), step)

    def prepare(self, seat: Seat, action: Action | None) -> Step[State]:
        """What the next entry would do, an expiry where there is no action; nothing changes. Raises like
        `act` and `expire`. `keep` makes it happen."""
        chance = Chance(self.seed, len(self.log) + 1)
        if action is not None:
            return self.game.apply(self.state, seat, action, chance)
        check_awaited(seat, self.to_act)
        return self.game.expire(self.state, seat, chance)

    def expire(self, seat: Seat, at: float | None = None) -> tuple[Event, ...]:
        """The time of `seat` has run out, or nobody sits there any more. Raises `IllegalAction` when the
        match isn't waiting for that seat."""
        number = len(self.log) + 1
        step = self.prepare(seat, None)
        return self.commit(Entry(number, seat, None, at), step)

    def rule(self, ruling: Any, reason: str = "", at: float | None = None) -> tuple[Event, ...]:
        """The host decides what the rules leave open. Raises `IllegalAction`, and then nothing has
        changed."""
        step = self.prepare_ruling(ruling)
        return self.commit(Entry(len(self.log) + 1, HOST, ruling, at, reason), step)

    def prepare_ruling(self, ruling: Any) -> Step[State]:
        """What the ruling would do as the next entry; nothing changes. Raises like `rule`."""
        if not isinstance(self.game, Refereed):
            raise IllegalAction(
                "no-rulings", f"{self.game.card.title} leaves nothing to the host to decide", {}
            )
        step: Step[State] = self.game.rule(self.state, ruling, Chance(self.seed, len(self.log) + 1))
        return step

    @property
    def rulings(self) -> Legal[Any]:
        """What the host can decide now."""
        return self.game.rulings(self.view(None)) if isinstance(self.game, Refereed) else Legal()

    def enter(self, entry: Entry[Action]) -> tuple[Event, ...]:
        """The next entry of a log: an action, an expiry or a ruling. Raises like `act`, `expire`, `rule` and
        `replay`."""
        if entry.number != len(self.log) + 1:
            raise ValueError(f"entry {entry.number} where entry {len(self.log) + 1} was expected")
        if entry.seat == HOST:
            return self.rule(entry.action, entry.reason, entry.at)
        if entry.action is None:
            return self.expire(entry.seat, entry.at)
        return self.act(entry.seat, entry.action, entry.at)

    def view(self, seat: Seat | None) -> View:
        """What `seat` may know; None is a spectator."""
        return self.game.view(self.state, seat)

    def legal(self, seat: Seat) -> Legal[Action]:
        """What `seat` may do, from its view."""
        return self.game.legal(self.view(seat), seat)

    def rewound(self, length: int, state: State) -> Match[Options, State, Action, View]:
        """Another match, as this one was after its first `length` entries, when its state was this: what
        whoever kept the states has sooner than `replay`."""
        match = object.__new__(type(self))
        match.game, match.options, match.seats, match.seed = self.game, self.options, self.seats, self.seed
        match.state, match._awaited = state, ()
        match.log, match.events = self.log[:length], self.events[:length]
        return match

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats the match waits for; none when it is over."""
        return self.to_act_in(self.state)

    def to_act_in(self, state: State) -> frozenset[Seat]:
        """The same in another state, such as one that was only tried."""
        for known, awaited in self._awaited:
            if known is state:
                return awaited
        awaited = self.game.to_act(state)
        self._awaited = ((state, awaited), *self._awaited[:1])
        return awaited

    @property
    def opening(self) -> bool:
        """Whether the match waits for a decision before its first turn."""
        return self.opening_in(self.state)

    def opening_in(self, state: State) -> bool:
        """The same in another state."""
        return isinstance(self.game, Opening) and self.game.opening(state)

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the match runs."""
        return self.game.outcome(self.state)

    @property
    def only_time(self) -> bool:
        """Whether the match waits for nothing but time: each seat of `to_act` has done all it can. Whoever
        runs the match without a clock lets their time run out then."""
        waiting = self.to_act
        return bool(waiting) and all(self.waits(seat) for seat in waiting)

    def waits(self, seat: Seat) -> bool:
        """Whether the seat has nothing to do that moves the match on: see `Patient`."""
        game = self.game
        return isinstance(game, Patient) and game.waits(self.view(seat), seat)

    def next_seat(self) -> Seat:
        """The lowest seat that the match waits for and that has something to do; the lowest of all where
        there is none (`only_time`). Raises `ValueError` when it is over."""
        waiting = sorted(self.to_act)
        return next((seat for seat in waiting if not self.waits(seat)), min(waiting))

    @property
    def rooms(self) -> Mapping[Room, frozenset[Seat]]:
        """Who may talk where, now."""
        return self.game.rooms(self.state)

    def commit(self, entry: Entry[Action], step: Step[State]) -> tuple[Event, ...]:
        """Make the entry, whose step was tried on the state as it is, the next of the log."""
        self.state = step.state
        self.log.append(entry)
        self.events.append(step.events)
        return step.events


def seed_digest(seed: str) -> str:
    """SHA-256 of the seed, in hex: published at the start, so that the seed published at the end can be
    held against it."""
    return hashlib.sha256(seed.encode()).hexdigest()


def state_digest(state: Any, later_fields: Sequence[str] = ()) -> str:
    """SHA-256 of the state as JSON, in hex, without the fields that came with later versions of the rules
    (`TypeCard.later_fields`). Secret while the match runs: a state with few possibilities can be found from
    it by trying."""
    encoded = msgspec.json.encode(state, order="deterministic")
    if later_fields:
        told = msgspec.json.decode(encoded)
        for path in later_fields:
            _drop(told, path.split("/"))
        encoded = msgspec.json.encode(told)  # in the order of the fields, which sorting would lose
    return hashlib.sha256(encoded).hexdigest()


def _drop(thing: Any, path: Sequence[str]) -> None:
    """Take the field at that path out of a thing made of JSON; nothing happens where there is none."""
    name, *rest = path
    if isinstance(thing, list) and name == "*":
        for item in thing:
            _drop(item, rest)
    elif isinstance(thing, dict) and name in thing:
        if rest:
            _drop(thing[name], rest)
        else:
            del thing[name]
