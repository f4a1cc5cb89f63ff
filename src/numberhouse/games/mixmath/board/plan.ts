/** The plan: tiles on the board in pencil. Nothing is sent before they are laid. */
import type { Action, components, View } from "@types-of/mixmath";
import { BLANK, indexOf, isSign, SIDE } from "./squares";

type Place = components["schemas"]["Place"];

export interface Pencilled {
  cell: string;
  /** The tile on the rack; a blank is `BLANK`. */
  tile: number;
  /** The value it is laid as; null until a blank is declared. */
  value: number | null;
  /** Whether a tile is drawn for its sign square. */
  draw: boolean;
}

export type Plan = readonly Pencilled[];

/** The plan with one more tile; a tile in pencil on that cell gives way. Where only one tile may lie, all give
 * way. */
export function addPencilled(plan: Plan, cell: string, tile: number, view: View): Plan {
  const others = view.options.challenge ? [] : plan.filter((other) => other.cell !== cell);
  const draw = view.bag > 0 && isSign(indexOf(cell));
  return [...others, { cell, tile, value: tile === BLANK ? null : tile, draw }];
}

export function erase(plan: Plan, cell: string): Plan {
  return plan.filter((entry) => entry.cell !== cell);
}

export function update(plan: Plan, cell: string, changes: Partial<Pencilled>): Plan {
  return plan.map((entry) => (entry.cell === cell ? { ...entry, ...changes } : entry));
}

/** The part of the plan that is still possible: tiles on taken cells and tiles off the rack drop out. */
export function stillPossible(plan: Plan, view: View): Plan {
  const rack = [...(view.hand?.rack ?? [])];
  return plan
    .filter((entry) => {
      const index = rack.indexOf(entry.tile);
      if (index < 0 || view.board.cells[indexOf(entry.cell)] !== null) return false;
      rack.splice(index, 1);
      return true;
    })
    .map((entry) => (entry.draw && !view.bag ? { ...entry, draw: false } : entry));
}

/**
 * The cells in pencil that have no two numbers beside them in one line, counting tiles in pencil that are laid before.
 * No tile can stand there, whatever its number: this tells nothing that the rules don't say of the bare squares.
 */
export function adrift(plan: Plan, view: View): ReadonlySet<string> {
  const taken = view.board.cells.map((value) => value !== null);
  return new Set(
    plan.flatMap(({ cell }) => {
      const index = indexOf(cell);
      const stands = hasPair(taken, index % SIDE, Math.floor(index / SIDE));
      taken[index] = true;
      return stands ? [] : [cell];
    }),
  );
}

function hasPair(taken: readonly boolean[], column: number, row: number): boolean {
  const isTaken = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < SIDE && y < SIDE && taken[y * SIDE + x] === true;
  const directions = [[1, 0], [-1, 0], [0, 1], [0, -1]] as const;
  return directions.some(([x, y]) => isTaken(column + x, row + y) && isTaken(column + 2 * x, row + 2 * y));
}

/** For each place of the rack, whether its tile lies in pencil. */
export function tilesInPencil(rack: readonly number[], plan: Plan): boolean[] {
  const pencilTiles = plan.map((entry) => entry.tile);
  return rack.map((tile) => {
    const index = pencilTiles.indexOf(tile);
    if (index >= 0) pencilTiles.splice(index, 1);
    return index >= 0;
  });
}

/** The action that lays the plan, and ends the turn if `end`; null while a blank has no value. */
export function layAction(plan: Plan, end: boolean): Action | null {
  const placements: Place[] = [];
  for (const { cell, tile, value, draw } of plan) {
    if (value === null) return null;
    placements.push({ type: "place", cell, tile: value, blank: tile === BLANK, draw });
  }
  const [first] = placements;
  if (!first) return null;
  return placements.length === 1 && !end ? first : { type: "line", placements, end };
}
