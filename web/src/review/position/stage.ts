/** The board of a review: what it shows after a step, or what would have come of something else. */
import type { Seat } from "@house/api/api";
import { boardOf } from "@house/games/boards";
import type { Board } from "@house/kit/board";
import type { WhatIf, Sight } from "@house/review/timeline";

type Element = Board<unknown, unknown> & HTMLElement & { game?: string; text?: string };

export class Stage {
  #shown: { perspective: Seat | "spectator"; at: number } | null = null;

  private constructor(readonly board: Element) {}

  static async of(game: string, said: (words: string) => void): Promise<Stage> {
    const board = document.createElement(await boardOf(game)) as Element;
    board.game = game;
    board.addEventListener("say", (event) => said((event as CustomEvent<string>).detail));
    return new Stage(board);
  }

  /** Whether it shows text alone, which is told it. */
  get plain(): boolean {
    return "text" in this.board;
  }

  show(sight: Sight, perspective: Seat | "spectator", at: number, names: string[]): void {
    const { board } = this;
    const before = this.#shown;
    this.#shown = { perspective, at };
    const forward = before !== null && before.perspective === perspective && before.at === at - 1;
    board.view = sight.view(at);
    board.seat = perspective === "spectator" ? null : perspective;
    board.names = names;
    board.open = board.awaited = board.busy = false;
    board.legal = null;
    board.assistance = true;
    board.over = at === sight.course.steps.length && sight.course.status !== "running";
    board.arrived = forward ? sight.arrived(at) : [];
  }

  /** What wasn't done; the next step doesn't follow from it. */
  showInstead(told: WhatIf): void {
    this.#shown = null;
    Object.assign(this.board, { view: told.view, seat: told.seat, arrived: [], over: false });
  }
}
