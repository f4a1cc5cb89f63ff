/** What the parts of the board say in common: names, cells, turns and lines in words. */
import { words } from "@house/kit";
import type { View } from "@types-of/set-theory";
import { LABELS } from "./facts";

export const { t, tn } = words("set-theory");

export type Turn = View["past"][number];
export type Line = View["lines"][number];


/** Who sits there: "You", or the name. */
export function who(seat: number, own: number | null, names: readonly string[]): string {
  return seat === own ? t("You") : (names[seat] ?? t("Seat {seat}", { seat }));
}

/** What the seat is called in the rules, and what that is short for. */
export function role(seat: number): { short: string; whole: string } {
  return seat === 0
    ? { short: t("Candidate"), whole: t("The elimination candidate") }
    : { short: t("DMO"), whole: t("The death-match opponent") };
}

/** "ADJ" as "A, D, J"; with the worths, where they are known, as "A (2), D (1), J (3)". */
export function listed(sets: string, worths?: readonly number[]): string {
  return [...sets].map((label) => (worths ? `${label} (${worths[LABELS.indexOf(label)]})` : label)).join(", ");
}

/** A turn as one sentence, with the lines that it completed. */
export function told(turn: Turn, name: string, lines: readonly Line[], worths?: readonly number[]): string {
  if (turn.number === null) return t("{name}: time ran out, the turn is skipped.", { name });
  const { number, cell, points } = turn;
  const what = turn.sets
    ? tn(
        "{name}: {number} on {cell}, in {sets}: {count} point.",
        "{name}: {number} on {cell}, in {sets}: {count} points.",
        points,
        { name, number, cell, sets: listed(turn.sets, worths) },
      )
    : t("{name}: {number} on {cell}, in no set: 0 points.", { name, number, cell });
  if (!lines.length) return what;
  const all = lines.map((line) =>
    t("{from} to {to} in {sets}", { from: line.cells[0], to: line.cells[2], sets: listed(line.sets, worths) }),
  );
  return `${what} ${tn("Line: {lines}.", "Lines: {lines}.", all.length, { lines: all.join("; ") })}`;
}

/** The lines that the turn at that place completed. */
export function linesOf(view: View, place: number): Line[] {
  return view.lines.filter((line) => line.turn === place);
}
