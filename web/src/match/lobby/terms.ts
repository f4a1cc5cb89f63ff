/** The terms of a match in words: its clock, its seats, its visibility. */
import type { Clock, MatchSummary } from "@house/api/api";
import { t, tn } from "@house/kit/words";

/** 90 as "1 min 30 s", 5400 as "1 hour 30 min": in whole units, the largest first. */
export function formatDuration(seconds: number): string {
  let rest = Math.round(seconds);
  if (rest < 1) return t("{count} s", { count: Math.round(seconds * 10) / 10 });
  const words: string[] = [];
  for (const unit of ["day", "hour", "minute", "second"] as const) {
    // A single day counts as 24 hours.
    if (unit === "day" && rest < 2 * UNITS.day) continue;
    const count = Math.floor(rest / UNITS[unit]);
    rest -= count * UNITS[unit];
    if (count) words.push(countWords(unit, count));
  }
  return words.join(" ");
}

function countWords(unit: Unit, count: number): string {
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

/** The clock in full: "1 min a turn, and 10 min in reserve for the whole match, taken 1 min at a time". */
export function clockWords(clock: Clock): string {
  if (clock.type !== "turn" || !clock.reserves) return shortClockWords(clock);
  const values = { time: formatDuration(clock.seconds), total: reserveWords(clock, clock.reserves), period: reserveWords(clock, 1) };
  return clock.reserves === 1
    ? t("{time} a turn, and {total} in reserve, once in the match", values)
    : t("{time} a turn, and {total} in reserve for the whole match, taken {period} at a time", values);
}

/** The same for narrow places: "1 min a turn + 10 min in reserve". */
export function shortClockWords(clock: Clock): string {
  switch (clock.type) {
    case "none":
      return t("no clock");
    case "round":
      return t("{time} a round", { time: formatDuration(clock.seconds) });
    case "turn":
      return clock.reserves
        ? t("{time} a turn + {total} in reserve", { time: formatDuration(clock.seconds), total: reserveWords(clock, clock.reserves) })
        : t("{time} a turn", { time: formatDuration(clock.seconds) });
  }
}

/** The time of so many reserve periods. A period that has begun is used up, so a seat's reserve is a number of them. */
export function reserveWords(clock: Clock, count: number): string {
  return formatDuration(clock.type === "turn" ? count * (clock.reserve_seconds ?? 60) : 0);
}

export function seatsWords([fewest, most]: readonly number[]): string {
  if (fewest === most) return tn("{count} player", "{count} players", most ?? 0);
  return tn("{fewest}–{count} player", "{fewest}–{count} players", most ?? 0, { fewest: fewest ?? 0 });
}

/** The seats that anybody may take: one that is offered to somebody waits for that person. */
export function freeSeats(match: Pick<MatchSummary, "seats">): number {
  return match.seats.filter((seat) => !seat.name && !seat.bot && typeof seat.offered_to !== "string").length;
}

/** The seats on which somebody sits. */
export function takenSeats(match: { seats: readonly { name: string; bot: string | null }[] }): number {
  return match.seats.filter((seat) => seat.name || seat.bot).length;
}

/** Why this person can't sit down at the match; empty for one who may. */
export function whyNoSeat(info: Pick<MatchSummary, "knows_secrets">): string {
  const known = info.knows_secrets ?? [];
  if (!known.length) return "";
  if (known.includes("everything")) return t("You have seen this match with all its secrets, so you can’t sit down. You may look on.");
  return t("You know what was handed in for this match, so you can’t sit down. You may host and look on.");
}

export function statusWords(status: MatchSummary["status"]): string {
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
