"""What the terminal board and the teller say, in English and Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

__all__ = ["PHRASES", "phrase", "points"]


def phrase(name: str, lang: str, /, **values: Any) -> str:
    """The phrase of that name for readers of `lang` ("en", "ru"; any other reads English), filled in."""
    return PHRASES[name][lang == "ru"].format(**values)


def points(count: int, lang: str) -> str:
    """The word for so many points: point, points; очко, очка, очков."""
    if lang != "ru":
        return "point" if count == 1 else "points"
    if count % 10 == 1 and count % 100 != 11:
        return "очко"
    return "очка" if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else "очков"


PHRASES: Final[Mapping[str, tuple[str, str]]] = {
    # Rounds
    "head": (
        "Addition Crypt: round {round} of {rounds}, {names}",
        "Склеп сложения: раунд {round} из {rounds}, {names}",
    ),
    "begins": (
        "Round {round} of {rounds}: {names}.",
        "Раунд {round} из {rounds}: {names}.",
    ),
    "assisted": ("assistance is on", "помощь разрешена"),
    "theme": ("Theme", "Тема"),
    "standout": ("Standout", "Одиночка"),
    "increment": ("Increment", "Прибавка"),
    "write-off": ("Small Business Write-Off", "Льгота малому бизнесу"),
    "sixify": ("Sixify", "Шестерение"),
    "up-is-down": ("Up is Down", "Верх есть низ"),
    "area-of-effect": ("Area of Effect", "Зона действия"),
    "adds": (
        "The first node gets {first}, the second {second}.",
        "Первый узел получает {first}, второй {second}.",
    ),
    "takes": (
        "The first node loses {first}, the second {second}; nothing goes below 0.",
        "Первый узел теряет {first}, второй {second}; ниже 0 ничего не опускается.",
    ),
    "spreads": (
        "Each neighbour of the first node gets {spread} too (the last node is next to A).",
        "Соседи первого узла тоже получают по {spread} (последний узел соседствует с A).",
    ),
    "spreads_down": (
        "Each neighbour of the first node loses {spread} too (the last node is next to A).",
        "Соседи первого узла тоже теряют по {spread} (последний узел соседствует с A).",
    ),
    "digits": (
        "Your scoring node earns its digits' sum in base {base}; a single highest node only its last digit.",
        "Ваш узел со звёздочкой приносит сумму цифр в системе с основанием {base}; "
        "единственный наибольший узел только последнюю цифру.",
    ),
    "alone": (
        "If nobody else submits the same two nodes, +{bonus}.",
        "Если те же два узла не выбрал больше никто, +{bonus}.",
    ),
    "bottom": (
        "+{bonus} for each of your nodes in the bottom {places}. All submissions will be published.",
        "+{bonus} за каждый ваш узел в нижних {places}. Все заявки будут опубликованы.",
    ),
    "coming": ("Coming: {names}", "Впереди: {names}"),
    # The board
    "nodes": ("Nodes", "Узлы"),
    "start": ("start", "начало"),
    "round": ("round {round}", "раунд {round}"),
    "barred": ("barred", "закрыто"),
    "published": ("Published, round {round}", "Опубликовано, раунд {round}"),
    "yours": ("Your rounds, {score} {points} so far", "Ваши раунды, пока {score} {points}"),
    "line": ("round {round}: {pick}, {how}: {points}", "раунд {round}: {pick}, {how}: {points}"),
    "how_submitted": ("submitted", "подано"),
    "how_locked": ("locked", "подтверждено"),
    "how_defaulted": ("defaulted", "по умолчанию"),
    "rooms": ("Your rooms after round {round}", "Ваши комнаты после раунда {round}"),
    "talk_open": (
        "Talk: everybody with everybody in this round.",
        "Разговоры: в этом раунде каждый с каждым.",
    ),
    "groups": ("Rooms opened with you", "Комнаты, открытые с вами"),
    "group_by": ("opened by {by}", "кто открыл: {by}"),
    "open_room": (
        "Open a room for some of you with room and the seats, such as {example}; left: {left}.",
        "Открыть комнату для нескольких: «комната» и места, например {example}; осталось: {left}.",
    ),
    "kept_rooms": (
        "The room of a node stays open for all who have ever used it.",
        "Комната узла остаётся открытой для всех, кто его когда-либо выбирал.",
    ),
    "whole_time": (
        "A round lasts until its deadline, whoever has locked.",
        "Раунд длится до своего срока, кто бы ни подтвердил.",
    ),
    "with": ("{node}: with {seats}", "{node}: с вами {seats}"),
    "nobody": ("{node}: nobody but you", "{node}: никого, кроме вас"),
    "you": ("you", "вы"),
    "waiting": ("Waiting for {seats}.", "Ждём: {seats}."),
    "now_submit": (
        "Now: two nodes out of {free}, the scoring one with an asterisk, such as {example}.",
        "Теперь: два узла из {free}, у приносящего очки звёздочка, например {example}.",
    ),
    "now_lock": (
        "Submitted: {pick}. Now: lock, or two other nodes in its place.",
        "Подано: {pick}. Теперь: lock (подтвердить) или два других узла взамен.",
    ),
    "now_locked": (
        "Locked: {pick}. Until the round closes it can be replaced.",
        "Подтверждено: {pick}. Пока раунд не закрыт, это можно заменить.",
    ),
    "now_patient": (
        "Locked: {pick}. The round lasts until its deadline; till then it can be replaced.",
        "Подтверждено: {pick}. Раунд длится до срока; до тех пор это можно заменить.",
    ),
    "now_late": ("Your time has run out; {pick} is played.", "Ваше время вышло; играет {pick}."),
    "final": ("Final standing", "Итоги"),
    "place": ("{place}. {who}: {score} ({rounds})", "{place}. {who}: {score} ({rounds})"),
    # Events
    "submitted": ("You submit {pick}.", "Вы подаёте {pick}."),
    "submitted_again": (
        "You submit {pick} in its place; it stays locked.",
        "Вы подаёте {pick} взамен; подтверждение остаётся.",
    ),
    "locked": ("You lock {pick}.", "Вы подтверждаете {pick}."),
    "ran_out": ("Your time has run out; {pick} is played.", "Ваше время вышло; играет {pick}."),
    "ran_out_default": (
        "Your time has run out with nothing submitted; {pick} is played for you.",
        "Ваше время вышло, а заявки нет; за вас играет {pick}.",
    ),
    "settled": (
        "{Who} is through with round {round}.",
        "{Who} заканчивает раунд {round}.",
    ),
    "settled_you": ("You are through with round {round}.", "Вы закончили с раундом {round}."),
    "closed": ("Round {round} closes. Nodes: {values}", "Раунд {round} закрыт. Узлы: {values}"),
    "published_all": ("All submissions of round {round}: {picks}", "Все заявки раунда {round}: {picks}"),
    "scored": ("You score {points} with {pick}.", "Вы получаете {points} за {pick}."),
    "room": (
        "The room of {node} after round {round} opens: {seats}.",
        "Открыта комната узла {node} после раунда {round}: {seats}.",
    ),
    "group_opened_you": ("You open a room: {seats}.", "Вы открываете комнату: {seats}."),
    "group_opened": ("{Who} opens a room: {seats}.", "{Who} открывает комнату: {seats}."),
    "room_kept": ("The room of {node} now: {seats}.", "В комнате узла {node} теперь: {seats}."),
    # Rooms and bots
    "room_all": ("Hall", "Зал"),
    "room_pair": ("Two alone: {names}", "Наедине: {names}"),
    "room_group": ("Room: {names}", "Комната: {names}"),
    "room_kept_node": ("Node {node}", "Узел {node}"),
    "room_node": ("Round {round}, {node}", "Раунд {round}, {node}"),
    "bot_counter": ("Counter", "Счетовод"),
    "bot_drifter": ("Drifter", "Попутчик"),
    "over": (
        "The match is over. First: {seats}, {score} {points}.",
        "Партия окончена. Первое место: {seats}, {score} {points}.",
    ),
    # What the outcome's reason and titles are called
    "outcome_rounds-played": ("rounds played", "все раунды сыграны"),
}
