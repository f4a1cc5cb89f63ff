/** What seats and bots are called: the service says it, once for all; a seat without a name goes by its number. */
import { language, t } from "@house/kit/words";

/** A seat as it is told anywhere: of a match, of its position, at the desk, of a course. */
export interface Occupant {
  name: string;
  bot?: string | null;
  translated?: Record<string, string>;
}

export function seatName(occupant: Occupant | undefined, seat: number): string {
  return occupantName(occupant) || t("Seat {seat}", { seat });
}

/** Empty where nobody sits. */
export function occupantName(occupant: Occupant | undefined): string {
  return occupant?.translated?.[language] ?? occupant?.name ?? "";
}

/** By bot and language, as a game is told. */
export type Titles = Record<string, Record<string, string>>;

export function botTitle(titles: Titles, bot: string): string {
  return titles[bot]?.[language] ?? titles[bot]?.["en"] ?? bot;
}
