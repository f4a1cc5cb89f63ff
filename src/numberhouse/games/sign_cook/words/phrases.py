"""Phrases of the terminal board and the event texts, in English. The catalogues of this game translate
them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from numberhouse.words import message, words_of

__all__ = ["PHRASES", "phrase"]

PHRASES: Final[Mapping[str, str]] = {
    # The round
    "head": message("Sign Cook: round {round} of 3, {course}"),
    "assisted": message("assistance is on"),
    "starter": message("the starter"),
    "main": message("the main course"),
    "dessert": message("the dessert"),
    "starter_goal": message(
        "Expressions with at least one sign each, whose values are consecutive whole numbers. The longer "
        "list wins, then the higher top value."
    ),
    "main_goal": message(
        "One expression, as near to 24 as can be; then with as many signs as can be; then with the "
        "largest written numbers."
    ),
    "dessert_goal": message(
        "A word: numbers or expressions from 1 (A) to 26 (Z). The longer word wins, then the most signs "
        "in one letter. Tiles that are left after it cost 2 points."
    ),
    "words": message("Words: {name}, {count} of them, sha256 {hash}"),
    "overruled": message("Decided otherwise by the host: {words}"),
    "refused_words": message("A word that isn't in the list is refused, and nothing is lost"),
    "lookups": message("Words may be looked up in the list"),
    "left": message("^ groups to the left: 2^3^2 = 64"),
    "loose": message("A minus may stand before a number: -2^2 = -4"),
    "tight": message("A minus may stand before a number and belongs to it: -2^2 = 4"),
    "mine": message("The mine"),
    "mine_closed": message("a point is a cell closed to you"),
    # Presented dishes
    "course_over": message("Round {round}, {course}: {longest}"),
    "longest": message("longest sequence mined: {longest}"),
    "none_mined": message("nothing was mined"),
    "plate": message("{name}: place {place}, points {points}; {what}"),
    "plate_bonus": message("{name}: place {place}, points {points} and {bonus} for 538; {what}"),
    "ruined": message("ruined: {dish}"),
    "not-a-word": message("{word} is no word: {dish}"),
    "spelled": message("{word}: {dish}"),
    "undecided": message("left to the host, until then behind all that are judged: {dish}"),
    "unfit": message("doesn't fit, the host says: {dish}"),
    "undecided_value": message("undecided"),
    "unfit_value": message("doesn't fit"),
    "ruined_value": message("ruined"),
    "by_host": message("{value} (the host)"),
    "word_by_host": message("{what}; the host has ruled on the word"),
    "nothing": message("presented nothing"),
    "missing": message("no dish in time"),
    "more": message("and {count} more"),
    "scores": message("Points so far: {scores}"),
    # The viewer's kitchen
    "pantry": message("Your pantry: {digits}   {signs}"),
    "empty": message("Your pantry is empty."),
    "visits": message("Visits left in this round: {left}. Garnets: {garnets}."),
    "diary": message("This round: {entries}"),
    "did_visit": message("{tile} for {signs} at {place}"),
    "did_zero": message("a 0 for nothing"),
    "did_mine": message("mined {equation} at {cells}"),
    "did_buy": message("bought {tile}"),
    "plus-palace": message("Plus Palace"),
    "minus-market": message("Minus Market"),
    "multiplication-station": message("Multiplication Station"),
    "division-kitchen": message("Division Kitchen"),
    "strange-square": message("Strange Square"),
    "sealed": message("Your dish is with the judge: {dish}. Still at work: {seats}."),
    "sealed_nothing": message("You present nothing in this round. Still at work: {seats}."),
    "sealed_missing": message("Your time ran out. Still at work: {seats}."),
    "waiting": message("Still at work: {seats}."),
    "now_visits": message(
        "Type: visit minus-market 9, mine CELLS EQUATION, buy ^, or serve EXPRESSION; EXPRESSION …"
    ),
    "now_cook": message("No visits are left. Type: serve EXPRESSION; EXPRESSION …, or serve nothing."),
    # The end
    "final": message("{name}: {score} points, place {place}"),
    "final_left": message("{name}: {score} points, place {place}; left over and 2 off: {left}"),
    "winner": message("Finally, some good food: {names}. That earns a Token of Life and 3 garnets."),
    "candidate": message("A donut, and so the elimination candidate: {names}."),
    # Events
    "exchanged": message("You give a {tile} at {place} and get {signs}."),
    "exchanged_zero": message("You give a 0 at {place} and get nothing."),
    "mined": message("You mine {equation} at {cells}."),
    "bought": message("You pay 3 garnets for {tile}."),
    "served": message("You present: {dish}."),
    "served_nothing": message("You present nothing."),
    "time-ran-out": message("Your time has run out; you have no dish."),
    "settled": message("{Who} is through with round {round}."),
    "settled_you": message("You are through with round {round}."),
    "through": message("Through with round {round}: {seats}."),
    "course-over": message("Round {round}, {course}, is judged: {plates}; {longest}."),
    "plate_event": message("{name} place {place} for {points}"),
    "match-over": message("The match is over. Points: {scores}. {winner} {candidate}"),
    # Rulings of the host
    "word_counts": message("{word} counts as a word"),
    "word_counts_not": message("{word} doesn't count as a word"),
    "word_ruled": message("The host rules: {word} counts as a word."),
    "word_ruled_not": message("The host rules: {word} doesn't count as a word."),
    "value_is": message("{name}, {course}, expression {item}: its value is {value}"),
    "value_is_unfit": message("{name}, {course}, expression {item}: its value doesn't fit"),
    "value_is_ruined": message(
        "{name}, {course}, expression {item}: a partial result is 0, the dish is ruined"
    ),
    "value_ruled": message("The host rules on {text}: {ruling}."),
    "course-judged-anew": message("Round {round}, {course}, is judged anew: {plates}."),
    "match-judged-anew": message("The match ends otherwise now. Points: {scores}. {winner} {candidate}"),
    "score_event": message("{name} {score}"),
    # Assistance
    "digits": message("digits"),
    "ruined_operand": message("ruined: a 0 is an operand"),
    "ruined_partial": message("ruined: a partial result is 0 (the whole comes to {value})"),
    "ruined_division": message("ruined: something is divided by 0, or 0 is raised to 0"),
    "tasted_ruined": message("The dish would be ruined."),
    "tasted_starter": message("A list of {count}, {top} at the top."),
    "tasted_main": message("{far} away from 24; signs {signs}; numbers {numbers}."),
    "tasted_word": message("{word} is in the word list."),
    "tasted_no_word": message("{word} isn't in the word list: that is last place."),
    "tasted_refused_word": message("{word} isn't in the word list: it would be refused."),
    "tasted_undecided": message(
        "A value is left to the host; until then the dish stands behind all that are judged."
    ),
    "looked_up": message("{word} counts in this match."),
    "looked_up_not": message("{word} doesn't count in this match."),
    "tasted_538": message("538 is in it."),
    "tasted_lacking": message("Not in your pantry: {tiles}."),
    # Bots
    "bot_scullion": message("Scullion"),
    "bot_journeyman": message("Journeyman"),
    "bot_sous-chef": message("Sous-chef"),
    "bot_chef": message("Chef"),
    "bot_cook": message("Cook"),
    "bot_apprentice": message("Apprentice"),
    # Words for the outcome's reason and titles
    "outcome_dessert-judged": message("dessert judged"),
    "outcome_winner": message("winner (Token of Life and 3 garnets)"),
    "outcome_elimination-candidate": message("donut (elimination candidate)"),
}

phrase: Final = words_of("numberhouse.games.sign_cook").phrases(PHRASES)
"""The phrase of that name for readers of a language, filled in: `phrase("mined", lang, equation=…)`."""
