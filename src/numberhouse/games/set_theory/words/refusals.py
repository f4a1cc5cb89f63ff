"""What is refused, in the reader's language: a sentence for every code, and for all that can be wrong with a
condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from numberhouse.contract.game import IllegalAction
from numberhouse.contract.names import Names

__all__ = ["PROBLEMS", "SENTENCES", "refuse"]


def refuse(illegal: IllegalAction, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The refusal for readers of `lang`; for all but Russian its own English message, with names."""
    values = dict(illegal.values)
    said = (SENTENCES if lang == "ru" else ENGLISH).get(_name(illegal.code, values))
    return illegal.message if said is None else said.format_map(_told(values, Names(names, lang)))


def _name(code: str, values: Mapping[str, Any]) -> str:
    """One code may stand for several things; then the values say which."""
    if code == "options":
        return f"options {values['option']}" + (" count" if "count" in values else "")
    if code == "notation":
        return f"notation {values.get('problem', '')}"
    return code


def _told(values: Mapping[str, Any], called: Names) -> dict[str, Any]:
    told = dict(values)
    told |= {name: called.of(values[name]) for name in ("turn", "begins") if name in values}
    if "turn" in values:
        told["seat"] = called.of(values["seat"])
    if "problem" in values:
        told["why"] = PROBLEMS.get(values["problem"], values["problem"])
    if isinstance(values.get("sets"), list | tuple):
        told["sets"] = " и ".join(values["sets"])
    if "close" in values:
        names = " или ".join(values["close"])
        told["hint"] = f"может быть, {names}?" if names else "все имена перечисляет `numberhouse sets`"
    return told


NUMBERS: Final = "можно ставить числа от 10 до 999999"
WRITE: Final = "напишите целое число от 10 до 999999 и пустую клетку, например 72@D4"
CELLS: Final = "клетки называются от A1 до H8, например D4"

ENGLISH: Final[Mapping[str, str]] = MappingProxyType(
    {
        "not-your-turn": "it is the turn of {turn}, not of {seat}",
        "not-begun": "{turn} decides first who begins",
        "not-yours-to-decide": "{turn} decides who begins, not {seat}",
    }
)
"""What speaks of players, by their names."""

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        # Turns
        "no-seat": "места {seat} нет; есть места 0 и 1",
        "over": "партия окончена, больше ничего поставить нельзя",
        "not-your-turn": "сейчас ходит {turn}, а не {seat}",
        "not-begun": "сначала {turn} решает, кто начинает",
        "not-yours-to-decide": "кто начинает, решает {turn}, а не {seat}",
        "begun": "уже решено, что начинает {begins}; поставьте число на пустую клетку",
        "one-digit": f"в числе {{number}} одна цифра, такие запрещены; {NUMBERS}",
        "out-of-range": f"число {{number}} не подходит; {NUMBERS}",
        "used": "число {number} уже стоит на поле, на клетке {cell}; поставьте другое",
        "example": "число {number} — пример множества {set}; примеры ставить нельзя, другие числа можно",
        "choose-one": "выберите одно из предложенных свойств",
        "no-cell": f"клетки {{cell!r}} нет; {CELLS}",
        "taken": "на {cell} уже стоит {number}; выберите пустую клетку",
        # Notation
        "notation too-long": "в строке {length} знаков; читаются не больше {longest}",
        "notation empty": f"ничего не написано; {WRITE}",
        "notation not-understood": f"непонятно: {{text!r}}; {WRITE}",
        "notation no-cell": f"клетки {{cell}} нет; {CELLS}",
        "notation not-an-integer": f"{{text}} — не целое число; {WRITE}",
        "notation far-out": f"число {{text}} слишком велико; {WRITE}",
        # A new match
        "seats": "в Set Theory играют двое, а мест {seats}",
        "options sets count": "множеств передано {count}; нужно десять, от A до J, или ни одного",
        "options worths count": "цен передано {count}; нужно десять, от A до J, или ни одной",
        "options example_numbers count": (
            "списков примеров передано {count}; нужно десять, от A до J, или ни одного: тогда решит жребий"
        ),
        "options worths": "цена каждого множества — 1, 2 или 3",
        "options examples": "примеров может быть от 0 до {most}, а указано {examples}",
        "number": "множеств {given}, а в партии их {needed}",
        "unknown-property": "множество {set}: свойства {id!r} нет; {hint}",
        "expression": "множество {set}, знак {at}: {why}",
        "undefined": (
            "множество {set}, знак {at}: {why} при n = {n}; условие должно иметь смысл для любого числа"
        ),
        "too-few-members": ("в множестве {set} чисел от 10 до 999999: {members}; нужно не меньше {fewest}"),
        "too-long": "множество {set}: знаков {count}; можно не больше {most}",
        "too-many": "множество {set}: в списке чисел {count}; можно не больше {most}",
        "outside": "множество {set}: в списке есть {number}; можно числа от 10 до 999999",
        "examples-without-sets": (
            "примеры можно выбрать только для переданных множеств; передайте и десять множеств "
            "или не передавайте примеров: тогда их выберет жребий"
        ),
        "many-examples": "множество {set}: примеров {count}; можно не больше {most}",
        "example-out-of-range": (
            "множество {set}: {number} не может быть примером; можно числа от 10 до 999999"
        ),
        "example-twice": (
            "множество {set}: {number} дано примером дважды; примеры множества должны различаться"
        ),
        "not-a-member": (
            "множество {set}: число {number} в него не входит; примером может быть только число множества"
        ),
        "equal": "множества {sets} состоят из одних и тех же чисел; все десять должны различаться",
    }
)
"""In Russian, by code; where a code stands for several things, by the code and what else is told."""

PROBLEMS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "empty": "ничего не написано; нужно условие на n, например n % 7 == 3",
        "too-long": "условие слишком длинное; читаются не больше 500 знаков",
        "character": "этот знак здесь непонятен",
        "syntax": "здесь это стоять не может, или условие не дописано",
        "too-deep": "слишком много вложенных скобок",
        "too-large": "значение больше 10**18",
        "arguments": "у функции другое число значений",
        "base": "основание — это число от 2 до 36, записанное цифрами",
        "unknown-name": "такого имени нет; есть n и функции языка условий",
        "not-a-condition": "это число, а нужно условие; сравните его с чем-нибудь, например с нулём",
        "not-a-number": "это условие, а нужно число",
        "too-many-calls": "функций не больше двадцати",
        "division-by-zero": "деление на нуль",
        "exponent": "показатель степени не от 0 до 60",
        "outside": "функция для такого значения не определена",
    }
)
"""What can be wrong with a condition, in Russian."""
