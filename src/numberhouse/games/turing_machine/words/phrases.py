"""The phrases of the terminal board and of its events, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from numberhouse.words import Phrase, in_context, message, words_of

__all__ = ["PHRASES", "WORDS", "phrase"]

WORDS: Final = words_of("numberhouse.games.turing_machine")

PHRASES: Final[Mapping[str, str]] = {
    # The board
    "classic": message("classic"),
    "extreme": message("extreme"),
    "nightmare": message("nightmare"),
    "race": message("race"),
    "team": message("team"),
    "solo": message("solo"),
    "head": message("Turing Machine: {mode}, {style}, round {round}"),
    "assisted": message("assistance is on"),
    "verifier": message("{letter}  card {card}: {title}"),
    "pooled": message("card {card}: {title}"),
    "or": message("   or card {card}: {title}"),
    "pool": message("Cards of the pool. Verifiers {letters} have one each; whose is which is hidden."),
    "pairs": message("Whose card (✗ crossed out by you):"),
    "crossed": message("✗ before a law or in place of a digit: crossed out by you."),
    "digits": message("Digits"),
    "note": message("Note"),
    "answers": message("Answers (✓ yes, ✗ no, · not asked)"),
    "answers_of": message("Answers to {who} (✓ yes, ✗ no, · not asked)"),
    "answers_team": message("Answers to the team (✓ yes, ✗ no, · not asked)"),
    "no_answers": message("none yet"),
    "round": message("round"),
    "seats": message("Seats"),
    "you": message("{who}, you"),
    "whole_team": message("team of {seats}"),
    "your_team": message("team of {seats}, you are {who}"),
    "pen": message("{who} acts in this round"),
    "pen_you": message("you act in this round"),
    "questions": message("questions {count}"),
    "with_handicap": message("questions {count}, {handicap} of them handicap"),
    "asking": message("asking, {left} left"),
    "composing": message("composing a proposal"),
    "finished": message("has finished asking"),
    "thinking": message("thinks about the verdict"),
    "said": in_context("list of seats", "has spoken"),
    "defaulted": message("out of time, not yet"),
    "out": message("out since round {round}"),
    "earlier": message("… {count} rounds before"),
    "verdict": message("Your verdict, sealed until all have spoken: {verdict}"),
    "not_yet": message("not yet"),
    "wrong": message("Your wrong code: {code}"),
    "now_propose": message("Now: propose a code (345), or done to ask nothing in this round."),
    "now_ask": message("Now: ask a verifier about {proposal} ({letters}), or done. Questions left: {left}."),
    "now_speak": message("Now: solve with the code (solve 241), or not yet."),
    "now_again": message("The others are still thinking. Until all have spoken you can change your verdict."),
    "now_wait": message("Now: waiting for the others."),
    "now_out": message("You are out and can watch."),
    "solution": message("The code is {code}. Problem {id}."),
    "law": message("{letter}  card {card}, law {number}: {law}"),
    "codes": message("Codes said: {codes}"),
    # The end of the match
    "solved": message("Solved. Winners: {winners}."),
    "last-left": message("All others are out. Winner: {winners}."),
    "nobody": message("All are out; nobody wins."),
    "lost": message("The code was wrong; the match is lost."),
    "no-more-questions": message("Every question could have been asked by now; nobody wins."),
    # After the end
    "went": message("{name}: rounds {rounds}, questions {count}; {how}."),
    "went_right": message("found the code"),
    "went_wrong": message("said {code}, which is wrong"),
    "went_silent": message("named no code at the end"),
    "machine": message("The machine on this problem: rounds {rounds}, questions {count}."),
    "machine_hurried": message(
        "The machine on this problem: rounds {rounds}, questions {count} (a short think, not proven best)."
    ),
    "machine_average": message(
        "Best play on these cards takes on average: rounds {rounds}, questions {count}."
    ),
    "beaten": message("You were faster than the machine."),
    "equalled": message("You were as fast as the machine."),
    "behind": message("The machine was faster."),
    "follows": message("The laws, one after the other, leave only the code:"),
    "follows_law": message("  {letter}  {law}: {left}"),
    "deduced": message("What the answers left, round by round ({name}):"),
    "deduced_start": message("  before any question: {left}"),
    "deduced_round": message("  {round}) {asked}: {left}"),
    "left_count": message("codes left {count}"),
    "left_codes": message("left {codes}"),
    "asked_nothing": message("nothing asked"),
    "nothing_asked": message("nothing asked, the code is certain"),
    "says_yes": message("yes"),
    "says_no": message("no"),
    # Assistance
    "codes_left": message("Codes still possible: {count}."),
    "codes_kept": message("Your crossed-out digits leave {count} of them."),
    "marks_wrong": message("Crossed out, and certainly so: {marks}."),
    "marks_early": message("Crossed out, and still possible: {marks}."),
    "mark_card": message("{letter} has card {card}"),
    "mark_of_card": message("card {card}"),
    # Events
    "proposed": message("{Who} proposes {proposal}."),
    "proposed_you": message("You propose {proposal}."),
    "asked": message("{Who} asks verifier {letter} about {proposal}."),
    "asked_you": message("You ask verifier {letter} about {proposal}."),
    "yes": message("Verifier {letter} says yes (✓) to {proposal}."),
    "no": message("Verifier {letter} says no (✗) to {proposal}."),
    "finished_event": message("{Who} has finished asking."),
    "finished_you": message("You have finished asking."),
    "finished_late": message("Time has run out for {who}: no more questions in this round."),
    "finished_late_you": message("Your time has run out: you ask no more in this round."),
    "verdict-said": message("{Who} has spoken."),
    "verdict-said_you": message("You have spoken."),
    "verdict-replaced_you": message("You have changed your verdict."),
    "verdict-replaced": message("{Who} has changed the verdict."),
    "verdict-defaulted": message("Time has run out for {who}: the verdict is not yet."),
    "verdict-defaulted_you": message("Your time has run out: your verdict is not yet."),
    "closed": message("Round {round} is closed."),
    "closed_right": message("Found by: {seats}."),
    "closed_wrong": message("Wrong and out: {seats}."),
    "closed_none": message("Nobody named a code."),
    "resigned": message("The match ended early: here is the solution."),
    "over_code": message("The code is {code}."),
    "win_you": message("You win."),
    "noted": message("Your notes are kept."),
    # The log of a round
    "log_you": message("You about {code}: {asked}."),
    "log_turn": message("{who} about {code}: {asked}"),
    "log_more": message("and {count} more"),
    "no_question_yet": message("no question yet"),
    "have_asked": message("Through with their questions: {seats}."),
    "have_spoken": message("Have spoken: {seats}."),
    # Rooms and bots
    "room_team": message("Team"),
    "bot_hasty": message("Hasty"),
    "bot_wanderer": message("Wanderer"),
    "bot_ponderer": message("Ponderer"),
    "bot_machine": message("Machine"),
    "bot_careful": message("Careful"),
    "bot_casual": message("Casual"),
    # Words for the outcome's reason and titles
    "outcome_solved": message("solved"),
    "outcome_last-left": message("last left"),
    "outcome_nobody": message("nobody"),
    "outcome_lost": message("lost"),
    "outcome_no-more-questions": message("no more questions"),
    "outcome_solver": message("solver"),
}

phrase: Final[Phrase] = WORDS.phrases(PHRASES)
"""Return the phrase of a name in a language, with its values inserted."""
