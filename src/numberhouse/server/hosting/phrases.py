"""The phrases of announcements and transcripts. Games have phrases of their own."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from numberhouse.contract.clock import Clock, NoClock, RoundClock, TurnClock
from numberhouse.words import HOUSE, message

__all__ = ["PHRASES", "clock_text", "deadline", "duration", "moment", "phrase"]

PHRASES: Final[Mapping[str, str]] = {
    # Corrections
    "corrected": message("The host has corrected action {number} of {name}: {old} → {new}."),
    "ruled": message("Ruling of the host: {words}"),
    "corrected_secretly": message("The host has corrected an earlier action."),
    "reason": message("Reason: {reason}"),
    "nothing_changes": message("Nothing that is public changes."),
    "changes": message("What has changed for everybody:"),
    "more": message("and {count} more"),
    "outcome": message("Scores and places: {old} → {new}"),
    "time_ran_out": message("time ran out"),
    # Announcements
    "over": message("The match is over."),
    "stopped": message("The match has been stopped."),
    "place_alone": message("{place}. {name}"),
    "place": message("{place}. {name}: {score}"),
    "title_of": message("{title}: {names}"),
    "awaited": message("Now waiting for: {names}."),
    "until": message("Time until {moment}."),
    # Transcripts
    "match": message("Match"),
    "game": message("Game"),
    "seat": message("Seat {seat}"),
    "status": message("Status"),
    "draft": message("draft"),
    "open": message("open"),
    "running": message("running"),
    "paused": message("paused"),
    "finished": message("finished"),
    "abandoned": message("stopped before the end"),
    "perspective": message("As seen by"),
    "spectator": message("a spectator"),
    "everything": message("the host: everything"),
    "own_eyes": message("seat {seat}, {name}"),
    "options": message("Options"),
    "clock": message("Clock"),
    "no_clock": message("none"),
    "turn_clock": message("{seconds} a turn"),
    "reserve_clock": message(
        "{seconds} a turn, and {total} in reserve for the whole match, taken {period} at a time"
    ),
    "round_clock": message("{seconds} a round"),
    "began": message("Began"),
    "ended": message("Ended"),
    "digest": message("Seed's SHA-256"),
    "seed": message("Seed"),
    "commitment": message("Commitment to the secret of the seed"),
    "contributions": message("Contributions to the seed, by seat"),
    "secret": message("Secret of the seed"),
    "players": message("Seats"),
    "course": message("Course"),
    "board": message("Board"),
    "result": message("Result"),
    "only_for": message("to {names}"),
    "bot": message("bot"),
    "empty": message("empty"),
    "host_start": message("The match begins."),
    "host_pause": message("The host pauses the match."),
    "host_resume": message("The match goes on."),
    "host_extend": message("Time is extended by {span} for {names}."),
    "host_shorten": message("Time is shortened by {span} for {names}."),
    "everybody": message("everybody"),
    "host_resign": message("{name} resigns."),
    "host_seated": message("{name} takes seat {seat}."),
    "somebody": message("Another player"),
    "host_release": message("Spectators see everything at once."),
    "host_stop": message("The host stops the match."),
    "all_resigned": message("Everybody has resigned: the match ends without a result."),
    "called_off": message("The match is called off, because a player has left. It ends without a result."),
    "too_long": message("The match has become too long: it ends without a result."),
    "host_amend": message("The host corrects an earlier action."),
    "announcement": message("Announcement"),
    "hosts": message("Host"),
    "hosts_and_plays": message("{name} hosts and plays"),
    "handed_in": message("Handed in"),
    "handed_in_by": message("{option}: handed in by {name}"),
    "host_proposes": message("{name}, who hosts and plays, proposes something to the other players."),
    "seat_agrees": message("{name} agrees to the proposal."),
    "seat_disagrees": message("{name} doesn’t agree to the proposal."),
    "seat_taken_back": message("{name} takes the proposal back."),
    # Proposals
    "the_host": message("The host"),
    "proposes": message("{name} proposes: {proposal}."),
    "propose_pause": message("pause the match"),
    "propose_resume": message("go on with the match"),
    "propose_stop": message("stop the match without a result"),
    "propose_extend": message("give {span} more"),
    "propose_shorten": message("take {span} away"),
    "propose_deadline": message("move the deadline to {moment}"),
    "propose_expire": message("let the time of {name} run out now"),
    "propose_resign": message("resign for {name}"),
    "propose_replace": message("put {player} on the seat of {name}"),
    "propose_invite": message("invite another person to the seat of {name}"),
    "propose_amend": message("correct action {number}"),
    "proposal_done": message("{proposal} It is done. Agreed: {names}"),
    "proposal_failed": message("{proposal} All agreed, but it isn’t possible any more."),
    "reason_time": message("time"),
    "reason_resigned": message("has resigned"),
    "reason_host": message("by the host"),
    "reason_bot": message("the bot failed"),
}


phrase: Final = HOUSE.phrases(PHRASES)
"""The phrase of that name in a language; values are filled in as they are."""


def moment(at: float) -> str:
    """The time in UTC, to the second."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def deadline(at: float, lang: str) -> str:
    """The time in UTC with the day of the week; to the second only where it isn't on the minute."""
    time = datetime.fromtimestamp(at, UTC)
    day = HOUSE.t("Mon Tue Wed Thu Fri Sat Sun", lang).split()[time.weekday()]
    return f"{day} {time:%Y-%m-%d}, {time:{'%H:%M:%S' if time.second else '%H:%M'}} UTC"


def duration(seconds: float, lang: str) -> str:
    """A span of time, exactly, in the largest units: 5400 as "1 h 30 min"."""
    names = HOUSE.t("d h min s", lang).split()
    if seconds == 86400:
        return f"24 {names[1]}"
    parts, rest = [], seconds
    for name, unit in zip(names, (86400, 3600, 60), strict=False):
        count, rest = divmod(rest, unit)
        if count:
            parts.append(f"{count:g} {name}")
    if rest or not parts:
        parts.append(f"{rest:g} {names[-1]}")
    return " ".join(parts)


def clock_text(clock: Clock, lang: str) -> str:
    """The clock in words."""
    match clock:
        case NoClock():
            return phrase("no_clock", lang)
        case TurnClock(seconds=seconds, reserves=0):
            return phrase("turn_clock", lang, seconds=duration(seconds, lang))
        case TurnClock(seconds=seconds, reserves=reserves, reserve_seconds=period):
            return phrase(
                "reserve_clock",
                lang,
                seconds=duration(seconds, lang),
                total=duration(reserves * period, lang),
                period=duration(period, lang),
            )
        case RoundClock(seconds=seconds):
            return phrase("round_clock", lang, seconds=duration(seconds, lang))
