/** The result of a match for its reader, in words. */
import type { MatchSummary, SeatInfo } from "@house/api/api";
import { figure, language, t, tn } from "@house/kit/words";
import { occupantName } from "@house/match/names";

export type Tone = "won" | "drawn" | "lost" | "plain";

export interface Result {
  words: string;
  tone: Tone;
  /** All scores of two players, or the reader's own points. */
  points: string;
}

const ordinals = new Intl.PluralRules(language, { type: "ordinal" });

/** Null for a match without a result: one that goes on, that was stopped, or that ended before results were stored. */
export function resultOf(match: MatchSummary): Result | null {
  const placed = match.seats.filter((seat) => seat.place !== null && seat.place !== undefined);
  if (match.status !== "finished" || !placed.length) return null;
  const own = match.seats.find((seat) => seat.seat === match.seat);
  if (!own) return { words: winnerWords(match.seats), tone: "plain", points: "" };
  const others = match.seats.filter((seat) => seat !== own);
  if (!others.length) return { words: pointsWords(score(own)), tone: "plain", points: "" };
  const isShared = others.some((seat) => seat.place === own.place);
  const tone = own.place !== 1 ? "lost" : isShared ? "drawn" : "won";
  if (others.length > 1) return { words: placeWords(own.place ?? 0, match.seats.length), tone, points: pointsWords(score(own)) };
  const [mine, theirs] = [score(own), score(others[0]!)];
  // Both have solved it, where there is one point to win: nobody calls that a draw.
  if (tone === "drawn" && mine === 1 && theirs === 1) return { words: t("You both won"), tone: "won", points: "" };
  return { words: duelWords(tone), tone, points: duelPoints(mine, theirs) };
}

function score(seat: SeatInfo): number {
  return seat.score ?? 0;
}

export function pointsWords(points: number): string {
  return Number.isInteger(points) ? tn("{count} point", "{count} points", points, { count: figure(points) }) : t("{points} points", { points: figure(points) });
}

function duelWords(tone: Tone): string {
  if (tone === "drawn") return t("A draw");
  return tone === "won" ? t("You won") : t("You lost");
}

/** "34 to 29"; empty where points didn't decide, and where there is only one to win. */
function duelPoints(own: number, other: number): string {
  if (Math.max(own, other) <= 1) return "";
  return t("{own} to {other} points", { own: figure(own), other: figure(other) });
}

/** "3rd of 13". */
function placeWords(place: number, seats: number): string {
  const values = { place, seats };
  switch (ordinals.select(place)) {
    case "one":
      return t("{place}st of {seats}", values);
    case "two":
      return t("{place}nd of {seats}", values);
    case "few":
      return t("{place}rd of {seats}", values);
    default:
      return t("{place}th of {seats}", values);
  }
}

function winnerWords(seats: readonly SeatInfo[]): string {
  const names = seats.filter((seat) => seat.place === 1).map((seat) => occupantName(seat) || t("Seat {seat}", { seat: seat.seat + 1 }));
  return t("First: {names}", { names: new Intl.ListFormat(language).format(names) });
}
