"""The phrases of announcements and transcripts, in English and Russian. Games have phrases of their own."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from numberhouse.contract.clock import Clock, NoClock, RoundClock, TurnClock

__all__ = ["PHRASES", "clock_text", "deadline", "duration", "moment", "phrase"]

PHRASES: Mapping[str, tuple[str, str]] = {
    # Corrections
    "corrected": (
        "The host has corrected action {number} of {name}: {old} → {new}.",
        "Ведущий исправляет действие {number} ({name}): {old} → {new}.",
    ),
    "ruled": ("Ruling of the host: {words}", "Решение ведущего: {words}"),
    "ruled_later": (
        "The host has made a ruling; it shows where the match shows it.",
        "Ведущий принял решение; оно видно там, где партия до него дошла.",
    ),
    "corrected_secretly": (
        "The host has corrected an earlier action.",
        "Ведущий исправляет одно из прежних действий.",
    ),
    "reason": ("Reason: {reason}", "Причина: {reason}"),
    "nothing_changes": ("Nothing that is public changes.", "Ничто из открытого не меняется."),
    "changes": ("What has changed for everybody:", "Что изменилось для всех:"),
    "more": ("and {count} more", "и ещё {count}"),
    "outcome": (
        "Scores and places: {old} → {new}",
        "Очки и места: {old} → {new}",
    ),
    "time_ran_out": ("time ran out", "время вышло"),
    # Announcements
    "over": ("The match is over.", "Партия окончена."),
    "stopped": ("The match has been stopped.", "Партия остановлена."),
    "place": ("{place}. {name}: {score}", "{place}. {name}: {score}"),
    "title_of": ("{title}: {names}", "{title}: {names}"),
    "awaited": ("Now waiting for: {names}.", "Ход за: {names}."),
    "until": ("Time until {moment}.", "Время до {moment}."),
    # Transcripts
    "match": ("Match", "Партия"),
    "game": ("Game", "Игра"),
    "seat": ("Seat {seat}", "Место {seat}"),
    "status": ("Status", "Состояние"),
    "draft": ("draft", "черновик"),
    "open": ("open", "открыта"),
    "running": ("running", "идёт"),
    "paused": ("paused", "приостановлена"),
    "finished": ("finished", "окончена"),
    "abandoned": ("stopped before the end", "остановлена до конца"),
    "perspective": ("As seen by", "Кто смотрит"),
    "spectator": ("a spectator", "зритель"),
    "everything": ("the host: everything", "ведущий: видно всё"),
    "own_eyes": ("seat {seat}, {name}", "{name}, место {seat}"),
    "options": ("Options", "Настройки"),
    "clock": ("Clock", "Часы"),
    "no_clock": ("none", "нет"),
    "turn_clock": (
        "{seconds} a turn, then {reserves} periods of {period}",
        "{seconds} на ход, затем {reserves} периодов по {period}",
    ),
    "round_clock": ("{seconds} a round", "{seconds} на раунд"),
    "began": ("Began", "Начало"),
    "ended": ("Ended", "Конец"),
    "digest": ("Seed's SHA-256", "SHA-256 зерна"),
    "seed": ("Seed", "Зерно"),
    "players": ("Seats", "Места"),
    "course": ("Course", "Ход партии"),
    "board": ("Board", "Доска"),
    "result": ("Result", "Итог"),
    "only_for": ("to {names}", "видно: {names}"),
    "bot": ("bot", "бот"),
    "empty": ("empty", "пусто"),
    "host_start": ("The match begins.", "Партия начинается."),
    "host_pause": ("The host pauses the match.", "Ведущий приостанавливает партию."),
    "host_resume": ("The match goes on.", "Партия продолжается."),
    "host_extend": (
        "Time is extended by {span} for {names}.",
        "Время продлено на {span}: {names}.",
    ),
    "host_shorten": (
        "Time is shortened by {span} for {names}.",
        "Время сокращено на {span}: {names}.",
    ),
    "everybody": ("everybody", "все"),
    "host_resign": ("{name} gives up.", "{name} сдаётся."),
    "host_seated": ("{name} takes seat {seat}.", "{name} занимает место {seat}."),
    "somebody": ("Another player", "Другой игрок"),
    "host_release": ("Spectators see everything at once.", "Зрители видят всё сразу."),
    "host_stop": ("The host stops the match.", "Ведущий останавливает партию."),
    "all_resigned": (
        "Everybody has given up: the match ends without a result.",
        "Сдались все: партия окончена без результата.",
    ),
    "host_amend": ("The host corrects an earlier action.", "Ведущий исправляет прежнее действие."),
    "announcement": ("Announcement", "Объявление"),
    "reason_time": ("time", "время"),
    "reason_resigned": ("has given up", "сдача"),
    "reason_host": ("by the host", "ведущим"),
    "reason_bot": ("the bot failed", "бот не справился"),
}


def phrase(name: str, lang: str, /, **values: Any) -> str:
    """The phrase in that language, with the values filled in as they are."""
    english, russian = PHRASES[name]
    return (russian if lang == "ru" else english).format(**values)


def moment(at: float) -> str:
    """The time in UTC, to the second."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def deadline(at: float, lang: str) -> str:
    """The time in UTC with the day of the week; to the second only where it isn't on the minute."""
    time = datetime.fromtimestamp(at, UTC)
    day = ("пн вт ср чт пт сб вс" if lang == "ru" else "Mon Tue Wed Thu Fri Sat Sun").split()[time.weekday()]
    return f"{day} {time:%Y-%m-%d}, {time:{'%H:%M:%S' if time.second else '%H:%M'}} UTC"


def duration(seconds: float, lang: str) -> str:
    """A span of time, exactly, in the largest units: 5400 as "1 h 30 min"."""
    names = ("д", "ч", "мин", "с") if lang == "ru" else ("d", "h", "min", "s")
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
        case TurnClock(seconds=seconds, reserves=reserves, reserve_seconds=period):
            return phrase(
                "turn_clock",
                lang,
                seconds=duration(seconds, lang),
                reserves=reserves,
                period=duration(period, lang),
            )
        case RoundClock(seconds=seconds):
            return phrase("round_clock", lang, seconds=duration(seconds, lang))
