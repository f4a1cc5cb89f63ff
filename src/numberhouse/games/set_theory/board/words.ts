/** Texts that the board's parts share: names, cells, turns and lines in words. */
import { seatNumber, words } from "@house/kit";
import type { View } from "@types-of/set-theory";
import { LABELS } from "./facts";

export const { t, tn } = words("set-theory");

export type Turn = View["past"][number];
export type Line = View["lines"][number];


/** The name of the seat's player, or "You". */
export function seatName(seat: number, ownSeat: number | null, names: readonly string[]): string {
  return seat === ownSeat ? t("You") : (names[seat] ?? t("Seat {seat}", { seat: seatNumber(seat) }));
}

/** The seat's role in the rules: its short and its full name. */
export function seatRole(seat: number): { short: string; whole: string } {
  return seat === 0
    ? { short: t("Challenger"), whole: t("The challenger (elimination candidate), who chose the opponent") }
    : { short: t("Opponent"), whole: t("The opponent (DMO, death-match opponent), who decides who begins and wins a tie") };
}

/** "ADJ" as "A, D, J"; with known worths as "A (2), D (1), J (3)". */
export function setsText(sets: string, worths?: readonly number[]): string {
  return [...sets].map((label) => (worths ? `${label} (${worths[LABELS.indexOf(label)]})` : label)).join(", ");
}

/** A turn as one sentence, with the lines that it completed. */
export function turnText(turn: Turn, name: string, lines: readonly Line[], worths?: readonly number[]): string {
  if (turn.number === null) return t("{name}: time ran out, the turn is skipped.", { name });
  const { number, cell, points } = turn;
  const sentence = turn.sets
    ? tn(
        "{name}: {number} on {cell}, in {sets}: {count} point.",
        "{name}: {number} on {cell}, in {sets}: {count} points.",
        points,
        { name, number, cell, sets: setsText(turn.sets, worths) },
      )
    : t("{name}: {number} on {cell}, in no set: 0 points.", { name, number, cell });
  if (!lines.length) return sentence;
  const lineTexts = lines.map((line) =>
    t("{from} to {to} in {sets}", { from: line.cells[0], to: line.cells[2], sets: setsText(line.sets, worths) }),
  );
  return `${sentence} ${tn("Line: {lines}.", "Lines: {lines}.", lineTexts.length, { lines: lineTexts.join("; ") })}`;
}

/** The lines that the turn at that index completed. */
export function completedLines(view: View, turnIndex: number): Line[] {
  return view.lines.filter((line) => line.turn === turnIndex);
}
