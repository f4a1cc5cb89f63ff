/**
 * Reveals: the news of a view, shown one step after the other.
 *
 * A reveal plays only what the view already contains, and it never keeps anybody from acting. The board draws `shown`
 * steps of its news; without a running reveal that is all of them, as after a page load. Screen readers get the news
 * at once from `Board.say`, so a step must announce nothing.
 */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { FastForward, RotateCcw } from "lucide";
import { calm } from "@house/kit/board";
import { icon } from "@house/kit/icon";
import { t } from "@house/kit/words";

/** Milliseconds of a whole reveal. */
const SHORTEST = 600;
const LONGEST = 4000;
/** Milliseconds of a step, if the whole may last so long. */
const PAUSE = 320;

/**
 * A board's reveal. It ends by its button, a click or tap anywhere, Escape or Enter, an action of the viewer, and when
 * the page is hidden; none starts where motion is reduced.
 */
export class Reveal implements ReactiveController {
  #steps = 0;
  #shown = 0;
  #timer = 0;
  /** When the reveal began, by the clock of events. */
  #start = 0;

  constructor(readonly host: ReactiveControllerHost & EventTarget) {
    host.addController(this);
  }

  get running(): boolean {
    return this.#timer !== 0;
  }

  /** The number of steps to draw; infinite where no reveal runs. */
  get shown(): number {
    return this.running ? this.#shown : Infinity;
  }

  /** Begins with none of the steps shown; a running reveal ends. Call it before the host renders the news. */
  start(steps: number): void {
    this.end();
    if (steps < 1 || calm() || document.hidden) return;
    this.#steps = steps;
    this.#shown = 0;
    this.#start = performance.now();
    window.addEventListener("click", this.#onPress);
    window.addEventListener("keydown", this.#onPress);
    document.addEventListener("visibilitychange", this.end);
    this.host.addEventListener("act", this.end);
    this.#wait();
    this.host.requestUpdate();
  }

  /** Adds steps at the end of the running reveal, for news that continue it. */
  extend(steps: number): void {
    if (this.running) this.#steps += steps;
    else this.start(steps);
  }

  /** Shows everything. */
  end = (): void => {
    if (!this.running) return;
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    window.removeEventListener("click", this.#onPress);
    window.removeEventListener("keydown", this.#onPress);
    document.removeEventListener("visibilitychange", this.end);
    this.host.removeEventListener("act", this.end);
    this.host.requestUpdate();
  };

  /**
   * One button that skips the running reveal or plays the last one again; nothing where motion is reduced. It keeps its
   * place and the focus. `key` names the key with which the board does the same.
   */
  button(again: string, replay: () => void, key = ""): TemplateResult | typeof nothing {
    if (calm()) return nothing;
    return html`<button class="plain small screen reveal" aria-keyshortcuts=${key || nothing} title=${key || nothing}
      @click=${() => (this.running ? this.end() : replay())}>
      ${this.running ? html`${icon(FastForward)} ${t("Skip")}` : html`${icon(RotateCcw)} ${again}`}
    </button>`;
  }

  hostDisconnected(): void {
    this.end();
  }

  #wait(): void {
    const left = this.#steps - this.#shown;
    const whole = Math.min(Math.max(PAUSE * this.#steps, SHORTEST), LONGEST);
    const pause = Math.max(0, this.#start + whole - performance.now()) / left;
    this.#timer = window.setTimeout(() => {
      this.#shown += 1;
      if (this.#shown >= this.#steps) return this.end();
      this.#wait();
      this.host.requestUpdate();
    }, pause);
  }

  #onPress = (event: Event): void => {
    // The press that began the reveal reaches the window after the beginning.
    if (event.timeStamp < this.#start) return;
    // Enter on a button presses it: the click follows.
    const onButton = event.composedPath()[0] instanceof HTMLButtonElement;
    if (event instanceof KeyboardEvent && event.key !== "Escape" && (event.key !== "Enter" || onButton)) return;
    this.end();
  };
}
