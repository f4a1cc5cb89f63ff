/** What the house says of a draft, where assistance is on: asked for as somebody writes, a moment after the last stroke. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** As the service answers: what the game has found, and the same in words. */
export interface AdviceResponse {
  result: unknown;
  lines: string[];
}

/** Asks the service; the draft is as the game's adviser has it. */
export type Adviser = (draft: unknown, signal: AbortSignal) => Promise<AdviceResponse>;

/** Milliseconds without a stroke before the house is asked. */
const DELAY = 250;

/**
 * The latest advice on what a component is about to send. Call `ask` whenever the draft or the position may have
 * changed, as in `willUpdate`. The newest answer wins; where there is none, nothing is said.
 */
export class Advice<Draft, Found> implements ReactiveController {
  /** What was found, or null. It is about `of`, which may be older than what is written now. */
  found: Found | null = null;
  lines: string[] = [];
  of: Draft | null = null;

  #lastKey = "";
  #position: unknown = null;
  #timer = 0;
  #controller: AbortController | null = null;

  constructor(readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  /** `position` is whatever of the view the advice depends on: another one, and what was said counts no longer. */
  ask(adviser: Adviser | null, draft: Draft | null, position: unknown): void {
    const key = adviser && draft ? JSON.stringify(draft) : "";
    if (key === this.#lastKey && position === this.#position) return;
    if (!key || position !== this.#position) this.#clear();
    this.#lastKey = key;
    this.#position = position;
    this.#stop();
    if (adviser && draft) this.#timer = window.setTimeout(() => void this.#request(adviser, draft), DELAY);
  }

  hostDisconnected(): void {
    this.#stop();
    this.#lastKey = "";
  }

  async #request(adviser: Adviser, draft: Draft): Promise<void> {
    const controller = (this.#controller = new AbortController());
    let response: AdviceResponse | null = null;
    try {
      response = await adviser(draft, controller.signal);
    } catch {
      // What isn't known isn't told: people can do without.
    }
    if (controller.signal.aborted) return;
    this.found = (response?.result ?? null) as Found | null;
    this.lines = response?.lines ?? [];
    this.of = response ? draft : null;
    this.host.requestUpdate();
  }

  #stop(): void {
    window.clearTimeout(this.#timer);
    this.#controller?.abort();
    this.#controller = null;
  }

  #clear(): void {
    this.found = this.of = null;
    this.lines = [];
  }
}
