"""The house's own phrases at the terminal. The games' texts are in their packages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from numberhouse.contract.game import Outcome
from numberhouse.registry import InstalledGame
from numberhouse.words import HOUSE, message, seat_number

__all__ = ["PHRASES", "outcome_text", "phrase", "printable"]

PHRASES: Final[Mapping[str, str]] = {
    "seat": message("seat {seat}"),
    "you": message("you"),
    "ruled": message("the host rules: {words}"),
    "expired": message("time ran out"),
    "digest": message("seed's SHA-256 {digest}"),
    "seed": message("The seed was {seed}"),
    "moment": message("one moment"),
    "unfinished": message("The match is not over."),
    "over": message("The match is over: {reason}."),
    "place": message("  {place}. {player}, seat {seat}: {score}"),
    "title": message("  {title}: {seats}"),
    "resumed": message("Going on after {count} actions."),
    "turn": message("Your move, seat {seat}. help shows what can be typed."),
    "hand_over": message("Press Enter to clear the screen and hand over to seat {seat}. "),
    "alone": message("Seat {seat}: press Enter when nobody else looks. "),
    "examples": message("What can be played now, for instance:"),
    "words": message("""\
  moves      what can be played now
  board      the board again
  rules      the rules of the game
  hint       what a bot would play, if the match allows assistance
  save FILE  save the match, to go on with: numberhouse play --resume FILE
  resign     give up: it ends a match for two; in a larger one others play on
  quit       leave"""),
    "more": message("… and {count} more"),
    "free": message("any time"),
    "no_hint": message("No hints: this match is played without assistance. To allow it: --assistance."),
    "no_moves": message(
        "What can be played is yours to find: this match is played without assistance. "
        "To allow it: --assistance."
    ),
    "no_bot": message("No hints: this game has no bot of its own."),
    "hint": message("{bot} would play: {action}"),
    "save_where": message("save needs a file: save FILE"),
    "saved": message("Saved in {path}. To go on: numberhouse play --resume {path}"),
    "record": message("The record is in {path}."),
    "unsaved": message("The match was not saved."),
    "resigned": message("You have resigned on seat {seat}; the others play on."),
    "no_rules": message("There is no rules page."),
}


phrase: Final = HOUSE.phrases(PHRASES)
"""Return the phrase of a name in a language. Values are inserted unchanged."""


def outcome_text(installed: InstalledGame, outcome: Outcome, players: Sequence[str], lang: str) -> str:
    """The outcome in words: the reason, the seats by place, the titles."""
    lines = [phrase("over", lang, reason=printable(installed.outcome_word(outcome.reason, lang)))]
    for seat in sorted(range(len(players)), key=lambda seat: (outcome.places[seat], seat)):
        values = {"place": outcome.places[seat], "score": f"{outcome.scores[seat]:g}"}
        lines.append(phrase("place", lang, player=players[seat], seat=seat_number(seat), **values))
    for title, seats in outcome.titles.items():
        holders = ", ".join(phrase("seat", lang, seat=seat_number(seat)) for seat in seats)
        title_text = printable(installed.outcome_word(title, lang))
        lines.append(phrase("title", lang, title=title_text, seats=holders))
    return "\n".join(lines)


def printable(text: str) -> str:
    """The text without control characters: names from a record must not be able to steer the terminal."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
