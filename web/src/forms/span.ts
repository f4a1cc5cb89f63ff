/** A field for a span of time: a number and its unit; `value` is in seconds. */
import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import "@house/kit/number-field";
import { shared } from "@house/kit/styles";
import { t, tn } from "@house/kit/words";
import { valueOf } from "@house/desk/part";

const UNITS = [86400, 3600, 60, 1] as const;

@customElement("nh-span")
export class SpanField extends LitElement {
  @property({ attribute: false }) value = 0;
  @property() label = "";
  @state() private unit = 0;

  static override styles = [
    shared,
    css`
      .pair {
        display: flex;
        align-items: end;
        gap: var(--gap-2);
        max-width: 300px;
      }
      nh-number {
        flex: 1 1 6.5em;
        min-width: 0;
      }
      select {
        flex: none;
      }
    `,
  ];

  /** The span that this field has set itself; any other comes from outside, with a unit of its own. */
  #own: number | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("value") && this.value !== this.#own) this.unit = 0;
  }

  override render(): TemplateResult {
    const unit = this.unit || unitOf(this.value);
    const names: Record<number, string> = { 86400: t("days"), 3600: t("hours"), 60: t("minutes"), 1: t("seconds") };
    return html`<div class="pair" role="group" aria-label=${this.label}>
      <nh-number label=${this.label} .min=${0} .value=${Number((this.value / unit).toFixed(4))}
        @change=${(event: CustomEvent<number>) => this.#set(event.detail * unit, unit)}></nh-number>
        <select aria-label=${t("Unit of time")} @change=${(event: Event) => this.#set((this.value / unit) * Number(valueOf(event)), Number(valueOf(event)))}>
          ${UNITS.map((option) => html`<option value=${option} ?selected=${option === unit}>${names[option]}</option>`)}
        </select>
    </div>`;
  }

  #set(value: number, unit: number): void {
    this.#own = value;
    this.value = value;
    this.unit = unit;
    this.dispatchEvent(new CustomEvent("change", { detail: value }));
  }
}

function unitOf(seconds: number): number {
  return UNITS.find((unit) => seconds >= unit && seconds % unit === 0) ?? (seconds ? 1 : 60);
}

/** 93600 as "1 day 2 hours". */
export function spanWords(seconds: number): string {
  const parts: string[] = [];
  let rest = Math.round(Math.abs(seconds));
  for (const unit of UNITS) {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    if (count) parts.push(unitWords(unit, count));
  }
  return parts.slice(0, 2).join(" ") || unitWords(1, 0);
}

function unitWords(unit: number, count: number): string {
  if (unit === 86400) return tn("{count} day", "{count} days", count);
  if (unit === 3600) return tn("{count} hour", "{count} hours", count);
  if (unit === 60) return tn("{count} minute", "{count} minutes", count);
  return tn("{count} second", "{count} seconds", count);
}
