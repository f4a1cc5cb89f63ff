"""The texts of the terminal board and of events, by name; the catalogues of `locale/` translate them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from numberhouse.words import in_context, message, words_of

__all__ = ["PHRASES", "WORDS", "phrase"]

WORDS: Final = words_of("numberhouse.games.set_theory")

PHRASES: Final[Mapping[str, str]] = {
    # The board
    "head": message("Set Theory: numbers on the grid {done} of 64"),
    "handed_in": message("the host's sets"),
    "lose": message("who runs out of time loses"),
    "assisted": in_context("the head of a match in the terminal", "assistance is on"),
    "tier_plain": message("plain properties"),
    "tier_mixed": message("plain and less plain properties"),
    "sets": message("The ten sets (examples can't be placed; then the numbers placed that are in):"),
    "set": message("{label}: examples {examples}"),
    "set_bare": message("{label}: no examples"),
    "in": message("in: {numbers}"),
    "in_all_but": message("in: all but {numbers}"),
    "in_all": message("in: all"),
    "turns": message("The last turns:"),
    "turn": message("{number}@{cell} {who}: sets {sets}, points {points}"),
    "turn_none": message("{number}@{cell} {who}: no set, points 0"),
    "turn_late": message("{who}: time ran out"),
    "score": message("{name}: points {points}, highest move {highest}"),
    "late": message(", time-outs {count}"),
    "candidate": message("{Who} (candidate)"),
    "dmo": message("{Who} (opponent, DMO)"),
    "candidate_you": message("{Who} (candidate), you"),
    "dmo_you": message("{Who} (opponent, DMO), you"),
    "now": message("Now: put a number from 10 to 999999 on an empty cell (72@D4)."),
    "now_wait": message("Now: it is the turn of {who}."),
    "now_begin": message("Now: decide who begins, you (dmo) or {other} (candidate)."),
    "now_begin_wait": message("Now: {who} decides who begins."),
    # The end
    "grid-full": message("The grid is full: the match is over."),
    "candidate-resigned": message("The match ended early: the candidate loses."),
    "dmo-resigned": message("The match ended early: the opponent (DMO) loses."),
    "four-skipped": message("Four turns in a row were skipped: the match is over; fewer time-outs win."),
    "time-ran-out": message("Time ran out, and that loses: the match is over."),
    "shown": message("The sets were:"),
    "shown_set": message("{label}, worth {worth}: {statement}"),
    "first": message("First: {name}."),
    # Events
    "placed": message("{Who} puts {number} on {cell}: sets {sets}, points {points}."),
    "placed_you": message("You put {number} on {cell}: sets {sets}, points {points}."),
    "placed_none": message("{Who} puts {number} on {cell}: it belongs to no set."),
    "placed_none_you": message("You put {number} on {cell}: it belongs to no set."),
    "time-ran-out_event": message("Time has run out for {who}."),
    "time-ran-out_event_you": message("Your time has run out."),
    "begins": message("{By} decides: {name} begins."),
    "begins_self": message("{By} decides to begin."),
    "begins_you": message("{By} decides: you begin."),
    "begins_mine": message("You decide: {name} begins."),
    "begins_mine_self": message("You decide to begin."),
    "begins-by-default": message("{Who} has not decided in time who begins, and so begins."),
    "begins-by-default_you": message("You have not decided in time who begins, so you do."),
    "over": message("{why} Points: {points}. First: {name}."),
    # Assistance
    "weighed": message("{number}: {chances}"),
    "weighed_none": message("in none of the sets"),
    "weighed_points": message("Points to be expected: {points}."),
    "guess_fits": message("{set}: “{statement}” fits all of the known numbers, {count}."),
    "guess_against": message("{set}: “{statement}” is contradicted by {numbers}; it fits {count}."),
    # Remarks on the host's sets
    "remark_thin": message(
        "Set {set} is thin: {members} members from 10 to 999,999, {share} %. It will seldom be met."
    ),
    "remark_broad": message(
        "Set {set} is broad: {members} members from 10 to 999,999, {share} %. Nearly every number is in it."
    ),
    "remark_finite": message("Set {set} is finite; the game asks for infinite sets."),
    "remark_within": message("Nearly all of set {set} is in set {other} too: {members} numbers."),
    # Bots
    "bot_novice": message("Guesser"),
    "bot_gambler": message("Gambler"),
    "bot_weaver": message("Weaver"),
    "bot_explorer": message("Explorer"),
    "bot_champion": message("Champion"),
    "bot_collector": message("Collector"),
    "bot_plain": message("Plain"),
    # Reasons and titles of an outcome
    "outcome_grid-full": message("grid full"),
    "outcome_four-skipped": message("four skipped"),
    "outcome_time-ran-out": message("time ran out"),
    "outcome_eliminated": message("eliminated"),
}

phrase: Final = WORDS.phrases(PHRASES)
