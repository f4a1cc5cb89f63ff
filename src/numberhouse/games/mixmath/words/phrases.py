"""The texts of the terminal board and of the events, by name. `locale/ru.po` has them in Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from numberhouse.words import Catalogues, in_context, message, words_of

__all__ = ["PHRASES", "WORDS", "phrase", "points"]

WORDS: Final[Catalogues] = words_of("numberhouse.games.mixmath")


def points(count: int, lang: str) -> str:
    """A number of points: "1 point", "5 points"."""
    return WORDS.tn("{count} point", "{count} points", count, lang)


PHRASES: Final[Mapping[str, str]] = {
    # The board
    "head": message("Mixmath: turn {turn}, tiles in the bag: {bag}"),
    "with_blanks": message("two blanks"),
    "with_challenge": message("any tile may be challenged"),
    "ended_by_player": message("turns end when the player says so"),
    "endless": message("exchanging may go on for ever"),
    "with_operations": message("also {operations}"),
    "operation_power": message("powers"),
    "operation_root": message("roots"),
    "operation_logarithm": message("logarithms"),
    "operation_modulus": message("remainders (mod)"),
    "with_chains": message("longer lines count"),
    "assisted": in_context("of a match in the terminal", "assistance is on"),
    "legend": message("x2 x3 premium; [+] sign square; 12! laid in this turn; *12 a blank laid as 12"),
    "legend_plain": message("x2 x3 premium; [+] sign square; 12! laid in this turn"),
    "opening": message("For the start were drawn: {draws}."),
    "opening_draw": message("{who} {tile}"),
    "again": message("; again {draws}"),
    "score": message("{name}: points {points}, tiles {tiles}"),
    "score_shown": message(", known: {tile}"),
    "you": message("{who}, you"),
    "last_turn": message("last turn: {what}"),
    "this_turn": message("this turn: {what}"),
    "passed": message("passed"),
    "timed_out": message("time ran out"),
    "nothing": message("nothing yet"),
    "exchanged_count": message("exchanged tiles: {count}"),
    "together": message("points {points}"),
    "bonus": message("50 of them for the empty rack"),
    "wrong": message("{laid} taken back, {who} challenged it"),
    "rack": message("Your rack: {rack}"),
    "rack_empty": message("Your rack is empty."),
    "now_first": message(
        "Now: lay a tile (12@H7, with + at the end to draw on a sign square), exchange 3 17, or pass."
    ),
    "now_first_empty": message("Now: lay a tile (12@H7) or pass; the bag is empty."),
    "now_more": message("Now: lay another tile, or end."),
    "now_answer": message("Now: accept {laid}, or challenge if it solves nothing."),
    "now_asked": message("Now: {laid} may be challenged by: {names}."),
    "now_wait": message("Now: it is the turn of {who}."),
    # The end
    "rack-empty": message("The bag and a rack are empty: the match is over."),
    "all-passed": message("All have passed, one after the other: the match is over."),
    "idle": message("Nobody has laid a tile for too long: the match is over by a rule of this house."),
    "final": message("{name}: {points} points, less {lost} left on the rack ({rack}), makes {final}."),
    "final_clean": message("{name}: {points} points, nothing left over."),
    "first": message("First: {names}."),
    # Events
    "placed": message("{Who} lays {laid}, points {points}."),
    "placed_you": message("You lay {laid}, points {points}."),
    "placed_drew": message("{Who} lays {laid}, points {points}, and draws a tile."),
    "placed_drew_you": message("You lay {laid}, points {points}, and draw a tile."),
    "drew": message("You draw {tiles}."),
    "refilled": message("You refill with {tiles}."),
    "exchanged": message("{Who} exchanges tiles: {count}."),
    "exchanged_you": message("You exchange tiles: {count}."),
    "exchanged-tiles": message("You return {returned} and draw {drawn}."),
    "passed_event": message("{Who} passes."),
    "passed_event_you": message("You pass."),
    "late_event": message("Time has run out for {who}."),
    "late_event_you": message("Your time has run out."),
    "turn-ended": message("{Who} ends the turn with points {points}, total {total}."),
    "turn-ended_you": message("Your turn ends with points {points}, total {total}."),
    "turn-ended_bonus": message("The empty rack brings 50 of them."),
    "stuck": message("None of your tiles can be laid any more."),
    # The log, a turn an entry
    "tile_on": message("{tile} on {cell}"),
    "blank_on": message("a blank as {tile} on {cell}"),
    "lays": message("{Who} lays {tiles}."),
    "lays_you": message("You lay {tiles}."),
    "so_far": message("{points} so far."),
    "in_all": message("{points}, {total} in all."),
    "let_stand": message("The tile may stand, say {seats}."),
    "accepted": message("{Who} lets the tile stand."),
    "accepted_you": message("You let the tile stand."),
    "challenge-failed": message("{Who} challenges {laid}, and it is right."),
    "challenge-failed_you": message("You challenge {laid}, and it is right."),
    "taken-back": message(
        "{Who} challenges {laid}: it solves nothing and goes back to the rack; the turn ends."
    ),
    "taken-back_you": message(
        "You challenge {laid}: it solves nothing and goes back to the rack; the turn ends."
    ),
    "final_event": message("{Who} {final}"),
    "final_event_you": message("you {final}"),
    "finals": message("Final scores: {finals}."),
    # Assistance
    "planned": message("All together: {points} points."),
    "planned_bonus": message("50 of them for the empty rack."),
    # Bots
    "bot_dabbler": message("Dabbler"),
    "bot_glancer": message("Glancer"),
    "bot_browser": message("Browser"),
    "bot_spotter": message("Spotter"),
    "bot_champion": message("Champion"),
    "bot_greedy": message("Greedy"),
    "bot_one-tile": message("One tile"),
    # Reasons of an outcome
    "outcome_rack-empty": message("rack empty"),
    "outcome_all-passed": message("all passed"),
    "outcome_idle": message("nobody laid a tile, a rule of this house"),
}

phrase = WORDS.phrases(PHRASES)
"""The text of that name in a language, with its values filled in: `phrase("passed_event", lang,
Who="Ann")`."""
