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
    "classic": ("classic", "классика"),
    "extreme": ("extreme", "экстрим"),
    "nightmare": ("nightmare", "кошмар"),
    "race": ("race", "гонка"),
    "team": ("team", "команда"),
    "solo": ("solo", "в одиночку"),
    "head": (
        "Turing Machine: {mode}, {style}, round {round}",
        "Машина Тьюринга: {mode}, {style}, раунд {round}",
    ),
    "assisted": ("assistance is on", "помощь разрешена"),
    "verifier": ("{letter}  card {card}: {title}", "{letter}  карта {card}: {title}"),
    "pooled": ("card {card}: {title}", "карта {card}: {title}"),
    "or": ("   or card {card}: {title}", "   или карта {card}: {title}"),
    "pool": (
        "Cards of the pool. Verifiers {letters} have one each; whose is which is hidden.",
        "Общие карты. У проверяющих {letters} по одной; у кого какая, скрыто.",
    ),
    "pairs": ("Whose card (✗ crossed out by you):", "Чья карта (✗ вычеркнуто вами):"),
    "crossed": (
        "✗ before a law or in place of a digit: crossed out by you.",
        "✗ перед законом или вместо цифры: вычеркнуто вами.",
    ),
    "digits": ("Digits", "Цифры"),
    "note": ("Note", "Заметка"),
    "answers": ("Answers (✓ yes, ✗ no, · not asked)", "Ответы (✓ да, ✗ нет, · не спрошено)"),
    "answers_of": (
        "Answers to {who} (✓ yes, ✗ no, · not asked)",
        "Ответы, {who} (✓ да, ✗ нет, · не спрошено)",
    ),
    "answers_team": (
        "Answers to the team (✓ yes, ✗ no, · not asked)",
        "Ответы команде (✓ да, ✗ нет, · не спрошено)",
    ),
    "no_answers": ("none yet", "пока нет"),
    "round": ("round", "раунд"),
    "seats": ("Seats", "Места"),
    "you": ("{who}, you", "{who}, вы"),
    "whole_team": ("team of {seats}", "команда: {seats}"),
    "your_team": ("team of {seats}, you are {who}", "команда: {seats}, вы {who}"),
    "pen": ("{who} acts in this round", "в этом раунде действует {who}"),
    "pen_you": ("you act in this round", "в этом раунде действуете вы"),
    "questions": ("questions {count}", "вопросов {count}"),
    "with_handicap": (
        "questions {count}, {handicap} of them handicap",
        "вопросов {count}, из них фора {handicap}",
    ),
    "asking": ("asking, {left} left", "спрашивает, осталось {left}"),
    "composing": ("composing a proposal", "составляет предложение"),
    "finished": ("has finished asking", "больше не спрашивает"),
    "thinking": ("thinks about the verdict", "обдумывает решение"),
    "said": ("has spoken", "решение названо"),
    "defaulted": ("out of time, not yet", "время вышло, ещё нет"),
    "out": ("out since round {round}", "вне игры с раунда {round}"),
    "earlier": ("… {count} rounds before", "… раундов до этого: {count}"),
    "verdict": (
        "Your verdict, sealed until all have spoken: {verdict}",
        "Ваше решение (откроется, когда выскажутся все): {verdict}",
    ),
    "not_yet": ("not yet", "ещё нет"),
    "wrong": ("Your wrong code: {code}", "Ваш неверный код: {code}"),
    "now_propose": (
        "Now: propose a code (345), or done to ask nothing in this round.",
        "Сейчас: предложите код (345) или done, чтобы в этом раунде не спрашивать.",
    ),
    "now_ask": (
        "Now: ask a verifier about {proposal} ({letters}), or done. Questions left: {left}.",
        "Сейчас: спросите проверяющего о {proposal} ({letters}) или done. Осталось вопросов: {left}.",
    ),
    "now_speak": (
        "Now: solve with the code (solve 241), or not yet.",
        "Сейчас: назовите код (solve 241) или not yet, если ещё рано.",
    ),
    "now_again": (
        "The others are still thinking. Until all have spoken you can change your verdict.",
        "Остальные ещё думают. Пока не высказались все, решение можно изменить.",
    ),
    "now_wait": ("Now: waiting for the others.", "Сейчас: ждём остальных."),
    "now_out": ("You are out and can watch.", "Вы выбыли и можете смотреть."),
    "solution": ("The code is {code}. Problem {id}.", "Код: {code}. Задача {id}."),
    "law": ("{letter}  card {card}, law {number}: {law}", "{letter}  карта {card}, закон {number}: {law}"),
    "codes": ("Codes said: {codes}", "Названы коды: {codes}"),
    # How it ended
    "solved": ("Solved. Winners: {winners}.", "Решено. Победа: {winners}."),
    "last-left": ("All others are out. Winner: {winners}.", "Все остальные выбыли. Победа: {winners}."),
    "nobody": ("All are out; nobody wins.", "Выбыли все; победителя нет."),
    "lost": ("The code was wrong; the match is lost.", "Код неверный; партия проиграна."),
    "no-more-questions": (
        "Every question could have been asked by now; nobody wins.",
        "За это время можно было задать все вопросы; победителя нет.",
    ),
    # After the end
    "went": (
        "{name}: rounds {rounds}, questions {count}; {how}.",
        "{name}: раундов {rounds}, вопросов {count}; {how}.",
    ),
    "went_right": ("found the code", "код найден"),
    "went_wrong": ("said {code}, which is wrong", "назван неверный код {code}"),
    "went_silent": ("named no code at the end", "код в конце не назван"),
    "machine": (
        "The machine on this problem: rounds {rounds}, questions {count}.",
        "Машина на этой задаче: раундов {rounds}, вопросов {count}.",
    ),
    "machine_hurried": (
        "The machine on this problem: rounds {rounds}, questions {count} (a short think, not proven best).",
        "Машина на этой задаче: раундов {rounds}, вопросов {count} (думала недолго, лучшее не доказано).",
    ),
    "machine_average": (
        "Best play on these cards takes on average: rounds {rounds}, questions {count}.",
        "Лучшая игра на этих картах в среднем: раундов {rounds}, вопросов {count}.",
    ),
    "beaten": ("You were faster than the machine.", "Вы быстрее машины."),
    "equalled": ("You were as fast as the machine.", "Вы так же быстры, как машина."),
    "behind": ("The machine was faster.", "Машина быстрее."),
    "follows": (
        "The laws, one after the other, leave only the code:",
        "Законы один за другим оставляют только код:",
    ),
    "follows_law": ("  {letter}  {law}: {left}", "  {letter}  {law}: {left}"),
    "deduced": (
        "What the answers left, round by round ({name}):",
        "Что оставляли ответы раунд за раундом ({name}):",
    ),
    "deduced_start": ("  before any question: {left}", "  до вопросов: {left}"),
    "deduced_round": ("  {round}) {asked}: {left}", "  {round}) {asked}: {left}"),
    "left_count": ("codes left {count}", "осталось кодов {count}"),
    "left_codes": ("left {codes}", "остаётся {codes}"),
    "asked_nothing": ("nothing asked", "без вопросов"),
    "nothing_asked": ("nothing asked, the code is certain", "без вопросов, код ясен"),
    "says_yes": ("yes", "да"),
    "says_no": ("no", "нет"),
    # Assistance
    "codes_left": ("Codes still possible: {count}.", "Ещё возможно кодов: {count}."),
    "codes_kept": (
        "Your crossed-out digits leave {count} of them.",
        "Вычеркнутые вами цифры оставляют из них: {count}.",
    ),
    "marks_wrong": (
        "Crossed out, and certainly so: {marks}.",
        "Вычеркнуто, а на деле наверняка так: {marks}.",
    ),
    "marks_early": (
        "Crossed out, and still possible: {marks}.",
        "Вычеркнуто, но пока возможно: {marks}.",
    ),
    "mark_card": ("{letter} has card {card}", "у {letter} карта {card}"),
    "mark_of_card": ("card {card}", "карта {card}"),
    # Events
    "proposed": ("{Who} proposes {proposal}.", "{Who} предлагает {proposal}."),
    "proposed_you": ("You propose {proposal}.", "Вы предлагаете {proposal}."),
    "asked": (
        "{Who} asks verifier {letter} about {proposal}.",
        "{Who} спрашивает проверяющего {letter} о {proposal}.",
    ),
    "asked_you": (
        "You ask verifier {letter} about {proposal}.",
        "Вы спрашиваете проверяющего {letter} о {proposal}.",
    ),
    "yes": (
        "Verifier {letter} says yes (✓) to {proposal}.",
        "Проверяющий {letter} отвечает «да» (✓) на {proposal}.",
    ),
    "no": (
        "Verifier {letter} says no (✗) to {proposal}.",
        "Проверяющий {letter} отвечает «нет» (✗) на {proposal}.",
    ),
    "finished_event": ("{Who} has finished asking.", "{Who} больше не спрашивает."),
    "finished_you": ("You have finished asking.", "Вы больше не спрашиваете."),
    "finished_late": (
        "Time has run out for {who}: no more questions in this round.",
        "{Who}: время вышло, вопросов в этом раунде больше нет.",
    ),
    "finished_late_you": (
        "Your time has run out: you ask no more in this round.",
        "Ваше время вышло: в этом раунде вы больше не спрашиваете.",
    ),
    "verdict-said": ("{Who} has spoken.", "{Who}: решение названо."),
    "verdict-said_you": ("You have spoken.", "Вы высказались."),
    "verdict-replaced_you": ("You have changed your verdict.", "Вы изменили своё решение."),
    "verdict-replaced": ("{Who} has changed the verdict.", "{Who}: решение изменено."),
    "verdict-defaulted": (
        "Time has run out for {who}: the verdict is not yet.",
        "{Who}: время вышло, решение «ещё нет».",
    ),
    "verdict-defaulted_you": (
        "Your time has run out: your verdict is not yet.",
        "Ваше время вышло: ваше решение «ещё нет».",
    ),
    "closed": ("Round {round} is closed.", "Раунд {round} закрыт."),
    "closed_right": ("Found by: {seats}.", "Код нашли: {seats}."),
    "closed_wrong": ("Wrong and out: {seats}.", "Ошиблись и выбыли: {seats}."),
    "closed_none": ("Nobody named a code.", "Никто не назвал код."),
    "over_code": ("The code is {code}.", "Код: {code}."),
    "win_you": ("You win.", "Вы победили."),
    "noted": ("Your notes are kept.", "Ваши заметки сохранены."),
    # Rooms and bots
    "room_team": ("Team", "Команда"),
    "bot_machine": ("Machine", "Машина"),
    "bot_careful": ("Careful", "Осторожный"),
    "bot_casual": ("Casual", "Беспечный"),
    # What the outcome's reason and titles are called
    "outcome_solved": ("solved", "код найден"),
    "outcome_last-left": ("last left", "все остальные выбыли"),
    "outcome_nobody": ("nobody", "выбыли все"),
    "outcome_lost": ("lost", "код неверный"),
    "outcome_no-more-questions": ("no more questions", "спрашивать больше нечего"),
    "outcome_solver": ("solver", "код назван верно"),
}
