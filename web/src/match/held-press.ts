/**
 * Holds a press that comes while an action is on its way, and carries it out after the answer.
 *
 * A button that has to wait is `aria-disabled` and not `disabled`, so that it keeps the focus: its press would be lost without a
 * word. It is carried out only if the same button stands there with the same words and may be pressed; else the person is told.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { t } from "@house/kit/words";

/** Milliseconds after which a held press is announced: most answers come before. */
const PATIENCE = 400;

interface Press {
  button: HTMLButtonElement;
  words: string;
}

interface Options {
  /** Whether an action is on its way. */
  isBusy: () => boolean;
  /** Announces to screen readers that a press is held. */
  say: (words: string) => void;
  /** Shows why a held press came to nothing. */
  refuse: (words: string) => void;
}

export class HeldPress implements ReactiveController {
  /** The press that has sent the action on its way: a second one like it is the same wish. */
  #sender: Press | null = null;
  #held: Press | null = null;
  /** The press that is being handled just now. */
  #pressed: Press | null = null;
  #wasBusy = false;
  #timer = 0;
  #announcing = 0;

  constructor(
    readonly host: ReactiveControllerHost & HTMLElement,
    readonly options: Options,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.host.addEventListener("click", this.#onClick, { capture: true });
  }

  hostDisconnected(): void {
    this.host.removeEventListener("click", this.#onClick, { capture: true });
    window.clearTimeout(this.#timer);
    this.drop();
    this.#sender = this.#pressed = null;
    this.#wasBusy = false;
  }

  hostUpdated(): void {
    const isBusy = this.options.isBusy();
    if (isBusy && !this.#wasBusy) this.#sender = this.#pressed;
    if (!isBusy && this.#wasBusy) {
      this.#sender = null;
      // Elements inside the host render after it.
      if (this.#held) this.#timer = window.setTimeout(() => this.#carryOut());
    }
    this.#wasBusy = isBusy;
  }

  /** Forgets the held press: the action before it was refused, and what follows a refusal is decided anew. */
  drop(): void {
    window.clearTimeout(this.#announcing);
    this.#held?.button.removeAttribute("data-held");
    this.#held = null;
  }

  #onClick = (event: Event): void => {
    const button = event.composedPath().find((one) => one instanceof HTMLButtonElement);
    if (!button) return;
    const press = { button, words: wordsOf(button) };
    if (!this.options.isBusy() || !isWaiting(button)) {
      this.#pressed = press;
      // Whatever a press sends is sent before the next task.
      window.setTimeout(() => (this.#pressed = null));
      return;
    }
    event.preventDefault(); // a form isn't sent either
    event.stopImmediatePropagation();
    if (this.#sender?.button === button && this.#sender.words === press.words) return;
    this.drop();
    this.#held = press;
    button.toggleAttribute("data-held", true);
    this.#announcing = window.setTimeout(() => this.options.say(t("Comes next: {button}", { button: press.words })), PATIENCE);
  };

  #carryOut(): void {
    const held = this.#held;
    if (!held || this.options.isBusy()) return;
    this.drop();
    const { button, words } = held;
    const isSame = button.isConnected && button.checkVisibility() && wordsOf(button) === words;
    if (isSame && !button.disabled && !isWaiting(button)) button.click();
    else this.options.refuse(t("Not done, because things have changed meanwhile: {button}", { button: words }));
  }
}

/** Whether the button takes no presses for now. */
function isWaiting(button: HTMLButtonElement): boolean {
  return button.matches('[aria-disabled="true"]');
}

function wordsOf(button: HTMLButtonElement): string {
  return (button.ariaLabel ?? button.innerText).replace(/\s+/g, " ").trim();
}
