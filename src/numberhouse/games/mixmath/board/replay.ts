/** The tiles of a turn in the order in which they were laid, and the view before they were. */
import type { View } from "@types-of/mixmath";
import { indexOf } from "./squares";

/** A tile that lies, with its turn's place among all turns of the view. */
export interface LaidTile {
  turn: number;
  seat: number;
  cell: string;
  points: number;
}

/** The tiles that others than `own` have laid since the view `before`. */
export function newTiles(before: View, view: View, own: number | null): LaidTile[] {
  const first = before.past.length;
  return allTurns(view).flatMap((turn, index) =>
    index < first || turn.seat === own ? [] : tilesOf(view, index).slice(index === first ? before.turn.laid.length : 0),
  );
}

/** The tiles of the last turn in which any were laid; `own` doesn't see its running turn. */
export function tilesOfLastTurn(view: View, own: number | null): LaidTile[] {
  const isPlayed = (index: number): boolean => index < view.past.length || view.turn.seat !== own || view.end !== null;
  return tilesOf(view, allTurns(view).findLastIndex((turn, index) => turn.laid.length > 0 && isPlayed(index)));
}

/** The view without these tiles, the last of their turns, and without their points. */
export function withoutTiles(view: View, tiles: readonly LaidTile[]): View {
  if (!tiles.length) return view;
  const cells = [...view.board.cells];
  const scores = [...view.scores];
  const turns = allTurns(view);
  for (const { turn: index, seat, cell, points } of tiles) {
    const turn = turns[index]!;
    cells[indexOf(cell)] = null;
    // The points of the running turn are no part of the scores yet.
    if (index < view.past.length || view.end) scores[seat]! -= points + turn.bonus;
    turns[index] = { ...turn, laid: turn.laid.filter((laid) => laid.cell !== cell), wrong: null, bonus: 0 };
  }
  return { ...view, board: { ...view.board, cells }, scores, past: turns.slice(0, -1), turn: turns.at(-1)!, waiting: [] };
}

function tilesOf(view: View, index: number): LaidTile[] {
  const turn = allTurns(view)[index];
  return (turn?.laid ?? []).map(({ cell, points }) => ({ turn: index, seat: turn!.seat, cell, points }));
}

function allTurns({ past, turn }: View): View["past"] {
  return [...past, turn];
}
