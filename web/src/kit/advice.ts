/** Advice of the service on a draft, where assistance is on: requested a moment after the last keystroke. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** The service's response: the adviser's result, and the same in words. */
export interface AdviceResponse {
  result: unknown;
  lines: string[];
}

/** Asks the service for advice; the draft has the form that the game's adviser defines. */
export type Adviser = (draft: unknown, signal: AbortSignal) => Promise<AdviceResponse>;

/** Milliseconds without a keystroke before the request. */
const DELAY = 250;

/**
 * The latest advice on a component's draft. Call `ask` whenever the draft or the position may have
 * changed, as in `willUpdate`. A newer request aborts the older one; without an adviser there is no advice.
 */
export class Advice<Draft, Found> implements ReactiveController {
  /** The adviser's result, or null. It belongs to the draft `of`, which may be older than the current draft. */
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

  /** `position` is the part of the view that the advice depends on: a change of it discards the advice. */
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
      // Advice is optional: the draft can be sent without it.
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
