"""Refusals in the reader's language, from their code and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from numberhouse.contract.game import IllegalAction
from numberhouse.contract.names import Names
from numberhouse.games.turing_machine.rules.sheet import LETTERS

__all__ = ["RUSSIAN", "refuse"]


def refuse(illegal: IllegalAction, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """What was refused, why, and what would be accepted, for readers of `lang` ("en", "ru"; any other reads
    English). A refusal that has no Russian words here is told in English."""
    values = dict(illegal.values)
    if "pen" in values:
        values["pen"] = Names(names, lang).of(values["pen"])
    if lang != "ru":
        return ENGLISH[illegal.code].format(**values) if illegal.code in ENGLISH else illegal.message
    case = next((str(values[name]) for name in ("because", "phase") if name in values), "")
    words = RUSSIAN.get(f"{illegal.code}/{case}") or RUSSIAN.get(illegal.code)
    if words is None:
        return illegal.message
    if "verifier" in values:
        values["letter"] = LETTERS[values["verifier"]]
    if "verifiers" in values:
        values["letters"] = ", ".join(LETTERS[: values["verifiers"]])
    if "mode" in values:
        values["marks"] = MARKS.get(values["mode"], "")
    return words.format(**values)


MARKS: Final[Mapping[str, str]] = {
    "classic": "закон, например A.2",
    "extreme": "закон, например 17.2",
    "nightmare": "закон, например 17.2, карту проверяющего, например A/17",
}
"""What can be crossed out besides digits, by mode."""

WRITE: Final = (
    "напишите код, чтобы предложить его (345), букву проверяющего, чтобы спросить (A), «готово», «решить» с "
    "кодом (решить 241), «ещё нет» или «заметка» и что записать (заметка t1 A.2: слова)"
)

ENGLISH: Final[Mapping[str, str]] = {
    "not-your-turn": "in round {round} {pen} acts for the team; the pen goes round, and until it comes you "
    "can write notes",
}
"""What speaks of other players, by their names; the others are their own messages."""

RUSSIAN: Final[Mapping[str, str]] = {
    # By code, or by code and case where one code stands for several refusals.
    "unknown-seat": "места {seat} нет; места здесь от 0 до {last}",
    "seats": "в Машину Тьюринга нельзя играть на {seats} мест; можно на 1–{most}",
    "over": "партия окончена; сделать в ней больше ничего нельзя",
    "unknown-action": "такого действия в Машине Тьюринга нет; можно предложить код, спросить, закончить "
    "вопросы, назвать код, сказать «ещё нет» или записать заметку",
    "second-proposal": "{proposal} уже предложено, в этом раунде предложение не меняют; спросите о нём "
    "проверяющего или закончите вопросы",
    "wrong-phase/asking": "решения говорят, когда все закончили спрашивать; пока предлагайте, спрашивайте "
    "или закончите вопросы",
    "wrong-phase/verdict": "вопросы в этом раунде окончены; назовите код или скажите «ещё нет»",
    "late/time": "поздно: время вышло, и в этом раунде ваше решение «ещё нет»; дождитесь следующего раунда",
    "late": "поздно: это решение для раунда {named}, а идёт раунд {round}",
    "early": "рано: это решение для раунда {named}, а ещё идёт раунд {round}",
    "not-your-turn": "в раунде {round} за команду действует {pen}; перо идёт по кругу, а пока можно "
    "вести заметки",
    "out": "это место выбыло, назвав неверный код; вести заметки можно и дальше",
    "finished": "в этом раунде вы уже закончили спрашивать; подождите остальных",
    "no-question-left": "вопросов в этом раунде: {allowed}, и все заданы; следующие будут в новом раунде",
    "no-proposal": "спрашивать пока не о чем; сначала предложите код, например 345",
    "unknown-verifier": "такого проверяющего нет; здесь проверяющие {letters}",
    "asked-already": "проверяющий {letter} уже ответил на {proposal}; спросите другого или закончите вопросы",
    "not-three-digits": "«{code}» — не три цифры; в коде их три, каждая от 1 до 5, например 345",
    "digit": "в «{code}» есть не только цифры от 1 до 5; код состоит из трёх таких цифр, например 345",
    "mark-twice": "{mark} вычеркнуто дважды; достаточно одного раза",
    "unknown-mark": "«{mark}» здесь вычеркнуть нельзя; можно цифру, например t1, s5 или c3, {marks}",
    "long-note": "в заметке {length} знаков; хранится не больше {longest}",
    "note-sign": "знак {place} заметки, {sign}, показать нельзя; пишите буквы, знаки, пробелы и новые строки",
    # Options
    "options/value": "настройка {name} не может быть «{value}»; возможно: {possible}",
    "options/handicaps": "указано фор: {given}, а нужно {wanted} или ни одной",
    "options/handicap": "фора не может быть {handicap}; возможно 0, 1 или 2 вопроса",
    "options/none-such": "задачи с такими настройками нет; выберите другой уровень, режим или число "
    "проверяющих",
    "options/unreadable": "номер задачи не читается; номера печатает `numberhouse generate`",
    "options/other-mode": "режим задачи {problem}, а режим партии {match}; выберите один и тот же",
    "options/other-cards": "задача не на тех картах, которые указаны; укажите что-то одно",
    "options/invalid-cards": "на этих картах нет ни одной правильной задачи: никакие их законы не оставляют "
    "ровно один код так, чтобы нужен был каждый проверяющий; укажите другие карты или никаких",
    "options/mode": "режима «{mode}» нет; есть classic, extreme и nightmare",
    "options/verifiers": "в задаче 4, 5 или 6 проверяющих, а не {verifiers}",
    "options/cards-each": "у проверяющего {letter} карт: {cards}; в этом режиме нужно: {wanted}",
    "options/card": "карты {card} нет; есть карты от 1 до {last}",
    "options/card-twice": "карта {card} лежит больше одного раза; все карты должны быть разными",
    # Lines of text
    "notation/long": "в строке {length} знаков; читается не больше {longest}",
    "notation/nothing": f"ничего не написано; {WRITE}",
    "notation/unknown": f"«{{text}}» непонятно; {WRITE}",
    "notation/form": "«{text}» написано не так, как «предложить 345», «спросить A» или «решить 241»",
    "notation/cyrillic": "«{text}» здесь русская буква, и неясно, о каком проверяющем речь; напишите "
    "латинскую, от A до F",
    "notation/letter": f"«{{text}}» — ни проверяющий от A до F, ни знакомое слово; {WRITE}",
    "notation/digit": "в «{text}» есть цифра не от 1 до 5; код состоит из трёх цифр от 1 до 5, например 345",
    "notation/code": "«{text}» — не код; код состоит из трёх цифр от 1 до 5, например 345",
    "notation/mark": "«{text}» вычеркнуть нельзя; пишите цифры как t1, законы как A.2 или 17.2, карту "
    "проверяющего как A/17, а слова после двоеточия",
    "notation/escape": "«{text}» в заметке ничего не значит; \\n — новая строка, \\\\ — обратная косая черта",
}
