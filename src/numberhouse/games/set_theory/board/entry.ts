/** What one can do: a number for the cell that is chosen, by keyboard or on a pad of one's own. */
import { LitElement, css, customElement, html, icon, property, query, shared, type TemplateResult } from "@house/kit";
import { Delete } from "lucide";
import { MOST_DIGITS } from "./facts";
import { t } from "./words";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"] as const;


/** Fires `typed` with the number as it is now, and `send`. */
@customElement("nh-set-theory-entry")
export class Entry extends LitElement {
  /** The empty cell that is chosen, or "". */
  @property() cell = "";
  @property() typed = "";
  @property({ type: Boolean }) awaited = false;
  @property({ type: Boolean }) open = false;
  @property({ type: Boolean }) busy = false;
  @query("input") private field?: HTMLInputElement;

  static override styles = [
    shared,
    css`
      :host {
        container-type: inline-size;
      }
      form {
        display: grid;
        grid-template-columns: auto minmax(5.5em, 9em) minmax(0, 1fr);
        gap: var(--gap-2);
        align-items: center;
        padding: var(--gap-2);
        border: 1px solid var(--line-strong);
        border-radius: var(--round);
        background: var(--sheet);
      }
      .where {
        width: var(--touch);
        height: var(--touch);
        font: 600 var(--text-2) / 1 var(--mono);
        border-color: var(--accent);
        color: var(--accent);
      }
      .where.none {
        border: 1px dashed var(--line-strong);
        box-shadow: none;
        color: var(--ink-soft);
      }
      input {
        width: 100%;
        font: 600 var(--text-3) / 1 var(--mono);
      }
      .pad {
        display: none;
        grid-column: 1 / -1;
        grid-template-columns: repeat(11, minmax(0, 1fr));
        gap: var(--gap-1);
      }
      .pad button {
        min-width: 0;
        padding: 0;
        font: 600 var(--text-3) / 1 var(--mono);
      }
      @container (max-width: 480px) {
        .chosen .pad {
          display: grid;
          grid-template-columns: repeat(6, minmax(0, 1fr));
        }
        .pad .rub {
          grid-column: 6;
          grid-row: 1 / 3;
          height: auto;
        }
        form {
          grid-template-columns: auto minmax(5.5em, 1fr) minmax(0, 1.6fr);
          gap: 6px;
          padding: 6px;
        }
        button.primary {
          padding: 0 var(--gap-1);
          line-height: 1.15;
        }
      }
      @media (pointer: coarse) {
        .chosen .pad {
          display: grid;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const ready = this.cell !== "" && this.typed !== "";
    return html`<form class="screen ${this.cell ? "chosen" : ""}" @submit=${this.#send}>
      <span class="tile where ${this.cell ? "" : "none"}" aria-hidden="true">${this.cell || "–"}</span>
      <input
        aria-label=${t("Number")}
        aria-describedby="hint"
        type="text"
        inputmode=${matchMedia("(pointer: coarse)").matches ? "none" : "numeric"}
        autocomplete="off"
        enterkeyhint="done"
        .value=${this.typed}
        @input=${this.#input}
      />
      <button class="primary" ?disabled=${!ready || !this.awaited || !this.open || this.busy}>
        ${this.#words(ready)}
      </button>
      <div class="pad" role="group" aria-label=${t("Digits")}>
        ${KEYS.map((key) => html`<button type="button" @click=${() => this.#press(key)}>${key}</button>`)}
        <button type="button" class="rub" @click=${() => this.#press("")}>${icon(Delete, t("Rub out the last digit"))}</button>
      </div>
      <span id="hint" class="heard">${t("From 10 to 999,999; not on the grid yet, and no example.")}</span>
    </form>`;
  }

  /** What the button does, or what is still missing. */
  #words(ready: boolean): string {
    if (!this.awaited) return t("Not your turn yet");
    if (ready) return t("Put {number} on {cell}", { number: this.typed, cell: this.cell });
    return this.cell ? t("Type a number") : t("Choose an empty cell");
  }

  /** Put the cursor where the number goes. */
  override focus(): void {
    this.field?.focus();
  }

  #input = (event: Event): void => {
    const field = event.target as HTMLInputElement;
    const figures = field.value.replace(/\D/g, "").slice(0, MOST_DIGITS);
    field.value = figures;
    this.#typed(figures);
  };

  #press(key: string): void {
    this.#typed(key ? (this.typed + key).slice(0, MOST_DIGITS) : this.typed.slice(0, -1));
  }

  #typed(figures: string): void {
    this.dispatchEvent(new CustomEvent("typed", { detail: figures }));
  }

  #send = (event: Event): void => {
    event.preventDefault();
    this.dispatchEvent(new Event("send"));
  };
}
