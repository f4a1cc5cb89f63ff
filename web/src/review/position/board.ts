/** The board of a review: the position after a step, or the result of another action. */
import { speechOf, type Concern } from "@house/kit/speech";
import type { Seat } from "@house/api/api";
import { boardOf } from "@house/games/boards";
import type { Board } from "@house/kit/board";
import type { WhatIf, PerspectiveViews } from "@house/review/timeline";

type BoardElement = Board<unknown, unknown> & HTMLElement & { game?: string; text?: string };

export class ReviewBoard {
  #current: { perspective: Seat | "spectator"; at: number } | null = null;

  private constructor(readonly board: BoardElement) {}

  static async of(game: string, announce: (words: string, concern: Concern) => void): Promise<ReviewBoard> {
    const board = document.createElement(await boardOf(game)) as BoardElement;
    board.game = game;
    board.addEventListener("say", (event) => {
      const { text, concern } = speechOf(event);
      announce(text, concern);
    });
    return new ReviewBoard(board);
  }

  /** Whether the board shows text only, which the page must fetch. */
  get isText(): boolean {
    return "text" in this.board;
  }

  show(views: PerspectiveViews, perspective: Seat | "spectator", at: number, names: string[]): void {
    const { board } = this;
    const before = this.#current;
    this.#current = { perspective, at };
    const isNext = before !== null && before.perspective === perspective && before.at === at - 1;
    board.view = views.view(at);
    board.seat = perspective === "spectator" ? null : perspective;
    board.names = names;
    board.open = board.awaited = board.busy = false;
    board.legal = null;
    board.assistance = true;
    board.over = at === views.timeline.steps.length && views.timeline.status !== "running";
    board.arrived = isNext ? views.itemsOf(at) : [];
  }

  /** Shows a position that never occurred; the next step doesn't follow from it. */
  showAlternative(whatIf: WhatIf): void {
    this.#current = null;
    Object.assign(this.board, { view: whatIf.view, seat: whatIf.seat, arrived: [], over: false });
  }
}
