/** The board of an attempt: the game's own, or a small one; it shows the attempt's present state. */
import { speechOf, type Concern } from "@house/kit/speech";
import { boardOf } from "@house/games/boards";
import { me } from "@house/api/me";
import type { Board } from "@house/kit/board";
import { t } from "@house/kit/words";
import { smallBoard } from "@house/practice/boards";
import type { Attempt } from "@house/practice/history";

export type AttemptBoard = Board<unknown, unknown> & HTMLElement & { game?: string; text?: string };

/** A board without a view; `onAct` gets an action, `onSay` a sentence for screen readers. */
export async function createBoard(
  attempt: Attempt,
  onAct: (action: unknown) => void,
  onSay: (words: string, concern: Concern) => void,
): Promise<AttemptBoard> {
  const name = attempt.board === "game" ? await boardOf(attempt.game) : await smallBoard(attempt.board);
  const board = document.createElement(name) as AttemptBoard;
  board.game = attempt.game;
  board.addEventListener("act", (event) => onAct((event as CustomEvent).detail));
  board.addEventListener("say", (event) => {
    const { text, concern } = speechOf(event);
    onSay(text, concern);
  });
  return board;
}

/** Passes the attempt to the board; `view` replaces the attempt's own. */
export function updateBoard(board: AttemptBoard, attempt: Attempt, busy: boolean, view: unknown = attempt.view): void {
  const isOver = attempt.verdict !== null;
  board.seat = attempt.seat ?? 0;
  board.names = namesOf(attempt);
  board.view = view;
  board.legal = { actions: attempt.actions, parts: attempt.parts as never, complete: !attempt.parts.length };
  if (!attempt.actions.length && !attempt.parts.length) board.legal = null;
  board.awaited = board.open = !isOver;
  board.busy = busy;
  board.over = isOver;
  board.assistance = isOver;
  if ("text" in board) board.text = attempt.text;
}

/** The person's name on the own seat, and bots on the others, numbered from 1. */
export function namesOf({ seats, seat: own = 0 }: Attempt): string[] {
  return Array.from({ length: seats }, (_, seat) => {
    if (seat === own) return me.person?.name ?? t("You");
    return seats === 2 ? t("Bot") : t("Bot {number}", { number: seat < own ? seat + 1 : seat });
  });
}
