"""Refusals in the reader's language, from their codes and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from numberhouse.contract.game import IllegalAction
from numberhouse.contract.names import Names
from numberhouse.games.mixmath.rules.tiles import words

__all__ = ["RUSSIAN", "refuse"]


def refuse(illegal: IllegalAction, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The refusal for readers of `lang` ("en", "ru"; any other reads English)."""
    phrase = (RUSSIAN if lang == "ru" else ENGLISH).get(_name(illegal))
    return phrase.format(**_filled(illegal.values, Names(names, lang))) if phrase else illegal.message


def _name(illegal: IllegalAction) -> str:
    code, values = illegal.code, illegal.values
    if code == "notation":
        # The house refuses very long text before it is read here.
        return f"notation: {values.get('why', 'long')}"
    if code == "options":
        return f"options: {next(iter(values), '')}"
    if code in ("unsolved", "sign") and "chains" in values:
        return f"{code}: chains"
    if code == "line-length" and values.get("placements") == 1:
        return "line-of-one"
    if code == "nothing-to-challenge" and not values.get("challenge"):
        return "nothing-to-challenge: right"
    return code


def _filled(values: Mapping[str, Any], called: Names) -> dict[str, Any]:
    filled = dict(values)
    if "longest" in values:
        filled["most"] = values["longest"]
    if "pairs" in values:
        filled["pairs"] = " или ".join(f"{a} и {b}" for a, b in values["pairs"])
    if "chains" in values:
        filled["chains"] = " или ".join(" ".join(map(str, line)) for line in values["chains"])
    if "waiting" in values:
        filled["waiting"] = called.listed(values["waiting"])
    if "turn" in values:
        filled["turn"] = called.of(values["turn"])
    if "rack" in values:
        tile = values["tile"]
        filled["rack"] = words(tuple(values["rack"])) or "ничего"
        filled["tile"] = "такого числа" if tile is None else "пустой фишки" if tile < 0 else tile
    return filled


ACCEPTED: Final = (
    "положите фишку, назвав число и клетку (12@H7, а 12@H7+ берёт ещё фишку на клетке со знаком), или "
    "напишите конец, пас, обмен и фишки (обмен 3 3 17), принять или оспорить"
)

ENGLISH: Final[Mapping[str, str]] = {
    "not-your-turn": "it is the turn of {turn}; wait until it has come round",
    "waiting": "the last tile may still be challenged by: {waiting}; wait for their answers",
}
"""What speaks of other players, by their names; the others are their own messages."""

RUSSIAN: Final[Mapping[str, str]] = {
    "lay-something": "здесь надо найти ход: выложите хотя бы одну фишку",
    # Where a tile may lie
    "cell": "Клетки «{cell}» нет; клетки — от A1 до N14, например G7.",
    "tile": "Фишки {value} нет; есть числа от 0 до 20 и произведения двух чисел от 1 до 10, не больше 90.",
    "printed": "На {cell} напечатано число, туда ничего не кладут.",
    "occupied": "{cell} занята: там лежит {tile}; выберите пустую клетку.",
    "no-pair": "Рядом с {cell} нет двух чисел подряд; кладите фишку с края такой пары.",
    "unsolved": "{value} на {cell} не получается из чисел: {pairs}.",
    "sign": "{value} на {cell} не получается из чисел: {pairs}, а на этой клетке годится только знак {sign}.",
    "unsolved: chains": (
        "{value} на {cell} не получается ни из чисел: {pairs}, ни из большего числа чисел соседнего ряда "
        "{chains}, прочитанных с любого конца."
    ),
    "sign: chains": (
        "{value} на {cell} не получается ни из чисел: {pairs}, ни из большего числа чисел соседнего ряда "
        "{chains}, а на этой клетке годится только знак {sign}."
    ),
    # Whose turn it is
    "unknown-seat": "Места {seat} нет; есть места от 0 до {last}.",
    "over": "Партия окончена, в ней больше ничего не сделать.",
    "not-your-turn": "Сейчас ходит {turn}; дождитесь своей очереди.",
    "waiting": "Последнюю фишку ещё могут оспорить: {waiting}; дождитесь их ответа.",
    "unknown-action": (
        "Такого действия в Mixmath нет; можно выложить фишку, закончить ход, пасовать, обменять фишки, "
        "принять фишку или оспорить её."
    ),
    # Placing
    "not-on-rack": "На вашей подставке столько раз этого нет: {tile}. У вас: {rack}.",
    "no-draw": "На {cell} нет знака, фишку за неё не берут; кладите без «+».",
    "bag-empty": "Мешок пуст, взять нечего; кладите без «+».",
    "no-line": "Каждую фишку могут оспорить, прежде чем ляжет следующая; в этой партии кладите по одной.",
    "line-length": "В строке может быть от 1 до {most} фишек, а не {placements}.",
    "line-of-one": "Строка из одной фишки заканчивает ход; без этого кладите просто фишку.",
    "nothing-placed": "В этот ход ещё ничего не выложено; положите фишку, обменяйте фишки или пасуйте.",
    "pass-after-placing": "Если фишка выложена, пасовать в этот ход нельзя; закончите ход.",
    # Exchanging
    "exchange-after-placing": "Если фишка выложена, обменивать в этот ход нельзя; закончите ход.",
    "exchange-count": "Обменять можно от 1 до {most} фишек, а не {tiles}.",
    "exchange-order": "Фишки для обмена перечисляют по возрастанию, например 3 3 17.",
    "bag-short": "Столько фишек не обменять: нужно {tiles}, в мешке {bag}; обменяйте меньше или пасуйте.",
    # Challenging
    "nothing-to-challenge": "Сейчас нет фишки, которую вы могли бы принять или оспорить.",
    "nothing-to-challenge: right": (
        "Сейчас нет фишки, которую вы могли бы принять или оспорить; в этой партии ложатся только верные."
    ),
    # Before the start
    "seats": "В Mixmath играют от {fewest} до {most} мест, а не {seats}.",
    "options: blanks": "Пустых фишек может быть 0 или 2, а не {blanks}.",
    "options: idle_rounds": "Кругов без фишек может быть от {fewest} до {most}, а не {idle_rounds}.",
    "options: operations": "Из действий {possible} можно выбрать любые, каждое один раз, а не {operations}.",
    "options: turn_ends": "Ход кончается сам (itself) или по слову игрока (player), а не «{turn_ends}».",
    # What was written
    "notation: long": "В строке символов: {length}; читаются не больше {most}.",
    "notation: empty": f"Ничего не написано; {ACCEPTED}.",
    "notation: many": "В строке фишек: {placements}; читаются не больше {most}.",
    "notation: part": f"«{{part}}» непонятно; {ACCEPTED}.",
    "notation: cell": "Клетки {cell} нет; клетки — от A1 до N14, например G7.",
    "notation: exchange": "Для обмена назовите от 1 до {most} фишек с подставки, например: обмен 3 3 17.",
    "notation: tile": "«{part}» — не фишка; пишите числа, пустую фишку — звёздочкой: обмен 3 3 17.",
}
"""By code; with what else tells two refusals of one code apart."""
