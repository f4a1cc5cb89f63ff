/** The keys of a review, and the list of them behind `?`. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, query } from "lit/decorators.js";
import { Keyboard } from "lucide";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";

export type Command = "back" | "forward" | "first" | "last" | "next-mistake" | "mistake-before" | "keys";

const KEYS: Record<string, Command> = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "last",
  n: "next-mistake",
  p: "mistake-before",
  "?": "keys",
};
/** The physical keys of the letters, for layouts of other scripts. */
const CODES: Record<string, Command> = { KeyN: "next-mistake", KeyP: "mistake-before" };
const LATIN = /^[ -~]+$/;

/** The command of a key; null while the person writes, or where the focused element uses the key. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return null;
  const command = LATIN.test(event.key) ? KEYS[event.key] : CODES[event.code];
  if (!command || (event.shiftKey && command !== "keys")) return null;
  const target = event.composedPath()[0];
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return null;
  // A slider uses the arrows, but no letters.
  if (target instanceof HTMLInputElement && (target.type !== "range" || event.key.length > 1)) return null;
  return command;
}

@customElement("nh-review-keys")
export class ReviewKeys extends LitElement {
  @query("dialog") private dialog!: HTMLDialogElement;

  static override styles = [
    shared,
    css`
      dialog {
        max-width: min(420px, 92vw);
        border: 1px solid var(--line-strong);
        border-radius: var(--round);
        background: var(--sheet);
        color: var(--ink);
        padding: var(--gap-5);
      }
      dl {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: var(--gap-2) var(--gap-4);
        margin: 0 0 var(--gap-4);
      }
      dd {
        margin: 0;
      }
      kbd {
        font-family: var(--mono);
        border: 1px solid var(--line-strong);
        border-radius: var(--round);
        padding: 0 var(--gap-2);
      }
      @media (hover: none) and (pointer: coarse) {
        .opener {
          display: none;
        }
      }
    `,
  ];

  /** Shows the list. */
  open(): void {
    if (!this.dialog.open) this.dialog.showModal();
  }

  override render(): TemplateResult {
    return html`<button class="opener plain" @click=${() => this.open()}>${icon(Keyboard)} ${t("Keys")}</button>
      <dialog aria-labelledby="title">
        <h2 id="title">${t("Keys of a review")}</h2>
        <dl>
          <dt><kbd>←</kbd> <kbd>→</kbd></dt>
          <dd>${t("a step back, a step forward")}</dd>
          <dt><kbd>Home</kbd> <kbd>End</kbd></dt>
          <dd>${t("to the start, to the end")}</dd>
          <dt><kbd>n</kbd> <kbd>p</kbd></dt>
          <dd>${t("to the next mistake, to the one before")}</dd>
          <dt><kbd>?</kbd></dt>
          <dd>${t("this list")}</dd>
        </dl>
        <form method="dialog"><button class="primary">${t("Close")}</button></form>
      </dialog>`;
  }
}
