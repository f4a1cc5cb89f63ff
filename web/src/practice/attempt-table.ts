/** An attempt on a page: its board, the actions that are sent, and what comes back. */
import type { LitElement, ReactiveController } from "lit";
import { get, post, Refusal } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { Announcer } from "@house/match/announcer";
import { HeldPress } from "@house/match/held-press";
import { createBoard, updateBoard, type AttemptBoard } from "@house/practice/attempt-board";
import type { Attempt } from "@house/practice/history";

/** Seconds that a request for a problem waits before it asks again. */
const WAIT = 10;

interface Options {
  /** Called when the action has completed the answer, before the page renders it. */
  onAnswered: (attempt: Attempt) => void;
  /** Called when a command has been answered or refused, and the board shows the result. */
  onSettled: () => void | Promise<void>;
  /** The view that the board shows. */
  viewOf: (attempt: Attempt) => unknown;
}

export class AttemptTable implements ReactiveController {
  attempt: Attempt | null = null;
  /** Whether an action is under way. */
  busy = false;
  /** Why the last action was refused. */
  refusal = "";
  /** What the board says to screen readers; its region stands on the page. */
  readonly announcer: Announcer;

  #heldPress: HeldPress;
  #board: AttemptBoard | null = null;
  /** The action that is under way, and one that was pressed meanwhile. */
  #sent: unknown;
  #pressed: { action: unknown } | null = null;

  /** The page has a `.board` in which the board is put. */
  constructor(
    private readonly page: LitElement,
    private readonly options: Options,
  ) {
    page.addController(this);
    this.announcer = new Announcer(page);
    this.#heldPress = new HeldPress(page, {
      isBusy: () => this.busy,
      say: (words) => this.announcer.say(words),
      refuse: (words) => {
        this.refusal = words;
        this.page.requestUpdate();
      },
    });
  }

  hostUpdated(): void {
    const slot = this.page.renderRoot.querySelector(".board");
    if (this.#board && slot && this.#board.parentElement !== slot) slot.replaceChildren(this.#board);
  }

  async show(attempt: Attempt): Promise<void> {
    const before = this.attempt;
    const isSame = before?.id === attempt.id;
    if (!this.#board || !isSame) {
      this.#board?.remove();
      this.#board = await createBoard(attempt, (action) => void this.act(action), (words, concern) => this.announcer.say(words, concern));
    }
    this.attempt = attempt;
    this.update();
    if (isSame && !before.verdict && attempt.verdict) this.options.onAnswered(attempt);
  }

  /** Passes the present state to the board and renders the page. */
  update(): void {
    const { attempt } = this;
    if (this.#board && attempt) updateBoard(this.#board, attempt, this.busy, this.options.viewOf(attempt));
    this.page.requestUpdate();
  }

  /** Sends an action. While another one is under way it waits, and is dropped if that one is refused or the last. The
   * same action again is the second half of a double press. */
  async act(action: unknown): Promise<void> {
    if (this.busy) {
      if (JSON.stringify(action) !== JSON.stringify(this.#sent)) this.#pressed = { action };
      return;
    }
    this.#sent = action;
    await this.send("act", { action });
    const pressed = this.#pressed;
    this.#pressed = null;
    if (pressed && !this.refusal && !this.attempt?.verdict) await this.act(pressed.action);
  }

  /** Sends an action, or another command such as `retract`. */
  async send(command: string, body: Record<string, unknown> = {}): Promise<void> {
    const { attempt } = this;
    if (!attempt || this.busy) return;
    this.refusal = "";
    this.busy = true;
    this.update();
    const path = `/api/practice/attempts/${attempt.id}`;
    try {
      await this.show(await post<Attempt>(`${path}/${command}`, { moves: attempt.moves, ...body }));
    } catch (error) {
      this.#heldPress.drop();
      this.refusal = refusalWords(error);
      if (error instanceof Refusal && ["late", "already-answered"].includes(error.code)) await this.show(await get<Attempt>(path));
    } finally {
      this.busy = false;
      this.update();
      await this.#board?.updateComplete;
      await this.options.onSettled();
    }
  }
}

/**
 * Begins a problem, however long posing takes: each request waits for some seconds, so that none runs into a limit on
 * the way. `onWait` is called when the first of them has waited in vain. Throws what `post` throws.
 */
export async function beginProblem(path: string, body: Record<string, unknown>, onWait: () => void): Promise<Attempt> {
  for (;;) {
    try {
      return await post<Attempt>(path, { ...body, wait: WAIT });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "being-posed") throw error;
      onWait();
      await new Promise((resolve) => setTimeout(resolve, Number(error.values.retry_after ?? 1) * 1000));
    }
  }
}
