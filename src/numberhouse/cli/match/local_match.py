"""A match at this terminal: people and bots act in turn until the match is over or a person leaves."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from numberhouse.cli.base.phrases import outcome_text, phrase, printable
from numberhouse.cli.base.terminal import ask, clear, is_terminal
from numberhouse.cli.match.person import Left, Resigned, take_turn
from numberhouse.cli.match.savefile import SaveFile
from numberhouse.cli.match.seating import Seating, player_names
from numberhouse.cli.match.thinking import bot_acts, wait_for
from numberhouse.contract.game import Seat
from numberhouse.match import Match, seed_digest
from numberhouse.registry import InstalledGame
from numberhouse.words import seat_number

__all__ = ["LocalMatch"]


class LocalMatch:
    """A match that is played at this terminal."""

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
        self.names = player_names(installed, seating.names, lang)
        """Names by seat; "" for people, whom the texts address as "you"."""
        self.seconds = seconds
        """Thinking time of a bot for one action."""
        self.assistance = assistance
        self.save_file: SaveFile | None = None
        self.abandoned: set[Seat] = set()
        self.sitter: Seat | None = None
        """The seat of the person at the screen."""
        self._entries_shown = dict.fromkeys(range(match.seats), len(match.log))
        self._boards: dict[Seat, tuple[Any, str]] = {}
        """The view and the whole board that were last shown to each seat."""
        self._greeted_seats: set[Seat] = set()

    @property
    def may_list_moves(self) -> bool:
        """Whether legal moves may be listed. In some games the list would be a hint."""
        return self.assistance or not self.installed.game.card.moves_are_hints

    def run(self) -> None:
        """Play until the match ends or a person leaves. Re-raises Ctrl-C and the end of input."""
        self.begin()
        try:
            while self.match.outcome is None:
                self.step()
        except Left:
            self.show_save_path()
        except (EOFError, KeyboardInterrupt):
            click.echo()
            self.show_save_path()
            raise
        else:
            self.end()

    def begin(self) -> None:
        """Print the game, the players and the seed's digest."""
        click.echo(
            f"{self.installed.game.card.title}: {self.phrase('digest', digest=seed_digest(self.match.seed))}"
        )
        for seat, name in enumerate(self.shown_names()):
            click.echo(f"  {self.phrase('seat', seat=seat_number(seat))}: {name}")
        if self.match.log:
            click.echo(self.phrase("resumed", count=len(self.match.log)))
        if len(self.seating.people) == 1:
            self.sitter = self.seating.people[0]
            self.show_board(self.sitter)

    def step(self) -> None:
        """Play one action, or a person's resignation. Abandoned seats act first, then bots, then people."""
        # No clock runs here. When every seat that may act only waits for time to pass, that time is over.
        only_time = self.match.only_time
        seats = [seat for seat in sorted(self.match.to_act) if only_time or not self.match.waits(seat)]
        abandoned = [seat for seat in seats if seat in self.abandoned]
        bots = [seat for seat in seats if seat in self.seating.bots]
        if abandoned or only_time:
            self.match.expire((abandoned or seats)[0], now())
        elif bots:
            bot_acts(self.match, bots[0], self.seating.bots[bots[0]], self.seconds, now())
        else:
            self.person_acts(self.sitter if self.sitter in seats else seats[0])
            return
        self.after_action()

    def person_acts(self, seat: Seat | None) -> None:
        """The person on `seat` acts or resigns."""
        assert seat is not None
        if seat != self.sitter:
            self.hand_over(seat)
        self.show_events(seat)
        self.show_board(seat)
        if seat not in self._greeted_seats:
            self._greeted_seats.add(seat)
            click.echo(self.phrase("turn", seat=seat_number(seat)))
        try:
            take_turn(self, seat)
        except Resigned:
            if self.match.ends_with(seat):
                self.match.forfeit(seat, "resigned", now())
                self.after_action()
                return
            self.abandoned.add(seat)
            click.echo(self.phrase("resigned", seat=seat_number(seat)))

    def act(self, seat: Seat, action: Any) -> None:
        """Apply the action. Raises `IllegalAction`, and then nothing has changed."""
        self.match.act(seat, action, now())
        self.after_action()

    def after_action(self) -> None:
        """Save, and show the new events to the person at the screen."""
        if self.save_file is not None:
            self.save_file.write()
        if self.sitter is not None:
            self.show_events(self.sitter)

    def hand_over(self, seat: Seat) -> None:
        """Clear the screen between two people, so that neither sees the other's secrets. A pipe has no screen
        to clear."""
        previous, self.sitter = self.sitter, None
        if is_terminal():
            if previous is not None:
                ask(self.phrase("hand_over", seat=seat_number(seat)))
            clear()
            ask(self.phrase("alone", seat=seat_number(seat)))
            clear()
        else:
            click.echo(f"--- {self.phrase('seat', seat=seat_number(seat))} ---")
        self._boards.pop(seat, None)
        self._greeted_seats.discard(seat)
        self.sitter = seat

    def show_events(self, seat: Seat) -> None:
        """Print, in words, every event that `seat` may know and hasn't read yet."""
        for events in self.match.events[self._entries_shown[seat] :]:
            for event in events:
                words = (
                    self.installed.tell(event, seat, self.lang, self.names) if event.visible_to(seat) else ""
                )
                if words:
                    click.echo(words)
        self._entries_shown[seat] = len(self.match.log)

    def show_board(self, seat: Seat, again: bool = False) -> None:
        """Print the board as `seat` sees it, unless it is the board that was last shown to `seat`."""
        view = self.match.view(seat)
        board = self.installed.draw(view, self.lang, self.names)
        previous = None if again else self._boards.get(seat)
        if previous is None or board != previous[1]:
            self._boards[seat] = view, board
            text = (
                board if previous is None else self.installed.redraw(view, previous[0], self.lang, self.names)
            )
            click.echo(f"\n{text}\n")

    def end(self) -> None:
        """Print the last board, the outcome, the game's farewell, the seed and the record's path."""
        outcome = self.match.outcome
        assert outcome is not None
        sitter = self.seating.people[0] if self.sitter is None else self.sitter
        self.show_events(sitter)
        self.show_board(sitter)
        click.echo(outcome_text(self.installed, outcome, self.shown_names(), self.lang))
        for words in dict.fromkeys(wait_for(self.farewells, self.phrase("moment"))):
            if words:
                click.echo(f"\n{words}")
        click.echo(self.phrase("seed", seed=printable(self.match.seed)))
        if self.save_file is not None:
            click.echo(self.phrase("record", path=self.save_file.path))

    def farewells(self) -> list[str]:
        """The game's farewell to each person."""
        return [
            self.installed.farewell(self.match.view(seat), self.lang, self.names)
            for seat in self.seating.people
        ]

    def save_as(self, path: Path) -> None:
        """Save in a new file. Later actions are saved there too, unless the match already has a file. Raises
        `Refusal` and `OSError`."""
        file = SaveFile(path, self.installed, self.match, self.seating.names)
        file.create()
        self.save_file = self.save_file or file

    def show_save_path(self) -> None:
        """Print the path of the saved match for a person who leaves."""
        if self.save_file is not None:
            click.echo(self.phrase("saved", path=self.save_file.path))
        elif self.match.log:
            click.echo(self.phrase("unsaved"))

    def shown_names(self) -> list[str]:
        """The names to print, by seat."""
        return [name or self.phrase("you") for name in self.names]

    def phrase(self, name: str, **values: Any) -> str:
        """The house's phrase of that name, in the language of this match."""
        return phrase(name, self.lang, **values)


def now() -> float:
    """The time for the record, to the millisecond."""
    return round(time.time(), 3)
