/** What the house says of a draft, where assistance is on: asked for as somebody writes, a moment after the last stroke. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** As the service answers: what the game has found, and the same in words. */
export interface AdviceShown {
  result: unknown;
  lines: string[];
}

/** Asks the service; the draft is as the game's adviser has it. */
export type Adviser = (draft: unknown, signal: AbortSignal) => Promise<AdviceShown>;

/** Milliseconds without a stroke before the house is asked. */
const QUIET = 250;

/**
 * The latest advice on what a component is about to send. Call `ask` whenever the draft or the position may have
 * changed, as in `willUpdate`. The newest answer wins; where there is none, nothing is said.
 */
export class Advice<Draft, Found> implements ReactiveController {
  /** What was found, or null. It is about `of`, which may be older than what is written now. */
  found: Found | null = null;
  lines: string[] = [];
  of: Draft | null = null;

  #asked = "";
  #position: unknown = null;
  #timer = 0;
  #underway: AbortController | null = null;

  constructor(readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  /** `position` is whatever of the view the advice depends on: another one, and what was said counts no longer. */
  ask(adviser: Adviser | null, draft: Draft | null, position: unknown): void {
    const wanted = adviser && draft ? JSON.stringify(draft) : "";
    if (wanted === this.#asked && position === this.#position) return;
    if (!wanted || position !== this.#position) this.#forget();
    this.#asked = wanted;
    this.#position = position;
    this.#stop();
    if (adviser && draft) this.#timer = window.setTimeout(() => void this.#hear(adviser, draft), QUIET);
  }

  hostDisconnected(): void {
    this.#stop();
    this.#asked = "";
  }

  async #hear(adviser: Adviser, draft: Draft): Promise<void> {
    const underway = (this.#underway = new AbortController());
    let told: AdviceShown | null = null;
    try {
      told = await adviser(draft, underway.signal);
    } catch {
      // What isn't known isn't told: people can do without.
    }
    if (underway.signal.aborted) return;
    this.found = (told?.result ?? null) as Found | null;
    this.lines = told?.lines ?? [];
    this.of = told ? draft : null;
    this.host.requestUpdate();
  }

  #stop(): void {
    window.clearTimeout(this.#timer);
    this.#underway?.abort();
    this.#underway = null;
  }

  #forget(): void {
    this.found = this.of = null;
    this.lines = [];
  }
}
