/**
 * What is announced at a match: sentences from the board, the clock, the talk and the turns, in one polite region.
 *
 * Answers to keys are announced at once. All else is gathered until nothing more has come for a moment, so that the turns of
 * several opponents are one announcement.
 */
import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Concern } from "@house/kit/speech";
import { announcements } from "@house/preferences/announcements";

/** Milliseconds of quiet after which the gathered sentences are announced. */
const QUIET = 700;
/** Milliseconds after which they are announced though more keeps coming. */
const LONGEST = 3000;
/** Number of announcements that stay in the region, since some screen readers skip what goes again at once. */
const KEPT = 3;

export class Announcer implements ReactiveController {
  #spoken: { id: number; text: string }[] = [];
  #count = 0;
  #gathered: string[] = [];
  #state = { text: "", turn: 0, concern: "always" as Concern, isNew: false };
  #timer = 0;
  #since = 0;

  constructor(readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    window.clearTimeout(this.#timer);
  }

  say(text: string, concern: Concern = "always"): void {
    if (!text || !isWanted(concern)) return;
    if (concern === "always") return this.#announce(text);
    if (this.#gathered.at(-1) !== text) this.#gathered.push(text);
    this.#wait();
  }

  /**
   * What the match waits for now. It follows the gathered sentences; one that is not announced yet is forgotten. The same
   * words are announced again with another `turn`.
   */
  setState(text: string, concern: Concern, turn = 0): void {
    if (this.#state.text === text && this.#state.turn === turn) return;
    this.#state = { text, turn, concern, isNew: this.#state.text !== "" };
    if (this.#state.isNew) this.#wait();
  }

  /** The live region. It must stand on the page before it is filled. */
  region(): TemplateResult {
    return html`<div class="heard" role="status" aria-atomic="false">
      ${repeat(this.#spoken, (one) => one.id, (one) => html`<p>${one.text}</p>`)}
    </div>`;
  }

  #wait(): void {
    window.clearTimeout(this.#timer);
    this.#since ||= performance.now();
    const left = this.#since + LONGEST - performance.now();
    this.#timer = window.setTimeout(() => this.#flush(), Math.max(0, Math.min(QUIET, left)));
  }

  #flush(): void {
    const state = this.#state.isNew && isWanted(this.#state.concern) ? [this.#state.text] : [];
    const sentences = [...this.#gathered, ...state];
    this.#gathered = [];
    this.#state.isNew = false;
    this.#since = 0;
    if (sentences.length) this.#announce(sentences.join(" "));
  }

  #announce(text: string): void {
    this.#spoken = [...this.#spoken, { id: (this.#count += 1), text }].slice(-KEPT);
    this.host.requestUpdate();
  }
}

function isWanted(concern: Concern): boolean {
  switch (announcements()) {
    case "all":
      return true;
    case "mine":
      return concern !== "others";
    case "little":
      return concern === "always";
  }
}
