"""The table at this terminal: people and bots act in turn until the match is over or somebody leaves."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from numberhouse.cli.person import Left, Resigned, take_turn
from numberhouse.cli.phrases import phrase, printable, told_outcome
from numberhouse.cli.savefile import SaveFile
from numberhouse.cli.seating import Seating, called
from numberhouse.cli.terminal import ask, clear, is_terminal
from numberhouse.cli.thinking import bot_acts, patiently
from numberhouse.contract.game import Seat
from numberhouse.match import Match, seed_digest
from numberhouse.registry import InstalledGame

__all__ = ["Table"]


class Table:
    """One match as it is played here."""

    def __init__(
        self,
        installed: InstalledGame,
        match: Match[Any, Any, Any, Any],
        seating: Seating,
        *,
        lang: str,
        seconds: float,
        assistance: bool,
    ) -> None:
        self.installed = installed
        self.match = match
        self.seating = seating
        self.lang = lang
        self.names = called(installed, seating.names, lang)
        """By seat; empty for people, who are the readers."""
        self.seconds = seconds
        """For a bot's thinking."""
        self.assistance = assistance
        self.save_file: SaveFile | None = None
        self.abandoned: set[Seat] = set()
        self.sitter: Seat | None = None
        """The person who looks at the screen."""
        self._told = dict.fromkeys(range(match.seats), len(match.log))
        self._boards: dict[Seat, tuple[Any, str]] = {}
        """What each seat was shown last: the view and the whole board."""
        self._greeted: set[Seat] = set()

    @property
    def tells_moves(self) -> bool:
        """Whether what can be played may be told."""
        return self.assistance or not self.installed.game.card.moves_are_hints

    def run(self) -> None:
        """Play to the end, or until somebody leaves. Ctrl-C and the end of input go on to the caller."""
        self.begin()
        try:
            while self.match.outcome is None:
                self.step()
        except Left:
            self.say_saved()
        except (EOFError, KeyboardInterrupt):
            click.echo()
            self.say_saved()
            raise
        else:
            self.end()

    def begin(self) -> None:
        """What is played, by whom, and the seed's promise."""
        click.echo(
            f"{self.installed.game.card.title}: {self.phrase('digest', digest=seed_digest(self.match.seed))}"
        )
        for seat, name in enumerate(self.shown_names()):
            click.echo(f"  {self.phrase('seat', seat=seat)}: {name}")
        if self.match.log:
            click.echo(self.phrase("resumed", count=len(self.match.log)))
        if len(self.seating.people) == 1:
            self.sitter = self.seating.people[0]
            self.show_board(self.sitter)

    def step(self) -> None:
        """One action, or a person's leaving: abandoned seats first, then bots, then people."""
        # No clock runs here: the time of those who wait for it alone is up when nobody has anything to do.
        patient = self.match.only_time
        waiting = [seat for seat in sorted(self.match.to_act) if patient or not self.match.waits(seat)]
        gone = [seat for seat in waiting if seat in self.abandoned]
        bots = [seat for seat in waiting if seat in self.seating.bots]
        if gone or patient:
            self.match.expire((gone or waiting)[0], now())
        elif bots:
            bot_acts(self.match, bots[0], self.seating.bots[bots[0]], self.seconds, now())
        else:
            self.person_acts(self.sitter if self.sitter in waiting else waiting[0])
            return
        self.after_action()

    def person_acts(self, seat: Seat | None) -> None:
        """The person on `seat` acts or resigns."""
        assert seat is not None
        if seat != self.sitter:
            self.hand_over(seat)
        self.tell_news(seat)
        self.show_board(seat)
        if seat not in self._greeted:
            self._greeted.add(seat)
            click.echo(self.phrase("turn", seat=seat))
        try:
            take_turn(self, seat)
        except Resigned:
            self.abandoned.add(seat)
            click.echo(self.phrase("resigned", seat=seat))

    def act(self, seat: Seat, action: Any) -> None:
        """Raises `IllegalAction`, and then nothing has changed."""
        self.match.act(seat, action, now())
        self.after_action()

    def after_action(self) -> None:
        """Save, and tell the person at the screen."""
        if self.save_file is not None:
            self.save_file.write()
        if self.sitter is not None:
            self.tell_news(self.sitter)

    def hand_over(self, seat: Seat) -> None:
        """Clear the screen between two people, each alone with it; a pipe has no screen to clear."""
        before, self.sitter = self.sitter, None
        if is_terminal():
            if before is not None:
                ask(self.phrase("hand_over", seat=seat))
            clear()
            ask(self.phrase("alone", seat=seat))
            clear()
        else:
            click.echo(f"--- {self.phrase('seat', seat=seat)} ---")
        self._boards.pop(seat, None)
        self._greeted.discard(seat)
        self.sitter = seat

    def tell_news(self, seat: Seat) -> None:
        """In words, every event that `seat` may know and hasn't been told."""
        for events in self.match.events[self._told[seat] :]:
            for event in events:
                words = (
                    self.installed.tell(event, seat, self.lang, self.names) if event.visible_to(seat) else ""
                )
                if words:
                    click.echo(words)
        self._told[seat] = len(self.match.log)

    def show_board(self, seat: Seat, again: bool = False) -> None:
        """As `seat` sees it, if that isn't what it was shown last."""
        view = self.match.view(seat)
        board = self.installed.draw(view, self.lang, self.names)
        before = None if again else self._boards.get(seat)
        if before is None or board != before[1]:
            self._boards[seat] = view, board
            shown = board if before is None else self.installed.redraw(view, before[0], self.lang, self.names)
            click.echo(f"\n{shown}\n")

    def end(self) -> None:
        """The last board, the outcome, the game's farewell and where the record is."""
        outcome = self.match.outcome
        assert outcome is not None
        sitter = self.seating.people[0] if self.sitter is None else self.sitter
        self.tell_news(sitter)
        self.show_board(sitter)
        click.echo(told_outcome(self.installed, outcome, self.shown_names(), self.lang))
        for words in dict.fromkeys(patiently(self.farewells, self.phrase("moment"))):
            if words:
                click.echo(f"\n{words}")
        click.echo(self.phrase("seed", seed=printable(self.match.seed)))
        if self.save_file is not None:
            click.echo(self.phrase("record", path=self.save_file.path))

    def farewells(self) -> list[str]:
        """What the game has to say to each person."""
        return [
            self.installed.farewell(self.match.view(seat), self.lang, self.names)
            for seat in self.seating.people
        ]

    def save_as(self, path: Path) -> None:
        """Save in a new file; go on saving there unless the match has a file already. Raises `Refusal` and
        `OSError`."""
        file = SaveFile(path, self.installed, self.match, self.seating.names)
        file.create()
        self.save_file = self.save_file or file

    def say_saved(self) -> None:
        """To somebody who leaves: where the match is."""
        if self.save_file is not None:
            click.echo(self.phrase("saved", path=self.save_file.path))
        elif self.match.log:
            click.echo(self.phrase("unsaved"))

    def shown_names(self) -> list[str]:
        """Who sits where, by seat."""
        return [name or self.phrase("you") for name in self.names]

    def phrase(self, name: str, **values: Any) -> str:
        """In the language of this table."""
        return phrase(name, self.lang, **values)


def now() -> float:
    """The time for the record, to the millisecond."""
    return round(time.time(), 3)
