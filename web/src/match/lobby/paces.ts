/** Paces that people know by name: clocks for a match that is played at one sitting, and for one that takes days. */
import type { Clock } from "@house/api/api";
import { t } from "@house/kit/words";
import { shortClockWords } from "@house/match/lobby/terms";

export type Pace = "live" | "slow";

const DAY = 86400;
/** A clock with more time than this for a turn or round isn't for one sitting. */
const LONGEST_LIVE = 3600;

/** Whether a match with the clock is played at one sitting; without a clock it is too. */
export function isForOneSitting(clock: Clock | null): boolean {
  return !clock || clock.type === "none" || clock.seconds <= LONGEST_LIVE;
}

/** The clock for one sitting. */
export function liveClock(simultaneous: boolean, own: Clock | null): Clock {
  return paces(simultaneous, own).live;
}

/** The clock of each pace: the game's own where it has that pace. Where all act at once a round has a deadline. */
export function paces(simultaneous: boolean, own: Clock | null): Record<Pace, Clock> {
  const live: Clock = simultaneous ? { type: "round", seconds: 300 } : { type: "turn", seconds: 120, reserves: 5, reserve_seconds: 60 };
  const slow: Clock = simultaneous ? { type: "round", seconds: DAY } : { type: "turn", seconds: DAY, reserves: 0, reserve_seconds: 60 };
  if (!own || own.type === "none") return { live, slow };
  return isForOneSitting(own) ? { live: own, slow } : { live, slow: own };
}

export function paceWords(pace: Pace, clock: Clock): string {
  const words = shortClockWords(clock);
  return pace === "live" ? t("live: {clock}", { clock: words }) : t("slow: {clock}", { clock: words });
}
