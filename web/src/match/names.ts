/** What seats and bots are called: the service says it, once for all; a seat without a name goes by its number. */
import { language, t } from "@house/kit/words";

/** A seat as it is told anywhere: of a match, of its position, at the desk, of a course. */
export interface Named {
  name: string;
  bot?: string | null;
  translated?: Record<string, string>;
}

export function seatName(place: Named | undefined, seat: number): string {
  return givenName(place) || t("Seat {seat}", { seat });
}

/** Empty where nobody sits. */
export function givenName(place: Named | undefined): string {
  return place?.translated?.[language] ?? place?.name ?? "";
}

/** By bot and language, as a game is told. */
export type Titles = Record<string, Record<string, string>>;

export function botTitle(titles: Titles, bot: string): string {
  return titles[bot]?.[language] ?? titles[bot]?.["en"] ?? bot;
}
