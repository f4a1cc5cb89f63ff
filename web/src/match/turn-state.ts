/** Whose turn it is at a match, in words for the page and for the screen reader. */
import type { PublicMatch, Seat } from "@house/api/api";
import { language, t, tn } from "@house/kit/words";
import { seatName } from "@house/match/names";

/** Above as many names their number is told instead. */
const MOST_NAMES = 4;

export interface TurnState {
  /** For the page. */
  words: string;
  /** Whether the viewer has to act. */
  isYours: boolean;
  /** The others for whom the match waits; empty while it waits for the viewer. */
  names: string[];
}

/** The state of the turn for a viewer; with `waitsForTime` only the viewer's time remains before the match goes on. */
export function turnState(publicMatch: PublicMatch, seat: Seat | null, waitsForTime: boolean): TurnState {
  const awaited = publicMatch.seats.map((place, index) => ({ ...place, index })).filter((player) => player.awaited);
  const isYourTurn = awaited.some((player) => player.index === seat);
  const hasResigned = seat !== null && publicMatch.resigned.includes(seat);
  const names = awaited.map((player) => seatName(player, player.index));
  const isForOthers = publicMatch.status === "running" && !isYourTurn && !hasResigned;
  return {
    words: wordsOf(publicMatch, isYourTurn, hasResigned, waitsForTime, names),
    isYours: isYourTurn && !waitsForTime && publicMatch.status === "running",
    names: isForOthers ? names : [],
  };
}

function wordsOf(publicMatch: PublicMatch, isYourTurn: boolean, hasResigned: boolean, waitsForTime: boolean, names: string[]): string {
  if (publicMatch.status === "paused") return t("The host has paused the match.");
  if (isYourTurn) return waitsForTime ? t("You are done; the round lasts until its time is up.") : t("Your turn.");
  if (hasResigned) return t("You have resigned; the others play on.");
  return names.length > MOST_NAMES
    ? tn("Waiting for {count} player.", "Waiting for {count} players.", names.length)
    : t("Waiting for {names}.", { names: new Intl.ListFormat(language).format(names) });
}

/** What a screen reader is told while the viewer doesn't have to act. */
export function waitingSpeech({ words, names }: TurnState): string {
  if (!names.length) return words;
  return names.length > MOST_NAMES
    ? tn("Now it is up to {count} player.", "Now it is up to {count} players.", names.length)
    : t("Now it is up to {names}.", { names: new Intl.ListFormat(language).format(names) });
}
