"""Texts of the terminal board and of events, and the catalogue of all texts of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from numberhouse.words import Catalogues, Phrase, in_context, message, words_of

__all__ = ["PHRASES", "WORDS", "phrase", "points"]

WORDS: Final[Catalogues] = words_of("numberhouse.games.addition_crypt")
"""The texts of Addition Crypt in every language: those below, refusals, practice and reviews."""


def points(count: int, lang: str) -> str:
    """A number of points: "1 point", "5 points"."""
    return WORDS.tn("{count} point", "{count} points", count, lang)


PHRASES: Final[Mapping[str, str]] = {
    # Rounds
    "head": message("Addition Crypt: round {round} of {rounds}, {names}"),
    "begins": message("Round {round} of {rounds}: {names}."),
    "head_assisted": message("Addition Crypt: round {round} of {rounds}, {names}; assistance is on"),
    "theme": message("Theme"),
    "standout": message("Standout"),
    "increment": message("Increment"),
    "write-off": message("Small Business Write-Off"),
    "sixify": message("Sixify"),
    "up-is-down": message("Up is Down"),
    "area-of-effect": message("Area of Effect"),
    "adds": message("The first node gets {first}, the second {second}."),
    "takes": message("The first node loses {first}, the second {second}; nothing goes below 0."),
    "spreads": message("Each neighbour of the first node gets {spread} too (the last node is next to A)."),
    "spreads_down": message(
        "Each neighbour of the first node loses {spread} too (the last node is next to A)."
    ),
    "digits": message(
        "Your scoring node earns its digits' sum in base {base}; a single highest node only its last digit."
    ),
    "alone": message("If nobody else submits the same two nodes, +{bonus}."),
    "bottom": message(
        "+{bonus} for each of your nodes in the bottom {places}. All submissions will be published."
    ),
    "coming": message("Coming: {names}"),
    # The board
    "nodes": message("Nodes"),
    "start": message("start"),
    "round": message("round {round}"),
    "barred": in_context("row of the table", "barred"),
    "published": message("Published, round {round}"),
    "yours": message("Your rounds, {points} so far"),
    "line": message("round {round}: {pick}, {how}: {points}"),
    "how_submitted": message("submitted"),
    "how_locked": message("locked"),
    "how_defaulted": message("defaulted"),
    "rooms": message("Your rooms after round {round}"),
    "talk_open": message("Talk: everybody with everybody in this round."),
    "groups": message("Rooms opened with you"),
    "group": message("{seats} (opened by {by})"),
    "open_room": message(
        "Open a room for some of you with room and the seats, such as {example}; left: {left}."
    ),
    "kept_rooms": in_context(
        "term of the round", "The room of a node stays open for all who have ever used it."
    ),
    "whole_time": message("A round lasts until its deadline, whoever has locked."),
    "with": message("{node}: with {seats}"),
    "nobody": message("{node}: nobody but you"),
    "you": message("{name} (you)"),
    "waiting": message("Waiting for {seats}."),
    "now_submit": message(
        "Now: two nodes out of {free}, the scoring one with an asterisk, such as {example}."
    ),
    "now_lock": message("Submitted: {pick}. Now: lock, or two other nodes in its place."),
    "now_locked": message("Locked: {pick}. Until the round closes it can be replaced."),
    "now_patient": message(
        "Locked: {pick}. The round lasts until its deadline; till then it can be replaced."
    ),
    "now_late": message("Your time has run out; {pick} is played."),
    "final": message("Final standing"),
    "place": message("{place}. {who}: {score} ({rounds})"),
    # Events
    "submitted": message("You submit {pick}."),
    "submitted_again": message("You submit {pick} in its place; it stays locked."),
    "locked": message("You lock {pick}."),
    "ran_out": message("Your time has run out; {pick} is played."),
    "ran_out_default": message("Your time has run out with nothing submitted; {pick} is played for you."),
    "settled": message("{Who} is through with round {round}."),
    "settled_you": message("You are through with round {round}."),
    "through": message("Through with round {round}: {seats}."),
    "closed": message("Round {round} closes. Nodes: {values}"),
    "published_all": message("All submissions of round {round}: {picks}"),
    "scored": message("You score {points} with {pick}."),
    "room": message("The room of {node} after round {round} opens: {seats}."),
    "group_opened_you": message("You open a room: {seats}."),
    "group_opened": message("{Who} opens a room: {seats}."),
    "room_kept": message("The room of {node} now: {seats}."),
    "promised": in_context("two nodes that a player promises to use", "{first} and {second}"),
    # Guesses
    "guessed": message("By your guesses {node} would stand at {value}: {points} points for you."),
    "guessed_alone": message("With {bonus} for standing out, if nobody else plays the same two nodes."),
    # Rooms and bots
    "room_all": message("Hall"),
    "room_pair": message("Two alone: {names}"),
    "room_group": message("Room: {names}"),
    "room_kept_node": message("Node {node}"),
    "room_node": message("Round {round}, {node}"),
    "bot_admirer": message("Admirer"),
    "bot_dreamer": message("Dreamer"),
    "bot_estimator": message("Estimator"),
    "bot_champion": message("Champion"),
    "bot_counter": message("Counter"),
    "bot_drifter": message("Drifter"),
    "over": message("The match is over. First: {seats}, {points}."),
    # Reasons and titles of an outcome
    "outcome_rounds-played": message("rounds played"),
}

phrase: Final[Phrase] = WORDS.phrases(PHRASES)
"""The phrase of that name in a language, with its values filled in."""
