"""Prints a match for a spectator: in words for a person, as JSON Lines for a program.

The perspective decides what is printed. A seat's perspective shows what that seat may know, a spectator's
shows public facts, and `all` shows everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
import msgspec

from numberhouse.cli.base.params import ALL, Perspective
from numberhouse.cli.base.phrases import outcome_text, phrase, printable
from numberhouse.cli.match.seating import player_names
from numberhouse.contract.game import Event, Seat
from numberhouse.match import HOST, Entry, Match, seed_digest
from numberhouse.registry import InstalledGame
from numberhouse.words import seat_number

__all__ = ["JsonNarrator", "Narrator", "make_narrator"]


def make_narrator(
    installed: InstalledGame,
    match: Match[Any, Any, Any, Any],
    players: Sequence[str],
    perspective: Perspective,
    lang: str,
    as_json: bool,
) -> Narrator:
    """A narrator in words, or in JSON Lines where `as_json` is set."""
    narrator_class = JsonNarrator if as_json else Narrator
    return narrator_class(installed, match, players, perspective, lang)


class Narrator:
    """Prints a match in words."""

    def __init__(
        self,
        installed: InstalledGame,
        match: Match[Any, Any, Any, Any],
        players: Sequence[str],
        perspective: Perspective,
        lang: str,
    ) -> None:
        self.installed = installed
        self.match = match
        self.players = tuple(printable(name) for name in players)
        self.names = player_names(installed, self.players, lang)
        """The names in the game's texts, by seat."""
        self.perspective = perspective
        self.lang = lang
        self.board = ""
        self.board_view: Any = None
        """The view that `board` shows."""

    @property
    def viewer(self) -> Seat | None:
        """The seat of the perspective. None for a spectator and for `all`, which shows the spectator's
        board."""
        return self.perspective if isinstance(self.perspective, int) else None

    def begin(self) -> None:
        """Print the game, the players and the first board."""
        click.echo(f"{self.installed.game.card.title}: " + self.phrase("digest", digest=self.digest))
        for seat, name in enumerate(self.shown_names()):
            click.echo(f"  {self.phrase('seat', seat=seat_number(seat))}: {name}")
        self.show_board()

    def tell(self, reason: str = "") -> None:
        """Print the last entry of the log: the events that the perspective may see, and the board if it
        changed."""
        entry = self.match.log[-1]
        lines = [
            self.installed.tell(event, self.reader(event, entry), self.lang, self.names)
            for event in self.visible_events()
        ]
        heading = f"{entry.number}. {self.phrase('seat', seat=seat_number(entry.seat))}"
        if entry.seat == HOST:
            words = self.installed.ruling_words(entry.action, self.lang, self.names)
            remark = f"  ({printable(entry.reason)})" if entry.reason else ""
            click.echo(f"{entry.number}. {self.phrase('ruled', words=words)}{remark}")
        elif self.sees_action(entry):
            action_text = self.action_text(entry)
            click.echo(f"{heading}: {action_text}" + (f"  ({reason})" if reason else ""))
        elif lines:
            click.echo(heading)
        for line in lines:
            if line:
                click.echo("   " + line.replace("\n", "\n   "))
        self.show_board()

    def end(self) -> None:
        """Print the outcome, and the seed whose digest was printed at the beginning."""
        outcome = self.match.outcome
        if outcome is None:
            click.echo(self.phrase("unfinished"))
            return
        click.echo(outcome_text(self.installed, outcome, self.shown_names(), self.lang))
        click.echo(self.phrase("seed", seed=printable(self.match.seed)))

    def shown_names(self) -> list[str]:
        """The players' names, by seat."""
        return [name or player for name, player in zip(self.names, self.players, strict=True)]

    def visible_events(self) -> Sequence[Event]:
        """The last entry's events that the perspective may see."""
        events = self.match.events[-1]
        if self.perspective == ALL:
            return events
        return [event for event in events if event.visible_to(self.viewer)]

    def sees_action(self, entry: Entry[Any]) -> bool:
        """Whether the perspective may see the action itself. A seat sees only its own actions and the host's
        rulings. It learns about other actions from events."""
        return self.perspective in (ALL, entry.seat) or entry.seat == HOST

    def action_text(self, entry: Entry[Any]) -> str:
        """The action in notation, or in words why there is none."""
        if entry.forfeit is not None:
            return self.installed.outcome_word(entry.forfeit, self.lang)
        return self.phrase("expired") if entry.action is None else self.installed.write(entry.action)

    def reader(self, event: Event, entry: Entry[Any]) -> Seat | None:
        """The seat for which an event is put into words. For the perspective `all` this is a member of the
        event's audience."""
        if self.perspective != ALL:
            return self.viewer
        if event.audience is None:
            return None
        return entry.seat if entry.seat in event.audience else min(event.audience, default=None)

    def show_board(self) -> None:
        """Print the board if it differs from the last printed one."""
        view = self.match.view(self.viewer)
        board = self.installed.draw(view, self.lang, self.names)
        if board != self.board:
            text = (
                self.installed.redraw(view, self.board_view, self.lang, self.names) if self.board else board
            )
            self.board, self.board_view = board, view
            click.echo(f"\n{text}\n")

    @property
    def digest(self) -> str:
        """The SHA-256 digest of the seed."""
        return seed_digest(self.match.seed)

    def phrase(self, name: str, **values: Any) -> str:
        """The house's phrase of that name, in the narrator's language."""
        return phrase(name, self.lang, **values)


class JsonNarrator(Narrator):
    """Prints JSON Lines: the match's head, an object for each visible entry, then the end."""

    def begin(self) -> None:
        """Print the match's head: game, rules version, options, players and the seed's digest."""
        self.line(
            match=self.installed.id,
            rules=self.match.game.card.rules_version,
            options=self.public_options(),
            players=self.players,
            seed_digest=self.digest,
        )

    def public_options(self) -> dict[str, Any]:
        """The options. Options that are secret are left out unless the perspective is `all`."""
        options: dict[str, Any] = msgspec.to_builtins(self.match.options)
        secret = () if self.perspective == ALL else self.match.game.card.secret_options
        return {name: value for name, value in options.items() if name not in secret}

    def tell(self, reason: str = "") -> None:
        """Print the last entry of the log, if the perspective may see any part of it."""
        entry = self.match.log[-1]
        values: dict[str, Any] = {"number": entry.number, "seat": entry.seat}
        if entry.forfeit is not None:
            values["forfeit"] = entry.forfeit
        elif entry.action is None:
            values["expired"] = True
        if self.sees_action(entry) and entry.action is not None:
            if entry.seat == HOST:
                values["reason"] = entry.reason
            else:
                values["notation"] = self.installed.write(entry.action)
            values["ruling" if entry.seat == HOST else "action"] = entry.action
            if reason:
                values["reason"] = reason
        values["events"] = list(self.visible_events())
        if values["events"] or self.sees_action(entry):
            self.line(**values)

    def end(self) -> None:
        """Print the outcome, the seed if the match is over, and the last view."""
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
