/** The entry of a number for the chosen cell, by keyboard or on a pad of digits. */
import { LitElement, css, customElement, figure, html, icon, nothing, property, query, shared, type PropertyValues, type TemplateResult } from "@house/kit";
import { Delete } from "lucide";
import { FIRST, MOST_DIGITS } from "./facts";
import { t } from "./words";

/** Characters of which a text is shown; a number that long can't be placed anyway. */
const LONGEST_TEXT = 20;

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"] as const;


/** Fires `typed` with the present number, and `send`. */
@customElement("nh-set-theory-entry")
export class NumberEntry extends LitElement {
  /** The chosen empty cell, or "". */
  @property() cell = "";
  /** What was typed: digits, or anything else, which stays visible so that no sign goes unnoticed. */
  @property() typedNumber = "";
  @property({ type: Boolean }) awaited = false;
  @property({ type: Boolean }) open = false;
  @property({ type: Boolean }) busy = false;
  /** Whether the typed number was refused: then the next digit begins a new one. */
  @property({ type: Boolean }) refused = false;
  /** Whether the pad shows only while the entry has the focus. */
  @property({ type: Boolean }) brief = false;
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
      .problem {
        grid-column: 1 / -1;
        margin: 0;
        color: var(--bad);
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
      .brief:not(:focus-within) .pad {
        display: none;
      }
    `,
  ];

  override render(): TemplateResult {
    const ready = this.cell !== "" && this.typedNumber !== "" && isNumber(this.typedNumber);
    return html`<form class="screen ${this.cell ? "chosen" : ""} ${this.brief ? "brief" : ""}" @submit=${this.#dispatchSend}>
      <span class="tile where ${this.cell ? "" : "none"}" aria-hidden="true">${this.cell || "–"}</span>
      <input
        aria-label=${t("Number")}
        aria-describedby="hint"
        aria-invalid=${isNumber(this.typedNumber) ? "false" : "true"}
        type="text"
        inputmode=${matchMedia("(pointer: coarse)").matches ? "none" : "numeric"}
        autocomplete="off"
        enterkeyhint="done"
        .value=${this.typedNumber}
        @input=${this.#onInput}
      />
      <button class="primary" ?disabled=${!ready || !this.awaited || !this.open} aria-disabled=${this.busy}>
        ${this.#buttonText(ready)}
      </button>
      <div class="pad" role="group" aria-label=${t("Digits")}>
        ${KEYS.map((key) => html`<button type="button" @click=${() => this.#pressKey(key)}>${key}</button>`)}
        <button type="button" class="rub" @click=${() => this.#pressKey("")}>${icon(Delete, t("Rub out the last digit"))}</button>
      </div>
      ${isNumber(this.typedNumber)
        ? nothing
        : html`<p class="problem" role="status">${/^\d+$/.test(this.typedNumber)
            ? t("{typed} has too many digits: numbers up to {largest} are placed.", { typed: this.typedNumber, largest: figure(10 ** MOST_DIGITS - 1) })
            : t("Only whole numbers without a sign are placed; {typed} is none.", { typed: this.typedNumber })}</p>`}
      <span id="hint" class="heard">${t("From 10 to 999,999; not on the grid yet, and no example.")}</span>
    </form>`;
  }

  /** The action of the button, or the missing input. */
  #buttonText(ready: boolean): string {
    if (!this.awaited) return t("Not your turn yet");
    if (ready) return t("Put {number} on {cell}", { number: this.typedNumber, cell: this.cell });
    return this.cell ? t("Type a number") : t("Choose an empty cell");
  }

  /** Focus the number field. */
  override focus(): void {
    this.field?.focus();
  }

  #onInput = (event: Event): void => {
    const field = event.target as HTMLInputElement;
    field.value = typedText(field.value);
    this.#dispatchTyped(field.value);
  };

  #pressKey(key: string): void {
    if (!key) return this.#dispatchTyped(this.typedNumber.slice(0, -1));
    this.#dispatchTyped(typedText((this.refused ? "" : this.typedNumber) + key));
  }

  protected override updated(changed: PropertyValues): void {
    // What is typed after a refusal replaces the refused number.
    if (changed.has("refused") && this.refused && this.shadowRoot?.activeElement === this.field) this.field?.select();
  }

  #dispatchTyped(digits: string): void {
    this.dispatchEvent(new CustomEvent("typed", { detail: digits }));
  }

  #dispatchSend = (event: Event): void => {
    event.preventDefault();
    this.dispatchEvent(new Event("send"));
  };
}

/** Whether it is a number without a sign that has no digit too many, or nothing. */
export function isNumber(typed: string): boolean {
  return /^\d*$/.test(typed) && typed.length <= MOST_DIGITS;
}

/** Whether the help can say something about it. */
export function isEstimated(typed: string): boolean {
  return isNumber(typed) && Number(typed) >= FIRST;
}

/** What was typed, without spaces. All else stays, a digit too many as well: without it, it would be another number than was meant. */
export function typedText(typed: string): string {
  return typed.replace(/\s/g, "").slice(0, LONGEST_TEXT);
}
