"""What the terminal board and the teller say, in English and Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

__all__ = ["PHRASES", "phrase"]


def phrase(name: str, lang: str, /, **values: Any) -> str:
    """The phrase of that name for readers of `lang` ("en", "ru"; any other reads English), filled in."""
    return PHRASES[name][lang == "ru"].format(**values)


PHRASES: Final[Mapping[str, tuple[str, str]]] = {
    # The round
    "head": ("Sign Cook: round {round} of 3, {course}", "Кухня знаков: раунд {round} из 3, {course}"),
    "assisted": ("assistance is on", "помощь разрешена"),
    "starter": ("the starter", "закуска"),
    "main": ("the main course", "горячее"),
    "dessert": ("the dessert", "десерт"),
    "starter_goal": (
        "Expressions with at least one sign each, whose values are consecutive whole numbers. "
        "The longer list wins, then the higher top value.",
        "Выражения, в каждом хотя бы один знак, значения: целые числа подряд. "
        "Побеждает более длинный список, потом большее верхнее значение.",
    ),
    "main_goal": (
        "One expression, as near to 24 as can be; then with as many signs as can be; then with the largest "
        "written numbers.",
        "Одно выражение, как можно ближе к 24; потом чем больше знаков, тем лучше; потом чем больше "
        "написанные числа.",
    ),
    "dessert_goal": (
        "A word: numbers or expressions from 1 (A) to 26 (Z). The longer word wins, then the most signs in "
        "one letter. Tiles that are left after it cost 2 points.",
        "Слово: числа или выражения от 1 (A) до 26 (Z). Побеждает более длинное слово, потом больше знаков "
        "в одной букве. Оставшиеся после него фишки стоят 2 очка.",
    ),
    "words": (
        "Words: {name}, {count} of them, sha256 {hash}",
        "Слова: {name}, всего {count}, sha256 {hash}",
    ),
    "overruled": ("Decided otherwise by the host: {words}", "Ведущий решил иначе о словах: {words}"),
    "refused_words": (
        "A word that isn't in the list is refused, and nothing is lost",
        "Слово не из списка не принимают, и ничего не теряется",
    ),
    "lookups": (
        "Words may be looked up in the list",
        "Слова можно проверять по списку",
    ),
    "left": ("^ groups to the left: 2^3^2 = 64", "^ группируется слева: 2^3^2 = 64"),
    "loose": ("A minus may stand before a number: -2^2 = -4", "Перед числом может стоять минус: -2^2 = -4"),
    "tight": (
        "A minus may stand before a number and belongs to it: -2^2 = 4",
        "Перед числом может стоять минус и относится к нему: -2^2 = 4",
    ),
    "mine": ("The mine", "Шахта"),
    "mine_closed": ("a point is a cell closed to you", "точка: ячейка, закрытая для вас"),
    # What was presented
    "course_over": ("Round {round}, {course}:", "Раунд {round}, {course}:"),
    "longest": ("longest sequence mined: {longest}", "самая длинная добытая цепочка: {longest}"),
    "none_mined": ("nothing was mined", "никто ничего не добыл"),
    "plate": (
        "{name}: place {place}, points {points}; {what}",
        "{name}: место {place}, очков {points}; {what}",
    ),
    "plate_bonus": (
        "{name}: place {place}, points {points} and {bonus} for 538; {what}",
        "{name}: место {place}, очков {points} и {bonus} за 538; {what}",
    ),
    "judged": ("{dish}", "{dish}"),
    "ruined": ("ruined: {dish}", "испорчено: {dish}"),
    "not-a-word": ("{word} is no word: {dish}", "{word}: такого слова нет: {dish}"),
    "spelled": ("{word}: {dish}", "{word}: {dish}"),
    "undecided": (
        "left to the host, until then behind all that are judged: {dish}",
        "решает ведущий, до тех пор после всех оценённых: {dish}",
    ),
    "unfit": ("doesn't fit, the host says: {dish}", "не подходит, так решил ведущий: {dish}"),
    "undecided_value": ("undecided", "не решено"),
    "unfit_value": ("doesn't fit", "не подходит"),
    "ruined_value": ("ruined", "испорчено"),
    "by_host": ("{value} (the host)", "{value} (ведущий)"),
    "word_by_host": ("{what}; the host has ruled on the word", "{what}; о слове решил ведущий"),
    "nothing": ("presented nothing", "ничего не подано"),
    "missing": ("no dish in time", "блюда нет вовремя"),
    "item": ("{text} = {value}", "{text} = {value}"),
    "more": ("and {count} more", "и ещё {count}"),
    "scores": ("Points so far: {scores}", "Очки: {scores}"),
    # The own kitchen
    "pantry": ("Your pantry: {digits}   {signs}", "Ваша кладовая: {digits}   {signs}"),
    "empty": ("Your pantry is empty.", "Ваша кладовая пуста."),
    "visits": (
        "Visits left in this round: {left}. Garnets: {garnets}.",
        "Осталось посещений в этом раунде: {left}. Гранатов: {garnets}.",
    ),
    "deeds": ("This round: {deeds}", "В этом раунде: {deeds}"),
    "did_visit": ("{tile} for {signs} at {place}", "{tile} за {signs}: {place}"),
    "did_zero": ("a 0 for nothing", "0 ни за что"),
    "did_mine": ("mined {equation} at {cells}", "добыто {equation}: {cells}"),
    "did_buy": ("bought {tile}", "куплено {tile}"),
    "plus-palace": ("Plus Palace", "Дворец плюсов"),
    "minus-market": ("Minus Market", "Рынок минусов"),
    "multiplication-station": ("Multiplication Station", "Станция умножения"),
    "division-kitchen": ("Division Kitchen", "Кухня деления"),
    "strange-square": ("Strange Square", "Странная площадь"),
    "sealed": (
        "Your dish is with the judge: {dish}. Still at work: {seats}.",
        "Ваше блюдо у судьи: {dish}. Ещё готовят: {seats}.",
    ),
    "sealed_nothing": (
        "You present nothing in this round. Still at work: {seats}.",
        "В этом раунде вы ничего не подаёте. Ещё готовят: {seats}.",
    ),
    "sealed_missing": (
        "Your time ran out. Still at work: {seats}.",
        "Ваше время вышло. Ещё готовят: {seats}.",
    ),
    "waiting": ("Still at work: {seats}.", "Ещё готовят: {seats}."),
    "now_visits": (
        "Type: visit minus-market 9, mine CELLS EQUATION, buy ^, or serve EXPRESSION; EXPRESSION …",
        "Наберите: обменять рынок 9, добыть ЯЧЕЙКИ РАВЕНСТВО, купить ^ или подать ВЫРАЖЕНИЕ; ВЫРАЖЕНИЕ …",
    ),
    "now_cook": (
        "No visits are left. Type: serve EXPRESSION; EXPRESSION …, or serve nothing.",
        "Посещений больше нет. Наберите: подать ВЫРАЖЕНИЕ; ВЫРАЖЕНИЕ … или подать ничего.",
    ),
    # The end
    "final": ("{name}: {score} points, place {place}", "{name}: очков {score}, место {place}"),
    "final_left": (
        "{name}: {score} points, place {place}; left over and 2 off: {left}",
        "{name}: очков {score}, место {place}; осталось, за это минус 2: {left}",
    ),
    "winner": (
        "Finally, some good food: {names}. That earns a Token of Life and 3 garnets.",
        "Наконец-то хорошая еда: {names}. Награда: Token of Life и 3 граната.",
    ),
    "candidate": (
        "A donut, and so the elimination candidate: {names}.",
        "Пончик, а значит, кандидат на вылет: {names}.",
    ),
    # Events
    "exchanged": (
        "You give a {tile} at {place} and get {signs}.",
        "Вы отдаёте {tile} и получаете {signs}: {place}.",
    ),
    "exchanged_zero": (
        "You give a 0 at {place} and get nothing.",
        "Вы отдаёте 0 и не получаете ничего: {place}.",
    ),
    "mined": ("You mine {equation} at {cells}.", "Вы добываете {equation}: {cells}."),
    "bought": ("You pay 3 garnets for {tile}.", "Вы платите 3 граната за {tile}."),
    "served": ("You present: {dish}.", "Вы подаёте: {dish}."),
    "served_nothing": ("You present nothing.", "Вы не подаёте ничего."),
    "time-ran-out": ("Your time has run out; you have no dish.", "Ваше время вышло; блюда нет."),
    "settled": ("{Who} is through with round {round}.", "{Who} заканчивает раунд {round}."),
    "settled_you": ("You are through with round {round}.", "Вы закончили раунд {round}."),
    "course-over": (
        "Round {round}, {course}, is judged: {plates}; {longest}.",
        "Раунд {round}, {course}: {plates}; {longest}.",
    ),
    "plate_event": ("{name} place {place} for {points}", "{name}: место {place}, очков {points}"),
    "match-over": (
        "The match is over. Points: {scores}. {winner} {candidate}",
        "Матч окончен. Очки: {scores}. {winner} {candidate}",
    ),
    # Rulings of the host
    "word_counts": ("{word} counts as a word", "{word} считается словом"),
    "word_counts_not": ("{word} doesn't count as a word", "{word} не считается словом"),
    "word_ruled": (
        "The host rules: {word} counts as a word.",
        "Ведущий решает: {word} считается словом.",
    ),
    "word_ruled_not": (
        "The host rules: {word} doesn't count as a word.",
        "Ведущий решает: {word} не считается словом.",
    ),
    "value_is": (
        "{name}, {course}, expression {item}: its value is {value}",
        "{name}, {course}, выражение {item}: значение {value}",
    ),
    "value_is_unfit": (
        "{name}, {course}, expression {item}: its value doesn't fit",
        "{name}, {course}, выражение {item}: значение не подходит",
    ),
    "value_is_ruined": (
        "{name}, {course}, expression {item}: a partial result is 0, the dish is ruined",
        "{name}, {course}, выражение {item}: промежуточный результат 0, блюдо испорчено",
    ),
    "value_ruled": ("The host rules on {text}: {ruling}.", "Ведущий решает о {text}: {ruling}."),
    "course-judged-anew": (
        "Round {round}, {course}, is judged anew: {plates}.",
        "Раунд {round}, {course}, оценён заново: {plates}.",
    ),
    "match-judged-anew": (
        "The match ends otherwise now. Points: {scores}. {winner} {candidate}",
        "Матч кончается теперь иначе. Очки: {scores}. {winner} {candidate}",
    ),
    "score_event": ("{name} {score}", "{name}: {score}"),
    # Assistance
    "digits": ("digits", "цифр"),
    "ruined_operand": (
        "ruined: a 0 is an operand",
        "испорчено: одно из чисел в действии равно 0",
    ),
    "ruined_partial": (
        "ruined: a partial result is 0 (the whole comes to {value})",
        "испорчено: промежуточный результат равен 0 (всё вместе даёт {value})",
    ),
    "ruined_division": (
        "ruined: something is divided by 0, or 0 is raised to 0",
        "испорчено: есть деление на 0 или 0 в степени 0",
    ),
    "tasted_ruined": ("The dish would be ruined.", "Блюдо будет испорчено."),
    "tasted_starter": (
        "A list of {count}, {top} at the top.",
        "В списке значений: {count}, верхнее {top}.",
    ),
    "tasted_main": (
        "{far} away from 24; signs {signs}; numbers {numbers}.",
        "Расстояние до 24: {far}; знаков {signs}; числа {numbers}.",
    ),
    "tasted_word": ("{word} is in the word list.", "{word} есть в списке слов."),
    "tasted_no_word": (
        "{word} isn't in the word list: that is last place.",
        "{word} нет в списке слов: это последнее место.",
    ),
    "tasted_refused_word": (
        "{word} isn't in the word list: it would be refused.",
        "{word} нет в списке слов: такое блюдо не примут.",
    ),
    "tasted_undecided": (
        "A value is left to the host; until then the dish stands behind all that are judged.",
        "Одно из значений решает ведущий; до тех пор блюдо стоит после всех оценённых.",
    ),
    "looked_up": ("{word} counts in this match.", "{word} в этом матче считается словом."),
    "looked_up_not": ("{word} doesn't count in this match.", "{word} в этом матче не считается словом."),
    "tasted_538": ("538 is in it.", "В нём есть 538."),
    "tasted_lacking": ("Not in your pantry: {tiles}.", "В кладовой не хватает: {tiles}."),
    # Bots
    "bot_cook": ("Cook", "Повар"),
    "bot_apprentice": ("Apprentice", "Ученик"),
    # What the outcome's reason and titles are called
    "outcome_dessert-judged": ("dessert judged", "десерт оценён"),
    "outcome_winner": ("winner (Token of Life and 3 garnets)", "победа (Token of Life и 3 граната)"),
    "outcome_elimination-candidate": (
        "donut (elimination candidate)",
        "пончик (кандидат на вылет)",
    ),
}
