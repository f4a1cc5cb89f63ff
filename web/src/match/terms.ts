/** The terms of a match in words: its clock, its seats, its visibility. */
import type { Clock, MatchInfo } from "@house/api/api";
import { t, tn } from "@house/kit/words";

/** 90 as "90 s", 7200 as "2 h": in the largest unit that divides it. */
export function formatDuration(seconds: number): string {
  const unit = unitOf(seconds);
  const count = Math.round((seconds / UNITS[unit]) * 100) / 100;
  switch (unit) {
    case "day":
      return tn("{count} day", "{count} days", count);
    case "hour":
      return tn("{count} hour", "{count} hours", count);
    case "minute":
      return t("{count} min", { count });
    case "second":
      return t("{count} s", { count });
  }
}

export type Unit = "second" | "minute" | "hour" | "day";

export const UNITS: Record<Unit, number> = { second: 1, minute: 60, hour: 3600, day: 86400 };

/** The largest natural unit: a single day counts as 24 hours. */
export function unitOf(seconds: number): Unit {
  if (seconds >= 2 * 86400 && seconds % 86400 === 0) return "day";
  if (seconds >= 3600 && seconds % 3600 === 0) return "hour";
  return seconds >= 60 && seconds % 60 === 0 ? "minute" : "second";
}

export function clockWords(clock: Clock): string {
  switch (clock.type) {
    case "none":
      return t("no clock");
    case "round":
      return t("{time} a round", { time: formatDuration(clock.seconds) });
    case "turn":
      return clock.reserves
        ? t("{time} a turn and {count} × {reserve}", {
            time: formatDuration(clock.seconds),
            count: clock.reserves,
            reserve: formatDuration(clock.reserve_seconds ?? 60),
          })
        : t("{time} a turn", { time: formatDuration(clock.seconds) });
  }
}

export function seatsWords([fewest, most]: readonly number[]): string {
  if (fewest === most) return tn("{count} player", "{count} players", most ?? 0);
  return tn("{fewest}–{count} player", "{fewest}–{count} players", most ?? 0, { fewest: fewest ?? 0 });
}

export function freeSeats(match: MatchInfo): number {
  return match.seats.filter((seat) => !seat.name && !seat.bot).length;
}

export function statusWords(status: MatchInfo["status"]): string {
  return {
    draft: t("draft"),
    open: t("open"),
    running: t("running"),
    paused: t("paused"),
    finished: t("finished"),
    abandoned: t("ended without a result"),
  }[status];
}

export function visibilityWords(visibility: "public" | "unlisted" | "private"): string {
  return {
    public: t("Everybody: it is listed"),
    unlisted: t("Whoever has the link"),
    private: t("Only those who are invited"),
  }[visibility];
}
