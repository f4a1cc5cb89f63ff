/** What is to be said of tiles in pencil: what a blank is, and whether a tile is drawn for a sign square. */
import { css, html, icon, LitElement, nothing, property, repeat, shared, words, type TemplateResult } from "@house/kit";
import type { View } from "@types-of/mixmath";
import { X } from "lucide";
import { change, rub, type Pencilled, type Plan } from "../plan";
import { BLANK, indexOf, isSign, tileFace, tileWords, VALUES } from "../squares";

const { t } = words("mixmath");

/** Fires `plan` with another plan. */
export class Pencil extends LitElement {
  @property({ attribute: false }) view!: View;
  @property({ attribute: false }) plan: Plan = [];

  static override styles = [
    shared,
    css`
      .plan {
        list-style: none;
        margin: var(--gap-1) 0 0;
        padding: 0;
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-1) var(--gap-3);
      }
      .plan li {
        display: flex;
        align-items: center;
        gap: var(--gap-2);
        max-height: var(--touch);
        padding-inline-start: var(--gap-2);
        border: 1px dashed var(--accent);
        border-radius: var(--round);
      }
      .plan b {
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    const told = this.plan.filter((one) => one.tile === BLANK || this.#drawable(one));
    if (!told.length) return nothing;
    return html`<ul class="plan" aria-label=${t("In pencil")}>
      ${repeat(told, (one) => one.cell, (one) => html`<li>
        <span><b>${tileFace(one.value ?? one.tile)}</b> ${one.cell}</span>
        ${one.tile === BLANK ? this.#declared(one) : nothing}
        ${this.#drawable(one)
          ? html`<label class="inline">
              <input type="checkbox" .checked=${one.draw}
                @change=${(event: Event) => this.#change(one, { draw: (event.target as HTMLInputElement).checked })} />
              ${t("draw a tile")}
            </label>`
          : nothing}
        <button class="plain" aria-label=${t("Take {tile} back", { tile: tileWords(one.value ?? one.tile) })}
          @click=${() => this.#changed(rub(this.plan, one.cell))}>${icon(X)}</button>
      </li>`)}
    </ul>`;
  }

  #drawable(one: Pencilled): boolean {
    return this.view.bag > 0 && isSign(indexOf(one.cell));
  }

  #declared(one: Pencilled): TemplateResult {
    return html`<span>${t("as")}
      <select aria-label=${t("Value of the blank on {cell}", { cell: one.cell })} @change=${(event: Event) => this.#change(one, { value: VALUES[(event.target as HTMLSelectElement).selectedIndex - 1] ?? null })}>
        <option ?selected=${one.value === null}>${t("choose")}</option>
        ${VALUES.map((value) => html`<option ?selected=${value === one.value}>${value}</option>`)}
      </select>
    </span>`;
  }

  #change(one: Pencilled, changes: Partial<Pencilled>): void {
    this.#changed(change(this.plan, one.cell, changes));
  }

  #changed(plan: Plan): void {
    this.dispatchEvent(new CustomEvent("plan", { detail: plan }));
  }
}

customElements.define("nh-mixmath-pencil", Pencil);
