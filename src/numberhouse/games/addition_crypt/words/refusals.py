"""What is refused, in Russian; in English a refusal brings its own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from numberhouse.contract.game import IllegalAction
from numberhouse.games.addition_crypt.rules.options import LETTERS

__all__ = ["RUSSIAN", "refuse"]

Values: TypeAlias = Mapping[str, Any]
Words: TypeAlias = str | Callable[[Values], str]


def refuse(
    illegal: IllegalAction,
    lang: str = "en",
    names: Sequence[str] | None = None,  # noqa: ARG001 - no refusal names a seat
) -> str:
    """The refusal for readers of `lang` ("en", "ru"; any other reads English)."""
    words = RUSSIAN.get(illegal.code)
    if lang != "ru" or words is None:
        return illegal.message
    return words.format(**illegal.values) if isinstance(words, str) else words(illegal.values)


def _late(values: Values) -> str:
    if values["named"] == values["round"]:
        return f"Поздно: в раунде {values['round']} время вышло; ждите следующего."
    return (
        f"Поздно: раунд {values['named']} закрыт, идёт раунд {values['round']}; "
        "посмотрите на узлы и подайте заявку заново."
    )


def _unknown_node(values: Values) -> str:
    return f"Узла {values['name']} нет; узлы от A до {LETTERS[values['nodes'] - 1]}."


def _same_node(values: Values) -> str:
    return f"{LETTERS[values['node']]} назван дважды; назовите два разных узла."


def _barred_node(values: Values) -> str:
    free = " ".join(LETTERS[node] for node in range(values["nodes"]) if node not in values["barred"])
    letter, number = LETTERS[values["node"]], values["round"]
    return f"{letter} был у вас в раунде {number - 1}, в раунде {number} его брать нельзя; можно {free}."


def _options(values: Values) -> str:
    return OPTIONS[values["problem"]].format(**values)


def _notation(values: Values) -> str:
    told = {**values, "meant": " или ".join(values.get("meant", ()))}
    return f"{NOTATION[values['problem']].format(**told)}; {ACCEPTED}."


RUSSIAN: Final[Mapping[str, Words]] = {
    "barred-node": _barred_node,
    "everybody": "Это все, кто играет; для всех есть зал.",
    "early": "Рано: это для раунда {named}, а ещё идёт раунд {round}.",
    "late": _late,
    "locked-already": (
        "Заявка раунда {round} уже подтверждена; пока раунд не закрыт, её ещё можно заменить."
    ),
    "no-such-seat": "Места {seat} нет; места от 0 до {last}.",
    "not-inside": "Не хватает вашего места {seat}; комнату открывают для себя и других.",
    "no-asterisk": "У одного из двух узлов должна быть звёздочка: он приносит очки, например C* B.",
    "notation": _notation,
    "nothing-submitted": (
        "В раунде {round} ещё ничего не подано, подтверждать нечего; "
        "сначала назовите два узла, например C* B."
    ),
    "options": _options,
    "over": "Партия окончена, подавать в ней больше нечего.",
    "room-there": "Комнату именно для этих мест вы уже открыли; говорите в ней.",
    "rooms-over": (
        "Комнаты открывают только в раунде 1, а идёт раунд {round}; теперь говорят в комнатах своих узлов."
    ),
    "same-node": _same_node,
    "seat-twice": "Место {seat} названо дважды; назовите каждое место один раз.",
    "too-few": "В комнате не меньше {fewest}; у любых двоих уже есть разговор наедине.",
    "too-many-rooms": "Вы открыли комнат: {most}, больше нельзя; воспользуйтесь одной из них.",
    "seats": "Для Склепа сложения не годится число мест {seats}; можно от {fewest} до {most}.",
    "unknown-node": _unknown_node,
    "unknown-round": "Раунда {named} нет; раунды от 1 до {rounds}, сейчас идёт раунд {round}.",
    "unknown-seat": "Места {seat} нет; места от 0 до {last}.",
}

OPTIONS: Final[Mapping[str, str]] = {
    "choice": "{name} не может быть {value}; можно: {possible}.",
    "empty-round": "В раунде {round} не названо ничего; обычный раунд называется theme.",
    "nodes": "В start названо узлов: {nodes}; можно от {fewest} до {most}.",
    "number": "{name}: {value}; можно от {least} до {most}.",
    "rounds": "В rounds названо раундов: {rounds}; можно от 1 до {most}.",
    "theme": "Раунд {round} назван theme и ещё чем-то; theme значит обычный раунд и стоит один.",
    "twice": "В раунде {round} одно и то же названо дважды; можно один раз.",
    "variation": "Раунд {round} не может быть {value}; можно: {possible}.",
}

NOTATION: Final[Mapping[str, str]] = {
    "asterisk": "В «{text}» нет звёздочки",
    "asterisks": "В «{text}» больше одной звёздочки",
    "cyrillic": "Буква «{text}» здесь кириллическая и может значить {meant}; нужна латинская",
    "empty": "Ничего не написано",
    "long": "В строке знаков: {length}; читается не больше {most}",
    "unknown": "«{text}» не понять",
}

ACCEPTED: Final = (
    "напишите два узла, у одного из них звёздочка (он приносит очки), например C* B, "
    "или «подтвердить», чтобы подтвердить; в раунде 1 ещё «комната» и места тех, для кого она, "
    "например комната 0 2 5"
)
