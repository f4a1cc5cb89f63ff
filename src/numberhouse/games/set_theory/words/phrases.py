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
    "tier_plain": ("plain properties", "простые свойства"),
    "tier_mixed": ("plain and less plain properties", "простые и не совсем простые свойства"),
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
    "now_begin": (
        "Now: decide who begins, you (dmo) or {other} (candidate).",
        "Сейчас: решите, кто начинает: вы (dmo) или {other} (кандидат).",
    ),
    "now_begin_wait": ("Now: {who} decides who begins.", "Сейчас: {who} решает, кто начинает."),
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
    "begins": ("{By} decides: {name} begins.", "{By} решает: начинает {name}."),
    "begins_self": ("{By} decides to begin.", "{By} решает начать."),
    "begins_you": ("{By} decides: you begin.", "{By} решает: начинаете вы."),
    "begins_mine": ("You decide: {name} begins.", "Вы решили: начинает {name}."),
    "begins_mine_self": ("You decide to begin.", "Вы решили начать."),
    "begins-by-default": (
        "{Who} has not decided in time who begins, and so begins.",
        "{Who}: время решить, кто начинает, вышло, поэтому начинает {who}.",
    ),
    "begins-by-default_you": (
        "You have not decided in time who begins, so you do.",
        "Вы не решили вовремя, кто начинает, поэтому начинаете вы.",
    ),
    "over": ("{why} Points: {points}. First: {name}.", "{why} Очки: {points}. Первое место: {name}."),
    # Assistance
    "weighed": ("{number}: {chances}", "{number}: {chances}"),
    "weighed_none": ("in none of the sets", "ни в одном множестве"),
    "weighed_points": ("Points to be expected: {points}.", "Ожидаемые очки: {points}."),
    # Remarks on the host's sets
    "remark_thin": (
        "Set {set} is thin: {members} members from 10 to 999,999, {share} %. It will seldom be met.",
        "Множество {set} редкое: от 10 до 999 999 в нём чисел {members}, {share} %. Попадают в него редко.",
    ),
    "remark_broad": (
        "Set {set} is broad: {members} members from 10 to 999,999, {share} %. Nearly every number is in it.",
        "Множество {set} широкое: от 10 до 999 999 в нём чисел {members}, {share} %. Входит почти любое.",
    ),
    "remark_finite": (
        "Set {set} is finite; the game asks for infinite sets.",
        "Множество {set} конечно, а в игре множества бесконечные.",
    ),
    "remark_within": (
        "Nearly all of set {set} is in set {other} too: {members} numbers.",
        "Множество {set} почти целиком входит и в {other}: общих чисел {members}.",
    ),
    # Bots
    "bot_collector": ("Collector", "Собиратель"),
    "bot_plain": ("Plain", "Простой"),
    # What the outcome's reason and titles are called
    "outcome_grid-full": ("grid full", "поле заполнено"),
    "outcome_four-skipped": ("four skipped", "пропущены четыре хода подряд"),
    "outcome_time-ran-out": ("time ran out", "вышло время"),
    "outcome_eliminated": ("eliminated", "вылетает"),
}
