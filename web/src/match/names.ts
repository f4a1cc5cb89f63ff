/** Names of seats and bots, as the service gives them; a seat without a name has its number. */
import { language, t, seatNumber } from "@house/kit/words";

/** A seat in any response: of a match, a position, the desk, a timeline. */
export interface Occupant {
  name: string;
  bot?: string | null;
  translated?: Record<string, string>;
}

export function seatName(occupant: Occupant | undefined, seat: number): string {
  return occupantName(occupant) || t("Seat {seat}", { seat: seatNumber(seat) });
}

/** Empty for a free seat. */
export function occupantName(occupant: Occupant | undefined): string {
  return occupant?.translated?.[language] ?? occupant?.name ?? "";
}

/** Titles by bot and language, as in `GameInfo`. */
export type Titles = Record<string, Record<string, string>>;

export function botTitle(titles: Titles, bot: string): string {
  return titles[bot]?.[language] ?? titles[bot]?.["en"] ?? bot;
}
