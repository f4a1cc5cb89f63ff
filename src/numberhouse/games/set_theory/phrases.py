"""What the terminal board and the teller say, in English and Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

__all__ = ["PHRASES", "phrase"]


def phrase(name: str, lang: str, /, **values: Any) -> str:
    """The phrase of that name for readers of `lang` ("en", "ru"; any other reads English), filled in."""
    return PHRASES[name][lang == "ru"].format(**values)


PHRASES: Final[Mapping[str, tuple[str, str]]] = {
    # The board
    "head": ("Set Theory: numbers on the grid {done} of 64", "Set Theory: чисел на поле {done} из 64"),
    "handed_in": ("the host's sets", "множества ведущего"),
    "lose": ("who runs out of time loses", "у кого вышло время, тот проиграл"),
    "assisted": ("assistance is on", "помощь разрешена"),
    "sets": (
        "The ten sets (examples can't be placed; then the numbers placed that are in):",
        "Десять множеств (примеры ставить нельзя; далее поставленные числа, что входят):",
    ),
    "set": ("{label}: examples {examples}", "{label}: примеры {examples}"),
    "set_bare": ("{label}: no examples", "{label}: без примеров"),
    "in": ("in: {numbers}", "входят: {numbers}"),
    "in_all_but": ("in: all but {numbers}", "входят: все, кроме {numbers}"),
    "in_all": ("in: all", "входят: все"),
    "turns": ("The last turns:", "Последние ходы:"),
    "turn": (
        "{number}@{cell} {who}: sets {sets}, points {points}",
        "{number}@{cell} {who}: множества {sets}, очков {points}",
    ),
    "turn_none": (
        "{number}@{cell} {who}: no set, points 0",
        "{number}@{cell} {who}: ни одного множества, очков 0",
    ),
    "turn_late": ("{who}: time ran out", "{who}: время вышло"),
    "score": (
        "{name}: points {points}, highest move {highest}",
        "{name}: очков {points}, лучший ход {highest}",
    ),
    "late": (", time-outs {count}", ", просрочек {count}"),
    "candidate": ("{Who} (candidate)", "{Who} (кандидат на вылет)"),
    "dmo": ("{Who} (opponent, DMO)", "{Who} (соперник, DMO)"),
    "candidate_you": ("{Who} (candidate), you", "{Who} (кандидат на вылет), вы"),
    "dmo_you": ("{Who} (opponent, DMO), you", "{Who} (соперник, DMO), вы"),
    "now": (
        "Now: put a number from 10 to 999999 on an empty cell (72@D4).",
        "Сейчас: поставьте число от 10 до 999999 на пустую клетку (72@D4).",
    ),
    "now_wait": ("Now: it is the turn of {who}.", "Сейчас: ходит {who}."),
    # How it ended
    "grid-full": ("The grid is full: the match is over.", "Поле заполнено: партия окончена."),
    "four-skipped": (
        "Four turns in a row were skipped: the match is over; fewer time-outs win.",
        "Четыре хода подряд пропущены: партия окончена; выигрывает тот, у кого меньше просрочек.",
    ),
    "time-ran-out": (
        "Time ran out, and that loses: the match is over.",
        "Время вышло, это поражение: партия окончена.",
    ),
    "shown": ("The sets were:", "Множества были такими:"),
    "shown_set": ("{label}, worth {worth}: {statement}", "{label}, цена {worth}: {statement}"),
    "first": ("First: {name}.", "Первое место: {name}."),
    # Events
    "placed": (
        "{Who} puts {number} on {cell}: sets {sets}, points {points}.",
        "{Who} ставит {number} на {cell}: множества {sets}, очков {points}.",
    ),
    "placed_you": (
        "You put {number} on {cell}: sets {sets}, points {points}.",
        "Вы ставите {number} на {cell}: множества {sets}, очков {points}.",
    ),
    "placed_none": (
        "{Who} puts {number} on {cell}: it belongs to no set.",
        "{Who} ставит {number} на {cell}: не входит ни в одно множество.",
    ),
    "placed_none_you": (
        "You put {number} on {cell}: it belongs to no set.",
        "Вы ставите {number} на {cell}: не входит ни в одно множество.",
    ),
    "time-ran-out_event": ("Time has run out for {who}.", "{Who}: время вышло."),
    "time-ran-out_event_you": ("Your time has run out.", "Ваше время вышло."),
    "over": ("{why} Points: {points}. First: {name}.", "{why} Очки: {points}. Первое место: {name}."),
    # Assistance
    "weighed": ("{number}: {chances}", "{number}: {chances}"),
    "weighed_none": ("in none of the sets", "ни в одном множестве"),
    "weighed_points": ("Points to be expected: {points}.", "Ожидаемые очки: {points}."),
    # Bots
    "bot_collector": ("Collector", "Собиратель"),
    "bot_plain": ("Plain", "Простой"),
    # What the outcome's reason and titles are called
    "outcome_grid-full": ("grid full", "поле заполнено"),
    "outcome_four-skipped": ("four skipped", "пропущены четыре хода подряд"),
    "outcome_time-ran-out": ("time ran out", "вышло время"),
    "outcome_eliminated": ("eliminated", "вылетает"),
}
