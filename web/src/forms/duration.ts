/** A field for a span of time: a number and its unit. */
import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import "@house/kit/number-field";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { unitOf, UNITS, type Unit } from "@house/match/lobby/terms";

/** Fires `change`; `detail` is the span in seconds. */
@customElement("nh-duration")
export class Duration extends LitElement {
  @property({ type: Number }) seconds = 0;
  @property() label = "";
  /** Whether zero is allowed. */
  @property({ type: Boolean }) zero = false;
  @state() private unit: Unit = "second";

  static override styles = [
    shared,
    css`
      div {
        display: grid;
        grid-template-columns: 6em minmax(0, 1fr);
        gap: var(--gap-2);
      }
      fieldset {
        border: 0;
        padding: 0;
        margin: 0;
      }
      legend {
        padding: 0;
        font-weight: 400;
        margin-bottom: var(--gap-1);
      }
    `,
  ];

  /** The span that this field has set itself; any other comes from outside, with a unit of its own. */
  #own: number | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("seconds") && this.seconds !== this.#own) this.unit = unitOf(this.seconds);
  }

  override render(): TemplateResult {
    const names: Record<Unit, string> = { second: t("seconds"), minute: t("minutes"), hour: t("hours"), day: t("days") };
    return html`<fieldset>
      <legend>${this.label}</legend>
      <div>
        <nh-number spoken-label=${t("How many")} .min=${this.zero ? 0 : 1 / UNITS[this.unit]} .value=${this.seconds / UNITS[this.unit]}
          @change=${this.#count}></nh-number>
        <select aria-label=${t("Unit of time")} @change=${this.#unit}>
          ${(Object.keys(UNITS) as Unit[]).map((unit) => html`<option value=${unit} ?selected=${unit === this.unit}>${names[unit]}</option>`)}
        </select>
      </div>
    </fieldset>`;
  }

  #count = (event: CustomEvent<number>): void => this.#set(Math.round(event.detail * UNITS[this.unit]));

  #unit = (event: Event): void => {
    const before = UNITS[this.unit];
    this.unit = (event.target as HTMLSelectElement).value as Unit;
    this.#set((this.seconds / before) * UNITS[this.unit]);
  };

  #set(seconds: number): void {
    this.#own = seconds;
    this.seconds = seconds;
    this.dispatchEvent(new CustomEvent("change", { detail: seconds }));
  }
}
