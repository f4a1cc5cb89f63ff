"""What is refused, told in Russian; English is the refusal's own message."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from numberhouse.contract.game import IllegalAction
from numberhouse.games.sign_cook.rules.pantry import ORDER
from numberhouse.games.sign_cook.words.phrases import phrase

__all__ = ["RUSSIAN", "in_russian"]

Values = Mapping[str, Any]


def in_russian(illegal: IllegalAction) -> str:
    """The refusal; its message where the code isn't one of this game's."""
    told = RUSSIAN.get(illegal.code)
    if told is None:
        return illegal.message
    text = told if isinstance(told, str) else told(illegal.values)
    return text.format_map({name: _shown(value) for name, value in illegal.values.items()})


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_shown, value))
    return re.sub(r"\((\d+) digits\)", r"(цифр: \1)", str(value))


def _written(values: Values) -> str:
    """Where in a dish and in its expression."""
    item = "выражение {item}, " if "item" in values else ""
    return (
        f"{item}позиция {{position}}: "
        if "position" in values
        else item.removesuffix(", ") + ": " * bool(item)
    )


def _item(values: Values, text: str) -> str:
    return ("выражение {item}: " if "item" in values else "") + text


def _character(values: Values) -> str:
    known = "скобок здесь нет" if values["character"] in "()" else "{character} не часть выражения"
    return _written(values) + known + "; его пишут цифрами и знаками + - x / ^"


def _syntax(values: Values) -> str:
    wanted = {
        "number": "число",
        "number-or-minus": "число или минус",
        "sign": "знак или конец",
    }[values["expected"]]
    if "found" not in values:
        return _written(values) + f"выражение кончается там, где ожидается {wanted}"
    more = "; цифры через пробел не составляют числа" if values["found"].isdigit() else ""
    return _written(values) + f"ожидается {wanted}, а стоит {{found}}{more}"


def _leading_zero(values: Values) -> str:
    if "number" in values:
        return "{number} начинается с 0; так может только сам 0"
    return _written(values) + "число из нескольких цифр не начинается с 0"


def _too_large(values: Values) -> str:
    if "most" in values:
        return _item(
            values,
            "слишком велико, чтобы судить: в промежуточных результатах вместе больше {most} двоичных цифр",
        )
    if "fraction" in values:
        return _item(
            values,
            "слишком велико, чтобы судить: знак {sign} даёт дробь, чьи части длиннее {largest} двоичных цифр",
        )
    return _item(
        values,
        "слишком велико, чтобы судить: знак {sign} даёт число, в котором больше {largest} двоичных цифр",
    )


def _not_consecutive(values: Values) -> str:
    wrong = []
    if values["doubled"]:
        wrong.append("{doubled} больше одного раза")
    if values["missing"]:
        wrong.append("нет {missing}")
    return "значения закуски идут подряд, каждое один раз; от {lowest} до {top} " + " и ".join(wrong)


def _not_owned(values: Values) -> str:
    missing = " ".join(values["missing"])
    held = " ".join(values["pantry"]) or "ничего"
    return f"в кладовой не хватает: {missing}; там есть: {held}"


def _equation_digits(values: Values) -> str:
    cells, path, found = " ".join(values["cells"]), " ".join(values["path"]), " ".join(values["equation"])
    return f"в ячейках {cells} стоят {path}, в равенстве {found or 'ничего'}; нужны все они, в порядке пути"


def _zero(values: Values) -> str:
    place = phrase(values["place"], "ru")
    return f"{place}: за 0 не дают ничего, а он потрачен; если это и нужно, подтвердите обмен (точно)"


def _ruling_word(values: Values) -> str:
    can = "решать можно о: {served}" if values["served"] else "слов ещё не подавали"
    return f"{{word}}: такого слова не подавали; {can}"


def _ruling_value(values: Values) -> str:
    wanted = {
        "starter": "целое число",
        "main": "число, например 24, 22/7, 2.665 или 0.5+0.866i",
        "dessert": "целое число от 1 до 26",
    }[values["course"]]
    return f"{{value}}: таким значение не бывает; это {wanted}, или unfit, или ruined"


def _ruling_early(values: Values) -> str:
    return f"{phrase(values['course'], 'ru')}: ещё не оценено; решают о блюдах, которые уже видели все"


def _ruling_decided(values: Values) -> str:
    can = "не решено значений: {open}" if values["open"] else "нерешённых значений нет"
    return f"{phrase(values['course'], 'ru')}, место {{seat}}, выражение {{item}}: решать нечего; {can}"


def _ruling_stands(values: Values) -> str:
    if "value" in values:
        return "это значение уже стоит: {value}"
    return "{word} уже " + ("считается словом" if values["counts"] else "не считается словом")


def _by_problem(texts: Mapping[str, str]) -> Callable[[Values], str]:
    return lambda values: texts[values["problem"]]


ACCEPTED: Final = (
    "пишут: обменять МЕСТО ЦИФРА, добыть ЯЧЕЙКИ РАВЕНСТВО, купить ФИШКА, "
    "подать ВЫРАЖЕНИЕ; ВЫРАЖЕНИЕ … или подать ничего"
)
TILES: Final = " ".join(ORDER)

RUSSIAN: Final[Mapping[str, str | Callable[[Values], str]]] = {
    # At any time
    "unknown-seat": "места {seat} нет; места от 0 до {last}",
    "over": "матч окончен, делать в нём больше нечего",
    "served-already": "ваше блюдо раунда {round} у судьи; подождите остальных",
    # Visits
    "unknown-place": "такого места нет; цифры меняют во дворце, на рынке, на станции, на кухне и на площади",
    "unknown-tile": f"такой фишки нет; меняют одну цифру от 0 до 9, покупают одну из {TILES}",
    "sure": "{tile} меняют и так; подтверждение нужно только для 0",
    "zero": _zero,
    "visits": "посещений в раунде {visits}, и все они сделаны; подавайте блюдо",
    "too-many-visits": "здесь только готовят; подавайте блюдо",
    "bought-already": "купить фишку можно один раз за партию; вы уже купили {tile}",
    "garnets": "гранатов на фишку нужно {price}, а у вас {garnets}",
    "not-owned": _not_owned,
    # The mine
    "path-length": "ячеек на пути {cells}; добыть можно от {fewest} до {most}",
    "unknown-cell": "ячейки {cell} нет; они идут от A1 до {last}",
    "cell-twice": "{cell} стоит на пути дважды; можно один раз",
    "cells-apart": "{cell} и {next} не соседи по стороне; за {cell} могут идти: {near}",
    "closed-cell": "{cell} закрыта: вы её уже добыли",
    "equation": _by_problem({
        "long": "символов в равенстве {length}; можно не больше {longest}",
        "character": "позиция {column} равенства: {character}; можно цифры, + - x / и один знак =",
        "shape": "{equation}: нужен один из + - x /, последним знак = и после него число, например 2+1=3",
        "sign": "{equation}, позиция {column}: ожидается знак",
        "number": "{equation}, позиция {column}: ожидается число",
    }),
    "equation-digits": _equation_digits,
    "division-by-zero": "{equation}: делить на 0 нельзя",
    "unequal": "{equation}: неверно, слева направо выходит {left}",
    # Expressions
    "empty": lambda values: _item(values, "в выражении есть хотя бы число, а тут ничего нет"),
    "character": _character,
    "syntax": _syntax,
    "leading-zero": _leading_zero,
    "too-long": lambda values: _item(values, "символов в выражении {length}; читается не больше {longest}"),
    "too-large": _too_large,
    "undecided": lambda values: _item(
        values, "не решено: значение не рациональное, точно найти его не удалось; судить может ведущий"
    ),
    "claim": lambda values: (
        _written(values) + "за = стоит одно значение, например 24, 22/7 или -3; или уберите ="
    ),
    "untrue": lambda values: _item(values, "{text}: за = стоит не его значение; исправьте или уберите ="),
    "undecided-claim": lambda values: _item(
        values, "{text}: значение решает ведущий, поэтому за = стоять нечему; уберите ="
    ),
    # Dishes
    "dish-length": "символов в блюде {length}; читается не больше {longest}",
    "empty-dish": "в блюде есть хотя бы одно выражение; чтобы не подавать блюда, подайте ничего",
    "one-expression": "горячее: одно выражение, а тут их {expressions}",
    "no-sign": "выражение {item}, {text}, без знака; в закуске знак есть в каждом",
    "not-whole": "выражение {item}, {text}, даёт {value}; нужно целое число",
    "not-consecutive": _not_consecutive,
    "no-letter": "выражение {item}, {text}, даёт {value}; буквы идут от 1 до 26",
    "unknown-word": "{word}: такого слова в списке {name} нет; подайте другое",
    "lookup": "{word} проверить нельзя; можно слова из {fewest}–{most} букв от a до z",
    # Rulings of the host
    "ruling-word": _ruling_word,
    "ruling-value": _ruling_value,
    "ruling-early": _ruling_early,
    "ruling-value-decided": _ruling_decided,
    "ruling-stands": _ruling_stands,
    # Options
    "seats": "мест {seats}; играть можно вместе от {fewest} до {most}",
    "options": _by_problem({
        "rows": "строк в шахте {rows}; можно от 2 до 26",
        "cells": "ячеек в строке 1 шахты {cells}; можно от 2 до 26",
        "uneven": "ячеек в строке {row} шахты {cells}, а в строке 1 их {width}",
        "digit": "в строке {row} шахты стоит {character}; можно цифры от 0 до 9",
        "garnets-count": "чисел гранатов {count} на мест {seats}; можно одно на всех или каждому своё",
        "garnets": "гранатов {value}; можно от 0 до {most}",
        "words-length": "символов в списке слов {length}; можно не больше {most}",
        "overruled-count": "слов, о которых решено иначе, {count}; можно не больше {most}",
        "overruled-word": "среди слов, о которых решено иначе, есть {word}; можно 2–15 маленьких букв a–z",
    }),
    "words": _by_problem({
        "changed": "матч начат со списком {name} ({first}), а этот другой ({other}); судят по первому",
        "missing": "здешнего списка слов нет: его не удалось загрузить при сборке; дайте свой список",
        "bytes": "список слов не в UTF-8",
        "long": "символов в списке слов больше {most}, а можно не больше",
        "empty": "в списке слов есть хотя бы одно слово, а этот пуст",
        "word": "слово {number} списка: {word}; в слове от {fewest} до {most} букв, каждая от a до z",
    }),
    "notation": _by_problem({
        "long": "символов в строке {length}; читается не больше {longest}",
        "empty": f"ничего не написано; {ACCEPTED}",
        "verb": f"{{word}}: непонятно; {ACCEPTED}",
        "visit": "для обмена называют место и цифру, например: обменять рынок 9",
        "place": "места {word} нет; есть дворец, рынок, станция, кухня и площадь",
        "digit": "{word}: это не цифра; меняют одну, от 0 до 9",
        "mine": "чтобы добыть, называют ячейки пути и равенство, например: добыть B8 A8 A7 2+1=3",
        "mine-long": "слов {count}, это слишком много; ячеек на пути не больше {most}",
        "character": "{word} не может стоять в равенстве; можно цифры, + - x / и один знак =, как в 2+1=3",
        "tile": f"{{word}}: такой фишки нет; есть {TILES}",
        "dish": "блюдо не написано; напишите выражения, например: подать 1+1; 4-1, или: подать ничего",
        "item": "выражение {item} блюда пусто; напишите что-нибудь между двумя ; или уберите одну ;",
    }),
}  # fmt: skip
