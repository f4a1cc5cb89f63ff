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
    "head": ("Mixmath: turn {turn}, tiles in the bag: {bag}", "Mixmath: ход {turn}, фишек в мешке: {bag}"),
    "with_blanks": ("two blanks", "две пустые фишки"),
    "with_challenge": ("any tile may be challenged", "любую фишку можно оспорить"),
    "ended_by_player": ("turns end when the player says so", "ход кончает сам игрок"),
    "endless": ("exchanging may go on for ever", "обменивать можно без конца"),
    "with_operations": ("also {operations}", "также {operations}"),
    "operation_power": ("powers", "степени"),
    "operation_root": ("roots", "корни"),
    "operation_logarithm": ("logarithms", "логарифмы"),
    "operation_modulus": ("remainders (mod)", "остатки (mod)"),
    "with_chains": ("longer lines count", "длинные цепочки считаются"),
    "assisted": ("assistance is on", "помощь разрешена"),
    "legend": (
        "x2 x3 premium; [+] sign square; 12! laid in this turn; *12 a blank laid as 12",
        "x2 x3 премия; [+] клетка со знаком; 12! выложена в этот ход; *12 пустая как 12",
    ),
    "legend_plain": (
        "x2 x3 premium; [+] sign square; 12! laid in this turn",
        "x2 x3 премия; [+] клетка со знаком; 12! выложена в этот ход",
    ),
    "opening": ("For the start were drawn: {draws}.", "На право первого хода вытянуты: {draws}."),
    "opening_draw": ("{who} {tile}", "{who}: {tile}"),
    "again": ("; again {draws}", "; ещё раз {draws}"),
    "score": ("{name}: points {points}, tiles {tiles}", "{name}: очков {points}, фишек {tiles}"),
    "score_shown": (", known: {tile}", ", известна: {tile}"),
    "you": ("{who}, you", "{who}, вы"),
    "last_turn": ("  last turn: {what}", "  прошлый ход: {what}"),
    "this_turn": ("  this turn: {what}", "  этот ход: {what}"),
    "passed": ("passed", "пас"),
    "timed_out": ("time ran out", "время вышло"),
    "nothing": ("nothing yet", "пока ничего"),
    "exchanged_count": ("exchanged tiles: {count}", "обменяно фишек: {count}"),
    "together": ("points {points}", "очков {points}"),
    "bonus": ("50 of them for the empty rack", "из них 50 за пустую подставку"),
    "wrong": ("{laid} taken back, {who} challenged it", "{laid} снята, так как её оспаривает {who}"),
    "rack": ("Your rack: {rack}", "Ваша подставка: {rack}"),
    "rack_empty": ("Your rack is empty.", "Ваша подставка пуста."),
    "now_first": (
        "Now: lay a tile (12@H7, with + at the end to draw on a sign square), exchange 3 17, or pass.",
        "Сейчас: выложите фишку (12@H7, с + в конце, чтобы взять фишку на клетке со знаком), exchange 3 17 "
        "или pass.",
    ),
    "now_first_empty": (
        "Now: lay a tile (12@H7) or pass; the bag is empty.",
        "Сейчас: выложите фишку (12@H7) или pass; мешок пуст.",
    ),
    "now_more": ("Now: lay another tile, or end.", "Сейчас: выложите ещё фишку или end."),
    "now_answer": (
        "Now: accept {laid}, or challenge if it solves nothing.",
        "Сейчас: accept, чтобы принять {laid}, или challenge, если равенства нет.",
    ),
    "now_asked": (
        "Now: {laid} may be challenged by: {names}.",
        "Сейчас: {laid} могут оспорить: {names}.",
    ),
    "now_wait": ("Now: it is the turn of {who}.", "Сейчас: ходит {who}."),
    # How it ended
    "rack-empty": (
        "The bag and a rack are empty: the match is over.",
        "Мешок и одна из подставок пусты: партия окончена.",
    ),
    "all-passed": (
        "All have passed, one after the other: the match is over.",
        "Все спасовали подряд: партия окончена.",
    ),
    "idle": (
        "Nobody has laid a tile for too long: the match is over by a rule of this house.",
        "Слишком долго никто не выкладывал фишек: партия окончена по правилу этого дома.",
    ),
    "final": (
        "{name}: {points} points, less {lost} left on the rack ({rack}), makes {final}.",
        "{name}: {points} очк. минус {lost} за оставшееся ({rack}), итого {final}.",
    ),
    "final_clean": (
        "{name}: {points} points, nothing left over.",
        "{name}: {points} очк., ничего не осталось.",
    ),
    "first": ("First: {names}.", "Первое место: {names}."),
    # Events
    "placed": ("{Who} lays {laid}, points {points}.", "{Who} кладёт {laid}, очков {points}."),
    "placed_you": ("You lay {laid}, points {points}.", "Вы кладёте {laid}, очков {points}."),
    "placed_drew": (
        "{Who} lays {laid}, points {points}, and draws a tile.",
        "{Who} кладёт {laid}, очков {points}, и берёт фишку.",
    ),
    "placed_drew_you": (
        "You lay {laid}, points {points}, and draw a tile.",
        "Вы кладёте {laid}, очков {points}, и берёте фишку.",
    ),
    "drew": ("You draw {tiles}.", "Вы берёте {tiles}."),
    "refilled": ("You refill with {tiles}.", "Вы добираете {tiles}."),
    "exchanged": ("{Who} exchanges tiles: {count}.", "{Who} меняет фишек: {count}."),
    "exchanged_you": ("You exchange tiles: {count}.", "Вы меняете фишек: {count}."),
    "exchanged-tiles": (
        "You return {returned} and draw {drawn}.",
        "Вы возвращаете {returned} и берёте {drawn}.",
    ),
    "passed_event": ("{Who} passes.", "{Who} пасует."),
    "passed_event_you": ("You pass.", "Вы пасуете."),
    "late_event": ("Time has run out for {who}.", "{Who}: время вышло."),
    "late_event_you": ("Your time has run out.", "Ваше время вышло."),
    "turn-ended": (
        "{Who} ends the turn with points {points}, total {total}.",
        "{Who} заканчивает ход: очков {points}, всего {total}.",
    ),
    "turn-ended_you": (
        "Your turn ends with points {points}, total {total}.",
        "Ваш ход окончен: очков {points}, всего {total}.",
    ),
    "turn-ended_bonus": ("The empty rack brings 50 of them.", "Из них 50 за пустую подставку."),
    "stuck": ("None of your tiles can be laid any more.", "Ни одну вашу фишку больше не выложить."),
    "accepted": ("{Who} lets the tile stand.", "{Who} принимает фишку."),
    "accepted_you": ("You let the tile stand.", "Вы принимаете фишку."),
    "challenge-failed": (
        "{Who} challenges {laid}, and it is right.",
        "{Who} оспаривает {laid}, но всё верно.",
    ),
    "challenge-failed_you": (
        "You challenge {laid}, and it is right.",
        "Вы оспариваете {laid}, но всё верно.",
    ),
    "taken-back": (
        "{Who} challenges {laid}: it solves nothing and goes back to the rack; the turn ends.",
        "{Who} оспаривает {laid}: равенства нет, фишка возвращается на подставку, ход окончен.",
    ),
    "taken-back_you": (
        "You challenge {laid}: it solves nothing and goes back to the rack; the turn ends.",
        "Вы оспариваете {laid}: равенства нет, фишка возвращается на подставку, ход окончен.",
    ),
    "final_event": ("{Who} {final}", "{who}: {final}"),
    "final_event_you": ("you {final}", "вы: {final}"),
    "finals": ("Final scores: {finals}.", "Итог: {finals}."),
    # Assistance
    "planned": ("All together: {points} points.", "Всё вместе, очков: {points}."),
    "planned_bonus": ("50 of them for the empty rack.", "Из них 50 за пустую подставку."),
    # Bots
    "bot_greedy": ("Greedy", "Жадный"),
    "bot_one-tile": ("One tile", "По одной фишке"),
    # What the outcome's reason and titles are called
    "outcome_rack-empty": ("rack empty", "подставка пуста"),
    "outcome_all-passed": ("all passed", "все спасовали"),
    "outcome_idle": (
        "nobody laid a tile, a rule of this house",
        "никто не выкладывал фишек, правило этого дома",
    ),
}
