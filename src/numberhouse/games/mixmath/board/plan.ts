/** Tiles that are put on the board in pencil: nothing is sent before they are laid. */
import type { Action, components, View } from "@types-of/mixmath";
import { BLANK, indexOf, isSign } from "./squares";

type Place = components["schemas"]["Place"];

export interface Pencilled {
  cell: string;
  /** As on the rack; a blank is `BLANK`. */
  tile: number;
  /** What it lies as; null as long as a blank hasn't been declared. */
  value: number | null;
  /** Whether a tile is drawn for its sign square. */
  draw: boolean;
}

export type Plan = readonly Pencilled[];

/** The plan with one more tile; another one on that cell gives way. Where one only may lie, all give way. */
export function pencil(plan: Plan, cell: string, tile: number, view: View): Plan {
  const others = view.options.challenge ? [] : plan.filter((one) => one.cell !== cell);
  const draw = view.bag > 0 && isSign(indexOf(cell));
  return [...others, { cell, tile, value: tile === BLANK ? null : tile, draw }];
}

export function rub(plan: Plan, cell: string): Plan {
  return plan.filter((one) => one.cell !== cell);
}

export function change(plan: Plan, cell: string, changes: Partial<Pencilled>): Plan {
  return plan.map((one) => (one.cell === cell ? { ...one, ...changes } : one));
}

/** What is left of the plan when the table has changed: cells that are taken and tiles that are gone drop out. */
export function kept(plan: Plan, view: View): Plan {
  const rack = [...(view.hand?.rack ?? [])];
  return plan
    .filter((one) => {
      const place = rack.indexOf(one.tile);
      if (place < 0 || view.board.cells[indexOf(one.cell)] !== null) return false;
      rack.splice(place, 1);
      return true;
    })
    .map((one) => (one.draw && !view.bag ? { ...one, draw: false } : one));
}

/** Which places of the rack are empty because their tiles lie in pencil. */
export function away(rack: readonly number[], plan: Plan): boolean[] {
  const gone = plan.map((one) => one.tile);
  return rack.map((tile) => {
    const place = gone.indexOf(tile);
    if (place >= 0) gone.splice(place, 1);
    return place >= 0;
  });
}

/** The action that lays the plan, and ends the turn if so wished; null while a blank has no value. */
export function laying(plan: Plan, end: boolean): Action | null {
  const placements: Place[] = [];
  for (const { cell, tile, value, draw } of plan) {
    if (value === null) return null;
    placements.push({ type: "place", cell, tile: value, blank: tile === BLANK, draw });
  }
  const [first] = placements;
  if (!first) return null;
  return placements.length === 1 && !end ? first : { type: "line", placements, end };
}
