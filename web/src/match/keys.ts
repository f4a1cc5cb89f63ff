/** The list of keys behind `?` and behind a button. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { Keyboard } from "lucide";
import { icon } from "@house/kit/icon";
import type { KeyHelp } from "@house/kit/keys";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { letterKeys } from "@house/preferences/letter-keys";

/** Keys that no keyboard on a touch screen sends. */
const REAL_KEYS = ["Tab", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

/** Whether the event is the `?` that opens the list: not while the person writes, and not where single letters are off. */
export function opensKeys(event: KeyboardEvent): boolean {
  if (event.key !== "?" || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return false;
  return letterKeys() && !isWriting(event);
}

/** Whether the key goes to a field. */
export function isWriting(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "range", "button"].includes(target.type);
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

@customElement("nh-keys")
export class Keys extends LitElement {
  @property() heading = "";
  @property({ attribute: false }) keys: readonly KeyHelp[] = [];
  /** Whether a key was pressed: then a touch screen has a keyboard too. */
  @property({ type: Boolean, reflect: true, attribute: "has-keyboard" }) hasKeyboard = false;
  @query("dialog") private dialog!: HTMLDialogElement;

  static override styles = [
    shared,
    css`
      dialog {
        max-width: min(520px, 92vw);
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
        display: inline-block;
        font-family: var(--mono);
        border: 1px solid var(--line-strong);
        border-radius: var(--round);
        padding: 0 var(--gap-2);
      }
      @media (hover: none) and (pointer: coarse) {
        :host(:not([has-keyboard])) .opener {
          display: none;
        }
      }
      @media (max-width: 420px) {
        dialog {
          padding: var(--gap-3);
        }
        dl {
          grid-template-columns: minmax(0, 1fr);
          gap: 0;
        }
        dd {
          margin-bottom: var(--gap-2);
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("keydown", this.#onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.#onKey);
  }

  #onKey = (event: KeyboardEvent): void => {
    if (REAL_KEYS.includes(event.key)) this.hasKeyboard = true;
  };

  /** Shows the list. The browser gives the focus back when it is closed. */
  open(): void {
    if (!this.dialog.open) this.dialog.showModal();
  }

  override render(): TemplateResult {
    return html`<button class="opener plain" @click=${() => this.open()}>${icon(Keyboard)} ${t("Keys")}</button>
      <dialog aria-labelledby="heading">
        <h2 id="heading" tabindex="-1" autofocus>${this.heading}</h2>
        <dl>
          ${this.keys.map((one) => html`<dt>${one.keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${one.does}</dd>`)}
        </dl>
        ${letterKeys() ? "" : html`<p class="soft">${t("Single letters and signs are turned off in the settings.")}</p>`}
        <form method="dialog"><button class="primary">${t("Close")}</button></form>
      </dialog>`;
  }
}
