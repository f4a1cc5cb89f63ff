"""The house's own phrases at the terminal, in English and Russian. The games' texts are in their packages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from numberhouse.contract.game import Outcome
from numberhouse.registry import InstalledGame

__all__ = ["PHRASES", "outcome_text", "phrase", "printable"]

PHRASES: Mapping[str, tuple[str, str]] = {
    "seat": ("seat {seat}", "место {seat}"),
    "you": ("you", "вы"),
    "ruled": ("the host rules: {words}", "ведущий решает: {words}"),
    "expired": ("time ran out", "время вышло"),
    "digest": ("seed's SHA-256 {digest}", "SHA-256 зерна {digest}"),
    "seed": ("The seed was {seed}", "Зерно: {seed}"),
    "moment": ("one moment", "минуту"),
    "unfinished": ("The match is not over.", "Партия не окончена."),
    "over": ("The match is over: {reason}.", "Партия окончена: {reason}."),
    "place": ("  {place}. {player}, seat {seat}: {score}", "  {place}. {player}, место {seat}: {score}"),
    "title": ("  {title}: {seats}", "  {title}: {seats}"),
    "resumed": ("Going on after {count} actions.", "Продолжаем; сделано действий: {count}."),
    "turn": (
        "Your move, seat {seat}. help shows what can be typed.",
        "Ваш ход, место {seat}. help: что можно ввести.",
    ),
    "hand_over": (
        "Press Enter to clear the screen and hand over to seat {seat}. ",
        "Enter: очистить экран и передать его месту {seat}. ",
    ),
    "alone": (
        "Seat {seat}: press Enter when nobody else looks. ",
        "Место {seat}: нажмите Enter, когда никто другой не смотрит. ",
    ),
    "examples": ("What can be played now, for instance:", "Что можно сыграть сейчас, например:"),
    "words": (
        """\
  moves      what can be played now
  board      the board again
  rules      the rules of the game
  hint       what a bot would play, if the match allows assistance
  save FILE  save the match, to go on with: numberhouse play --resume FILE
  resign     leave your seat for good; the match is played to its end
  quit       leave""",
        """\
  moves      что можно сыграть сейчас
  board      показать поле снова
  rules      правила игры
  hint       что сыграл бы бот, если в партии разрешена помощь
  save ФАЙЛ  сохранить партию; продолжить: numberhouse play --resume ФАЙЛ
  resign     оставить место насовсем; партия доигрывается без вас
  quit       выйти""",
    ),
    "more": ("… and {count} more", "… и ещё {count}"),
    "free": ("any time", "в любое время"),
    "no_hint": (
        "No hints: this match is played without assistance. To allow it: --assistance.",
        "Подсказок нет: партия играется без помощи. Разрешить её: --assistance.",
    ),
    "no_moves": (
        "What can be played is yours to find: this match is played without assistance. "
        "To allow it: --assistance.",
        "Найти, что можно сыграть, предстоит вам: партия играется без помощи. Разрешить её: --assistance.",
    ),
    "no_bot": ("No hints: this game has no bot of its own.", "Подсказок нет: у игры нет своего бота."),
    "hint": ("{bot} would play: {action}", "{bot} сыграл бы: {action}"),
    "save_where": ("save needs a file: save FILE", "нужно имя файла: save ФАЙЛ"),
    "saved": (
        "Saved in {path}. To go on: numberhouse play --resume {path}",
        "Сохранено в {path}. Продолжить: numberhouse play --resume {path}",
    ),
    "record": ("The record is in {path}.", "Запись партии: {path}."),
    "unsaved": ("The match was not saved.", "Партия не сохранена."),
    "resigned": ("You have left seat {seat}.", "Вы оставили место {seat}."),
    "no_rules": ("There is no rules page.", "Страницы с правилами нет."),
}


def phrase(name: str, lang: str, **values: Any) -> str:
    """The phrase of that name, filled in."""
    return PHRASES[name][lang == "ru"].format(**values)


def outcome_text(installed: InstalledGame, outcome: Outcome, players: Sequence[str], lang: str) -> str:
    """The outcome in words: the reason, the seats by place, the titles."""
    lines = [phrase("over", lang, reason=printable(installed.outcome_word(outcome.reason, lang)))]
    for seat in sorted(range(len(players)), key=lambda seat: (outcome.places[seat], seat)):
        values = {"place": outcome.places[seat], "score": f"{outcome.scores[seat]:g}"}
        lines.append(phrase("place", lang, player=players[seat], seat=seat, **values))
    for title, seats in outcome.titles.items():
        holders = ", ".join(phrase("seat", lang, seat=seat) for seat in seats)
        title_text = printable(installed.outcome_word(title, lang))
        lines.append(phrase("title", lang, title=title_text, seats=holders))
    return "\n".join(lines)


def printable(text: str) -> str:
    """The text without control characters: names from a record must not be able to steer the terminal."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
