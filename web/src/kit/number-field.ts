/** A field for a number. What is no number stays as it was typed and is refused: nothing is changed silently. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { shared } from "@house/kit/styles";
import { figure, language, t } from "@house/kit/words";

/** Whether the reader's language writes 12.5 with a comma. */
const HAS_COMMA = new Intl.NumberFormat(language).format(1.5).includes(",");

/** The number that the text is, with either minus sign; null for any other text. */
export function readNumber(text: string, whole = false): number | null {
  const plain = text.trim().replace("−", "-");
  const decimal = HAS_COMMA ? plain.replace(",", ".") : plain;
  const form = whole ? /^[+-]?\d+$/ : /^[+-]?(\d+\.?\d*|\.\d+)$/;
  return form.test(decimal) ? Number(decimal) : null;
}

/**
 * Fires `change`; `detail` is the number, or null for an empty field. A text that isn't possible fires nothing, and
 * `invalid` is then true: a form looks for it before it sends (`hasInvalidField`).
 *
 * A browser's own number field drops the characters that it doesn't know, so that −20 becomes 20.
 */
@customElement("nh-number")
export class NumberField extends LitElement {
  @property({ attribute: false }) value: number | null = null;
  @property() label = "";
  /** A label for screen readers alone, where other words stand beside the field. */
  @property({ attribute: "spoken-label" }) spokenLabel = "";
  @property({ type: Boolean }) whole = false;
  @property({ type: Boolean }) optional = false;
  @property({ type: Number }) min = -Infinity;
  @property({ type: Number }) max = Infinity;
  @state() private text = "";
  @query("input") private field?: HTMLInputElement;

  static override styles = [
    shared,
    css`
      input {
        width: 100%;
      }
      input[aria-invalid="true"] {
        border-color: var(--bad);
      }
      p {
        margin: var(--gap-1) 0 0;
      }
    `,
  ];

  /** The value that was typed here; another one comes from outside. */
  #own: number | null | undefined;

  get invalid(): boolean {
    return this.#problem() !== "";
  }

  override focus(): void {
    this.field?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("value") || this.value === this.#own) return;
    this.text = this.value === null ? "" : String(this.value).replace("-", "−");
    this.#own = undefined;
  }

  override render(): TemplateResult {
    const problem = this.#problem();
    return html`<label>${this.label || nothing}
        <input type="text" role="spinbutton" autocomplete="off" inputmode=${this.min < 0 ? "text" : this.whole ? "numeric" : "decimal"} .value=${this.text}
          aria-label=${this.spokenLabel || nothing} aria-valuenow=${this.value ?? nothing} aria-invalid=${String(problem !== "")} aria-describedby="problem"
          @change=${this.#typed} @keydown=${this.#step} />
      </label>
      <p id="problem" class="bad small" role="status" ?hidden=${!problem}>${problem}</p>`;
  }

  #problem(): string {
    if (!this.text.trim()) return this.optional || this.#own === undefined ? "" : this.#possible();
    const number = readNumber(this.text, this.whole);
    return number === null || number < this.min || number > this.max ? this.#possible() : "";
  }

  /** What the field takes. */
  #possible(): string {
    const { min, max } = this;
    const values = { min: figure(min), max: figure(max), example: figure(this.whole ? 12 : 12.5) };
    if (Number.isFinite(min) && Number.isFinite(max)) {
      return this.whole ? t("A whole number from {min} to {max} is possible.", values) : t("A number from {min} to {max} is possible.", values);
    }
    if (Number.isFinite(min)) {
      return this.whole ? t("A whole number from {min} on is possible.", values) : t("A number from {min} on is possible.", values);
    }
    return this.whole ? t("A whole number is possible, such as {example}.", values) : t("A number is possible, such as {example}.", values);
  }

  #typed = (event: Event): void => this.#set((event.target as HTMLInputElement).value);

  /** The arrows change the number by one. */
  #step = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    const number = readNumber((event.target as HTMLInputElement).value);
    if (!step || number === null) return;
    event.preventDefault();
    this.#set(String(Math.min(Math.max(number + step, this.min), this.max)).replace("-", "−"));
  };

  #set(text: string): void {
    this.text = text;
    this.#own = null;
    if (this.#problem()) return;
    this.#own = this.value = text.trim() ? readNumber(text, this.whole) : null;
    this.dispatchEvent(new CustomEvent("change", { detail: this.value }));
  }
}

/** Whether a number field in the element has a text that isn't possible; the first one gets the focus. */
export function hasInvalidField(element: Element): boolean {
  const found = invalidField(element.shadowRoot ?? element);
  found?.focus();
  return found !== null;
}

function invalidField(root: ParentNode): NumberField | null {
  for (const element of root.querySelectorAll("*")) {
    if (element instanceof NumberField && element.invalid) return element;
    const inner = element.shadowRoot && invalidField(element.shadowRoot);
    if (inner) return inner;
  }
  return null;
}
