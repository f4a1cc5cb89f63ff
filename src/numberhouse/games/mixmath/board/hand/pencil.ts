/** Settings of tiles in pencil: the value of a blank, and whether a tile is drawn for a sign square. */
import { css, html, icon, LitElement, nothing, property, repeat, shared, words, type TemplateResult } from "@house/kit";
import type { View } from "@types-of/mixmath";
import { X } from "lucide";
import { update, erase, type Pencilled, type Plan } from "../plan";
import { BLANK, indexOf, isSign, tileFace, tileText, VALUES } from "../squares";

const { t } = words("mixmath");

/** Fires `plan` with the new plan. */
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
    const needingInput = this.plan.filter((entry) => entry.tile === BLANK || this.#drawable(entry));
    if (!needingInput.length) return nothing;
    return html`<ul class="plan" aria-label=${t("In pencil")}>
      ${repeat(needingInput, (entry) => entry.cell, (entry) => html`<li>
        <span><b>${tileFace(entry.value ?? entry.tile)}</b> ${entry.cell}</span>
        ${entry.tile === BLANK ? this.#declared(entry) : nothing}
        ${this.#drawable(entry)
          ? html`<label class="inline">
              <input type="checkbox" .checked=${entry.draw}
                @change=${(event: Event) => this.#change(entry, { draw: (event.target as HTMLInputElement).checked })} />
              ${t("draw a tile")}
            </label>`
          : nothing}
        <button class="plain" aria-label=${t("Take {tile} back", { tile: tileText(entry.value ?? entry.tile) })}
          @click=${() => this.#changed(erase(this.plan, entry.cell))}>${icon(X)}</button>
      </li>`)}
    </ul>`;
  }

  #drawable(entry: Pencilled): boolean {
    return this.view.bag > 0 && isSign(indexOf(entry.cell));
  }

  #declared(entry: Pencilled): TemplateResult {
    return html`<span>${t("as")}
      <select aria-label=${t("Value of the blank on {cell}", { cell: entry.cell })} @change=${(event: Event) => this.#change(entry, { value: VALUES[(event.target as HTMLSelectElement).selectedIndex - 1] ?? null })}>
        <option ?selected=${entry.value === null}>${t("choose")}</option>
        ${VALUES.map((value) => html`<option ?selected=${value === entry.value}>${value}</option>`)}
      </select>
    </span>`;
  }

  #change(entry: Pencilled, changes: Partial<Pencilled>): void {
    this.#changed(update(this.plan, entry.cell, changes));
  }

  #changed(plan: Plan): void {
    this.dispatchEvent(new CustomEvent("plan", { detail: plan }));
  }
}

customElements.define("nh-mixmath-pencil", Pencil);
