"""Tells a match to somebody who watches: in words for a reader, as JSON Lines for a program.

A seat is told what that seat may know, a spectator what everybody may; `all` is told everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
import msgspec

from numberhouse.cli.params import ALL, Eyes
from numberhouse.cli.phrases import phrase, printable, told_outcome
from numberhouse.cli.seating import called
from numberhouse.contract.game import Event, Seat
from numberhouse.match import HOST, Entry, Match, seed_digest
from numberhouse.registry import InstalledGame

__all__ = ["JsonNarrator", "Narrator", "narrator"]


def narrator(
    installed: InstalledGame,
    match: Match[Any, Any, Any, Any],
    players: Sequence[str],
    eyes: Eyes,
    lang: str,
    as_json: bool,
) -> Narrator:
    """The one that speaks as asked."""
    kind = JsonNarrator if as_json else Narrator
    return kind(installed, match, players, eyes, lang)


class Narrator:
    """Tells in words."""

    def __init__(
        self,
        installed: InstalledGame,
        match: Match[Any, Any, Any, Any],
        players: Sequence[str],
        eyes: Eyes,
        lang: str,
    ) -> None:
        self.installed = installed
        self.match = match
        self.players = tuple(printable(name) for name in players)
        self.names = called(installed, self.players, lang)
        """What words call them."""
        self.eyes = eyes
        self.lang = lang
        self.board = ""
        self.shown: Any = None
        """The view behind `board`."""

    @property
    def viewer(self) -> Seat | None:
        """The seat looked from; None for a spectator, whose board `all` sees too."""
        return self.eyes if isinstance(self.eyes, int) else None

    def begin(self) -> None:
        """What is played, by whom, and the first board."""
        click.echo(f"{self.installed.game.card.title}: " + self.phrase("digest", digest=self.digest))
        for seat, name in enumerate(self.shown_names()):
            click.echo(f"  {self.phrase('seat', seat=seat)}: {name}")
        self.show_board()

    def tell(self, reason: str = "") -> None:
        """The last entry of the log: its events as far as they may be known, and the board if it changed."""
        entry = self.match.log[-1]
        told = [
            self.installed.tell(event, self.reader(event, entry), self.lang, self.names)
            for event in self.visible()
        ]
        head = f"{entry.number}. {self.phrase('seat', seat=entry.seat)}"
        if entry.seat == HOST:
            words = self.installed.ruling_words(entry.action, self.lang, self.names)
            because = f"  ({printable(entry.reason)})" if entry.reason else ""
            click.echo(f"{entry.number}. {self.phrase('ruled', words=words)}{because}")
        elif self.sees_action(entry):
            done = self.phrase("expired") if entry.action is None else self.installed.write(entry.action)
            click.echo(f"{head}: {done}" + (f"  ({reason})" if reason else ""))
        elif told:
            click.echo(head)
        for line in told:
            if line:
                click.echo("   " + line.replace("\n", "\n   "))
        self.show_board()

    def end(self) -> None:
        """The outcome, and the seed that the digest promised."""
        outcome = self.match.outcome
        if outcome is None:
            click.echo(self.phrase("unfinished"))
            return
        click.echo(told_outcome(self.installed, outcome, self.shown_names(), self.lang))
        click.echo(self.phrase("seed", seed=printable(self.match.seed)))

    def shown_names(self) -> list[str]:
        """Who sits where, by seat."""
        return [name or player for name, player in zip(self.names, self.players, strict=True)]

    def visible(self) -> Sequence[Event]:
        """The last entry's events that these eyes may see."""
        events = self.match.events[-1]
        if self.eyes == ALL:
            return events
        return [event for event in events if event.visible_to(self.viewer)]

    def sees_action(self, entry: Entry[Any]) -> bool:
        """Whether these eyes may see the action itself: one's own; others' show only through events."""
        return self.eyes in (ALL, entry.seat) or entry.seat == HOST

    def reader(self, event: Event, entry: Entry[Any]) -> Seat | None:
        """For whom an event is put into words: who sees all reads it as one of its audience would."""
        if self.eyes != ALL:
            return self.viewer
        if event.audience is None:
            return None
        return entry.seat if entry.seat in event.audience else min(event.audience, default=None)

    def show_board(self) -> None:
        """If it isn't what was shown last."""
        view = self.match.view(self.viewer)
        board = self.installed.draw(view, self.lang, self.names)
        if board != self.board:
            shown = self.installed.redraw(view, self.shown, self.lang, self.names) if self.board else board
            self.board, self.shown = board, view
            click.echo(f"\n{shown}\n")

    @property
    def digest(self) -> str:
        """Of the seed."""
        return seed_digest(self.match.seed)

    def phrase(self, name: str, **values: Any) -> str:
        """In the language asked for."""
        return phrase(name, self.lang, **values)


class JsonNarrator(Narrator):
    """Tells in JSON Lines: `match`, then an object an entry, then `end`."""

    def begin(self) -> None:
        """The match's head."""
        self.line(
            match=self.installed.id,
            rules=self.match.game.card.rules_version,
            options=self.public_options(),
            players=self.players,
            seed_digest=self.digest,
        )

    def public_options(self) -> dict[str, Any]:
        """The options, without handed-in secrets unless these eyes see all."""
        options: dict[str, Any] = msgspec.to_builtins(self.match.options)
        secret = () if self.eyes == ALL else self.match.game.card.secret_options
        return {name: value for name, value in options.items() if name not in secret}

    def tell(self, reason: str = "") -> None:
        """The last entry of the log, if these eyes may see anything of it."""
        entry = self.match.log[-1]
        values: dict[str, Any] = {"number": entry.number, "seat": entry.seat}
        if entry.action is None:
            values["expired"] = True
        if self.sees_action(entry) and entry.action is not None:
            if entry.seat == HOST:
                values["reason"] = entry.reason
            else:
                values["notation"] = self.installed.write(entry.action)
            values["ruling" if entry.seat == HOST else "action"] = entry.action
            if reason:
                values["reason"] = reason
        values["events"] = list(self.visible())
        if values["events"] or self.sees_action(entry):
            self.line(**values)

    def end(self) -> None:
        """The outcome, the seed if the match is over, and the last view."""
        outcome = self.match.outcome
        self.line(
            end="finished" if outcome else "running",
            outcome=outcome,
            seed=self.match.seed if outcome else None,
            view=self.match.view(self.viewer),
        )

    def line(self, **values: Any) -> None:
        """One object on one line."""
        click.echo(msgspec.json.encode(values).decode())
